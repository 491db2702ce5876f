"""Lessons: what an episode taught, in a few lines that its player, or the next one, is told."""
