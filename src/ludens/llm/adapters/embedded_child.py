"""The parent's side of the child process that runs a GGUF file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludens.llm.errors import CallFailedError, ErrorKind

Hear = Callable[[dict[str, Any]], None]

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes: the longest line the child may send, a guard against nonsense."""


class Child:
    """A child process that answers one question at a time; started when needed, again if it dies.

    A question that is not answered to its end (a crash, a deadline, a cancelled task) costs the
    child: it is ended, and the next question starts another one.
    """

    def __init__(
        self, file: Path, *, context: int, threads: int | None, load_deadline: float
    ) -> None:
        self.file = file
        self.context = context
        self.threads = threads
        self.load_deadline = load_deadline
        self.process: Process | None = None
        self._one_at_a_time = asyncio.Lock()

    async def talk(self, what: str, body: dict[str, Any], hear: Hear) -> None:
        """Ask one question and hear the pieces of its answer; raises CallFailedError."""
        async with self._one_at_a_time:
            answered = False
            try:
                process = self.process or await self._start()
                assert process.stdin is not None
                with contextlib.suppress(ConnectionError):  # told by the end of its output
                    process.stdin.write(json.dumps({"do": what, "body": body}).encode() + b"\n")
                    await process.stdin.drain()
                while True:
                    piece = await self._read(process)
                    if piece == {"done": True}:
                        answered = True
                        return
                    hear(piece)
            finally:
                if not answered:
                    await self.end()

    async def end(self) -> None:
        """End the child, if there is one."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.communicate()

    async def _start(self) -> Process:
        command = [
            sys.executable,
            "-m",
            "ludens.llm.adapters.embedded_worker",
            str(self.file),
            str(self.context),
            str(self.threads or 0),
        ]
        spawning = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        )
        try:
            self.process = await asyncio.shield(spawning)
        except asyncio.CancelledError:
            self.process = await spawning  # half made it could not be ended
            raise
        try:
            async with asyncio.timeout(self.load_deadline):
                ready = await self._read(self.process)
        except TimeoutError:
            raise CallFailedError(
                ErrorKind.TIMEOUT, f"{self.file.name} did not load in {self.load_deadline:g} s"
            ) from None
        if "failed" in ready:
            raise CallFailedError(
                ErrorKind.BAD_REQUEST, f"{self.file.name} cannot be loaded: {ready['failed']}"
            )
        return self.process

    async def _read(self, process: Process) -> dict[str, Any]:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            code = await process.wait()
            raise CallFailedError(ErrorKind.CRASHED, f"the model's process ended (code {code})")
        try:
            found = json.loads(line)
        except ValueError:
            raise CallFailedError(
                ErrorKind.MALFORMED, "the model's process sent something that is not JSON"
            ) from None
        assert isinstance(found, dict)
        return found
