"""Hooks that come with Ludens: what may listen to a game, and tell the world outside of it."""
