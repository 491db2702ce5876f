"""Opportunities: everything that could be worth a turn in a room, each with what it is worth.

An opportunity's worth is a rough chance that it gains something, times what it would gain. The
player takes the best one after discounting for the way there, so exploring, handling things and
solving puzzles compete on one scale instead of waiting for each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ludens.adventure.agents.offline import affordances as can
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.hints import Hints
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.nouns import notice, substance
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.phrasing import Phrasing
from ludens.adventure.agents.offline.things import Thing, around, carried, topics
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import RoomId
from ludens.adventure.journal import GUESS, sentence_kind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import Room, WorldMap
from ludens.adventure.world.places import INVENTORY, in_room

MENTIONED_EXIT = 2.0
"""A way the text mentions leads somewhere new more often than not, and a new room holds much."""
GUESSED_EXIT = {
    **dict.fromkeys(("north", "south", "east", "west"), 0.12),
    **dict.fromkeys(("northeast", "southeast", "southwest", "northwest"), 0.05),
    **dict.fromkeys(("up", "down"), 0.06),
    **dict.fromkeys(("in", "out"), 0.05),
}
"""A direction that nothing speaks for."""
SPOKEN_EXIT = 0.6
"""A point of the compass that a description names, though not plainly as a way."""
COMPASS = frozenset(
    "north south east west northeast northwest southeast southwest".split()
)
UNNAMED = 4.0
"""By how much a guess is better where the text names no way at all."""
BLOCKED_EXIT = 0.4
"""A way that was blocked, once something was gained since."""
HINTED_ACT = 0.06
"""A verb and a thing that a sentence of the story joins."""
HINTED_PAIR = 0.12
"""Two things that a sentence joins, in the likeliest of the ways to use one with the other."""
LOOSE = 0.08
"""Taking what a description brings in by `a` or `some`."""
LIKELY_USE = 0.016
"""The chance of a sentence that is as likely as any of a thing used with another."""
UNPROVEN = 0.7
"""What is left of what a name promises where nobody knows yet whether there is such a thing."""
PROMISING = 0.1
"""What must be promised for it to be tried before anybody has looked."""
BARE = 0.4
"""What is left of the worth of a name without an article."""
ORDERED = 1.5
"""The first thing that the story asks for and that is not done yet."""
IN_VAIN = 0.3
"""What is left of an order's worth for each room where it did nothing: it may be none."""
ORDERED_LATER = 0.2
"""What it asks for after that."""
BY_TOOL = 0.25
"""What a name promises of a thing as the tool for a deed, where it is one."""
KINDRED = 4.0
"""By how much two things go better together whose names share a word: a gold key, a gold door."""
ASKED = 0.03
"""Asking a creature about something that was spoken of."""
HEARSAY = 0.2
"""What is left of the worth of dealing with a creature that is only spoken of."""
NO_TOOL = 0.04
"""What is left of the worth of doing something with a thing that is no tool for it."""
NO_LOCK = 0.05
"""The same, of unlocking what has no lock by its name or nature."""
NEEDS_A_REASON = frozenset("light burn cut break dig fill tie attach turn attack".split())
"""What is done with a thing to another only where a name speaks for it."""
LEAST = 0.006
"""What is worth less is not thought of."""
SUGGESTED = 0.5
"""What the surest of the puzzle agent's ideas is worth: one that solves something opens more."""
FETCHED = 0.8
"""What is left of that for going to fetch what it wants."""
WASTEFUL = frozenset(
    "drop throw leave eat drink pour empty fill burn kill close shut lock extinguish douse".split()
)
"""Verbs that get rid of things or undo what was gained: only where a name or a text says so."""
LEAST_TRIED = 0.0008
"""The same for lookahead."""


