"""`ludens` in processes of their own without paying for its imports each time.

A fork server has everything imported; each run is a fork of it: a real process, with its own
children, that can be killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["ludens.cli.app", "ludens.cli.play", "ludens.cli.resume", "ludens.adventure.game"]
)


def start(out: Path, *arguments: object) -> BaseProcess:
    """Start `ludens` with arguments; what it prints goes to OUT.out and OUT.err."""
    process = _context.Process(target=_run, args=(str(out), [str(a) for a in arguments]))
    process.start()
    return process


def _run(out: str, arguments: list[str]) -> None:
    from ludens.cli.app import main

    for number, ending in ((1, "out"), (2, "err")):
        file = os.open(f"{out}.{ending}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
    sys.argv = ["ludens", *arguments]
    sys.stdout = os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w")
    with contextlib.suppress(BrokenPipeError):
        main()
