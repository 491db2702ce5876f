"""Opportunities: everything that could be worth a turn, each with what it is worth.

An opportunity's worth is a rough chance that it gains something, times what it would gain. The
player takes the best one after discounting for the way there, so exploring, handling things and
solving puzzles compete on one scale instead of waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ludens.adventure.agents.offline import affordances as can
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect, Place, RoomId
from ludens.adventure.journal import Journal
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.items import Item
from ludens.adventure.world.map import Room
from ludens.adventure.world.places import INVENTORY, in_room, inside

MENTIONED_EXIT = 2.0
"""A way the text mentions leads somewhere new more often than not, and a new room holds much."""
GUESSED_EXIT = {
    **dict.fromkeys(("north", "south", "east", "west"), 0.12),
    **dict.fromkeys(("northeast", "southeast", "southwest", "northwest"), 0.05),
    **dict.fromkeys(("up", "down"), 0.06),
    **dict.fromkeys(("in", "out"), 0.05),
}
"""A direction that nothing speaks for."""
UNNAMED = 4.0
"""By how much a guess is better where the text names no way at all."""
BLOCKED_EXIT = 0.4
"""A way that was blocked, once something was gained since."""
AGAIN = 0.25
"""What a command that did nothing is still worth once something was gained since."""
DEADLY = 0.02
"""What a command that killed is still worth."""
ELSEWHERE = 0.5
"""What is left of a command's worth for each other room where it did nothing."""


MOST_PROSPECT = 3.0
LEAST = 0.006
"""What is worth less is not thought of."""


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A command that may be worth a turn."""

    command: str
    worth: float
    reason: str
    thing: str = ""
    """What it is about, whose interest adds to its worth."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be named: an item, or only a word in a description."""

    name: str
    alive: bool = False
    fixed: bool = True
    open: bool | None = None
    locked: bool | None = None
    lit: bool | None = None
    worn: bool | None = None
    holds: bool = False
    listed: bool = False

    @classmethod
    def of(cls, item: Item) -> Thing:
        """Return what matters of an item."""
        return cls(
            name=item.name.lower(),
            alive=bool(item.alive),
            fixed=item.portable is False,
            open=item.open,
            locked=item.locked,
            lit=item.lit,
            worn=item.worn,
            holds=bool(item.container) or item.open is not None,
            listed=True,
        )


