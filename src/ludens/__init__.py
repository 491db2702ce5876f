"""A company of LLM agents that plays text games, and runs them, on the record."""

__version__ = "0.1.0"
