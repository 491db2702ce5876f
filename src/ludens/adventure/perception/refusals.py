"""What a story says when a way leads nowhere."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.phrases import phrase, word_set
from ludens.adventure.perception.exits_text import COMPASS
from ludens.adventure.perception.layout import plain
from ludens.adventure.world.fact import Fact
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitAbsent, ExitSeen
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of

CARRIED_OFF = phrase("carried_off_carried_off")


def may_be_elsewhere(text: str) -> bool:
    """Say whether an answer that shows no place hints that the player is elsewhere now."""
    return CARRIED_OFF.search(text) is not None


REFUSAL = phrase("refusals_refusal")
DENIALS = tuple(sorted(word_set("refusals_denials")))
"""How stories say, in plain form, that there is no way at all."""
DENIED_WAY = re.compile(
    r"(?:you )?(?:cant|cannot|can not) (?:go|move|walk|travel|head) (?:to the )?"
    rf"(?:{'|'.join(DIRECTIONS)})(?: from)?(?: here| there)?$"
)
"""The same of the way that was tried by its name."""


def denies(reason: str) -> bool:
    """Say whether a refusal denies that there is any way, rather than names what stands in it."""
    words = plain(reason)
    return DENIED_WAY.match(words) is not None or any(phrase in words for phrase in DENIALS)


def is_refusal(text: str) -> bool:
    """Say whether an answer to a walk has the words of a refusal."""
    return REFUSAL.search(text) is not None


_TELLS = re.compile(
    r"(?P<before>[^.!?;]{0,60}?)\b(?:you (?:can|could|may|might)(?: only| also)*"
    r" (?:go|head|walk|travel|leave|move|exit|continue|drive|proceed)"
    r"|(?:the )?(?:only |obvious |visible )*(?:exits?|ways? out|doorways?)"
    r" (?:from here |here )?(?:is|are|leads?|lies?))\b(?P<ways>[^.!?;]{2,160})",
    re.IGNORECASE,
)
"""How a refusal begins to list the ways."""
_SUPPOSES = re.compile(
    r"\b(?:if|unless|until|before|so that|where|whether|wish|think)\s*$", re.IGNORECASE
)
_WAY = re.compile(r"\b(?:(north|south)[- ]?(east|west)?|(east|west)|(up)|(down))\b", re.IGNORECASE)


@lru_cache(maxsize=1_000)
def ways_told(text: str) -> tuple[str, ...]:
    """Return the ways that the answer to a walk lists as those that one can go; () if none."""
    for told in _TELLS.finditer(" ".join(text.split())[:400]):
        if _SUPPOSES.search(told["before"]) is not None or "n't" in told["before"]:
            continue
        ways = [
            "".join(filter(None, said.groups())).lower() for said in _WAY.finditer(told["ways"])
        ]
        if ways:
            return tuple(dict.fromkeys(ways))
    return ()


def events_for_ways_told(world: WorldMap, room: RoomId, command: str, text: str) -> list[Fact]:
    """Return what a refusal that lists the ways tells of a room: they are there, no others are.

    Up and down, in and out are left open where they are not listed.
    """
    ways = ways_told(text)
    if not ways or way_of(command) in ways:
        return []
    events: list[Fact] = []
    for way in DIRECTIONS:
        if world.exit(room, way) is not None or way == way_of(command):
            continue
        if way in ways:
            events.append(ExitSeen(room=room, direction=way))
        elif way in COMPASS:
            events.append(ExitAbsent(room=room, direction=way, reason=text[:200]))
    return events
