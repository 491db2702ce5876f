"""Which room a place is: a known one or a new one, weighed by all that is known, not by name."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.events import Movement, RoomId
from ludens.adventure.perception.evidence import (
    KEPT,
    LEADS_BACK,
    NEW_ROOM,
    OLD_ROOM,
    Likeness,
    Text,
    likeness,
    namesake,
    of_known_room,
    of_new_room,
    of_position,
)
from ludens.adventure.perception.facts import PlaceFact
from ludens.adventure.perception.memory import TextMemory
from ludens.adventure.world.map import ExitStatus, WorldMap

UNSURE = 0.8
"""Below this a LOOK is worth its turn, where it would tell anything."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A place that the player has come to."""

    place: PlaceFact
    text: Text
    origin: RoomId | None
    """Where the player was; None at the start."""
    way: str
    how: Movement


@dataclass(frozen=True, slots=True)
class Identified:
    """Which room a place was found to be."""

    room: RoomId | None
    """None: a room not seen before."""
    sure: float
    """How sure, from 0 to 1."""
    expected: bool = False
    """The map said beforehand that the way leads there."""
    look: str = ""
    """Why a LOOK would help, if it would."""


def identify(world: WorldMap, memory: TextMemory, arrival: Arrival) -> Identified:
    """Return which room an arrival leads to."""
    expected = _expected(world, arrival)
    if arrival.place.dark:
        return _in_the_dark(world, expected)
    candidates = _candidates(world, memory, arrival, expected)
    likes = {room: likeness(memory, room, arrival.text) for room in candidates}
    weights: dict[RoomId | None, float] = {}
    count = max(1, len(world.rooms))
    for room in candidates:
        weights[room] = (
            _prior(expected, room, count)
            * of_known_room(memory, likes[room])
            * (of_position(world, arrival.origin, arrival.way, room) if arrival.origin else 1.0)
        )
    namesakes = [room for room in candidates if room in memory.names(arrival.place.title)]
    if namesakes:
        new = (1.0 - expected[1] if expected else NEW_ROOM) * namesake(len(namesakes)) / count
        weights[None] = new * of_new_room(memory, [likes[room] for room in namesakes])
    else:
        weights[None] = 0.2 * (1.0 - expected[1] if expected else NEW_ROOM)
    total = sum(weights.values())
    best = max(weights, key=lambda room: (weights[room], room is not None, str(room)))
    sure = weights[best] / total if total else 1.0
    wish = ""
    if sure < UNSURE and not arrival.text.description and len(namesakes) > 0:
        wish = f"{arrival.place.title} may be one of several rooms"
    return Identified(best, sure, bool(expected and expected[0] == best), wish)


def _expected(world: WorldMap, arrival: Arrival) -> tuple[RoomId, float] | None:
    """Return where the map says that the way leads, and how likely that is."""
    if arrival.origin is None or arrival.how is Movement.RESTORED:
        return None
    way = world.exit(arrival.origin, arrival.way)
    if way is None or way.to is None:
        return None
    if way.status is ExitStatus.ASSUMED:
        return way.to, LEADS_BACK
    return way.to, KEPT if not way.random else max(0.3, way.chance(way.to))


def _in_the_dark(world: WorldMap, expected: tuple[RoomId, float] | None) -> Identified:
    if expected is not None:
        return Identified(expected[0], expected[1], expected=True)
    return Identified(None, NEW_ROOM)


def _candidates(
    world: WorldMap,
    memory: TextMemory,
    arrival: Arrival,
    expected: tuple[RoomId, float] | None,
) -> list[RoomId]:
    rooms = [room for room in memory.names(arrival.place.title) if room in world.rooms]
    if expected is not None and expected[0] not in rooms and expected[0] in memory.rooms:
        like = likeness(memory, expected[0], arrival.text)
        untitled = not memory.rooms[expected[0]].title
        if untitled or like is Likeness.SAME:
            rooms.append(expected[0])
    return rooms


def _prior(expected: tuple[RoomId, float] | None, room: RoomId, count: int) -> float:
    if expected is None:
        return OLD_ROOM / count
    if expected[0] == room:
        return expected[1]
    return (1.0 - expected[1]) * 0.5 / count
