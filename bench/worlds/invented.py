"""Invented worlds as story files: compiled once and kept in a folder."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from worlds import inform_bare, inform_library
from worlds.manners import further_mannered, mannered
from worlds.spec import invent

LIBRARY = Path("/usr/share/inform6/library")


def games(compiler: Path, folder: Path, seeds: Iterable[int]) -> list[Path]:
    """Return the worlds of some seeds, each in both styles.

    The Inform library is looked for where Debian puts it; without it only the terse ones are made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    for seed in seeds:
        world = invent(seed)
        made.append(compiled(compiler, folder / f"terse-{seed}.z3", inform_bare.source(world)))
        if LIBRARY.exists():
            version = 5 if seed % 2 else 8
            path = folder / f"library-{seed}.z{version}"
            made.append(compiled(compiler, path, inform_library.source(world)))
    return made


def mannered_games(compiler: Path, folder: Path, seeds: Iterable[int]) -> list[Path]:
    """Return worlds told in the manners of published stories; none without Inform's library."""
    if not LIBRARY.exists():
        return []
    folder.mkdir(parents=True, exist_ok=True)
    worlds = {n: replace(invent(1000 + n), manners=mannered(n)) for n in seeds}
    return [
        compiled(compiler, folder / f"mannered-{seed}.z8", inform_library.source(world))
        for seed, world in worlds.items()
    ]


def further_games(compiler: Path, folder: Path, seeds: Iterable[int]) -> list[Path]:
    """Return worlds told in rarer manners; none without Inform's library."""
    if not LIBRARY.exists():
        return []
    folder.mkdir(parents=True, exist_ok=True)
    worlds = {n: replace(invent(2000 + n), manners=further_mannered(n)) for n in seeds}
    return [
        compiled(compiler, folder / f"further-{seed}.z8", inform_library.source(world))
        for seed, world in worlds.items()
    ]


def compiled(compiler: Path, path: Path, source: str) -> Path:
    """Compile a source; nothing is done where that was done before."""
    written = path.with_suffix(".inf")
    if path.exists() and written.exists() and written.read_text(encoding="utf-8") == source:
        return path
    written.write_text(source, encoding="utf-8")
    style = ["-~S"] if path.suffix == ".z3" else [f"+{LIBRARY}"]
    subprocess.run(
        [str(compiler), "-w", f"-v{path.suffix[2:]}", *style, str(written), str(path)],
        check=True,
        capture_output=True,
    )
    return path
