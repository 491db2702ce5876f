"""Ways out of a room, each with what trying it is worth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ludens.adventure.agents.offline.load import LADEN
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.guesses import (
    ASLANT,
    GUESS,
    SHAFTS,
    SPOKEN,
    THROUGH,
    UPRIGHT,
    guess_of,
)
from ludens.adventure.guesses import SHAFT as BY_SHAFT
from ludens.adventure.journal import Journal
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.refusals import denies
from ludens.adventure.puzzles.naming import COMMON, IN_HAND, speaks_of, telling_words
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.second_look import hopes_in

MENTIONED_EXIT = 2.0
"""A way the text mentions leads somewhere new more often than not, and a new room holds much."""
GUESSED_EXIT = {
    **dict.fromkeys(("north", "south", "east", "west"), 0.12),
    **dict.fromkeys(("northeast", "southeast", "southwest", "northwest"), 0.02),
    **dict.fromkeys(("up", "down"), 0.03),
    **dict.fromkeys(("in", "out"), 0.015),
}
"""A direction that nothing speaks for, by how often such led on in eleven stories."""
SPOKEN_EXIT = 0.6
"""A point of the compass that a description names, though not plainly as a way."""
DOORS = re.compile(r"\b(?:door|gate|hatch|trapdoor|window|grate|grating|portal|panel|manhole)$")
"""What one goes through when it is open."""
OPENED = 0.8
"""Going through what is open."""
SHAFT = 0.3
"""Going up or down where there is such a thing."""
REASONS = {
    **dict.fromkeys((GUESS, ASLANT, UPRIGHT, THROUGH), "Nothing says that one cannot go there."),
    SPOKEN: "The text speaks of that side.",
    BY_SHAFT: "There is something to go up or down by.",
}
UNNAMED = 4.0
"""By how much a guess is better where the text names no way at all."""
BLOCKED_EXIT = 0.4
"""A way that was blocked, once something was gained since."""
EASED = 1.0
"""Such a way, once something was done with what the refusal speaks of."""
CHANGED = 0.7
"""Such a way, once a deed was done that may have changed the world elsewhere."""
_LOCKED = re.compile(r"\b(?:locked|padlock(?:ed)?|keyhole)\b", re.IGNORECASE)
"""What bars a way until somebody unlocks it, whatever changes elsewhere."""
LADEN_WAY = 0.45
"""A way that is refused for the load: all but the most needful is put down for it."""
ALIKE = 3
"""Ways of a room that were refused in the same words, from which on one stands for all."""
SAME_ANSWER = 0.4
"""What is left of a guess for each way but one that was refused in the same words."""
LIKE = 3
"""Rooms that look alike, from which on more of them promise less."""


def looks_of(world: WorldMap) -> Counter[tuple[str, str]]:
    """Return how many rooms there are of each name and description."""
    return Counter((room.name, room.description) for room in world.rooms.values())


def promise_of(room: Room, looks: Counter[tuple[str, str]]) -> float:
    """Return how much a way out of a room promises, less the more rooms look just like it."""
    alike = looks[room.name, room.description] if room.description else 1
    return 1.0 if alike <= LIKE else LIKE / (alike * alike)


@lru_cache(maxsize=5000)
def names_ways(description: str) -> bool:
    """Tell whether a description names any way out: where none is, what is not named may be one."""
    return bool(exits_in(description))


def exits(
    room: Room, items: Items, promise: float = 1.0, *, shaft: bool = False
) -> Iterator[Opportunity]:
    """Yield the ways out that are worth a try; `shaft` if there is something to go up or down."""
    hopes = hopes_in(room, items)
    named = any(way.status is ExitStatus.UNEXPLORED for way in room.exits.values())
    named = named or names_ways(room.description)
    alike = Counter(way.reason for way in room.exits.values() if is_told(way))
    answered: set[str] = set()
    for direction, way in room.exits.items():
        again = is_told(way) and alike[way.reason] >= ALIKE and way.reason in answered
        answered.add(way.reason)
        if way.status is ExitStatus.UNEXPLORED:
            yield Opportunity(direction, MENTIONED_EXIT * promise, "Nobody has gone there yet.")
        elif way.status is ExitStatus.ASSUMED and way.to is None:
            yield Opportunity(direction, GUESSED_EXIT.get(direction, 0.03), "It may lead on.")
        elif direction in hopes and hopes[direction].fits:
            hope = hopes[direction]
            reason = "It was blocked; what was gained since may help."
            yield Opportunity(
                direction, BLOCKED_EXIT * hope.promise, reason, since=hope.since, barred=True
            )
        elif way.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED) and not again:
            reason = "It was blocked; perhaps no longer."
            yield Opportunity(direction, BLOCKED_EXIT, reason, barred=True)
    for direction in DIRECTIONS:
        if direction in room.exits:
            continue
        kind = guess_of(room.description, direction, shaft=shaft)
        if kind in (BY_SHAFT, SPOKEN):
            chance = SHAFT if kind == BY_SHAFT else SPOKEN_EXIT
        else:
            chance = GUESSED_EXIT[direction] * (1.0 if named else UNNAMED)
        chance *= SAME_ANSWER ** max(0, max(alike.values(), default=0) - 1)
        yield Opportunity(direction, chance, REASONS[kind], kind=kind)


def is_told(way: Exit) -> bool:
    """Tell whether a way was refused in the story's own words, and not as any library denies one.

    Where such words answer to several ways, the story says them of all: one tells when it changes.
    """
    return bool(way.reason) and not way.open and not denies(way.reason)


def ways_eased(
    room: Room, id_: RoomId, journal: Journal, items: Items, done: int
) -> Iterator[Opportunity]:
    """Yield the barred ways again of which something was done about what stood against them.

    That is what the refusal speaks of: the grate that was locked, the key that was wanted, the
    load that was in the hands. `done` is the last turn in which anything was done. What was tried
    so before in vain is worth less each time.
    """
    for direction, way in room.exits.items():
        shut = way.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED)
        if not shut or not way.reason or denies(way.reason):
            continue
        attempt = journal.attempt(id_, direction)
        if attempt is None or attempt.effect is not Effect.NOTHING:
            continue
        if LADEN.search(way.reason) and attempt.times == 1:
            reason = "It goes with less to carry."
            yield Opportunity(direction, LADEN_WAY, reason, since=attempt.turn + 1, due=True)
            continue
        if attempt.turn < journal.upheaval and _LOCKED.search(way.reason) is None:
            reason, worth = "Much has changed since.", CHANGED / max(1, attempt.times - 2)
            yield Opportunity(direction, worth, reason, since=journal.upheaval, due=True)
        if attempt.turn >= done:
            continue
        words = telling_words(way.reason) - COMMON
        since = max(
            (turn for name, turn in journal.touched.items() if speaks_of(words, name)), default=-1
        )
        if IN_HAND.search(way.reason):
            since = max(since, items.lightened)
        if since > attempt.turn:
            reason, worth = "Something was done about what stood against it.", EASED / attempt.times
            yield Opportunity(direction, worth, reason, since=since, due=True)


def ways_opened(room: Room, things: Iterable[Thing]) -> Iterator[Opportunity]:
    """Yield up and down again where something that may lead there stands open by now."""
    for thing in things:
        if thing.open and SHAFTS.search(thing.name):
            for direction in ("down", "up"):
                way = room.exits.get(direction)
                if way is None or way.status in (ExitStatus.ABSENT, ExitStatus.BLOCKED):
                    reason = f"The {thing.name} is open."
                    yield Opportunity(direction, OPENED, reason, thing.name)
