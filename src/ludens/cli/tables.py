"""Tables that lose nothing: a head, a name or a number is never cut or broken.

On a terminal a table that is too wide goes on below, with the columns that name its rows said
again; in a file or a pipe every row is one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from ludens.episode.harmless import harmless

GAP = 2
"""Spaces between two columns."""


def print_table(
    console: Console,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    names: int = 1,
    title: str = "",
) -> None:
    """Print rows under their heads; the first `names` columns tell what a row is about."""
    rows = [[" ".join(harmless(cell).split("\n")) for cell in row] for row in rows]
    widths = [
        max([cell_len(head), *(cell_len(row[n]) for row in rows)]) for n, head in enumerate(heads)
    ]
    on_the_right = [
        n >= names and _are_numbers([row[n] for row in rows]) for n in range(len(heads))
    ]
    if title:
        console.print(Text(title, "bold"), soft_wrap=True)
    for part, columns in enumerate(_parts(widths, names, room_of(console))):
        if part:
            console.print()
        for row, style in ((heads, "dim"), *((row, "") for row in rows)):
            cells = [
                set_cell_size("", widths[n] - cell_len(row[n])) + row[n]
                if on_the_right[n]
                else set_cell_size(row[n], widths[n])
                for n in columns
            ]
            line = (" " * GAP).join(cells).rstrip()
            console.print(Text(line, style), soft_wrap=True)


def room_of(console: Console) -> int | None:
    """Return how wide a line may be; None in a file or a pipe, where nobody's screen ends."""
    return console.width if console.is_terminal else None


def _parts(widths: Sequence[int], names: int, room: int | None) -> Iterator[list[int]]:
    """Yield the columns of each table, so that each is at most `room` wide if that can be."""
    first = list(range(names))
    start = sum(widths[n] + GAP for n in first)
    columns, used = first[:], start
    for n in range(names, len(widths)):
        if room is not None and columns != first and used + widths[n] > room:
            yield columns
            columns, used = first[:], start
        columns.append(n)
        used += widths[n] + GAP
    yield columns


def _are_numbers(cells: Sequence[str]) -> bool:
    told = [cell for cell in cells if cell not in ("", "-")]
    return bool(told) and all(cell.lstrip("+-$")[:1].isdigit() for cell in told)
