"""The deed that a refusal names: what "would have to be dug away" is to be dug."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.english import stems
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import head, phrases_in
from ludens.adventure.puzzles.needs import NEEDS
from ludens.adventure.puzzles.thinking import FAR, Idea, Thinking

WANTED = 0.75
"""The deed that a refusal says must be done, to the first thing that it may mean."""
LATER = 0.8
"""What is left of that for each thing after that."""
UNARMED = 0.8
"""The same, with bare hands where something in them is made for it."""
MOST_THINGS = 4
MOST_TOOLS = 2
_MUST = re.compile(
    r"\b(?:would|will|must|should|may|might|could|has to|have to|had to|needs? to|ought to) "
    r"(?:first |only |have to |need to )*be (?P<done>(?!\w+ing\b)\w{3,})\b"
    r"|\b(?:wants?|needs?) (?P<doing>\w{2,}ing)\b",
    re.IGNORECASE,
)
"""How a refusal names the deed that is wanted."""
_OUT = re.compile(
    r"\b(?:must|should|has to|have to|had to|ought to|wants? to|needs? to) (?:now |first |then )?"
    r"(?:come|be (?:drawn|taken|pulled|lifted|got|brought|fetched|removed)) (?:back |right )?"
    r"(?:out|off|away)\b",
    re.IGNORECASE,
)
"""How a text says that something is not to stay where it was put."""
_IDLE = frozenset("examine look go see do be take find use wait think".split())
"""Verbs whose forms are in such sentences and name no deed."""


def wanted(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield the deed that the words of a puzzle say must be done, with what is made for it."""
    yield from _taken_out(thinking, puzzle)
    deeds = [deed for deed in named_in(puzzle.quote) if is_deed(thinking, deed)]
    if not deeds:
        return
    said = phrases_in(thinking.vocabulary, puzzle.quote)
    things = tuple(dict.fromkeys((*puzzle.things, *said)))[:MOST_THINGS]
    for deed in deeds:
        fit = [tool for tool in thinking.tools if is_tool(deed, tool.name)]
        reason = f"It says what must be done: {deed}."
        for number, thing in enumerate(things):
            chance = WANTED * LATER**number
            for tool in fit[:MOST_TOOLS]:
                command = thinking.sentence(((deed, "O", "with", "T"),), tool.name, thing)
                likely = chance if tool.held else chance * FAR
                if command is not None and tool.name != thing:
                    yield Idea(command, puzzle.room, (tool.item.name,), likely, reason, "wanted")
            command = thinking.sentence(((deed, "O"),), "", thing)
            if command is not None:
                bare = chance * (UNARMED if fit else 1.0)
                yield Idea(command, puzzle.room, (), bare, reason, "wanted")


def _taken_out(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield the taking back of what must come out again: what is named, or what was put there."""
    if _OUT.search(puzzle.quote) is None or puzzle.room is None:
        return
    said = {head(name) for name in phrases_in(thinking.vocabulary, puzzle.quote)}
    put = [last for last in thinking.state.journal.settled if thinking.called(last)]
    for last in [last for last in put if last in said] or put[-1:]:
        reason = f"It says that the {last} must come out."
        yield Idea(f"take {last}", puzzle.room, (), WANTED, reason, "wanted")


@lru_cache(maxsize=4000)
def named_in(refusal: str) -> tuple[str, ...]:
    """Return the verbs of the deeds that a refusal may say must be done."""
    said = _MUST.finditer(refusal)
    deeds = (one["done"] or one["doing"] for one in said)
    return tuple(dict.fromkeys(stem for deed in deeds for stem in stems(deed.lower())))


def is_deed(thinking: Thinking, verb: str) -> bool:
    """Tell whether the story has such a verb, and it is no mere looking."""
    known = thinking.vocabulary.verb(verb)
    return known is not None and _IDLE.isdisjoint(known.words)


@lru_cache(maxsize=4000)
def is_tool(verb: str, name: str) -> bool:
    """Tell whether a thing of this name is made for such a deed."""
    needs = (need for need in NEEDS if any(shape[0] == verb for shape in need.sentences))
    return any(need.helps(name) for need in needs)
