"""A file that somebody names is written through what is no file, and a file whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ludens.episode.errors import TransferError
from ludens.episode.store import Store
from ludens.episode.writing import write_file

LINES = ["one", "twö"]
WRITTEN = "one\ntwö\n"


def broken() -> Iterator[str]:
    yield "one"
    raise TransferError("it is damaged")


def test_a_file_is_replaced_whole_or_not_at_all_and_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    file.chmod(0o640)
    beside = tmp_path / "beside"
    beside.hardlink_to(file)
    with pytest.raises(TransferError):
        write_file(broken(), file)
    assert file.read_text() == "before"
    write_file(LINES, file)
    assert (file.read_text("utf-8"), beside.read_text()) == (WRITTEN, "before")
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [beside, file]


KILLED = """
import os, signal, sys
from pathlib import Path
from ludens.episode.writing import write_file

def lines():
    yield from ["half"] * 100_000
    os.kill(os.getpid(), signal.SIGKILL)

write_file(lines(), Path(sys.argv[1]))
"""


def test_a_kill_leaves_the_file_that_was_there_and_none_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    done = subprocess.run([sys.executable, "-c", KILLED, file], check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_where_every_file_has_a_name_it_is_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE")
    file = tmp_path / "file"
    with pytest.raises(TransferError):
        write_file(broken(), file)
    write_file(LINES, file)
    assert file.read_text("utf-8") == WRITTEN
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_a_pipe_and_a_device_are_written_through(tmp_path: Path) -> None:
    target, link, pipe = (tmp_path / name for name in ("target", "link", "pipe"))
    link.symlink_to(target)
    write_file(LINES, link)
    assert link.is_symlink()
    assert target.read_text("utf-8") == WRITTEN
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write_file(LINES, pipe)
    reader.join()
    assert read == [WRITTEN]
    with pytest.raises(TransferError):
        write_file(broken(), link)
    assert target.read_text("utf-8") == WRITTEN
    assert pipe.is_fifo()
    write_file(LINES, Path("/dev/null"))
    assert Path("/dev/null").is_char_device()


def test_a_database_is_left_alone_also_behind_a_link(tmp_path: Path) -> None:
    store, link = tmp_path / "store.db", tmp_path / "link"
    Store.open(str(store)).close()
    link.symlink_to(store)
    before = store.read_bytes()
    for place in (store, link):
        with pytest.raises(TransferError, match="is a database"):
            write_file(LINES, place)
    assert store.read_bytes() == before
    for ending in ("-wal", "-shm", "-journal"):
        with pytest.raises(TransferError, match="a part of one"):
            write_file(LINES, tmp_path / f"store.db{ending}")
        assert not (tmp_path / f"store.db{ending}").exists()
    write_file(LINES, tmp_path / "notes-wal")
    other = tmp_path / "other.duckdb"
    duckdb.connect(other).close()
    with pytest.raises(TransferError, match="is a database"):
        write_file(LINES, other)


def test_an_open_file_goes_on_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before\n")
    with file.open("a") as opened:
        for place in ("/dev/fd", "/proc/self/fd"):
            write_file(LINES, Path(place) / str(opened.fileno()))
        link = tmp_path / "link"
        link.symlink_to(f"/dev/fd/{opened.fileno()}")
        write_file(LINES, link)
        with pytest.raises(TransferError):
            write_file(broken(), link)
    assert file.read_text("utf-8") == "before\n" + WRITTEN * 3 + "one\n"


def test_a_terminal_is_written_without_what_commands_it() -> None:
    ours, theirs = os.openpty()
    write_file(["Zork\x1b[2J\x9b31m"], Path(os.ttyname(theirs)))
    write_file(["\x1b]0;owned\x07"], Path(f"/dev/fd/{theirs}"))
    shown = b""
    while shown.count(b"\n") < 2:
        shown += os.read(ours, 1000)
    os.close(ours)
    os.close(theirs)
    assert shown.decode().split() == ["Zork\ufffd[2J\ufffd31m", "\ufffd]0;owned\ufffd"]


def test_what_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    with pytest.raises(TransferError, match="cannot be written: Too many levels"):
        write_file(LINES, circle)
    circle.unlink()
    for place in (Path("/dev/full"), tmp_path, tmp_path / "none" / "file"):
        with pytest.raises(TransferError, match="cannot be written"):
            write_file(LINES, place)
    with pytest.raises(TransferError, match="is empty"):
        write_file(LINES, "")
    for folder in (f"{tmp_path}/", f"{tmp_path}/none/"):
        with pytest.raises(TransferError, match="the name of a folder"):
            write_file(LINES, folder)
    assert list(tmp_path.iterdir()) == []
