"""The walkthroughs of generated games are never taken for stuck."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adventure.scripted import play_script
from ludens.adventure.story_library import NEEDED
from ludens.adventure.stuck.analysis import analyse
from ludens.adventure.stuck.settings import StuckSettings

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in NEEDED),
        reason="needs TextWorld: pip install 'ludens[textworld]'",
    ),
]
GAMES = (
    ("tw-coin_collector", "--level", "60"),
    ("tw-coin_collector", "--level", "150"),
    ("tw-treasure_hunter", "--level", "20"),
    ("tw-simple", "--rewards", "sparse", "--goal", "detailed"),
)


@pytest.mark.parametrize("kind", GAMES, ids=" ".join)
def test_the_walkthrough_of_a_generated_game_is_never_taken_for_stuck(
    kind: tuple[str, ...], tmp_path: Path
) -> None:
    story = tmp_path / "game.z8"
    maker = Path(sys.executable).with_name("tw-make")
    made = [str(maker), *kind, "--seed", "1", "--output", str(story), "--silent"]
    subprocess.run(made, capture_output=True, check=True, timeout=600, cwd=tmp_path)
    told = json.loads(story.with_suffix(".json").read_text(encoding="utf-8"))
    commands = told["metadata"]["walkthrough"]
    turns = play_script(story, commands, tmp_path / "play", perception="text")
    assert len(turns) >= len(commands) > 0
    assert analyse(turns, StuckSettings()).termination is None
