"""Builds the interpreter's library from Jericho's published source, and puts it into the package.

Jericho's own package would do, but it asks for spaCy (330 MB) for one function that Ludens never
calls. Its source distribution holds a Z-machine as a C library; that library is all Ludens uses,
in a child process of its own (`src/ludens/adventure/interpreter/`).

    python packaging/engine.py    # builds it unless it is there
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = "jericho==3.3.1"
"""What is built; another version may lay out its memory otherwise."""
FOLDER = ROOT / "src" / "ludens" / "adventure" / "interpreter" / "engine"
LIBRARY = FOLDER / "libfrotz.so"
LICENCE = FOLDER / "LICENSE"
"""The library is under the GPL, version 2 or later; its text goes where the library goes."""
BUILDER = "pip>=24"
"""What fetches and builds the source, where the build's own environment lacks it."""


class EngineError(Exception):
    """The library cannot be built here; the message says why in a line."""


def is_there() -> bool:
    """Tell whether the library is built."""
    return LIBRARY.is_file() and LICENCE.is_file()


def wheel_tag() -> str:
    """Return the tag of a wheel that holds the library: any Python, this platform."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"py3-none-{platform}"


def build() -> None:
    """Build the library from its source; raises EngineError."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--no-binary", "jericho", "--wheel-dir", folder, SOURCE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        made = next(Path(folder).glob("jericho-*.whl"), None)
        if done.returncode != 0 or made is None:
            said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
            raise EngineError(
                f"{SOURCE} could not be built ({said[-1].strip() if said else 'no reason given'}); "
                "it takes a C compiler, make, and PyPI"
            )
        FOLDER.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(made) as wheel:
            licence = next(name for name in wheel.namelist() if name.endswith("/LICENSE"))
            LICENCE.write_bytes(wheel.read(licence))
            part = LIBRARY.with_suffix(".part")
            part.write_bytes(wheel.read("jericho/libfrotz.so"))
            part.chmod(0o755)
            part.replace(LIBRARY)


if __name__ == "__main__":
    if not is_there():
        build()
    print(LIBRARY.relative_to(ROOT))
