"""The frontier: earlier turns that are worth going back to."""
