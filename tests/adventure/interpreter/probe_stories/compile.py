"""Compile the stories that the probe is tested on: python compile.py [FOLDER]."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIBRARY = Path("/usr/share/inform6/library")
# What is made of which source, and the switches that make it so.
RECIPES: dict[str, tuple[str, ...]] = {
    "lighthouse.z5": (),
    "lighthouse.z8": (),
    "curfew.z5": (),
    "ferry.z3": (),
    "ferry.z4": (),
    "ferry.z5": (),
    "ferry.z8": (),
    "ferry-timed.z3": ("--define", "TIME=1"),
    "ghost.z5": (),
    "gallery.z5": (),
    "norden.z5": (),
    "letters.z5": ("-e",),
    "verbs-1.z3": ("--define", "TABLES=1"),
    "verbs-2.z5": ("--define", "TABLES=2"),
}


def compile_stories(folder: Path) -> None:
    """Compile every story into a folder."""
    for name, switches in RECIPES.items():
        source = HERE / f"{name.split('.')[0].split('-')[0]}.inf"
        version = name[-1]
        subprocess.run(
            [
                *("inform6", f"-v{version}", "-~S", "-w", *switches),
                f"+include_path={LIBRARY}/,{HERE}/",
                *(str(source), str(folder / name)),
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    compile_stories(Path(sys.argv[1]) if sys.argv[1:] else HERE)
