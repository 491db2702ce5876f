"""Combinations: codes that were read somewhere, tried on what is set, typed or said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

SETTABLE = re.compile(
    r"\b(?:dials?|safe|keypad|key pad|combination(?: lock)?|lock|knob|keyboard|console|terminal"
    r"|computer|phone|telephone|intercom|panel|counter|tumblers?|number plate|vault)$"
)
"""What one sets or types numbers on."""
_SETTING = (("set", "*", "to", "*"), ("turn", "*", "to", "*"), ("rotate", "*", "to", "*"))
_TYPING = (("type", "*", "on", "*"), ("enter", "*", "on", "*"), ("type", "*"), ("dial", "*"))
_ASKED = re.compile(
    r"\b(?:pass ?word|magic word|secret word|say the word|what(?: is|'s) the word|who goes there"
    r"|riddle|speak (?:the word|and enter|friend))\b",
    re.IGNORECASE,
)
"""Where something is to be said."""
SET = 0.25
"""Setting what takes a number to one that was read."""
SAID = 0.3
"""Saying a word that was read where one is asked for."""
NEWEST = 8
"""Codes that are tried at most in one place, the newest first."""


def combinations(
    vocabulary: Vocabulary, state: AdventureState, room: RoomId, around: tuple[Thing, ...]
) -> Iterator[Opportunity]:
    """Yield the codes that may be tried on what is in a room, and the words that may be said."""
    journal = state.journal
    numbers = [*journal.numbers][-NEWEST:][::-1]
    for thing in around if numbers else ():
        if not thing.proven or not SETTABLE.search(thing.name):
            continue
        for number in numbers:
            command = _set(vocabulary, thing.name, number)
            if command:
                reason = f"{number} was read elsewhere."
                kind = sentence_kind(command)
                yield Opportunity(command, SET / len(numbers), reason, thing.name, kind)
    if not journal.passwords or not vocabulary.takes("say", "*"):
        return
    asks = any(
        puzzle.room == room and _ASKED.search(puzzle.quote) for puzzle in state.puzzles.open()
    )
    for word in [*journal.passwords][-NEWEST:][::-1] if asks else ():
        yield Opportunity(f"say {word}", SAID, f"{word!r} was read elsewhere.", kind="say")


def _set(vocabulary: Vocabulary, thing: str, number: str) -> str:
    setting = next((words for words in _SETTING if vocabulary.takes(*words)), None)
    if setting is not None:
        return f"{setting[0]} {thing} to {number}"
    typing = next((words for words in _TYPING if vocabulary.takes(*words)), None)
    if typing is None:
        return ""
    return f"{typing[0]} {number} on {thing}" if len(typing) > 2 else f"{typing[0]} {number}"
