"""Invented mazes: their truth, the story that each makes, and a quick stand-in for the story."""
