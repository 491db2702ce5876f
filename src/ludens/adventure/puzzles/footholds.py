"""What is too heavy to lift may be pushed, and what is too high reached from on top of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import in_room

PUSHED, PUSHED_AS_TOLD = 0.12, 0.5
"""Pushing something heavy out of a room; and where a text speaks of pushing."""
STOOD_ON = 0.6
"""Getting on what stands where something is too high."""
FROM_THERE = 0.8
"""What was too high, from on top of it."""
_HEAVY = re.compile(
    r"\b(?:too heavy|weighs? (?:too much|a ton)|cannot lift|can't lift|push|shove|slide|drag|roll)",
    re.IGNORECASE,
)
_AS_TOLD = re.compile(r"\b(?:push|shove|slide|drag|roll|which (?:way|direction))", re.IGNORECASE)
_HIGH = re.compile(
    r"\b(?:stand on|too high|(?:can't|cannot|can not|couldn't) (?:quite )?reach"
    r"|out of (?:your )?reach|above your (?:head|reach|fingertips)|not tall enough|higher up)\b",
    re.IGNORECASE,
)
_FOOTHOLD = re.compile(
    r"\b(?:crate|box|stool|footstool|chair|armchair|table|bench|barrel|cask|keg|chest|trunk|ladder"
    r"|stepladder|steps|desk|log|block|boulder|pedestal|bed|cart|trolley)$"
)
"""What one may stand on, by its name."""
_GETTING_ON = (("stand", "on", "O"), ("climb", "on", "O"), ("get", "on", "O"), ("climb", "O"))


def footholds(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield pushing what is too heavy to be lifted, and getting on what stands below."""
    if puzzle.room is None or puzzle.room not in thinking.state.map.rooms:
        return
    if puzzle.things and _HEAVY.search(puzzle.quote):
        yield from _pushed(thinking, puzzle)
    if _HIGH.search(puzzle.quote):
        yield from _stood_on(thinking, puzzle)


def _pushed(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    if not thinking.vocabulary.takes("push", "*", "*"):
        return
    thing, room = puzzle.things[0], puzzle.room
    chance = PUSHED_AS_TOLD if _AS_TOLD.search(puzzle.quote) else PUSHED
    for direction, way in thinking.state.map.rooms[room].exits.items() if room else ():
        if way.status is ExitStatus.EXPLORED and direction not in ("up", "down"):
            reason = f"The {thing} may be pushed there."
            yield Idea(f"push {thing} {direction}", room, (), chance, reason, "pushing")


def _stood_on(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    state = thinking.state
    if puzzle.room is None:
        return
    command, on = puzzle.direction or puzzle.command, state.posture.on
    if command and _FOOTHOLD.search(on) and state.map.here == puzzle.room:
        reason = f"It may be reached from the {on}."
        since = state.posture.since
        yield Idea(command, puzzle.room, (), FROM_THERE, reason, "foothold", renewed=since)
        return
    for id_ in state.items.visible_at(in_room(puzzle.room)):
        name = thinking.vocabulary.name(state.items.known[id_].name)
        how = thinking.sentence(_GETTING_ON, "", name) if _FOOTHOLD.search(name) else None
        if how is not None:
            since = state.items.known[id_].last_seen
            reason = f"It may be reached from the {name}."
            yield Idea(how, puzzle.room, (), STOOD_ON, reason, "foothold", renewed=since)
