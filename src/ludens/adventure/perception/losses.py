"""What a text tells of things lost: gone before the player's eyes, stolen, given away, eaten."""

from __future__ import annotations

import re

from ludens.adventure.perception.deeds import FAILED
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.mentions import noun_of

WHICH = r"(?:the|your|its|this|that) (?:[\w'-]+ ){0,2}"
GOES = (
    r"(?:(?:is|are) (?:now |suddenly |simply |just )?gone|(?:has|have) (?:gone|vanished|disappeared)"
    r"|(?:suddenly |simply |just )?(?:vanish(?:es)?|disappears?|evaporates?|dissolves?)\b(?! into)"
    r"|crumbles? (?:to|into) (?:dust|nothing))"
)
STEALS = (
    r"(?:steals?|stole|snatch(?:es|ed)|grab(?:s|bed)|pilfer(?:s|ed)|pockets|pocketed|swipe[sd]"
    r"|(?:makes|made|runs|ran|goes|went|walks|walked|flies|flew) (?:off|away) with"
    r"|(?:relieves|relieved|robs|robbed) you of)"
)
LOSS = re.compile(rf"\b(?:{GOES}|{STEALS})", re.IGNORECASE)
GIVING = re.compile(
    r"^(?:give|offer|hand|feed|show)\s+(?P<object>.+?)\s+to\s+(?P<holder>.+)$", re.IGNORECASE
)
ACCEPTS = re.compile(
    r"\b(?:takes?|took|accepts?|accepted|grabs?|snatch(?:es|ed)|seizes?|pockets|thanks? you"
    r"|thank you|grateful\w*|gladly|happily|you (?:give|hand)|eats?|swallows?|devours?|gobbles?"
    r"|munch(?:es)?|drinks?|chews?|wolfs?)\b",
    re.IGNORECASE,
)
EATS = re.compile(
    r"\b(?:eats?|ate|swallow(?:s|ed)|devour(?:s|ed)|gobble[sd]|munch(?:es|ed)|drinks?|drank"
    r"|chews?|wolf(?:s|ed))\b",
    re.IGNORECASE,
)

_SUPPOSED = re.compile(r"\b(?:would|could|might|if|unless|wants? to|tries to)\b", re.IGNORECASE)
"""What a sentence says that tells what does not happen: "she would eat it"."""


def is_lost(text: str, name: str) -> bool:
    """Say whether a text tells that a thing vanished, or that somebody made off with it."""
    if not LOSS.search(text):
        return False
    noun = re.escape(noun_of(name.lower().split()))
    goes = re.compile(rf"\b{WHICH}{noun} {GOES}", re.IGNORECASE)
    stolen = re.compile(rf"\b{STEALS} {WHICH}{noun}\b", re.IGNORECASE)
    for sentence in sentences_of(" ".join(text.split())):
        if goes.search(sentence) or (stolen.search(sentence) and not _is_the_players(sentence)):
            return True
    return False


def given(command: str, text: str) -> re.Match[str] | None:
    """Return the thing that a command gave away, and to whom, if it was taken."""
    match = GIVING.match(command.strip())
    first = " ".join(text.split())[:300]
    if match is None or FAILED.search(first):
        return None
    said = (one for one in sentences_of(first) if _SUPPOSED.search(one) is None)
    return match if any(map(ACCEPTS.search, said)) else None


def is_eaten(text: str) -> bool:
    """Say whether a text tells that something was eaten or drunk."""
    return EATS.search(text) is not None


def _is_the_players(sentence: str) -> bool:
    return re.match(r"\W*you\b", sentence, re.IGNORECASE) is not None
