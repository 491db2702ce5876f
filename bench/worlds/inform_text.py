"""Text as Inform writes it."""

from __future__ import annotations


def quoted(text: str) -> str:
    """Return text as an Inform string."""
    return '"' + text.replace('"', "~") + '"'
