"""A persona: who somebody in the book is, with the book's own words for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from ludens.story.corpus.passages import PassageId

SAYING = "saying"
"""Why a line is somebody's where the book says so by name, or by `I` of who tells it."""
THINKING = "thinking"
"""The same where it says that they think it: nobody hears it."""


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
    """Why it is taken to be theirs: `saying` where the book says so by name (or by `I` of who
    tells it), `thinking` where it says that they think it, else a guess: `pronoun`, `action`,
    `turn`."""
    chance: float = 1.0
    """How likely it is theirs."""
    ends: bool = False
    """Whether the book ends a sentence with it where it has a comma: `“I can not,” said Ada.`"""


class Trait(BaseModel):
    """Something that the book shows of a character."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    passage: PassageId
    chapter: int | None = None
    """The passage's chapter, from 0; None where nobody noted it."""


class Relation(BaseModel):
    """Somebody with whom a character has to do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    passages: int
    """In how many passages both are named."""
    passage: PassageId
    """The first of them, or the one that shows what they are to each other."""
    text: str = ""
    """What they are to each other; empty where nothing says it."""
    chapter: int | None = None
    """The passage's chapter, from 0; None where nobody noted it."""


Shown = TypeVar("Shown", Trait, Relation)


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
    history: tuple[Trait, ...] = ()
    """What `background` says, each with the passage that shows it, where a model drew them."""
    quotes: tuple[Line, ...] = ()
    appearances: tuple[Appearance, ...] = ()
    extractor: str = "offline"
    """Who drew it: `offline`, or the model."""

    def placed(self, chapter_of: Callable[[PassageId], int]) -> Persona:
        """Return them with the chapter of everything that is shown of them noted."""

        def noted(all_: Sequence[Shown]) -> tuple[Shown, ...]:
            return tuple(
                each.model_copy(update={"chapter": chapter_of(each.passage)}) for each in all_
            )

        return self.model_copy(
            update={
                "traits": noted(self.traits),
                "history": noted(self.history),
                "relations": noted(self.relations),
            }
        )

    def up_to(self, chapters: int | None) -> Persona:
        """Return them as so many chapters show them, as far as chapters are noted (`placed`); None
        for all."""
        if chapters is None:
            return self
        told = chapters
        own: list[Trait | Relation] = [*self.traits, *self.history, *self.relations]
        later = {each.passage for each in own if each.chapter is not None and each.chapter >= told}
        return self.as_told(lambda passage: passage not in later).model_copy(
            update={
                "quotes": tuple(line for line in self.quotes if line.chapter < told),
                "appearances": tuple(a for a in self.appearances if a.chapter < told),
            }
        )

    def as_told(self, is_told: Callable[[PassageId], bool]) -> Persona:
        """Return them with what those passages show of them that are told. What a model's
        background says of them goes by the passages that show it."""

        def known(all_: Sequence[Shown]) -> tuple[Shown, ...]:
            return tuple(each for each in all_ if is_told(each.passage))

        history, traits = known(self.history), known(self.traits)
        unread = {t.text for t in self.traits} - {t.text for t in traits}
        background = "" if self.background in unread else self.background
        if self.history and self.background == told_in(self.history):
            background = told_in(history)
        return self.model_copy(
            update={
                "background": background,
                "history": history,
                "traits": traits,
                "relations": known(self.relations),
            }
        )

    @property
    def comes_in(self) -> int:
        """The chapter, from 0, in which they first say something, or are first named where they
        never do."""
        named = min((each.chapter for each in self.appearances), default=0)
        return min((line.chapter for line in self.quotes), default=named)

    @property
    def said_so(self) -> tuple[Line, ...]:
        """Those of their lines that the book gives to them by name, or by `I`: no guesses."""
        return tuple(line for line in self.quotes if line.rule == SAYING)

    @property
    def passages(self) -> tuple[PassageId, ...]:
        """The passages that it was made of, each once."""
        used = [*(line.passage for line in self.quotes), *(t.passage for t in self.traits)]
        return tuple(dict.fromkeys(used))


def told_in(history: Sequence[Trait]) -> str:
    """Return a background in one text."""
    return " ".join(each.text for each in history)
