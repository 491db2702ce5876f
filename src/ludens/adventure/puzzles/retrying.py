"""What was tried in vain and is worth another try: once more was gained, once something was done
about what stood against it, once what was too wide is set down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.experience import GAINFUL
from ludens.adventure.kinds import LOOKING, SHIFTING, TAKING
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import COMMON, IN_HAND, head, speaks_of, telling_words
from ludens.adventure.puzzles.needs import needs_in, needs_met_by
from ludens.adventure.puzzles.thinking import Idea, Thinking, Tool
from ludens.adventure.state import AdventureState

AGAIN = 0.12
"""What failed before, once more was gained."""
SET_DOWN = "set down"
"""The kind of idea to go on without what one carries."""
EASED = 0.7
"""The same, once something was done with what the refusal speaks of: the lock was oiled."""


def again(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """What failed or was barred may work once more was gained, and most of all once something was
    done with what its refusal speaks of.
    """
    state = thinking.state
    if puzzle.room is None:
        return
    eased = _eased(state, puzzle)
    for command in dict.fromkeys((puzzle.command, puzzle.direction or "")):
        attempt = state.journal.attempt(puzzle.room, command) if command else None
        if attempt is None or attempt.effect in GAINFUL or LOOKING.match(command):
            continue
        deed = command != puzzle.direction and SHIFTING.match(command) is None
        if deed and eased > attempt.turn:
            reason = "Something was done about what stood against it."
            yield Idea(command, puzzle.room, (), EASED, reason, "eased", renewed=eased)
        if attempt.gains < state.journal.gains:
            gained = state.journal.gains - attempt.gains
            chance = AGAIN * min(1.0, gained / 4) / attempt.times
            yield Idea(command, puzzle.room, (), chance, "Much was gained since then.", "again")


def _eased(state: AdventureState, puzzle: Puzzle) -> int:
    """Return the last turn in which something was done with what a puzzle is about or speaks of.

    Where it was done does not matter: a lamp is filled where the oil is. -1 if it never was.
    """
    return max(
        (
            turn
            for name, turn in state.journal.touched.items()
            if name in puzzle.things or _concerns(puzzle.quote, name)
        ),
        default=-1,
    )


@lru_cache(maxsize=50_000)
def _concerns(quote: str, name: str) -> bool:
    """Tell whether some words name a thing, or what it is good for."""
    needs = needs_in(quote)
    named = speaks_of(telling_words(quote) - COMMON, name)
    return named or any(need in needs for need in needs_met_by(name))


def set_down(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """What one carries may be too wide or too heavy for it: go on without it."""
    command = puzzle.direction or puzzle.command
    if not command or puzzle.room is None or _BURDEN.search(puzzle.quote) is None:
        return
    if SHIFTING.match(command) or TAKING.match(command):
        return  # the hands are full, or the bag is too small
    if _leads_nowhere_new(thinking, puzzle):
        return
    attempt = thinking.state.journal.attempt(puzzle.room, command)
    unnamed = IN_HAND.search(puzzle.quote) is not None
    for tool in thinking.tools:
        named = speaks_of(telling_words(puzzle.quote), head(tool.item.name))
        if not named and not (unnamed and _BULKY.search(tool.item.name)):
            continue
        name = tool.item.name
        if tool.held:
            reason = f"It may go without the {name}."
            yield Idea(f"drop {tool.name}", puzzle.room, (name,), BURDEN, reason, SET_DOWN)
        elif attempt is not None and attempt.turn < _set_down(thinking.state, tool):
            reason = f"The {name} was set down."
            since = _set_down(thinking.state, tool)
            yield Idea(command, puzzle.room, (), 0.8, reason, SET_DOWN, renewed=since)


def _leads_nowhere_new(thinking: Thinking, puzzle: Puzzle) -> bool:
    """Tell whether what is barred is a way to a place that is known and can be reached."""
    room = thinking.state.map.rooms.get(puzzle.room) if puzzle.room is not None else None
    ways = room.exits.items() if room is not None else ()
    return any(
        way.to is not None and thinking.reachable(way.to)
        for direction, way in ways
        if direction == puzzle.direction or (way.reason and way.reason in puzzle.quote)
    )


def _set_down(state: AdventureState, tool: Tool) -> int:
    """Return the turn in which a thing was put where it lies; to see it there is no news."""
    return min(tool.item.last_seen, state.items.lightened)


_BURDEN = re.compile(
    r"\b(?:wider?|too|bulky|carry(?:ing)?|hold(?:ing)?|hands|load|squeeze"
    r"|not fit|\w+n't fit|heav(?:y|ier)|encumber\w*|burden\w*|bigger|larger|longer|arms?)\b",
    re.IGNORECASE,
)
_BULKY = re.compile(
    r"\b(?:sledge|sled|ladder|pole|plank|board|boat|raft|canoe|oars?|chair|table|stool|barrel|crate|cart"
    r"|bicycle|trunk|chest|suitcase|mattress|log|beam|bench|statue|peel|rake|broom|spear|staff|harp"
    r"|cello|tent|bundle|carpet|rug)$"
)
"""What is hard to carry along, by its name."""
BURDEN = 0.6
