"""One way to bring a story to life, whatever the engine."""

from __future__ import annotations

from ludens.adventure.interpreter.dfrotz import DfrotzInterpreter
from ludens.adventure.interpreter.jericho import DEFAULT_DEADLINE, JerichoInterpreter
from ludens.adventure.interpreter.protocol import Interpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.settings import Engine


def open_interpreter(
    story: StoryFile,
    engine: Engine = Engine.JERICHO,
    *,
    seed: int = 0,
    deadline: float = DEFAULT_DEADLINE,
) -> Interpreter:
    """Return an interpreter for a story; its child comes up at `start` or `restore`.

    `seed` is any whole number; `deadline` is in seconds, for each command. Raises EngineMissing
    when the engine is not installed.
    """
    if engine is Engine.JERICHO:
        return JerichoInterpreter(story, seed=seed, deadline=deadline)
    return DfrotzInterpreter(story, seed=seed, deadline=deadline)
