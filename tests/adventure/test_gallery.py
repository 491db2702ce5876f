"""The gallery's very small stories can be solved, and the bench plays them."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import warnings
from pathlib import Path

import jericho
import pytest

from ludens.adventure.interpreter.story_file import open_story

sys.path.append(str(Path(__file__).parents[2] / "bench"))

import gallery

pytestmark = pytest.mark.skipif(
    shutil.which("inform6") is None,
    reason="needs the Inform 6 compiler (Debian: inform6-compiler, inform6-library)",
)
STORIES = [source for folder in gallery.SETS.values() for source in gallery.sources(folder)]
MOST_COMMANDS = 30


def walkthrough(source: Path) -> list[str]:
    """Return the commands that solve a story."""
    return source.with_suffix(".walkthrough").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("source", STORIES, ids=lambda source: source.stem)
def test_every_story_is_solved_in_few_commands(source: Path, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
        frotz = jericho.FrotzEnv(str(gallery.compiled(source, tmp_path)), seed=1)
    frotz.reset()
    commands = walkthrough(source)
    assert len(commands) <= MOST_COMMANDS
    said = [frotz.step(command)[0] for command in commands]
    assert "You have won" in said[-1], said
    assert re.search(r"you scored 10 out of a possible 10", said[-1]), said[-1]


def test_both_sets_have_stories_and_share_none() -> None:
    names = [source.stem for source in STORIES]
    assert len(set(names)) == len(names)
    assert all(gallery.sources(folder) for folder in gallery.SETS.values())


def test_the_bench_tells_what_share_of_a_story_the_company_solves(tmp_path: Path) -> None:
    story = open_story(gallery.compiled(gallery.SETS["gallery"] / "magpie.inf", tmp_path))
    options = argparse.Namespace(
        seeds=[1], perception="text", turns=40, set="{}", transcripts=tmp_path
    )
    row = gallery.play_story(story, "offline", options)
    assert (row.name, row.player) == ("magpie", "offline")
    assert 0 <= row.solved <= row.share <= 1
    assert 0 < row.turns <= 40
    assert (tmp_path / "magpie-offline-text-1.txt").read_text(encoding="utf-8")
    assert "magpie" in gallery.line(row.name, [row])
