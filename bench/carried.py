"""How right what is told as carried is, beside the story's own INVENTORY.

    python bench/carried.py --walks FOLDER --list FILE [--half tune] [--perception text] [--asks]

The walks, the list and the stories are those of `bench/published_maps.py`. Every third turn of a
walk the story is asked for INVENTORY on a copy, which the walker does not see; what it lists is
held against what the picture would tell as carried, by the words of the names. `--asks`: the senses
ask a copy after each turn, as a company does that may try on copies (`glancing.py`). Counts alone
are told.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

from published_maps import Walk, walks
from rich.console import Console
from rich.table import Table

from ludens.adventure.company import senses_for
from ludens.adventure.glancing import asked
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.mapping import Mapping
from ludens.adventure.perception.facts import Holder
from ludens.adventure.perception.items_text import inventory_in
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY

EVERY = 3
"""Turns between two questions."""
MOST = 250
"""Turns of a walk."""
WORD = re.compile(r"[a-z']+")


@dataclass
class Count:
    """What was listed and told, and what of it has no like on the other side."""

    listed: int = 0
    missing: int = 0
    told: int = 0
    false: int = 0

    def hold(self, listed: list[str], told: list[str]) -> None:
        """Hold what is told against what is listed."""
        self.listed += len(listed)
        self.told += len(told)
        self.missing += sum(not _is_among(name, told) for name in listed)
        self.false += sum(not _is_among(name, listed) for name in told)


def _is_among(name: str, names: list[str]) -> bool:
    words = set(WORD.findall(name))
    return any(words & set(WORD.findall(other)) for other in names)


def counted(walk: Walk, perception: str, *, asks: bool) -> Count:
    """Return the counts of one walk."""
    game, count = JerichoInterpreter(walk.story, seed=walk.seed), Count()
    words = Vocabulary(walk.story.data)
    by_state = perception == "state"
    try:
        seen = game.start()
        found = calibrate(game, walk.story.data, seen) if by_state else None
        seen = game.start()
        mapping = Mapping(senses_for(walk.story, found))
        mapping.observe("", seen, game.memory() if by_state else None)
        for turn, step in enumerate(walk.steps[:MOST]):
            keys = 0
            while step["command"] and seen.wants is Wants.KEY and keys < MOST:
                seen, keys = game.send(" "), keys + 1
                mapping.observe(" ", seen, game.memory() if by_state else None)
            if seen.wants is not Wants.LINE:
                break
            command = str(step["command"])
            seen = game.send(command)
            mapping.observe(command, seen, game.memory() if by_state else None)
            if seen.wants is not Wants.LINE:
                continue
            here = game.snapshot()
            if asks:
                for event in asked(mapping.perception, mapping.state, game, here, words):
                    mapping.state.apply(event)
            if turn % EVERY == EVERY - 1:
                facts = inventory_in(game.send("inventory").text)
                game.restore(here)
                items = mapping.state.items
                if facts is not None:
                    count.hold(
                        [one.name.lower() for one in facts if one.holder is Holder.INVENTORY],
                        [items.known[id_].name.lower() for id_ in items.at(INVENTORY)],
                    )
    except InterpreterFault:
        pass
    finally:
        game.close()
    return count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--walks", type=Path, required=True)
    parser.add_argument("--list", type=Path, required=True)
    parser.add_argument("--half", choices=("tune", "report"), default="tune")
    parser.add_argument("--perception", choices=("state", "text"), default="text")
    parser.add_argument("--asks", action="store_true", help="a copy is asked after each turn")
    parser.add_argument("--only", nargs="*", default=[], help=argparse.SUPPRESS)
    options = parser.parse_args()
    table, total = Table("story", "listed", "missing", "told", "false"), Count()
    for walk in walks(options, Console()):
        count = counted(walk, options.perception, asks=options.asks)
        row = (count.listed, count.missing, count.told, count.false)
        table.add_row(walk.name, *map(str, row))
        total.listed, total.missing = total.listed + count.listed, total.missing + count.missing
        total.told, total.false = total.told + count.told, total.false + count.false
    table.add_row("all", *map(str, (total.listed, total.missing, total.told, total.false)))
    Console().print(table)


if __name__ == "__main__":
    main()
