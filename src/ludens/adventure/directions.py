"""The twelve directions of interactive fiction, their short forms and opposites."""

from __future__ import annotations

OPPOSITE = {
    "north": "south",
    "northeast": "southwest",
    "east": "west",
    "southeast": "northwest",
    "south": "north",
    "southwest": "northeast",
    "west": "east",
    "northwest": "southeast",
    "up": "down",
    "down": "up",
    "in": "out",
    "out": "in",
}
DIRECTIONS = tuple(OPPOSITE)
COMPASS = frozenset(DIRECTIONS) - {"up", "down", "in", "out"}
"""Those whose words say nothing else."""

SHORT = {
    "n": "north",
    "ne": "northeast",
    "e": "east",
    "se": "southeast",
    "s": "south",
    "sw": "southwest",
    "w": "west",
    "nw": "northwest",
    "u": "up",
    "d": "down",
    "enter": "in",
    "inside": "in",
    "leave": "out",
    "exit": "out",
    "outside": "out",
    "upstairs": "up",
    "downstairs": "down",
}

GOING = frozenset({"go", "walk", "run", "head", "proceed"})


def direction_of(command: str) -> str | None:
    """Return the direction that a command walks in, or None if it is no such command."""
    words = command.lower().split()
    if len(words) == 2 and words[0] in GOING:
        words = words[1:]
    if len(words) != 1:
        return None
    word = SHORT.get(words[0], words[0])
    return word if word in OPPOSITE else None
