"""A suite's file: which cells follow from it, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludens.bench.lineups import chosen_players, players_instead
from ludens.bench.suite import Suite, SuiteError, read_suite
from ludens.episode.errors import LudensError
from ludens.episode.state import merged
from ludens.games import GAMES, adventurers, storytellers, table_names
from ludens.settings import check_settings

SUITE = """
name = "small"
seeds = 2
models = ["offline"]
[adventure]
stories = ["drowned_clock"]
[mafia]
seats = [5]
[settings.limits]
turns = 8
[variants.plain]
[variants.text.adventure]
perception = "text"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "suite.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_subject_is_played_with_every_seed_in_every_variant(tmp_path: Path) -> None:
    suite = read_suite(written(tmp_path, SUITE))
    cells = [(cell.game, cell.subject, cell.seed, cell.variant) for cell in suite.cells()]
    assert len(cells) == len(set(cells)) == suite.size == 2 * 2 * 2
    assert [cell[2] for cell in cells] == [1] * 4 + [2] * 4, "one seed of everything first"


def test_two_cells_never_share_an_episode_even_when_their_settings_are_the_same(
    tmp_path: Path,
) -> None:
    suite = read_suite(written(tmp_path, SUITE))
    keys = [cell.episode().settings["bench"]["cell"] for cell in suite.cells()]
    assert len(set(keys)) == len(keys)


def test_a_variant_lays_its_settings_over_the_suites(tmp_path: Path) -> None:
    suite = read_suite(written(tmp_path, SUITE))
    text = next(c for c in suite.cells() if c.variant == "text" and c.game == "adventure")
    assert text.settings().adventure.perception == "text"
    assert text.settings().limits.turns == 8


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = 'x'", "nothing to play"),
        ("name = 'x'\nseeds = [1, 1]\n[adventure]\nstories = ['a']", "named twice"),
        ("name = 'x'\nstory = 1\n[adventure]\nstories = ['a']", "story"),
        ("name = ", "not valid TOML"),
        (
            "name = 'x'\n[adventure]\nstories = ['drowned_clock']\n[settings.advent]\nx = 1",
            "advent",
        ),
        (
            "name = 'x'\n[adventure]\nstories = ['drowned_clock']\n"
            "[variants.a.adventure.stuck]\non_stuck = 'fly'",
            "adventure.stuck.on_stuck",
        ),
    ],
)
def test_a_wrong_suite_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(LudensError, match=complaint) as caught:
        read_suite(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_missing_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="there is no file"):
        read_suite(tmp_path / "none.toml")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_by_lot_and_by_a_model_after_that(game: str) -> None:
    def named(laid: dict[str, Any]) -> str:
        settings = check_settings(laid)
        return {"adventure": adventurers, "mafia": table_names, "story": storytellers}[game](
            settings
        )

    by_lot = chosen_players(game, "random")
    assert named(by_lot) == "random"
    assert named(merged(by_lot, players_instead(game, by_lot, "random"))) == "random"
    for model in ("offline", "openai/a"):
        assert named(merged(by_lot, players_instead(game, by_lot, model))) == model


def test_a_model_may_play_bare_or_at_random() -> None:
    suite = Suite.model_validate(
        {
            "name": "x",
            "models": ["random", "openai/a"],
            "mafia": {"seats": [5]},
            "seeds": [3],
        }
    )
    random, model = (cell.settings() for cell in suite.cells())
    assert random.mafia.player == "random"
    assert model.llm.models["default"].models == ("openai/a",)
