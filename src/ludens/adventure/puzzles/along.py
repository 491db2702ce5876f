"""Ways that a text lets nobody go without something: "not a step without the rope"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import head
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import Exit, ExitStatus

ALONG = "along"
"""The kind of idea to go a way with a thing."""
LIKELY = 0.8
"""What such an idea is worth."""
_NOT_WITHOUT = re.compile(
    r"\b(?:not|never|no|nobody|no one|none|nothing|\w+n't|cannot)\b[^.!?;]{0,60}?\b(?:without"
    r"|unless you (?:have|carry|take|bring|wear)) (?:the |an? |your |some )?([a-z' -]+)",
    re.IGNORECASE,
)


def taken_along(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Go with the thing the ways that nobody has gone from where the words stand."""
    if puzzle.room is None or puzzle.room not in thinking.state.map.rooms:
        return
    named = {word for said in _NOT_WITHOUT.findall(puzzle.quote) for word in said.lower().split()}
    if not named:
        return
    room = thinking.state.map.rooms[puzzle.room]
    ways = [direction for direction, way in room.exits.items() if _is_untrodden(way)]
    for tool in thinking.tools:
        if head(tool.item.name.lower()) not in named:
            continue
        reason = f"Not without the {tool.item.name}."
        renewed = tool.item.last_seen if tool.held else thinking.state.turn
        for way in ways:
            yield Idea(way, puzzle.room, (tool.item.name,), LIKELY, reason, ALONG, renewed=renewed)


def is_equipped(state: AdventureState, command: str) -> bool:
    """Tell whether the player carries what a way from here is to be gone with."""
    held = {state.items.known[id_].name for id_ in state.items.carried()}
    return any(
        idea.kind == ALONG
        and idea.command == command
        and idea.room == state.map.here
        and held.issuperset(idea.items)
        for idea in state.puzzles.suggestions.values()
    )


def _is_untrodden(way: Exit) -> bool:
    return not way.walked and way.status in (ExitStatus.UNEXPLORED, ExitStatus.BLOCKED)
