"""The two stuck episodes that the seeds describe, told anew, and whole plays that were not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from adventure.playthrough import walkthrough
from adventure.scripted import play_script
from adventure.stuck.tale import Tale
from ludens.adventure.mazes.events import MazeDetected
from ludens.adventure.stuck.analysis import Analysis, analyse
from ludens.adventure.stuck.settings import StuckSettings

SETTINGS = StuckSettings()
STORIES = ("drowned_clock", "four_parts_copper", "lastwell")


def the_dam() -> Tale:
    """Seed 001: 341 turns, 40 points by turn 105, then 235 turns between three places."""
    dice = Random("the dam")
    tale = Tale()
    for turn in range(1, 106):
        scores = turn % 20 == 5
        tale.turn(f"room {turn // 3}", f"act {turn}", score=turn // 20 * 8 if scores else None)
    spent = {"dam": 139, "dam lobby": 26, "maintenance room": 37, "dam base": 20, "canyon": 14}
    tale.known.update(spent)
    while any(spent.values()):
        there = dice.choices([*spent], [*spent.values()])[0]
        stay = min(spent[there], dice.randint(1, 4))
        spent[there] -= stay
        for _ in range(stay):
            acts = ["push button", "turn bolt with wrench", "take wrench", "drop wrench", "look"]
            tale.turn(there, dice.choice(acts))
    return tale


def the_plateau() -> Tale:
    """Seed 002: 273 turns, of which 39 pass at 10 points up to turn 60, and more later."""
    dice = Random("the plateau")
    tale = Tale()
    tale.known.update(f"hall {number}" for number in range(4))
    gains = {3: 5, 20: 10, 150: 25, 160: 35}
    for turn in range(1, 274):
        room = f"hall {dice.randrange(4)}"
        tale.turn(room, f"act {dice.randrange(60)}", score=gains.get(turn))
    return tale


def test_the_first_stuck_episode_is_noticed_at_once_and_ended() -> None:
    tale = the_dam()
    found = analyse(tale.turns, SETTINGS, calls=dict.fromkeys(range(1, 342), 4))
    assert found.turns == 341
    loops = [action for action in found.actions if action.kind in ("camping", "oscillation")]
    assert min(action.turn for action in loops if action.turn > 105) <= 117
    assert found.termination == 145
    assert found.turns_saved == 196
    assert found.calls_saved == 4 * 196
    assert found.visits["dam"] == 139
    assert found.visits["maintenance room"] == 37


def test_the_second_stuck_episode_is_ended_at_turn_sixty() -> None:
    found = analyse(the_plateau().turns, SETTINGS)
    assert found.termination == 60
    assert found.turns_saved == 213
    assert [period.first for period in found.stuck] == [21, 161]


def test_three_fifths_of_both_stuck_episodes_are_saved() -> None:
    found = [analyse(tale.turns, SETTINGS) for tale in (the_dam(), the_plateau())]
    assert sum(one.turns_saved for one in found) >= 0.6 * sum(one.turns for one in found)


def test_other_settings_give_another_verdict() -> None:
    patient = StuckSettings.model_validate({"velocity": {"max_turns": 200}})
    assert analyse(the_plateau().turns, patient).termination is None
    score_only = StuckSettings.model_validate({"velocity": {"progress": ["score"]}})
    assert analyse(the_dam().turns, score_only).termination == 145


@pytest.mark.parametrize(
    ("story", "perception"),
    [
        pytest.param(
            story,
            perception,
            marks=[pytest.mark.long] * ((story, perception) != ("lastwell", "state")),
        )
        for perception in ("state", "text")
        for story in STORIES
    ],
)
def test_a_walkthrough_is_never_taken_for_stuck_nor_for_a_maze(
    story: str, perception: str, tmp_path: Path
) -> None:
    turns = play_script(story, walkthrough(story), tmp_path, perception=perception)
    found = analyse(turns, SETTINGS)
    assert found.termination is None
    assert found.turns > 2 * SETTINGS.velocity.max_turns
    noticed = [event for _, events in turns for event in events if isinstance(event, MazeDetected)]
    # The dunes of the long story are a maze, and may be noticed.
    assert all("dunes" in event.title for event in noticed)


def test_an_analysis_says_nothing_that_json_cannot() -> None:
    found = analyse(the_dam().turns, SETTINGS)
    assert Analysis.model_validate(json.loads(found.model_dump_json())) == found
