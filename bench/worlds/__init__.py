"""Stories, walks and measures for bench/world_accuracy.py."""
