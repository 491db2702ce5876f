"""What holds of every story that ships with Ludens."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adventure.playthrough import SOURCES, Playthrough, walkthrough
from ludens.adventure.stories import UnknownStoryError, bundled, bundled_story, describe

NAMES = [story.name for story in bundled()]


@pytest.mark.skipif(
    shutil.which("inform6") is None,
    reason="needs the Inform 6 compiler (Debian: inform6-compiler, inform6-library)",
)
def test_every_source_compiles_to_the_bytes_in_the_package() -> None:
    build = [sys.executable, str(SOURCES / "build.py"), "--check"]
    result = subprocess.run(build, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.skipif(
    shutil.which("inform6") is None,
    reason="needs the Inform 6 compiler (Debian: inform6-compiler, inform6-library)",
)
def test_a_changed_source_is_told_from_the_compiled_story(tmp_path: Path) -> None:
    project = tmp_path / "elsewhere"
    shutil.copytree(SOURCES, project / "stories")
    compiled = project / "src" / "ludens" / "adventure" / "stories"
    shutil.copytree(bundled_story(NAMES[0]).parent, compiled)
    source = project / "stories" / f"{NAMES[0]}.inf"
    source.write_text(
        source.read_text(encoding="utf-8").replace('Constant Story "', 'Constant Story "Not ', 1),
        encoding="utf-8",
    )
    build = [sys.executable, str(project / "stories" / "build.py"), "--check"]
    result = subprocess.run(build, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert f"is not what {NAMES[0]}.inf compiles to" in result.stderr
    assert result.stderr.count("\n") == 1, "only the changed story is named"


def test_every_source_is_in_the_catalogue_and_has_a_walkthrough() -> None:
    sources = {source.stem for source in SOURCES.glob("*.inf")}
    assert sources == set(NAMES)
    assert sources == {source.stem for source in SOURCES.glob("*.walkthrough")}
    for story in bundled():
        assert bundled_story(story.name).is_file()
        assert story.file.startswith(f"{story.name}.z")
        assert "\n" not in story.blurb


def test_the_story_to_begin_with_comes_first() -> None:
    assert NAMES[0] == "drowned_clock"


def test_an_unknown_story_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownStoryError, match="did you mean 'drowned_clock'"):
        bundled_story("drownd_clock")
    with pytest.raises(UnknownStoryError, match="there are: drowned_clock"):
        describe("xxxx")


@pytest.mark.parametrize("name", NAMES)
def test_the_walkthrough_reaches_the_full_score_and_the_victory(name: str) -> None:
    play = Playthrough(name)
    said = play.all(walkthrough(name))
    full = describe(name).max_score
    assert play.ended
    assert "You have won" in said
    assert play.score == full
    assert f"{full} out of a possible {full}" in said


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n != "drowned_clock")) for n in NAMES]
)
def test_a_story_answers_the_same_whatever_the_seed(name: str) -> None:
    one, other = Playthrough(name, seed=1), Playthrough(name, seed=20_000)
    assert one.opening == other.opening
    for command in walkthrough(name):
        assert one.do(command) == other.do(command), command
