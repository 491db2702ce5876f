"""What is known of a room and of the load, as the proposers see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.memory.record import (
    ANYWHERE,
    HANDS,
    LOCKED,
    NOWHERE,
    Memory,
    Sighting,
)
from ludens.adventure.memory.standing import traits
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, inside

SHAFTS = frozenset({"climbable", "hole", "opening"})
"""Classes of what one goes up or down by."""
PASSAGES = SHAFTS | {"door"}
"""Classes of what one goes through."""
LIVING = frozenset({"alive", "animal", "person"})
"""Classes of what acts by itself."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that may be acted on."""

    name: str
    """As the story's parser takes it."""
    classes: frozenset[str]
    id: ItemId | None = None
    """None for what only a text names."""
    held: bool = False
    fixed: bool = False
    alive: bool = False
    lifeless: bool = False
    """The story says so, whatever it is called."""
    container: bool = False
    traits: str = ""
    obstacle: bool = False
    """A refusal of a way out of here speaks of it."""
    sighting: Sighting | None = None

    def has(self, state: str) -> bool | None:
        """Tell whether the thing is as a row of the actions wants it; None where unknown."""
        wanted = not state.startswith("not ")
        name = state.removeprefix("not ")
        known: bool | None
        match name:
            case "held":
                known = self.held
            case "fixed":
                known = self.fixed or None if wanted else self.fixed
            case "alive":
                known = self.alive
            case "obstacle":
                known = self.obstacle
            case "container":
                known = self.container
            case _:
                words = self.traits.split()
                known = None
                if name in words:
                    at = words.index(name)
                    known = not (at and words[at - 1] == "not")
        return None if known is None else known == wanted


@dataclass(frozen=True)
class Facts:
    """A room with what can be acted on in it, and the load."""

    room: RoomId
    here: tuple[Thing, ...]
    held: tuple[Thing, ...]
    dark: bool
    present: bool = True
    """One is there."""
    again: bool = False
    """All was tried: what came to nothing may be tried once more, as the world goes on."""

    @cached_property
    def heads(self) -> frozenset[str]:
        """The last words of the names of all that is at hand."""
        return frozenset([head(thing.name) for thing in self.things])

    @cached_property
    def passages(self) -> tuple[ItemId, ...]:
        """What is here that one may go through."""
        doors = (one for one in self.here if not PASSAGES.isdisjoint(one.classes))
        return tuple(one.id for one in doors if one.id is not None)

    @cached_property
    def watched(self) -> bool:
        """Whether somebody is here, or something is in the way."""
        return any(thing.alive or thing.obstacle for thing in self.here)

    @cached_property
    def spoken_of(self) -> tuple[str, ...]:
        """By what the memory's stamps tell whether it is another, but for the room itself."""
        handled = self.things if self.present or self.watched else self.here
        return (
            f"{HANDS} ",
            *(f"{HANDS} {head(thing.name)}" for thing in handled),
            *(f"{ANYWHERE} {thing.name}" for thing in self.here if thing.id is None),
        )

    @cached_property
    def names_held(self) -> frozenset[str]:
        """The names of what is carried."""
        return frozenset(thing.name for thing in self.held)

    def named_in(self, command: str) -> Facts:
        """Return the same with the things that a command may be about alone."""
        words = frozenset(command.split())
        here, held = (
            tuple([thing for thing in things if head(thing.name) in words])
            for things in (self.here, self.held)
        )
        return replace(self, here=here, held=held)

    @property
    def things(self) -> tuple[Thing, ...]:
        """All that is at hand."""
        return (*self.here, *self.held)

    @property
    def handled(self) -> tuple[Thing, ...]:
        """What is handled there: nobody goes anywhere for what is carried along."""
        return self.things if self.present else self.here


