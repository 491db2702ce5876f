"""The stories that ship with Ludens: compiled files, and a catalogue of what they are."""

from __future__ import annotations

import atexit
import difflib
import tomllib
from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from pydantic import Field

from ludens.adventure.models import Frozen
from ludens.episode.errors import LudensError

_HERE = files(__name__)
# A package may be installed as an archive; what is unpacked from it lives as long as the process.
_unpacked = ExitStack()
atexit.register(_unpacked.close)


class UnknownStoryError(LudensError):
    """No bundled story has that name."""


class BundledStory(Frozen):
    """One story of our own, as the catalogue describes it."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    """What `ludens play` calls it; also the name of its source file."""
    file: str
    """The compiled story, beside the catalogue."""
    title: str
    author: str
    max_score: int = Field(gt=0)
    """What a perfect game scores, in the story's own points."""
    blurb: str
    """What it is about, in one line that gives nothing away."""


@cache
def _catalogue() -> tuple[BundledStory, ...]:
    entries = tomllib.loads((_HERE / "stories.toml").read_text(encoding="utf-8"))
    return tuple(BundledStory(name=name, **entry) for name, entry in entries.items())


def bundled() -> list[BundledStory]:
    """Return the bundled stories in the order in which they are offered."""
    return list(_catalogue())


def describe(name: str) -> BundledStory:
    """Return the catalogue's entry of that name. Raises UnknownStoryError."""
    known = {story.name: story for story in _catalogue()}
    if name not in known:
        raise UnknownStoryError(f"there is no bundled story {name!r}; {meant(name, known)}")
    return known[name]


def meant(name: str, known: Iterable[str]) -> str:
    """Return what may have been meant by a name that is not among those known."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"


@cache
def bundled_story(name: str) -> Path:
    """Return the compiled file of a bundled story, valid while the process lives.

    Raises UnknownStoryError.
    """
    return _unpacked.enter_context(as_file(_HERE / describe(name).file))
