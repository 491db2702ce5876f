"""The compiled stories that the probe is tested on are what their sources say."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adventure.interpreter.zmachine.probe_stories import STORIES


@pytest.mark.skipif(
    shutil.which("inform6") is None,
    reason="needs the Inform 6 compiler (Debian: inform6-compiler, inform6-library)",
)
def test_each_story_compiles_to_the_file_beside_its_source(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(STORIES / "compile.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.z?")}
    kept = {path.name: path.read_bytes() for path in STORIES.glob("*.z?")}
    assert made.keys() == kept.keys()
    assert [name for name, data in kept.items() if made[name] != data] == []
