"""What a briefing says of the world: the map, as long for ten thousand rooms as for fifty, and what
an agent must be warned of: the dark, a light running out, a full load, what vanished.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from textwrap import shorten

from ludens.adventure.world.belongings import carries_light, is_nearly_full, lights
from ludens.adventure.world.exits import Exit, ExitStatus, Room
from ludens.adventure.world.item_events import Handling
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import UNKNOWN, ItemId, RoomId
from ludens.adventure.world.routes import (
    WITHOUT_LIGHT,
    Costs,
    Route,
    exits_by_distance,
    frontiers,
    nearby,
)

EXITS, FRONTIERS, BLOCKED, NEARBY = 14, 6, 5, 8
"""How many of each are told at most."""
NAME, REASON, COMMANDS = 40, 80, 8
"""Characters of a name and of a reason, and commands of a route, that are told at most."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Somewhere to go, by the cheapest way."""

    room: str
    """The name of the room."""
    direction: str
    """The exit to try there; empty for the room itself."""
    commands: tuple[str, ...]
    """The first COMMANDS of the way."""
    more: int
    """How many commands of the way are left out."""
    note: str = ""

    def __str__(self) -> str:
        exit_ = f", {self.direction}" if self.direction else ""
        note = f" ({self.note})" if self.note else ""
        more = f" and {self.more} more" if self.more else ""
        way = f"{', '.join(self.commands)}{more}" if self.commands else "here"
        return f"{self.room}{exit_}{note}: {way}"


@dataclass(frozen=True, slots=True)
class MapSummary:
    """The map as an agent is told of it; every part is bounded."""

    room: str
    """The current room's name; empty while it is unknown."""
    dark: bool
    visits: int
    exits: tuple[str, ...]
    """The current room's ways out, in words."""
    unexplored: tuple[Errand, ...]
    """The exits that are cheapest to go and try."""
    blocked: tuple[Errand, ...]
    """The nearest exits that something stands in."""
    nearby: tuple[Errand, ...]
    """The nearest rooms."""
    rooms: int
    ways: int
    """Ways that were walked."""
    unexplored_exits: int
    blocked_exits: int

    def __str__(self) -> str:
        lines = [f"Room: {self.room or 'unknown'}{' (dark)' if self.dark else ''}"]
        lines += [f"Visits: {self.visits}", "Exits:", *_listed(self.exits)]
        lines.append(
            f"Map: {self.rooms} rooms, {self.ways} ways walked, "
            f"{self.unexplored_exits} exits unexplored, {self.blocked_exits} blocked"
        )
        lines += ["Nearest unexplored exits:", *_listed(self.unexplored)]
        lines += ["Blocked exits:", *_listed(self.blocked)]
        lines += ["Nearest rooms:", *_listed(self.nearby)]
        return "\n".join(lines)


def summarize(world: WorldMap, costs: Costs = WITHOUT_LIGHT) -> MapSummary:
    """Return what is worth knowing of the map where the player is."""
    here = world.here
    room = world.rooms[here] if here is not None else None
    count = world.graph.count
    return MapSummary(
        room=_name(room.name) if room is not None else "",
        dark=room is not None and room.dark,
        visits=room.visits if room is not None else 0,
        exits=_exits(world, room) if room is not None else (),
        unexplored=tuple(
            _errand(world, frontier.route, frontier.direction)
            for frontier in islice(frontiers(world, here, costs), FRONTIERS)
        )
        if here is not None
        else (),
        blocked=tuple(_blocked(world, here, costs)) if here is not None else (),
        nearby=tuple(_errand(world, route) for route in islice(nearby(world, here, costs), NEARBY))
        if here is not None
        else (),
        rooms=len(world.rooms),
        ways=count(ExitStatus.EXPLORED),
        unexplored_exits=count(ExitStatus.UNEXPLORED),
        blocked_exits=count(ExitStatus.BLOCKED),
    )


def _blocked(world: WorldMap, here: RoomId, costs: Costs) -> Iterator[Errand]:
    """Yield the nearest blocked exits, each with what the story said."""
    nearest = exits_by_distance(world, here, ExitStatus.BLOCKED, costs)
    for direction, route in islice(nearest, BLOCKED):
        reason = world.rooms[route.rooms[-1]].exits[direction].reason
        yield _errand(world, route, direction, shorten(reason, REASON, placeholder="…"))


def _errand(world: WorldMap, route: Route, direction: str = "", note: str = "") -> Errand:
    goal = route.rooms[-1]
    return Errand(
        room=_name(world.rooms[goal].name),
        direction=_name(direction),
        commands=tuple(_name(command) for command in route.commands[:COMMANDS]),
        more=max(0, len(route.commands) - COMMANDS),
        note=note,
    )


