"""What a screen would show, told apart as it is printed: story text, status line, pages.

The library prints every window into one buffer; here the opcodes that deal with windows are taken
over, so that each piece is put where it belongs. Light imports only.
"""

from __future__ import annotations

from ludens.adventure.interpreter.libfrotz import LibFrotz
from ludens.adventure.interpreter.story_text import UnicodeTable

COLUMNS = 80
MOST_ROWS = 255
STATUS_ROWS = 3
"""A window of up to this many rows is a status line; a taller one is a page to be read."""


class UpperWindow:
    """The grid, its height and its cursor; rows and columns count from 0.

    Stories of version 4 and later draw their status line here, and also menus, help pages, maps
    and boxed quotations.
    """

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


ROWS = 50
"""Rows of the screen as stories are told; tall, so that few pages ask for a key to go on."""
_UPPER = 1
_WHOLE_SCREEN, _WHOLE_SCREEN_UNSPLIT = 0xFFFE, 0xFFFF
_ORIGINALS = ("erase_window", "print_unicode", "set_cursor", "set_window")


class Screen:
    """The windows of one library."""

    def __init__(self, library: LibFrotz, characters: UnicodeTable) -> None:
        self.upper = UpperWindow()
        self._lower: list[str] = []
        self._library = library
        self._characters = characters
        self._original = {name: library.original(f"z_{name}") for name in _ORIGINALS}
        library.screen_columns.value = library.screen_width.value = COLUMNS
        library.screen_rows.value = library.screen_height.value = ROWS
        for table, number, operation in (
            ("var", 0x2A, self._split_window),
            ("var", 0x2B, self._set_window),
            ("var", 0x2D, self._erase_window),
            ("var", 0x2E, self._erase_line),
            ("var", 0x2F, self._set_cursor),
            ("ext", 0x0B, self._print_unicode),
            ("ext", 0x0C, self._check_unicode),
        ):
            library.replace(table, number, operation)

    def take_turn(self) -> tuple[str, str | None]:
        """Return the text printed since the last call, and the status line as it now is."""
        self.collect()
        status = self.upper.status()
        page = self.upper.page()
        text = "\n".join([*page, ""]) + "".join(self._lower)
        self._lower.clear()
        self.upper.end_turn()
        if self._library.version.value <= 3 and not self._library.halted.value:
            self._library.show_status()
            status = self._characters.decode(self._library.take_printed()).strip() or None
            self._library.halted.value = 0  # a status line that makes no sense is not the end
        return text, status

    def collect(self) -> None:
        """Put what was printed into the window that it was printed in."""
        printed = self._library.take_printed()
        if printed:
            self._show(self._characters.decode(printed))

    def forget(self) -> None:
        """Drop what was printed since the last turn."""
        self._library.take_printed()
        self._lower.clear()

    def clear(self) -> None:
        """Be as at the beginning of a story; text already printed stays text."""
        self.collect()
        self.upper.split(0)
        self.upper.clear()

    def _show(self, text: str) -> None:
        if self._library.window_number.value == _UPPER:
            self.upper.write(text)
        else:
            self._lower.append(text)

    def _split_window(self) -> None:
        self.collect()
        height = self._library.arguments[0]
        lines = self.upper.split(height)
        if lines:
            self._lower.append("\n".join(["", *lines, "", ""]))
        if self._library.version.value == 3 and height:
            self.upper.clear()
        self._library.split_window(min(height, ROWS))

    def _set_window(self) -> None:
        self.collect()
        self._original["set_window"]()
        if self._library.window_number.value == _UPPER:
            self.upper.move(0, 0)

    def _erase_window(self) -> None:
        self.collect()
        window = self._library.arguments[0]
        if window == _WHOLE_SCREEN_UNSPLIT:
            self.upper.split(0)
        if window in (_WHOLE_SCREEN_UNSPLIT, _WHOLE_SCREEN, _UPPER):
            self.upper.clear()
        self._original["erase_window"]()

    def _erase_line(self) -> None:
        self.collect()
        if self._library.window_number.value == _UPPER and self._library.arguments[0] == 1:
            self.upper.erase_line()

    def _set_cursor(self) -> None:
        self.collect()
        self._original["set_cursor"]()
        if self._library.window_number.value == _UPPER:
            cursor = self._library.windows()[_UPPER]
            self.upper.move(max(cursor.y_cursor - 1, 0), max(cursor.x_cursor - 1, 0))

    def _print_unicode(self) -> None:
        code = self._library.arguments[0]
        if code <= 0xFF and not self._characters.is_taken(code):
            self._original["print_unicode"]()
        elif self._library.to_memory.value:
            self._library.arguments[0] = ord("?")  # memory has room for the story's own only
            self._original["print_unicode"]()
        elif self._library.to_screen.value:
            self.collect()
            self._show(chr(code) if not 0xD800 <= code < 0xE000 else "?")

    def _check_unicode(self) -> None:
        code = self._library.arguments[0]
        typed = 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF
        printed = typed or code > 0xFF
        self._library.store(printed | typed << 1)
