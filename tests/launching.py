"""Running `ludens` as a process of its own, without importing the package anew each time.

The package is imported once by a server, which forks itself for each command: the command has its
own arguments, folder, environment and streams, and ends as a program does. What a start itself
costs or does wrong is for the tests that start the program for real.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

IMPORTED = ("adventure.game", "adventure.lessons.carrying", "mafia.game", "story.game")
"""Nothing of `ludens.cli`: its consoles look at the environment when they are imported."""
STREAMS = ("stdin", "stdout", "stderr")


def run(
    arguments: Iterable[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str],
    input: str = "",  # noqa: A002 - as subprocess names it
) -> subprocess.CompletedProcess[str]:
    """Run `ludens` with arguments and return its exit code and what it printed."""
    words = ["ludens", *map(str, arguments)]
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in STREAMS]
        streams[0].write_text(input, encoding="utf-8")
        order = {
            "argv": words,
            "cwd": str(cwd),
            "env": dict(env),
            "streams": list(map(str, streams)),
        }
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        print(json.dumps(order), file=server.stdin, flush=True)
        code = int(server.stdout.readline())
        _, out, err = (each.read_text(encoding="utf-8") for each in streams)
    return subprocess.CompletedProcess(words, code, out, err)


@functools.cache
def _server() -> subprocess.Popen[str]:
    """The server of this process; it ends when this process does, since its input ends then."""
    return subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _serve() -> None:
    """Fork for each order that comes, and answer with its exit code."""
    for module in IMPORTED:
        import_module(f"ludens.{module}")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(order: dict[str, Any]) -> None:
    """Run the command of an order as this process's whole work."""
    for number, path in enumerate(order["streams"]):
        stream = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    sys.argv = order["argv"]
    import_module("ludens.cli.app").main()


if __name__ == "__main__":
    _serve()
