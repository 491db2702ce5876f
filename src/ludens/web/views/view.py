"""What every game's view gives the page, and the views there are.

A view turns events and states into two plain documents a turn: the *frame*, which is all that the
page shows of the state, and the *entry*, which is what happened. The page folds frames from patches
(`ludens.web.patch`), so it knows nothing of how a game's state changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, Protocol, TypeVar

# Pydantic reads TypedDicts only from here before Python 3.12.
from typing_extensions import TypedDict

from ludens.episode.events import (
    COMMON_EVENTS,
    EpisodeEnded,
    EpisodeForked,
    EpisodeReopened,
    Event,
)
from ludens.episode.state import State
from ludens.web.patch import Document

StateT_contra = TypeVar("StateT_contra", bound=State, contravariant=True)


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
    def marking(self) -> Sequence[type[Event]]:
        """The events from which marks and spans are made."""
        ...

    def teller(self, before: StateT_contra | None) -> Teller[StateT_contra]:
        """Return a teller of the turns after a state; None: from the beginning.

        The state may be changed afterwards: what is needed of it is read at once.
        """
        ...

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return the marks and spans of a log, given its marking events in order."""
        ...

    def title(self, subject: str) -> str:
        """Return the name that people know the subject by."""
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


class PlainView:
    """Shows any game that has no view of its own: its headline, and the names of its events."""

    marking: Sequence[type[Event]] = (EpisodeForked, EpisodeEnded)

    def __init__(self, headline: Callable[[Any], Document]) -> None:
        self._headline = headline

    def teller(self, before: State | None) -> PlainView:
        """Return itself: there is nothing to keep."""
        return self

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

    def marks(self, lines: Iterable[LogLine]) -> Marks:
        """Return forks and the end."""
        return Marks(marks=[mark for line in lines for mark in common_marks(line)], spans=[])

    def title(self, subject: str) -> str:
        """Return the subject as it is."""
        return subject


def common_marks(line: LogLine) -> Iterator[Mark]:
    """Yield the marks that any game's log has."""
    if line.type == EpisodeEnded.type:
        yield Mark(turn=line.turn, kind="end", text=sentence(str(line.data["reason"])))
    if line.type == EpisodeForked.type:
        yield Mark(turn=line.turn, kind="fork", text=f"Forked from {line.data['parent']}.")