@dataclass(slots=True)
class Opportunities:
    """Finds what is worth a turn in each room of one story.

    What depends on the things alone is remembered; what the episode taught is put on top each
    time, so the answer is a function of the state.
    """

    vocabulary: Vocabulary
    thorough: bool = False
    """Think of what is hardly worth a turn, too: for lookahead, where it costs none."""
    hints: Hints = field(init=False)
    phrasing: Phrasing = field(init=False)
    least: float = field(init=False)
    _tables: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    _alone: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    _pairs: dict[tuple[Thing, Thing], tuple[Opportunity, ...]] = field(default_factory=dict)
    _ranked: dict[RoomId, tuple[object, list[Opportunity]]] = field(default_factory=dict)
    _unusual: tuple[tuple[str, bool, bool], ...] | None = None

    def __post_init__(self) -> None:
        self.hints = Hints(self.vocabulary)
        self.phrasing = Phrasing(self.vocabulary)
        self.least = LEAST_TRIED if self.thorough else LEAST

    def ranked(self, state: AdventureState, room: RoomId) -> list[Opportunity]:
        """Return everything one could do in a room, the most promising first.

        It depends on the things and ways there alone; what was tried counts in `Outlook`.
        """
        known = state.items.known
        key = (
            tuple((id_, known[id_].last_seen) for id_ in state.items.at(in_room(room))),
            tuple((id_, known[id_].last_seen) for id_ in state.items.at(INVENTORY)),
            tuple(way.status for way in state.map.rooms[room].exits.values()),
            state.journal.revisions.get(room, 0),
            len(state.journal.clumsy),
            len(state.journal.clues) if room == state.map.here else 0,
            room == state.map.here,
            sum(state.journal.orders.values()) - len(state.journal.orders),
            sum(state.journal.barren.get(order, 0) for order in state.journal.orders),
            tuple(state.puzzles.suggestions),
            len(state.map.rooms),
        )
        found = self._ranked.get(room)
        if found is None or found[0] != key:
            best: dict[str, Opportunity] = {}
            for chance in self.all(state, room):
                if chance.command not in best or best[chance.command].worth < chance.worth:
                    best[chance.command] = chance
            chances = sorted(best.values(), key=lambda chance: -chance.worth)
            found = self._ranked[room] = (key, chances)
        return found[1]

    def all(self, state: AdventureState, room: RoomId) -> Iterator[Opportunity]:
        """Yield everything one could do in a room, before experience."""
        yield from exits(state.map.rooms[room], likeness(state.map, room))
        here = around(state, self.vocabulary, room)
        held = carried(state, self.vocabulary)
        proven = [thing for thing in here if thing.proven]
        for thing in here:
            yield from self.alone_with(thing)
        if room == state.map.here:
            for thing in held:
                yield from self.in_hand(thing)
        for thing in held:
            for other in proven:
                yield from self.together(thing, other)
        yield from self.hinted(state, held if room == state.map.here else [], proven, held)
        yield from ordered(self.vocabulary, state, held, here)
        yield from suggested(state, room, held)
        for creature in (thing for thing in proven if thing.alive):
            yield from self.asked(state, room, creature, held)
        for word, alone, _ in self.unusual():
            if alone:
                yield Opportunity(word, can.OWN_VERB_CHANCE, f"This story knows the verb {word}.")
        for sentence in self.table(can.ALONE):
            yield Opportunity(
                sentence.say(),
                sentence.chance,
                "Perhaps it does something here.",
                kind=sentence.verb,
            )

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
            if not thing.proven:
                self._alone[thing] = tuple(self._unproven(thing))
            else:
                table = can.ON_LISTED if thing.listed and not thing.fixed else can.ON_SCENERY
                table = can.ON_ALIVE if thing.alive else table
                table = can.ON_LEFT if thing.left else table
                self._alone[thing] = (*self._say(table, thing), *self._own(thing))
        return self._alone[thing]

    def _unproven(self, thing: Thing) -> Iterator[Opportunity]:
        """Yield what may show whether there is such a thing: a look, or what its name promises."""
        if thing.listed:
            yield from self._say(can.ON_UNPROVEN_LISTED, thing)
            return
        chance = BARE if thing.bare else 1.0
        for sentence in self.table(can.ON_SCENERY):
            promised = favour(sentence.words, thing.name)
            if sentence.verb == "examine":
                worth = notice(thing.name)
            elif sentence.verb == "take" and thing.new:
                worth = max(promised, LOOSE) * substance(thing.name)
            else:
                worth = UNPROVEN * promised if promised >= PROMISING else 0.0
            if worth * chance >= self.least:
                command = self.say(sentence.words, thing.name)
                kind = sentence_kind(command, scenery=True)
                reason = f"Is there a {thing.name}?"
                yield Opportunity(command, worth * chance, reason, thing.name, kind)

    def in_hand(self, thing: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a thing one carries."""
        return (*self._say(can.ON_CARRIED, thing), *self._own(thing))

    def together(self, held: Thing, other: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a carried thing and another one."""
        if (held, other) not in self._pairs:
            table = can.WITH_ALIVE if other.alive else can.WITH_FIXED
            doubt = HEARSAY if other.alive and not other.listed else 1.0
            pairs = (
                _pair(sentence, held, other, doubt * _pair_worth(sentence, held, other))
                for sentence in self.table(table)
            )
            self._pairs[held, other] = tuple(pair for pair in pairs if pair.worth >= self.least)
        return self._pairs[held, other]

    def hinted(
        self,
        state: AdventureState,
        in_hand: list[Thing],
        proven: list[Thing],
        held: list[Thing],
    ) -> Iterator[Opportunity]:
        """Yield what the story's own sentences speak for."""
        self.hints.learn(state.journal.clues)
        truncate = self.vocabulary.truncate
        for thing in (*proven, *in_hand):
            joined = self.hints.about(thing.name)
            if not joined:
                continue
            verbs = {word[1:]: strength for word, strength in joined.items() if word[0] == "@"}
            reason = f"The story has spoken of it: {thing.name}."
            for verb, strength in verbs.items():
                if self.vocabulary.takes(verb, "*"):
                    command = self.say((verb, "*"), thing.name)
                    worth = HINTED_ACT * strength
                    yield Opportunity(command, worth, reason, thing.name, sentence_kind(command))
            for other in held:
                if other.name == thing.name:
                    continue
                strength = max(joined.get(truncate(word), 0.0) for word in other.name.split())
                yield from self._used(other, thing, verbs, strength)

    def _used(
        self, held: Thing, other: Thing, verbs: dict[str, float], strength: float
    ) -> Iterator[Opportunity]:
        """Yield the ways to use a thing with another that sentences join, or join with the verb."""
        for sentence in self.table(can.WITH_ALIVE if other.alive else can.WITH_FIXED):
            known = self.vocabulary.verb(sentence.verb)
            spoken = verbs.get(known.words[0], 0.0) if known is not None else 0.0
            usual = min(1.0, sentence.chance / LIKELY_USE)
            worth = HINTED_PAIR * max(strength * max(usual, spoken), 0.5 * spoken * usual)
            if not is_instrument(sentence, held.name):
                worth *= NO_TOOL
            if worth >= self.least:
                yield _pair(sentence, held, other, worth)

    def asked(
        self, state: AdventureState, room: RoomId, creature: Thing, held: list[Thing]
    ) -> Iterator[Opportunity]:
        """Yield what one can ask somebody about."""
        if not self.vocabulary.takes("ask", "*", "about", "*"):
            return
        for topic in dict.fromkeys([*(thing.name for thing in held), *topics(state, room)]):
            reason = f"The {creature.name} may know of the {topic}."
            command = f"ask {creature.name} about {topic.rsplit(' ', 1)[-1]}"
            yield Opportunity(command, ASKED, reason, creature.name, sentence_kind(command))

    def _say(self, table: tuple[Sentence, ...], thing: Thing) -> Iterator[Opportunity]:
        for sentence in self.table(table):
            if _makes_sense(sentence, thing):
                favoured = favour(sentence.words, thing.name)
                usual = sentence.chance * (1.0 if thing.listed else substance(thing.name))
                worth = max(0.0 if thing.dull else usual, favoured)
                if sentence.verb == "take" and thing.new and not thing.dull:
                    worth = max(worth, LOOSE)
                if worth < self.least:
                    continue
                reason = f"What about the {thing.name}?"
                command = self.say(sentence.words, thing.name)
                kind = sentence_kind(command, scenery=not thing.listed)
                yield Opportunity(command, worth, reason, thing.name, kind)

    def say(self, words: tuple[str, ...], *things: str) -> str:
        """Return the command for an act, in the wording that this act has."""
        return Sentence(self.phrasing.of(words), 0.0).say(*things)

    def _own(self, thing: Thing) -> Iterator[Opportunity]:
        if thing.dull:
            return
        if self.thorough:
            for verb in self.vocabulary.verbs:
                word = verb.words[0]
                if WASTEFUL.isdisjoint(verb.words) and self.vocabulary.takes(word, "*"):
                    command = self.say((word, "*"), thing.name)
                    yield Opportunity(command, 0.003, "Perhaps.", thing.name, word)
        for word, _, with_thing in self.unusual():
            if with_thing:
                reason = f"This story knows the verb {word}."
                command = self.say((word, "*"), thing.name)
                yield Opportunity(command, can.OWN_VERB_CHANCE / 2, reason, thing.name, word)


def suggested(state: AdventureState, room: RoomId, held: list[Thing]) -> Iterator[Opportunity]:
    """Yield the puzzle agent's suggestions for a room, and what lies there and is wanted for one.

    A suggestion is worth a try where it is to be done, once everything for it is in the hands.
    """
    names = {thing.name for thing in held}
    carried_names = {state.items.known[id_].name.lower() for id_ in state.items.carried()} | names
    for idea in state.puzzles.suggestions.values():
        missing = [name for name in idea.items if name.lower() not in carried_names]
        worth = SUGGESTED * idea.confidence
        if not missing and idea.room in (None, room):
            thing = idea.items[0].lower() if idea.items else ""
            yield Opportunity(idea.command, worth, idea.reason, thing, since=idea.turn)
        for name in missing:
            yield from _fetched(state, room, name, worth * FETCHED)


def _fetched(
    state: AdventureState, room: RoomId, name: str, worth: float
) -> Iterator[Opportunity]:
    """Yield the taking of something that an idea wants and that was left in a room."""
    for id_ in state.items.visible_at(in_room(room)):
        item = state.items.known[id_]
        if item.name == name and not item.fixed:
            reason = f"The {name} is wanted elsewhere."
            yield Opportunity(f"take {name.lower()}", worth, reason, since=item.last_seen)


LIKE = 3
"""Rooms that look alike, from which on more of them promise less."""


def likeness(world: WorldMap, room: RoomId) -> float:
    """Return how much a way out of a room promises, less the more rooms look just like it."""
    here = world.rooms[room]
    if not here.description:
        return 1.0
    alike = sum(
        other.description == here.description and other.name == here.name
        for other in world.rooms.values()
    )
    return 1.0 if alike <= LIKE else LIKE / (alike * alike)


def exits(room: Room, promise: float = 1.0) -> Iterator[Opportunity]:
    """Yield the ways out that are worth a try."""
    named = any(way.status is not ExitStatus.ABSENT for way in room.exits.values())
    for direction, way in room.exits.items():
        if way.status is ExitStatus.UNEXPLORED:
            yield Opportunity(direction, MENTIONED_EXIT * promise, "Nobody has gone there yet.")
        elif way.status is ExitStatus.ASSUMED and way.to is None:
            yield Opportunity(direction, GUESSED_EXIT.get(direction, 0.03), "It may lead on.")
        elif way.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED):
            yield Opportunity(direction, BLOCKED_EXIT, "It was blocked; perhaps no longer.")
    for direction in DIRECTIONS:
        if direction not in room.exits:
            if _speaks_of(room.description, direction):
                reason = "The text speaks of that side."
                yield Opportunity(direction, SPOKEN_EXIT, reason)
                continue
            chance = GUESSED_EXIT[direction] * (1.0 if named else UNNAMED)
            reason = "Nothing says that one cannot go there."
            yield Opportunity(direction, chance, reason, kind=GUESS)


