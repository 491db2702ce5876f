"""Biding: what takes its time, by what a story says of it."""

from __future__ import annotations

import re

TELLING_ONLY = re.compile(
    r"^(?:x|examine|look|l|read|search|inspect|describe|inventory|i|listen|smell|touch|feel|taste"
    r"|ask|tell|talk|say|show|wait|z|consult|take|get)\b"
)
"""Commands that only tell something, or take it."""
_BIDING = re.compile(
    r"(?:^|[.;,!?\"]\s+)wait\b(?! for\b)|\bleave it (?:be|alone)\b"
    r"|\blet it (?:cool|dry|stand|set|burn|boil|soak|rise|rest)\b"
    r"|\b(?:until|till|when) it has (?:cooled|dried|set|boiled|passed|stopped)\b"
    r"|\b(?:not|isn't) (?:yet|quite) (?:ready|done|cold|cool|dry|hot)\b"
    r"|\bin a (?:moment|minute|while) (?:it|you)\b"
    r"|\bwill take (?:a|some|\w+) (?:while|time|minutes?|turns?)\b",
    re.IGNORECASE,
)
"""How stories say that something takes its time."""


def takes_time(command: str, text: str) -> bool:
    """Tell whether an answer says that something takes time; what only tells is no deed."""
    tells = TELLING_ONLY.match(command) is not None
    return not tells and _BIDING.search(text[:1000]) is not None
