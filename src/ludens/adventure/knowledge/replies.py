"""What an answer means: `replies.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from pydantic import Field

from ludens.adventure.models import Frozen

BEGINNING = 300
"""Characters of an answer that are looked at: what comes later is about something else."""
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})  # noqa: RUF001 # the quotation marks themselves
_ASIDE = re.compile(r"^\s*(?:\([^)\n]{1,80}\)|\[[^\]\n]{1,80}\])\s*")
"""What a parser says first of how it understood a command."""
_WORD = re.compile(r"[a-z']+")
_SOME_WORDS = r"[^.!?\n]{1,60}?"


class Meaning(Frozen):
    """A row of the table."""

    id: str
    why: str
    say: tuple[str, ...] = Field(min_length=1)
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    def pattern(self) -> re.Pattern[str]:
        """Return what finds one of the wordings at the beginning of a sentence."""
        wordings = "|".join(
            r"\b" * said[0].isalpha() + re.escape(said).replace(r"\*", _SOME_WORDS)
            for said in self.say
        )
        return re.compile(rf"^\W*(?:{wordings})(?:\b|$|(?<=\W))")


class Words(Frozen):
    """Words that may stand anywhere in an answer."""

    say: tuple[str, ...] = Field(min_length=1)
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


class Replies(Frozen):
    """The table."""

    harm: Words
    first_person: dict[str, str]
    """Words of one who tells of themselves, as they are said of somebody spoken to."""
    meaning: tuple[Meaning, ...]


@cache
def _table() -> Replies:
    source = files("ludens.adventure.knowledge") / "replies.toml"
    return Replies.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))


def harm() -> Words:
    """Return the words for death and injury."""
    return _table().harm


def meanings() -> tuple[Meaning, ...]:
    """Return the rows, the more special ones first."""
    return _table().meaning


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((row.id, row.pattern()) for row in meanings())


@cache
def _harm() -> re.Pattern[str]:
    words = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in _table().harm.say)
    return re.compile(rf"\b(?:{words})\b")


def names_harm(text: str) -> bool:
    """Tell whether an answer speaks of death or injury: a refusal that does is a warning."""
    return _harm().search(text.translate(_QUOTES).lower()) is not None


@lru_cache(maxsize=256)
def meaning_of(text: str) -> str:
    """Return the id of what an answer means; empty where the table does not say."""
    said = _ASIDE.sub("", text.strip()[:BEGINNING]).translate(_QUOTES).lower()
    first = " ".join(said.partition("\n\n")[0].split())
    return _meaning(first) or _meaning(_WORD.sub(_as_spoken_to, first))


def _meaning(first: str) -> str:
    return next((id_ for id_, pattern in _patterns() if pattern.match(first)), "")


def _as_spoken_to(word: re.Match[str]) -> str:
    return _table().first_person.get(word[0], word[0])
