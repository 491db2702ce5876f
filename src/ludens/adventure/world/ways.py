"""What a command says about a way: the key of an exit, its way back, whether it walks at all."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.directions import GOING, OPPOSITE, direction_of

ABBREVIATIONS = {"z": "wait", "x": "examine", "l": "look", "g": "again", "i": "inventory"}

ARTICLES = frozenset({"a", "an", "the"})

WAITS = frozenset({"wait", "z"})
"""Commands that let time pass, and nothing else."""

WAY_VERBS = frozenset(
    {
        *("ascend", "board", "climb", "crawl", "cross", "descend", "disembark", "dive", "enter"),
        *("exit", "follow", "go", "jump", "land", "launch", "leap", "leave", "mount", "proceed"),
        *(
            "ride",
            "row",
            "run",
            "sail",
            "scramble",
            "slide",
            "stand",
            "step",
            "swim",
            "swing",
            "walk",
        ),
    }
)
"""Verbs that move whoever says them on purpose."""

GETTING = frozenset({"in", "into", "inside", "on", "onto", "out", "off", "aboard", "through", "up"})
"""What follows `get` when it moves the player: get in the cart, get out."""

GOING_BACK = frozenset({"restart", "restore", "undo", "load"})
"""Commands that bring an earlier moment of the story back."""
OUT_OF_WORLD = GOING_BACK | {"save", "quit", "q"}
"""Commands to the interpreter: where the player stands afterwards was not walked to."""

NAUTICAL = {"fore": "aft", "aft": "fore", "port": "starboard", "starboard": "port"}

MIRROR = {**OPPOSITE, **NAUTICAL}
"""The direction that is expected to lead back, for each that has one."""

SEPARATORS = re.compile(r"[.;,]|\bthen\b")


@lru_cache(maxsize=4096)
def way_of(command: str) -> str:
    """Return the key of the exit that a command uses.

    The twelve directions have one key each whatever they are called (`n`, `go north`); any other
    command is its own key, in lower case and without articles (`enter the boat` is `enter boat`).
    """
    words = [word for word in command.lower().strip(" .!?").split() if word not in ARTICLES]
    going = [words[0], *words[2:]] if len(words) > 1 and words[1] == "to" else words
    direction = direction_of(" ".join(going))
    if direction is not None:
        return direction
    if len(going) == 2 and going[0] in GOING and going[1] in NAUTICAL:
        return going[1]
    return " ".join(
        ABBREVIATIONS.get(word, word) if i == 0 else word for i, word in enumerate(words)
    )


def way_back(way: str) -> str | None:
    """Return the way that would lead back, as far as a way's name tells; None if it does not."""
    if way in MIRROR:
        return MIRROR[way]
    if several(way):
        return None
    first, _, rest = way.partition(" ")
    if rest and first in {"enter", "board"}:
        return "out"
    if rest and first in {"climb", "mount"}:
        return "up" if rest.startswith("down") else "down"
    return None


def several(way: str) -> bool:
    """Return whether a line holds several commands (`north. take lamp`)."""
    return SEPARATORS.search(way) is not None


def walks(way: str) -> bool:
    """Return whether a way's name is a command that moves the player on purpose.

    Whoever pushes a thing in a direction goes along.
    """
    words = way.split()
    if not words or several(way):
        return False
    if words[-1] in MIRROR:
        return True
    if words[0] == "get":
        return len(words) > 1 and words[1] in GETTING
    return words[0] in WAY_VERBS


def leaves_the_world(way: str) -> bool:
    """Return whether a command speaks to the interpreter and not to the story's world."""
    return way.partition(" ")[0] in OUT_OF_WORLD


def goes_back(way: str) -> bool:
    """Return whether a command brings an earlier moment of the story back, if it works."""
    return way.partition(" ")[0] in GOING_BACK
