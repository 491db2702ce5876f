"""When the puzzle agent thinks, and whether the player seems stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludens.adventure.events import CommandJudged, Effect, ScoreChanged, StoryRestored
from ludens.adventure.puzzles.events import FAILED, SAID, PuzzleFound, SuggestionClosed
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked, RoomFound
from ludens.adventure.world.places import INVENTORY
from ludens.episode.events import Event

FAST = 6
"""Turns since the last progress up to which the player does well alone."""
REPEATED = 3
"""How often one command in the last WINDOW makes the player seem stuck (seed 000 §7)."""
WINDOW = 10
FEW_ROOMS, CYCLE = 3, 15
"""Rooms among which one seems stuck after more turns than this without progress (seed 000 §7)."""


def why_now(state: AdventureState, events: Sequence[Event], every: int) -> str | None:
    """Return what makes the puzzle agent think this turn; None if nothing does.

    After `every` turns without news of things, rooms and suggestions, time is the reason, whatever
    was said in them.
    """
    reason = _news(events)
    if reason is None or reason in SAID:
        overdue = state.turn - state.puzzles.looked >= every
        return TIME_PASSED if overdue else reason
    return reason


def _news(events: Sequence[Event]) -> str | None:
    said = None
    for event in events:
        reason = NEWS.get(type(event))
        match event:
            case ItemMoved() if event.place == INVENTORY:
                reason = "something was taken"
            case SuggestionClosed() if event.worked is not None:
                reason = "a suggestion was tried"
            case CommandJudged() if event.novel and event.effect is Effect.NOTHING:
                said = FAILED
        if reason is not None:
            return reason
    return said


TIME_PASSED = "time passed"
NEWS: dict[type[Event], str] = {
    RoomFound: "a new room",
    ItemFound: "a new thing",
    ScoreChanged: "the score changed",
    ExitBlocked: "a way is barred",
    PuzzleFound: "a new puzzle",
    StoryRestored: "the company went back",
}
"""What always gives reason to think."""


def seems_stuck(state: AdventureState) -> bool:
    """Tell whether the last commands go round in circles: one command again and again, one answer
    to variations of one verb, or the same few rooms.
    """
    if state.stuck.patterns:
        return True
    idle = state.turn - state.progress_turn
    if idle < FAST:
        return False
    last = state.recent[-WINDOW:]
    repeated = Counter(command for command, _ in last)
    tried = {(command.partition(" ")[0], command, answer) for command, answer in last}
    answered = Counter((verb, answer) for verb, _, answer in tried)
    rooms = [stride.room for stride in state.stuck.strides[-CYCLE - 1 :]]
    cycling = idle > CYCLE and len(rooms) > CYCLE and len(set(rooms)) <= FEW_ROOMS
    return cycling or any(most >= REPEATED for most in (*repeated.values(), *answered.values()))
