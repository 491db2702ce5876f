"""Stories of others that are free to download, and how one is had."""

from __future__ import annotations

import difflib
import hashlib
import tomllib
import urllib.request
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from ludens.episode.errors import LudensError

FOLDER = Path(".stories")
"""Where stories are kept that are not ours; in the folder where Ludens is run."""
ENDINGS = frozenset({".z3", ".z4", ".z5", ".z8", ".zblorb", ".blorb", ".zlb"})
LONGEST = 1 << 20
"""Bytes: more than the largest story file, which has 512 KiB."""
TIMEOUT_SECONDS = 30.0


class StoryNotHad(LudensError):
    """A story could not be downloaded, or is not the one it should be."""


class FreeStory(BaseModel):
    """A story that may be downloaded."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str
    url: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Of the file, in hexadecimal."""
    licence: str
    """By its SPDX name."""
    terms: str
    """Where the licence can be read."""

    @property
    def file(self) -> str:
        """Return the name of the file as it is kept."""
        return self.name + PurePosixPath(urlsplit(self.url).path).suffix


@cache
def free_stories() -> tuple[FreeStory, ...]:
    """Return the stories that may be downloaded."""
    source = files("ludens.adventure.stories") / "free.toml"
    entries = tomllib.loads(source.read_text(encoding="utf-8"))
    return tuple(FreeStory(name=name, **entry) for name, entry in entries.items())


def free_story(name: str) -> FreeStory:
    """Return the story of that name; raises StoryNotHad."""
    for story in free_stories():
        if story.name == name:
            return story
    names = [story.name for story in free_stories()]
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
    raise StoryNotHad(f"there is no story {name!r} to get; {hint}")


def stories_in(folder: Path = FOLDER) -> Iterator[Path]:
    """Yield the story files of a folder, by name."""
    if folder.is_dir():
        yield from sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)


def download(story: FreeStory, folder: Path = FOLDER) -> Path:
    """Return the story's file in `folder`, downloaded unless it is there; raises StoryNotHad.

    A file with another checksum than the story's is refused, and nothing of it is kept.
    """
    path = folder / story.file
    if path.is_file() and _sum(path.read_bytes()) == story.sha256:
        return path
    try:
        with urllib.request.urlopen(story.url, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            content: bytes = answer.read(LONGEST + 1)
    except HTTPError as error:
        raise StoryNotHad(f"{story.url} cannot be had: status {error.code}") from error
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise StoryNotHad(f"{story.url} cannot be reached: {reason}") from error
    if _sum(content) != story.sha256:
        raise StoryNotHad(
            f"{story.url} is not the story that was checked (SHA-256 {_sum(content)[:12]}… "
            f"instead of {story.sha256[:12]}…); nothing was kept"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        raise StoryNotHad(f"{path} cannot be written: {error.strerror}") from error
    return path


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
