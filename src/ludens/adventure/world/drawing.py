"""The map drawn for a terminal: boxes on a compass grid, and in words what lines cannot show."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ludens.adventure.world.canvas import HEADS, Canvas
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.layout import COMPASS, Cells, Spot, clear_between, grid_layout
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

NOW, DARK, OPEN_END, BAR, QUIET = "bold yellow", "dim", "yellow", "red", "dim"


BARRED = "\u00d7"


@dataclass(frozen=True, slots=True)
class Scale:
    """How large rooms are drawn, in characters."""

    width: int
    """Of the text in a box."""
    lines: int
    gap_x: int
    gap_y: int
    numbered: bool = False
    """Boxes hold numbers, and a list below says which room is which."""

    @property
    def pitch_x(self) -> int:
        """Columns from one box to the next."""
        return self.width + 2 + self.gap_x

    @property
    def pitch_y(self) -> int:
        """Rows from one box to the next."""
        return self.lines + 2 + self.gap_y


SCALES = (
    Scale(width=16, lines=2, gap_x=4, gap_y=2),
    Scale(width=10, lines=2, gap_x=4, gap_y=2),
    Scale(width=4, lines=1, gap_x=3, gap_y=1, numbered=True),
)


def draw_map(world: WorldMap) -> MapDrawing:
    """Return the map as something rich can print, as large as the terminal's width allows."""
    return MapDrawing(world)


