"""What the interpreters cost: Jericho's own environment, our child around its library, dfrotz.

    python bench/interpreter_speed.py [STORY ...]

Prints microseconds: for Jericho's environment in this process a step, and a step between setting
and getting the state; for our child a command, a snapshot, going back, reading memory, and one
trial of 100 commands tried from one state; for dfrotz a command.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from ludens.adventure.interpreter.dfrotz import DfrotzInterpreter
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import EngineMissing
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.story_library import find_story

TRIED = ["look", "inventory", "wait", "north", "south", "east", "west", "up", "down", "take all"]


def cost(action: Callable[[], object], times: int) -> float:
    """Return the microseconds of an action: the best of ten means, since machines are busy."""
    means = []
    for _ in range(10):
        began = time.perf_counter()
        for _ in range(times // 10):
            action()
        means.append((time.perf_counter() - began) / (times // 10))
    return min(means) * 1e6


def measure_environment(path: Path) -> dict[str, float]:
    from jericho import FrotzEnv  # noqa: PLC0415  (only to compare with)

    warnings.simplefilter("ignore")
    environment = FrotzEnv(str(path), seed=7)
    environment.reset()
    state = environment.get_state()

    def round_trip() -> None:
        environment.set_state(state)
        environment.step("look")
        environment.get_state()

    return {
        "step": cost(lambda: environment.step("look"), 2000),
        "set, step, get": cost(round_trip, 1000),
    }


def measure_child(story: StoryFile) -> dict[str, float]:
    with JerichoInterpreter(story, seed=7) as interpreter:
        began = time.perf_counter()
        interpreter.start()
        started = (time.perf_counter() - began) * 1e6
        here = interpreter.snapshot()
        commands = TRIED * 10
        return {
            "start": started,
            "send": cost(lambda: interpreter.send("look"), 2000),
            "snapshot": cost(interpreter.snapshot, 2000),
            "restore": cost(lambda: interpreter.restore(here), 2000),
            "memory": cost(interpreter.memory, 2000),
            "trial": cost(lambda: interpreter.branch(here, commands), 10) / 100,
            "trial with memory": cost(lambda: interpreter.branch(here, commands, memory=True), 10)
            / 100,
            "snapshot bytes": len(interpreter.snapshot()),
        }


def measure_dfrotz(story: StoryFile) -> dict[str, float]:
    try:
        with DfrotzInterpreter(story, seed=7) as interpreter:
            interpreter.start()
            return {"send": cost(lambda: interpreter.send("look"), 300)}
    except EngineMissing:
        return {}


def main() -> None:
    for name in sys.argv[1:] or [None]:
        story = find_story(name)
        assert story.path
        print(f"{story.name}, version {story.version}, {story.dynamic_size} bytes of memory")
        for what, costs in (
            ("Jericho's environment", measure_environment(story.path)),
            ("our child", measure_child(story)),
            ("dfrotz", measure_dfrotz(story)),
        ):
            told = ", ".join(f"{name} {value:.0f}" for name, value in costs.items())
            print(f"  {what:22} {told}")


if __name__ == "__main__":
    main()
