"""The same commands in the same places again and again."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import SequenceSettings


def repetition(strides: Sequence[Stride], settings: SequenceSettings) -> tuple[str, ...] | None:
    """Return the shortest sequence of commands that the last strides repeat often enough.

    It begins with the command that would go on with it.
    """
    done = [(stride.room, stride.command) for stride in strides]
    for length in range(1, settings.longest + 1):
        needed = length * settings.repeats
        if needed > len(done):
            return None
        last = done[-needed:]
        if all(last[i] == last[i - length] for i in range(length, needed)):
            return tuple(command for _, command in last[-length:])
    return None
