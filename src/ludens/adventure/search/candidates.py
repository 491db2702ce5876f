"""What may be typed at a state: the story's own sentences over what is within reach."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ludens.adventure.interpreter.zmachine.direction_words import direction_words
from ludens.adventure.interpreter.zmachine.grammar import SyntaxLine, Token, TokenKind
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.search.facts import Thing
from ludens.adventure.vocabulary import Vocabulary

HELD = frozenset({TokenKind.HELD, TokenKind.MULTI_HELD, TokenKind.MULTI_EXCEPT})
THINGS = HELD | {
    TokenKind.NOUN,
    TokenKind.MULTI,
    TokenKind.MULTI_INSIDE,
    TokenKind.CREATURE,
    TokenKind.ATTRIBUTE,
    TokenKind.FILTER,
    TokenKind.SCOPE,
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
