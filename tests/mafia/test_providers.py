"""A table of four providers on the wire, through their official SDKs; one of them down."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from llm.harness import KEY, MODELS, PROVIDERS, SERVERS
from llm.servers.http import LoopbackServer
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Reply
from ludens.episode.calls import calls_of, usage
from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.llm.clock import ManualClock
from ludens.llm.errors import ErrorKind
from ludens.mafia.events import DefaultTaken, MindKept, Moment, Narrated, ReplyRefused
from ludens.mafia.game import Mafia
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.tournament.plan import Lineup, Tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import report
from mafia.playing import reply_to


def answer(asked: Asked) -> Answer:
    """Return a valid reply to a briefing: the first of those that may be chosen."""
    assert asked.schema is not None
    task = asked.messages[-1][1].split("## What you are asked")[1]
    values = reply_to(asked.schema, task, said_by=asked.model)
    return Reply(json.dumps(values))


async def test_four_providers_play_and_one_that_is_down_hurts_no_other(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("openai", "anthropic", "google.genai"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    down = "gemini"
    async with AsyncExitStack() as stack:
        servers: dict[str, LoopbackServer] = {}
        for provider in PROVIDERS:
            reply = (lambda asked: Failure(500)) if provider == down else answer
            server = SERVERS[provider](reply)
            servers[provider] = await stack.enter_async_context(server)
        settings = {
            "mafia": MafiaSettings(seats=5).model_dump(mode="json"),
            "llm": {
                "retries": {"attempts": 1},
                "models": {
                    f"seat:{seat}": f"{provider}/{MODELS[provider]}"
                    for seat, provider in enumerate(PROVIDERS)
                },
                "providers": {
                    provider: {"base_url": server.base_url, "key_env": "LOOPBACK_KEY"}  # type: ignore[attr-defined]
                    for provider, server in servers.items()
                },
            },
        }
        runner = Runner(sqlite_store, Mafia())
        row = await runner.play(
            runner.create(
                NewEpisode(game="mafia", subject="t", seed=4, model="four", settings=settings)
            )
        )
    assert row.outcome is Outcome.ENDED
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    failing = PROVIDERS.index(down)
    assert {event.seat for event in log if isinstance(event, DefaultTaken)} == {failing}
    assert not [event for event in log if isinstance(event, ReplyRefused)]
    thought = {e.seat: e.reasoning for e in log if isinstance(e, MindKept)}
    for seat, provider in enumerate(PROVIDERS):
        if provider != down and seat in thought:
            assert f"Threats: threats of {MODELS[provider]}" in thought[seat]
    served = [server.total() for server in servers.values()]
    used = usage(sqlite_store, row.id)
    assert used.input_tokens == sum(total.input_tokens for total in served)
    assert used.output_tokens == sum(total.output_tokens for total in served)
    assert KEY not in "".join(line.data for line in sqlite_store.events(row.id))


async def test_a_dead_model_costs_another_model_of_its_provider_no_decision(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    names = ("healthy", "dead")
    async with OpenAIServer(
        lambda asked: Failure(500) if asked.model == "dead" else answer(asked)
    ) as server:
        place = {"base_url": server.base_url, "key_env": "LOOPBACK_KEY"}
        seats = {f"seat:{seat}": f"compatible/{names[seat % 2]}" for seat in range(5)}
        settings = {
            "mafia": MafiaSettings(seats=5).model_dump(mode="json"),
            "llm": {
                "retries": {"attempts": 1},
                "circuit": {"failures": 1, "cooldown": 3600},
                "models": seats,
                "providers": {"compatible": place},
            },
        }
        runner = Runner(sqlite_store, Mafia())
        row = await runner.play(
            runner.create(
                NewEpisode(game="mafia", subject="t", seed=4, model="two", settings=settings)
            )
        )
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    assert {event.seat for event in log if isinstance(event, DefaultTaken)} == {1, 3}
    asked = [asked.model for asked in server.asked]
    assert asked.count("dead") == 1, "it is down, and nobody waits for it again"
    spoke = [event.seat for event in log if isinstance(event, MindKept)]
    assert len(spoke) == asked.count("healthy")


IMPATIENT = {"attempts": 1, "first_backoff": 0.001, "longest_backoff": 0.001}
"""Waits of tests: as many as there are, none of them long."""


def cup(*models: str, **values: object) -> Tournament:
    return Tournament(
        models=models or ("offline", "compatible/m"),
        lineup=Lineup.SIDES,
        mafia=MafiaSettings(seats=5, personas=False),
        llm={
            "circuit": {"failures": 2, "cooldown": 0.001, "longest_cooldown": 0.001},
            "retries": IMPATIENT,
        },
        **values,
    )


async def test_a_tournament_waits_for_a_server_that_goes_away_midway(sqlite_store: Store) -> None:
    heard: list[Asked] = []

    def reply(asked: Asked) -> Answer:
        heard.append(asked)
        return Failure(503) if 5 < len(heard) < 40 else answer(asked)

    plan = cup()
    async with OpenAIServer(reply) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here)
        left: list[str] = []
        await run.play(on_left=lambda cell, error: left.append(cell.key))
    assert len(heard) > 40
    assert left, "no game waits: the run does, and one game after another asks whether it is back"
    results = run.results()
    assert len(results) == 4
    assert not [seat for game in results for seat in game.seats if seat.defaults]
    made = [call for row in sqlite_store.episodes() for _, call in calls_of(sqlite_store, row.id)]
    failures = [call.error.kind for call in made if call.error is not None]
    assert failures.count(ErrorKind.OVERLOADED) == 34
    standing = next(row for row in report(results).standings if row.model == "compatible/m")
    # A machine under load may have been too slow to connect as well, which failed like the others.
    unanswered = [kind for kind in failures if kind is not ErrorKind.CIRCUIT_OPEN]
    assert standing.failed * standing.seats == pytest.approx(len(unanswered)), "what failed is told"


async def test_a_game_whose_model_cannot_be_had_is_no_result_and_goes_on_when_it_is_back(
    sqlite_store: Store,
) -> None:
    heard: list[Asked] = []
    is_down = True

    def reply(asked: Asked) -> Answer:
        heard.append(asked)
        return Failure(503) if is_down and len(heard) > 3 else answer(asked)

    plan = cup(longest_outage=0)
    left: Counter[str] = Counter()
    async with OpenAIServer(reply) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here)
        finished: list[str] = []
        await run.play(
            concurrent=2,
            on_game=lambda cell, row: finished.append(cell.key),
            on_left=lambda cell, error: left.update([cell.key]),
        )
        alone = [cell.key for cell in plan.games() if set(cell.models) == {"offline"}]
        assert finished == alone, "those that need no model of it are played"
        assert 1 <= left.total() <= 2, "nobody waits for the others' games to fail as well"
        assert [len({seat.model for seat in game.seats}) for game in run.results()] == [1]
        assert not run.in_hand
        begun = {row.id for row in sqlite_store.episodes()}
        is_down = False
        await run.play()
    rows = sqlite_store.episodes()
    assert {row.id for row in rows} >= begun, "they go on"
    assert len(rows) == 4, "and none is begun anew"
    results = run.results()
    assert len(results) == 4
    assert not [seat for game in results for seat in game.seats if seat.defaults]
    made = [(row.id, turn, call) for row in rows for turn, call in calls_of(sqlite_store, row.id)]
    paid = [(id_, turn, c.request_hash, c.occurrence) for id_, turn, c in made if not c.error]
    assert len(paid) == len(set(paid)), "and nothing is paid twice"


async def test_a_game_that_was_begun_goes_on_where_its_model_is_now(sqlite_store: Store) -> None:
    heard: list[Asked] = []

    def reply(asked: Asked) -> Answer:
        heard.append(asked)
        run.control.pause = len(heard) == 5
        return answer(asked)

    plan = cup()
    for most in (5, 10_000):
        async with OpenAIServer(reply) as server:
            here = {"compatible": {"base_url": server.base_url}}
            run = TournamentRun(sqlite_store, plan, providers=here)
            left: list[object] = []
            await run.play(on_left=lambda cell, error, left=left: left.append(error))
        assert not left
        assert len(heard) <= most
        assert any(row.outcome is None for row in sqlite_store.episodes()) == (most == 5)
    assert len(run.results()) == len(sqlite_store.episodes()) == 4
    assert not [seat for game in run.results() for seat in game.seats if seat.defaults]


async def test_games_of_a_broken_model_are_left_for_later_and_the_others_go_on_at_once(
    sqlite_store: Store,
) -> None:
    def reply(asked: Asked) -> Answer:
        return Failure(500) if asked.model == "broken" else answer(asked)

    broken, healthy = "compatible/broken", "compatible/healthy"
    plan = cup(broken, healthy, "random", longest_outage=0.2)
    async with OpenAIServer(reply) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here)
        told: list[tuple[str, ...]] = []
        await run.play(
            on_game=lambda cell, row: told.append(("finished", *cell.models)),
            on_left=lambda cell, error: told.append(("left", *cell.models)),
        )
    assert told[0][0] == "left", "the first game of the plan is one of its own"
    assert [what for what, *_ in told[1:5]] == ["finished"] * 4, "which holds up none of the others"
    assert {what for what, *_ in told[5:]} == {"left"}, "then one game asks it until it is given up"
    assert len(set(told[5:])) == 1
    assert all(broken in models for what, *models in told if what == "left")
    seats = [seat for game in run.results() for seat in game.seats]
    assert len(seats) == 4 * 5
    assert not [seat for seat in seats if seat.defaults or seat.spent.failed]


async def test_games_at_once_learn_from_each_other_that_a_model_is_down(
    sqlite_store: Store,
) -> None:
    plan = cup("compatible/broken", "random", longest_outage=0)
    circuit = {"failures": 1, "cooldown": 3600, "longest_cooldown": 3600}
    plan = plan.model_copy(update={"llm": {**plan.llm, "circuit": circuit}})
    async with OpenAIServer(lambda asked: Failure(500)) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here)
        await run.play(concurrent=3)
    assert len(server.asked) <= 3, "one for each game that was in hand"
    assert len(run.results()) == 1


async def test_a_game_whose_own_request_fails_holds_up_no_other_of_its_model(
    sqlite_store: Store,
) -> None:
    def reply(asked: Asked) -> Answer:  # what this seat is asked is too much for the server
        return Failure(500) if "in seat 4" in asked.system else answer(asked)

    plan = cup("compatible/m", "random", retries=1, longest_outage=0.2)
    async with OpenAIServer(reply) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here)
        left: Counter[str] = Counter()
        await run.play(on_left=lambda cell, error: left.update([cell.key]))
    sits = [cell.key for cell in plan.games() if cell.models[4] == "compatible/m"]
    assert set(left) <= set(sits)
    assert len(run.results()) == 4 - len(left)
    assert left


@pytest.mark.parametrize("how", ["pause", "stop"])
async def test_a_narrator_that_cannot_be_had_neither_stops_a_game_nor_is_waited_for(
    sqlite_store: Store, how: str
) -> None:
    settings = {
        "mafia": MafiaSettings(seats=5, narrator=True).model_dump(mode="json"),
        "llm": {
            "on_model_failure": how,
            "models": {"narrator": "compatible/m"},
            "retries": {**IMPATIENT, "longest_outage": 3600},
            "circuit": {"failures": 1, "cooldown": 3600},
        },
    }
    async with OpenAIServer(lambda asked: Failure(500)) as server:
        settings["llm"]["providers"] = {"compatible": {"base_url": server.base_url}}
        runner = Runner(sqlite_store, Mafia())
        row = await runner.play(
            runner.create(
                NewEpisode(game="mafia", subject="t", seed=4, model="n", settings=settings)
            )
        )
    assert row.outcome is Outcome.ENDED
    assert len(server.asked) == 1
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    told = {event.moment for event in log if isinstance(event, Narrated)}
    assert {Moment.INTRODUCTION, Moment.VOTE, Moment.ENDING} <= told, "its rules tell the game"


async def test_a_model_whose_failures_open_no_circuit_is_not_asked_all_the_time(
    sqlite_store: Store,
) -> None:
    plan = cup("compatible/busy", "random", longest_outage=100)
    clock = ManualClock()
    circuit = {"failures": 4, "cooldown": 30, "longest_cooldown": 300}
    plan = plan.model_copy(update={"llm": {**plan.llm, "circuit": circuit}})
    async with OpenAIServer(lambda asked: Failure(429)) as server:
        here = {"compatible": {"base_url": server.base_url}}
        run = TournamentRun(sqlite_store, plan, providers=here, clock=clock)
        await run.play()
    assert len(server.asked) == 5, "at first, after 30, 60, 90 and 120 s"
    assert run.given_up() == {"compatible/busy": 3}
