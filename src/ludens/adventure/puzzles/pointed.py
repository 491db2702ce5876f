"""What a refusal speaks of and only texts of other rooms name: that is seen to there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ludens.adventure.mentions import Standing
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.naming import COMMON, asks_for, head
from ludens.adventure.puzzles.needs import NEEDS
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.vocabulary import Article
from ludens.adventure.world.places import RoomId

GOT = 0.5
"""Getting what a refusal asks for where a text of another room names it."""
DEED_DONE = 0.55
"""The same, with a tool in the hands that is made for such a thing."""
SEEN = 0.3
"""Looking at what a refusal speaks of where nobody has looked at it yet."""
MOST_NAMES, MOST_ROOMS = 4, 3


def pointed(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Yield what to do elsewhere about what the words of a refusal name.

    "It still wants clay": dig the clay on the bank. "The weight must still be at the bottom of the
    tower": look at it.
    """
    if not (puzzle.command or puzzle.direction):
        return
    own = {head(thing) for thing in puzzle.things}
    said = thinking.vocabulary.mentions(puzzle.quote)
    for name in islice((name for name in said if head(name) not in own), MOST_NAMES):
        known = thinking.called(head(name))
        if any(item.portable or item.alive for _, item in known) or _is_vague(thinking, name):
            continue
        asked = asks_for(puzzle.quote, name)
        for room, called, tried in islice(_elsewhere(thinking, puzzle, name), MOST_ROOMS):
            if asked:
                yield from _gotten(thinking, room, called)
            if not tried and said[name] is not Article.NONE:
                reason = f"A refusal speaks of the {called}."
                yield Idea(f"examine {called}", room, (), SEEN, reason, "pointed")


def _is_vague(thinking: Thinking, name: str) -> bool:
    """Tell whether a name is that of a whole room, or of nothing that one could look for."""
    last = head(name)
    if last in COMMON or last in _AIRY or last in _UNTOLD or thinking.lives(name):
        return True
    rooms = thinking.state.map.rooms.values()
    return any(last == head(room.name) for room in rooms)


_UNTOLD = frozenset("first second third last other others rest same more most much wet dry".split())
"""Words that a text says of things and that a dictionary does not tell from nouns."""
_AIRY = frozenset("light dark air time day night word name way sound noise help".split())


def _elsewhere(thinking: Thinking, puzzle: Puzzle, name: str) -> Iterator[tuple[RoomId, str, bool]]:
    """Yield the other rooms whose texts name such a thing, how, and whether it was looked at."""
    for room, called, standing in thinking.named(head(name)):
        there = standing in (Standing.UNTRIED, Standing.PRESENT)
        if there and room != puzzle.room and thinking.reachable(room):
            yield room, called, standing is Standing.PRESENT


def _gotten(thinking: Thinking, room: RoomId, name: str) -> Iterator[Idea]:
    reason = f"A refusal asks for {name}."
    yield Idea(f"take {name}", room, (), GOT, reason, "pointed")
    for need in NEEDS:
        if need.alive or not need.suits(name):
            continue
        for tool in thinking.fitting(need)[:2]:
            command = thinking.sentence(need.sentences, tool.name, name)
            if command is not None and tool.held:
                yield Idea(command, room, (tool.item.name,), DEED_DONE, reason, "pointed")
