"""What does its work only where something stands in the way: an instrument, a horn, a wand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.thinking import Idea, Thinking, Why, bring

BEFORE_SOMEBODY = 0.4
"""Playing to whoever stands in the way, or waving something at them."""
BEFORE_SOMETHING = 0.15
"""The same before a door, a chasm, or nobody knows what."""
_OBSTACLES = frozenset({PuzzleKind.BLOCKED, PuzzleKind.CREATURE, PuzzleKind.LOCKED})
_PERFORMANCES = tuple(
    (re.compile(rf"\b(?:{tools})$"), tuple(tuple(shape.split()) for shape in shapes.split(", ")))
    for tools, shapes in (
        (
            "flute|pipes?|bagpipes?|panpipes|lyre|lute|harp|fiddle|violin|guitar|drum|ocarina|recorder"
            "|harmonica|accordion|instrument|music box",
            "play T to O, play T, blow T",
        ),
        ("horn|whistle|trumpet|bugle|conch", "blow T, play T"),
        ("bell|handbell|gong|chimes?|rattle|triangle|tambourine", "ring T, shake T, play T"),
        ("wand|rod|staff|sceptre|scepter|talisman|amulet|crucifix|cross", "wave T at O, wave T"),
    )
)
"""What one plays, blows, rings or waves, by its name, and how that is said."""


def performed(thinking: Thinking, puzzle: Puzzle, *, alive: bool) -> Iterator[Idea]:
    """Yield playing, blowing, ringing and waving what is made for it where something is in the way.

    What such a deed did elsewhere says little of what it does here.
    """
    if puzzle.room is None or puzzle.kind not in _OBSTACLES:
        return
    target = puzzle.things[0] if puzzle.things else ""
    for tool in thinking.tools:
        shapes = next((how for tools, how in _PERFORMANCES if tools.search(tool.name)), ())
        command = thinking.sentence(shapes, tool.name, target) if shapes else None
        if command is not None:
            chance = BEFORE_SOMEBODY if alive else BEFORE_SOMETHING
            why = Why(f"The {tool.item.name} may do its work here.", "performed")
            yield bring(thinking, puzzle, tool, command, chance, why=why)
