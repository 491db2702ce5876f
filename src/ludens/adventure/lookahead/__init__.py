"""Lookahead: commands tried on a snapshot before one is chosen."""
