"""Running the commands of the docs as they stand: offline, in a folder and a store of their own.

Names that stand for something (STORY, EPISODE) are filled in; nothing else is changed, but that
`serve` is given a free port and is ended when it has begun, that `resume` is given turns, since
what was played here has used up its own, and that one worker plays a suite: others take seconds to
begin.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

import launching
from docs.blocks import ROOT
from ludens.cli.commands import COMMANDS, load
from story.test_reading import make_epub

BIN = Path(sys.executable).parent
FILLED_IN = {
    "STORY": "drowned_clock",
    "EPISODE": "last",
    "CORPUS": "my-book.epub",
    "NAME": "Ada",
    "BOOK": "bell_at_low_harrow",
    "N": "2",
    "SUITE": "suite.toml",
}
"""What a word in capitals stands for; each is made by `Place`."""
EXTRAS = frozenset(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
)
TARGETS = frozenset(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
USAGE_ERROR: Any = typer.BadParameter.__base__
"""What is raised for an option or a command that is not there."""
_REDIRECTED = re.compile(
    r"""((?:[^"'|<>&;$*]|'[^']*'|"[^"$]*")+?)(?:\ <\ (\S+))?(?:\ >\ (\S+))?""", re.VERBOSE
)
"""A command, what it reads and what it writes, with nothing else that only a shell understands."""
OTHERS = frozenset(
    {
        *("cd", "export", "git", "ray", "sudo", "kubectl", "source", "jupyter", "touch"),
        *("uvx", "pipx", "inspect", "uvicorn"),
    }
)
"""Programs of others, in blocks that say what they need, or that only set something up."""


class NotACommand(AssertionError):
    """A line of the docs calls something that is not there."""


def filled_in(line: str) -> str:
    """Return a command with the words in capitals filled in."""
    for word, value in FILLED_IN.items():
        line = re.sub(rf"(?<![\w./-]){word}(?![\w./-])", value, line)
    return line


def check(line: str) -> None:
    """Look a command up without running it; raises NotACommand."""
    words = shlex.split(line)
    while words and "=" in words[0]:
        words = words[1:]
    if not words:
        return
    program = Path(words[0]).name
    if program == "ludens":
        _parse(words[1:])
    elif program == "make":
        if unknown := {w for w in words[1:] if "=" not in w} - TARGETS:
            raise NotACommand(f"make has no {unknown}")
    elif program == "pip":
        named = [extra for word in words for extra in re.findall(r"\[(.+?)\]", word)]
        if unknown := {e for each in named for e in each.split(",")} - EXTRAS:
            raise NotACommand(f"there is no extra {unknown}")
    elif program in {"python", "python3"}:
        script = next((w for w in words[1:] if w.endswith(".py")), None)
        if script is not None and not (ROOT / script).is_file():
            raise NotACommand(f"there is no {script}")
        if script is not None:
            _options(script, words)
    elif program not in OTHERS:
        raise NotACommand(f"nobody knows {program!r}")


def _options(script: str, words: list[str]) -> None:
    source = (ROOT / script).read_text(encoding="utf-8")
    for word in words:
        option = word.partition("=")[0]
        if option.startswith("--") and option != "--help" and f'"{option}"' not in source:
            raise NotACommand(f"{script} takes no {option}")


def _parse(words: list[str]) -> None:
    """Read the options of a command of ours as it would itself, and do nothing."""
    words = words[: next((i for i, w in enumerate(words) if w in {">", "<", "|"}), len(words))]
    if not words or words[0].startswith("-"):
        return
    if words[0] not in COMMANDS:
        raise NotACommand(f"ludens has no command {words[0]!r}")
    command = load(words[0], COMMANDS[words[0]])
    try:
        context = command.make_context(words[0], words[1:])
        while isinstance(command, TyperGroup):
            rest = [*getattr(context, "_protected_args", ()), *context.args]
            if not rest:
                return
            name, command, rest = command.resolve_command(context, rest)
            context = command.make_context(name, list(rest), parent=context)
    except typer.Exit:
        return
    except USAGE_ERROR as error:
        raise NotACommand(f"ludens {' '.join(words)}: {error.format_message()}") from error


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with all that the docs speak of, and a store with a played episode."""

    folder: Path

    def environ(self) -> dict[str, str]:
        """Return the environment of the commands: no key, few turns, little search, no browser."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("LUDENS_") and not name.endswith("_API_KEY")
        }
        return {
            **kept,
            "LUDENS_STORE": str(self.store),
            "LUDENS_LIMITS__TURNS": "6",
            "LUDENS_ADVENTURE__SEARCH__BUDGET": "200",
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "BROWSER": "true",
            "NO_COLOR": "1",
            "COLUMNS": "100",
            "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
        }

    def play(self) -> None:
        """Play a table and a few turns of a story, which ran into a limit."""
        self.run("ludens mafia --seats 5 --seed 3")
        self.run("ludens play --no-web --seed 3")
        shutil.copy(self.store, self.folder / "episodes.db")

    @property
    def store(self) -> Path:
        """Where the commands keep what they play."""
        return self.folder / "store.db"

    def begin_anew(self) -> None:
        """Have nothing in the store but what was played first, whatever other blocks have done."""
        for left in self.folder.glob("store.db*"):
            left.unlink()
        shutil.copy(self.folder / "episodes.db", self.store)

    def run(self, line: str, **more: str) -> None:
        """Run a command; raises AssertionError with what it said when it fails."""
        check(line)
        words = shlex.split(line)
        if Path(words[0]).name != "ludens":
            return
        line = re.sub(r"^\S*ludens", str(BIN / "ludens"), line)
        if words[1] == "serve":
            self._serve(line)
            return
        environ = {**self.environ(), **more}
        if words[1] == "resume":
            line = line.replace("resume last", "resume last --max-turns 8")
        line = re.sub(r"--workers \d+", "--workers 1", line)
        typed = "y\n" if "delete" in words else "/quit\n"
        surroundings: Any = {"cwd": self.folder, "env": environ, "input": typed}
        plain = _REDIRECTED.fullmatch(line)
        if plain is None:
            done = subprocess.run(
                line, shell=True, capture_output=True, text=True, check=False, **surroundings
            )
        else:
            command, read, written = plain.groups()
            if read:
                surroundings["input"] = (self.folder / read).read_text(encoding="utf-8")
            done = launching.run(shlex.split(command, comments=True)[1:], **surroundings)
            if written:
                (self.folder / written).write_text(done.stdout, encoding="utf-8")
        assert done.returncode == 0, f"{line}: {done.returncode}\n{done.stdout}{done.stderr}"

    def _serve(self, line: str) -> None:
        line = re.sub(r"--host \S+", "", line)
        more = [*([] if "--port" in line else ["--port", "0"]), "--no-open"]
        server = launching.Launched(
            ["ludens", *shlex.split(line)[1:], *more], cwd=self.folder, env=self.environ()
        )
        said = server.wait_for("http://")
        os.kill(server.pid, signal.SIGINT)
        server.wait()
        assert "http://" in said, said

    def furnish(self) -> None:
        """Make what the docs name: a book, a folder of notes, files of commands and prompts."""
        self.folder.mkdir(exist_ok=True)
        text = "Ada lived by the mill. “I mend clocks,” said Ada. The river was cold.\n\n" * 6
        make_epub(self.folder / "my-book.epub", {"one.xhtml": f"<p>{text}</p>"})
        (self.folder / "notes").mkdir()
        (self.folder / "notes" / "first.md").write_text(text)
        (self.folder / "commands.txt").write_text("south\nnorth\n")
        prompts = [{"id": 1, "prompt": "Where does Ada live?"}]
        pairs = [{"id": 1, "knowledge": text, "answer": "Ada lived by the mill."}]
        for name, rows in (("prompts", prompts), ("pairs", pairs)):
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (self.folder / f"{name}.jsonl").write_text(lines)
        (self.folder / "query.sql").write_text("SELECT COUNT(*) FROM episode")
        self.play()

    def copy_examples(self) -> None:
        """Put the examples where their README is read."""
        shutil.copytree(ROOT / "examples", self.folder, dirs_exist_ok=True)
        (self.folder / "examples").symlink_to(self.folder)
