"""What to say to what a story asks: `questions.toml`, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from ludens.adventure.models import Frozen


class Questions(Frozen):
    """The table."""

    leaving: frozenset[str]
    yes: str
    no: str
    name: str
    name_with_title: str
    titles: frozenset[str]
    which: tuple[str, ...]
    pauses: tuple[str, ...]
    keys: tuple[str, ...]
    leaving_keys: frozenset[str]


@cache
def questions() -> Questions:
    """Return the table."""
    source = files("ludens.adventure.knowledge") / "questions.toml"
    return Questions.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))
