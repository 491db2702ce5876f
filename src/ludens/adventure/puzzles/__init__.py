"""Puzzles: what stands in the way, what may help, and what was tried."""
