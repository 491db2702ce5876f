"""The company's memory: rooms and the ways between them, items and where they are."""
