"""The upper window of a story's screen: a grid of characters, written at a cursor.

Stories of version 4 and later draw their status line here, and also menus, help pages, maps and
boxed quotations. Light imports only: the children's start-up runs through here.
"""

from __future__ import annotations

COLUMNS = 80
MOST_ROWS = 255
STATUS_ROWS = 3
"""A window of up to this many rows is a status line; a taller one is a page to be read."""


class UpperWindow:
    """The grid, its height and its cursor; rows and columns count from 0."""

    def __init__(self) -> None:
        self.height = 0
        self.row = 0
        self.column = 0
        self._rows: dict[int, str] = {}
        self._written: set[int] = set()

    def split(self, height: int) -> list[str]:
        """Set the height; return the lines that now hang outside it and were written this turn.

        A boxed quotation is drawn in a window that is made smaller again at once: on a screen it
        stays in sight until it scrolls away, so its lines are part of the story's text.
        """
        outside = sorted(row for row in self._rows if row >= height)
        lines = [self._rows[row] for row in outside if row in self._written]
        for row in outside:
            del self._rows[row]
            self._written.discard(row)
        self.height = min(height, MOST_ROWS)
        return trim_blank_lines(lines)

    def move(self, row: int, column: int) -> None:
        """Put the cursor somewhere."""
        self.row, self.column = row, column

    def write(self, text: str) -> None:
        """Write at the cursor; what runs past the right edge is not seen."""
        for number, part in enumerate(text.split("\n")):
            if number:
                self.move(self.row + 1, 0)
            if part and self.row < MOST_ROWS:
                line = self._rows.get(self.row, "").ljust(self.column)
                end = self.column + len(part)
                self._put(self.row, line[: self.column] + part + line[end:])
                self.column = end

    def erase_line(self) -> None:
        """Blank the row from the cursor on."""
        self._put(self.row, self._rows.get(self.row, "")[: self.column])

    def clear(self) -> None:
        """Blank everything and go home."""
        for row in list(self._rows):
            self._put(row, "")
        self.move(0, 0)

    def status(self) -> str | None:
        """Return what a window low enough to be a status line shows; None if there is none."""
        if not 0 < self.height <= STATUS_ROWS:
            return None
        return "\n".join(self._lines()).strip() or None

    def page(self) -> list[str]:
        """Return the lines of a window too tall for a status line, if it changed this turn."""
        if self.height <= STATUS_ROWS or not self._written:
            return []
        return trim_blank_lines(self._lines())

    def end_turn(self) -> None:
        """Begin to watch for changes anew."""
        self._written.clear()

    def dump(self) -> tuple[int, int, int, str]:
        """Return height, row, column and the text of all rows; for `load`."""
        last = max(self._rows, default=-1)
        return (
            self.height,
            self.row,
            self.column,
            "\n".join(self._rows.get(row, "") for row in range(last + 1)),
        )

    def load(self, height: int, row: int, column: int, text: str) -> None:
        """Be again what `dump` described."""
        self.height, self.row, self.column = height, row, column
        self._rows = {number: line for number, line in enumerate(text.split("\n")) if line}
        self._written.clear()

    def _put(self, row: int, line: str) -> None:
        line = line[:COLUMNS].rstrip()
        if line != self._rows.get(row, ""):
            self._written.add(row)
        if line:
            self._rows[row] = line
        else:
            self._rows.pop(row, None)

    def _lines(self) -> list[str]:
        return [self._rows.get(row, "") for row in range(self.height)]


def trim_blank_lines(lines: list[str]) -> list[str]:
    """Return lines without the blank ones at either end."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []
