"""Writing a file that somebody names: through what is no file, and a file whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from ludens.episode.errors import ReaderGoneError, TransferError
from ludens.episode.harmless import harmless

DATABASE = b"SQLite format 3\0"
"""How the file of an SQLite database begins (https://www.sqlite.org/fileformat.html)."""
DUCKDB = b"DUCK"
"""What stands at byte 8 of a file of DuckDB (https://duckdb.org/docs/stable/internals/storage)."""
BESIDE = ("-wal", "-shm", "-journal")
"""What the files beside a database that hold its last changes are called after its name."""


def write_file(lines: Iterable[str], output: str | Path) -> None:
    """Write lines in UTF-8; a regular file is replaced when all of them are there.

    So is the file that a link leads to. A device, a pipe and a descriptor (`/dev/stdout`) are
    written through, as every program does; a terminal without what commands it. A database is
    never replaced: it may be a store with all that was ever played. A name that ends in a slash is
    a folder's, whether there is one or not. Raises TransferError.
    """
    if not str(output):
        raise TransferError("the name of the file to write is empty; give one")
    if names_folder(output):
        raise TransferError(f"{output} is the name of a folder; give a file's")
    output = Path(output)
    try:
        is_file = _is_file(output)
        descriptor = _descriptor(output)
        if _is_database(output):
            raise TransferError(
                f"{output} is a database or a part of one, and is left alone; give another file"
            )
        if descriptor is None and is_file:
            _replace(lines, output.resolve())
            return
        with _through(output, descriptor) as file:
            shown = map(harmless, lines) if file.isatty() else lines
            file.writelines(line + "\n" for line in shown)
    except BrokenPipeError as error:
        raise ReaderGoneError(f"{output} is read by nobody any more") from error
    except OSError as error:
        raise TransferError(f"{output} cannot be written: {error.strerror}") from error


def names_folder(name: str | Path) -> bool:
    """Tell whether a name can be no file's, as it was typed: a `Path` no longer has its slash."""
    return str(name).endswith(os.sep)


def _is_file(path: Path) -> bool:
    """Tell whether a path is a regular file's, or could be; OSError for a link in a circle."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


def _descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path names, as `/dev/stdout` does, or None."""
    ours = Path("/proc/self/fd").resolve()
    while path.parent.resolve() != ours:
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return int(path.name) if path.name.isdecimal() else None


def _through(output: Path, descriptor: int | None) -> TextIO:
    """Open what is no file of its own; an open one goes on where it is, and is not emptied."""
    if descriptor is None:
        return output.open("w", encoding="utf-8")
    if descriptor <= 2 and (sys.__stdin__, sys.__stdout__, sys.__stderr__)[descriptor] is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))  # closed, and something else by now
    sys.stdout.flush()
    return os.fdopen(os.dup(descriptor), "w", encoding="utf-8")


def _is_database(path: Path) -> bool:
    """Tell whether a file is a database, or would be taken for the changes of the one beside it."""
    for ending in BESIDE:
        name = path.resolve().name
        if name.endswith(ending) and _is_database(path.resolve().with_name(name[: -len(ending)])):
            return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(len(DATABASE))
    return head == DATABASE or head[8:12] == DUCKDB


def _replace(lines: Iterable[str], output: Path) -> None:
    """Put a whole file in the place of another.

    Until it is whole it has no name, where the system can do that (Linux, most file systems): what
    a kill leaves unfinished is gone with the process.
    """
    partial = output.parent / f".ludens-{secrets.token_hex(4)}"
    descriptor, is_named = _opened(partial)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
            file.flush()
            mode = output.stat().st_mode if output.exists() else 0o666 & ~_umask()
            os.fchmod(file.fileno(), stat.S_IMODE(mode))
            os.fsync(file.fileno())
            if not is_named:
                with _folder("/proc/self/fd") as ours:  # given, so that its links are followed
                    os.link(str(file.fileno()), partial, src_dir_fd=ours)
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)


def _opened(partial: Path) -> tuple[int, bool]:
    """Open a new file to be written, and tell whether it has its name already."""
    with suppress(AttributeError, OSError):
        if Path("/proc/self/fd").is_dir():
            return os.open(partial.parent, os.O_TMPFILE | os.O_RDWR, 0o600), False
    return os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), True


@contextmanager
def _folder(name: str) -> Iterator[int]:
    opened = os.open(name, os.O_DIRECTORY)
    try:
        yield opened
    finally:
        os.close(opened)


def _umask() -> int:
    before = os.umask(0)
    os.umask(before)
    return before
