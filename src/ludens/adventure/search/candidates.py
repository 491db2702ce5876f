"""What may be typed at a state: the story's own sentences over what is within reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise, permutations
from random import Random

from ludens.adventure.interpreter.zmachine.direction_words import direction_words
from ludens.adventure.interpreter.zmachine.grammar import SyntaxLine, Token, TokenKind
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.knowledge.actions import Action, actions
from ludens.adventure.search.facts import Ask, Thing
from ludens.adventure.search.simulator import Outcome
from ludens.adventure.vocabulary import Vocabulary

HELD = frozenset({TokenKind.HELD, TokenKind.MULTI_HELD, TokenKind.MULTI_EXCEPT})
THINGS = HELD | {
    *(TokenKind.NOUN, TokenKind.MULTI, TokenKind.MULTI_INSIDE, TokenKind.CREATURE),
    *(TokenKind.ATTRIBUTE, TokenKind.FILTER, TokenKind.SCOPE),
}
OPEN = frozenset({TokenKind.TOPIC, TokenKind.SPECIAL, TokenKind.ROUTINE, TokenKind.NUMBER})
"""Places of a pattern where words go that need not name a thing."""
WAIT, LOOK, INVENTORY, EXAMINE = "wait", "look", "inventory", "examine"
IDLE = (WAIT, "zqxjkv", "examine me", LOOK, INVENTORY, "jump")
"""What does nothing nearly everywhere: what changes all the same is noise."""
KEYS = ("<space>", "<enter>", "1", "2", "y", "n")
"""What is pressed where a story waits for a key."""


class Proposed(IntEnum):
    """Whether those who know more than the search would try a command."""

    NOT = 0
    ANYTHING = 1
    """It is for anything."""
    FITTING = 2
    """It is for things of the kind that it names."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that may be typed."""

    command: str
    act: Hashable
    """What is done: one for all wordings of it."""
    topic: str = ""
    is_way: bool = False
    """Whether it is a direction and nothing else."""
    named: tuple[Hashable, ...] = ()
    """The keys of the things."""
    state: tuple[Hashable, ...] = ()
    """How the things stand; empty where it is not known of all of them."""
    proposed: Proposed = Proposed.NOT


def naming(
    command: str,
    act: Hashable,
    things: tuple[Thing, ...],
    topic: str = "",
    *,
    proposed: Proposed = Proposed.NOT,
) -> Candidate:
    """Return a command that names things."""
    named = tuple(thing.key for thing in things)
    state = tuple(thing.likeness for thing in things)
    return Candidate(command, act, topic, False, named, () if None in state else state, proposed)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One wording of an act: fixed words, with None where a thing or a topic goes."""

    act: Hashable
    words: tuple[str | None, ...]
    places: tuple[Token, ...]

    def say(self, names: Iterable[str]) -> str:
        given = iter(names)
        return " ".join(next(given) if word is None else word for word in self.words)


class Grammar:
    """The story's sentences, each act in its shortest wording, by how many things it names."""

    def __init__(self, story: ZStory, vocabulary: Vocabulary) -> None:
        self.directions = direction_words(story)
        self._by_size: dict[int, list[_Pattern]] = {0: [], 1: [], 2: []}
        known: set[Hashable] = set()
        lines = [
            (line, verb.words[0])
            for verb in vocabulary.verbs
            for line in sorted(verb.lines, key=lambda line: len(line.tokens))
        ]
        for line, word in lines:
            pattern = _pattern(word, line)
            if pattern is None or len(pattern.places) > 2 or pattern.act in known:
                continue
            known.add(pattern.act)
            self._by_size[len(pattern.places)].append(pattern)
        self._ways = (
            *(Candidate(way, ("go", way), is_way=True) for way in self.directions),
            Candidate(WAIT, WAIT),
        )
        self._plain = tuple(Candidate(one.say(()), one.act) for one in self._by_size[0])
        self._known: dict[Thing, tuple[Candidate, ...]] = {}
        self._of_two: dict[tuple[Thing, Thing], tuple[Candidate, ...]] = {}

    def ways(self) -> tuple[Candidate, ...]:
        """Return the ways there may be, and waiting."""
        return self._ways

    def plain(self) -> tuple[Candidate, ...]:
        """Return what may be said that names nothing."""
        return self._plain

    def of(self, thing: Thing) -> tuple[Candidate, ...]:
        """Return what may be said of one thing."""
        known = self._known.get(thing)
        if known is None:
            known = self._known[thing] = tuple(
                naming(pattern.say([thing.name]), pattern.act, (thing,))
                for pattern in self.acts()
                if _suits(pattern.places[0], thing)
            )
        return known

    def of_two(self, one: Thing, other: Thing) -> tuple[Candidate, ...]:
        """Return what may be said of one thing with another; one of them is held."""
        if not (one.held or other.held):
            return ()
        known = self._of_two.get((one, other))
        if known is None:
            known = self._of_two[one, other] = tuple(
                naming(pattern.say([one.name, other.name]), pattern.act, (one, other))
                for pattern in self._by_size[2]
                if OPEN.isdisjoint(place.kind for place in pattern.places)
                and _suits(pattern.places[0], one)
                and _suits(pattern.places[1], other)
            )
        return known

    def about(self, topic: str, things: Sequence[Thing]) -> Iterator[Candidate]:
        """Yield what may be said with a topic, and of each thing with it."""
        for pattern in self._by_size[1]:
            if pattern.places[0].kind in OPEN:
                yield Candidate(pattern.say([topic]), pattern.act, topic)
        for pattern in self._by_size[2]:
            is_open = [place.kind in OPEN for place in pattern.places]
            if sum(is_open) == 1:
                for thing in things:
                    names = [topic, thing.name] if is_open[0] else [thing.name, topic]
                    yield naming(pattern.say(names), pattern.act, (thing,), topic)

    def acts(self) -> Iterator[_Pattern]:
        """Yield the sentences that name one thing."""
        yield from (one for one in self._by_size[1] if one.places[0].kind not in OPEN)


