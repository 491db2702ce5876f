"""An opportunity: a command that may be worth a turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A command that may be worth a turn."""

    command: str
    worth: float
    """A rough chance that it gains something, times what it would gain; before experience."""
    reason: str
    thing: str = ""
    """What it is about, whose interest adds to its worth."""
    kind: str = ""
    """The kind of sentence, by whose record it is judged; empty: judged by none."""
    since: int = -1
    """The turn of what speaks for it: a try before that does not count."""
