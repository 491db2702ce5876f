"""Whether reading a turn costs more the longer an episode is: text perception over many turns.

    python bench/perception_growth.py [--story drowned_clock] [--turns 10000]

Somebody walks about at random, takes and drops things, and is put back to a moment before where the
story ends. For each tenth of the turns: the median and the worst of what reading one cost, in time
of the processor, and in brackets the worst without what Python's collector of garbage took of it,
which looks through all that the process holds. STORY is a file, or the name of a story of ours.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from pathlib import Path
from random import Random

from ludens.adventure.company import senses_for
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.mapping import KEY, LOOK, Mapping
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.story_library import find_story

OTHERS = (LOOK, "inventory", "wait", "take all", "drop all")
WALKED = 0.85
"""The share of commands that are directions."""
KEPT = 100
"""Turns between two moments that are gone back to."""


class Collector:
    """How long Python's collector was at work."""

    def __init__(self) -> None:
        self.taken = self._began = 0.0
        gc.callbacks.append(self._told)

    def _told(self, phase: str, _: object) -> None:
        now = time.process_time()
        if phase == "start":
            self._began = now
        else:
            self.taken += now - self._began


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--story", default="drowned_clock")
    parser.add_argument("--turns", type=int, default=10_000)
    options = parser.parse_args()
    file = Path(options.story)
    story = open_story(file) if file.is_file() else find_story(options.story)
    mapping = Mapping(senses_for(story, None))
    game, dice = JerichoInterpreter(story, seed=1), Random(0)
    seen = game.start()
    mapping.observe("", seen)
    kept, collector = game.snapshot(), Collector()
    times: list[float] = []
    alone: list[float] = []
    gc.collect()
    gc.freeze()  # what stands in memory before is none of the turns' cost
    for turn in range(options.turns):
        if seen.wants is Wants.NOTHING or question_in(seen.text) is Question.RESTART:
            game.restore(kept)
            command = LOOK
        elif seen.wants is Wants.KEY:
            command = KEY
        else:
            command = dice.choice(DIRECTIONS if dice.random() < WALKED else OTHERS)
        seen = game.send(command)
        began, collected = time.process_time(), collector.taken
        mapping.observe(command, seen)
        times.append(1000 * (time.process_time() - began))
        alone.append(times[-1] - 1000 * (collector.taken - collected))
        if turn % KEPT == 0 and seen.wants is Wants.LINE:
            kept = game.snapshot()
    game.close()
    tenth = max(1, options.turns // 10)
    for first in range(0, len(times), tenth):
        part, own = times[first : first + tenth], alone[first : first + tenth]
        worst = f"worst {max(part):4.0f} ({max(own):.0f}) ms"
        print(f"from turn {first:6}: median {statistics.median(part):6.2f} ms, {worst}")
    memory = mapping.state.text_memory
    print(f"{len(mapping.state.map.rooms)} rooms, {len(memory.texts)} descriptions")


if __name__ == "__main__":
    main()
