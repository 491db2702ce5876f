"""A game told to one seat, or to the public, step by step.

The log's turns count what is decided in secret: how often the mafia had to propose, whether the
doctor still lives. So a sealed table is told in steps of its own: a step is a turn of which the
viewer sees something, and steps are numbered from 0. Events of turns between are folded and told
nothing of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ludens.episode.events import EpisodeEnded, EpisodeReopened, Event, EventCodec
from ludens.episode.store import EpisodeRow, EventRow, Store
from ludens.episode.visibility import PUBLIC, Viewer, project
from ludens.mafia.events import Narrated
from ludens.mafia.game import Mafia
from ludens.mafia.state import MafiaState
from ludens.web.patch import Document, difference
from ludens.web.stretch import TurnDocument
from ludens.web.views.mafia.entry import EntryMaker
from ludens.web.views.mafia.frame import mafia_frame

SEAMS = (EpisodeEnded.type, EpisodeReopened.type)
"""Events that begin a step: they may be committed by themselves or with a turn, and a step must be
the same for whoever reads the log later."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step, with the frame after it."""

    number: int
    frame: Document
    document: TurnDocument


class TableStream:
    """Follows one game for one viewer."""

    def __init__(self, store: Store, row: EpisodeRow, viewer: Viewer) -> None:
        self._store, self._episode, self._viewer = store, row.id, viewer
        self._codec = EventCodec(Mafia.events)
        self._state = MafiaState()
        self._entries = EntryMaker(viewer, None)
        self._frame: Document = {}
        self._next_seq = 0
        self._steps = 0

    def advance(self) -> list[Step]:
        """Return the steps that were committed since the last time; reads the database."""
        lines = self._store.events(self._episode, from_seq=self._next_seq)
        if not lines:
            return []
        self._next_seq = lines[-1].seq + 1
        steps = (self._tell(group) for group in _groups(lines))
        return [step for step in steps if step is not None]

    def _tell(self, lines: Sequence[EventRow]) -> Step | None:
        state = self._state
        state.turn = lines[0].turn
        seen: list[Event] = []
        for line in lines:
            event = self._codec.decode(line.type, line.data)
            state.apply(event)
            # What is told of the show is made of what the table knows, so the person in a seat may
            # read it; a model in a seat never does (its briefing is folded from its own view).
            show = PUBLIC if isinstance(event, Narrated) else self._viewer
            part = project(event, show)
            if part is not None:
                seen.append(part)
        if not seen:
            return None
        number = self._steps
        self._steps += 1
        frame: Document = dict(mafia_frame(state, self._viewer))
        entry = self._entries.entry(number, lines[0].time, state.public, seen)
        patch = difference(self._frame, frame)
        self._frame = frame
        document = TurnDocument(entry=entry, patch=patch, first_seq=number, last_seq=number)
        return Step(number, frame, document)


def _groups(lines: Sequence[EventRow]) -> Iterator[list[EventRow]]:
    for _, turn in groupby(lines, key=lambda line: line.turn):
        group: list[EventRow] = []
        for line in turn:
            if line.type in SEAMS and group:
                yield group
                group = []
            group.append(line)
        yield group
