"""The `ludens` command."""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

import typer

from ludens import __version__
from ludens.cli.commands import Commands
from ludens.cli.console import OutputGone, err, prepare_streams
from ludens.cli.ending import (
    STATUS,
    end_at_interrupts,
    is_leaving,
    let_nothing_interrupt,
    status_after,
)
from ludens.episode.errors import LudensError, ReaderGoneError
from ludens.writable import is_writable

CLOSED_PIPE = 141
"""The exit status of a program whose reader has gone, as the shell gives it."""

POOL = "sqlalchemy.pool"
"""What its connections say with a traceback is raised as well, and told in one line."""

GOODBYE = 3.0
"""Seconds that a program may take to end when its work is done: an agent of somebody's own may have
left threads and exit functions that never do."""

app = typer.Typer(
    name="ludens",
    cls=Commands,
    help="A company of LLM agents that plays text games, and runs them, on the record.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; an error a person can act on is one line and exit code 1."""
    try:
        code = _done()
    except KeyboardInterrupt:
        code = STATUS
    if is_leaving():  # Python puts its own house in order, which nobody waits for now
        os._exit(code)
    _end_within(GOODBYE, code)
    sys.exit(code)


def _done() -> int:
    """Run the command line and return its status; after it, Ctrl-C ends the process at once."""
    try:
        end_at_interrupts()
        prepare_streams()
        logging.getLogger(POOL).addHandler(logging.NullHandler())
        code = status_after(_run())
        sys.stdout.flush()
    except OutputGone as gone:
        code = CLOSED_PIPE if gone.failure is None else _without_output(gone.failure)
    except OSError as error:
        code = _without_output(error)
    finally:
        let_nothing_interrupt()
    return code


def _end_within(seconds: float, code: int) -> None:
    """End the process then, whatever others' threads and exit functions still do."""
    late = threading.Timer(seconds, os._exit, (code,))
    late.daemon = True
    late.start()


def _run() -> int:
    try:
        _require_text(sys.argv[1:])
        app()
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    except KeyboardInterrupt:
        return STATUS
    except OSError as error:
        return _without_output(error)
    except ReaderGoneError:
        return CLOSED_PIPE
    except Exception as error:
        if is_leaving():  # a library has made its own of Ctrl-C
            return STATUS
        if not _is_for_the_user(error):
            raise
        _complain(str(error))
        return error.status if isinstance(error, LudensError) else 1
    return 0


def _require_text(words: list[str]) -> None:
    """Refuse words that are not UTF-8, but for the names of files that there are."""
    for word in words:
        path = Path(word.partition("=")[2] if word.startswith("--") else word)
        if not is_writable(word) and not path.exists():
            raise LudensError(f"{word!a} is not text in UTF-8")


def _without_output(error: OSError) -> int:
    """Say in one line what the system refused; nothing more is written to standard output."""
    with suppress(OSError):  # what is left in the buffer cannot be written at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    where = f" ({error.filename})" if error.filename else ""
    if error.errno == errno.ENOENT and not error.filename:
        where = " (is the working folder still there?)"
    _complain(f"{error.strerror or error}{where}")
    return 1


def _complain(said: str) -> None:
    with suppress(OSError, OutputGone):
        err.print("ludens: " + " ".join(said.split()), style="red")


def _is_for_the_user(error: Exception) -> bool:
    # Imported here because `ludens --help` asks no model.
    from ludens.llm.errors import LLMError  # noqa: PLC0415

    return isinstance(error, (LudensError, LLMError))
