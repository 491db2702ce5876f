"""A story's own words: what in a text names a thing, and which sentences the story understands.

Everything here comes from the story file's dictionary and grammar, which a person at the keyboard
also meets, word by word. No word of any particular story is in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Protocol

from ludens.adventure.directions import SHORT, direction_of
from ludens.adventure.english import (
    ARTICLES,
    DOING,
    INDEFINITE,
    MEASURES,
    SAID_OF_THINGS,
    STOP,
    WHOM,
    enumerated,
    stems,
)
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.grammar import SyntaxLine, TokenKind, Verb
from ludens.adventure.interpreter.zmachine.names import Vocabulary as OwnWords
from ludens.adventure.interpreter.zmachine.names import is_of
from ludens.adventure.interpreter.zmachine.zstory import read_zstory

MAX_WORDS = 4
"""Words of a noun phrase at most; parsers know things by fewer."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9'-]*|[.,;:!?()\"\n]")


class Article(StrEnum):
    """How a text brings in a noun."""

    INDEFINITE = "indefinite"
    """As something new: `a lamp`, `some nails`."""
    DEFINITE = "definite"
    """As something known: `the lamp`, `his hat`."""
    NONE = "none"


class Named(Protocol):
    """A thing: what it is called, and its object's number where that is known."""

    @property
    def name(self) -> str:
        """What the story calls it."""
        ...

    @property
    def number(self) -> int | None:
        """The Z-machine's object number."""
        ...


_BEYOND = re.compile(
    r"\s(?:with|in|on|from|by|for|at|near|under|behind|that|which|who|made|encrusted)\s",
    re.IGNORECASE,
)
"""What begins the rest of a name that says what the thing is like, or where it is."""


@lru_cache(maxsize=8192)
def core_of(name: str) -> str:
    """Return a name without what says where the thing is or what it is like, in lower case."""
    return _BEYOND.split(name)[0].lower()