def _suits(place: Token, thing: Thing) -> bool:
    return thing.held or place.kind not in HELD


def _pattern(word: str, line: SyntaxLine) -> _Pattern | None:
    """Return how a line is said; None if it has a place that nothing is known to fill."""
    words: list[str | None] = [word]
    places = []
    for token in line.tokens:
        if token.kind is TokenKind.WORDS:
            words.append(token.words[0])
        else:
            words.append(None)
            places.append(token)
            if token.kind not in THINGS and token.kind not in OPEN:
                return None
    kinds = tuple(token.kind in OPEN for token in places)
    number = -line.action - 1 if line.reversed else line.action
    act = (number, kinds) if any(kinds) else act_of(number, len(places))
    return _Pattern(act, tuple(words), tuple(places))


def act_of(number: int, things: int) -> Hashable:
    """Return what tells an act from others: its number (see `Vocabulary.act`), by its things."""
    return number, things


_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
MOST = 40
"""Things that are considered at a place."""
PHRASES = 20
"""Noun phrases of a place's text that are considered."""
SENSELESS = 3
"""Names of two things at once that are asked about, to learn what the story says of them."""
STRANGERS = 12
"""Words for things elsewhere that are asked about, to learn what the story says of the absent."""


class Reach:
    """What is within reach, by place.

    A name is asked about once a place: if the answer is the one that things get which are not
    there, the story knows nothing here by that name. So what the text names is told from mere
    words. What was not there is asked about again when an answer names it: it may have come to
    light.
    """

    def __init__(self, vocabulary: Vocabulary, dice: Random) -> None:
        self._vocabulary = vocabulary
        self._dice = dice
        self._absent: frozenset[str] = frozenset()
        self._told: dict[Hashable, list[str]] = {}
        self._called: dict[tuple[Hashable, Hashable], str | None] = {}
        self._heard: set[tuple[Hashable, str]] = set()
        """What was said at each place, by sentence."""
        self._stood: dict[tuple[Hashable, Hashable], Hashable] = {}
        """How each thing stood when it was asked about."""
        self._guesses: list[str] = []
        self._seen: dict[tuple[Hashable, str], Thing] = {}
        self.met: dict[str, None] = {}
        """Names that were understood anywhere, in the order of meeting them."""

    def of(self, place: Hashable, things: Sequence[Thing], answer: str, ask: Ask) -> list[Thing]:
        """Return the things that can be named, each by a name that is understood here.

        `answer` is what the story said last.
        """
        if place not in self._told:
            self._told[place] = self._vocabulary.phrases(ask([LOOK])[0].text)[:PHRASES]
        told = self._told[place]
        named = self._vocabulary.phrases(self._unheard(place, answer))[:PHRASES]
        for phrase in named:
            if self._called.get((phrase, ("at", place)), "") is None:
                del self._called[phrase, ("at", place)]
        told.extend(phrase for phrase in named if phrase not in told)
        found = self._with_phrases(things, [*named, *told])
        if not self._absent:
            self._absent = self._learn_absent(found, ask)
        unknown = [thing for thing in found if self._is_unknown(thing, place)]
        if unknown:
            answers = ask([f"{EXAMINE} {thing.name}" for thing in unknown])
            for thing, said in zip(unknown, answers, strict=True):
                called = self._name(thing, said, ask)
                if called and self._is_other(place, thing, said):
                    called = None
                self._called[self._at(thing, place)] = called
                self._stood[self._at(thing, place)] = thing.likeness
                if called:
                    self.met[called] = None
        for thing in found:
            if isinstance(thing.key, str) and self._called[self._at(thing, place)] is None:
                told[:] = [phrase for phrase in told if phrase != thing.key]
        found.extend(
            Thing(word, word, False, frozenset({word}))
            for word in self._guesses
            if all(word not in thing.words for thing in found)
        )
        by_name = [(self._called.get(self._at(thing, place), thing.name), thing) for thing in found]
        return [
            Thing(thing.key, name, thing.held, thing.words, thing.likeness)
            for name, thing in by_name
            if name
        ]

    def _unheard(self, place: Hashable, answer: str) -> str:
        """Return what of an answer was not said at this place before."""
        said = [part for part in _SENTENCE.split(answer) if (place, part) not in self._heard]
        self._heard.update((place, part) for part in said)
        return "\n".join(said)

    def _is_unknown(self, thing: Thing, place: Hashable) -> bool:
        """Tell whether it must be asked whether a thing can be named here.

        What could not be named by its whole name may have come to light when it stands otherwise
        than it did.
        """
        at = self._at(thing, place)
        if at not in self._called:
            return True
        return self._called[at] != thing.name and self._stood[at] != thing.likeness

    @staticmethod
    def _at(thing: Thing, place: Hashable) -> tuple[Hashable, Hashable]:
        return thing.key, True if thing.held else ("at", place)

    def _with_phrases(self, things: Sequence[Thing], told: Sequence[str]) -> list[Thing]:
        """Return the things, each name once, and what only the text names."""
        unique: dict[str, Thing] = {}
        for thing in things[:MOST]:
            unique.setdefault(thing.name, thing)
        known = [thing.words for thing in unique.values()]
        for phrase in told:
            words = frozenset(map(self._vocabulary.truncate, phrase.split()))
            if len(unique) < MOST and not any(map(words.issubset, known)):
                unique[phrase] = Thing(phrase, phrase, False, words)
                known.append(words)
        return list(unique.values())

    def _name(self, thing: Thing, answer: Outcome, ask: Ask) -> str | None:
        """Return what to call a thing here; None where the story knows nothing by its names."""
        if _form(answer, thing.name) not in self._absent:
            return thing.name
        last = thing.name.rpartition(" ")[2]
        if last == thing.name:
            return None
        (again,) = ask([f"{EXAMINE} {last}"])
        return last if _form(again, last) not in self._absent else None

    def guess(self) -> None:
        """Take some things for being everywhere that nobody has seen, as in the dark."""
        self._guesses = self.absent(())

    def _is_other(self, place: Hashable, thing: Thing, answer: Outcome) -> bool:
        """Tell whether what the text names is a thing that is at hand by another name."""
        told = answer.text.strip().partition("\n")[0]
        noun = self._vocabulary.truncate(thing.name.rpartition(" ")[2])
        known = self._seen.setdefault((place, told), thing)
        return isinstance(thing.key, str) and known.key != thing.key and noun in known.words

    def absent(self, things: Sequence[Thing]) -> list[str]:
        """Return some words for things that are not among those at hand."""
        known = {word for thing in things for word in thing.words}
        words = [
            word.text
            for word in self._vocabulary.dictionary.words
            if word.text.isalpha()
            and word.text not in known
            and self._vocabulary.is_noun(word.text)
        ]
        return self._dice.sample(words, min(STRANGERS, len(words)))

    def _learn_absent(self, things: Sequence[Thing], ask: Ask) -> frozenset[str]:
        """Return what the story says of things that are not there, and of names that are none."""
        words = self.absent(things)
        if not words:
            return frozenset({""})
        answers = ask([f"{EXAMINE} {word}" for word in words])
        forms = Counter(_form(one, word) for word, one in zip(words, answers, strict=True))
        pairs = [f"{word} {other}" for word, other in pairwise(words)][:SENSELESS]
        answers = ask([f"{EXAMINE} {pair}" for pair in pairs])
        senseless = {_form(one, pair) for pair, one in zip(pairs, answers, strict=True)}
        return frozenset({forms.most_common(1)[0][0], *senseless})


