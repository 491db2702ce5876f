"""Finding where the player is: the room around the player, and the variables that name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.adventure.interpreter.zmachine.compiler import Compiler
from ludens.adventure.interpreter.zmachine.evidence import GLOBALS, Evidence
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber
from ludens.adventure.interpreter.zmachine.protagonist import find_player
from ludens.adventure.interpreter.zmachine.walks import (
    Step,
    find_steps,
    room_above,
    titled_globals,
)
from ludens.adventure.interpreter.zmachine.zstory import ZStory


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is known of how a story keeps the player and the place. None or empty: unknown."""

    player: ObjectNumber | None = None
    player_globals: tuple[int, ...] = ()
    """Global variables that name the player's object."""
    location_globals: tuple[int, ...] = ()
    """Global variables that name the room."""
    room_parent: ObjectNumber | None = None
    """What all rooms are in: NOTHING in most Inform stories, one object in Infocom's."""


def find_whereabouts(story: ZStory, evidence: Evidence, status: int | None) -> Whereabouts:
    """What samples tell of the player and the rooms. A pure function of its arguments.

    `status` is the first of the status line's three variables, if it is known.
    """
    steps = find_steps(evidence)
    stated = status if status is not None and _is_lit(story, evidence, status) else None
    rooms = _Rooms(steps, stated, _room_parent(evidence, steps, stated))
    player = find_player(evidence, steps, stated, rooms.followers)
    locations = _location_globals(story, evidence, rooms, player)
    return Whereabouts(
        player=player,
        player_globals=_player_globals(story, evidence, player, locations, status),
        location_globals=locations,
        room_parent=rooms.parent,
    )


@dataclass(frozen=True, slots=True)
class _Rooms:
    """What is known of the rooms before the player is."""

    steps: Sequence[Step]
    stated: int | None
    """The variable that names the room by custom, if it did so in every image."""
    parent: ObjectNumber | None

    @property
    def followers(self) -> set[int]:
        """All variables that follow the room."""
        found = {number for step in self.steps for number in step.globals}
        return found if self.stated is None else found | {self.stated}


def _is_lit(story: ZStory, evidence: Evidence, status: int) -> bool:
    """Whether the status line's variable named a room in every image.

    In darkness Inform's libraries make it name a place that nothing is ever in.
    """
    return bool(evidence.frames) and all(
        (room := int(frame.globals[status])) in frame.tree
        and (not story.may_be_dark or bool(frame.tree.children(room)))
        for frame in evidence.frames.values()
    )


def _room_parent(
    evidence: Evidence, steps: Sequence[Step], stated: int | None
) -> ObjectNumber | None:
    parents: set[ObjectNumber] = set()
    for step in steps:
        for frame in (evidence.before(step.sample), evidence.after(step.sample)):
            parents |= {frame.tree.parent(step.origin), frame.tree.parent(step.goal)}
    if not parents and stated is not None:
        frames = evidence.frames.values()
        parents = {frame.tree.parent(int(frame.globals[stated])) for frame in frames}
    return parents.pop() if len(parents) == 1 else None


def _player_globals(
    story: ZStory,
    evidence: Evidence,
    player: ObjectNumber | None,
    locations: tuple[int, ...],
    status: int | None,
) -> tuple[int, ...]:
    """The global variables that named the player in every image.

    Inform's libraries declare `player` behind the status line's three variables, and before all
    others that hold the same, such as `actor`, which lag behind or name someone else.
    """
    if player is None:
        return ()
    named = [n for n in evidence.constant_globals(player) if n not in locations]
    if story.compiler is Compiler.INFORM and status is not None:
        behind = [number for number in named if number > status + 2]
        return tuple(behind[:1] or named)
    return tuple(named)


def _location_globals(
    story: ZStory, evidence: Evidence, rooms: _Rooms, player: ObjectNumber | None
) -> tuple[int, ...]:
    """The global variables that named the player's room in every image."""
    if story.header.version == 3 and story.compiler is not Compiler.INFORM:
        return (0,)
    if player and rooms.parent is not None:
        agreeing = np.ones(GLOBALS, bool)
        visited = set()
        for frame in evidence.frames.values():
            room = room_above(frame.tree, player, rooms.parent)
            if room is not None:
                visited.add(room)
                agreeing &= frame.globals == room
        found = tuple(int(number) for number in np.flatnonzero(agreeing))
        if len(visited) > 1:
            return found
        # A single room says nothing: many variables may hold its number by accident.
        return (rooms.stated,) if rooms.stated in found else ()
    if rooms.steps:
        return tuple(sorted(frozenset.intersection(*(step.globals for step in rooms.steps))))
    return titled_globals(evidence) or ((rooms.stated,) if rooms.stated is not None else ())
