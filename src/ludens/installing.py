"""How something that is missing is installed, as a command that works where it is read.

From a clone it is `.venv/bin/pip install -e '.[openai]'`, from a wheel that lies somewhere the
wheel's path, under pipx and uv their own commands.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAME = "ludens"


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation."""
    clone, source = _source()
    wanted = f"{NAME}[{extra}]"
    if clone is not None:
        place = f"{_shown(clone)}[{extra}]"
        pins = clone / "constraints.txt"
        kept = f" -c {_quoted(_shown(pins))}" if pins.is_file() else ""
        return f"{_pip()} install{kept} -e {_quoted(place)}"
    if source is not None:
        wanted = f"{NAME}[{extra}] @ {source}"
    prefix = Path(sys.prefix)
    if "archive-v0" in prefix.parts or "builds-v0" in prefix.parts:
        return f"uvx --from {_quoted(wanted)} {NAME}"
    if "uv" in prefix.parts and "tools" in prefix.parts:
        return f"uv tool install {_quoted(wanted)}"
    if "pipx" in prefix.parts:
        return f"pipx install --force {_quoted(wanted)}"
    return f"{_pip()} install {_quoted(wanted)}"


def program() -> str:
    """Return what to type for `ludens`: its path where it is not on the search path."""
    prefix = Path(sys.prefix)
    if "archive-v0" in prefix.parts or "builds-v0" in prefix.parts:
        _, source = _source()
        return (
            f"uvx --from {_quoted(unquote(urlsplit(source).path))} {NAME}"
            if source
            else "uvx ludens"
        )
    own = Path(sys.executable).with_name(NAME)
    found = shutil.which(NAME)
    if not own.is_file() or (found is not None and Path(found).resolve() == own.resolve()):
        return NAME
    return _quoted(_shown(own))


def package_command(*packages: str) -> str:
    """Return the command that installs other packages beside Ludens."""
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx inject {NAME} {shlex.join(packages)}"
    pip = Path(sys.executable).with_name("pip")
    if not pip.is_file() and "uv" in Path(sys.prefix).parts + Path(sys.base_prefix).parts:
        return f"uv pip install --python {_quoted(sys.executable)} {shlex.join(packages)}"
    return f"{_pip()} install {shlex.join(packages)}"


def engine_command() -> str:
    """Return the command that gets the interpreter's library."""
    clone, _ = _source()
    if clone is not None and (clone / "packaging" / "engine.py").is_file():
        return (
            f"{_quoted(_shown(Path(sys.executable)))} {_quoted(_shown(clone))}/packaging/engine.py"
        )
    return f"{_pip()} install --no-deps jericho"


@lru_cache(maxsize=1)
def _source() -> tuple[Path | None, str | None]:
    """Return the clone that is installed in place, or the address of the file that was."""
    try:
        text = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return None, None
    told = json.loads(text) if text else {}
    url = str(told.get("url", ""))
    if told.get("dir_info", {}).get("editable"):
        return Path(unquote(urlsplit(url).path)), None
    return None, url or None


def _pip() -> str:
    python = Path(sys.executable)
    pip = python.with_name("pip")
    return _quoted(_shown(pip)) if pip.is_file() else f"{_quoted(_shown(python))} -m pip"


def _shown(path: Path) -> str:
    """Return a path as one types it here: from the working folder on, if it lies in there.

    At the root of the disk, where everything lies, a path is shown whole.
    """
    here = Path.cwd()
    if here == Path(here.anchor) or not path.is_relative_to(here):
        return str(path)
    return str(path.relative_to(here))


def _quoted(text: str) -> str:
    return shlex.quote(text)
