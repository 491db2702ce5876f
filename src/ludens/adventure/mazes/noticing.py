"""Noticing a maze: from the rooms of the last turns, once the player has come into one.

Seed 000 §13: three or more rooms with near-identical descriptions within 10 turns, or four or more
moves whose way back does not lead back. Alone, the first also befalls whoever walks down a long
street, and the second whoever slides down a hill; so something twisted is asked for besides: words
of mazes, or ways that do not lead back between rooms that look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS, OPPOSITE
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.mazes.events import (
    Evidence,
    MazeArrived,
    MazeDetected,
    MazePhaseBegan,
    MazeWayWalked,
    Phase,
)
from ludens.adventure.mazes.groups import WAYS, MazeGroup
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import lines_of, plain
from ludens.adventure.settings import MazeSettings
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.episode.game import Turn

MAZY = phrase("detection_mazy")
"""What stories call a maze, in plain form. One winding path is none, twisting passages are."""
WITHIN = phrase("detection_within")
"""What rooms within a maze call themselves that look otherwise than the others."""
FEWEST_WORDS = 4
"""A description of fewer words tells too little to be called alike."""
FALSE_BACKS = 4
"""Ways in a row that do not lead back (seed 000 §13)."""
CROOKED, SHARE = 4, 2
"""Ways that do not lead back among rooms that look alike, where no word tells of a maze; and how
many of them there must be for each one that does. In woods some go astray, in a maze most."""


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

    `trail` holds the last arrivals on foot, the newest last. A room counts as seen for as long as
    the player stays there: whoever looks about in a maze for a while is in it all the same.
    """
    if not trail or len(trail[-1].look.split()) < FEWEST_WORDS:
        return None
    if trail[-1].via and trail[-1].via not in DIRECTIONS:
        return None  # who goes on by other words (left, forward) would be mapped by the wrong ones
    last = trail[-1]
    left = [after.turn for after in trail[1:]] + [last.turn]
    window = [v for v, end in zip(trail, left, strict=True) if last.turn - end < settings.window]
    alike = [visit for visit in window if _alike(visit, last, settings)]
    rooms = tuple(dict.fromkeys(visit.room for visit in alike))
    twisted = is_mazy(plain(last.title), last.look)
    if len(rooms) >= settings.alike_rooms and (twisted or _is_crooked(last, world, settings)):
        return _suspicion(Evidence.ALIKE, trail, alike, rooms)
    stays = _stays(window)
    if twisted and len({visit.via for visit in stays}) >= settings.alike_rooms:
        return _suspicion(Evidence.SAME_PLACE, trail, stays, rooms)
    if _no_way_back(trail, world) and twisted:
        return _suspicion(Evidence.NO_WAY_BACK, trail, alike, rooms)
    return None


def _is_within(visit: Visit) -> bool:
    return WITHIN.search(visit.title) is not None or WITHIN.search(visit.look) is not None


def _alike(visit: Visit, last: Visit, settings: MazeSettings) -> bool:
    """Return whether two places look near-identical, or are two of a maze, all different."""
    if similarity(visit.look, last.look) >= settings.threshold:
        return True
    twisted = is_mazy(visit.title, visit.look) and is_mazy(last.title, last.look)
    same_title = bool(visit.title) and visit.title == last.title
    alike = sorted(visit.look.split()) == sorted(last.look.split())
    return twisted and (same_title or alike)


def _stays(window: Sequence[Visit]) -> list[Visit]:
    """Return the last arrivals that came from a place that looks just like where they led to."""
    stays: list[Visit] = []
    for before, after in zip(reversed(window[:-1]), reversed(window[1:]), strict=True):
        if not before.look == after.look == window[-1].look:
            break
        stays.append(after)
    return stays


def _is_crooked(last: Visit, world: WorldMap, settings: MazeSettings) -> bool:
    """Return whether most ways among the rooms that look like the last one do not lead back.

    A way that leads to where it began tells nothing: so do the edges of a wood.
    """
    rooms = {
        id_
        for id_, room in world.rooms.items()
        if similarity(look_of(room.description), last.look) >= settings.threshold
    }
    false = true = 0
    for id_ in rooms:
        for direction, way in world.rooms[id_].exits.items():
            back = OPPOSITE.get(direction)
            if back is None or way.status is not ExitStatus.EXPLORED or way.to not in rooms:
                continue
            there = world.exit(way.to, back)
            if way.to == id_ or there is None or there.status is ExitStatus.ASSUMED:
                continue
            if there.status is ExitStatus.EXPLORED and there.to == id_:
                true += 1
            elif there.status in (ExitStatus.EXPLORED, ExitStatus.ABSENT):
                false += 1
    return false >= CROOKED and false >= SHARE * true


def look_of(description: str) -> str:
    """Return a description in plain form, without what is listed below it."""
    lines = lines_of(description)
    return plain(lines[0].text) if lines and not is_listing(lines[0].text) else ""


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
    outside = [
        visit.room
        for visit in trail
        if visit.room not in rooms and visit.look not in looks and not _is_within(visit)
    ]
    return Suspicion(
        evidence=evidence,
        entry=outside[-1] if outside else None,
        rooms=rooms,
        title=alike[-1].title,
        looks=tuple(dict.fromkeys(visit.look for visit in alike)),
    )


