"""A suite is played: resumed, retried, stopped by its ceiling, the same wherever it is played."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from begun import new_store
from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Reply
from ludens.bench.comparing import NothingToCompareError, compare
from ludens.bench.executors import play
from ludens.bench.formats import Format, filled, written, written_comparison
from ludens.bench.measures import measured
from ludens.bench.report import lines
from ludens.bench.running import SuiteRun, costs
from ludens.bench.suite import Suite, suite_of
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events
from ludens.episode.store import Store
from ludens.mafia.events import GameDecided, MindKept
from ludens.mafia.game import Mafia
from ludens.mafia.roles import ROLES, Team

SUITE = Suite.model_validate(
    {
        "name": "small",
        "seeds": [1, 2],
        "adventure": {"stories": ["drowned_clock"]},
        "mafia": {"seats": [5]},
        "settings": {"limits": {"turns": 6}},
    }
)


class HereExecutor:
    """Plays in this process, one after the other; some episodes may be lost on the way."""

    workers = 1

    def __init__(self, lost: int = 0, url: str | None = None) -> None:
        self.lost, self.played = lost, []
        self._waiting: list[tuple[str, str]] = []

    def submit(self, store: str, episode: str) -> None:
        self._waiting.append((store, episode))

    def finished(self) -> Iterator[tuple[str, str | None]]:
        store, episode = self._waiting.pop(0)
        if self.lost > 0:
            self.lost -= 1
            yield episode, "the worker ended"
            return
        self.played.append(episode)
        yield episode, play(store, episode)

    def stop(self) -> None:
        pass


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = Store.open(store_url)
    yield opened
    opened.close()


def test_finished_cells_are_not_played_again(store: Store, store_url: str) -> None:
    first = SuiteRun(store, store_url, SUITE, HereExecutor()).play()
    assert (first.cells, first.finished, first.played, first.left) == (4, 4, 4, 0)
    again = HereExecutor()
    assert SuiteRun(store, store_url, SUITE, again).play().played == 0
    assert not again.played


def test_an_interrupted_suite_goes_on_where_it_stands(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store, here = new_store(url), HereExecutor()
    stopped = SuiteRun(store, url, SUITE, here, paused=lambda: len(here.played) == 2).play()
    assert (stopped.finished, stopped.left, stopped.halted) == (2, 2, "interrupted")
    assert SuiteRun(store, url, SUITE, HereExecutor()).play().finished == 4
    assert len(measured(store, "small")) == 4
    store.close()


def test_a_lost_worker_costs_a_try_and_no_cell_is_counted_twice(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    progress = SuiteRun(store, url, SUITE, HereExecutor(lost=2)).play()
    assert (progress.finished, progress.failed) == (4, 0)
    assert "the worker ended" in progress.complaint
    assert len(measured(store, "small")) == 4
    assert len(store.episodes()) == 4, "a lost episode goes on; it is not begun anew"
    store.close()


def test_a_cell_whose_model_is_down_is_no_score_and_goes_on_when_it_is_back(
    tmp_path: Path,
) -> None:
    down = True

    def reply(_: Asked) -> Answer:
        return Failure(503) if down else Reply('{"reasoning": "Well.", "command": "look"}')

    url = str(tmp_path / "store.db")
    store = new_store(url)
    with in_a_thread(OpenAIServer(reply)) as server:
        retries = {"attempts": 1, "longest_outage": 0}
        provider = {"base_url": server.base_url}
        suite = Suite.model_validate(
            {
                "name": "down",
                "seeds": [1],
                "models": ["compatible/some-model"],
                "adventure": {"stories": ["drowned_clock"]},
                "settings": {
                    "limits": {"turns": 3},
                    "llm": {"retries": retries, "providers": {"compatible": provider}},
                },
            }
        )
        progress = SuiteRun(store, url, suite, HereExecutor()).play()
        assert (progress.finished, progress.failed) == (0, 1)
        assert "failed (" in progress.complaint
        assert measured(store, "down") == []
        down = False
        assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 1
        (row,) = store.episodes()
        assert row.turns == 3
    store.close()


def test_a_suite_asks_the_server_that_this_machine_knows_and_is_the_same_suite_elsewhere(
    tmp_path: Path,
) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    model = "compatible/some-model"
    limits = {"limits": {"turns": 1}}
    suite = SUITE.model_copy(
        update={"models": (f"bare:{model}",), "mafia": None, "seeds": (1,), "settings": limits}
    )
    nowhere = {"compatible": {"base_url": "http://127.0.0.1:9/v1"}}
    run = SuiteRun(store, url, suite, HereExecutor(), providers=nowhere)
    with pytest.raises(LudensError, match=r"nothing answers at http://127\.0\.0\.1:9/v1"):
        run.require_servers()
    with in_a_thread(OpenAIServer(lambda _: Reply("look"))) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = SuiteRun(store, url, suite, HereExecutor(), providers=here)
        run.require_servers()
        assert run.play().played == 1
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 1
    store.close()


def test_a_cell_that_fails_again_and_again_is_given_up_and_shown(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    progress = SuiteRun(store, url, SUITE, HereExecutor(lost=99)).play()
    assert (progress.finished, progress.failed) == (0, 4)
    store.close()


def test_no_cell_is_begun_once_the_ceiling_is_reached(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)

    rates = {"some-model": {"input": "1000", "output": "0"}}
    with in_a_thread(OpenAIServer(lambda _: Reply("look"))) as server:
        provider = {"base_url": server.base_url, "rates": rates}
        suite = Suite.model_validate(
            {
                "name": "dear",
                "seeds": 5,
                "adventure": {"stories": ["drowned_clock"]},
                "models": ["bare:compatible/some-model"],
                "settings": {
                    "limits": {"turns": 2},
                    "llm": {"providers": {"compatible": provider}},
                },
                "ceiling": {"cost": "0.01"},
            }
        )
        here = HereExecutor()
        progress = SuiteRun(store, url, suite, here).play()
    spent = sum(costs(store, here.played).values(), Decimal(0))
    assert progress.spent == spent >= Decimal("0.01")
    assert sum(costs(store, here.played[:-1]).values(), Decimal(0)) < Decimal("0.01")
    assert progress.halted == "the ceiling of $0.01 is reached"
    assert progress.left == 5 - len(here.played) > 0
    assert progress.cost_left == spent / len(here.played) * progress.left
    store.close()


def test_every_figure_of_a_report_stands_under_its_head(store: Store, store_url: str) -> None:
    suite = Suite.model_validate(
        {
            **SUITE.model_dump(mode="json", exclude_unset=True),
            "mafia": {"seats": [5], "limits": {"turns": 3}},
        }
    )
    SuiteRun(store, store_url, suite, HereExecutor()).play()
    story, table = lines(measured(store, "small"))
    heads, rows = filled([story, table])
    told = [dict(zip(heads, row, strict=True)) for row in rows]
    assert told[0]["rooms"] == f"{story.rooms:.1f}"
    assert [row["s"] for row in told] == [f"{line.seconds:.1f}" for line in (story, table)]
    assert (table.value, told[1]["cut"], told[0]["cut"]) == (None, "100%", "")
    paid = replace(table, cost=Decimal("0.5"), false_accepts=0.25, own_accepted=1.0)
    heads, (row,) = filled([paid])
    told = [dict(zip(heads, row, strict=True))]
    assert told[0]["cost $"] == "0.5000"
    assert (told[0]["own accepted"], told[0]["false accepted"]) == ("100%", "25%")


def test_a_provider_that_only_ones_own_settings_know_may_stand_in_a_suite(
    tmp_path: Path,
) -> None:
    suite = suite_of(
        {
            "name": "mine",
            "seeds": [1],
            "models": ["mine/model"],
            "adventure": {"stories": ["drowned_clock"]},
            "settings": {"limits": {"turns": 1}},
        }
    )
    url = str(tmp_path / "store.db")
    store = new_store(url)
    with pytest.raises(LudensError, match=r"no provider 'mine'.*\[llm\.providers\.mine\]"):
        SuiteRun(store, url, suite, HereExecutor()).play()
    with in_a_thread(OpenAIServer(lambda asked: Reply('{"command": "look"}'))) as server:
        mine = {"mine": {"adapter": "compatible", "base_url": server.base_url}}
        played = SuiteRun(store, url, suite, HereExecutor(), providers=mine).play()
        assert server.requests
    assert played.finished == 1
    elsewhere = {"mine": {"adapter": "compatible", "base_url": "http://127.0.0.1:9/v1"}}
    again = SuiteRun(store, url, suite, HereExecutor(), providers=elsewhere).play()
    assert again.played == 0, "where a model is had is no part of what a cell is"
    store.close()


def test_ctrl_c_ends_a_suite_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "suite.toml"
    file.write_text(
        'name = "long"\nseeds = 4\n[adventure]\nstories = ["drowned_clock"]\n'
        "[settings.limits]\nturns = 10\n"
    )
    command = [sys.executable, "-m", "ludens", "bench", "run", str(file), "--workers", "1"]
    command += ["--json", "--store", str(tmp_path / "store.db")]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    store = Store.open(str(tmp_path / "store.db"))
    while not any(row.outcome for row in store.episodes()):
        assert first.poll() is None, "it plays until it is told to stop"
        time.sleep(0.02)
    first.send_signal(signal.SIGINT)
    told = json.loads(first.communicate(timeout=60)[0])
    assert first.returncode == 130
    assert told["halted"] == "interrupted"
    assert told["finished"] < told["cells"] == 4
    store.close()
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    told_again = json.loads(again.stdout)
    assert told_again["finished"] == 4
    assert told_again["played"] == 4 - told["finished"]


def test_the_random_player_is_alone(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    suite = SUITE.model_copy(update={"models": ("random",), "seeds": (1,)})
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 2
    types = {line.type for row in store.episodes() for line in store.events(row.id)}
    assert "command_chosen" in types
    assert not types & {"command_reviewed", "puzzle_found", "loop_detected"}
    store.close()


def test_a_report_says_the_same_in_every_format(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    SuiteRun(store, url, SUITE, HereExecutor()).play()
    results = measured(store, "small")
    found = lines(results)
    assert [(line.subject, line.episodes) for line in found] == [("drowned_clock", 2), ("5", 2)]
    for format_ in (Format.MARKDOWN, Format.HTML, Format.JSON, Format.CSV):
        text = written("small", results, format_)
        assert "drowned_clock" in text
        assert "offline" in text
    assert written("small", results, Format.CSV).count("\n") == 1 + 4
    assert "<svg" in written("small", results, Format.HTML)
    assert found[0].cost == Decimal(0)
    with pytest.raises(NothingToCompareError, match="no subject and seed in common"):
        compare([one for one in results if one.seed == 1], results[:0], ("a", "b"))
    (same, *others) = found = compare(results[:2], results[:2], ("a", "b"))
    for form in (Format.MARKDOWN, Format.CSV, Format.JSON):
        assert same.measure in written_comparison(found, form)
    with pytest.raises(LudensError, match="html"):
        written_comparison(found, Format.HTML)
    assert (same.measure, same.paired.equal) == ("share of the points", 2)
    assert not others, "what does not differ is not told"
    won = [replace(one, value=1.0) for one in results[2:]]
    (tables,) = compare(won, won, ("a", "b"))
    assert tables.measure == "tables won by the town"
    store.close()


ENDS = {
    "on_stuck": "terminate",
    "velocity": {"max_turns": 6, "check_every": 2},
    "warnings": {"after": 3, "urgent": 2, "critical": 1},
}


def test_what_loop_breaking_changed_is_told_pair_by_pair(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    suite = Suite.model_validate(
        {
            "name": "ablated",
            "seeds": [1, 2],
            "adventure": {"stories": ["drowned_clock"]},
            "settings": {"limits": {"turns": 40}},
            "variants": {
                "plain": {},
                "ends": {"adventure": {"stuck": ENDS}},
            },
        }
    )
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 4
    results = measured(store, "ablated")
    sides = [[one for one in results if one.variant == name] for name in ("plain", "ends")]
    found = {one.measure: one.paired for one in compare(*sides, ("plain", "ends"))}
    turns = [sum(one.turns for one in side) / 2 for side in sides]
    assert found["turns"].difference.mean == turns[1] - turns[0] < 0
    assert found["turns"].less == 2
    store.close()


def test_a_table_s_beliefs_are_held_against_the_truth(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    store = new_store(url)
    suite = SUITE.model_copy(
        update={"adventure": None, "settings": {}, "seeds": (1, 2, 3), "name": "tables"}
    )
    assert SuiteRun(store, url, suite, HereExecutor()).play().finished == 3
    results = measured(store, "tables")
    (line,) = lines(results)
    beliefs = [belief for one in results for belief in one.beliefs]
    assert beliefs
    assert line.brier == pytest.approx(sum((p - t) ** 2 for p, t in beliefs) / len(beliefs))
    assert sum(number for *_, number in line.calibration) == len(beliefs)
    assert all(0 <= given <= 1 and 0 <= found <= 1 for given, found, _ in line.calibration)
    # The tournament reads the same logs event by event.
    row = store.episode(results[0].episode)
    log = [event for _, event in read_events(store, Mafia(), row)]
    roles = next(event.roles for event in log if isinstance(event, GameDecided))
    guilty = [ROLES[role].team is Team.MAFIA for role in roles]
    told = [
        (chance, guilty[seat])
        for event in log
        if isinstance(event, MindKept) and not guilty[event.seat]
        for seat, chance in event.beliefs.items()
        if seat != event.seat
    ]
    assert results[0].beliefs == told
    assert "What tables believed" in written("tables", results, Format.HTML)
    store.close()
