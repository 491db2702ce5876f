"""Does a text support what is said? The evidence, the score made of it, and the reasons."""
