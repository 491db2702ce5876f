"""The sentences a story understands: its verbs, and the patterns that each of them takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class GrammarFormat(StrEnum):
    """How a story's grammar table is laid out."""

    INFORM_1 = "inform-1"
    """Inform 1 to 5, and Inform 6 by its own default."""
    INFORM_2 = "inform-2"
    """The Inform 6 library and Inform 7."""
    INFORM_3 = "inform-3"
    """The compact tables of Inform 6.43 and later, used by PunyInform."""
    ZIL_FIXED = "zil-fixed"
    """Infocom's tables of eight bytes a line."""
    ZIL_COMPACT = "zil-compact"
    """Infocom's tables of two, four or seven bytes a line."""
    UNKNOWN = "unknown"
    """None of these fits the file from end to end, so nothing is said."""


class TokenKind(StrEnum):
    """What may stand at one place of a pattern."""

    WORDS = "words"
    """One of the words in `words`: a preposition or another fixed word."""
    NOUN = "noun"
    """One thing in sight."""
    HELD = "held"
    """One thing that the player holds."""
    MULTI = "multi"
    """One or more things in sight."""
    MULTI_HELD = "multi held"
    MULTI_EXCEPT = "multi except"
    """One or more held things other than the second object."""
    MULTI_INSIDE = "multi inside"
    """One or more things inside the second object."""
    CREATURE = "creature"
    SPECIAL = "special"
    """Any single word or number."""
    NUMBER = "number"
    TOPIC = "topic"
    """Any words at all."""
    ATTRIBUTE = "attribute"
    """A thing that has the attribute in `attribute`."""
    FILTER = "filter"
    """A thing that a routine of the story accepts."""
    SCOPE = "scope"
    """A thing out of a set that a routine of the story decides, perhaps out of sight."""
    ROUTINE = "routine"
    """Words that a routine of the story reads, perhaps naming no thing."""


_THINGS: Final = frozenset(
    {
        TokenKind.NOUN,
        TokenKind.HELD,
        TokenKind.MULTI,
        TokenKind.MULTI_HELD,
        TokenKind.MULTI_EXCEPT,
        TokenKind.MULTI_INSIDE,
        TokenKind.CREATURE,
        TokenKind.ATTRIBUTE,
        TokenKind.FILTER,
        TokenKind.SCOPE,
    }
)


@dataclass(frozen=True, slots=True)
class Token:
    """One place of a pattern."""

    kind: TokenKind
    words: tuple[str, ...] = ()
    attribute: int | None = None
    """The attribute asked for (Inform), or preferred when the player leaves the thing out (ZIL)."""

    def __str__(self) -> str:
        return "/".join(self.words) if self.kind is TokenKind.WORDS else f"[{self.kind}]"


@dataclass(frozen=True, slots=True)
class SyntaxLine:
    """One pattern of a verb, without the verb itself."""

    tokens: tuple[Token, ...]
    action: int
    """The story's number for what is done."""
    action_name: str | None = None
    """Its name in the source, such as "Take", where the story file keeps names (Inform)."""
    reversed: bool = False
    """The two objects change places before the action is done."""

    @property
    def objects(self) -> int:
        """How many things the pattern names: 0, 1 or 2."""
        return sum(token.kind in _THINGS for token in self.tokens)

    @property
    def prepositions(self) -> tuple[str, ...]:
        """The first word of each fixed place, in order."""
        return tuple(token.words[0] for token in self.tokens if token.kind is TokenKind.WORDS)

    def __str__(self) -> str:
        return " ".join(map(str, self.tokens))


# Verbs of the Inform library's DEBUG mode (Designer's Manual 4, section 7), and of Inform 7's.
# fmt: off
_DEBUG_WORDS: Final = frozenset((
    "abstract", "actions", "changes", "daemons", "gonear", "goto", "messages", "purloin",
    "random", "relations", "routines", "rules", "scenes", "scope", "showdict", "showheap",
    "showme", "showobj", "showverb", "test", "timers", "trace", "tree",
))
# fmt: on
# Version 3 dictionaries keep six letters.
_DEBUG_STEMS: Final = _DEBUG_WORDS | {word[:6] for word in _DEBUG_WORDS}


_SIGNS: Final = ("#", "$")
"""What the testers' words of Infocom begin with."""


def is_tool(word: str) -> bool:
    """Tell whether a word is one for a tool of the authors.

    Such are the debugging verbs of the Inform library, those with a sign or an underscore, and
    those of which a part is one: `room-tree`.
    """
    if word[:1] in _SIGNS or "_" in word:
        return True
    return not _DEBUG_STEMS.isdisjoint(word.split("-"))


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with all the words for it and all its patterns."""

    number: int
    words: tuple[str, ...]
    """Synonyms, cut to what the dictionary keeps; empty when only the story itself uses it."""
    lines: tuple[SyntaxLine, ...]
    meta: bool | None
    """Whether it speaks to the program, not in the game; None where the story does not say."""

    @property
    def debug(self) -> bool:
        """Whether it is a tool left in by the authors.

        Where the story does not say what speaks to the program, every word for it must be one.
        """
        if self.meta and not _DEBUG_STEMS.isdisjoint(self.words):
            return True
        if self.meta is None:
            return bool(self.words) and all(map(is_tool, self.words))
        return bool(self.words) and all(word[:1] in _SIGNS for word in self.words)


@dataclass(frozen=True, slots=True)
class Grammar:
    """All verbs of a story; none when the format is unknown."""

    format: GrammarFormat
    verbs: tuple[Verb, ...] = ()

    def verb(self, word: str) -> Verb | None:
        """The verb that a word (as the dictionary keeps it) stands for."""
        return next((verb for verb in self.verbs if word in verb.words), None)


UNKNOWN_GRAMMAR: Final = Grammar(GrammarFormat.UNKNOWN)
