"""The house keeps its shape."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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


def test_the_sdist_has_what_is_in_git_and_nothing_else_that_lies_there() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())
    included = named["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("this is no clone")
    in_git = {path.partition("/")[0] for path in listed.stdout.splitlines()}
    assert set(included) == in_git - {"pyproject.toml"}  # that one is always in it
