"""Noise: what changes in the machine's memory whatever one types.

Clocks, random numbers, what the parser notes. It is learnt from what does nothing: waiting, and
commands that are refused in the usual words. What a command changes beyond that is an effect. Only
objects and globals are looked at: the parser's and the printer's buffers change with every answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.interpreter.protocol import Trial


class Noise:
    """The bytes that change without a reason, at one turn."""

    def __init__(self, before: bytes | None, lasting: Sequence[slice]) -> None:
        """Take the memory before, None where it may not be read, and where it is looked at."""
        self._lasting = lasting
        self._before = self._looked_at(before) if before is not None else None
        self._noisy = np.zeros(0 if self._before is None else self._before.size, dtype=bool)

    def hear(self, trial: Trial) -> None:
        """Learn from a command that did nothing."""
        changed = self._changed(trial)
        if changed is not None:
            self._noisy |= changed

    def is_heard_over(self, trial: Trial) -> bool:
        """Tell whether a command changes more than noise; True where memory may not be read."""
        changed = self._changed(trial)
        return changed is None or bool((changed & ~self._noisy).any())

    def _changed(self, trial: Trial) -> NDArray[np.bool_] | None:
        if self._before is None or trial.memory is None:
            return None
        after = self._looked_at(trial.memory)
        return after != self._before if after.size == self._before.size else None

    def _looked_at(self, memory: bytes) -> NDArray[np.uint8]:
        every = np.frombuffer(memory, dtype=np.uint8)
        return np.concatenate([every[part] for part in self._lasting])
