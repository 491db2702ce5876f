"""The compiled stories are what their sources say."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adventure.interpreter.compiled import EVERY_STORY, STORIES


@pytest.mark.skipif(shutil.which("inform6") is None, reason="apt-get install inform6-compiler")
def test_each_story_compiles_to_the_file_beside_it(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(STORIES / "compile.py"), str(tmp_path)], check=True)
    for name in EVERY_STORY:
        assert (tmp_path / name).read_bytes() == (STORIES / name).read_bytes(), name
