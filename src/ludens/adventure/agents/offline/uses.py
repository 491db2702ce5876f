"""Uses: what one can do with things, alone and together, each with what it is worth.

What depends on the things alone is remembered; what the episode taught is put on top elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ludens.adventure.agents.offline import affordances as can
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.hints import Hints
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.light import can_wait, waits_for_the_dark
from ludens.adventure.agents.offline.nouns import is_precious, liftable, notice, substance
from ludens.adventure.agents.offline.opportunity import Opportunity, best_first
from ludens.adventure.agents.offline.pairing import (
    HEARSAY,
    NO_TOOL,
    favour,
    pair_worth,
    paired,
    parts_with_need,
)
from ludens.adventure.agents.offline.phrasing import Phrasing
from ludens.adventure.agents.offline.scene import Spoken
from ludens.adventure.agents.offline.things import Thing, makes_sense
from ludens.adventure.agents.offline.ways_out import DOORS, OPENED
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.puzzles.needs import DRINK, FOOD
from ludens.adventure.vocabulary import Vocabulary

HINTED_ACT = 0.06
"""A verb and a thing that a sentence of the story joins."""
HINTED_OWN = 0.3
"""The same, of a verb that few stories have, or that undoes what a text says was done."""
HINTED_PAIR = 0.12
"""Two things that a sentence joins, in the likeliest of the ways to use one with the other."""
LOOSE = 0.08
"""Taking what a description brings in by `a` or `some`, or what was spoken or written of."""
PRECIOUS = 2.1
"""The same, of what is worth having by its name: as good as what lies there to be taken."""
TOLD = 4.0
"""By how much a look is worth more at what was spoken or written of elsewhere."""
LIKELY_USE = 0.016
"""The chance of a sentence that is as likely as any of a thing used with another."""
UNPROVEN = 0.7
"""What is left of what a name promises where nobody knows yet whether there is such a thing."""
WORKED = 0.25
"""What is promised of levers, taps and buttons: however little came of others, each is worked."""
PROMISING = 0.1
"""What must be promised for it to be tried before anybody has looked."""
BROUGHT_IN = 0.13
"""A look at what a text brings in by `a`: whoever writes "a stone jar" has one there."""
BARE = 0.4
"""What is left of the worth of a name without an article."""
LEAST = 0.006
"""What is worth less is not thought of."""
WASTEFUL = frozenset(
    "drop throw leave eat drink pour empty fill burn kill close shut lock extinguish douse".split()
)
"""Verbs that get rid of things or undo what was gained: only where a name or a text says so."""
_TAKING_IN = frozenset({"eat", "drink"})
_EDIBLE = re.compile(rf"\b(?:{FOOD}|{DRINK}|meal|pill|potion|herbs?|medicine)$")
"""What one eats or drinks, by its name: stories speak of eating where there is no food."""
LEAST_TRIED = 0.0008
"""The same for lookahead."""


Remembered = tuple[int, tuple[Thing, ...], list[Opportunity]]
"""The version of the hints and what was carried, and what followed from them."""


@dataclass(slots=True)
class Uses:
    """Finds what one can do with the things of one story."""

    vocabulary: Vocabulary
    thorough: bool = False
    """Think of what is hardly worth a turn, too: for lookahead, where it costs none."""
    hints: Hints = field(init=False)
    phrasing: Phrasing = field(init=False)
    least: float = field(init=False)
    _tables: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    _alone: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    _pairs: dict[tuple[Thing, Thing], tuple[Opportunity, ...]] = field(default_factory=dict)
    _in_hand: dict[Thing, Remembered] = field(default_factory=dict)
    _about: dict[Thing, Remembered] = field(default_factory=dict)
    _spoken: dict[Thing, Spoken] = field(default_factory=dict)
    _unusual: tuple[tuple[str, bool, bool], ...] | None = None
    _anywhere: list[Opportunity] | None = None

    def __post_init__(self) -> None:
        self.hints = Hints(self.vocabulary)
        self.phrasing = Phrasing(self.vocabulary)
        self.least = LEAST_TRIED if self.thorough else LEAST

    def about(self, thing: Thing, held: tuple[Thing, ...]) -> list[Opportunity]:
        """Return what one can do with a thing, alone and with what one carries, the best first."""
        version = self.hints.version(thing.name)
        found = self._about.get(thing)
        if found is None or found[0] != version or found[1] != held:
            chances = list(self.alone_with(thing))
            if thing.proven:
                target = thing.as_target()
                for tool in held:
                    chances += self.together(tool, target)
                chances += self.hinted(thing, held, version)
            else:
                chances += self.telling(thing, version)
            found = self._about[thing] = (version, held, best_first(chances))
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
            self._anywhere = best_first((*own, *usual))
        return self._anywhere

    def table(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of a table that this story understands."""
        key = id(sentences)
        if key not in self._tables:
            takes = self.vocabulary.takes
            self._tables[key] = tuple(s for s in sentences if takes(*s.words))
        return self._tables[key]

    def unusual(self) -> tuple[tuple[str, bool, bool], ...]:
        """Return the story's own verbs: the word, whether it stands alone, whether with a thing.

        What is only another word for what is tried anyway is not among them.
        """
        if self._unusual is None:
            act, takes = self.vocabulary.act, self.vocabulary.takes
            wasteful = {self.vocabulary.truncate(word) for word in WASTEFUL}
            tried = {sentence.words for table in (*can.TABLES, can.ALONE) for sentence in table}
            alone = {act(*words) for words in tried if len(words) == 1} - {None}
            with_thing = {act(*words) for words in tried if words[1:] == ("*",)} - {None}
            own = [
                verb.words[0]
                for verb in self.vocabulary.unusual_verbs(can.USUAL_VERBS)
                if wasteful.isdisjoint(verb.words)
            ]
            self._unusual = tuple(
                (
                    word,
                    takes(word) and act(word) not in alone,
                    takes(word, "*") and act(word, "*") not in with_thing,
                )
                for word in own
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
            table = can.ON_UNPROVEN_ALIVE if thing.alive else can.ON_UNPROVEN_LISTED
            yield from self._say(table, thing)
            return
        chance = BARE if (bare := thing.bare) else 1.0
        for sentence in self.table(can.ON_SCENERY):
            promised = favour(sentence.words, thing.name)
            if sentence.verb == "examine":
                worth = notice(thing.name) * (TOLD if thing.told else 1.0)
                worth = max(worth, BROUGHT_IN * substance(thing.name) if thing.new else 0.0)
            elif sentence.verb == "take" and thing.new:
                loose = PRECIOUS if is_precious(thing.name) else LOOSE
                worth = max(promised, loose) * substance(thing.name)
            else:
                worth = UNPROVEN * promised if promised >= PROMISING else 0.0
            if worth * chance >= self.least:
                command = self.say(sentence.words, thing.name)
                kind = sentence_kind(command, scenery=True, bare=bare)
                working = sentence.verb != "examine" and promised >= WORKED
                kind = "" if thing.revealed or working or worth >= PRECIOUS else kind
                reason = f"Is there a {thing.name}?"
                yield Opportunity(
                    command, worth * chance, reason, thing.name, kind, since=thing.seen
                )

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
            found = self._in_hand[thing] = (version, held, best_first(chances))
        return found[2]

    def together(self, held: Thing, other: Thing) -> tuple[Opportunity, ...]:
        """Return what one can do with a carried thing and another one."""
        if (held, other) not in self._pairs:
            table = can.WITH_ALIVE if other.alive else can.WITH_FIXED
            doubt = HEARSAY if other.alive and not other.listed else 1.0
            pairs = [
                self.paired(sentence, held, other, doubt * pair_worth(sentence, held, other))
                for sentence in self.table(table)
            ]
            self._pairs[held, other] = tuple(pair for pair in pairs if pair.worth >= self.least)
        return self._pairs[held, other]

    def paired(self, sentence: Sentence, held: Thing, other: Thing, worth: float) -> Opportunity:
        """Return the command for using a thing with another, in the wording that this act has."""
        return paired(self.phrasing.sentence(sentence), held, other, worth)

    def telling(self, thing: Thing, version: int) -> Iterator[Opportunity]:
        """Yield what sentences speak for most with a thing that nobody has looked at yet.

        The act proves the name as well as a look does.
        """
        for act in self._heard(thing, version).acts:
            if (worth := act.worth * (BARE if thing.bare else UNPROVEN)) >= HINTED_ACT:
                yield replace(act, worth=worth)

    def hinted(self, thing: Thing, held: tuple[Thing, ...], version: int) -> Iterator[Opportunity]:
        """Yield what the story's own sentences speak for: acts, and things to use with it."""
        spoken = self._heard(thing, version)
        if not spoken.words:
            return
        yield from spoken.acts
        for other in held:
            if other.name != thing.name:
                if other not in spoken.uses:
                    spoken.uses[other] = tuple(self._used(other, thing, spoken))
                yield from spoken.uses[other]

    def _heard(self, thing: Thing, version: int) -> Spoken:
        """Return what the story's sentences say of a thing, and the acts that they speak for."""
        spoken = self._spoken.get(thing)
        if spoken is None or spoken.version != version:
            spoken = self._spoken[thing] = Spoken(version, self.hints.about(thing.name))
            reason = f"The story has spoken of it: {thing.name}."
            own = {word for word, _, with_thing in self.unusual() if with_thing}
            for verb, strength in spoken.verbs.items():
                known = self.vocabulary.verb(verb)
                puts_down = known is not None and "drop" in known.words
                if known is not None:
                    first = known.words[0]
                    spoken.deeds[first] = max(strength, spoken.deeds.get(first, 0.0))
                needless = verb in _TAKING_IN and _EDIBLE.search(thing.name) is None
                needless = needless or (thing.lit is not None and can_wait(verb, thing.name))
                if self.vocabulary.takes(verb, "*") and not puts_down and not needless:
                    command = self.say((verb, "*"), thing.name)
                    kind = sentence_kind(command)
                    few = known is not None and known.words[0] in own
                    few = few or (verb.startswith("un") and verb not in can.OPENING)
                    worth = (HINTED_OWN if few else HINTED_ACT) * strength
                    spoken.acts.append(Opportunity(command, worth, reason, thing.name, kind))
        return spoken

    def _used(self, held: Thing, other: Thing, hints: Spoken) -> Iterator[Opportunity]:
        """Yield the ways to use a thing with another that sentences join, or join with the verb."""
        truncate = self.vocabulary.truncate
        strength = max([hints.words.get(truncate(word), 0.0) for word in held.name.split()])
        if not strength and not hints.deeds:
            return
        for sentence in self.table(can.WITH_ALIVE if other.alive else can.WITH_FIXED):
            known = self.vocabulary.verb(sentence.verb) if hints.deeds else None
            spoken = hints.deeds.get(known.words[0], 0.0) if known is not None else 0.0
            if not strength and not spoken:
                continue
            usual = min(1.0, sentence.chance / LIKELY_USE)
            worth = HINTED_PAIR * max(strength * max(usual, spoken), 0.5 * spoken * usual)
            if worth < self.least or parts_with_need(sentence, held, other):
                continue
            if not is_instrument(sentence, held.name):
                worth *= NO_TOOL
            if worth >= self.least:
                yield self.paired(sentence, held, other, worth)

    def _say(self, table: tuple[Sentence, ...], thing: Thing) -> Iterator[Opportunity]:
        for sentence in self.table(table):
            waits = table is can.ON_CARRIED and waits_for_the_dark(sentence, thing)
            if makes_sense(sentence, thing) and not waits:
                favoured = favour(sentence.words, thing.name)
                usual = sentence.chance * (1.0 if thing.listed else substance(thing.name))
                if sentence.verb == "take":
                    usual *= liftable(thing.name)
                worth = max(0.0 if thing.dull else usual, 0.0 if thing.left else favoured)
                brought = thing.new or thing.told or thing.listed
                if sentence.verb == "examine" and thing.new and not thing.dull:
                    worth = max(worth, BROUGHT_IN * substance(thing.name))
                if sentence.verb == "take" and brought and not thing.dull and not thing.left:
                    loose = PRECIOUS if is_precious(thing.name) else LOOSE
                    worth = max(worth, loose * substance(thing.name) * liftable(thing.name))
                if worth < self.least:
                    continue
                reason = f"What about the {thing.name}?"
                command = self.say(sentence.words, thing.name)
                kind = sentence_kind(command, scenery=not thing.listed)
                kind = "" if thing.revealed or (thing.told and sentence.verb == "take") else kind
                again = thing.shut >= 0 and sentence.verb == "open"
                since = thing.shut if again else thing.seen
                yield Opportunity(command, worth, reason, thing.name, kind, since=since, due=again)

    def say(self, words: tuple[str, ...], *things: str) -> str:
        """Return the command for an act, in the wording that this act has."""
        return Sentence(self.phrasing.of(words), 0.0).say(*things)

    def _own(self, thing: Thing) -> Iterator[Opportunity]:
        if thing.open and DOORS.search(thing.name):
            command = self.say(("enter", "*"), thing.name)
            if self.vocabulary.takes("enter", "*"):
                yield Opportunity(command, OPENED, f"The {thing.name} is open.", thing.name)
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
