"""The list of commands is written without loading one of them, and is still true."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from ludens.cli.commands import COMMANDS, load

HEAVY = ("sqlalchemy", "networkx", "numpy", "jinja2", "pydantic", "fastapi", "ludens.mafia")


@pytest.mark.parametrize("name", COMMANDS)
def test_what_the_list_says_of_a_command_is_how_its_own_help_begins(name: str) -> None:
    own = " ".join(inspect.cleandoc(load(name, COMMANDS[name]).help).split())
    assert own.startswith(COMMANDS[name].help.rstrip("."))


def test_the_help_lists_every_command(ludens: Run) -> None:
    shown = ludens("--help").stdout.split("Commands:")[1]
    assert [line.split()[0] for line in shown.strip().splitlines()] == list(COMMANDS)


def test_every_document_is_read_at_the_terminal(ludens: Run) -> None:
    docs = Path(__file__).parents[2] / "docs"
    listed = ludens("help").stdout
    assert all(f"\n{page.stem} " in listed for page in docs.glob("*.md"))
    suites = ludens("help", "bench").stdout
    assert suites.startswith("# Suites") and "ludens bench --help" in suites
    start = ludens("help", "index").stdout
    assert "Suites (ludens help bench)" in start and "<!--" not in start


def test_what_a_command_takes_is_told_by_help_too(ludens: Run) -> None:
    assert ludens("help", "play").stdout == ludens("play", "--help").stdout
    assert "`ludens help` lists" in ludens("help", "plya").stderr


def test_an_unknown_command_is_named(ludens: Run) -> None:
    done = ludens("plya")
    assert done.returncode == 2
    assert "plya" in done.stderr


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("ludens.cli.app", HEAVY),
        ("ludens.cli.play", ("networkx", "jinja2", "fastapi", "ludens.mafia.game")),
        ("ludens.cli.resume", ("ludens.adventure.game", "ludens.mafia.game", "ludens.story.game")),
        ("ludens.cli.models", ("openai", "sqlalchemy", "numpy", "networkx", "jinja2")),
        ("ludens.llm.models", ("openai", "anthropic", "google.genai", "sqlalchemy", "numpy")),
    ],
)
def test_importing_brings_nothing_that_is_not_needed_yet(
    module: str, unwanted: tuple[str, ...]
) -> None:
    program = f"import sys, {module}; print(*[n for n in {unwanted!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_of_a_group_is_told_with_its_end_cut_off(name: str) -> None:
    group = load(name, COMMANDS[name])
    for sub, command in getattr(group, "commands", {}).items():
        told = command.get_short_help_str(80 - len(f"  {sub:<10}  "))
        assert not told.endswith("..."), f"ludens {name} {sub}: {told}"
