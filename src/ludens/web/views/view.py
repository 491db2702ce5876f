"""What every game's view gives the page.

A view turns events and states into two plain documents a turn: the *frame*, which is all that the
page shows of the state, and the *entry*, which is what happened. The page folds frames from patches
(`ludens.web.patch`), so it knows nothing of how a game's state changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NotRequired, Protocol, TypeVar

# Pydantic reads TypedDicts only from here before Python 3.12.
from typing_extensions import TypedDict

from ludens.episode.events import (
    EpisodeEnded,
    EpisodeForked,
    EpisodeReopened,
    Event,
)
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import ANALYSIS, View, Viewer
from ludens.settings import Settings
from ludens.web.patch import Document

StateT_contra = TypeVar("StateT_contra", bound=State, contravariant=True)


@dataclass(frozen=True, slots=True)
class ViewerChoice:
    """Somebody as whom an episode may be looked at."""

    viewer: Viewer
    label: str
    """In a person's words, for the switch on the page."""


OPEN = (ViewerChoice(ANALYSIS, "Everything"),)
"""Who may look at a game in which nothing is hidden."""


def sees_everything(viewer: Viewer) -> bool:
    """Return whether a viewer may know of calls, prompts, costs and settings."""
    return viewer.view in (View.VIEWER, View.ANALYSIS)


class Note(TypedDict):
    """One thing that happened, in a person's words."""

    kind: str
    """What it is, for its mark and colour: `room`, `score`, `death`, `item`, ..."""
    text: str


class Thought(TypedDict):
    """What an agent thought before it did something."""

    agent: str
    text: str
    did: NotRequired[str]
    """What it came to: a command, a speech, a verdict."""


class Entry(TypedDict):
    """What happened in one turn, for the transcript and the panels."""

    turn: int
    time: float
    """When the turn was committed: seconds since 1970, UTC."""
    thoughts: list[Thought]
    notes: list[Note]
    """What changed, in the order in which it happened."""
    command: NotRequired[str]
    by: NotRequired[str]
    """Who chose the command: `player` or `human`."""
    text: NotRequired[str]
    """What the game said."""
    title: NotRequired[str]
    """The room's title, if the text begins with one."""
    moved: NotRequired[dict[str, str]]
    """`from`, `via`, `to` and `how`, if the player came into a room."""
    tokens: NotRequired[int]
    cost: NotRequired[str]
    """US dollars of the turn's priced calls."""
    calls: NotRequired[int]
    without: NotRequired[list[str]]
    """Agents whose models cannot be had: their rules play until they are back."""
    details: NotRequired[dict[str, Any]]
    """What the game's own view needs besides."""


class Mark(TypedDict):
    """A moment worth jumping to, drawn on the scrubber."""

    turn: int
    kind: str
    text: str


class Span(TypedDict):
    """A stretch of turns worth seeing on the scrubber: a stuck period, a maze."""

    first: int
    last: NotRequired[int]
    """Left out while it lasts."""
    kind: str
    text: str


class LogLine(NamedTuple):
    """An event of the kinds that make marks, as it stands in the log."""

    turn: int
    type: str
    data: Mapping[str, Any]


class Series(TypedDict):
    """A figure over the turns: it keeps its value until the next point."""

    name: str
    label: str
    points: list[tuple[int, float]]
    """Turn and value."""


class Marks(TypedDict):
    """What the scrubber shows of a whole episode."""

    marks: list[Mark]
    spans: list[Span]


class Teller(Protocol[StateT_contra]):
    """Tells consecutive turns; it may keep what did not change from one to the next."""

    def frame(self, state: StateT_contra, events: Sequence[Event]) -> Document:
        """Return the frame after a turn with these events; parts that are equal may be shared."""
        ...

    def entry(self, time: float, state: StateT_contra, events: Sequence[Event]) -> Entry:
        """Return what happened in the turn; called once a turn, after `frame`."""
        ...

    def message(self, entry: Entry, state: StateT_contra, events: Sequence[Event]) -> Document:
        """Return the game's own fields of the `turn` message (seed 000 §8)."""
        ...


class GameView(Protocol[StateT_contra]):
    """What the page needs to know of one game."""

    @property
    def documents(self) -> Sequence[type]:
        """The documents (TypedDicts) of its frames and details, for the API's description."""
        ...

    def viewers(self, row: EpisodeRow) -> Sequence[ViewerChoice]:
        """Return as whom an episode may be looked at, the default first; never empty."""
        ...

    @property
    def marking(self) -> Sequence[type[Event]]:
        """The events from which marks and spans are made."""
        ...

    @property
    def charting(self) -> Sequence[type[Event]]:
        """The events from which series are made."""
        ...

    @property
    def scoring(self) -> type[Event] | None:
        """The event whose `score` a list draws as a small line; None if there is no score."""
        ...

    def teller(self, before: StateT_contra | None, viewer: Viewer) -> Teller[StateT_contra]:
        """Return a teller, for a viewer, of the turns after a state; None: from the beginning.

        The events it is given are projected for the viewer; the states are whole. `before` may be
        changed afterwards: what is needed of it is read at once.
        """
        ...

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return the marks and spans of a log, given its marking events in order."""
        ...

    def series(self, lines: Iterable[LogLine]) -> list[Series]:
        """Return the figures of a log, given its charting events in order."""
        ...

    def title(self, subject: str) -> str:
        """Return the name that people know the subject by."""
        ...

    def begin(
        self, store: Store, settings: Settings, subject: Mapping[str, Any], seed: int | None
    ) -> NewEpisode:
        """Return the new episode that a form describes: settings, and what it is about.

        Raises LudensError; SettingsError with `subject.FIELD` for a wrong field.
        """
        ...

    def decision(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a person decided as the session takes it; raises SettingsError."""
        ...


def ending_notes(events: Iterable[Event]) -> Iterator[Note]:
    """Yield notes for what can happen in an episode of any game."""
    for event in events:
        match event:
            case EpisodeForked():
                yield Note(kind="fork", text=f"Forked from {event.parent} at turn {event.turn}.")
            case EpisodeReopened():
                yield Note(kind="fork", text="The episode goes on.")
            case EpisodeEnded():
                yield Note(kind="end", text=sentence(event.reason))


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a mark at its end."""
    text = text.strip()
    if not text:
        return ""
    return text[:1].upper() + text[1:] + ("" if text[-1] in '.!?…”"' else ".")


def common_marks(line: LogLine) -> Iterator[Mark]:
    """Yield the marks that any game's log has."""
    if line.type == EpisodeEnded.type:
        yield Mark(turn=line.turn, kind="end", text=sentence(str(line.data["reason"])))
    if line.type == EpisodeForked.type:
        yield Mark(turn=line.turn, kind="fork", text=f"Forked from {line.data['parent']}.")
