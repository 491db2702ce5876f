"""Whether the player has come into a maze: judged from the places of the last turns, nothing else.

Seed 000 §13: three or more rooms with near-identical descriptions within 10 turns, or four or more
moves whose way back does not lead back. Alone, the first also befalls whoever walks down a long
street, and the second whoever slides down a hill; so something twisted is asked for besides: words
of mazes, or ways that do not lead back between rooms that look alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.mazes.events import Evidence
from ludens.adventure.mazes.settings import MazeSettings
from ludens.adventure.perception.layout import plain
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

MAZY = re.compile(
    r"\b(?:maze\w*|labyrinth\w*|twist\w*|winding|all (?:alike|different|the same)"
    r"|looks? (?:exactly )?(?:alike|the same|identical)|looking (?:exactly )?(?:alike|the same)"
    r"|every (?:direction|way) looks|catacombs?|warren)\b"
)
"""What stories call a maze, in plain form."""
FEWEST_WORDS = 4
"""A description of fewer words tells too little to be called alike."""
FALSE_BACKS = 4
"""Ways in a row that do not lead back (seed 000 §13)."""
CROOKED = 2
"""Ways that do not lead back among rooms that look alike, where no word tells of a maze."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The player's coming to a room on foot."""

    turn: int
    room: RoomId
    via: str
    title: str
    look: str
    """Its description in plain form."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What speaks for a maze."""

    evidence: Evidence
    entry: RoomId | None
    rooms: tuple[RoomId, ...]
    title: str
    looks: tuple[str, ...]


@lru_cache(maxsize=4096)
def similarity(one: str, other: str) -> float:
    """Return how alike two descriptions in plain form are, from 0 to 1."""
    if one == other:
        return 1.0
    if not one or not other:
        return 0.0
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def is_mazy(title: str, look: str) -> bool:
    """Return whether a title or description in plain form uses words of mazes."""
    return MAZY.search(title) is not None or MAZY.search(look) is not None


def suspect(trail: Sequence[Visit], world: WorldMap, settings: MazeSettings) -> Suspicion | None:
    """Return what speaks for the player's being in a maze now, or None if too little does.

    `trail` holds the last arrivals on foot, the newest last.
    """
    if not trail or len(trail[-1].look.split()) < FEWEST_WORDS:
        return None
    last = trail[-1]
    window = [visit for visit in trail if last.turn - visit.turn < settings.window]
    alike = [visit for visit in window if _alike(visit, last, settings)]
    rooms = tuple(dict.fromkeys(visit.room for visit in alike))
    twisted = is_mazy(plain(last.title), last.look)
    false_backs, true_backs = _backs(alike, world)
    if len(rooms) >= settings.alike_rooms and (
        twisted or (false_backs >= CROOKED and not true_backs)
    ):
        return _suspicion(Evidence.ALIKE, trail, alike, rooms)
    same = [visit for visit in alike if visit.look == last.look]
    if twisted and len({visit.via for visit in same}) >= settings.alike_rooms:
        return _suspicion(Evidence.SAME_PLACE, trail, same, rooms)
    if _no_way_back(trail, world) and (twisted or len(rooms) >= 2):
        return _suspicion(Evidence.NO_WAY_BACK, trail, alike, rooms)
    return None


def _alike(visit: Visit, last: Visit, settings: MazeSettings) -> bool:
    """Return whether two places look near-identical, or are two of a maze, all different."""
    if similarity(visit.look, last.look) >= settings.threshold:
        return True
    twisted = is_mazy(visit.title, visit.look) and is_mazy(last.title, last.look)
    same_title = bool(visit.title) and visit.title == last.title
    alike = sorted(visit.look.split()) == sorted(last.look.split())
    return twisted and (same_title or alike)


def _backs(visits: Sequence[Visit], world: WorldMap) -> tuple[int, int]:
    """Return how many ways among rooms lead back when one turns round, and how many do not."""
    rooms = {visit.room for visit in visits}
    false, true = set(), set()
    for id_ in rooms:
        room = world.rooms.get(id_)
        for direction, way in room.exits.items() if room is not None else ():
            back = OPPOSITE.get(direction)
            if back is None or way.status is not ExitStatus.EXPLORED or way.to not in rooms:
                continue
            there = world.exit(way.to, back)
            if there is None or there.status is ExitStatus.ASSUMED:
                continue
            if there.status is ExitStatus.EXPLORED and there.to == id_:
                true.add((id_, direction))
            elif there.status in (ExitStatus.EXPLORED, ExitStatus.ABSENT):
                false.add((id_, direction))
    return len(false), len(true)


def _no_way_back(trail: Sequence[Visit], world: WorldMap) -> bool:
    """Return whether the last ways that were tested did not lead back, four or more in a row."""
    count = 0
    seen: set[tuple[RoomId, str]] = set()
    for before, after in zip(reversed(trail[:-1]), reversed(trail[1:]), strict=True):
        back = OPPOSITE.get(after.via)
        if back is None or (before.room, after.via) in seen:
            continue
        seen.add((before.room, after.via))
        there = world.exit(after.room, back)
        if there is None or there.status in (ExitStatus.ASSUMED, ExitStatus.UNEXPLORED):
            continue
        if there.status is ExitStatus.EXPLORED and there.to == world.resolve(before.room):
            return False
        count += 1
        if count >= FALSE_BACKS:
            return True
    return False


def _suspicion(
    evidence: Evidence, trail: Sequence[Visit], alike: Sequence[Visit], rooms: tuple[RoomId, ...]
) -> Suspicion:
    looks = {visit.look for visit in alike}
    outside = [visit.room for visit in trail if visit.room not in rooms and visit.look not in looks]
    return Suspicion(
        evidence=evidence,
        entry=outside[-1] if outside else None,
        rooms=rooms,
        title=alike[-1].title,
        looks=tuple(dict.fromkeys(visit.look for visit in alike)),
    )
