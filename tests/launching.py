"""Running `ludens` as a process of its own, without importing the package anew each time.

The package is imported once by a server, which forks itself for each command: the command has its
own arguments, folder, environment and streams, and ends as a program does. What a start itself
costs or does wrong is for the tests that start the program for real.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel

IMPORTED = (
    *("ludens.adventure.lessons.carrying", "ludens.api.suites", "ludens.bench.querying"),
    *("ludens.bench.running", "ludens.games", "ludens.web.app", "ludens.web.replay"),
    *("alembic.command", "rich.live", "rich.panel", "rich.table", "typer.main"),
)
"""Nothing of `ludens.cli`: its consoles look at the environment when they are imported."""
STREAMS = ("stdin", "stdout", "stderr")


class Launched:
    """A command that runs."""

    def __init__(
        self,
        words: Iterable[str | Path],
        *,
        cwd: Path,
        env: Mapping[str, str],
        input: str = "",  # noqa: A002 - as subprocess names it
        main: str = "ludens.__main__:main",
    ) -> None:
        """Start `main`, as `module:function`, with words as its command line."""
        self.words = list(map(str, words))
        self._folder = tempfile.TemporaryDirectory()
        self._streams = [Path(self._folder.name) / name for name in STREAMS]
        for stream, text in zip(self._streams, (input, "", ""), strict=True):
            stream.write_text(text, encoding="utf-8")
        order = {
            "main": main,
            "argv": self.words,
            "cwd": str(cwd),
            "env": dict(env),
            "streams": list(map(str, self._streams)),
        }
        self._server = _free_server()
        self.pid = int(self._server.ask(order))

    def wait_for(self, text: str, times: int = 1) -> str:
        """Return what it has printed as soon as that holds a text so often, or at its end."""
        printed = self._streams[1]
        while (said := printed.read_text(encoding="utf-8")).count(text) < times:
            if self._server.has_answered():
                break
            time.sleep(0.02)
        return said

    def has_ended(self) -> bool:
        """Tell whether it has ended, leaving it a moment of the machine."""
        time.sleep(0.005)
        return self._server.has_answered()

    def wait(self) -> subprocess.CompletedProcess[str]:
        """Return its exit code and what it printed, when it has ended."""
        with self._folder:
            code = int(self._server.answer())
            _idle.append(self._server)
            _, out, err = (each.read_text(encoding="utf-8") for each in self._streams)
        return subprocess.CompletedProcess(self.words, code, out, err)


def run(
    arguments: Iterable[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str],
    input: str = "",  # noqa: A002 - as subprocess names it
) -> subprocess.CompletedProcess[str]:
    """Run `ludens` with arguments and return its exit code and what it printed."""
    return Launched(["ludens", *arguments], cwd=cwd, env=env, input=input).wait()


class _Server:
    """A process that forks itself; it ends when this one does, since its input ends then."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, order: dict[str, Any]) -> str:
        assert self._process.stdin is not None
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return self.answer()

    def has_answered(self) -> bool:
        assert self._process.stdout is not None
        return bool(select.select([self._process.stdout], [], [], 0)[0])

    def answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


_idle: list[_Server] = []


def _free_server() -> _Server:
    return _idle.pop() if _idle else _Server()


def _serve() -> None:
    """Fork for each order that comes, and answer with the child's number, then its exit code."""
    for module in IMPORTED:
        import_module(module)
    _build_models(BaseModel)
    gc.freeze()  # no child copies what all of them share
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
            return
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _build_models(base: type[BaseModel]) -> None:
    """Build the models that Pydantic builds when they are first used, once for all commands."""
    for model in base.__subclasses__():
        if model.__module__.startswith("ludens."):
            model.model_rebuild(raise_errors=False)
        _build_models(model)


def _become(order: dict[str, Any]) -> None:
    """Run the command of an order as this process's whole work."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number, path in enumerate(order["streams"]):
        stream = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
    os.environ.clear()
    os.environ.update(order["env"])
    encoding = os.environ.get("PYTHONIOENCODING")
    if encoding is not None:  # as Python takes it when it starts
        for written in (sys.stdout, sys.stderr):
            written.reconfigure(encoding=encoding)
    os.chdir(order["cwd"])
    sys.argv = order["argv"]
    module, _, function = order["main"].partition(":")
    try:
        getattr(import_module(module), function)()
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        _end(ended.code or 0)
    _end(0)


def _end(code: int) -> None:
    """End as Python does, but for taking all that was imported apart: that takes four times as
    long as a short command."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _serve()
