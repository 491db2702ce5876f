"""What the agents are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from textwrap import shorten
from typing import Any

from ludens.adventure.picture import picture
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import (
    droppable,
    is_nearly_full,
    kept_in,
    stash,
    travel_costs,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import path
from ludens.adventure.world.warnings import NAME, warnings

RECENT = 8
"""Commands with their answers that a critic is told of."""
ANSWER = 240
"""Characters of each such answer."""
TEXT = 3000
"""Characters of the story's last text, cut in the middle when it is longer."""
STASHED = 6
"""Things that are told of a stash, at most."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a deciding agent is given for one turn: the state to read, and its own dice."""

    turn: int
    state: AdventureState
    """Read only: what the company knows before the decision."""
    dice: Random
    """This turn's generator for the agent, for choices between equals."""
    advice: tuple[str, ...] = ()
    """What loop-breaking has to say: loops, a countdown, old commands, untried exits."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """Commands that were proposed this turn and refused, each with the reason."""
    noted: str | None = None
    """The player's notes as a plan that was refused this turn left them; None: as the state has."""

    @property
    def notes(self) -> str:
        """The player's notes as they stand now."""
        return self.state.plan.notes if self.noted is None else self.noted

    def warnings(self, *, stuck: bool = True) -> list[str]:
        """Return what to beware of, in sentences; with the advice on loops if `stuck`."""
        advice = self.advice if stuck else ()
        return [*warnings(self.state.map, self.state.items, self.turn), *load(self.state), *advice]

    def facts(self) -> dict[str, Any]:
        """Return what a critic is told of the turn; bounded, whatever the episode's length."""
        state = self.state
        seen = picture(state)
        return {
            "turn": self.turn,
            "text": _middle_out(state.text.strip()),
            "room": seen.room,
            "exits": [f"{way.direction}: {way.told}" for way in seen.ways],
            "here": (*seen.present, *seen.here, *seen.scenery),
            "carried": seen.carried,
            "warnings": self.warnings(),
            "recent": [
                (command, shorten(answer, ANSWER, placeholder=" …"))
                for command, answer in state.recent[-RECENT:]
            ],
        }


def stash_of(state: AdventureState) -> RoomId | None:
    """Return the room where what is not needed now is kept; None while the hands were never full.

    Mazes are no stash, nor are rooms where somebody died.
    """
    mazes = (room for group in state.mazes.groups.values() for room in group.rooms)
    unsafe = {*mazes, *(death.room for death in state.lessons.deaths if death.room is not None)}
    return stash(state.map, state.items, travel_costs(state.items), unsafe)


def load(state: AdventureState) -> list[str]:
    """Return where to put down what the hands do not hold, and what first, if they do not."""
    world, items = state.map, state.items
    room = stash_of(state)
    if room is None or world.here is None:
        return []
    way = path(world, world.here, room, travel_costs(items))
    if way is None:
        return []
    far = "here" if room == world.here else f"{_room(state, room)}, {len(way.commands)} away"
    there = [items.known[id_].name for id_ in kept_in(items, room)][:STASHED]
    holds = f" It holds: {', '.join(there)}." if there else ""
    told = [f"The stash for what is not needed now is {far}.{holds}"]
    if is_nearly_full(items):
        about = " ".join(puzzle.summary for puzzle in state.puzzles.open())
        spare = [items.known[id_].name for id_ in droppable(items, about.split())][:STASHED]
        told += [f"To be put down there first: {', '.join(spare)}."] if spare else []
    return told


def _room(state: AdventureState, room: RoomId | None) -> str:
    known = state.map.rooms.get(state.map.resolve(room)) if room is not None else None
    return shorten(known.name, NAME, placeholder="…") if known is not None else "some place"


def _middle_out(text: str) -> str:
    if len(text) <= TEXT:
        return text
    return f"{text[: TEXT * 2 // 3]}\n […]\n{text[-TEXT // 3 :]}"
