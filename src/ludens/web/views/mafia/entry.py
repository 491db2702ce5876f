"""What happened in a turn at the table, in words and for the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NotRequired

from typing_extensions import TypedDict

from ludens.episode.events import Event
from ludens.episode.visibility import PUBLIC, Viewer
from ludens.mafia.events import (
    BallotCast,
    Cause,
    GameDecided,
    MindKept,
    Narrated,
    Phase,
    PhaseBegan,
    PlayerDied,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.telling import Teller as WordsTeller
from ludens.mafia.telling import Tone
from ludens.mafia.view import Day, PublicRecord
from ludens.web.views.mafia.frame import SKIP
from ludens.web.views.view import Entry, Note, Thought, ending_notes


class Line(TypedDict):
    """A line of the transcript."""

    tone: str
    """`heading`, `speech`, `fact`, `death`, `private`, `default`, `narration` or `ending`."""
    text: str
    speaker: NotRequired[str]


class SpokenDetails(TypedDict):
    """Words that were said to the table in this turn."""

    seat: int
    kind: str
    """`speech`, `reply`, `defence`, `rebuttal` or `last words`."""
    text: str
    accuses: list[int]
    defends: list[int]
    nomination: NotRequired[int]
    claims: NotRequired[str]
    """What the speaker says to be: "a doctor"."""


class CountDetails(TypedDict):
    """Votes that were counted in this turn."""

    ballots: dict[str, int]
    tied: list[int]
    out: NotRequired[int]


class MafiaDetails(TypedDict):
    """What the table needs of a turn besides the entry."""

    lines: list[Line]
    spoken: NotRequired[SpokenDetails]
    ballot: NotRequired[int]
    """Who put a vote down."""
    count: NotRequired[CountDetails]
    died: list[int]


class EntryMaker:
    """Tells turns one after another to one viewer, from events as that viewer sees them."""

    def __init__(self, viewer: Viewer, record: PublicRecord | None) -> None:
        self._viewer = viewer
        self._words = WordsTeller(viewer, with_numbers=False)
        self._show = WordsTeller(PUBLIC)
        """Tells what is said to those who watch, also to a person who plays."""
        if record is not None:
            self._words.names, self._words.taglines = record.names, record.taglines
            self._words.phase = record.phase
            if record.days:
                today = record.days[-1]
                spoken, heard = list(today.speeches), dict(today.heard)
                self._words.day = Day(today.number, speeches=spoken, heard=heard)

    def entry(self, number: int, time: float, record: PublicRecord, seen: Sequence[Event]) -> Entry:
        """Return what the viewer is told of a turn."""
        return Entry(
            turn=number,
            time=time,
            thoughts=list(_thoughts(record, seen)),
            notes=[*_notes(record, seen), *ending_notes(seen)],
            details=dict(self._details(seen)),
        )

    def _details(self, seen: Sequence[Event]) -> MafiaDetails:
        details = MafiaDetails(lines=list(self._lines(seen)), died=[])
        for event in seen:
            match event:
                case SpeechGiven():
                    details["spoken"] = _spoken(event)
                case BallotCast():
                    details["ballot"] = event.seat
                case VotesCounted():
                    details["count"] = _count(event)
                case PlayerDied():
                    details["died"].append(event.seat)
        return details

    def _lines(self, seen: Iterable[Event]) -> Iterable[Line]:
        for event in seen:
            words = self._show if isinstance(event, Narrated) else self._words
            for told in words.tell(event):
                line = Line(tone=told.tone.value, text=told.text)
                if told.tone is Tone.SPEECH:
                    line["speaker"] = told.speaker
                yield line


def _spoken(event: SpeechGiven) -> SpokenDetails:
    details = SpokenDetails(
        seat=event.seat,
        kind=event.kind.value,
        text=event.text,
        accuses=list(event.accuses),
        defends=list(event.defends),
    )
    if event.nomination is not None:
        details["nomination"] = event.nomination
    if event.claims is not None:
        details["claims"] = ROLES[event.claims].called
    return details


def _count(event: VotesCounted) -> CountDetails:
    ballots = {str(s): SKIP if c is None else c for s, c in event.ballots.items()}
    details = CountDetails(ballots=ballots, tied=list(event.tied))
    if event.out is not None:
        details["out"] = event.out
    return details


def _thoughts(record: PublicRecord, seen: Iterable[Event]) -> Iterable[Thought]:
    for event in seen:
        if isinstance(event, MindKept) and event.reasoning:
            yield Thought(agent=record.names[event.seat], text=event.reasoning)


def _notes(record: PublicRecord, seen: Iterable[Event]) -> Iterable[Note]:
    for event in seen:
        note = note_of(event, record.names)
        if note is not None:
            yield note


def note_of(event: Event, names: Sequence[str]) -> Note | None:
    """Return what is marked of an event on the scrubber; None if nothing is."""

    def name(seat: SeatId) -> str:
        return names[seat] if seat < len(names) else f"Seat {seat}"

    kind, text = "", ""
    match event:
        case PhaseBegan(phase=Phase.DAY):
            kind, text = "day", f"Day {event.day}."
        case PhaseBegan(phase=Phase.NIGHT):
            kind, text = "night", f"Night {event.day}."
        case PlayerDied():
            how = "is voted out" if event.cause is Cause.VOTE else "is found dead"
            kind, text = "death", f"{name(event.seat)} {how}."
        case VotesCounted() if event.tied:
            kind, text = "tie", f"A tie: {' and '.join(map(name, event.tied))}."
        case SpeechGiven() if event.claims is not None and event.claims != "villager":
            kind, text = "claim", f"{name(event.seat)} claims to be {ROLES[event.claims].called}."
        case GameDecided():
            kind, text = "victory", f"Won by {_won(event, name)}."
    return Note(kind=kind, text=text) if kind else None


def _won(event: GameDecided, name: Callable[[SeatId], str]) -> str:
    """Return who won: a side, who wins alone, or nobody."""
    if event.team is Team.ALONE:
        return " and ".join(map(name, event.winners))
    return "nobody" if event.team is None else f"the {event.team}"
