"""TextWorld games: made by its own `tw-make`, kept in a folder, each with its truth beside it.

TextWorld is no dependency of Ludens. Where it can be imported its maker is used; else a maker in
an environment of its own can be named.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ludens.adventure.world.ways import way_of
from worlds.measure import true_edges
from worlds.truth import TrueTurn

SIZES = (3, 5, 8, 12, 16, 20, 30, 40)
"""Rooms of the games, in turns."""
TITLE = re.compile(r"-= (.+?) =-")


def maker() -> Path | None:
    """Return the `tw-make` of this Python or on the path, or None."""
    if find_spec("textworld") is not None:
        own = Path(sys.executable).parent / "tw-make"
        if own.exists():
            return own
    found = shutil.which("tw-make")
    return Path(found) if found else None


def games(maker: Path | None, folder: Path, count: int) -> list[Path]:
    """Return up to `count` games of various sizes: those in the folder, the others made now.

    Without a maker only what is in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Path] = []
    for number in range(count):
        rooms = SIZES[number % len(SIZES)]
        path = folder / f"textworld-{rooms}-{number}.z8"
        if not path.exists() and maker is not None:
            subprocess.run(
                [
                    *(str(maker), "custom", "--world-size", str(rooms)),
                    *("--nb-objects", str(rooms + 6), "--quest-length", str(3 + rooms // 5)),
                    *("--seed", str(1000 + number), "--output", str(path)),
                ],
                check=True,
                capture_output=True,
            )
        if path.exists():
            found.append(path)
    return found


def walkthrough(path: Path) -> list[str]:
    """Return the commands that win a game, from its truth."""
    return [str(command) for command in _truth(path)["metadata"]["walkthrough"]]


def untrue(path: Path, turns: Sequence[TrueTurn]) -> int:
    """Return how many of a walk's true ways are not in the game's own data: there should be none.

    What memory tells as the truth is so held against a source that has nothing to do with it.
    """
    truth = _truth(path)
    rooms = {
        id_: str(info["name"]).lower()
        for id_, info in truth["infos"]
        if id_.startswith("r_") and info["name"]
    }
    ways = {
        (rooms[b["name"]], fact["name"].removesuffix("_of"), rooms[a["name"]])
        for fact in truth["world"]
        if fact["name"].endswith("_of") and len(fact["arguments"]) == 2
        for a, b in [fact["arguments"]]
        if a["name"] in rooms and b["name"] in rooms
    }
    titles: dict[int | None, str] = {}
    for turn in turns:
        shown = TITLE.findall(turn.observation.text)
        if shown:
            titles[turn.location] = shown[-1].lower()
    walked = {(titles.get(a), way_of(way), titles.get(b)) for a, way, b in true_edges(turns)}
    return len(walked - ways)


def _truth(path: Path) -> dict:  # type: ignore[type-arg]
    return json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
