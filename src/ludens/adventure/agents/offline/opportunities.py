"""Opportunities: everything that could be worth a turn in a room, each with what it is worth.

An opportunity's worth is a rough chance that it gains something, times what it would gain. The
player takes the best one after discounting for the way there, so exploring, handling things and
solving puzzles compete on one scale instead of waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from ludens.adventure.agents.offline import affordances as can
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.hints import Hints
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.remaining import Remaining
from ludens.adventure.agents.offline.things import Thing, around, carried, topics
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.journal import GUESS, sentence_kind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import Room
from ludens.adventure.world.places import INVENTORY, RoomId, in_room

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
HINTED_ACT = 0.06
"""A verb and a thing that a sentence of the story joins."""
HINTED_PAIR = 0.12
"""Two things that a sentence joins, in the likeliest of the ways to use one with the other."""
LOOSE = 0.08
"""Taking what a description brings in by `a` or `some`."""
LIKELY_USE = 0.016
"""The chance of a sentence that is as likely as any of a thing used with another."""
ORDERED = 1.5
"""The first thing that the story asks for and that is not done yet."""
ORDERED_LATER = 0.2
"""What it asks for after that."""
KINDRED = 4.0
"""By how much two things go better together whose names share a word: a gold key, a gold door."""
ASKED = 0.03
"""Asking a creature about something that was spoken of."""
NEEDS_A_REASON = frozenset("light burn cut break dig fill tie attach turn attack".split())
"""What is done with a thing to another only where a name speaks for it."""
LEAST = 0.006
"""What is worth less is not thought of."""
SUGGESTED = 0.15
"""What the surest of the puzzle agent's ideas is worth: of all of them one in six did something."""
WASTEFUL = frozenset(
    "drop throw leave eat drink pour empty fill burn kill close shut lock extinguish douse".split()
)
"""Verbs that get rid of things or undo what was gained: only where a name or a text says so."""
LEAST_TRIED = 0.0008
"""The same for lookahead."""
_WORTH = attrgetter("worth")


@dataclass(frozen=True, slots=True)
class Scene:
    """What is at hand in a room."""

    around: tuple[Thing, ...]
    held: tuple[Thing, ...]
    is_here: bool
    """The player is there, and may use what is carried by itself."""
    proven: tuple[Thing, ...]
    """Those around that the story has answered to."""
    spoken_of: tuple[Thing, ...]
    """Those about which the story's sentences are asked."""

    @classmethod
    def of(cls, around: list[Thing], held: list[Thing], *, is_here: bool) -> Scene:
        """Sort what is at hand."""
        proven = [thing for thing in around if thing.proven]
        in_hand = held if is_here else []
        return cls(tuple(around), tuple(held), is_here, tuple(proven), (*proven, *in_hand))


@dataclass(slots=True)
class Spoken:
    """What the story's sentences say of a thing."""

    version: int
    """Of the hints from which it was made."""
    words: dict[str, float]
    """The words that sentences join with it, and how strongly."""
    acts: list[Opportunity] = field(default_factory=list)
    uses: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    """For each thing that was carried, what to do with it here."""
    verbs: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.verbs = {word[1:]: by for word, by in self.words.items() if word[0] == "@"}


