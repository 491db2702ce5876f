"""What is worth asking a model about: sentences that nobody has read and no rule is sure of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.perception.commands import kind_of
from ludens.adventure.perception.exits_text import LIKELY, LISTED
from ludens.adventure.perception.facts import Reading
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import plain, sentences_of
from ludens.adventure.perception.memory import TextMemory
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.reports import speaks_of
from ludens.adventure.perception.titles import Kind

LEAST_PROSE = 20
"""Characters of prose below which there is nothing to ask about."""
ALWAYS = 4
"""Calls that are allowed however short the episode is so far."""
UNDERSTOOD = re.compile(
    r"^(?:taken|dropped|ok|okay|done|time passes|you can't go that way|i (?:don't|didn't)"
    r"|you (?:can't|cannot|don't|aren't|already)|that's not|there (?:is|are) no|nothing|what\b.*\?"
    r"|i beg your pardon|which do you mean)\b",
    re.IGNORECASE,
)
"""Answers whose meaning the rules have whole, or that tell nothing of any thing."""


def digest_of(reader: str, sentence: str) -> str:
    """Return what a sentence is remembered by, for one reader."""
    return blake2b(f"{reader}\n{plain(sentence)}".encode(), digest_size=8).hexdigest()


def prose_of(text: str) -> list[str]:
    """Return the sentences of a text that are prose: no lists of what lies about."""
    return [s for s in sentences_of(" ".join(text.split())) if not is_listing(s)]


def unread(memory: TextMemory, reader: str, sentences: Sequence[str]) -> list[str]:
    """Return the sentences that a reader has not read, or none where they tell too little."""
    fresh = [s for s in sentences if digest_of(reader, s) not in memory.parsed]
    return fresh if len(" ".join(fresh)) >= LEAST_PROSE else []


def within_budget(readings: int, turn: int, share: float) -> bool:
    """Say whether after so many calls one more keeps to `share` calls a turn, on average."""
    return readings < ALWAYS + share * turn


def unsure_ways(reading: Reading, body: str) -> list[str]:
    """Return the sentences of a description that may name ways which no rule is sure of.

    A way is only believed where the words quoted name its direction, so sentences without any
    direction are not asked about.
    """
    prose = prose_of(body)
    if any(LISTED.search(sentence) for sentence in prose):
        return []
    settled = {fact.quote for fact in reading.exits if fact.confidence >= LIKELY}
    return [
        sentence
        for sentence in prose
        if sentence not in settled and any(speaks_of(way, sentence) for way in DIRECTIONS)
    ]


def unsure_things(percept: Percept, reading: Reading, text: str) -> list[str]:
    """Return the sentences of an answer that may name things which no rule reads."""
    if reading.inventory or reading.refusal is not None or reading.question is not None:
        return []
    if kind_of(percept.command) is Kind.OPENING or UNDERSTOOD.match(text.strip()):
        return []
    return prose_of(text)
