"""Bridges: Ludens in the tools that people have; each is a module of its own, with an extra."""
