"""What a move, a refusal or a mention says about the map.

Both perceptions come here once they know where the player was and is. The rules (seed 000, §5):
a new way is assumed to lead back; what was walked stands and what was assumed gives way; a way
that was walked to two places varies; who is carried leaves by a one-way teleport.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitClosed,
    ExitDoubted,
    ExitExplored,
    ExitMarked,
    ExitSeen,
    MapContradicted,
    Movement,
    PlayerMoved,
    Resolution,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import MIRROR, leaves_the_world, several, walks, way_back, way_of

ASSUMPTION_CONFIDENCE = 0.8
"""How often the opposite direction leads back, roughly."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Who says so, and how surely."""

    source: Source = Source.LEXICAL
    confidence: float = 1.0


def events_for_move(
    world: WorldMap,
    origin: RoomId | None,
    command: str,
    destination: RoomId,
    *,
    carried: bool | None = None,
    restored: bool = False,
    evidence: Evidence = Evidence(),
) -> list[Fact]:
    """Return what follows from the player's coming to `destination` by a command.

    `origin` is where the player was, None at the start. `carried` says whether the move was
    involuntary; None: judged by the command. `restored` is a move by no way of the world: death
    and return, UNDO, RESTORE. A destination that is new is found by a RoomFound before these.
    """
    way = way_of(command)
    if origin is None:
        how = Movement.START
    elif restored or leaves_the_world(way):
        how = Movement.RESTORED
    elif carried or (carried is None and not walks(way) and not several(way)):
        how = Movement.CARRIED
    else:
        how = Movement.WALKED
    moved = _from(
        evidence, PlayerMoved(room=destination, how=how, via="" if origin is None else way)
    )
    is_key = way.startswith("<")
    if origin is None or how is Movement.RESTORED or not way or several(way) or is_key:
        return [moved]
    teleport = how is Movement.CARRIED
    events = _of_the_way(world, world.resolve(origin), way, world.resolve(destination), teleport)
    return [*(_from(evidence, event) for event in events), moved]


def events_for_refusal(
    world: WorldMap,
    room: RoomId,
    command: str,
    reason: str,
    *,
    absent: bool,
    evidence: Evidence = Evidence(),
) -> list[Fact]:
    """Return what follows from a command that names a way and moved nobody.

    `absent` says whether the story denies that there is a way at all; otherwise something stands
    in it. Commands that are neither directions nor known ways say nothing about the map.
    """
    way = way_of(command)
    known = world.exit(room, way)
    if known is None and way not in MIRROR:
        return []
    events: list[Fact] = []
    if not absent:
        events.append(ExitBlocked(room=room, direction=way, reason=reason))
    elif known is None or known.status is ExitStatus.UNEXPLORED:
        events.append(ExitAbsent(room=room, direction=way, reason=reason))
    elif known.status is ExitStatus.ASSUMED:
        events.append(_contradicted(room, way, known, None, Resolution.ASSUMPTION_CORRECTED))
        events.append(ExitAbsent(room=room, direction=way, reason=reason))
    elif known.status is ExitStatus.EXPLORED and not known.random:
        events.append(_contradicted(room, way, known, None, Resolution.WORLD_CHANGED))
        events.append(ExitClosed(room=room, direction=way, reason=reason))
    if absent:
        events += _whether_ways_in_lead_back(world, room, way, None)
    return [_from(evidence, event) for event in events]


def events_for_staying(
    world: WorldMap, room: RoomId, command: str, *, evidence: Evidence = Evidence()
) -> list[Fact]:
    """Return what follows from a command that once carried the player away and now did not."""
    way = way_of(command)
    known = world.exit(room, way)
    if known is None or known.status is not ExitStatus.EXPLORED:
        return []
    if known.to == world.resolve(room):
        return []
    stayed = _from(evidence, ExitMarked(room=room, direction=way, random=True, stayed=True))
    if known.random:
        return [stayed]
    return [_from(evidence, _contradicted(room, way, known, room, Resolution.VARIES)), stayed]


def events_for_mentions(
    world: WorldMap,
    room: RoomId,
    directions: Iterable[str],
    *,
    changed: bool = False,
    evidence: Evidence = Evidence(),
) -> list[Fact]:
    """Return the exits that a description mentions and the map does not have.

    `changed` says that the description is another than before: then an exit that was absent or
    closed may have opened, and is there to be tried again.
    """
    events: list[Fact] = []
    for way in dict.fromkeys(way_of(direction) for direction in directions):
        known = world.exit(room, way)
        reopened = known is not None and known.status in (ExitStatus.ABSENT, ExitStatus.CLOSED)
        if known is None or (changed and reopened):
            events.append(_from(evidence, ExitSeen(room=room, direction=way)))
    return events


