"""What a story says when a way leads nowhere."""

from __future__ import annotations

from ludens.adventure.perception.layout import plain

DENIALS = (
    "cant go that way",
    "cannot go that way",
    "cant go in that direction",
    "cant go there",
    "nothing in that direction",
    "nothing that way",
    "no exit",
    "not an exit",
    "no way to go",
    "there is no way",
    "theres no way",
    "no such direction",
    "no path that way",
    "no passage",
    "nowhere to go",
    "doesnt lead anywhere",
)
"""How stories say, in plain form, that there is no way at all."""


def denies(reason: str) -> bool:
    """Say whether a refusal denies that there is any way, rather than names what stands in it."""
    words = plain(reason)
    return any(phrase in words for phrase in DENIALS)
