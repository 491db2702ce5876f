"""Tournaments: models against each other, each in every seat and role equally often."""
