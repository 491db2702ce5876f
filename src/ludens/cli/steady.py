"""What a command says while it plays many episodes: how far it is, and whom it waits for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from ludens.bench.waiting import Waiting
from ludens.cli.console import err

QUIET = 60.0
"""Seconds after which a file or a pipe is told again whom a command waits for."""


class Steady:
    """On a terminal steady lines, elsewhere a line when it changes and one a while in between."""

    def __init__(self) -> None:
        self.live = Live(console=err, refresh_per_second=2, transient=True)
        self.told = time.monotonic()

    def __enter__(self) -> Self:
        if err.is_terminal:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if err.is_terminal:
            self.live.stop()

    def tell(self, line: RenderableType) -> None:
        """Say something once, for good."""
        self.told = time.monotonic()
        err.print(line, soft_wrap=not err.is_terminal)

    def show(self, line: Text, waits: Sequence[Waiting], *, changed: bool = False) -> None:
        """Show how far it is now; `changed` if a file or a pipe is to be told at once."""
        if err.is_terminal:
            below = [Text(f"  {each}", "dim", no_wrap=False) for each in waits]
            self.live.update(Group(line, *below))
        elif changed or time.monotonic() - self.told > QUIET:
            self.tell(line)
            for each in waits:
                self.tell(str(each))
