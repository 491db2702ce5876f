"""Compile the stories of these tests with Inform 6: python compile.py [FOLDER]."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIBRARY = Path("/usr/share/inform6/library")
VERSIONS = {"oddities": (3, 4, 5, 8), "cottage": (5,), "letters": (5,)}


def compile_stories(folder: Path) -> None:
    """Compile every story for each of its versions into a folder."""
    for name, versions in VERSIONS.items():
        for version in versions:
            subprocess.run(
                [
                    *("inform6", f"-v{version}", "-~S", "-w", "-Cu"),
                    f"+include_path={LIBRARY}",
                    *(str(HERE / f"{name}.inf"), str(folder / f"{name}.z{version}")),
                ],
                check=True,
                capture_output=True,
            )


if __name__ == "__main__":
    compile_stories(Path(sys.argv[1]) if sys.argv[1:] else HERE)
