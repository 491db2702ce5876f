"""Turning what the story says, and what its memory holds, into facts."""