class Vocabulary:
    """What one story can be told, and what of its text it knows the words for."""

    def __init__(self, story: bytes) -> None:
        self._story = read_zstory(story)
        self.dictionary = self._story.dictionary
        self._cut: dict[str, str] = {}
        self._taken: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._mentioned: dict[str, dict[str, Article]] = {}
        self._names: dict[str, str] = {}

    @cached_property
    def _objects(self) -> OwnWords:
        return OwnWords(self._story)

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """The verbs that act in the story: none that save, quit, restart, debug or configure."""
        return tuple(
            verb
            for verb in self._story.grammar.verbs
            if verb.words and not verb.debug and not _is_meta(verb)
        )

    @cached_property
    def _by_word(self) -> dict[str, Verb]:
        return {word: verb for verb in self.verbs for word in verb.words}

    @property
    def has_grammar(self) -> bool:
        """Whether the story's sentences could be read; if not, only its words are known."""
        return bool(self._story.grammar.verbs)

    def knows(self, word: str) -> bool:
        """Whether the story knows a word at all."""
        return self.dictionary.knows(word)

    def typed(self, command: str) -> str:
        """Return a command as the story has it: a direction it has only a short word for."""
        way = direction_of(command)
        *before, last = command.split() or [""]
        if way is None or self.knows(last):
            return command
        short = next((w for w, one in SHORT.items() if one == way and self.knows(w)), last)
        return " ".join((*before, short))

    def verb(self, word: str) -> Verb | None:
        """Return the verb a typed word stands for, if it acts in the story."""
        return self._by_word.get(self.truncate(word.lower()))

    def truncate(self, word: str) -> str:
        """Return as much of a word as the dictionary keeps."""
        found = self._cut.get(word)
        if found is None:
            found = self._cut[word] = self.dictionary.truncate(word)
        return found

    def any_verb(self, word: str) -> Verb | None:
        """Return the verb a typed word stands for, also one that speaks to the program."""
        return self._story.grammar.verb(self.dictionary.truncate(word.lower()))

    def patterns(self, word: str) -> Iterator[SyntaxLine]:
        """Yield the patterns of a verb."""
        verb = self.verb(word)
        if verb is not None:
            yield from verb.lines

    def takes(self, word: str, *shape: str) -> bool:
        """Tell whether a verb has a pattern of this shape.

        A shape is prepositions and `*` for things: `takes("put", "*", "in", "*")`. Where the
        grammar could not be read, knowing the words is enough.
        """
        known = self._taken.get((word, shape))
        if known is None:
            known = self._taken[word, shape] = self._takes(word, shape)
        return known

    def _takes(self, word: str, shape: tuple[str, ...]) -> bool:
        if not self.has_grammar:
            return self.knows(word) and all(part == "*" or self.knows(part) for part in shape)
        return any(_fits(line, shape) for line in self.patterns(word))

    def takes_all(self, word: str) -> bool:
        """Tell whether a verb may be typed with ALL for everything that lies here."""
        return self.knows(ALL) and any(
            [token.kind for token in line.tokens] == [TokenKind.MULTI]
            for line in self.patterns(word)
        )

    def act(self, word: str, *shape: str) -> int | None:
        """Return the story's number for what a sentence of this shape does; None if unknown.

        Two sentences with one number are two wordings of one act. Patterns in which the things
        change places count as acts of their own.
        """
        for line in self.patterns(word):
            if _fits(line, shape):
                return -line.action - 1 if line.reversed else line.action
        return None

    def is_noun(self, word: str) -> bool:
        """Whether the story takes a word for the name of a thing."""
        found = self.dictionary.look_up(word)
        return found is not None and (
            PartOfSpeech.NOUN in found.parts or not self.dictionary.parts_known
        )

    def is_describing(self, word: str) -> bool:
        """Whether the story takes a word for a part of a thing's name: noun or adjective."""
        found = self.dictionary.look_up(word)
        return found is not None and (
            bool(found.parts & {PartOfSpeech.NOUN, PartOfSpeech.ADJECTIVE})
            or not self.dictionary.parts_known
        )

    def phrases(self, text: str) -> list[str]:
        """Return the noun phrases of a text that the story has words for, each once, in order.

        A phrase is the longest run of describing words that ends in a noun, so "a small brass
        lamp" gives "small brass lamp" where the story knows all three.
        """
        return list(self.mentions(text))

    def mentions(self, text: str) -> Mapping[str, Article]:
        """Return the noun phrases of a text, each with how it is brought in the first time.

        To be read only.
        """
        found = self._mentioned.get(text)
        if found is None:
            if len(self._mentioned) >= TEXTS:
                self._mentioned.clear()
            found = self._mentioned[text] = self._mentions(text)
        return found

    def _mentions(self, text: str) -> dict[str, Article]:
        found: dict[str, Article] = {}
        run: list[str] = []
        article = Article.NONE
        tokens = [*_WORD.findall(text), "."]
        for place, token in enumerate(tokens):
            whole, word = token.lower(), token.lower().removesuffix("'s")
            if word == "of" and run and run[-1] in MEASURES and self._noun_among(tokens[place:]):
                run = []
                continue  # a piece of string is a string
            joins = word not in STOP or (run and self._joins(word, tokens[place:]))
            if not run and word == whole and not self.knows(word):
                whole = word = self._one_of(word)
            joins = joins and not (not run and self._is_deed(tokens, place))
            if joins and word[:1].isalnum() and self.is_describing(word):
                run.append(word)
                if word == whole or self.knows(whole):
                    continue  # else it only says whose the next thing is
            while run and (run[-1] in STOP or not self.is_noun(run[-1])):
                run.pop()
            if run and not SAID_OF_THINGS.issuperset(run):
                found.setdefault(" ".join(run[-MAX_WORDS:]), article)
                article = Article.NONE
            if word in ARTICLES or word != whole:
                article = Article.INDEFINITE if word in INDEFINITE else Article.DEFINITE
            elif not word[:1].isalnum():
                article = Article.NONE
            run = []
        for name in enumerated(text, self.is_describing, self.is_noun):
            found.setdefault(name, Article.DEFINITE)
        return found

    def _is_deed(self, tokens: Sequence[str], place: int) -> bool:
        """Tell whether a word says what is done: "you can switch", "informs you", "opening the"."""
        word = tokens[place].lower()
        before = tokens[place - 1].lower() if place else ""
        after = tokens[place + 1].lower() if place + 1 < len(tokens) else ""
        if after in WHOM or (word.endswith("ing") and after in ARTICLES):
            return True
        return before in DOING and any(self.any_verb(form) is not None for form in stems(word))

    def _one_of(self, word: str) -> str:
        """Return the singular of a plural that the story has no word for, if it has one for that.

        "Lined with hooks, though only one remains": the hook.
        """
        for ending, instead in _PLURALS:
            one = word.removesuffix(ending) + instead
            if word.endswith(ending) and len(one) > LEAST_SINGULAR and self.is_noun(one):
                return one
        return word

    def _joins(self, word: str, tokens: Sequence[str]) -> bool:
        """Tell whether a word without a meaning is within a name that the story has it in.

        As in "a nest of ants" and "type N box", where its dictionary has such a word for a thing.
        A small `a` is an article even there: "above the arch a bell hangs".
        """
        lettered = len(word) == 1 and word not in ("a", "i")
        return (word.lower() == "of" or lettered) and self._noun_among(tokens)

    def _noun_among(self, tokens: Sequence[str]) -> bool:
        return any(
            word not in STOP and word[:1].isalpha() and self.is_noun(word)
            for word in map(str.lower, tokens[1:3])
        )

    def name(self, words: str) -> str:
        """Return how to call a thing of that name: the last phrase that the story understands.

        What comes after a preposition is no part of it: an egg with jewels is an egg.

        Empty when it understands none of the name's words.
        """
        if words not in self._names:
            first, of, rest = core_of(words).partition(" of ")
            measured = not of or first.rsplit(" ", 1)[-1] in MEASURES
            found = self.phrases(rest if of and measured else first) or self.phrases(words)
            self._names[words] = found[-1] if found else ""
        return self._names[words]

    def called(self, thing: Named) -> str:
        """Return how to call a thing: by its name, or by its object's words where they are others.

        Empty when the story understands none of them.
        """
        name = self.name(thing.name)
        if thing.number is None:
            return name
        return self._objects.called(thing.number, thing.name) or name

    def takes_name(self, thing: Named) -> bool:
        """Whether the story takes a thing's name as it stands, as far as is known."""
        if thing.number is None:
            return all(map(self.knows, thing.name.lower().split()))
        return self._owns(thing.number, thing.name.lower())

    def _owns(self, number: int, name: str) -> bool:
        """Tell whether the words of a name are an object's own; true where it keeps none."""
        own, words = self._objects.words(number), name.split()
        if not own:
            return all(map(self.knows, words))
        return all(word in ARTICLES or is_of(word, own, self.dictionary) for word in words)

    def understands(self, command: str) -> bool:
        """Whether every word of a command is in the dictionary (numbers and quotes pass)."""
        words = re.findall(r"[a-z0-9'-]+", command.lower())
        return bool(words) and all(word.isdigit() or self.knows(word) for word in words)


