"""Compile the stories that perception is tested on: python compile.py [FOLDER]."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIBRARY = Path("/usr/share/inform6/library")


def compile_stories(folder: Path) -> None:
    """Compile the stories into a folder."""
    for name in ("workshop", "loot", "endings"):
        subprocess.run(
            [
                *("inform6", "-v5", "-~S", f"+include_path={LIBRARY}/,{HERE}/"),
                *(str(HERE / f"{name}.inf"), str(folder / f"{name}.z5")),
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    compile_stories(Path(sys.argv[1]) if sys.argv[1:] else HERE)
