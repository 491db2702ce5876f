"""What the company's agents thought and did in a turn, in a person's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from typing_extensions import TypedDict

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.mazes.events import (
    Handled,
    MazeDetected,
    MazeMapped,
    MazeMarkerHandled,
    MazeMarkersDoubted,
    MazePhaseBegan,
    MazeTraitNoticed,
    Phase,
)
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleKind,
    PuzzleSolved,
    PuzzleStatus,
    SuggestionMade,
)
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import (
    EscapeEnded,
    LoopDetected,
    LoopEnded,
    LoopKind,
    LoopPenaltyApplied,
    StuckExploration,
    StuckRewind,
    StuckTermination,
    StuckWarning,
)
from ludens.episode.events import Event
from ludens.web.views.view import Note, Thought, sentence

CIRCLES = {
    LoopKind.OSCILLATION: "Going to and fro",
    LoopKind.CAMPING: "Staying on",
    LoopKind.SEQUENCE: "Typing the same again",
    LoopKind.THRASHING: "Taking and dropping",
}
"""What a person calls each way of going round in circles."""


class AdjustmentTold(TypedDict):
    """What one mechanism put on a score."""

    mechanism: str
    amount: float
    reason: str


class Review(TypedDict):
    """A proposal that was scored before it was typed."""

    command: str
    score: float
    """The critic's, from 0 to 1."""
    reason: str
    adjusted: float
    accepted: bool
    insisted: bool
    adjustments: list[AdjustmentTold]


class AdventureDetails(TypedDict):
    """The adventure's own part of an entry."""

    reviews: list[Review]
    """In the order of the proposals."""


MAZE_ROOM = re.compile(r"\bmaze_\w+?_(\d+)\b")
"""An id of the maze solver's; the page gives its rooms the same numbers."""

PHASES = {
    Phase.PREPARING: "Looking through what can mark rooms.",
    Phase.EXPLORING: "Trying every way of every room.",
    Phase.OUTSIDE: "Outside the maze: for more to mark rooms with, or on the way back in",
    Phase.RETRIEVING: "The maze is known; the markers are collected.",
    Phase.LEAVING: "Leaving the maze.",
    Phase.INTERRUPTED: "The maze must wait",
    Phase.MAPPED: "The maze is mapped.",
    Phase.GIVEN_UP: "The maze is given up",
}


def thoughts(events: Sequence[Event]) -> list[Thought]:
    """Return what the agents thought, in the order of seed 000 §3's phases."""
    found: list[Thought] = []
    for event in events:
        match event:
            case CommandChosen() if event.by is not By.HUMAN:
                text = MAZE_ROOM.sub(r"maze room \1", event.reasoning)
                text = text[:1].upper() + text[1:]
                found.append(Thought(agent=event.by.value, text=text, did=event.command))
            case SuggestionMade():
                did = "; ".join([*event.way, event.command])
                found.append(Thought(agent="puzzle_agent", text=event.reason, did=did))
    return found


def reviews(events: Sequence[Event]) -> list[Review]:
    """Return how each proposal was scored."""
    found: list[Review] = []
    adjustments: list[AdjustmentTold] = []
    for event in events:
        match event:
            case LoopPenaltyApplied():
                adjustments = [
                    AdjustmentTold(mechanism=a.mechanism, amount=a.amount, reason=a.reason)
                    for a in event.adjustments
                ]
            case CommandReviewed():
                found.append(
                    Review(
                        command=event.command,
                        score=event.score,
                        reason=event.reason,
                        adjusted=event.adjusted,
                        accepted=event.accepted,
                        insisted=event.insisted,
                        adjustments=adjustments,
                    )
                )
                adjustments = []
    return found


def company_notes(state: AdventureState, event: Event) -> Iterator[Note]:
    """Yield what an event of the company's own parts says to a reader."""
    yield from _of_puzzles(state, event)
    yield from _of_loops(state, event)
    yield from _of_mazes(event)


def _of_puzzles(state: AdventureState, event: Event) -> Iterator[Note]:
    match event:
        case PuzzleFound():
            kind = "clue" if event.kind is PuzzleKind.CLUE else "puzzle"
            yield Note(kind=kind, text=sentence(event.summary))
        case PuzzleSolved():
            summary = state.puzzles.puzzles[event.puzzle].summary
            yield Note(kind="solved", text=f"Solved: {sentence(summary)}")
        case PuzzleChanged(status=PuzzleStatus.ABANDONED):
            summary = state.puzzles.puzzles[event.puzzle].summary
            yield Note(kind="map", text=f"Given up: {sentence(summary)}")


def _of_loops(state: AdventureState, event: Event) -> Iterator[Note]:
    match event:
        case LoopDetected():
            yield Note(kind="circles", text=sentence(f"Going in circles: {event.what}"))
        case LoopEnded():
            turns = "1 turn" if event.lasted == 1 else f"{event.lasted} turns"
            yield Note(kind="loop", text=f"{CIRCLES[event.kind]} is over after {turns}.")
        case StuckWarning():
            left = f" In {event.left} turns something is done." if event.left is not None else ""
            yield Note(kind="stuck", text=f"Nothing was gained for {event.idle} turns.{left}")
        case StuckTermination():
            text = f"The company is stuck: {event.idle} turns without progress. The episode ends."
            yield Note(kind="stuck", text=text)
        case StuckExploration():
            where = state.map.rooms.get(state.map.resolve(event.room))
            way = f"{event.direction} of {where.name}" if where is not None else event.direction
            text = (
                f"The company is stuck: {event.idle} turns without progress. It leaves for {way}."
            )
            yield Note(kind="stuck", text=text)
        case StuckRewind():
            text = (
                f"The company is stuck: {event.idle} turns without progress. "
                f"It goes back to turn {event.to_turn}."
            )
            yield Note(kind="stuck", text=text)
        case EscapeEnded():
            yield Note(kind="loop", text=sentence(f"The walk out is over: {event.reason}"))


def _of_mazes(event: Event) -> Iterator[Note]:
    match event:
        case MazeDetected():
            yield Note(kind="maze", text="A maze: from here on the maze solver decides.")
        case MazePhaseBegan():
            words = PHASES[event.phase]
            told = event.phase in (Phase.INTERRUPTED, Phase.GIVEN_UP) and event.reason
            yield Note(kind="maze", text=sentence(f"{words}: {event.reason}" if told else words))
        case MazeMapped():
            rest = f", {event.reason}" if event.reason else ""
            yield Note(kind="maze", text=sentence(f"{event.rooms} rooms of the maze{rest}"))
        case MazeMarkerHandled(how=Handled.LOST):
            yield Note(kind="maze", text=f"The {event.marker} is not where it was left.")
        case MazeTraitNoticed():
            detail = event.detail or event.trait.value.replace("_", " ")
            yield Note(kind="maze", text=sentence(f"The maze is harder than it seemed: {detail}"))
        case MazeMarkersDoubted():
            yield Note(
                kind="maze", text=sentence(f"What absent markers told is doubted: {event.reason}")
            )