ALL = "all"
"""The word for everything that lies here."""
TEXTS = 1000
"""Texts whose phrases are remembered."""
_PLURALS = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))
LEAST_SINGULAR = 2
"""Letters that are too few for a noun."""
_META = frozenset(
    (
        "save restore restart quit q script unscript verify version verbose brief "
        "superbrief score notify pronouns places objects fullscore transcript record "
        "replay recording normal short long nouns undo oops again g help hint hints about "
        "info credits bug diagnose"
    ).split()
)


_ABOUT = frozenset("help hint hints about info credits".split())
"""Verbs about the program that authors often leave unmarked."""


def _is_meta(verb: Verb) -> bool:
    """Whether a verb speaks to the program: the story says so, or its words do where it does not.

    A word alone proves nothing where the story tells: Inform's library knows UNDO as OPEN.
    """
    if verb.meta is not None:
        return verb.meta or not _ABOUT.isdisjoint(verb.words)
    return any(
        word in _META or any(len(word) >= 6 and meta.startswith(word) for meta in _META)
        for word in verb.words
    )


def _fits(line: SyntaxLine, shape: tuple[str, ...]) -> bool:
    if len(line.tokens) != len(shape):
        return False
    for token, part in zip(line.tokens, shape, strict=True):
        if part == "*":
            if token.kind is TokenKind.WORDS:
                return False
        elif token.kind is not TokenKind.WORDS or part not in token.words:
            return False
    return True