def events_for_closing(
    world: WorldMap,
    room: RoomId,
    direction: str,
    reason: str,
    *,
    evidence: Evidence = Evidence(),
) -> list[Fact]:
    """Return what follows from a way's being closed for good: it and its way back are no more."""
    way = way_of(direction)
    known = world.exit(room, way)
    events: list[Fact] = [ExitClosed(room=room, direction=way, reason=reason)]
    back = way_back(way)
    if known is not None and known.to is not None and back is not None:
        there = world.exit(known.to, back)
        if there is not None and there.to == world.resolve(room) and there.open:
            events.append(ExitClosed(room=known.to, direction=back, reason=reason))
    return [_from(evidence, event) for event in events]


def _of_the_way(
    world: WorldMap, origin: RoomId, way: str, destination: RoomId, teleport: bool
) -> list[Fact]:
    known = world.exit(origin, way)
    explored = ExitExplored(room=origin, direction=way, to=destination, teleport=teleport)
    if known is not None and known.to == destination and known.status is ExitStatus.EXPLORED:
        return []
    events: list[Fact] = []
    if known is not None and known.to not in (None, destination):
        if known.status is ExitStatus.EXPLORED or known.walked:
            varies = _contradicted(origin, way, known, destination, Resolution.VARIES)
            mark = ExitMarked(room=origin, direction=way, random=True)
            return [varies, *([] if known.random else [mark]), explored]
        events.append(
            _contradicted(origin, way, known, destination, Resolution.ASSUMPTION_CORRECTED)
        )
    events.append(explored)
    events += _whether_ways_in_lead_back(world, origin, way, destination)
    if not teleport and destination != origin:
        events += _of_the_way_back(world, origin, way, destination)
    return events


def _of_the_way_back(world: WorldMap, origin: RoomId, way: str, destination: RoomId) -> list[Fact]:
    """Return what a first walk says about the opposite direction at its end."""
    back = way_back(way)
    if back is None:
        return []
    there = world.exit(destination, back)
    if there is not None and there.leads_to:  # a trial has shown another place there
        return [ExitMarked(room=origin, direction=way, one_way=True)]
    if there is None or there.status is ExitStatus.UNEXPLORED:
        if _another_way_in(world, origin, way, destination):
            return []
        return [
            ExitExplored(
                room=destination,
                direction=back,
                to=origin,
                assumed=True,
                source=Source.INFERENCE,
                confidence=ASSUMPTION_CONFIDENCE,
            )
        ]
    if there.to != origin and there.status in (ExitStatus.EXPLORED, ExitStatus.ABSENT):
        return [ExitMarked(room=origin, direction=way, one_way=True)]
    if there.to != origin and there.status is ExitStatus.ASSUMED:
        reason = f"{way} leads here from two rooms"
        return [ExitDoubted(room=destination, direction=back, reason=reason)]
    return []


def _another_way_in(world: WorldMap, origin: RoomId, way: str, destination: RoomId) -> bool:
    """Return whether the same direction leads there from another room too."""
    for room, direction in world.entries(destination):
        if direction == way and room != origin:
            other = world.exit(room, direction)
            if other is not None and other.status is ExitStatus.EXPLORED:
                return True
    return False


def _whether_ways_in_lead_back(
    world: WorldMap, room: RoomId, way: str, destination: RoomId | None
) -> list[Fact]:
    """Return what it says about the ways into a room that their opposite leads to `destination`."""
    events: list[Fact] = []
    for origin, direction in world.entries(room):
        entry = world.exit(origin, direction)
        if entry is None or entry.status is not ExitStatus.EXPLORED or way_back(direction) != way:
            continue
        if origin == room:
            continue
        one_way = origin != destination
        if entry.one_way != one_way:
            events.append(ExitMarked(room=origin, direction=direction, one_way=one_way))
    return events


def _contradicted(
    room: RoomId, way: str, known: Exit, found: RoomId | None, resolution: Resolution
) -> MapContradicted:
    return MapContradicted(
        room=room, direction=way, expected=known.to, found=found, resolution=resolution
    )


def _from(evidence: Evidence, fact: Fact) -> Fact:
    if fact.source is Source.INFERENCE:
        return fact
    return fact.model_copy(update={"source": evidence.source, "confidence": evidence.confidence})
