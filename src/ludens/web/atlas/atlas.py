"""Where everything stands on the map, for every turn of an episode at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.layout import COMPASS, grid_layout
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_back
from ludens.web.atlas.clusters import Cluster, gathered
from ludens.web.atlas.geometry import (
    BOX_HEIGHT,
    BOX_WIDTH,
    GAP_X,
    GAP_Y,
    PITCH_X,
    PITCH_Y,
    Cell,
    bounds,
    corner,
    middle,
    rounded_path,
)
from ludens.web.atlas.plane import on_one_plane, with_former_rooms
from ludens.web.atlas.routing import Router

Way = tuple[RoomId, str, RoomId]
"""A room, a direction or command, and the room that it once led to."""

FARTHEST = 12
"""Cells over which a way by compass is drawn as a line; farther ones are drawn as strokes."""
FARTHEST_OTHER = 3
"""The same for stairs, doors and commands."""
WRONG_SIDE, TAKEN_SIDE = 25.0, 40.0
"""What it costs to arrive at another side than the opposite one, or where another way leaves."""


class Link(TypedDict):
    """A line between two rooms, for a way and, if there is one, the way back."""

    room: str
    way: str
    to: str
    back: str
    """The way of `to` that runs along the same line; empty if none does."""
    path: str
    """Data of an SVG path from `room` to `to`."""
    middle: tuple[float, float]
    heading: float
    """Where the path is heading at its middle: degrees from the right, clockwise."""


class Atlas(TypedDict):
    """The layout. Lengths are in units of the drawing; a room's place is its upper left corner."""

    left: float
    top: float
    width: float
    height: float
    box: tuple[float, float]
    """Width and height of a room."""
    gap: tuple[float, float]
    rooms: dict[str, tuple[float, float]]
    links: list[Link]
    mazes: dict[str, list[str]]
    """The rooms of each maze, in the order in which they were found."""


def draw_atlas(
    world: WorldMap, ways: Iterable[Way] = (), clusters: Sequence[Cluster] = ()
) -> Atlas:
    """Return the layout of a map and of everything that it ever held.

    `world` is the map as known at the end; `ways` are those that were believed in at any time.
    The ways inside a cluster are not drawn as lines: they would cover each other.
    """
    inside = {room: cluster.name for cluster in clusters for room in cluster.rooms}
    cells = gathered(on_one_plane(grid_layout(world)), clusters)
    # A room that became one of a maze was never there beside it: it stands in the same place.
    ends = {former: _end(world, former) for former in world.aliases if former not in inside}
    moved = {former: cells[now] for former, now in ends.items() if now in inside and now in cells}
    cells = with_former_rooms(
        cells, {f: now for f, now in world.aliases.items() if f not in moved and f not in cells}
    )
    left, top, right, bottom = bounds(cells.values())
    return Atlas(
        left=left * PITCH_X - GAP_X,
        top=top * PITCH_Y - GAP_Y,
        width=(right - left + 1) * PITCH_X + GAP_X,
        height=(bottom - top + 1) * PITCH_Y + GAP_Y,
        box=(BOX_WIDTH, BOX_HEIGHT),
        gap=(GAP_X, GAP_Y),
        rooms={room: corner(cell) for room, cell in {**cells, **moved}.items()},
        links=_links(world, cells, ways, inside),
        mazes={cluster.name: list(cluster.rooms) for cluster in clusters},
    )


def _end(world: WorldMap, former: RoomId) -> RoomId:
    while former in world.aliases:
        former = world.aliases[former]
    return former


@dataclass(frozen=True, slots=True)
class _Line:
    """A line to be drawn."""

    room: RoomId
    way: str
    to: RoomId
    back: str


def _links(
    world: WorldMap,
    cells: dict[RoomId, Cell],
    ways: Iterable[Way],
    inside: Mapping[RoomId, str],
) -> list[Link]:
    router = Router(frozenset(cells.values()))
    links = []
    every = dict.fromkeys(
        (room, way, to)
        for room, way, to in (*_ways_now(world), *ways)
        if room not in inside or inside[room] != inside.get(to)
    )
    lines = [line for line in _paired(every) if line.room in cells and line.to in cells]
    lines.sort(key=lambda line: _length(cells, line))
    leaving: dict[RoomId, set[str]] = {}
    for room, way, _ in every:
        leaving.setdefault(room, set()).add(way)
    joined = {
        frozenset((line.room, line.to))
        for line in lines
        if (line.way in COMPASS or line.back in COMPASS) and _length(cells, line) <= FARTHEST
    }

    def is_worth_it(line: _Line) -> bool:
        by_compass = line.way in COMPASS or line.back in COMPASS
        if not by_compass and frozenset((line.room, line.to)) in joined:
            return False  # the door beside the way by compass would be one more to the same room
        return _length(cells, line) <= (FARTHEST if by_compass else FARTHEST_OTHER)

    lines = [line for line in lines if is_worth_it(line)]
    lined = {(line.room, line.way) for line in lines} | {(line.to, line.back) for line in lines}
    for room, cell in cells.items():
        for way, exit_ in world.rooms[room].exits.items() if room in world.rooms else ():
            if (room, way) not in lined and exit_.status is not ExitStatus.ABSENT:
                router.keep_clear(cell, way)
    for line in lines:
        ends = {line.back: 0.0} if line.back else _arrivals(line, leaving.get(line.to, set()))
        points = router.route(cells[line.room], line.way, ends, cells[line.to])
        if points:
            halfway, heading = middle(points)
            links.append(
                Link(
                    room=line.room,
                    way=line.way,
                    to=line.to,
                    back=line.back,
                    path=rounded_path(points),
                    middle=halfway,
                    heading=heading,
                )
            )
    return links


def _ways_now(world: WorldMap) -> Iterable[Way]:
    for room, place in world.rooms.items():
        for way, exit_ in place.exits.items():
            if exit_.to is not None and not exit_.random:
                yield room, way, exit_.to


def _paired(ways: Iterable[Way]) -> list[_Line]:
    """Return the lines: each way with the way back that belongs to it, opposite ones first."""
    left = dict.fromkeys(way for way in ways if way[0] != way[2])
    lines = []
    for wanted in (True, False):
        for room, way, to in list(left):
            if (room, way, to) not in left:
                continue
            back = _back(left, room, way, to, opposite=wanted)
            if back is not None:
                lines.append(_Line(room, way, to, back))
                del left[room, way, to]
                left.pop((to, back, room), None)
    lines += [_Line(room, way, to, "") for room, way, to in left]
    return lines


def _back(
    left: dict[Way, None], room: RoomId, way: str, to: RoomId, *, opposite: bool
) -> str | None:
    """Return the way back that shares the line; None if there is none left."""
    if opposite:
        back = way_back(way)
        return back if back is not None and (to, back, room) in left else None
    if way not in COMPASS:
        return None
    return next(
        (name for origin, name, end in left if (origin, end) == (to, room) and name in COMPASS),
        None,
    )


def _arrivals(line: _Line, leaving: set[str]) -> dict[str, float]:
    opposite = way_back(line.way)
    return {
        side: (0.0 if side == opposite else WRONG_SIDE) + (TAKEN_SIDE if side in leaving else 0.0)
        for side in ("north", "east", "south", "west", *((opposite,) if opposite else ()))
    }


def _length(cells: dict[RoomId, Cell], line: _Line) -> int:
    (ax, ay), (bx, by) = cells[line.room], cells[line.to]
    return max(abs(bx - ax), abs(by - ay))
