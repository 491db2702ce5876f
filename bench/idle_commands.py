"""What a walk through a published story loses without the commands that seem to come to nothing.

    python bench/idle_commands.py --walks FOLDER --list FILE [--half tune] [--only NAME ...]

Where a mind may try commands on a copy, what is refused, not understood or only looks is told from
there and never typed (`idling.py`). Whoever wrote the walk typed it, so it shows whether something
hidden hung on it: the walk is played again with a LOOK for each such command that takes time, and
without those that the parser did not understand. `idle`: how many they are; `points`: the walk's
own, those without all that seems idle, and those without what leaves no trace in memory either.
Random numbers fall otherwise then, so a walk may lose points by that alone. FOLDER and FILE are
those of `published_maps.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from published_maps import Walk, walks
from rich.console import Console

from ludens.adventure.company import senses_for
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.idling import leaves_a_trace, seems_idle
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.mapping import Mapping
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.vocabulary import Vocabulary

MOST = 5000
"""Points that no story has: the counter is not set yet."""


@dataclass
class Idle:
    """Commands of a walk that seem idle, by their place in it."""

    seeming: set[int] = field(default_factory=set)
    traceless: set[int] = field(default_factory=set)
    timeless: set[int] = field(default_factory=set)
    """Those that the parser did not understand."""


def idle_in(walk: Walk, game: JerichoInterpreter, mapping: Mapping, words: Vocabulary) -> Idle:
    """Follow a walk, and return what of it seems idle."""
    found = Idle()
    seen = game.start()
    mapping.observe("", seen, game.memory())
    for number, step in enumerate(walk.steps):
        if seen.wants is Wants.NOTHING:
            break
        command, state = str(step["command"]), mapping.state
        asked = seen.wants is not Wants.LINE or question_in(state.text) is not None
        before, here = Before.of(state), game.snapshot()
        seen = game.send(command)
        percept = Percept(command, seen, game.memory())
        mapping.observe(command, seen, percept.memory)
        text, events = seen.text, mapping.turns[-1]
        judged: CommandJudged = judge_command(before, words, command, text, events)
        if asked or not seems_idle(percept, judged):
            continue
        found.seeming.add(number)
        if judged.effect is Effect.NOT_UNDERSTOOD:
            found.timeless.add(number)
        after = game.snapshot()
        game.restore(here)
        if not leaves_a_trace(game, here, words, percept, judged):
            found.traceless.add(number)
        game.restore(after)
    return found


def points(
    walk: Walk, game: JerichoInterpreter, probe: Probe, without: Collection[int], idle: Idle
) -> int:
    """Return the most points that a walk has without some of its commands."""
    seen, best = game.start(), 0
    for number, step in enumerate(walk.steps):
        if seen.wants is Wants.NOTHING:
            break
        if number in without and number in idle.timeless:
            continue
        seen = game.send("look" if number in without else str(step["command"]))
        memory = game.memory()
        score = probe.read(memory).score if memory is not None else None
        best = max(best, score) if score is not None and score < MOST else best
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--walks", type=Path, required=True)
    parser.add_argument("--list", type=Path, required=True)
    parser.add_argument("--half", choices=("tune", "report"))
    parser.add_argument("--only", nargs="+", default=[])
    options = parser.parse_args()
    shares: list[tuple[float, float]] = []
    for walk in walks(options, Console()):
        game = JerichoInterpreter(walk.story, seed=walk.seed)
        try:
            calibration = calibrate(game, walk.story.data, game.start())
            mapping = Mapping(senses_for(walk.story, calibration))
            probe = Probe(walk.story.data, calibration)
            idle = idle_in(walk, game, mapping, Vocabulary(walk.story.data))
            whole = points(walk, game, probe, (), idle)
            seeming = points(walk, game, probe, idle.seeming, idle)
            traceless = points(walk, game, probe, idle.traceless, idle)
        except InterpreterFault as fault:
            print(f"{walk.name}: the interpreter failed ({fault})", flush=True)
            continue
        finally:
            game.close()
        print(
            f"{walk.name}: {len(walk.steps)} commands, idle {len(idle.seeming)}, without a trace "
            f"{len(idle.traceless)}; points {whole}, {seeming}, {traceless}",
            flush=True,
        )
        if whole:
            shares.append((seeming / whole, traceless / whole))
    if shares:
        means = (sum(pair[side] for pair in shares) / len(shares) for side in (0, 1))
        print("kept of the points, mean: {:.3f}, {:.3f}".format(*means))


if __name__ == "__main__":
    main()
