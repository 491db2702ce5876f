"""What an agent answers, with its citations, and the checking of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ludens.story.corpus.passages import PassageId
from ludens.story.language.background import background
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

SAYS_SO = 0.25
"""Share of a claim's weight that the cited passage must have."""


class Mode(StrEnum):
    """What an answer is for."""

    CHARACTER = "character"
    NARRATION = "narration"
    DISQUALIFICATION = "disqualification"
    CORRECTION = "correction"


class Citation(BaseModel):
    """Where the book says what is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passage: PassageId
    quote: str = ""
    """The words of the passage that say so."""
    problem: str = ""
    """What is wrong with it, found by code; empty when it holds."""


class Part(BaseModel):
    """A claim of an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    citations: tuple[Citation, ...] = ()


class Answer(BaseModel):
    """What the player is told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Mode
    speaker: str
    parts: tuple[Part, ...]
    agent: str = "offline"

    @property
    def text(self) -> str:
        """The whole answer."""
        return " ".join(part.text.strip() for part in self.parts if part.text.strip())

    @property
    def cited(self) -> tuple[PassageId, ...]:
        """The passages whose citations hold, each once."""
        return tuple(
            dict.fromkeys(c.passage for part in self.parts for c in part.citations if not c.problem)
        )


def with_checked_citations(answer: Answer, texts: Mapping[PassageId, str]) -> Answer:
    """Return the answer with every citation checked against the book's passages."""
    parts = tuple(
        part.model_copy(
            update={
                "citations": tuple(
                    c.model_copy(update={"problem": problem_with(c, part.text, texts)})
                    for c in part.citations
                )
            }
        )
        for part in answer.parts
    )
    return answer.model_copy(update={"parts": parts})


def problem_with(citation: Citation, claim: str, texts: Mapping[PassageId, str]) -> str:
    """Return what is wrong with a citation; empty when the passage exists and says so, or says
    what a sentence of a longer claim says."""
    text = texts.get(citation.passage)
    if text is None:
        return "there is no such passage"
    if citation.quote and _plain(citation.quote) not in _plain(text):
        return "the passage does not have these words"
    own = {word.stem for word in words(text)}
    shares = [_share(sentence.text, own) for sentence in sentences(claim)]
    says = [share for share in (_share(claim, own), *shares) if share is not None]
    return "the passage does not speak of it" if says and max(says) < SAYS_SO else ""


def _share(claim: str, own: Set[str]) -> float | None:
    """Return how much of what a claim says is among some stems; None where it says nothing."""
    weights = {
        word.stem: background().weight(word.stem)
        for word in words(claim)
        if word.stem not in STOPWORDS
    }
    total = sum(weights.values())
    return sum(w for s, w in weights.items() if s in own) / total if total else None


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower().replace("’", "'")))
