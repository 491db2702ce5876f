"""What a player may want of the game in any book: to look about, to know who is here, to hear how
it goes on, help."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from ludens.story.asked import without_greeting
from ludens.story.language.modern import table
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words


class Wish(StrEnum):
    """What is wanted."""

    LOOK = "look"
    WHO = "who"
    ONWARD = "onward"
    HELP = "help"


_WHO = re.compile(
    r"\bwho\b.*\b(?:here|around|about|present|nearby|near|there|with (?:me|us)|else is)\b", re.I
)
_WHAT_TO_DO = re.compile(
    r"\b(?:what|how)\b.*\b(?:can|could|should|shall|must|may|do|am)\s+(?:i|we)\b"
    r"(?:.*\b(?:do|try|say|ask|play|win)\b|\W*$)",
    re.IGNORECASE,
)
_OF_OTHERS = frozenset("he she they him her them his their you your".split())
_PAST = frozenset("did was were had".split())


def wish_of(prompt: str) -> Wish | None:
    """Return what a prompt wants of the game, if it says nothing else."""
    prompt = without_greeting(prompt)
    lower = {word.text.lower() for word in words(prompt)}
    of_others, of_the_past = lower & _OF_OTHERS, lower & _PAST
    if _WHO.search(prompt) and not of_the_past and _is_all(prompt, "present"):
        return Wish.WHO
    asks = lower & _of("help") or _WHAT_TO_DO.search(prompt)
    if asks and not of_others and _is_all(prompt, "help", "playing"):
        return Wish.HELP
    goes_on = lower & _of("onward") and not lower & {"i"} and not of_others
    if goes_on and _is_all(prompt, "onward", "going"):
        return Wish.ONWARD
    if lower & _of("looking") and _is_all(prompt, "looking"):
        return Wish.LOOK
    return None


def asks_where(prompt: str) -> bool:
    """Tell whether a prompt wants to know where one is, besides what else it wants."""
    return "where" in {word.text.lower() for word in words(prompt)}


def _is_all(prompt: str, *keys: str) -> bool:
    """Tell whether all that a prompt says is in some tables."""
    known = frozenset[str]().union(*(_of(key) for key in keys))
    found = words(prompt)
    return all(w.stem in STOPWORDS or w.text.lower() in known for w in found)


@lru_cache(maxsize=8)
def _of(key: str) -> frozenset[str]:
    return frozenset(table()[key].split())
