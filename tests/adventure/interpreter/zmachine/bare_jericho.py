"""Jericho in this very process: the smallest interpreter that the probe's tests can stand on."""

from __future__ import annotations

import os
import pickle
import re
import warnings
from pathlib import Path
from typing import Any

from ludens.adventure.interpreter.protocol import Observation, Wants

_READ_CHARACTER = 0xF6
_STATUS_V3 = re.compile(r"^>? ?(.*Score: .*Moves: .*|.*Time: .*)\n", re.MULTILINE)
_STATUS_LATER = re.compile(r"\n>?( {8,}\S.*|[^\n>]* {8,}\S[^\n]*)\Z")


class BareJericho:
    """An Interpreter with no child process, no deadline and no care taken."""

    def __init__(self, story: Path, seed: int = 1) -> None:
        from jericho import FrotzEnv

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._env: Any = FrotzEnv(os.fspath(story), seed)
        self._env._cache = {}
        self._version = story.read_bytes()[0]
        self._story = story

    def start(self) -> Observation:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._env.load(os.fspath(self._story), self._env._seed)
            text, _ = self._env.reset()
        return self._observation(text)

    def send(self, command: str) -> Observation:
        return self._observation(self._env.step(command)[0])

    def snapshot(self) -> bytes:
        return pickle.dumps(self._env.get_state())

    def restore(self, snapshot: bytes) -> None:
        self._env.set_state(pickle.loads(snapshot))

    def memory(self) -> bytes:
        return bytes(self._env._get_ram().tobytes())

    def close(self) -> None:
        self._env.close()

    def _observation(self, text: str) -> Observation:
        pattern = _STATUS_V3 if self._version <= 3 else _STATUS_LATER
        status = pattern.search(text)
        if self._env._emulator_halted():
            wants = Wants.NOTHING
        elif self._env.frotz_lib.get_opcode() == _READ_CHARACTER:
            wants = Wants.KEY
        else:
            wants = Wants.LINE
        return Observation(
            text=pattern.sub("", text),
            status=status[1].strip() if status else None,
            wants=wants,
        )
