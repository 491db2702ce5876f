"""What changes on the map when an earlier judgement proves wrong: rooms split, joined, redrawn."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.adventure.perception.events import Asked
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.memory import Step, StepKind, TextMemory
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    ExitSeen,
    RoomChanged,
    RoomFound,
    RoomsMerged,
    VisitReassigned,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import MIRROR, several

OWN = re.compile(r"r\d+$")
"""What the senses call the rooms that they find. A maze's are called otherwise: its ways are drawn
by whoever maps it, and one of its rooms may be several of those that the senses thought it was."""
REASON = "what came later fits better so"


@dataclass(slots=True)
class Drawn:
    """What the steps say of one way out of a room."""

    walked: dict[RoomId, int] = field(default_factory=dict)
    last: RoomId | None = None
    walks: bool = True
    """It was gone by a command that moves on purpose."""


@dataclass(frozen=True, slots=True)
class Relabelling:
    """New rooms for the steps of a memory: the same rooms where nothing changed."""

    rooms: list[RoomId]
    """The room of each step."""
    names: dict[int, RoomId]
    """The room that each room of the hypothesis became."""


def relabel(memory: TextMemory, labels: Sequence[int], next_room: int) -> Relabelling:
    """Name the rooms of a hypothesis so that as few steps as possible change their room.

    `labels` gives the hypothesis's room for each step; `next_room` numbers the next new room.
    """
    shared = Counter(zip(labels, (step.room for step in memory.steps), strict=True))
    names: dict[int, RoomId] = {}
    taken: set[RoomId] = set()
    for (label, room), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if label not in names and (room not in taken or not OWN.match(room)):
            names[label] = room
            taken.add(room)
    for label in labels:
        if label not in names:
            names[label] = RoomId(f"r{next_room}")
            next_room += 1
    rooms = [
        names[label] if OWN.match(step.room) or OWN.match(names[label]) else step.room
        for label, step in zip(labels, memory.steps, strict=True)
    ]  # two rooms that a maze's mapper told apart stay two
    return Relabelling(rooms, names)


def corrections(world: WorldMap, memory: TextMemory, rooms: Sequence[RoomId]) -> list[Fact]:
    """Return the events that make the map what it would be with these rooms for the steps."""
    changed = [n for n, step in enumerate(memory.steps) if step.room != rooms[n]]
    if not changed:
        return []
    events: list[Fact] = [*_found(world, memory, rooms)]
    affected = {memory.steps[n].room for n in changed} | {rooms[n] for n in changed}
    remaining = set(rooms)
    ranges = _ranges(memory.steps, rooms, changed)
    merged: dict[RoomId, RoomId] = {}
    for old in sorted({memory.steps[n].room for n in changed}):
        if old not in remaining:
            gained = Counter(rooms[n] for n in changed if memory.steps[n].room == old)
            merged[old] = gained.most_common(1)[0][0]
    for old, new, since, until in ranges:
        if merged.get(old) != new:
            events.append(
                VisitReassigned(
                    room=old,
                    to=new,
                    since=since,
                    until=until,
                    reason=REASON,
                    source=Source.INFERENCE,
                )
            )
    for old, new in merged.items():
        events.append(RoomsMerged(room=old, into=new, reason=REASON, source=Source.INFERENCE))
    events += _named(world, memory, rooms, affected)
    events += _redrawn(world, memory, rooms, affected, merged)
    return events


def _found(world: WorldMap, memory: TextMemory, rooms: Sequence[RoomId]) -> list[Fact]:
    events: list[Fact] = []
    seen: set[RoomId] = set()
    for step, room in zip(memory.steps, rooms, strict=True):
        if room not in world.rooms and room not in seen and step.kind is StepKind.SHOWN:
            seen.add(room)
            body = memory.texts[step.text].body
            name = memory.printed.get(step.title) or world.rooms[step.room].name
            events.append(
                RoomFound(room=room, name=name, description=body, source=Source.INFERENCE)
            )
    return events


def _named(
    world: WorldMap, memory: TextMemory, rooms: Sequence[RoomId], affected: set[RoomId]
) -> list[Fact]:
    """Return the names that rooms on the map have by the last title that was theirs."""
    titles: dict[RoomId, str] = {}
    for step, room in zip(memory.steps, rooms, strict=True):
        if room in affected and step.kind is StepKind.SHOWN and step.title and not step.denied:
            titles[room] = step.title
    return [
        RoomChanged(room=room, name=memory.printed[title], source=Source.INFERENCE)
        for room, title in sorted(titles.items())
        if room in world.rooms and plain(world.rooms[room].name) != title
    ]


def _ranges(
    steps: Sequence[Step], rooms: Sequence[RoomId], changed: Sequence[int]
) -> list[tuple[RoomId, RoomId, int, int | None]]:
    """Return stretches of turns that change rooms: old, new, first turn, last turn (None: now)."""
    ranges: list[tuple[RoomId, RoomId, int, int | None]] = []
    for n in changed:
        old, new = steps[n].room, rooms[n]
        until = max(steps[n].turn, steps[n + 1].turn - 1) if n + 1 < len(steps) else None
        if ranges and ranges[-1][:2] == (old, new) and n - 1 in changed:
            ranges[-1] = (old, new, ranges[-1][2], until)
        else:
            ranges.append((old, new, steps[n].turn, until))
    return ranges


def drawn_from(
    steps: Sequence[Step], rooms: Sequence[RoomId]
) -> tuple[dict[tuple[RoomId, str], Drawn], set[tuple[RoomId, str]]]:
    """Return the ways that the steps walked, and those that were refused and never walked."""
    walked: dict[tuple[RoomId, str], Drawn] = {}
    refused: set[tuple[RoomId, str]] = set()
    here: RoomId | None = None
    for step, room in zip(steps, rooms, strict=True):
        if step.kind is StepKind.REFUSED:
            refused.add((room, step.way))
        elif step.kind is not StepKind.SHOWN:
            continue
        elif here is not None and step.way and _walks(step, moved=room != here):
            way = walked.setdefault((here, step.way), Drawn())
            way.walked[room] = way.walked.get(room, 0) + 1
            way.last = room
            way.walks = step.asked in (Asked.WALK, Asked.MOVE)
        here = room
    return walked, refused - walked.keys()


def _walks(step: Step, *, moved: bool) -> bool:
    """Say whether a step went a way; a walk that shows the same room went in a loop."""
    if step.asked is Asked.RETURN or several(step.way):
        return False
    return moved or (step.asked is Asked.WALK and not step.denied)


def _redrawn(
    world: WorldMap,
    memory: TextMemory,
    rooms: Sequence[RoomId],
    affected: set[RoomId],
    merged: dict[RoomId, RoomId],
) -> list[Fact]:
    walked, refused = drawn_from(memory.steps, rooms)
    touching = {
        origin for (origin, _), way in walked.items() if affected & {origin, *way.walked}
    } | {
        origin
        for origin, room in world.rooms.items()
        if any(way.to in affected for way in room.exits.values())
    }
    events: list[Fact] = []
    stale: set[tuple[RoomId, str]] = set()
    for origin in sorted((affected | touching) & world.rooms.keys()):
        if origin in merged or not OWN.match(origin):
            continue
        for direction, known in world.rooms[origin].exits.items():
            drawn = walked.get((origin, direction))
            if (known.status is ExitStatus.EXPLORED and drawn is None) or (
                known.status is ExitStatus.ASSUMED and (origin in affected or known.to in affected)
            ):
                stale.add((origin, direction))
            elif known.status in (ExitStatus.ABSENT, ExitStatus.BLOCKED) and origin in affected:
                if (origin, direction) not in refused and drawn is None:
                    stale.add((origin, direction))
    events += [
        ExitForgotten(room=room, direction=direction, source=Source.INFERENCE)
        for room, direction in sorted(stale)
    ]
    reasons = _reasons(world, memory)
    mentioned: dict[RoomId, set[str]] = defaultdict(set)
    for step, room in zip(memory.steps, rooms, strict=True):
        if step.kind is StepKind.SHOWN and room in affected and OWN.match(room):
            mentioned[room].update(memory.texts[step.text].exits)
    for room in sorted(mentioned):
        for direction in sorted(mentioned[room]):
            events.append(ExitSeen(room=room, direction=direction))
    for room, direction in sorted(refused):
        if room in affected and OWN.match(room):
            reason = reasons.get((room, direction)) or reasons.get((None, direction), "")
            events.append(ExitAbsent(room=room, direction=direction, reason=reason))
    for (origin, direction), way in walked.items():
        if not OWN.match(origin) or (origin not in touching and origin not in affected):
            continue
        assert way.last is not None
        events.append(
            ExitExplored(
                room=origin,
                direction=direction,
                to=way.last,
                walked=dict(way.walked),
                teleport=not way.walks,
                source=Source.INFERENCE,
            )
        )
        events.append(
            ExitMarked(
                room=origin,
                direction=direction,
                random=len(way.walked) > 1,
                source=Source.INFERENCE,
            )
        )
        back = MIRROR.get(direction)
        if (
            back is not None
            and way.walks
            and OWN.match(way.last)
            and (way.last, back) not in walked
            and (way.last, back) not in refused
        ):
            events.append(
                ExitExplored(
                    room=way.last,
                    direction=back,
                    to=origin,
                    assumed=True,
                    source=Source.INFERENCE,
                    confidence=0.8,
                )
            )
    return events


def _reasons(world: WorldMap, memory: TextMemory) -> dict[tuple[RoomId | None, str], str]:
    reasons: dict[tuple[RoomId | None, str], str] = {}
    for room_id, room in world.rooms.items():
        for direction, way in room.exits.items():
            if way.reason:
                reasons[room_id, direction] = way.reason
                reasons.setdefault((None, direction), way.reason)
    return reasons
