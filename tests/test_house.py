"""The house keeps its shape."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way() -> None:
    """The contracts of pyproject.toml's import-linter section hold."""
    linter = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


def test_importing_ludens_imports_no_provider_sdk() -> None:
    code = (
        "import ludens, sys;"
        "print([m for m in ('openai', 'anthropic', 'google.genai', 'jericho') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
