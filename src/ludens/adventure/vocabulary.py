"""A story's own words: what in a text names a thing, and which sentences the story understands.

Everything here comes from the story file's dictionary and grammar, which a person at the keyboard
also meets, word by word. No word of any particular story is in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from ludens.adventure.directions import DIRECTIONS, SHORT
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.grammar import SyntaxLine, TokenKind, Verb
from ludens.adventure.interpreter.zmachine.zstory import ZStory

MAX_WORDS = 4
"""Words of a noun phrase at most; parsers know things by fewer."""

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*|[.,;:!?()\"\n]")
_STOP = (
    frozenset(
        (
            "a an the and or but of to in on at by for from with into onto is are was were be "
            "been it its this that these those here there you your yourself me my i he she "
            "his her him they them their all everything one two some any no not as if so then "
            "than there's it's can will would could may might must do does did have has had "
            "what who which where when how why very just only also up down out off over under "
            "about around back way more most other another each"
        ).split()
    )
    | frozenset(DIRECTIONS)
    | frozenset(SHORT)
)
"""Function words and directions: they name no thing even where a dictionary has them as nouns."""


class Vocabulary:
    """What one story can be told, and what of its text it knows the words for."""

    def __init__(self, story: bytes) -> None:
        self._story = ZStory(story)
        self.dictionary = self._story.dictionary

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """The verbs that act in the story: none that save, quit, restart, debug or configure."""
        return tuple(
            verb
            for verb in self._story.grammar.verbs
            if verb.words and not verb.debug and not verb.meta and not _is_meta(verb.words)
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

    def verb(self, word: str) -> Verb | None:
        """Return the verb a typed word stands for, if it acts in the story."""
        return self._by_word.get(self.dictionary.truncate(word.lower()))

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
        if not self.has_grammar:
            return self.knows(word) and all(part == "*" or self.knows(part) for part in shape)
        return any(_fits(line, shape, self.dictionary.truncate) for line in self.patterns(word))

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
        found: dict[str, None] = {}
        run: list[str] = []
        for token in [*_WORD.findall(text), "."]:
            word = token.lower().removesuffix("'s")
            if word not in _STOP and word[:1].isalpha() and self.is_describing(word):
                run.append(word)
                continue
            while run and not self.is_noun(run[-1]):
                run.pop()
            if run:
                found.setdefault(" ".join(run[-MAX_WORDS:]))
            run = []
        return list(found)

    def understands(self, command: str) -> bool:
        """Whether every word of a command is in the dictionary (numbers and quotes pass)."""
        words = re.findall(r"[a-z0-9'-]+", command.lower())
        return bool(words) and all(word.isdigit() or self.knows(word) for word in words)

    def unusual_verbs(self, usual: Iterable[str]) -> list[Verb]:
        """Return the verbs of which no word is in `usual`: what this story has of its own."""
        known = {self.dictionary.truncate(word) for word in usual}
        return [verb for verb in self.verbs if known.isdisjoint(verb.words)]


_META = frozenset(
    (
        "save restore restart quit q script unscript verify version verbose brief "
        "superbrief score notify pronouns places objects fullscore transcript record "
        "replay recording normal short long nouns undo oops again g help hint hints about "
        "info credits bug diagnose"
    ).split()
)


def _is_meta(words: tuple[str, ...]) -> bool:
    return any(
        word in _META or any(len(word) >= 6 and meta.startswith(word) for meta in _META)
        for word in words
    )


def _fits(line: SyntaxLine, shape: tuple[str, ...], truncate: object) -> bool:
    if len(line.tokens) != len(shape):
        return False
    for token, part in zip(line.tokens, shape, strict=True):
        if part == "*":
            if token.kind is TokenKind.WORDS:
                return False
        elif token.kind is not TokenKind.WORDS or part not in token.words:
            return False
    return True
