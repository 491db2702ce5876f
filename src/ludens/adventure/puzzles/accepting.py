"""What a receptacle takes, as its refusal tells: "only copper and tin go in the crucible".

Whatever is called so, or described so, belongs there, now or once it is found. What is refused even
so is left to what makes it worth another try.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.experience import GAINFUL
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import head, speaks_of, telling_words
from ludens.adventure.puzzles.thinking import FAR, Idea, Thinking
from ludens.adventure.world.item import Item

NAMED, DESCRIBED = 0.75, 0.3
"""Putting there what is called like that, and what is only described so."""
SHORT = 120
"""Characters of a description that tells of the thing itself."""
ACCEPTED = "accepted"
"""The kind of that idea: that other things do not go there says nothing against it."""
_GO = r"(?:go(?:es)?|fits?|belongs?|(?:will|may|can|could) (?:go|fit|be put)|(?:is|are) put)"
_THERE = r"(?:in|into|on|onto|inside|there|here|through|down)\b"
_ACCEPTS = re.compile(
    rf"\bonly (?P<only>[\w', -]+?) {_GO} {_THERE}(?P<more>.*)"
    rf"|\bnothing (?:else )?{_GO} {_THERE}.*? (?:but|except|save|other than) (?P<besides>.+)"
    rf"|\bnothing (?:but|except|save|other than) (?P<save>.+?) {_GO} {_THERE}"
    r"|^\W*(?:the|that|this) [\w' -]{2,30}? (?:is|are) (?:only |just |meant |made )?for (?P<for>.+)"
    r"|^\W*(?:it|(?:the|that|this) [\w' -]{2,30}?) (?:only )?takes (?:only )?(?P<takes>.+)",
    re.IGNORECASE,
)
"""How a refusal tells what goes somewhere."""
_PUTTING = re.compile(r"^(?:put|insert|pour|fill|drop|place|throw|hang) .+ (?:in|into|on|onto) ")
_SHAPES = (("put", "T", "in", "O"), ("put", "T", "on", "O"))


def tells_what_goes_there(command: str, sentence: str) -> bool:
    """Tell whether the answer to putting something somewhere says what goes there."""
    return _PUTTING.match(command) is not None and bool(taken(sentence))


@lru_cache(maxsize=4000)
def taken(sentence: str) -> frozenset[str]:
    """Return the words for what goes somewhere, by a sentence that tells it; none if it does not.

    "For loam: clay, and chaff, and water": what it is made of.
    """
    found = _ACCEPTS.search(sentence)
    if found is None:
        return frozenset()
    said = " ".join(part for part in found.groups() if part)
    return telling_words(said.rpartition(":")[2])


def accepted(thinking: Thinking) -> Iterator[Idea]:
    """Yield putting what belongs somewhere there, by what was said of the place at any time."""
    for puzzle in thinking.state.puzzles.puzzles.values():
        kinds = kinds_of(puzzle)
        if not kinds or puzzle.room is None or not thinking.reachable(puzzle.room):
            continue
        target = puzzle.things[0]
        for tool in thinking.tools:
            chance = _belongs(kinds, tool.item)
            if not chance or head(tool.name) == head(target):
                continue
            command = thinking.sentence(_SHAPES, tool.name, target)
            tried = thinking.state.journal.attempt(puzzle.room, command) if command else None
            if command is not None and (tried is None or tried.effect in GAINFUL):
                chance *= 1.0 if tool.held else FAR
                reason = f"It was said that such things go there: {target}."
                items = (tool.item.name,)
                yield Idea(command, puzzle.room, items, chance, reason, ACCEPTED)


def _belongs(kinds: frozenset[str], item: Item) -> float:
    """Return the chance that a thing belongs where such kinds do; 0 if nothing speaks for it."""
    if speaks_of(kinds, item.name):
        return NAMED
    told = telling_words(item.description) if len(item.description) <= SHORT else frozenset()
    return 0.0 if kinds.isdisjoint(told) else DESCRIBED


def kinds_of(puzzle: Puzzle) -> frozenset[str]:
    """Return the words for what goes into what a puzzle is about; none if it does not tell."""
    if not puzzle.things or not tells_what_goes_there(puzzle.command, puzzle.quote):
        return frozenset()
    return taken(puzzle.quote) - telling_words(puzzle.things[0])
