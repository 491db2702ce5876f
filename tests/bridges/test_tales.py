"""What stories came to, as TALES counts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from begun import new_store
from bench.test_running import SUITE, HereExecutor
from ludens.bench.measures import measured
from ludens.bench.running import SuiteRun
from ludens.bench.suite import Suite
from ludens.bridges.tales import tales_results


def test_a_players_figure_is_the_mean_over_games_of_the_score_by_the_most(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    settings = {"limits": {"turns": 30}, "adventure": {"perception": "text"}}
    suite = Suite.model_validate(
        {**SUITE.model_dump(mode="json", exclude_unset=True), "settings": settings}
    )
    SuiteRun(store, url, suite, HereExecutor()).play()
    told = tales_results(store, measured(store, "small"))
    assert [row["env_name"] for row in told["games"]] == ["JerichoEnvDrowned_Clock"] * 2
    shares = [row["highscore"] / row["max_score"] for row in told["games"]]
    assert [row["norm_score"] for row in told["games"]] == shares
    assert told["agents"]["offline"] == {
        "nb_games": 1,
        "mean_norm_score": pytest.approx(sum(shares) / 2),
    }
    for row in told["games"]:
        assert (row["nb_steps"], row["perception"], row["lookahead"]) == (30, "text", False)
    store.close()
