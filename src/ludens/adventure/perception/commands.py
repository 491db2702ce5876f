"""What a command asks for, as far as its words tell: a way, a look, some words to read."""

from __future__ import annotations

import re
from enum import StrEnum

from ludens.adventure.directions import direction_of
from ludens.adventure.perception.titles import Kind

MOVING = frozenset(
    [
        "go",
        "walk",
        "run",
        "head",
        "proceed",
        "enter",
        "exit",
        "leave",
        "climb",
        "jump",
        "leap",
        "swim",
        "cross",
        "board",
        "embark",
        "disembark",
        "follow",
        "crawl",
        "ride",
        "drive",
        "fly",
        "sail",
        "row",
        "paddle",
        "land",
        "launch",
        "descend",
        "ascend",
        "slide",
        "dive",
        "return",
        "back",
        "get",
        "in",
        "out",
        "step",
        "move",
        "escape",
        "pass",
        "squeeze",
        "sneak",
        "wade",
        "drift",
    ]
)
LOOKING = frozenset({"look", "l"})
READING = frozenset(
    [
        "read",
        "examine",
        "x",
        "look-at",
        "search",
        "inventory",
        "i",
        "inv",
        "score",
        "help",
        "about",
        "info",
        "credits",
        "hint",
        "hints",
        "version",
        "verify",
        "ask",
        "tell",
        "talk",
        "say-to",
        "consult",
        "diagnose",
        "full",
        "fullscore",
        "places",
        "objects",
        "pronouns",
        "quit",
        "q",
        "save",
        "script",
        "unscript",
        "transcript",
        "note",
        "footnote",
        "exits",
    ]
)
PREPOSITIONS_OF_STUDY = frozenset(
    ["at", "in", "inside", "under", "behind", "on", "through", "for", "up"]
)
SEPARATORS = re.compile(r"\s*(?:\.|;|\bthen\b|, then\b)\s*", re.IGNORECASE)
FILLERS = frozenset({"the", "a", "an", "to", "my"})


class Verbosity(StrEnum):
    """How much a story tells of a place it has told before."""

    BRIEF = "brief"
    VERBOSE = "verbose"
    SUPERBRIEF = "superbrief"


VERBOSITY = {
    "verbose": Verbosity.VERBOSE,
    "long": Verbosity.VERBOSE,
    "brief": Verbosity.BRIEF,
    "normal": Verbosity.BRIEF,
    "superbrief": Verbosity.SUPERBRIEF,
    "super": Verbosity.SUPERBRIEF,
    "short": Verbosity.SUPERBRIEF,
}


def parts_of(command: str) -> list[str]:
    """Return the commands that a line holds: `n. open door then e` holds three."""
    return [part for part in SEPARATORS.split(command.strip()) if part]


def kind_of(command: str) -> Kind:
    """Return what a command, or the last of several, is likely to be answered with."""
    if not command.strip():
        return Kind.OTHER
    kinds = [_kind_of_one(part) for part in parts_of(command)] or [Kind.OTHER]
    return Kind.MOVING if Kind.MOVING in kinds else kinds[-1]


def _kind_of_one(command: str) -> Kind:
    words = command.lower().split()
    first = words[0]
    if first == "restart":
        return Kind.OPENING
    if direction_of(command) is not None:
        return Kind.MOVING
    if first in LOOKING:
        if len(words) == 1 or words[1] == "around":
            return Kind.LOOKING
        return Kind.READING
    if first in MOVING:
        return Kind.MOVING
    return Kind.READING if first in READING else Kind.OTHER


def way_of(command: str) -> str:
    """Return the name of the way a command takes: a direction, or the command in plain words."""
    direction = direction_of(command)
    if direction is not None:
        return direction
    return " ".join(word for word in command.lower().split() if word not in FILLERS)


def is_walk(command: str) -> bool:
    """Say whether a command is a direction, with or without a verb of going."""
    return direction_of(command) is not None


def verbosity_of(command: str) -> Verbosity | None:
    """Return the verbosity that a command asks for, or None if it asks for none."""
    words = command.lower().split()
    return VERBOSITY.get(words[0]) if len(words) == 1 else None
