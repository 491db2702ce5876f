"""Finding the story to play: a file, or the name of a bundled, made or downloaded one."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from pydantic import Field

from ludens.adventure.interpreter.story_file import StoryFile, StoryRefused, open_story
from ludens.adventure.models import Frozen
from ludens.adventure.stories import bundled, bundled_story, meant
from ludens.episode.errors import LudensError
from ludens.installing import install_command, package_command

FOLDER = Path(".stories")
"""Where stories are kept that are not ours; in the folder where Ludens is run."""
ENDINGS = frozenset({".z3", ".z4", ".z5", ".z8", ".zblorb", ".blorb", ".zlb"})
LONGEST = 1 << 20
"""Bytes: more than the largest story file, which has 512 KiB."""
TIMEOUT_SECONDS = 30.0


class StoryNotHad(LudensError):
    """A story could not be downloaded, or is not the one it should be."""


class FreeStory(Frozen):
    """A story that may be downloaded."""

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
    known = {story.name: story for story in free_stories()}
    if name not in known:
        raise StoryNotHad(f"there is no story {name!r} to get; {meant(name, known)}")
    return known[name]


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
    return _kept(path, content)


def _kept(path: Path, content: bytes) -> Path:
    """Write a story's file, whole or not at all; raises StoryNotHad."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        raise StoryNotHad(f"{path} cannot be written: {error.strerror}") from error
    return path


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


NEEDED = (
    *("textworld", "jericho", "hashids", "mementos", "networkx", "numpy", "prompt_toolkit"),
    "tatsu",
)
"""The packages that making takes; TextWorld's own metadata asks for more, and for spaCy."""


def how_to_make() -> str:
    """Return the commands that install what making takes, and no spaCy."""
    alone = package_command("--no-deps", "jericho", "textworld")
    return f"{install_command('textworld')} && {alone}"


LONGEST_SECONDS = 600.0
"""What the largest game allowed takes on a slow machine, and more."""

_MAKE = """
import json, sys
import textworld
from textworld import GameOptions
wanted = json.loads(sys.argv[1])
options = GameOptions()
options.seeds = wanted["seed"]
options.nb_rooms = wanted["rooms"]
options.nb_objects = wanted["objects"]
options.quest_length = wanted["quest"]
options.path = wanted["path"]
game = textworld.generator.make_game(options)
textworld.generator.compile_game(game, options)
"""


@dataclass(frozen=True, slots=True)
class Making:
    """What is to be made."""

    rooms: int
    quest: int
    """Commands of the shortest way to win."""
    seed: int

    @property
    def file(self) -> str:
        """Return the name of the file: it says how the story is made again."""
        return f"textworld-{self.rooms}-{self.quest}-{self.seed}.z8"


def make_story(plan: Making, folder: Path = FOLDER) -> Path:
    """Return the story's file in `folder`, made unless it is there; raises StoryNotHad.

    TextWorld runs in a process of its own, so that nothing of it is imported here and what it
    leaves beside a story stays in a folder that is thrown away.
    """
    path = folder / plan.file
    if path.is_file():
        return path
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise StoryNotHad(f"TextWorld is not installed ({', '.join(missing)}): {how_to_make()}")
    with tempfile.TemporaryDirectory() as draft:
        made = Path(draft) / plan.file
        wanted = {
            "seed": plan.seed,
            "rooms": plan.rooms,
            "objects": plan.rooms + plan.quest + 1,
            "quest": plan.quest,
            "path": str(made),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-c", _MAKE, json.dumps(wanted)],
                capture_output=True,
                text=True,
                check=False,
                timeout=LONGEST_SECONDS,
                cwd=draft,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        except subprocess.TimeoutExpired as error:
            raise StoryNotHad(
                f"TextWorld made nothing within {LONGEST_SECONDS:.0f} s; ask for fewer rooms"
            ) from error
        if done.returncode != 0 or not made.is_file():
            said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
            raise StoryNotHad(f"TextWorld could not make that: {said[-1].strip()}")
        return _kept(path, made.read_bytes())


def is_made(path: Path) -> bool:
    """Tell whether a file's name is that of a story that was made."""
    return path.stem.startswith("textworld-") and path.suffix == ".z8"


def find_story(name: str | None) -> StoryFile:
    """Return the story of that name or path, the first bundled one if None.

    A name is that of a bundled story, or of one that lies in `.stories/`.

    Raises StoryRefused, in one line, when there is no such story or the file is none.
    """
    names = [entry.name for entry in bundled()]
    if name is None:
        name = names[0]
    if name in names:
        return open_story(bundled_story(name))
    kept = next((path for path in stories_in() if name in (path.stem, path.name)), None)
    if kept is not None:
        return open_story(kept)
    path = Path(name).expanduser()
    if not path.exists() and path.suffix == "":
        raise StoryRefused(
            f"there is no story file {name!r}; give a path, or a bundled story: {', '.join(names)}"
        )
    return open_story(path)


def catalogued_score(story: StoryFile) -> int | None:
    """Return what a perfect game of a bundled story scores; None for any other story."""
    for entry in bundled():
        if bundled_story(entry.name).read_bytes() == story.data:
            return entry.max_score
    return None
