"""How fast memory is read, and what it costs to learn how: trees and readings a second, the time
and commands of a calibration, for each story named, or for the bundled ones.

    python bench/probe_speed.py [STORY ...]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.stories import bundled, bundled_story

ROUNDS = 2000


def rate(work: Callable[[], object]) -> float:
    """How often a second, by the median of five batches."""
    batches = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(ROUNDS):
            work()
        batches.append(ROUNDS / (time.perf_counter() - began))
    return statistics.median(batches)


def measure(file: StoryFile) -> str:
    """One line of the table."""
    interpreter = open_interpreter(file, seed=1)
    try:
        opening = interpreter.start()
        times = []
        for _ in range(5):
            began = time.perf_counter()
            calibration = calibrate(interpreter, file.data, opening)
            times.append(time.perf_counter() - began)
        memory = interpreter.memory()
    finally:
        interpreter.close()
    assert memory is not None
    began = time.perf_counter()
    story = ZStory(file.data)
    tables = (story.objects.count, len(story.dictionary), len(story.grammar.verbs))
    static = time.perf_counter() - began
    probe = Probe(story, calibration)

    def whole_tree() -> None:
        tree = story.objects.tree(memory)
        _ = tree.parents, tree.siblings, tree.first_children

    return (
        f"{file.name:<20}{tables[0]:>8}{rate(whole_tree):>10.0f}"
        f"{rate(lambda: probe.read(memory)):>12.0f}{1000 * static:>12.1f}"
        f"{1000 * statistics.median(times):>14.1f}{calibration.commands:>10}"
    )


def main() -> None:
    """Print the table."""
    paths = [Path(name) for name in sys.argv[1:]]
    paths = paths or [bundled_story(story.name) for story in bundled()]
    print(
        f"{'story':<20}{'objects':>8}{'trees/s':>10}{'readings/s':>12}{'tables, ms':>12}"
        f"{'calibrate, ms':>14}{'commands':>10}"
    )
    for path in paths:
        print(measure(open_story(path)))


if __name__ == "__main__":
    main()
