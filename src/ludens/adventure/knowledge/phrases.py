"""How stories say things, and which words are of a kind: `phrases.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from pydantic import Field

from ludens.adventure.models import Frozen


class Phrase(Frozen):
    """A way of saying something, as a regular expression, with an example that it finds."""

    find: str
    exact: bool = False
    """Capitals matter."""
    yes: tuple[str, ...] = Field(min_length=1)
    no: tuple[str, ...] = ()

    def pattern(self) -> re.Pattern[str]:
        """Return what finds it; where its lines break means nothing."""
        return re.compile("".join(self.find.splitlines()), 0 if self.exact else re.IGNORECASE)


class Phrases(Frozen):
    """The whole table."""

    words: dict[str, str]
    phrases: dict[str, Phrase]


@cache
def phrases() -> Phrases:
    """Return the table."""
    text = (files("ludens.adventure.knowledge") / "phrases.toml").read_text(encoding="utf-8")
    return Phrases.model_validate(tomllib.loads(text))


def phrase(name: str) -> re.Pattern[str]:
    """Return what finds a phrase."""
    return phrases().phrases[name].pattern()


def word_set(name: str) -> frozenset[str]:
    """Return the words of a kind."""
    listed = phrases().words[name].replace("\n", ",").split(",")
    return frozenset(word.strip() for word in listed if word.strip())
