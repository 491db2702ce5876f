"""What a story says when a way leads nowhere."""

from __future__ import annotations

import re

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.perception.layout import plain

REFUSAL = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|could not|unable|won't|will not|wouldn't|would not|doesn't"
    r"|does not|don't|do not|didn't|did not|isn't|is not|aren't|are not|wasn't|not|no|nor|never"
    r"|nothing|nowhere|none|block(?:s|ed|ing)?|bars?|barred|closed|locked|shut|solid|wall|bump\w*"
    r"|stops?|prevent\w*|refuses?|impossible|impassable|unclimbable|too|must|would|only|first"
    r"|need|have to|better|lead nowhere|dead end|decide against|fail)\b",
    re.IGNORECASE,
)
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
    "arent in anything",
    "not in anything",
    "not inside anything",
    "doesnt lead anywhere",
)
"""How stories say, in plain form, that there is no way at all."""
DENIED_WAY = re.compile(
    r"(?:you )?(?:cant|cannot|can not) (?:go|move|walk|travel|head) (?:to the )?"
    rf"(?:{'|'.join(DIRECTIONS)})(?: from)?(?: here| there)?$"
)
"""The same of the way that was tried by its name."""


def denies(reason: str) -> bool:
    """Say whether a refusal denies that there is any way, rather than names what stands in it."""
    words = plain(reason)
    return DENIED_WAY.match(words) is not None or any(phrase in words for phrase in DENIALS)


def is_refusal(text: str) -> bool:
    """Say whether an answer to a walk has the words of a refusal."""
    return REFUSAL.search(text) is not None
