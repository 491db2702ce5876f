"""Reading any Z-machine story's tables and memory, with no table of known stories."""
