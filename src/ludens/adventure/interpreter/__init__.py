"""Z-machine interpreters, always in a child process, behind one Protocol."""
