"""What a story says when a way leads nowhere."""

from __future__ import annotations

import re

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.phrases import phrase, word_set
from ludens.adventure.perception.layout import plain

CARRIED_OFF = phrase("carried_off_carried_off")


def may_be_elsewhere(text: str) -> bool:
    """Say whether an answer that shows no place hints that the player is elsewhere now."""
    return CARRIED_OFF.search(text) is not None


REFUSAL = phrase("refusals_refusal")
DENIALS = tuple(sorted(word_set("refusals_denials")))
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
