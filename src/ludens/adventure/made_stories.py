"""Stories that TextWorld makes: any size, the same for the same seed.

TextWorld runs in a process of its own, so that nothing of it is imported here and what it leaves
beside a story stays in a folder that is thrown away.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ludens.adventure.free_stories import FOLDER, StoryNotHad
from ludens.installing import install_command, package_command

NEEDED = (
    *("textworld", "jericho", "hashids", "mementos", "networkx", "numpy", "prompt_toolkit"),
    "tatsu",
)
"""The packages that making takes; TextWorld's own metadata asks for more, and for spaCy."""


def how_to_get() -> str:
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
class Plan:
    """What is to be made."""

    rooms: int
    quest: int
    """Commands of the shortest way to win."""
    seed: int

    @property
    def file(self) -> str:
        """Return the name of the file: it says how the story is made again."""
        return f"textworld-{self.rooms}-{self.quest}-{self.seed}.z8"


def make(plan: Plan, folder: Path = FOLDER) -> Path:
    """Return the story's file in `folder`, made unless it is there; raises StoryNotHad."""
    path = folder / plan.file
    if path.is_file():
        return path
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise StoryNotHad(f"TextWorld is not installed ({', '.join(missing)}): {how_to_get()}")
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
        try:
            folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_bytes(made.read_bytes())
            part.replace(path)
        except OSError as error:
            raise StoryNotHad(f"{path} cannot be written: {error.strerror}") from error
    return path


def is_made(path: Path) -> bool:
    """Tell whether a file's name is that of a story that was made."""
    return path.stem.startswith("textworld-") and path.suffix == ".z8"
