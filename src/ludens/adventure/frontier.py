"""The archive of promising earlier turns, and which one to go back to.

A cell is a place at a score, never the whole inventory: else every drop would make a new one. A
cell keeps the first and the last turn that ended in it, so that both "before anything was spoilt"
and "with all that was gathered" can be returned to.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from ludens.adventure.events import CommandJudged, PlayerDied, StoryRestored
from ludens.adventure.models import Part
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

REWOUND = "nothing was gained any more"
"""The reason of a return that no death made necessary."""
CELLS = 400
"""Cells that are kept; those of the lowest scores make room."""


class Cell(Part):
    """A place at a score."""

    room: RoomId
    score: int
    first: int
    last: int
    """The first and the last turn that ended in it."""
    returns: int = 0
    """How often the company went back to it."""


class Archive(Part):
    """The cells of an episode; changed by events only."""

    cells: dict[str, Cell] = Field(default_factory=dict)
    returned: int = 0
    """The last turn in which the company went back."""
    returns: int = 0
    """How often it went back though no death made it."""

    def apply(self, event: Event, turn: int, here: RoomId | None, score: int | None) -> None:
        """Fold one event; `here` and `score` are as it left them."""
        match event:
            case CommandJudged() if here is not None:
                self._note(here, score or 0, turn)
            case PlayerDied():
                for cell in self.cells.values():
                    if cell.last == turn:
                        cell.last = cell.first
            case StoryRestored():
                self.returned = turn
                if event.reason == REWOUND:
                    self.returns += 1
                for cell in self.cells.values():
                    cell.returns += event.to_turn in (cell.first, cell.last)

    def _note(self, room: RoomId, score: int, turn: int) -> None:
        key = f"{score} {room}"
        cell = self.cells.setdefault(key, Cell(room=room, score=score, first=turn, last=turn))
        cell.last = turn
        if len(self.cells) > CELLS:
            del self.cells[min(self.cells, key=lambda key: (self.cells[key].score, key))]

    def reached(self) -> int:
        """Return the turn in which the best score of all cells was reached first; 0 at first."""
        best = max((cell.score for cell in self.cells.values()), default=0)
        return min((cell.first for cell in self.cells.values() if cell.score == best), default=0)

    def turns(self, before: int) -> Iterator[tuple[int, Cell]]:
        """Yield the turns before a turn that can be returned to, each with its cell."""
        for cell in self.cells.values():
            for turn in {cell.first, cell.last}:
                if 0 < turn < before:
                    yield turn, cell
