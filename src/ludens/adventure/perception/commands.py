"""What a command asks for, as far as its words tell: a way, a look, some words to read."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.perception.titles import Kind
from ludens.adventure.world.ways import MIRROR, way_of

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
SEPARATORS = re.compile(r"\s*(?:\.|;|\bthen\b|, then\b)\s*", re.IGNORECASE)


def parts_of(command: str) -> list[str]:
    """Return the commands that a line holds: `n. open door then e` holds three."""
    return [part for part in SEPARATORS.split(command.strip()) if part]


@lru_cache(maxsize=1024)
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
    if is_walk(command):
        return Kind.MOVING
    if first in LOOKING:
        if len(words) == 1 or words[1] == "around":
            return Kind.LOOKING
        return Kind.READING
    if first in MOVING:
        return Kind.MOVING
    return Kind.READING if first in READING else Kind.OTHER


@lru_cache(maxsize=1024)
def is_walk(command: str) -> bool:
    """Say whether a command is a direction, of a ship too, with or without a verb of going."""
    return way_of(command) in MIRROR