class MapDrawing:
    """A map to be printed; its size is chosen when the width is known."""

    def __init__(self, world: WorldMap) -> None:
        self.world = world
        self.spots = grid_layout(world)
        self.numbers = {room: number for number, room in enumerate(world.rooms, 1)}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Print the sheets one below the other, the current room's first."""
        if not self.world.rooms:
            yield Text("Nothing is known of the map yet.")
            return
        for sheet in self.sheets():
            yield from self._sheet(sheet, options.max_width)
            yield Text("")
        yield from self._words()

    def sheets(self) -> list[dict[RoomId, Spot]]:
        """Return the rooms of each sheet, that of the current room first, then by size."""
        sheets: dict[int, dict[RoomId, Spot]] = {}
        for room, spot in self.spots.items():
            sheets.setdefault(spot.sheet, {})[room] = spot
        return sorted(
            sheets.values(), key=lambda rooms: (self.world.here not in rooms, -len(rooms))
        )

    def _sheet(self, rooms: dict[RoomId, Spot], width: int) -> Iterator[RenderableType]:
        columns = max(spot.x for spot in rooms.values()) + 1
        fitting = [s for s in SCALES if columns * s.pitch_x + s.gap_x <= width]
        scale = fitting[0] if fitting else SCALES[-1]
        canvas = Canvas()
        picture = _Picture(self.world, rooms, scale, canvas, self.numbers)
        picture.draw()
        left, right = canvas.columns
        if right - left >= width:
            here = rooms.get(self.world.here) if self.world.here is not None else None
            middle = (here.x if here is not None else 0) * scale.pitch_x
            left = max(left, min(middle - width // 2, right - width + 1))
            yield Text("(wider than the terminal: only the part around the player is shown)")
        yield from canvas.rows(left, left + width - 1)
        if scale.numbered:
            names = [f"{self.numbers[room]} {plain(self.world.rooms[room].name)}" for room in rooms]
            yield Columns([Text(name, style=QUIET) for name in names], padding=(0, 2))

    def _words(self) -> Iterator[Text]:
        """Say what the lines do not show."""
        spots, world = self.spots, self.world
        cells = cells_by_sheet(spots)
        for room_id, room in world.rooms.items():
            told = [
                _told(world, direction, way)
                for direction, way in room.exits.items()
                if way.status is not ExitStatus.ABSENT
                and not _is_drawn(spots, cells, room_id, direction, way)
            ]
            if told:
                yield Text(f"{plain(room.name)}: ", style="bold").append(
                    plain(", ".join(told)), style="not bold"
                )


class _Picture:
    """One sheet being drawn."""

    def __init__(
        self,
        world: WorldMap,
        rooms: dict[RoomId, Spot],
        scale: Scale,
        canvas: Canvas,
        numbers: dict[RoomId, int],
    ) -> None:
        self.world, self.rooms, self.scale = world, rooms, scale
        self.canvas, self.numbers = canvas, numbers
        self.cells = cells_by_sheet(rooms)
        self.heads: list[tuple[tuple[int, int], str]] = []
        """Arrow heads, drawn over all lines."""

    def draw(self) -> None:
        """Draw the ways, then the rooms over their ends."""
        for room in self.rooms:
            for direction, way in self.world.rooms[room].exits.items():
                if direction in COMPASS:
                    self._way(room, direction, way)
        for point, head in self.heads:
            self.canvas.write(*point, head)
        for room in self.rooms:
            self._room(room)

    def _room(self, id_: RoomId) -> None:
        room, scale = self.world.rooms[id_], self.scale
        here = id_ == self.world.here
        style = NOW if here else DARK if room.dark else ""
        if scale.numbered:
            lines = [f"{self.numbers[id_]}{'*' if here else ''}"]
        else:
            lines = name_lines(f"*{room.name}" if here else room.name, scale.width, scale.lines)
        x, y = self._corner(id_)
        self.canvas.box(x, y, scale.width, lines, style, heavy=here)
        for direction, row, known, open_end in (
            ("up", y, "↑", "⇡"),
            ("down", y + scale.lines + 1, "↓", "⇣"),
        ):
            way = room.exits.get(direction)
            if way is not None and way.status is not ExitStatus.ABSENT:
                tried = way.status is not ExitStatus.UNEXPLORED
                mark_style = style if tried else OPEN_END
                self.canvas.write(x + scale.width, row, known if tried else open_end, mark_style)

    def _way(self, room: RoomId, direction: str, way: Exit) -> None:
        if way.status in (ExitStatus.ABSENT, ExitStatus.CLOSED):
            return
        start = self._port(room, direction)
        if way.status is ExitStatus.UNEXPLORED:
            self._stub(start, direction, "?", OPEN_END)
        elif _is_drawn(self.rooms, self.cells, room, direction, way) and way.to is not None:
            end = self._port(way.to, _opposite(direction))
            style = BAR if way.status is ExitStatus.BLOCKED else ""
            points = self.canvas.line(start, end, direction, style)
            if way.status is ExitStatus.BLOCKED:
                self.canvas.write(*points[len(points) // 2], BARRED, BAR)
            elif way.one_way:
                self.heads.append((points[-1], HEADS[direction]))
        elif way.status is ExitStatus.BLOCKED:
            self._stub(start, direction, BARRED, BAR)

    def _stub(self, start: tuple[int, int], direction: str, mark: str, style: str) -> None:
        dx, _ = COMPASS[direction]
        if COMPASS[direction][1] == 0:
            self.canvas.write(*start, "─", style)
            start = (start[0] + dx, start[1])
        self.canvas.write(*start, mark, style)

    def _corner(self, room: RoomId) -> tuple[int, int]:
        spot = self.rooms[room]
        return spot.x * self.scale.pitch_x, spot.y * self.scale.pitch_y

    def _port(self, room: RoomId, direction: str) -> tuple[int, int]:
        """Return the first point outside a room's box in a direction."""
        x, y = self._corner(room)
        dx, dy = COMPASS[direction]
        width, height = self.scale.width + 2, self.scale.lines + 2
        column = {-1: x - 1, 0: x + width // 2, 1: x + width}[dx]
        row = {-1: y - 1, 0: y + (height - 1) // 2, 1: y + height}[dy]
        return column, row


def name_lines(name: str, width: int, lines: int) -> list[str]:
    """Return a name broken into exactly so many lines, cut with an ellipsis where it must be."""
    broken = textwrap.wrap(plain(name), width, max_lines=lines, placeholder="…") or [""]
    return [*([""] * ((lines - len(broken)) // 2)), *broken, *([""] * (lines - len(broken)))][
        :lines
    ]


def plain(text: str) -> str:
    """Return a text in characters of one column each: others would break the grid."""
    return "".join(char if char.isprintable() and cell_len(char) == 1 else "?" for char in text)


def cells_by_sheet(spots: dict[RoomId, Spot]) -> dict[int, Cells]:
    """Return the rooms of each sheet by cell."""
    cells: dict[int, Cells] = {}
    for room, spot in spots.items():
        cells.setdefault(spot.sheet, {})[spot.x, spot.y] = room
    return cells


def _is_drawn(
    spots: dict[RoomId, Spot], cells: dict[int, Cells], room: RoomId, direction: str, way: Exit
) -> bool:
    """Return whether a way is shown by a straight line or a stub."""
    if direction not in COMPASS:
        return False
    if way.status is ExitStatus.UNEXPLORED or (way.status is ExitStatus.BLOCKED and way.to is None):
        return True
    if way.to is None or way.to not in spots or way.random or way.teleport:
        return False
    if way.status is ExitStatus.CLOSED:
        return False
    start, end = spots[room], spots[way.to]
    dx, dy = end.x - start.x, end.y - start.y
    length = max(abs(dx), abs(dy))
    step_x, step_y = COMPASS[direction]
    return (
        start.sheet == end.sheet
        and length > 0
        and (dx, dy) == (step_x * length, step_y * length)
        and clear_between(cells[start.sheet], (start.x, start.y), (end.x, end.y))
    )


def _told(world: WorldMap, direction: str, way: Exit) -> str:
    """Return one way in words."""
    to = world.rooms[way.to].name if way.to is not None and way.to in world.rooms else "?"
    match way.status:
        case ExitStatus.UNEXPLORED:
            return f"{direction} → ?"
        case ExitStatus.BLOCKED:
            return f"{direction} is blocked ({textwrap.shorten(way.reason, 60, placeholder='…')})"
        case ExitStatus.CLOSED:
            return f"{direction} led to {to} and is no more"
        case _ if way.random:
            places = [world.rooms[room].name for room in way.walked if room in world.rooms]
            return f"{direction} → now here, now there ({', '.join(places[:6])})"
        case _ if way.teleport:
            return f"{direction} carries to {to}"
        case _:
            return f"{direction} → {to}" + (" (one way)" if way.one_way else "")


def _opposite(direction: str) -> str:
    dx, dy = COMPASS[direction]
    return next(name for name, step in COMPASS.items() if step == (-dx, -dy))
