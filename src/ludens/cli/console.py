"""Where the commands print, and what a terminal is never sent.

Whatever is printed may hold text from outside: a story's, a model's, an imported episode's. None of
it is markup, and no character of it commands a terminal.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ludens.episode.harmless import harmless

UNKNOWN_WIDTH, WIDEST = 80, 1000
"""Columns where none are told, and the most that a line is laid out for."""
STANDARD_OUTPUT = 1
"""Its file descriptor (POSIX)."""


class OutputGone(BaseException):
    """What the program writes cannot be written any more: it ends, whatever it is at.

    An OSError would not do: typer and rich make other endings of it, and what shows a game is a
    hook, whose errors end nothing.
    """

    def __init__(self, failure: OSError | None = None) -> None:
        """Say why; None: whoever read it has gone."""
        self.failure = failure


class Printer(Console):
    """A console for text from outside: no markup, no control sequences but its own."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)
        if not self.width:  # COLUMNS=0 says that the width is unknown
            self.width = UNKNOWN_WIDTH
        self.width = min(self.width, WIDEST)

    def on_broken_pipe(self) -> NoReturn:
        """End the program."""
        raise OutputGone

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the segments of something, its text made harmless."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(harmless(segment.text), segment.style)


out = Printer()
"""Results: standard output."""

err = Printer(stderr=True, soft_wrap=True)
"""Errors and notes: standard error."""


def counted(number: int, noun: str) -> str:
    """Return a number of something in words: `1 episode`, `2 episodes`."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def say(line: str) -> None:
    """Note something in one line on standard error."""
    err.print(" ".join(line.split(" ")))


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output: as they are, or harmless where it is a terminal."""
    _require_output()
    is_terminal = sys.stdout.isatty()
    for line in lines:
        sys.stdout.write((harmless(line) if is_terminal else line) + "\n")


def write_data(lines: Iterable[str]) -> None:
    """Write lines to standard output for a program to read: in UTF-8, whatever the locale."""
    if sys.stdout.isatty():
        write_lines(lines)
        return
    _require_output()
    sys.stdout.flush()
    for line in lines:
        sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def _require_output() -> None:
    """Refuse to write where nothing would be left of it."""
    if sys.__stdout__ is None:
        raise OutputGone(OSError(errno.EBADF, "standard output is closed"))


def write_line(line: str) -> None:
    """Write one line to standard output."""
    write_lines([line])


class _Output(io.FileIO):
    """Standard output, which ends the program when nobody reads it any more."""

    def write(self, data: Any, /) -> int:
        """Write bytes; raises OutputGone, and after it what is left goes nowhere."""
        try:
            return super().write(data)
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            is_read = not isinstance(error, BrokenPipeError)
            raise OutputGone(error if is_read else None) from None


def _output(like: TextIO) -> TextIO:
    """Return a text stream to standard output, as another stream is set up."""
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(STANDARD_OUTPUT, "w", closefd=False)),
        encoding=like.encoding,
        errors="replace",
        line_buffering=bool(like.line_buffering),
        write_through=getattr(like, "write_through", False),
    )


def prepare_streams() -> None:
    """Let no character fail that the terminal's encoding lacks: it is replaced.

    A stream that was closed before the program began is a stream to nowhere. When the reader of
    standard output goes, the program ends by OutputGone.
    """
    nowhere = Path(os.devnull)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, nowhere.open(mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if _is_program_output(sys.stdout):
        sys.stdout = _output(sys.stdout)


def _is_program_output(stream: TextIO) -> bool:
    """Tell whether a stream is the process's own standard output, not what a test put there."""
    try:
        return stream.fileno() == STANDARD_OUTPUT and stream is sys.__stdout__
    except (OSError, ValueError):
        return False
