"""Orders: what a text tells the reader to do, as commands that the story understands.

Letters, notes, creatures and some openings say outright what is wanted: "retrieve the coin from
the sack, and then make sure that the gate is locked with the key". English has few ways to say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[.!?\n]+\s*")
_BEGIN = (
    r"(?:^\W*|,\s*|\bto\s+|\bthen\b,?\s*|\bplease\s+|\band\s+"
    r"|\byou (?:must|should|can|could|may|need to|have to)\b,?\s*)"
)
_NOUN = r"(?:the|a|an|some|your|that|this)?\s*(?P<{}>[\w' -]{{2,60}}?)"
_TAKE = r"(?:take|pick up|pick-up|grab|retrieve|recover|lift|obtain|acquire|fetch|collect|get)"
_PUT = r"(?:put|place|set|rest|lay|position|insert|stick|deposit|leave|hang|push)"
_AWAY = r"(?:\s+(?:from|off|out of|in|inside|within|on|of|under|lying|that)\b.*)?$"
_LOCKING = re.compile(
    rf"\b(?:{_PUT}|use)\s+{_NOUN.format('tool')}\s+(?:into|in|on)\s+{_NOUN.format('thing')}"
    r"(?:'s lock|\s+(?:inside|within|in)\b.*?)?\s+to\s+(?P<verb>unlock|lock|open)\s+it",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\b(?:sure|ensure|assure|check|doublecheck|double-check|see|so|certain)\s+that\s+"
    rf"{_NOUN.format('thing')}(?:\s+(?:in|inside|within|on|at)\s+the\s+[\w' -]+?)?"
    r"\s+(?:is|are|be)\s+(?P<state>ajar|open|opened|shut|closed|unlocked|locked)\b"
    rf"(?:\s+(?:with|using|by)\s+{_NOUN.format('tool')}\s*$)?",
    re.IGNORECASE,
)
_WITH = re.compile(rf"^\W*(?:with|using)\s+{_NOUN.format('tool')}\s*,\s*", re.IGNORECASE)
_TAKING = re.compile(rf"{_BEGIN}{_TAKE}\s+{_NOUN.format('thing')}{_AWAY}", re.IGNORECASE)
_PUTTING = re.compile(
    rf"{_BEGIN}{_PUT}\s+{_NOUN.format('tool')}\s+(?P<where>into|in|inside|onto|on|upon)\s+"
    rf"{_NOUN.format('thing')}(?:\s+(?:in|inside|within|of)\b.*)?$",
    re.IGNORECASE,
)
_ACTING = re.compile(
    rf"{_BEGIN}(?P<verb>open|close|shut|unlock|lock|eat|consume|devour|drink|drop|push|pull|turn"
    rf"|light|ring|wind|dig|read|wear|break|cut|burn|climb|move)\s+{_NOUN.format('thing')}"
    rf"(?:\s+(?:with|using)\s+{_NOUN.format('tool')})?"
    r"(?:\s+(?:in|inside|within|on|from|at)\s+the\b.*)?$",
    re.IGNORECASE,
)
_GIVING = re.compile(
    rf"{_BEGIN}(?P<verb>give|show|offer|hand|bring)\s+{_NOUN.format('tool')}\s+to\s+"
    rf"{_NOUN.format('thing')}$",
    re.IGNORECASE,
)
_STATES = {
    **dict.fromkeys(("ajar", "open", "opened"), "open"),
    **dict.fromkeys(("shut", "closed"), "close"),
    "unlocked": "unlock",
    "locked": "lock",
}
_PLAIN = {"shut": "close", "consume": "eat", "devour": "eat", "offer": "give", "bring": "give"}
MOST = 16
"""Orders taken of one text."""


def orders_in(vocabulary: Vocabulary, text: str) -> list[str]:
    """Return the commands that a text asks for, in its order."""
    found: dict[str, None] = {}
    for sentence in _SENTENCE.split(" ".join(text.split()).replace(". ", ".\n")):
        for command in _orders(vocabulary, sentence):
            if vocabulary.understands(command):
                found.setdefault(command)
    return list(found)[:MOST]


def _orders(vocabulary: Vocabulary, sentence: str) -> Iterator[str]:
    def name(words: str | None) -> str:
        phrases = vocabulary.phrases(words or "")
        return phrases[0] if phrases else ""

    tool = ""
    if (begun := _WITH.match(sentence)) is not None:
        tool, sentence = name(begun["tool"]), sentence[begun.end() :]
    if (found := _LOCKING.search(sentence)) is not None:
        yield from _told(found["verb"].lower(), name(found["thing"]), name(found["tool"]))
    elif (found := _STATE.search(sentence)) is not None:
        verb = _STATES[found["state"].lower()]
        yield from _told(verb, name(found["thing"]), name(found["tool"]) or tool)
    elif (found := _PUTTING.search(sentence)) is not None:
        where = "on" if "on" in found["where"].lower() else "in"
        if name(found["tool"]) and name(found["thing"]):
            yield f"put {name(found['tool'])} {where} {name(found['thing'])}"
    elif (found := _GIVING.search(sentence)) is not None:
        if name(found["tool"]) and name(found["thing"]):
            verb = _PLAIN.get(found["verb"].lower(), found["verb"].lower())
            yield f"{verb} {name(found['tool'])} to {name(found['thing'])}"
    elif (found := _ACTING.search(sentence)) is not None:
        verb = _PLAIN.get(found["verb"].lower(), found["verb"].lower())
        yield from _told(verb, name(found["thing"]), name(found["tool"]) or tool)
    elif (found := _TAKING.search(sentence)) is not None:
        yield from _told("take", name(found["thing"]), "")


def _told(verb: str, thing: str, tool: str) -> Iterator[str]:
    if thing:
        yield f"{verb} {thing} with {tool}" if tool and verb != "take" else f"{verb} {thing}"