Remembered = tuple[int, tuple[Thing, ...], list[Opportunity]]
"""The version of the hints and what was carried, and what followed from them."""


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
    least: float = field(init=False)
    _tables: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    _alone: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    _pairs: dict[tuple[Thing, Thing], tuple[Opportunity, ...]] = field(default_factory=dict)
    _in_hand: dict[Thing, Remembered] = field(default_factory=dict)
    _about: dict[Thing, Remembered] = field(default_factory=dict)
    _spoken: dict[Thing, Spoken] = field(default_factory=dict)
    _scenes: dict[RoomId, tuple[object, Scene]] = field(default_factory=dict)
    _offered: dict[RoomId, tuple[object, list[list[Opportunity]]]] = field(default_factory=dict)
    _left: dict[RoomId, Remaining] = field(default_factory=dict)
    _unusual: tuple[tuple[str, bool, bool], ...] | None = None
    _anywhere: list[Opportunity] | None = None

    def __post_init__(self) -> None:
        self.hints = Hints(self.vocabulary)
        self.least = LEAST_TRIED if self.thorough else LEAST

    def ranked(self, state: AdventureState, room: RoomId) -> list[Opportunity]:
        """Return everything one could do in a room, each command once, the most promising first.

        It depends on the things and ways there alone; what was tried counts in `left`.
        """
        return _best_first(chain.from_iterable(self.offers(state, room)))

    def left(self, state: AdventureState, room: RoomId) -> Iterable[tuple[Opportunity, float]]:
        """Return what is still worth a try, each with the most that it may be worth, best first.

        Where something was foreseen, that counts instead of what was tried.
        """
        if state.lookahead.by_room.get(room):
            return ((chance, chance.worth) for chance in self.ranked(state, room))
        offers = self.offers(state, room)
        left = self._left.get(room)
        if left is None or not left.holds(offers, state.journal):
            left = self._left[room] = Remaining(offers, state.journal, room)
        return left

    def offers(self, state: AdventureState, room: RoomId) -> list[list[Opportunity]]:
        """Return everything one could do in a room, in lists of which each is in order.

        It is the same object as long as nothing changed.
        """
        self.hints.learn(state.journal.clues)
        scene = self._scene(state, room)
        key = (
            scene,
            tuple([way.status for way in state.map.rooms[room].exits.values()]),
            tuple([self.hints.version(thing.name) for thing in scene.spoken_of]),
            sum(state.journal.orders.values()) - len(state.journal.orders),
            tuple(suggested(state, room, scene.held)),
        )
        found = self._offered.get(room)
        if found is None or found[0] != key:
            found = self._offered[room] = (key, self._everything(state, room, scene))
        return found[1]

    def _everything(
        self, state: AdventureState, room: RoomId, scene: Scene
    ) -> list[list[Opportunity]]:
        """Return everything one could do in a room, before experience."""
        held = scene.held
        occasions = [
            *exits(state.map.rooms[room]),
            *ordered(self.vocabulary, state, held, scene.around),
            *suggested(state, room, held),
        ]
        for creature in (thing for thing in scene.proven if thing.alive):
            occasions += self.asked(state, room, creature, held)
        return [
            _best_first(occasions),
            *[self.about(thing, held) for thing in scene.around],
            *[self.in_hand(thing, held) for thing in held if scene.is_here],
            self.anywhere(),
        ]

    def _scene(self, state: AdventureState, room: RoomId) -> Scene:
        """Return what is at hand in a room, the same object as long as it is the same."""
        known, items = state.items.known, state.items
        key = (
            tuple([(id_, known[id_].last_seen) for id_ in items.at(in_room(room))]),
            tuple([(id_, known[id_].last_seen) for id_ in items.at(INVENTORY)]),
            state.journal.revisions.get(room, 0),
            len(state.journal.clumsy),
            room == state.map.here,
        )
        found = self._scenes.get(room)
        if found is None or found[0] != key:
            scene = Scene.of(
                around(state, self.vocabulary, room),
                carried(state, self.vocabulary),
                is_here=room == state.map.here,
            )
            if found is not None and found[1] == scene:
                scene = found[1]
            found = self._scenes[room] = (key, scene)
        return found[1]

    def about(self, thing: Thing, held: tuple[Thing, ...]) -> list[Opportunity]:
        """Return what one can do with a thing, alone and with what one carries, the best first."""
        version = self.hints.version(thing.name)
        found = self._about.get(thing)
        if found is None or found[0] != version or found[1] != held:
            chances = list(self.alone_with(thing))
            if thing.proven:
                for tool in held:
                    chances += self.together(tool, thing)
                chances += self.hinted(thing, held, version)
            found = self._about[thing] = (version, held, _best_first(chances))
        return found[2]

    def anywhere(self) -> list[Opportunity]:
        """Return what needs no thing."""
        if self._anywhere is None:
            own = (
                Opportunity(word, can.OWN_VERB_CHANCE, f"This story knows the verb {word}.")
                for word, alone, _ in self.unusual()
                if alone
            )
            reason = "Perhaps it does something here."
            usual = (
                Opportunity(s.say(), s.chance, reason, "", s.verb) for s in self.table(can.ALONE)
            )
            self._anywhere = _best_first((*own, *usual))
        return self._anywhere

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
                table = can.ON_UNPROVEN_BARE if thing.bare else can.ON_UNPROVEN
                table = can.ON_UNPROVEN_LISTED if thing.listed else table
                self._alone[thing] = tuple(self._say(table, thing))
            else:
                table = can.ON_LISTED if thing.listed and not thing.fixed else can.ON_SCENERY
                table = can.ON_ALIVE if thing.alive else table
                table = can.ON_LEFT if thing.left else table
                self._alone[thing] = (*self._say(table, thing), *self._own(thing))
        return self._alone[thing]

    def in_hand(self, thing: Thing, held: tuple[Thing, ...]) -> list[Opportunity]:
        """Return what one can do with a thing one carries, the best first."""
        version = self.hints.version(thing.name)
        found = self._in_hand.get(thing)
        if found is None or found[0] != version or found[1] != held:
            chances = (
                *self._say(can.ON_CARRIED, thing),
                *self._own(thing),
                *self.hinted(thing, held, version),
            )
            found = self._in_hand[thing] = (version, held, _best_first(chances))
        return found[2]

    def together(self, held: Thing, other: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a carried thing and another one."""
        if (held, other) not in self._pairs:
            table = can.WITH_ALIVE if other.alive else can.WITH_FIXED
            pairs = (_pair(sentence, held, other) for sentence in self.table(table))
            self._pairs[held, other] = tuple(pair for pair in pairs if pair.worth >= self.least)
        return self._pairs[held, other]

    def hinted(self, thing: Thing, held: tuple[Thing, ...], version: int) -> Iterator[Opportunity]:
        """Yield what the story's own sentences speak for: acts, and things to use with it."""
        spoken = self._spoken.get(thing)
        if spoken is None or spoken.version != version:
            spoken = self._spoken[thing] = Spoken(version, self.hints.about(thing.name))
            reason = f"The story has spoken of it: {thing.name}."
            for verb, strength in spoken.verbs.items():
                if self.vocabulary.takes(verb, "*"):
                    command = f"{verb} {thing.name}"
                    kind = sentence_kind(command)
                    worth = HINTED_ACT * strength
                    spoken.acts.append(Opportunity(command, worth, reason, thing.name, kind))
        if not spoken.words:
            return
        yield from spoken.acts
        for other in held:
            if other.name != thing.name:
                if other not in spoken.uses:
                    spoken.uses[other] = tuple(self._used(other, thing, spoken))
                yield from spoken.uses[other]

    def _used(self, held: Thing, other: Thing, hints: Spoken) -> Iterator[Opportunity]:
        """Yield the ways to use a thing with another that sentences join, or join with the verb."""
        truncate = self.vocabulary.truncate
        strength = max(hints.words.get(truncate(word), 0.0) for word in held.name.split())
        if not strength and not hints.verbs:
            return
        for sentence in self.table(can.WITH_ALIVE if other.alive else can.WITH_FIXED):
            known = self.vocabulary.verb(sentence.verb)
            spoken = hints.verbs.get(known.words[0], 0.0) if known is not None else 0.0
            usual = min(1.0, sentence.chance / LIKELY_USE)
            worth = HINTED_PAIR * max(strength * max(usual, spoken), 0.5 * spoken * usual)
            if sentence.verb == "unlock" and not favour(sentence.words, held.name):
                worth *= 0.1
            if worth >= self.least:
                yield _pair(sentence, held, other, worth)

    def asked(
        self, state: AdventureState, room: RoomId, creature: Thing, held: tuple[Thing, ...]
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
                worth = max(0.0 if thing.dull else sentence.chance, favoured)
                if sentence.verb == "take" and thing.new and not thing.dull:
                    worth = max(worth, LOOSE)
                if worth < self.least:
                    continue
                reason = f"What about the {thing.name}?"
                command = sentence.say(thing.name)
                kind = sentence_kind(command, scenery=not thing.listed)
                yield Opportunity(command, worth, reason, thing.name, kind)

    def _own(self, thing: Thing) -> Iterator[Opportunity]:
        if thing.dull:
            return
        if self.thorough:
            for verb in self.vocabulary.verbs:
                word = verb.words[0]
                if WASTEFUL.isdisjoint(verb.words) and self.vocabulary.takes(word, "*"):
                    yield Opportunity(f"{word} {thing.name}", 0.003, "Perhaps.", thing.name, word)
        for word, _, with_thing in self.unusual():
            if with_thing:
                reason = f"This story knows the verb {word}."
                yield Opportunity(
                    f"{word} {thing.name}", can.OWN_VERB_CHANCE / 2, reason, thing.name, word
                )


def suggested(
    state: AdventureState, room: RoomId, held: tuple[Thing, ...]
) -> Iterator[Opportunity]:
    """Yield the puzzle agent's suggestions for a room whose things are at hand."""
    for idea in state.puzzles.suggestions.values():
        if idea.room is not None and idea.room != room:
            continue
        names = {thing.name for thing in held}
        if not names.issuperset(map(str.lower, idea.items)):
            continue
        thing = idea.items[0].lower() if idea.items else ""
        yield Opportunity(idea.command, SUGGESTED * idea.confidence, idea.reason, thing)


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
            reason = "Nothing says that one cannot go there."
            yield Opportunity(direction, chance, reason, kind=GUESS)


def ordered(
    vocabulary: Vocabulary,
    state: AdventureState,
    held: tuple[Thing, ...],
    here: tuple[Thing, ...],
) -> Iterator[Opportunity]:
    """Yield what the story has told the player to do and can be done with what is at hand."""
    worth = ORDERED
    for order, done in state.journal.orders.items():
        if done:
            continue
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


def _best_first(chances: Iterable[Opportunity]) -> list[Opportunity]:
    """Return each command once, as what it is worth most, the best first."""
    best: dict[str, Opportunity] = {}
    for chance in chances:
        known = best.get(chance.command)
        if known is None or known.worth < chance.worth:
            best[chance.command] = chance
    return sorted(best.values(), key=_WORTH, reverse=True)


@lru_cache(maxsize=50_000)
def favour(words: tuple[str, ...], name: str) -> float:
    """Return the chance that a thing's name gives a sentence; 0 if it says nothing."""
    return can.favour(" ".join(word for word in words if word != "*"), name)


def _pair(sentence: Sentence, held: Thing, other: Thing, worth: float | None = None) -> Opportunity:
    things: Iterable[str] = (held.name, other.name)
    if not can.carried_first(sentence):
        things = (other.name, held.name)
    if worth is None:
        worth = _pair_worth(sentence, held, other)
    reason = f"The {held.name} may go with the {other.name}."
    command = sentence.say(*things)
    return Opportunity(command, min(worth, 1.0), reason, other.name, sentence_kind(command))


def _pair_worth(sentence: Sentence, held: Thing, other: Thing) -> float:
    """Return what the two names and natures say about using one with the other."""
    tool = favour(sentence.words, held.name)
    target = favour(sentence.words, other.name)
    worth = sentence.chance * (1.0 + 20.0 * tool) * (1.0 + 10.0 * target)
    if not set(held.name.split()).isdisjoint(other.name.split()):
        worth *= KINDRED
    if sentence.verb in NEEDS_A_REASON and not tool and not target:
        return 0.0
    if sentence.verb == "unlock":
        worth *= (1.0 if tool else 0.1) * (4.0 if other.locked else 1.0)
    if sentence.verb == "put" and not other.holds:
        worth *= 0.3
    return worth


def _makes_sense(sentence: Sentence, thing: Thing) -> bool:
    match sentence.words:
        case ("open", *_):
            return thing.open is not True
        case ("turn", "on", *_) | ("light", *_):
            return thing.lit is not True
        case ("wear", *_):
            return thing.worn is not True
    return True
