"""The floor of what maps must reach, held on a sample; bench/world_accuracy.py measures in full."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "bench"))

from worlds import inform_bare
from worlds.invented import compiled
from worlds.measure import Score, measure, same_inventory
from worlds.spec import invent
from worlds.truth import TruePlay, play
from worlds.walks import exploring_walk, random_walk

from adventure.playthrough import walkthrough
from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.mapping import Mapping, map_story
from ludens.adventure.stories import bundled_story

FLOOR = {"node recall": 0.96, "node precision": 0.95, "edge recall": 0.95, "right edges": 0.96}


def judged(game: TruePlay, *, by_state: bool) -> tuple[Score, bool]:
    """Map a walk, and say how right it is and whether the inventory always was."""
    commands = [turn.command for turn in game.turns[1:]]
    right: list[bool] = []

    def watch(mapping: Mapping) -> None:
        turn = game.turns[len(mapping.turns) - 1]
        right.append(turn.held is None or same_inventory(mapping, turn))

    senses = senses_for(game.story, game.calibration if by_state else None)
    mapping = map_story(game.interpreter, commands, senses, watch=watch if by_state else None)
    return measure(game.turns, mapping), all(right)


@cache
def walkthroughs() -> tuple[TruePlay, ...]:
    games = []
    for name in ("drowned_clock", "four_parts_copper"):
        game = TruePlay(open_story(bundled_story(name)))
        play(game, walkthrough(name)[:120])
        games.append(game)
    return tuple(games)


def test_state_perception_is_exactly_right() -> None:
    for game in walkthroughs():
        score, inventories = judged(game, by_state=True)
        assert score.worst == 1.0
        assert inventories
        assert score.unexplained == 0


def test_text_perception_reaches_the_floor_on_walkthroughs() -> None:
    held(judged(game, by_state=False)[0] for game in walkthroughs())


@pytest.mark.parametrize(
    "seeds",
    [pytest.param(range(100, 102)), pytest.param(range(100, 130), marks=pytest.mark.long)],
    ids=["sample", "many"],
)
def test_text_perception_reaches_the_floor_on_invented_worlds(seeds: range, tmp_path: Path) -> None:
    inform6 = shutil.which("inform6")
    if inform6 is None:
        pytest.skip("there is no inform6 on this machine")
    scores = []
    for seed in seeds:
        story = compiled(Path(inform6), tmp_path / f"{seed}.z3", inform_bare.source(invent(seed)))
        for walk in (random_walk, exploring_walk):
            game = TruePlay(open_story(story))
            try:
                walk(game, Random(seed), 150)
                scores.append(judged(game, by_state=False)[0])
            finally:
                game.close()
    held(scores)


def held(scores: Iterable[Score]) -> None:
    pooled = sum(scores, Score())
    assert pooled.node_recall >= FLOOR["node recall"]
    assert pooled.node_precision >= FLOOR["node precision"]
    assert pooled.edge_recall >= FLOOR["edge recall"]
    assert 1 - pooled.wrong_edges >= FLOOR["right edges"]
    assert pooled.unexplained == 0
