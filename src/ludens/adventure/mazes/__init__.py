"""Mazes: found, mapped by algorithm without any model call, and left behind (seed 000 §13)."""
