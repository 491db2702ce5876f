"""TextWorld games, made by its own `tw-make`, which lives in an environment of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

SIZES = (3, 5, 8, 12, 16, 20, 30)


def games(maker: Path, folder: Path, count: int) -> list[Path]:
    """Return `count` games of various sizes, made once and kept in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    for number in range(count):
        rooms = SIZES[number % len(SIZES)]
        path = folder / f"textworld-{rooms}-{number}.z8"
        if not path.exists():
            subprocess.run(
                [
                    *(str(maker), "custom", "--world-size", str(rooms)),
                    *("--nb-objects", str(rooms + 6), "--quest-length", str(3 + rooms // 5)),
                    *("--seed", str(1000 + number), "--output", str(path)),
                ],
                check=True,
                capture_output=True,
            )
        made.append(path)
    return made
