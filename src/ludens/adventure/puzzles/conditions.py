"""What state something is in, by what is said of it, and the deed that would mend that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.adventure.mentions import Standing
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.world.places import RoomId

CONDITION = "condition"
"""The kind of these ideas."""
DESCRIBED = 0.3
"""Mending what a thing is described by."""
IN_THE_WAY = 0.6
"""The same, of what a refusal says is in such a state."""
ANOTHER = 0.7
"""What is left of that for each thing after the first that it may mean."""
MOST_THINGS = 4


@dataclass(frozen=True, slots=True)
class Condition:
    """A state that one deed mends."""

    said: re.Pattern[str]
    """How a text tells it."""
    deeds: tuple[str, ...]
    """The verbs of that deed, the likeliest first."""
    at: re.Pattern[str] | None = None
    """What it is done at, by its name; None: anywhere."""


def _condition(said: str, deeds: str, at: str = "") -> Condition:
    return Condition(
        re.compile(rf"\b(?:{said})\b", re.IGNORECASE),
        tuple(deeds.split()),
        re.compile(rf"\b(?:{at})$") if at else None,
    )


_CONDITIONS = (
    _condition(
        "dirty|grimy|filthy|tarnished|dusty|begrimed|smeared|green with age|(?:covered|coated|caked"
        "|thick) (?:in|with) (?:dust|grime|dirt|soot|mud|rust|verdigris)|layer of (?:dust|grime)",
        "clean polish rub wipe dust",
    ),
    _condition("blunt", "sharpen grind whet hone", "grindstone|whetstone|stone|wheel|strop"),
    _condition("wound down|run down|wants winding|needs winding", "wind"),
    _condition("rolled up|furled", "unroll unfurl open"),
    _condition("folded", "unfold open"),
)


def conditions(thinking: Thinking) -> Iterator[Idea]:
    """Yield the mending of what is carried or can be fetched, by its description."""
    for tool in thinking.tools:
        for condition in _CONDITIONS:
            if condition.said.search(tool.item.description):
                yield from _mended(thinking, condition, tool.name, tool.item.name, DESCRIBED)


def in_condition(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield the mending of what a refusal says is in no state to do it."""
    if not puzzle.command:
        return
    for condition in _CONDITIONS:
        if condition.said.search(puzzle.quote):
            chance = IN_THE_WAY
            for thing in puzzle.things[:MOST_THINGS]:
                owned = next((t.item.name for t in thinking.tools if t.name == thing), "")
                yield from _mended(thinking, condition, thing, owned, chance, room=puzzle.room)
                chance *= ANOTHER


def _mended(
    thinking: Thinking,
    condition: Condition,
    thing: str,
    item: str,
    chance: float,
    *,
    room: RoomId | None = None,
) -> Iterator[Idea]:
    """Yield the deed in the first words that the story has for it, where it can be done."""
    command = thinking.sentence(tuple((deed, "O") for deed in condition.deeds), "", thing)
    if command is None:
        return
    items = (item,) if item else ()
    reason = f"The {thing} is in no good state."
    place = None if item else room
    if condition.at is not None:
        place = next(_rooms_with(thinking, condition.at), place)
    yield Idea(command, place, items, chance, reason, CONDITION)


def _rooms_with(thinking: Thinking, name: re.Pattern[str]) -> Iterator[RoomId]:
    """Yield the rooms whose texts speak of such a thing."""
    for room, page in thinking.state.journal.mentioned.items():
        there = (n for n, said in page.items() if said.standing is not Standing.ABSENT)
        if any(map(name.search, there)) and thinking.reachable(room):
            yield room
