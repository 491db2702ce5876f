"""Suites of episodes over games, models, seeds and settings."""