def _form(answer: Outcome, name: str) -> str:
    """Return the first line of an answer with a name left open."""
    return answer.text.strip().lower().replace(name, "*").partition("\n")[0]


class Knowledge:
    """Proposes the rows of the table of actions over the things that can be named.

    The search itself knows no English. What is proposed here comes first, and is judged by what
    comes of it like everything else.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._said = [
            (row, said[0], said[1])
            for row in actions()
            if (said := _wording(row, vocabulary)) is not None
        ]
        self._in_place = tuple(
            Candidate(" ".join(words), act, proposed=Proposed.ANYTHING)
            for row, words, act in self._said
            if row.place and not {"O", "T"} & set(words)
        )
        self._of: dict[Thing, tuple[Candidate, ...]] = {}
        self._with: dict[tuple[Thing, Thing], tuple[Candidate, ...]] = {}

    def __call__(self, things: Sequence[Thing]) -> Iterator[Candidate]:
        """Yield what is worth trying with some things."""
        for thing in things:
            known = self._of.get(thing)
            if known is None:
                known = self._of[thing] = tuple(self._alone(thing))
            yield from known
        for tool, thing in permutations(things, 2):
            if tool.held:
                known = self._with.get((tool, thing))
                if known is None:
                    known = self._with[tool, thing] = tuple(self._using(tool, thing))
                yield from known
        yield from self._in_place

    def _alone(self, thing: Thing) -> Iterator[Candidate]:
        for row, words, act in self._said:
            fits = "O" in words and "T" not in words and row.fits(thing.name)
            if fits and (thing.held or not _wants_held(row)):
                said = _say(words, thing, thing)
                yield naming(said, act, (thing,), proposed=_proposed(row))

    def _using(self, tool: Thing, thing: Thing) -> Iterator[Candidate]:
        for row, words, act in self._said:
            if "T" in words and row.fits(thing.name, tool.name):
                said = _say(words, thing, tool)
                yield naming(said, act, (thing, tool), proposed=_proposed(row))


def _wording(row: Action, vocabulary: Vocabulary) -> tuple[list[str], Hashable] | None:
    """Return the first wording that the story's grammar takes, and its act in that grammar."""
    for said in row.say:
        words = said.split()
        shape = ["*" if word in ("O", "T") else word for word in words[1:]]
        if words[0] not in ("O", "T") and vocabulary.takes(words[0], *shape):
            act = vocabulary.act(words[0], *shape)
            size = shape.count("*")
            return words, (row.id if act is None else act_of(act, size))
    return None


def _say(words: Sequence[str], thing: Thing, tool: Thing) -> str:
    named = {"O": thing.name, "T": tool.name}
    return " ".join(named.get(word, word) for word in words)


def _proposed(row: Action) -> Proposed:
    fits = row.object is not None and row.object.classes
    return Proposed.FITTING if fits else Proposed.ANYTHING


def _wants_held(row: Action) -> bool:
    return row.object is not None and row.object.held
