"""Kinds of sentences: what they do, by their verbs, and whose record each counts in."""

from __future__ import annotations

import re

SCENERY, BARE = " (scenery)", " (bare)"
"""End the kinds of sentences about what only descriptions name; about what may be no thing."""
SHIFTING = re.compile(r"^(?:put|drop|insert|throw|place|give|wear|remove|take off)\b")
"""Commands that only move what one carries: no progress in themselves."""
TAKING = re.compile(r"^(?:take|get|pick up)\b")
LOOKING = re.compile(r"^(?:x|examine|look|l|read|search|listen|smell|ask|tell|talk|say|show)\b")
"""Commands that succeed by what they tell."""
EXAMINING = re.compile(r"^(?:x|examine|inspect|look at)\s")
_JOINING = frozenset("with in on to at about from into onto under behind for".split())


def sentence_kind(command: str, *, scenery: bool = False, bare: bool = False) -> str:
    """Return the kind of sentence a command is: its verb, with a preposition between two things.

    What one does to scenery is a kind of its own, and what to names that may be no things.
    """
    verb, *rest = command.split() or [""]
    joined = [word for word in rest[1:-1] if word in _JOINING]
    if joined:
        return f"{verb} {joined[0]}"
    return f"{verb}{BARE}" if bare else f"{verb}{SCENERY}" if scenery else verb
