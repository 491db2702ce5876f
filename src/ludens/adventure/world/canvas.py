"""A sheet of characters that things are drawn on, each with a style."""

from __future__ import annotations

from rich.text import Text

STROKES = {"north": "│", "south": "│", "east": "─", "west": "─"}
SLANTS = {
    "northeast": "\u2571",
    "southwest": "\u2571",
    "southeast": "\u2572",
    "northwest": "\u2572",
}
HEADS = {
    "north": "▲",
    "northeast": "↗",
    "east": "▶",
    "southeast": "↘",
    "south": "▼",
    "southwest": "↙",
    "west": "◀",
    "northwest": "↖",
}


class Canvas:
    """Characters by column and row; any of either, also negative ones."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from a column to the right, over whatever is there."""
        for offset, char in enumerate(text):
            self._marks[x + offset, y] = (char, style)

    def box(self, x: int, y: int, width: int, lines: list[str], style: str, *, heavy: bool) -> None:
        """Draw a frame round lines of text, centred; `width` is that of the text."""
        corners = "┏━┓┃┗┛" if heavy else "╭─╮│╰╯"
        self.write(x, y, corners[0] + corners[1] * width + corners[2], style)
        for row, line in enumerate(lines, 1):
            self.write(x, y + row, f"{corners[3]}{line:^{width}}{corners[3]}", style)
        self.write(x, y + len(lines) + 1, corners[4] + corners[1] * width + corners[5], style)

    def line(
        self, start: tuple[int, int], end: tuple[int, int], direction: str, style: str
    ) -> list[tuple[int, int]]:
        """Draw a straight line and return its points from start to end, both included."""
        char = STROKES.get(direction) or SLANTS[direction]
        (x, y), (to_x, to_y) = start, end
        length = max(abs(to_x - x), abs(to_y - y))
        points = [
            (
                x + round((to_x - x) * step / length) if length else x,
                y + round((to_y - y) * step / length) if length else y,
            )
            for step in range(length + 1)
        ]
        for point in points:
            self.write(*point, char, style)
        return points

    def rows(self, left: int, right: int) -> list[Text]:
        """Return everything between two columns, both included, as lines of styled text."""
        if not self._marks:
            return []
        inside = [(x, y) for x, y in self._marks if left <= x <= right]
        rows: dict[int, Text] = {}
        for x, y in sorted(inside, key=lambda point: (point[1], point[0])):
            row = rows.setdefault(y, Text(no_wrap=True))
            row.append(" " * (x - left - len(row.plain)))
            row.append(*self._marks[x, y])
        top, bottom = min(y for _, y in self._marks), max(y for _, y in self._marks)
        return [rows.get(y, Text()) for y in range(top, bottom + 1)]

    @property
    def columns(self) -> tuple[int, int]:
        """The first and the last column in use."""
        return min(x for x, _ in self._marks), max(x for x, _ in self._marks)
