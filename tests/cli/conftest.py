"""The command line, run as a user runs it: a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LUDENS = Path(sys.executable).parent / "ludens"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LUDENS_")}
    return {**kept, "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "100", "NO_COLOR": "1"}


@pytest.fixture
def ludens(tmp_path: Path, environ: dict[str, str]) -> Run:
    """Run `ludens` with arguments in an empty folder."""

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        options.setdefault("env", environ)
        return subprocess.run(
            [LUDENS, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **options,
        )

    return run


@pytest.fixture
def played(ludens: Run) -> dict[str, Any]:
    """The JSON of an episode of 12 turns."""
    done = ludens("play", "--seed", "3", "--max-turns", "12", "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result
