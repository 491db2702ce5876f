"""The same suite gives the same scores wherever it is played and kept; a killed worker harms none.

SQLite and PostgreSQL, this process, processes and Ray.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import psutil
import pytest

from begun import new_store
from bench.test_running import SUITE, HereExecutor
from ludens.bench.comparing import compare
from ludens.bench.executors import ExecutorError, executor
from ludens.bench.measures import Measured, measured
from ludens.bench.report import lines as report_lines
from ludens.bench.running import Progress, SuiteRun
from ludens.bench.suite import Suite, SuiteError, read_prompts
from ludens.episode.store import Store

Score = tuple[object, ...]


def scores(results: list[Measured]) -> list[Score]:
    return [(one.group, one.seed, one.value, one.turns, one.outcome) for one in results]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> list[Score]:
    """The suite played in this process on SQLite."""
    url = str(tmp_path_factory.mktemp("truth") / "store.db")
    store = new_store(url)
    SuiteRun(store, url, SUITE, HereExecutor()).play()
    found = scores(measured(store, SUITE.name))
    store.close()
    assert len(found) == 4
    return found


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)  # SQLite: those that follow
def test_processes_write_the_same_scores_to_either_database(
    truth: list[Score], store_url: str
) -> None:
    store = Store.open(store_url)
    with executor("local", 2) as made:
        assert SuiteRun(store, store_url, SUITE, made).play().finished == 4
    assert scores(measured(store, SUITE.name)) == truth
    store.close()


@pytest.mark.long  # in one process after thousands of other tests Ray's worker does not come up
def test_ray_writes_the_same_scores(truth: list[Score], tmp_path: Path) -> None:
    _check_ray(truth, str(tmp_path / "store.db"))


@pytest.mark.long
def test_ray_writes_the_same_scores_to_either_database(truth: list[Score], store_url: str) -> None:
    _check_ray(truth, store_url)


def _check_ray(truth: list[Score], store_url: str) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ludens[ray]'")
    store = Store.open(store_url)
    with executor("ray", 2) as made:
        assert SuiteRun(store, store_url, SUITE, made).play().finished == 4
    assert scores(measured(store, SUITE.name)) == truth
    store.close()


@pytest.mark.parametrize("name", ["local", pytest.param("ray", marks=pytest.mark.long)])
def test_a_killed_worker_loses_nothing_and_no_cell_is_counted_twice(
    truth: list[Score], tmp_path: Path, name: str
) -> None:
    if name == "ray":
        pytest.importorskip("ray", reason="Ray is not installed: pip install 'ludens[ray]'")
    killed: list[int] = []

    def kill_once(progress: Progress) -> None:
        workers = [c for c in psutil.Process().children(recursive=True) if _plays(c, name)]
        if progress.played and not killed and workers:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    url = str(tmp_path / "store.db")
    store = new_store(url)
    with executor(name, 2) as made:
        progress = SuiteRun(store, url, SUITE, made, on_progress=kill_once).play()
    assert killed
    assert (progress.finished, progress.failed) == (4, 0)
    assert scores(measured(store, SUITE.name)) == truth
    cells = [row.settings["bench"]["cell"] for row in store.episodes()]
    assert len(cells) == len(set(cells)) == 4, "its episode goes on; it is not begun anew"
    store.close()


def test_a_pool_that_a_dying_worker_broke_is_replaced(truth: list[Score], tmp_path: Path) -> None:
    from pebble.pool.base_pool import PoolStatus

    url = str(tmp_path / "store.db")
    store = new_store(url)
    with executor("local", 2) as made:
        broken = made._pool  # type: ignore[attr-defined]

        def break_once(progress: Progress) -> None:
            if progress.played == 1:
                broken._context.status = PoolStatus.ERROR

        progress = SuiteRun(store, url, SUITE, made, on_progress=break_once).play()
        assert made._pool is not broken  # type: ignore[attr-defined]
    assert (progress.finished, progress.failed) == (4, 0)
    assert scores(measured(store, SUITE.name)) == truth
    store.close()


def _plays(child: psutil.Process, name: str) -> bool:
    """Tell whether a process plays an episode now; Ray writes into its workers' titles."""
    try:
        line = " ".join(child.cmdline())
    except psutil.Error:
        return False
    return "spawn_main" in line if name == "local" else line.startswith("ray::work")


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
    store = new_store(url)
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 2
    results = measured(store, "books")
    assert [(one.game, one.subject, one.turns) for one in results] == [
        ("story", "bell_at_low_harrow", 3)
    ] * 2
    assert all(one.value is not None for one in results)
    store.close()


def test_referees_of_a_book_are_compared_on_prompts_of_known_truth(tmp_path: Path) -> None:
    prompts = tmp_path / "prompts.jsonl"
    own = ["Who rings the bell at Low Harrow?", "Ask about the bell", "Where does the ferry land?"]
    foreign = ["How did the astronaut repair the reactor?", "Why did the wolf eat the grandmother?"]
    lines = [{"prompt": text, "supported": text in own} for text in (*own, *foreign)]
    prompts.write_text("\n".join(map(json.dumps, lines)))
    suite = Suite.model_validate(
        {
            "name": "referees",
            "seeds": [1],
            "models": ["offline", "bm25", "coverage"],
            "story": {"corpora": ["bell_at_low_harrow"], "prompts": str(prompts)},
            "settings": {"story": {"embeddings": "none"}},
        }
    )
    url = str(tmp_path / "store.db")
    store = new_store(url)
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 3
    results = measured(store, "referees")
    assert {one.model: len(one.verdicts) for one in results} == dict.fromkeys(suite.models, 5)
    scores = {one.model: [v.score for v in one.verdicts] for one in results}
    assert len({tuple(found) for found in scores.values()}) == 3, "each weighs otherwise"
    for one in results:
        assert (one.most, one.share) == (1.0, one.value)
        pairs = [
            (a, b) for a in one.verdicts for b in one.verdicts if a.is_supported > b.is_supported
        ]
        higher = sum((a.score > b.score) + (a.score == b.score) / 2 for a, b in pairs)
        assert one.value == pytest.approx(higher / len(pairs))
    (line, *_) = [line for line in report_lines(results) if line.model == "offline"]
    assert line.false_accepts == 0.0
    assert line.own_accepted == 1.0
    sides = [[one for one in results if one.model == name] for name in ("offline", "bm25")]
    assert compare(*sides, ("offline", "bm25"))[0].measure == "the referee's AUROC"
    store.close()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"prompt": "Who?"}', "each line must be like"),
        ('{"prompt": "Who?", "supported": true}', "some prompts must be supported"),
    ],
)
def test_prompts_without_a_truth_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    prompts = tmp_path / "prompts.jsonl"
    prompts.write_text(text)
    with pytest.raises(SuiteError, match=complaint):
        read_prompts(prompts)


def test_an_executor_that_is_not_there_is_named() -> None:
    with pytest.raises(ExecutorError, match="choose local or ray"), executor("slurm", 1):
        pass
