"""What a turn settled: suggestions that were tried, puzzles that are solved. No agent is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.english import LOOKING, SHIFTING, TAKING
from ludens.adventure.events import GAINFUL, CommandJudged, Effect
from ludens.adventure.mazes.events import MazeDetected, MazePhaseBegan, Phase
from ludens.adventure.puzzles.book import Puzzle, Suggestion, maze_puzzle
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    PuzzleStatus,
    SuggestionClosed,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import carries_light
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import ItemChanged, ItemMoved
from ludens.adventure.world.places import GONE, ItemId, RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

URGENT_FOR = 30
"""Turns after which a danger that was not spoken of again is no longer pressing."""


def settle(state: AdventureState, events: Sequence[Event]) -> Iterator[Event]:
    """Yield what a turn's events mean for puzzles and suggestions.

    `state` is after the events, and each yielded event is folded before the next is asked for.
    """
    judged = next((e for e in reversed(events) if isinstance(e, CommandJudged)), None)
    helped: set[PuzzleId] = set()
    if judged is not None:
        for suggestion in list(state.puzzles.suggestions.values()):
            if _is_tried(state, suggestion, judged):
                worked = judged.effect in GAINFUL
                if worked and suggestion.puzzle is not None:
                    helped.add(suggestion.puzzle)
                yield SuggestionClosed(
                    suggestion=suggestion.id, worked=worked, reason=f"tried: {judged.effect}"
                )
    for puzzle in state.puzzles.open():
        reason = solved(state, puzzle, events, judged, helped=puzzle.id in helped)
        if reason is not None:
            yield PuzzleSolved(puzzle=puzzle.id, reason=reason)
            yield from close_all(state, puzzle.id, "the puzzle is solved")
        elif puzzle.kind is PuzzleKind.URGENT and state.turn - puzzle.changed > URGENT_FOR:
            yield PuzzleChanged(
                puzzle=puzzle.id, status=PuzzleStatus.ABANDONED, reason="it was not heard of again"
            )
            yield from close_all(state, puzzle.id, "the danger passed")
    yield from _mazes(state, events)


def close_all(state: AdventureState, puzzle: PuzzleId, reason: str) -> Iterator[Event]:
    """Yield the end of every open suggestion about a puzzle."""
    for suggestion in list(state.puzzles.suggestions.values()):
        if suggestion.puzzle == puzzle:
            yield SuggestionClosed(suggestion=suggestion.id, worked=None, reason=reason)


def _is_tried(state: AdventureState, suggestion: Suggestion, judged: CommandJudged) -> bool:
    if way_of(suggestion.command) != way_of(judged.command):
        return False
    if suggestion.command in DIRECTIONS and judged.effect is not Effect.MOVED:
        held = {state.items.known[id_].name for id_ in state.items.carried()}
        if not held.issuperset(suggestion.items):
            return False  # it is the thing that was to be tried, not the way alone
    return suggestion.room is None or state.map.resolve(suggestion.room) == judged.room


def solved(
    state: AdventureState,
    puzzle: Puzzle,
    events: Sequence[Event],
    judged: CommandJudged | None,
    *,
    helped: bool,
) -> str | None:
    """Return why a puzzle counts as solved by what happened this turn; None if it does not."""
    if puzzle.direction is not None and puzzle.room is not None:
        way = state.map.exit(puzzle.room, puzzle.direction)
        if way is not None and way.status is ExitStatus.EXPLORED and way.turn >= puzzle.turn:
            return "the way is open"
    if puzzle.kind is PuzzleKind.DARK:
        return _is_lit(state, puzzle)
    if puzzle.kind in (PuzzleKind.CLUE, PuzzleKind.URGENT, PuzzleKind.MAZE):
        return None
    return _gave_way(state, puzzle, events) or _done(state, puzzle, judged, helped=helped)


def _done(
    state: AdventureState, puzzle: Puzzle, judged: CommandJudged | None, *, helped: bool
) -> str | None:
    """Return which command solved a puzzle this turn, if one did."""
    if judged is None or judged.effect not in GAINFUL or judged.room != _room(state, puzzle):
        return None
    moved = SHIFTING.match(judged.command) or TAKING.match(judged.command)
    if puzzle.direction is not None and moved and judged.effect is not Effect.SCORED:
        return None  # what was set down or taken up opens no way: that is to be tried
    other = bool(puzzle.command) and LOOKING.match(puzzle.command) is None
    other = other and puzzle.command != judged.command
    if helped and (judged.effect is Effect.SCORED or not other):
        return f"{judged.command!r} worked"
    if puzzle.command and judged.command == puzzle.command and puzzle.changed < state.turn:
        return f"{judged.command!r} works now"
    about = bool(puzzle.things) and puzzle.things[0] in judged.things
    gained = about and (judged.effect is Effect.SCORED or judged.gained)
    return f"{judged.command!r} gained something" if gained else None


def _room(state: AdventureState, puzzle: Puzzle) -> RoomId | None:
    return state.map.resolve(puzzle.room) if puzzle.room is not None else None


def _is_lit(state: AdventureState, puzzle: Puzzle) -> str | None:
    room = state.map.rooms.get(state.map.resolve(puzzle.room)) if puzzle.room else None
    if room is None or puzzle.direction is not None:
        return None
    if not room.dark or (state.map.here == puzzle.room and carries_light(state.items)):
        return "there is light"
    return None


def _gave_way(state: AdventureState, puzzle: Puzzle, events: Sequence[Event]) -> str | None:
    """Return how the thing that a puzzle is about changed this turn, if it did."""
    for event in events:
        match event:
            case ItemChanged(open=True) | ItemChanged(locked=False):
                if puzzle.kind is PuzzleKind.LOCKED and _is_about(state, puzzle, event.item):
                    return f"the {state.items.known[event.item].name} is open"
            case ItemMoved(place=place) if place == GONE and _is_about(state, puzzle, event.item):
                return f"the {state.items.known[event.item].name} is gone"
    return None


def _is_about(state: AdventureState, puzzle: Puzzle, item: ItemId) -> bool:
    known = state.items.known.get(item)
    if known is None or not puzzle.things:
        return False
    name = known.name.lower()
    return name == puzzle.things[0] or name.endswith(f" {puzzle.things[0]}")


def _mazes(state: AdventureState, events: Sequence[Event]) -> Iterator[Event]:
    """The maze solver's mazes are in the book too."""
    for event in events:
        match event:
            case MazeDetected():
                yield PuzzleFound(
                    puzzle=maze_puzzle(event.group),
                    kind=PuzzleKind.MAZE,
                    summary="A maze: rooms that cannot be told apart by their looks.",
                    room=event.entry_room,
                )
            case MazePhaseBegan(phase=Phase.MAPPED):
                if any(one.id == maze_puzzle(event.group) for one in state.puzzles.open()):
                    yield PuzzleSolved(puzzle=maze_puzzle(event.group), reason="it is mapped")