@lru_cache(maxsize=5000)
def _speaks_of(description: str, direction: str) -> bool:
    """Tell whether a description names a point of the compass, whatever it says of it."""
    if direction not in COMPASS:
        return False
    found = re.search(rf"\b{direction}(?:ern|wards?|erly)?\b", description, re.IGNORECASE)
    return found is not None


def ordered(
    vocabulary: Vocabulary, state: AdventureState, held: list[Thing], here: list[Thing]
) -> Iterator[Opportunity]:
    """Yield what the story has told the player to do and can be done with what is at hand."""
    worth = ORDERED
    for order, done in state.journal.orders.items():
        if done:
            continue
        worth *= IN_VAIN ** state.journal.barren.get(order, 0)
        verb, _, rest = order.partition(" ")
        names = vocabulary.phrases(rest)
        if len(names) == 2:
            first, second = (1, 0) if " with " in rest else (0, 1)
            ready = _at_hand(names[first], held) and _at_hand(names[second], (*here, *held))
        else:
            ready = bool(names) and _at_hand(names[0], (*here, *held))
        if not ready:
            worth = ORDERED_LATER
            continue
        reason = "The story asks for it."
        yield Opportunity(order, worth, reason, kind="")
        if verb in ("unlock", "lock") and len(names) == 1:
            for tool in held:
                yield Opportunity(f"{order} with {tool.name}", worth / 2, reason)
        worth = ORDERED_LATER


