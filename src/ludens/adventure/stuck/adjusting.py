"""What loops put on the score of a proposed command: the sum of the mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import Adjustment, LoopKind
from ludens.adventure.stuck.patterns import walked
from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import RevisitSettings, StuckSettings
from ludens.adventure.world.exits import ExitStatus, Room
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of


@dataclass(frozen=True, slots=True)
class Destination:
    """What the map says of a command that walks."""

    room: RoomId | None
    """None: nobody has gone this way yet."""


def predict(world: WorldMap, command: str) -> Destination | None:
    """Return where a command leads; None if it is no way, or one that leads nowhere certain."""
    here = world.rooms.get(world.here) if world.here is not None else None
    way = here.exits.get(way_of(command)) if here is not None else None
    if way is None or way.random:
        return None
    if way.status is ExitStatus.UNEXPLORED:
        return Destination(None)
    return Destination(world.resolve(way.to)) if way.open and way.to is not None else None


def leads_on(room: Room) -> bool:
    """Tell whether a room has a way out that nobody has tried."""
    return any(way.status is ExitStatus.UNEXPLORED for way in room.exits.values())


def neighbours(world: WorldMap, room: RoomId) -> frozenset[RoomId]:
    """Return the other rooms to which a room's open ways lead."""
    ways = world.rooms[room].exits.values()
    return frozenset(world.resolve(way.to) for way in ways if way.open and way.to is not None) - {
        room
    }


def is_forced(world: WorldMap, to: RoomId | None) -> bool:
    """Tell whether where a command leads is the only place to go from here."""
    here = world.here
    if here is None or here not in world.rooms or leads_on(world.rooms[here]):
        return False
    return neighbours(world, here) == {to}


def recent_visits(strides: Sequence[Stride], room: RoomId, settings: RevisitSettings) -> int:
    """Return how many of the last rooms come into were this one; where the player is left out.

    By turns, how many of the last turns ended there, but for the newest.
    """
    if settings.by_turns:
        return [stride.room for stride in strides[:-1][-settings.window :]].count(room)
    return walked(strides)[:-1][-settings.window :].count(room)


def adjustments(
    state: AdventureState, settings: StuckSettings, command: str
) -> tuple[Adjustment, ...]:
    """Return what each mechanism says of a command.

    A command whose destination the map does not tell is left alone by those that go by places
    (seed 001), and so is the only way out of where the player is.
    """
    strides = state.stuck.since(settings.velocity.progress)
    going = predict(state.map, command)
    if going is None or is_forced(state.map, going.room):
        return ()
    return tuple(_Walk(state, settings, strides).judge(going))


def adjusted(score: float, found: tuple[Adjustment, ...]) -> float:
    """Return a score with its adjustments, one after another, each time from 0 to 1 (seed 001)."""
    for one in found:
        score = min(1.0, max(0.0, score + one.amount))
    return score


@dataclass(frozen=True, slots=True)
class _Walk:
    """What the mechanisms that go by places say of a command that walks."""

    state: AdventureState
    settings: StuckSettings
    strides: list[Stride]

    def judge(self, going: Destination) -> Iterator[Adjustment]:
        bonus = self.settings.exploration_bonus
        loop = self.state.stuck.patterns.get(LoopKind.OSCILLATION)
        if bonus and loop is not None and going.room not in loop.rooms:
            yield Adjustment(
                mechanism="exploration", amount=bonus, reason="it leads away from the loop"
            )
        if going.room is not None:
            yield from self._back(going.room)

    def _back(self, room: RoomId) -> Iterator[Adjustment]:
        state, settings = self.state, self.settings
        name = state.map.rooms[room].name if room in state.map.rooms else room
        for kind, section in (
            (LoopKind.OSCILLATION, settings.oscillation),
            (LoopKind.CAMPING, settings.camping),
        ):
            loop = state.stuck.patterns.get(kind)
            if loop is not None and section.enabled and room in loop.rooms:
                yield Adjustment(
                    mechanism=kind.value,
                    amount=section.penalty,
                    reason=f"back to {name}: {loop.what}",
                )
        spared = not settings.revisits.of_any_room and self._leads_on(room)
        if settings.revisits.enabled and not spared:
            visits = recent_visits(self.strides, room, settings.revisits)
            if visits:
                yield Adjustment(
                    mechanism="revisits",
                    amount=max(-1.0, settings.revisits.penalty * visits),
                    reason=f"{name} was visited {_times(visits)} just now",
                )

    def _leads_on(self, room: RoomId) -> bool:
        return room in self.state.map.rooms and leads_on(self.state.map.rooms[room])


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