def _exits(world: WorldMap, room: Room) -> tuple[str, ...]:
    """Return a room's ways out in words: those that lead somewhere or may, before the others."""
    order = sorted(room.exits.items(), key=lambda exit_: exit_[1].status is ExitStatus.ABSENT)
    return tuple(
        f"{_name(direction)}: {describe_exit(world, way)}" for direction, way in order[:EXITS]
    )


def describe_exit(world: WorldMap, way: Exit) -> str:
    """Return in words what is known of a way, where it leads included."""
    to = _name(world.rooms[way.to].name) if way.to is not None and way.to in world.rooms else ""
    reason = shorten(way.reason, REASON, placeholder="…")
    match way.status:
        case ExitStatus.UNEXPLORED:
            told = "unexplored"
        case ExitStatus.ABSENT:
            told = "no way"
        case ExitStatus.ASSUMED:
            told = f"probably to {to}"
        case ExitStatus.BLOCKED:
            told = f"blocked: {reason}" + (f" (leads to {to})" if to else "")
        case ExitStatus.CLOSED:
            told = f"closed for good: {reason}" + (f" (led to {to})" if to else "")
        case ExitStatus.EXPLORED:
            told = f"carries to {to}" if way.teleport else f"to {to}"
    if way.random and way.status is ExitStatus.EXPLORED:
        told += f", but it leads to {len(way.walked)} places by turns"
    if way.one_way:
        told += ", one way"
    if way.deaths:
        told += f", deadly ({way.deaths})"
    return told


def _name(name: str) -> str:
    return shorten(name, NAME, placeholder="…")


def _listed(entries: tuple[object, ...]) -> list[str]:
    return [f"- {entry}" for entry in entries] or ["- none"]


LOW_FUEL = 30
"""Turns of light left from which the player is warned."""
RECENTLY = 25
"""Turns for which it is worth saying that something vanished."""
AT_MOST = 4
"""Warnings of one kind."""


def warnings(world: WorldMap, items: Items, turn: int) -> list[str]:
    """Return what to beware of, in sentences; at most a dozen or so whatever the world's size."""
    return [
        *_of_the_dark(world, items),
        *_of_lights(items, turn),
        *_of_the_load(items),
        *_of_what_vanished(items, turn),
    ]


def _of_the_dark(world: WorldMap, items: Items) -> list[str]:
    if world.here is None:
        return []
    room = world.rooms[world.here]
    told = []
    if room.dark and not lights(items, world.here):
        told.append("It is dark here and there is no light: moving on may be dangerous.")
    if not carries_light(items):
        dark = [
            direction
            for direction, way in room.exits.items()
            if way.to in world.rooms and way.status is not ExitStatus.CLOSED
            if world.rooms[way.to].dark
        ]
        if dark:
            told.append(f"It is dark that way: {', '.join(dark[:AT_MOST])}.")
    return told


def _of_lights(items: Items, turn: int) -> list[str]:
    told = []
    burning = [id_ for id_ in items.carried() if items.known[id_].lit]
    for id_ in burning[:AT_MOST]:
        item = items.known[id_]
        left = item.fuel_left(turn)
        if left is not None and left <= LOW_FUEL:
            told.append(f"The {_called(items, id_)} gives light for {left} more turns.")
        elif item.fading:
            told.append(
                f"The {_called(items, id_)} is running out after {item.burning_time(turn)} turns: "
                f"{shorten(item.fading, REASON, placeholder='…')}"
            )
    return told


def _of_the_load(items: Items) -> list[str]:
    if not is_nearly_full(items):
        return []
    return [f"The load is nearly full: {items.load()} carried, {items.carry_limit} at most."]


def _of_what_vanished(items: Items, turn: int) -> list[str]:
    used_up = {one.moved for one in items.known.values() if one.how is Handling.CONSUMED}
    vanished = [
        id_
        for id_ in items.at(UNKNOWN)
        if items.known[id_].how is Handling.VANISHED
        and turn - items.known[id_].last_seen <= RECENTLY
        and items.known[id_].moved not in used_up  # it went with what was used up
    ]
    if not vanished:
        return []
    names = ", ".join(_called(items, id_) for id_ in vanished[:AT_MOST])
    return [f"Gone from where it was, nobody knows where to: {names}."]


def _called(items: Items, id_: ItemId) -> str:
    return shorten(items.known[id_].name, NAME, placeholder="…")
