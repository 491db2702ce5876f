"""Mafia on the page: who may look as whom, what each turn shows, which moments are marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeEnded, EpisodeForked, Event
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer
from ludens.games import new_table
from ludens.mafia.events import (
    GameDecided,
    Phase,
    PhaseBegan,
    PlayerDied,
    SpeechGiven,
    TableLaid,
    VotesCounted,
)
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.settings import Settings
from ludens.web.patch import Document
from ludens.web.views.mafia.documents import Asked
from ludens.web.views.mafia.entry import EntryMaker, MafiaDetails, note_of
from ludens.web.views.mafia.frame import MafiaFrame, mafia_frame
from ludens.web.views.mafia.sealing import require_open
from ludens.web.views.view import (
    Entry,
    LogLine,
    Mark,
    Marks,
    Series,
    ViewerChoice,
    common_marks,
)

MARKED = frozenset({"day", "night", "death", "tie", "claim", "victory", "end", "fork"})
"""Kinds of notes that are marks."""


class MafiaView:
    """What the page needs to know of tables."""

    documents: Sequence[type] = (MafiaFrame, MafiaDetails, Asked)
    marking: Sequence[type[Event]] = (
        TableLaid,
        PhaseBegan,
        PlayerDied,
        VotesCounted,
        SpeechGiven,
        GameDecided,
        EpisodeForked,
        EpisodeEnded,
    )
    charting: Sequence[type[Event]] = (TableLaid, PlayerDied, PhaseBegan)
    scoring: type[Event] | None = None

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        """Return everybody's eyes; raises SealedError while a person plays."""
        require_open(row)
        seats = MafiaSettings.model_validate(row.settings.get("mafia", {})).seats
        names = row.headline.get("names") or [f"seat {seat}" for seat in range(seats)]
        return (
            ViewerChoice(VIEWER, "As we know it"),
            ViewerChoice(PUBLIC, "As the table sees it"),
            *(
                ViewerChoice(Viewer(View.SEAT, seat), f"As {name} sees it")
                for seat, name in enumerate(names)
            ),
        )

    def teller(self, before: MafiaState | None, viewer: Viewer) -> MafiaTeller:
        """Return a teller of the turns after a state."""
        return MafiaTeller(before, viewer)

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return days, nights, deaths, ties, claims and the end."""
        marks: list[Mark] = []
        names: Sequence[str] = ()
        kinds = {kind.type: kind for kind in self.marking}
        for line in lines:
            marks += common_marks(line)
            if line.type in (EpisodeEnded.type, EpisodeForked.type):
                continue
            data = {name: value for name, value in line.data.items() if name != "type"}
            event = kinds[line.type].model_validate(data)
            if isinstance(event, TableLaid):
                names = event.names
            note = note_of(event, names)
            if note is not None:
                marks.append(Mark(turn=line.turn, kind=note["kind"], text=note["text"]))
        return Marks(marks=marks, spans=[])

    def series(self, lines: Iterable[LogLine]) -> list[Series]:
        """Return how many live, and the days."""
        living: list[tuple[int, float]] = []
        days: list[tuple[int, float]] = []
        for line in lines:
            if line.type == TableLaid.type:
                living.append((line.turn, float(len(line.data["names"]))))
            elif line.type == PlayerDied.type:
                living.append((line.turn, living[-1][1] - 1))
            elif line.data["phase"] == Phase.DAY:
                days.append((line.turn, float(line.data["day"])))
        return [
            Series(name="living", label="Players alive", points=list(dict(living).items())),
            Series(name="days", label="Day", points=list(dict(days).items())),
        ]

    def title(self, subject: str) -> str:
        """Return the subject: `table of 7`."""
        return subject[:1].upper() + subject[1:]

    def begin(
        self, store: Store, settings: Settings, subject: Mapping[str, Any], seed: int | None
    ) -> NewEpisode:
        """Return a new game; everything about it stands in the settings."""
        return new_table(settings, seed=seed)

    def decision(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse: a person decides for a seat, at the table's own address."""
        raise LudensError("fork the game with yourself in a seat, and decide there")


class MafiaTeller:
    """Tells consecutive turns of a table to one viewer."""

    def __init__(self, before: MafiaState | None, viewer: Viewer) -> None:
        self._viewer = viewer
        self._entries = EntryMaker(viewer, before.public if before is not None else None)

    def frame(self, state: MafiaState, events: Sequence[Event]) -> Document:
        """Return the frame after a turn."""
        return dict(mafia_frame(state, self._viewer))

    def entry(self, time: float, state: MafiaState, events: Sequence[Event]) -> Entry:
        """Return what happened in the turn, from what the viewer sees of its events."""
        return self._entries.entry(state.turn, time, state.public, events)

    def message(self, entry: Entry, state: MafiaState, events: Sequence[Event]) -> Document:
        """Add nothing: the entry says all."""
        return {}
