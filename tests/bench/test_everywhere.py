"""The same suite gives the same scores wherever it is played and kept; a killed worker harms none.

SQLite and PostgreSQL, this process, processes and Ray.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest

from bench.test_running import SUITE, HereExecutor
from ludens.bench.executors import ExecutorError, executor
from ludens.bench.measures import Measured, measured
from ludens.bench.running import Progress, SuiteRun
from ludens.bench.suite import Suite
from ludens.episode.store import Store

Score = tuple[object, ...]


def scores(results: list[Measured]) -> list[Score]:
    return [(one.group, one.seed, one.value, one.turns, one.outcome) for one in results]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> list[Score]:
    """The suite played in this process on SQLite."""
    url = str(tmp_path_factory.mktemp("truth") / "store.db")
    store = Store.open(url)
    SuiteRun(store, url, SUITE, HereExecutor()).play()
    found = scores(measured(store, SUITE.name))
    store.close()
    assert len(found) == 4
    return found


def test_processes_write_the_same_scores_to_either_database(
    truth: list[Score], store_url: str
) -> None:
    store = Store.open(store_url)
    with executor("local", 2) as made:
        assert SuiteRun(store, store_url, SUITE, made).play().finished == 4
    assert scores(measured(store, SUITE.name)) == truth
    store.close()


def test_ray_writes_the_same_scores_to_either_database(truth: list[Score], store_url: str) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ludens[ray]'")
    store = Store.open(store_url)
    with executor("ray", 2) as made:
        assert SuiteRun(store, store_url, SUITE, made).play().finished == 4
    assert scores(measured(store, SUITE.name)) == truth
    store.close()


def test_a_killed_worker_loses_nothing_and_no_cell_is_counted_twice(
    truth: list[Score], tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill_once(progress: Progress) -> None:
        if progress.played and not killed:
            workers = [c for c in psutil.Process().children() if _is_worker(c)]
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    url = str(tmp_path / "store.db")
    store = Store.open(url)
    with executor("local", 2) as made:
        progress = SuiteRun(store, url, SUITE, made, on_progress=kill_once).play()
    assert killed
    assert (progress.finished, progress.failed) == (4, 0)
    assert scores(measured(store, SUITE.name)) == truth
    cells = [row.settings["bench"]["cell"] for row in store.episodes()]
    assert len(cells) == len(set(cells)) == 4, "its episode goes on; it is not begun anew"
    store.close()


def _is_worker(child: psutil.Process) -> bool:
    return "spawn_main" in " ".join(child.cmdline())


def test_a_book_is_played_in_a_suite(tmp_path: Path) -> None:
    suite = Suite.model_validate(
        {
            "name": "books",
            "seeds": [1],
            "story": {"corpora": ["bell_at_low_harrow"]},
            "settings": {"limits": {"turns": 3}, "story": {"embeddings": "none"}},
            "variants": {"plain": {}, "few": {"story": {"passages": 2}}},
        }
    )
    url = str(tmp_path / "store.db")
    store = Store.open(url)
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 2
    results = measured(store, "books")
    assert [(one.game, one.subject, one.turns) for one in results] == [
        ("story", "bell_at_low_harrow", 3)
    ] * 2
    assert all(one.value is not None for one in results)
    store.close()


def test_an_executor_that_is_not_there_is_named() -> None:
    with pytest.raises(ExecutorError, match="choose local or ray"), executor("slurm", 1):
        pass
