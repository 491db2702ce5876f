"""The command line, run as a user runs it: a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import launching

LUDENS = Path(sys.executable).parent / "ludens"
Run = Callable[..., subprocess.CompletedProcess[str]]


def _environ(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LUDENS_")}
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "LUDENS_ADVENTURE__SEARCH__ENABLED": "false"}
    return {**kept, **plain, "XDG_DATA_HOME": str(data)}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return _environ(tmp_path / "data")


@pytest.fixture
def ludens(tmp_path: Path, environ: dict[str, str]) -> Run:
    """Run `ludens` with arguments in an empty folder."""

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        options.setdefault("env", environ)
        return launching.run(arguments, cwd=tmp_path, **options)

    return run


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The data folder after an episode of 12 turns, and what `ludens play` printed."""
    data = tmp_path_factory.mktemp("played")
    played = ("play", "--seed", "3", "--max-turns", "12", "--json")
    done = launching.run(played, cwd=data, env=_environ(data))
    assert done.returncode == 0, done.stderr
    return data, done.stdout


@pytest.fixture
def played(tmp_path: Path, played_once: tuple[Path, str]) -> dict[str, Any]:
    """The JSON of an episode of 12 turns, which the test has to itself."""
    data, printed = played_once
    shutil.copytree(data, tmp_path / "data")
    result: dict[str, Any] = json.loads(printed)
    return result
