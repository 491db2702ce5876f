"""Drawing lessons by rule: verbs that worked, words that are not known, dangers, dead ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import shorten

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.lessons.events import LINE, MOST_LINES
from ludens.adventure.puzzles.events import PuzzleStatus
from ludens.adventure.state import AdventureState

EACH = 5
"""Things of one sort that a line names at most."""
LEAST_TRIES = 4
"""Tries after which a verb that never did anything is called idle."""
BARREN = 3
"""Rooms in which a command did nothing before it is called a dead end."""


def lessons(state: AdventureState) -> tuple[str, ...]:
    """Return what an episode has taught so far, the most useful first, within bounds."""
    lines = [
        *_dangers(state),
        *_solutions(state),
        *_stuck_places(state),
        *_verbs(state),
        *_dead_ends(state),
    ]
    kept = [shorten(line, LINE, placeholder="…") for line in lines]
    return tuple(dict.fromkeys(kept))[:MOST_LINES]


def _dangers(state: AdventureState) -> Iterator[str]:
    seen: set[str] = set()
    for death in reversed(state.lessons.deaths):
        room = state.map.rooms.get(state.map.resolve(death.room)) if death.room else None
        where = f" at {room.name}" if room is not None else ""
        line = f"Deadly: {death.command!r}{where}."
        if line not in seen and len(seen) < EACH - 2:
            seen.add(line)
            yield line


def _solutions(state: AdventureState) -> Iterator[str]:
    solved = [p for p in state.puzzles.puzzles.values() if p.status is PuzzleStatus.SOLVED]
    told = 0
    for puzzle in reversed(solved):
        worked = next((a.command for a in reversed(puzzle.attempts) if a.worked), None)
        if worked is not None and told < EACH - 2:
            told += 1
            room = state.map.rooms.get(state.map.resolve(puzzle.room)) if puzzle.room else None
            where = f" at {room.name}" if room is not None else ""
            yield f"Worked: {worked!r}{where}."


def _stuck_places(state: AdventureState) -> Iterator[str]:
    """Yield where the company spent its turns until it was stuck (seed 001, for later)."""
    rooms = state.map.rooms
    turns = {room: number for room, number in state.stuck.stalls.items() if room in rooms}
    worst = sorted(turns, key=lambda room: -turns[room])[: EACH - 2]
    if worst:
        told = ", ".join(f"{rooms[room].name} ({turns[room]} turns)" for room in worst)
        yield f"Got stuck, and gained nothing for long, at: {told}."


def _verbs(state: AdventureState) -> Iterator[str]:
    records = {
        verb: record
        for verb, record in state.memory.verbs.items()
        if verb not in DIRECTIONS and verb.isalpha()
    }
    best = sorted(records, key=lambda verb: (-records[verb].gains, verb))
    worked = [f"{verb} ({records[verb].gains})" for verb in best if records[verb].gains][:EACH]
    if worked:
        yield f"Verbs that brought something: {', '.join(worked)}."
    unknown = [
        command.partition(" ")[0]
        for page in state.memory.attempts.values()
        for command, tried in page.items()
        if tried.effect is Effect.NOT_UNDERSTOOD
    ]
    never = sorted({verb for verb in unknown if verb in records and not records[verb].gains})
    if never:
        yield f"Not understood here: {', '.join(never[:EACH])}."
    idle = [
        verb
        for verb in best
        if verb not in never and not records[verb].gains and records[verb].tries >= LEAST_TRIES
    ]
    if idle:
        yield f"Verbs that never brought anything yet: {', '.join(idle[:EACH])}."


def _dead_ends(state: AdventureState) -> Iterator[str]:
    rooms = Counter(
        command
        for page in state.memory.attempts.values()
        for command, tried in page.items()
        if tried.failed and command not in DIRECTIONS
    )
    barren = [command for command, count in rooms.most_common(4 * EACH) if count >= BARREN][:EACH]
    if barren:
        yield f"Did nothing anywhere: {'; '.join(barren)}."