class Rooms:
    """What is known of each room, found anew where something that it is found from has changed."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._kept: dict[RoomId, tuple[tuple[object, ...], Facts]] = {}

    def facts(self, state: AdventureState, room: RoomId) -> Facts:
        """Return what is known of a room, the same object as before where that is the same."""
        memory = state.memory
        stamps = memory.stamps.of(room), memory.stamps.of(NOWHERE), state.map.stamps.of(room)
        read_from = stamps, room == state.map.here, state.items.version, *_names(memory)
        kept = self._kept.get(room)
        if kept is not None and kept[0] == read_from:
            return kept[1]
        facts = facts_of(state, self._words, room)
        if kept is not None and kept[0][0] == stamps and kept[1] == facts:
            facts = kept[1]
        self._kept[room] = read_from, facts
        return facts


def _names(memory: Memory) -> tuple[int, int]:
    """Return what changes when a thing is called otherwise from now on."""
    return len(memory.clumsy), len(memory.had)


def facts_of(state: AdventureState, words: Vocabulary, room: RoomId) -> Facts:
    """Return what is known of a room, and of what is carried."""
    held = tuple(_items(state, words, state.items.visible_at(INVENTORY), held=True))
    names = {thing.name for thing in held}
    here = _items(state, words, state.items.here(room), held=False)
    known = names | {thing.name for thing in here}
    heads = {head(name) for name in known}
    here += [
        mentioned
        for mentioned in _mentioned(state.memory, room)
        if mentioned.name not in known and head(mentioned.name) not in heads
    ]
    barred = _barred_by(state, room)
    if barred:
        here = [replace(one, obstacle=True) if head(one.name) in barred else one for one in here]
    if told := _lifeless(state.memory, room):
        here = [_without_life(thing) if thing.name in told else thing for thing in here]
        held = tuple([_without_life(thing) if thing.name in told else thing for thing in held])
    dark = state.map.rooms[room].dark if room in state.map.rooms else False
    return Facts(room, tuple(here), held, dark, present=room == state.map.here)


def _items(
    state: AdventureState, words: Vocabulary, ids: list[ItemId], *, held: bool
) -> list[Thing]:
    found: dict[str, Thing] = {}
    for id_ in ids:
        item = state.items.known[id_]
        name = words.called(item)
        if name in state.memory.clumsy:
            name = name.rsplit(" ", 1)[-1]
        if not name or name in found:
            continue
        thing = _thing(state, id_, item, name, held=held)
        if held or thing.sighting is None or not thing.sighting.absent:
            found[name] = thing
    return list(found.values())


def _thing(state: AdventureState, id_: ItemId, item: Item, name: str, *, held: bool) -> Thing:
    classes = classes_of(name)
    sightings = state.memory.sightings.get(state.items.room_of(id_) or RoomId(""), {})
    return Thing(
        name=name,
        classes=classes,
        id=id_,
        held=held,
        fixed=item.fixed,
        alive=item.alive if item.alive is not None else "alive" in classes,
        container=bool(item.container) or bool(state.items.at(inside(id_))),
        traits=_told_locked(traits(item), sightings.get(name)),
        sighting=sightings.get(name),
    )


def _told_locked(known: str, seen: Sighting | None) -> str:
    """Return how a thing is, with what was told of its lock where the senses know nothing of it."""
    if seen is None or not seen.locked or LOCKED in known.split():
        return known
    return f"{known} {LOCKED}".strip()


def _mentioned(memory: Memory, room: RoomId) -> list[Thing]:
    """Return what only texts name in a room, without what the story does not answer to.

    "Grate" and "steel grate" are the "strong steel grate": the longest name stands for all.
    """
    known = memory.sightings.get(room, {})
    seen = {
        name: one
        for name, one in known.items()
        if not one.absent and not one.same_as and name not in memory.had
    }
    for name, one in known.items():
        last = head(name)
        if one.absent and (one.listed or one.revealed) and last not in (*known, *memory.had):
            seen[last] = one.model_copy(update={"absent": False})
    of_head: dict[str, list[frozenset[str]]] = {}
    for name in seen:
        of_head.setdefault(head(name), []).append(frozenset(name.split()))
    return [
        Thing(
            name=name,
            classes=classes_of(name),
            alive="alive" in classes_of(name),
            traits=LOCKED if one.locked else "",
            sighting=one,
        )
        for name, one in seen.items()
        if not any(frozenset(name.split()) < other for other in of_head[head(name)])
    ]


def _lifeless(memory: Memory, room: RoomId) -> frozenset[str]:
    """Return the names of what the story says in a room does not live."""
    known = memory.sightings.get(room, {})
    return frozenset([name for name, seen in known.items() if seen.lifeless])


def _without_life(thing: Thing) -> Thing:
    return replace(thing, classes=thing.classes - LIVING, alive=False, lifeless=True)


def _barred_by(state: AdventureState, room: RoomId) -> frozenset[str]:
    """Return the words of the refusals of a room's ways."""
    known = state.map.rooms.get(room)
    ways = known.exits.values() if known is not None else ()
    barred = (ExitStatus.BLOCKED, ExitStatus.CLOSED)
    told = " ".join(way.reason for way in ways if way.status in barred)
    return words_of(told)


@lru_cache(maxsize=1024)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, in lower case."""
    return frozenset(re.findall(r"[a-z]+", text.lower()))


def head(name: str) -> str:
    """Return what kind of thing a name is of: its last word."""
    return name.rsplit(" ", 1)[-1]
