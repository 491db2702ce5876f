"""Any game that has no view of its own, and what views may leave as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ludens.episode.errors import LudensError
from ludens.episode.events import COMMON_EVENTS, EpisodeEnded, EpisodeForked, Event
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import Viewer
from ludens.settings import Settings
from ludens.web.patch import Document
from ludens.web.views.view import (
    OPEN,
    Entry,
    LogLine,
    Marks,
    Note,
    Series,
    Teller,
    ViewerChoice,
    common_marks,
    ending_notes,
    sentence,
)


class PlainView:
    """Shows a game by its headline and the names of its events."""

    documents: Sequence[type] = ()
    marking: Sequence[type[Event]] = (EpisodeForked, EpisodeEnded)
    charting: Sequence[type[Event]] = ()
    scoring: type[Event] | None = None

    def __init__(self, headline: Callable[[Any], Document]) -> None:
        self._headline = headline

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        """Hide nothing."""
        return OPEN

    def teller(self, before: Any, viewer: Viewer) -> Teller[Any]:
        """Return a teller that keeps nothing."""
        return PlainTeller(self._headline)

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return forks and the end."""
        return Marks(marks=[mark for line in lines for mark in common_marks(line)], spans=[])

    def series(self, lines: Iterable[LogLine]) -> list[Series]:
        """Return none."""
        return []

    def title(self, subject: str) -> str:
        """Return the subject as it is."""
        return subject

    def begin(
        self, store: Store, settings: Settings, subject: Mapping[str, Any], seed: int | None
    ) -> NewEpisode:
        """Refuse: there is no form for it."""
        raise LudensError("a game of this kind cannot be begun on the page")

    def decision(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse: there is no way to decide anything."""
        raise LudensError("nothing can be decided on the page in a game of this kind")


class PlainTeller:
    """Tells the headline and the names of the events."""

    def __init__(self, headline: Callable[[Any], Document]) -> None:
        self._headline = headline

    def frame(self, state: State, events: Sequence[Event]) -> Document:
        """Return the headline."""
        return {key: value for key, value in self._headline(state).items() if value is not None}

    def entry(self, time: float, state: State, events: Sequence[Event]) -> Entry:
        """Name the events."""
        common = list(ending_notes(events))
        others = [e.type.replace("_", " ") for e in events if not isinstance(e, COMMON_EVENTS)]
        return Entry(
            turn=state.turn,
            time=time,
            thoughts=[],
            notes=[*(Note(kind="event", text=sentence(name)) for name in others), *common],
        )

    def message(self, entry: Entry, state: State, events: Sequence[Event]) -> Document:
        """Add nothing."""
        return {}