@dataclass(slots=True)
class Opportunities:
    """Finds what is worth a turn in each room of one story.

    What depends on the things alone is remembered; what the episode taught is put on top each
    time, so the answer is a function of the state.
    """

    vocabulary: Vocabulary
    _tables: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    _alone: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    _pairs: dict[tuple[Thing, Thing], tuple[Opportunity, ...]] = field(default_factory=dict)
    _ranked: dict[RoomId, tuple[object, list[Opportunity]]] = field(default_factory=dict)
    _unusual: tuple[tuple[str, bool, bool], ...] | None = None

    def ranked(self, state: AdventureState, room: RoomId) -> list[Opportunity]:
        """Return everything one could do in a room, the most promising first.

        It depends on the things and ways there alone; what was tried counts in `Outlook`.
        """
        known = state.items.known
        carried, here = state.items.at(INVENTORY), state.items.at(in_room(room))
        key = (
            tuple((id_, known[id_].last_seen) for id_ in here),
            tuple((id_, known[id_].last_seen) for id_ in carried),
            tuple(way.status for way in state.map.rooms[room].exits.values()),
            len(state.journal.mentioned.get(room, ())),
            room == state.map.here,
        )
        found = self._ranked.get(room)
        if found is None or found[0] != key:
            chances = sorted(self.all(state, room), key=lambda chance: -chance.worth)
            found = self._ranked[room] = (key, chances)
        return found[1]

    def all(self, state: AdventureState, room: RoomId) -> Iterator[Opportunity]:
        """Yield everything one could do in a room, before experience."""
        yield from exits(state.map.rooms[room])
        here = things_at(state, in_room(room))
        carried = things_at(state, INVENTORY)
        names = {thing.name.rsplit(" ", 1)[-1] for thing in (*here, *carried)}
        scenery = [
            Thing(name)
            for name in state.journal.mentioned.get(room, {})
            if name.rsplit(" ", 1)[-1] not in names
        ]
        around = [*here, *scenery]
        for thing in around:
            yield from self.alone_with(thing)
        if room == state.map.here:
            for held in carried:
                yield from self.in_hand(held)
        for held in carried:
            for other in around:
                yield from self.together(held, other)
        for word, alone, _ in self.unusual():
            if alone:
                yield Opportunity(word, can.OWN_VERB_CHANCE, f"This story knows the verb {word}.")
        for sentence in self.table(can.ALONE):
            yield Opportunity(sentence.say(), sentence.chance, "Perhaps it does something here.")

    def table(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of a table that this story understands."""
        key = id(sentences)
        if key not in self._tables:
            takes = self.vocabulary.takes
            self._tables[key] = tuple(s for s in sentences if takes(*s.words))
        return self._tables[key]

    def unusual(self) -> tuple[tuple[str, bool, bool], ...]:
        """Return the story's own verbs: the word, whether it stands alone, whether with a thing."""
        if self._unusual is None:
            self._unusual = tuple(
                (
                    verb.words[0],
                    any(not line.tokens for line in verb.lines),
                    self.vocabulary.takes(verb.words[0], "*"),
                )
                for verb in self.vocabulary.unusual_verbs(can.USUAL_VERBS)
            )
        return self._unusual

    def alone_with(self, thing: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a thing that stands or lies there."""
        if thing not in self._alone:
            table = can.ON_LISTED if thing.listed and not thing.fixed else can.ON_SCENERY
            table = can.ON_ALIVE if thing.alive else table
            self._alone[thing] = (*self._say(table, thing), *self._own(thing))
        return self._alone[thing]

    def in_hand(self, thing: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a thing one carries."""
        return (*self._say(can.ON_CARRIED, thing), *self._own(thing))

    def together(self, held: Thing, other: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a carried thing and another one."""
        if (held, other) not in self._pairs:
            table = can.WITH_ALIVE if other.alive else can.WITH_FIXED
            pairs = (_pair(sentence, held, other) for sentence in self.table(table))
            self._pairs[held, other] = tuple(pair for pair in pairs if pair.worth >= LEAST)
        return self._pairs[held, other]

    def _say(self, table: tuple[Sentence, ...], thing: Thing) -> Iterator[Opportunity]:
        for sentence in self.table(table):
            if _makes_sense(sentence, thing):
                worth = sentence.chance * favour(sentence.words, thing.name)
                if worth < LEAST:
                    continue
                reason = f"What about the {thing.name}?"
                yield Opportunity(sentence.say(thing.name), min(worth, 1.0), reason, thing.name)

    def _own(self, thing: Thing) -> Iterator[Opportunity]:
        for word, _, with_thing in self.unusual():
            if with_thing:
                reason = f"This story knows the verb {word}."
                yield Opportunity(
                    f"{word} {thing.name}", can.OWN_VERB_CHANCE / 2, reason, thing.name
                )


def exits(room: Room) -> Iterator[Opportunity]:
    """Yield the ways out that are worth a try."""
    named = any(way.status is not ExitStatus.ABSENT for way in room.exits.values())
    for direction, way in room.exits.items():
        if way.status is ExitStatus.UNEXPLORED:
            yield Opportunity(direction, MENTIONED_EXIT, "Nobody has gone there yet.")
        elif way.status is ExitStatus.ASSUMED and way.to is None:
            yield Opportunity(direction, GUESSED_EXIT.get(direction, 0.03), "It may lead on.")
        elif way.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED):
            yield Opportunity(direction, BLOCKED_EXIT, "It was blocked; perhaps no longer.")
    for direction in DIRECTIONS:
        if direction not in room.exits:
            chance = GUESSED_EXIT[direction] * (1.0 if named else UNNAMED)
            yield Opportunity(direction, chance, "Nothing says that one cannot go there.")


def things_at(state: AdventureState, place: Place) -> list[Thing]:
    """Return what is at a place, and what is in open things there."""
    found = []
    waiting = list(state.items.at(place))
    while waiting:
        id_ = waiting.pop(0)
        item = state.items.known[id_]
        found.append(Thing.of(item))
        if item.open is not False:
            waiting.extend(state.items.at(inside(id_)))
    return found


@dataclass(slots=True)
class Outlook:
    """What the episode taught, put on opportunities for one turn."""

    journal: Journal
    _verbs: dict[str, float] = field(default_factory=dict)

    def prospect(self, room: RoomId, chance: Opportunity, floor: float = 0.0) -> float:
        """Return what an opportunity is worth after all that was tried so far.

        At most `MOST_PROSPECT` times its own worth; 0 where that would not be more than `floor`.
        """
        worth = chance.worth * self.interest(chance.thing)
        if worth <= floor:
            return 0.0
        command = chance.command
        worth *= once_more(self.journal, room, command)
        if worth <= floor:
            return 0.0
        verb = command.partition(" ")[0]
        factor = self._verbs.get(verb)
        if factor is None:
            factor = self._verbs[verb] = experience(self.journal, verb)
        return worth * factor

    def interest(self, thing: str) -> float:
        """Return how much attention a thing deserves, from 1 to MOST_PROSPECT."""
        replies = self.journal.interest.get(thing, 0)
        return 1.0 + 0.5 * min(replies, 4) if replies else 1.0


def experience(journal: Journal, verb: str) -> float:
    """Return the factor, at most 1, that this episode's experience puts on a verb."""
    record = journal.verbs.get(verb)
    if record is None or verb in _DIRECTIONS:
        return 1.0
    hits = record.hits + 2.0
    factor = hits / (hits + 0.15 * (record.tries - record.hits))
    return factor * 0.2 if record.unknown >= 3 and record.hits == 0 else factor


_DIRECTIONS = frozenset(DIRECTIONS)


def once_more(journal: Journal, room: RoomId, command: str) -> float:
    """Return what a command is still worth where it was tried before, from 0 to 1."""
    attempt = journal.attempt(room, command)
    if attempt is None:
        failures = journal.barren.get(command, 0)
        return float(ELSEWHERE**failures) if failures else 1.0
    if attempt.effect is Effect.DIED:
        return DEADLY / attempt.times
    if attempt.effect in (Effect.NOT_UNDERSTOOD, Effect.SCORED) or attempt.gains == journal.gains:
        return 0.0
    return float(AGAIN**attempt.times * min(1.0, (journal.gains - attempt.gains) / 5))


@lru_cache(maxsize=50_000)
def favour(words: tuple[str, ...], name: str) -> float:
    """Return by how much a thing's name speaks for a sentence."""
    return can.favour(" ".join(word for word in words if word != "*"), name)


def _pair(sentence: Sentence, held: Thing, other: Thing) -> Opportunity:
    things: Iterable[str] = (held.name, other.name)
    if not can.carried_first(sentence):
        things = (other.name, held.name)
    worth = sentence.chance * favour(sentence.words, held.name)
    worth *= min(favour(sentence.words, other.name), 3.0)
    if sentence.verb == "unlock" and other.locked:
        worth *= 4.0
    if sentence.verb in ("put", "unlock") and not other.holds:
        worth *= 0.3
    reason = f"The {held.name} may go with the {other.name}."
    return Opportunity(sentence.say(*things), min(worth, 1.0), reason, other.name)


def _makes_sense(sentence: Sentence, thing: Thing) -> bool:
    match sentence.words:
        case ("open", *_):
            return thing.open is not True
        case ("turn", "on", *_) | ("light", *_):
            return thing.lit is not True
        case ("wear", *_):
            return thing.worn is not True
    return True
