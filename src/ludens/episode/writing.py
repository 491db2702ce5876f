"""Writing a file that somebody names: through what is no file, and a file whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ludens.episode.errors import TransferError

DATABASE = b"SQLite format 3\0"
"""How the file of an SQLite database begins (https://www.sqlite.org/fileformat.html)."""
BESIDE = ("-wal", "-shm", "-journal")
"""What the files beside a database that hold its last changes are called after its name."""


def write_file(lines: Iterable[str], output: Path) -> None:
    """Write lines in UTF-8; a regular file is replaced when all of them are there.

    A device, a pipe or a link is written through, as every program does. A database is never
    replaced: it may be a store with all that was ever played. Raises TransferError.
    """
    try:
        if _is_database(output):
            raise TransferError(
                f"{output} is a database or a part of one, and is left alone; give another file"
            )
        is_replaced = stat.S_ISREG(output.lstat().st_mode)
    except FileNotFoundError:
        is_replaced = True
    except OSError as error:
        raise TransferError(f"{output} cannot be written: {error.strerror}") from error
    if is_replaced:
        _replace(lines, output)
        return
    try:
        with output.open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
    except BrokenPipeError as error:
        raise TransferError(f"{output} is read by nobody any more") from error
    except OSError as error:
        raise TransferError(f"{output} cannot be written: {error.strerror}") from error


def _is_database(path: Path) -> bool:
    """Tell whether a file is a database, or would be taken for the changes of the one beside it."""
    for ending in BESIDE:
        name = path.resolve().name
        if name.endswith(ending) and _is_database(path.resolve().with_name(name[: -len(ending)])):
            return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(DATABASE)) == DATABASE


def _replace(lines: Iterable[str], output: Path) -> None:
    partial = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=output.parent, prefix=f".{output.name}.", delete=False
        ) as file:
            partial = Path(file.name)
            file.writelines(line + "\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        mode = output.stat().st_mode if output.exists() else 0o666 & ~_umask()
        partial.chmod(stat.S_IMODE(mode))
        partial.replace(output)
        partial = None
    except OSError as error:
        raise TransferError(f"{output} cannot be written: {error.strerror}") from error
    finally:
        if partial is not None:
            partial.unlink(missing_ok=True)


def _umask() -> int:
    before = os.umask(0)
    os.umask(before)
    return before
