"""A persona: who somebody in the book is, with the book's own words for it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from ludens.story.corpus.passages import PassageId
from ludens.story.language.background import background
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words


class Line(BaseModel):
    """Something that a character says in the book."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    passage: PassageId
    chapter: int
    """The chapter's number, from 0."""
    offset: int
    """Where the words begin in the chapter's text, in characters."""
    rule: str = ""
    """Why it is taken to be theirs: `saying`, `pronoun`, `turn`, ..."""
    chance: float = 1.0
    """How likely it is theirs."""


MOST_LINES = 16
"""Lines of theirs that a character is reminded of."""


def telling_lines(lines: Sequence[Line], prompt: str) -> tuple[Line, ...]:
    """Return the lines that share most with a prompt, and the first ones, in the book's order."""
    asked = {word.stem for word in words(prompt)} - STOPWORDS
    weight = background().weight

    def shared(number: int) -> float:
        return sum(weight(s) for s in asked & {w.stem for w in words(lines[number].text)})

    ranked = sorted(range(len(lines)), key=lambda number: (-shared(number), number))
    return tuple(lines[number] for number in sorted(ranked[:MOST_LINES]))


class Trait(BaseModel):
    """Something that the book shows of a character."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    passage: PassageId


class Relation(BaseModel):
    """Somebody with whom a character has to do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    passages: int
    """In how many passages both are named."""
    passage: PassageId
    """The first of them."""
    text: str = ""


class Appearance(BaseModel):
    """A chapter in which a character is named."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chapter: int
    title: str
    times: int


class Persona(BaseModel):
    """A character as the book has them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    aliases: tuple[str, ...] = ()
    speaking_style: str = ""
    background: str = ""
    traits: tuple[Trait, ...] = ()
    relations: tuple[Relation, ...] = ()
    quotes: tuple[Line, ...] = ()
    appearances: tuple[Appearance, ...] = ()
    extractor: str = "offline"
    """Who drew it: `offline`, or the model."""

    @property
    def passages(self) -> tuple[PassageId, ...]:
        """The passages that it was made of, each once."""
        used = [*(line.passage for line in self.quotes), *(t.passage for t in self.traits)]
        return tuple(dict.fromkeys(used))