def notice(turn: Turn[AdventureState], settings: MazeSettings) -> None:
    """Say so if the player has come into a maze that nobody knows yet."""
    state = turn.state
    mazes = state.mazes
    if not settings.solve or state.map.here is None:
        return
    if mazes.solving:
        _notice_another(turn, settings)
        return
    if not mazes.trail or mazes.trail[-1].turn != turn.number:
        return
    known = mazes.group_of(state.map.here)
    if known is not None and not known.given_up:
        return
    if known is not None and _is_known_place(state, known):
        if _promises_more(state, known):
            _take_up_again(turn, known, state.map.here)
        return
    found = suspect(_trail(state), state.map, settings)
    if found is None:
        return
    alike = [group for group in mazes.groups.values() if _looks_like(group, found, settings)]
    promising = [group for group in alike if _promises_more(state, group)]
    if promising:
        _take_up_again(turn, promising[-1], None)
    elif not alike:
        turn.emit(_detected(state, found, settings))


AGAIN = "something has changed since it was given up"


def _is_known_place(state: AdventureState, group: MazeGroup) -> bool:
    """Return whether it is sure which room of a maze given up the player has come into: by its
    number, or by a way into the maze that was walked before.
    """
    if group.numbered:
        return True
    came = state.mazes.trail[-2:]
    if len(came) < 2 or state.mazes.group_of(state.map.resolve(came[0].room)) is group:
        return False
    way = state.map.exit(state.map.resolve(came[0].room), came[1].via)
    return way is not None and sum(way.walked.values()) > 1


def _take_up_again(turn: Turn[AdventureState], group: MazeGroup, here: RoomId | None) -> None:
    """Go on with a maze where it was left, with its map; where nobody knows which room the player
    is in, what is seen on the way shows it.
    """
    if group.here != here:
        turn.emit(MazeArrived(group=group.group_id, room=here))
    begun = MazePhaseBegan(group=group.group_id, phase=Phase.PREPARING, reason=AGAIN, afresh=True)
    turn.emit(begun)


def _detected(state: AdventureState, found: Suspicion, settings: MazeSettings) -> MazeDetected:
    return MazeDetected(
        group=str(len(state.mazes.groups) + 1),
        entry_room=found.entry,
        suspected_rooms=found.rooms,
        title=found.title,
        looks=found.looks,
        evidence=found.evidence,
        ways=WAYS,
        budget=settings.budget,
        markers_wanted=settings.fewest_markers,
    )


def _notice_another(turn: Turn[AdventureState], settings: MazeSettings) -> None:
    """Say so if a way out of the maze that is being mapped leads into another one.

    One room tells enough, where its words are those of mazes: among rooms that cannot be told
    apart nobody should walk about for three of them to show.
    """
    state = turn.state
    here, group = state.map.here, state.mazes.current
    assert here is not None
    assert group is not None
    walked = [e for e in turn.events if isinstance(e, MazeWayWalked) and e.to == here]
    if not walked or here not in group.rooms or not group.rooms[here].outside:
        return
    room = state.map.rooms[here]
    title, look = plain(room.name), look_of(room.description)
    if group.phase is not Phase.EXPLORING or len(look.split()) < FEWEST_WORDS:
        return
    looks = (own for other in state.mazes.groups.values() for own in other.looks)
    is_known = any(similarity(look, own) >= settings.threshold for own in looks)
    if room.dark or is_known or not is_mazy(title, look):
        return
    turn.emit(MazePhaseBegan(group=group.group_id, phase=Phase.INTERRUPTED, reason=ANOTHER))
    found = Suspicion(Evidence.WITHIN_ANOTHER, walked[-1].room, (here,), title, (look,))
    turn.emit(_detected(state, found, settings))


ANOTHER = "it leads into another maze"


def suspected(state: AdventureState, settings: MazeSettings) -> Suspicion | None:
    """Return what speaks for the player's having just come into a maze, known or not."""
    trail = state.mazes.trail
    if not trail or trail[-1].turn != state.turn:
        return None
    return suspect(_trail(state), state.map, settings)


def _looks_like(group: MazeGroup, found: Suspicion, settings: MazeSettings) -> bool:
    """Return whether a maze that was given up looks the same as where the player is."""
    return group.given_up and any(
        similarity(one, look) >= settings.threshold for one in group.looks for look in found.looks
    )


def _promises_more(state: AdventureState, group: MazeGroup) -> bool:
    """Return whether something has changed since a maze was given up: the story has moved on, or
    there is more to mark rooms or to make light with.
    """
    old = {*group.carried, *group.kit, *group.lights}
    return state.score != group.score or any(name not in old for name in names_carried(state))


def names_carried(state: AdventureState) -> tuple[str, ...]:
    """Return what the player carries, by the names that are used in mazes."""
    return tuple(state.items.known[id_].name.lower() for id_ in state.items.carried())


def _trail(state: AdventureState) -> list[Visit]:
    visits: list[Visit] = []
    for step in state.mazes.trail:
        id_ = state.map.resolve(step.room)
        room = state.map.rooms.get(id_)
        group = state.mazes.group_of(id_)
        if room is not None and (group is None or group.given_up):
            visits.append(
                Visit(step.turn, id_, step.via, plain(room.name), look_of(room.description))
            )
    return visits
