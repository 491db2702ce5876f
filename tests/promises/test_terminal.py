"""Text from outside commands no terminal and is no markup, and output that fails is one line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from sqlalchemy import select

import launching
from ludens.__main__ import main
from ludens.adventure.story_library import find_story
from ludens.cli.console import Printer
from ludens.cli.tables import print_table
from ludens.episode.schema import episode
from ludens.episode.store import Store
from promises.test_hooks_and_signals import environment

NASTY = "Zork I [a] \x1b[2J\x1b]0;owned\x07\x9b31m\u2028 \u202eback :smile: [red]plain[/red] [/]"


def test_whatever_is_printed_has_no_control_but_the_house_s_own() -> None:
    file = io.StringIO()
    printer = Printer(file=file, force_terminal=True, width=200)
    table = Table("head")
    table.add_row(NASTY)
    printer.print(NASTY)
    printer.print(Text(NASTY), Panel(NASTY), table)
    print_table(printer, ("head", "other"), [(NASTY, NASTY + "\nmore")])
    with Live(Text(NASTY), console=printer):
        pass
    said = file.getvalue()
    assert said.count("Zork I [a]") >= 6
    assert "[red]plain[/red] [/]" in said
    for command in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e", "\u2028"):
        assert command not in said


@pytest.mark.parametrize("command", ["stories", "mafia --seed 1", "play --no-web --no-search"])
def test_a_full_device_ends_in_one_line(command: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = _ended(command.split(), full, tmp_path)
    assert done.returncode == 1
    assert done.stderr == "ludens: No space left on device\n"


@pytest.mark.parametrize("command", ["--help", "stories", "play --no-web", "export --format html"])
def test_a_command_whose_reader_has_gone_ends_silently_with_141(
    command: str, played: Path, tmp_path: Path
) -> None:
    words = command.split()
    if words[0] == "play":
        words += ["--no-search", "--max-turns", "2"]
    if words[0] == "export":
        row = Store.open(str(played)).episodes()[0]
        words += [row.id, "--store", str(played)]
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as unread:
        done = _ended(words, unread, tmp_path)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_pipe_by_name_whose_reader_has_gone_is_no_other(played: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = ["export", "last", "--store", str(played), "-o", str(pipe)]
    with subprocess.Popen(["sh", "-c", f": < {pipe}"]):
        done = _ended(words, subprocess.DEVNULL, tmp_path)
    assert (done.returncode, done.stderr.count("ludens: ")) == (141, 0)


def test_a_table_for_a_program_commands_no_terminal_either(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    words = ["query", "SELECT chr(27) || '[2J' AS a", "--format", "csv"]
    with os.fdopen(theirs, "w") as terminal:
        assert _ended(words, terminal, tmp_path).returncode == 0
    assert os.read(ours, 1000).decode().split() == ["a", "\ufffd[2J"]
    os.close(ours)


def _ended(words: list[str], output: TextIO | int, place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludens", *words],
        stdout=output,
        stderr=subprocess.PIPE,
        env=environment(place),
        check=False,
        text=True,
    )


def test_what_the_terminal_cannot_show_is_replaced(tmp_path: Path) -> None:
    env = {**environment(tmp_path), "PYTHONIOENCODING": "ascii"}
    script = ["book", "--say", "What is told of the bell?", "--max-turns", "1"]
    shown = launching.run(script, cwd=tmp_path, env=env)
    assert shown.returncode == 0, shown.stderr
    done = launching.run(["export", "last", "--format", "transcript"], cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "?" in done.stdout


def test_what_is_for_a_program_is_whole_in_any_locale(played: Path, tmp_path: Path) -> None:
    env = {**environment(tmp_path), "PYTHONIOENCODING": "ascii"}
    store = ["--store", str(played)]
    stories = Store.open(str(played)).found(select(episode).where(episode.c.game == "story"))
    done = launching.run(["export", stories[0].id, *store], cwd=tmp_path, env=env)
    assert not done.stdout.isascii()
    again = launching.run(["import", "-"], cwd=tmp_path, env=env, input=done.stdout)
    assert again.returncode == 0, again.stderr


def test_what_no_store_can_keep_is_replaced_where_it_is_typed(tmp_path: Path) -> None:
    env = environment(tmp_path)
    words = ["play", "--human", "--no-web", "--max-turns", "1"]
    played = launching.run(words, cwd=tmp_path, env=env, input="look\0\n")
    assert "> That's not a verb I recognise." in played.stdout, played.stdout[-500:]


def test_words_and_names_in_another_encoding_end_in_no_traceback(tmp_path: Path) -> None:
    story = Path(os.fsdecode(bytes(tmp_path) + b"/caf\xe9.z5"))
    story.write_bytes(find_story(None).data)

    def ran(*words: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        program = [sys.executable, "-m", "ludens", *words]
        where = {**os.environ, **environment(tmp_path)}
        return subprocess.run(program, input=said, capture_output=True, env=where, check=False)

    played = ran("play", str(story), "--max-turns", "1", "--no-search", "--json")
    assert json.loads(played.stdout)["story"] == "caf\ufffd", played.stderr
    refused = ran("book", "--say", os.fsdecode(b"caf\xe9"))
    assert (refused.returncode, refused.stderr.count(b"\n")) == (1, 1)
    talked = ran("book", said=b"Who rang the caf\xe9?\n/quit\n")
    assert (talked.returncode, talked.stderr) == (0, b"")


def test_closed_streams_and_an_unknown_width_are_no_failure(tmp_path: Path) -> None:
    where = {**os.environ, **environment(tmp_path)}
    program = f"{sys.executable} -m ludens"
    closed = f"{program} models <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", closed], env=where, check=False).returncode == 0
    done = subprocess.run(
        ["sh", "-c", f"COLUMNS=0 {program} models"], env=where, capture_output=True, check=True
    )
    assert b"\ncompatible " in done.stdout


def test_what_is_for_a_program_fails_where_its_output_is_closed(
    played: Path, tmp_path: Path
) -> None:
    for words in ("export last", "export last -o /dev/stdout", "episodes --json"):
        done = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m ludens {words} --store {played} >&-"],
            env={**os.environ, **environment(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr.count("ludens: ") == 1


def in_a_removed_folder() -> None:
    """Run the command line in a folder that is there no more."""
    Path.cwd().rmdir()
    main()


def test_a_removed_working_folder_is_told_in_a_line(tmp_path: Path) -> None:
    for words in (["episodes"], ["play", "--json", "--no-web"]):
        (tmp_path / "gone").mkdir()
        gone = launching.Launched(
            ["ludens", *words],
            cwd=tmp_path / "gone",
            env=environment(tmp_path),
            main="promises.test_terminal:in_a_removed_folder",
        ).wait()
        assert (gone.returncode, gone.stderr.count("\n")) == (1, 1)
        assert "is the working folder still there?" in gone.stderr


def test_a_file_of_keys_that_is_no_text_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"OPENAI_API_KEY=\xff\xfe\n")
    done = launching.run(["models"], cwd=tmp_path, env=environment(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert ".env cannot be read as text" in done.stderr


@pytest.mark.parametrize("changes", ["none", "[1]", '"text"', "[" * 100_000])
def test_changes_that_are_no_json_object_are_refused_in_one_line(
    changes: str, played: Path, tmp_path: Path
) -> None:
    words = ["resume", "last", "--changes", changes, "--store", played]
    done = launching.run(words, cwd=tmp_path, env=environment(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "--changes is no" in done.stderr


def test_an_address_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--no-open", "--host", "\u202eabc\u2066"]
    done = launching.run(words, cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)})
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be served" in done.stderr
