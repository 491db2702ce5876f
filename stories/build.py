"""Compile the stories in this folder into the package, or check that it has been done.

    python stories/build.py            compile every stories/*.inf
    python stories/build.py --check    compile to a scratch folder and compare

Needs the Inform 6 compiler and its library (Debian: inform6-compiler, inform6-library). Exit code
0: done, or the same; 1: a story does not compile, or is not what its source compiles to; 2: there
is no compiler.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
COMPILED = SOURCES.parent / "src" / "ludens" / "adventure" / "stories"

# A source names its Z-machine version in its first lines, where the compiler looks for it too.
VERSION_LINE = re.compile(r"^!%\s*-v([3-8])\s*$", re.MULTILINE)
# Where a story keeps the version of the compiler that made it (Z-machine Standard 1.1, 11.1).
COMPILER_VERSION = slice(0x3C, 0x40)


class BuildError(Exception):
    """A story that cannot be built, in words for whoever wrote it."""


def compiled_name(source: Path) -> str:
    """Return the name of the file that a source compiles to, `name.zN`."""
    version = VERSION_LINE.search(source.read_text(encoding="utf-8"))
    if version is None:
        raise BuildError(f"{source.name}: its first line must name the version, such as `!% -v5`")
    return f"{source.stem}.z{version[1]}"


def compile_story(source: Path, target: Path, compiler: str, library: str | None) -> None:
    """Compile one source. Raises BuildError, with what the compiler said, on errors or warnings."""
    command = [compiler]
    if library:
        command.append(f"+include_path={library}")
    run = subprocess.run(
        [*command, source.name, str(target)],
        cwd=SOURCES,
        capture_output=True,
        text=True,
        check=False,
    )
    said = (run.stdout + run.stderr).strip()
    if run.returncode != 0 or not target.exists():
        raise BuildError(f"{source.name} does not compile:\n{said}")
    if "Warning:" in said:
        raise BuildError(f"{source.name} compiles with warnings, and we keep none:\n{said}")


def difference(source: Path, fresh: bytes, committed: Path) -> str | None:
    """Say how the committed file differs from a fresh one; None if it does not."""
    if not committed.exists():
        return f"{committed.name} is missing"
    bytes_there = committed.read_bytes()
    if bytes_there == fresh:
        return None
    made_by = bytes_there[COMPILER_VERSION].decode("ascii", "replace")
    here = fresh[COMPILER_VERSION].decode("ascii", "replace")
    by = f" (made by Inform {made_by}, compared with Inform {here})" if made_by != here else ""
    return f"{committed.name} is not what {source.name} compiles to{by}"


def main() -> int:
    """Build or check every story; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    parser.add_argument("--compiler", default="inform6", help="the Inform 6 compiler")
    parser.add_argument(
        "--library", help="the folder of its library, if it does not know by itself"
    )
    arguments = parser.parse_args()

    compiler = shutil.which(arguments.compiler)
    if compiler is None:
        print(
            f"there is no {arguments.compiler!r} here; on Debian: "
            "apt install inform6-compiler inform6-library",
            file=sys.stderr,
        )
        return 2
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(SOURCES.glob("*.inf")):
            try:
                name = compiled_name(source)
                fresh = Path(scratch) / name
                compile_story(source, fresh, compiler, arguments.library)
            except BuildError as error:
                print(error, file=sys.stderr)
                failures += 1
                continue
            if arguments.check:
                wrong = difference(source, fresh.read_bytes(), COMPILED / name)
                if wrong is not None:
                    print(f"{wrong}; run: python stories/build.py", file=sys.stderr)
                    failures += 1
            else:
                shutil.copyfile(fresh, COMPILED / name)
                print(f"{name}  {fresh.stat().st_size:,} bytes")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
