"""Does a story's parser take the names by which the company knows things?

    python bench/thing_names.py --walks FOLDER --list FILE --half tune [--perceptions state text]

FOLDER and FILE are those of `published_maps.py`. Over the first 300 commands of each walk every
thing that is new in sight is examined on a copy of the story, called as a mind's step would be.

    as told   the names as they are printed, that the parser took
    in words  the same in the words that a step is typed with (`in_its_words`)
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from published_maps import Walk, walks
from rich.console import Console
from rich.table import Table

from ludens.adventure.agents.reply import in_its_words
from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Interpreter, InterpreterFault, explore
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.judgement import not_understood
from ludens.adventure.mapping import Keys, Mapping, map_story
from ludens.adventure.plan import Step
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY, in_room

COMMANDS = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="names of stories; all if none is given")
    parser.add_argument("--walks", type=Path, required=True, help="folder of the walks")
    parser.add_argument("--list", type=Path, required=True, help="the development stories")
    parser.add_argument("--half", choices=("tune", "report"), required=True)
    parser.add_argument("--perceptions", nargs="+", choices=("state", "text"), default=["state"])
    options = parser.parse_args()
    console = Console(width=100)
    for perception in options.perceptions:
        table = Table("story", title=f"Names that the parser takes, {perception}")
        for column in ("things", "as told", "in words"):
            table.add_column(column, justify="right")
        whole: Counter[str] = Counter()
        for walk in walks(options, console):
            found = counted(walk, perception)
            whole += found
            table.add_row(walk.name, *cells(found))
        table.add_section()
        table.add_row("all", *cells(whole), style="bold")
        console.print(table)
    return 0


def counted(walk: Walk, perception: str) -> Counter[str]:
    """Return how many things came into sight on a walk, and how many names of them were taken."""
    game = JerichoInterpreter(walk.story, seed=walk.seed)
    words = Vocabulary(walk.story.data)
    found: Counter[str] = Counter()
    seen: set[tuple[str, str]] = set()

    def watch(mapping: Mapping) -> None:
        items, here = mapping.state.items, mapping.state.map.here
        if here is None:
            return
        for id_ in (*items.visible_at(INVENTORY), *items.visible_at(in_room(here))):
            name = items.known[id_].name
            if (id_, name) in seen:
                continue
            seen.add((id_, name))
            told = Step(command=f"examine {name}")
            typed = in_its_words(told, items.known.values(), words)
            answers = [is_taken(game, step.command) for step in (told, typed)]
            if None not in answers:
                found.update(things=1, told=int(bool(answers[0])), typed=int(bool(answers[1])))

    try:
        calibration = None
        if perception == "state":
            calibration = calibrate(game, walk.story.data, game.start())
        senses = senses_for(walk.story, calibration)
        map_story(game, walk.commands[:COMMANDS], senses, keys=Keys.ALWAYS, watch=watch)
    finally:
        game.close()
    return found


def is_taken(game: Interpreter, command: str) -> bool | None:
    """Tell whether the parser takes a command; None where the story has no answer to it."""
    try:
        [trial] = explore(game, [command])
    except InterpreterFault:
        return None
    return None if trial.observation is None else not not_understood(trial.observation.text)


def cells(found: Counter[str]) -> list[str]:
    things = found["things"]
    shares = [f"{found[of] / things:.3f}" if things else "-" for of in ("told", "typed")]
    return [str(things), *shares]


if __name__ == "__main__":
    sys.exit(main())