def _at_hand(name: str, things: Iterable[Thing]) -> bool:
    words = set(name.split())
    return any(words <= (other := set(thing.name.split())) or other <= words for thing in things)


@lru_cache(maxsize=50_000)
def favour(words: tuple[str, ...], name: str) -> float:
    """Return the chance that a thing's name gives a sentence; 0 if it says nothing."""
    return can.favour(" ".join(word for word in words if word != "*"), name)


def _pair(sentence: Sentence, held: Thing, other: Thing, worth: float) -> Opportunity:
    things: Iterable[str] = (held.name, other.name)
    if not can.carried_first(sentence):
        things = (other.name, held.name)
    reason = f"The {held.name} may go with the {other.name}."
    command = sentence.say(*things)
    return Opportunity(command, min(worth, 1.0), reason, other.name, sentence_kind(command))


def _pair_worth(sentence: Sentence, held: Thing, other: Thing) -> float:
    """Return what the two names and natures say about using one with the other."""
    tool = favour(sentence.words, held.name) if sentence.words[2] != "with" else BY_TOOL
    target = favour(sentence.words, other.name)
    worth = sentence.chance * (1.0 + 20.0 * tool) * (1.0 + 10.0 * target)
    if not set(held.name.split()).isdisjoint(other.name.split()):
        worth *= KINDRED
    if sentence.verb in NEEDS_A_REASON and not tool and not target:
        return 0.0
    if sentence.verb == "unlock":
        lockable = 4.0 if other.locked else 1.0 if target or other.holds else NO_LOCK
        worth *= lockable
    if sentence.verb == "put" and not other.holds:
        worth *= 0.3
    return worth if is_instrument(sentence, held.name) else worth * NO_TOOL


def _makes_sense(sentence: Sentence, thing: Thing) -> bool:
    match sentence.words:
        case ("open", *_):
            return thing.open is not True
        case ("turn", "on", *_) | ("light", *_):
            return thing.lit is not True
        case ("wear", *_):
            return thing.worn is not True
    return True
