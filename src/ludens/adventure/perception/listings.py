"""Lists of things as stories print them: `a lamp, a box (in which is a coin) and two keys`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.phrases import phrase, word_set
from ludens.adventure.perception.facts import Holder, ItemFact, Trait

ARTICLE = phrase("listings_article")
COUNTED = phrase("listings_counted")
NESTED = phrase("listings_nested")
TRAITS: tuple[tuple[re.Pattern[str], Trait], ...] = (
    (re.compile(r"\b(?:providing light|lit|glowing|switched on|burning)\b", re.I), Trait.LIT),
    (re.compile(r"\b(?:being )?worn\b", re.I), Trait.WORN),
    (re.compile(r"\blocked\b", re.I), Trait.LOCKED),
    (re.compile(r"\bclosed\b", re.I), Trait.CLOSED),
    (re.compile(r"\bopen\b", re.I), Trait.OPEN),
    (re.compile(r"\bempty\b", re.I), Trait.EMPTY),
)
TOLD_OF = phrase("listings_told_of")
"""What a list tells of a thing after its name: `an egg encrusted with jewels`."""
LONGEST_NAME = 6
"""Words an item's name may have; more is prose."""
NOT_AN_ITEM = word_set("listings_not_an_item")
"""Words that stand for a thing, or begin a remark, among the things of a list."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the things of a list are, and the words that say so."""

    holder: Holder
    inside: str | None
    quote: str
    confidence: float


def traits_in(note: str) -> frozenset[Trait]:
    """Return what a note in brackets says of an item."""
    found = {trait for pattern, trait in TRAITS if pattern.search(note)}
    if re.search(r"\bunlocked\b", note, re.IGNORECASE):
        found.discard(Trait.LOCKED)
    if re.search(r"\bunlit\b", note, re.IGNORECASE):
        found.discard(Trait.LIT)
    return frozenset(found)


def name_of(words: str) -> str:
    """Return an item's name: without article, count and closing marks."""
    name = words.strip().strip(".,;:!").strip()
    name = ARTICLE.sub("", name)
    name = TOLD_OF.sub("", COUNTED.sub("", name))
    return name.strip("\"'").strip()


def is_name(name: str) -> bool:
    """Say whether words can be the name of an item."""
    words = name.split()
    return (
        0 < len(words) <= LONGEST_NAME
        and words[0].lower() not in NOT_AN_ITEM
        and name.lower() not in DIRECTIONS
        and re.fullmatch(r"[\w' .,\-&#/]+", name) is not None
    )


def items_of_list(text: str, placed: Placed) -> list[ItemFact]:
    """Return the items of a list in prose, those inside others included."""
    items: list[ItemFact] = []
    for entry, notes in _entries(text):
        name = name_of(entry)
        if not is_name(name):
            continue
        traits = frozenset().union(*(traits_in(note) for note in notes))
        items.append(
            ItemFact(name, placed.holder, placed.inside, traits, placed.quote, placed.confidence)
        )
        for note in notes:
            nested = NESTED.match(note.strip())
            if nested:
                on = (nested.group("where") or "in").lower() in {"on", "upon"}
                holder = Holder.SUPPORTER if on else Holder.CONTAINER
                inner = replace(placed, holder=holder, inside=name)
                items += items_of_list(nested.group("list"), inner)
    return items


def _entries(text: str) -> Iterable[tuple[str, list[str]]]:
    """Split a list at its commas and `and`s outside brackets; give the bracketed notes apart."""
    depth, start = 0, 0
    pieces: list[str] = []
    position = 0
    separator = re.compile(r",\s+(?:and\s+)?|\s+and\s+|;\s+")
    while position < len(text):
        char = text[position]
        if char == "(":
            depth += 1
        elif char == ")":
            depth = max(0, depth - 1)
        if depth == 0:
            match = separator.match(text, position)
            if match:
                pieces.append(text[start:position])
                position = start = match.end()
                continue
        position += 1
    pieces.append(text[start:])
    for piece in pieces:
        yield re.sub(r"\(.*\)", "", piece), _notes(piece)


def _notes(piece: str) -> list[str]:
    """Return the outermost bracketed notes of a list's entry."""
    notes: list[str] = []
    depth, start = 0, 0
    for position, char in enumerate(piece):
        if char == "(":
            if depth == 0:
                start = position + 1
            depth += 1
        elif char == ")" and depth > 0:
            depth -= 1
            if depth == 0:
                notes.append(piece[start:position])
    return notes
