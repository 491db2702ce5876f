"""Seats and the narrator played by models, through the real model layer, store and runner."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ludens.episode.calls import calls_of, usage
from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.scripted import Scripted, ScriptedLLM
from ludens.mafia.agents.reply import (
    CHOICE,
    REMEMBER,
    TALK,
    THINKING,
    WORDS,
    decision_from,
    reply_schema,
)
from ludens.mafia.briefings import given_briefings
from ludens.mafia.decision import Ask, Ballot, Speech
from ludens.mafia.events import DefaultTaken, MindKept, Narrated, ReplyRefused
from ludens.mafia.game import Mafia
from ludens.mafia.settings import MafiaSettings
from mafia.playing import reply_to


def answer(request: LLMRequest, **changes: Any) -> str:
    """Return a valid reply to a briefing: the first of those that may be chosen."""
    assert request.output is not None
    schema = request.output.definition
    task = request.messages[-1].blocks[-1].text.split("## What you are asked")[1]
    values = reply_to(schema, task)
    return json.dumps({**values, **changes})


def settings(**table: Any) -> dict[str, Any]:
    return {
        "mafia": MafiaSettings(seats=5, **table).model_dump(mode="json"),
        "llm": {"retries": {"attempts": 1}},
    }


def new(seed: int = 3, **table: Any) -> NewEpisode:
    return NewEpisode(
        game="mafia", subject="table of 5", seed=seed, model="scripted", settings=settings(**table)
    )


async def played(
    store: Store, reply: Callable[[LLMRequest], Scripted], seats: tuple[int, ...], **table: Any
) -> tuple[EpisodeRow, dict[str, ScriptedLLM]]:
    models = {f"seat:{seat}": ScriptedLLM(reply, name=f"scripted/{seat}") for seat in seats}
    if table.get("narrator"):
        models["narrator"] = ScriptedLLM(lambda _: "Rain.", name="scripted/narrator")
    runner = Runner(store, Mafia(stand_ins=models))
    return await runner.play(runner.create(new(**table))), models


async def test_a_whole_table_of_models_plays_to_the_end(sqlite_store: Store) -> None:
    row, models = await played(sqlite_store, answer, (0, 1, 2, 3, 4), narrator=True)
    assert row.outcome is Outcome.ENDED
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    assert not [e for e in log if isinstance(e, ReplyRefused | DefaultTaken)]
    asked = sum(len(model.requests) for model in models.values())
    assert asked == usage(sqlite_store, row.id).calls
    assert {call.agent for _, call in calls_of(sqlite_store, row.id)} == set(models)
    assert {e.text for e in log if isinstance(e, Narrated)} == {"Rain."}
    thoughts = [e for e in log if isinstance(e, MindKept)]
    assert all("Threats: threats said" in e.reasoning for e in thoughts)
    assert {e.memory for e in thoughts} == {"memory said", None}


async def test_what_is_on_the_record_is_what_briefings_tell(sqlite_store: Store) -> None:
    replies = iter(range(10**6))

    def often_wrong(request: LLMRequest) -> str:
        return "{" if next(replies) % 3 == 0 else answer(request)

    row, _ = await played(sqlite_store, often_wrong, (0, 1, 2, 3, 4), narrator=True)
    log = ((line.turn, event) for line, event in read_events(sqlite_store, Mafia(), row))
    told = [(g.turn, g.agent, g.system, g.user) for g in given_briefings(log)]
    recorded = [
        (
            turn,
            call.agent,
            tuple(block.text for block in call.request.system),
            call.request.messages[0].blocks[0].text,
        )
        for turn, call in calls_of(sqlite_store, row.id)
    ]
    assert told == recorded


async def test_a_reply_of_the_wrong_shape_is_asked_for_again_with_what_was_wrong(
    sqlite_store: Store,
) -> None:
    spoiled: list[str] = []

    def wrong_once(request: LLMRequest) -> str:
        task = request.messages[0].blocks[0].text
        if "It is your turn to speak" in task and "was not valid" not in task:
            spoiled.append(task)
            return answer(request, nomination="Somebody Else")
        return answer(request)

    row, models = await played(sqlite_store, wrong_once, (2,))
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    refused = [e for e in log if isinstance(e, ReplyRefused)]
    assert len(refused) == len(spoiled) > 0
    assert "nomination" in refused[0].problem
    assert not [e for e in log if isinstance(e, DefaultTaken)]
    again = next(r for r in models["seat:2"].requests if "was not valid" in str(r.messages))
    assert refused[0].problem.splitlines()[0] in again.messages[0].blocks[0].text


async def test_one_failing_provider_costs_its_own_seat_its_turns(sqlite_store: Store) -> None:
    def down(request: LLMRequest) -> Scripted:
        return CallFailedError(ErrorKind.SERVER, "the server answers 500")

    row, _ = await played(sqlite_store, down, (1,))
    assert row.outcome is Outcome.ENDED
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    taken = [e for e in log if isinstance(e, DefaultTaken)]
    assert {e.seat for e in taken} == {1}
    assert "the server answers 500" in taken[0].reason
    assert not [e for e in log if isinstance(e, ReplyRefused)]


async def test_the_offline_narrator_speaks_where_a_models_gives_nothing(
    sqlite_store: Store,
) -> None:
    failing = ScriptedLLM.saying(CallFailedError(ErrorKind.SERVER, "down"), name="scripted/n")
    told = []
    for stand_ins in ({"narrator": failing}, {}):
        runner = Runner(sqlite_store, Mafia(stand_ins=stand_ins))
        row = await runner.play(runner.create(new(narrator=True)))
        assert row.outcome is Outcome.ENDED
        log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
        told.append([event for event in log if isinstance(event, Narrated)])
    assert told[0] == told[1] != []


async def test_a_resumed_turn_pays_for_no_call_twice(sqlite_store: Store) -> None:
    whole, _ = await played(sqlite_store, answer, (0, 1, 2, 3, 4))
    count = 0

    def interrupted(request: LLMRequest) -> str:
        nonlocal count
        count += 1
        if count in (4, 9, 14):
            raise KeyboardInterrupt
        return answer(request)

    models = {f"seat:{s}": ScriptedLLM(interrupted, name=f"scripted/{s}") for s in range(5)}
    runner = Runner(sqlite_store, Mafia(stand_ins=models))
    row = runner.create(new())
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            await runner.play(row)
    row = await runner.play(row)
    logs = [[(e.turn, e.type, e.data) for e in sqlite_store.events(r.id)][1:] for r in (whole, row)]
    assert logs[0] == logs[1]
    assert usage(sqlite_store, row.id).calls == usage(sqlite_store, whole.id).calls


async def test_a_reply_refused_before_a_kill_is_not_paid_for_again(sqlite_store: Store) -> None:
    asked: list[str] = []
    killed = False

    def wrong_then_killed(request: LLMRequest) -> str:
        nonlocal killed
        task = request.messages[0].blocks[0].text
        asked.append(task)
        if "It is your turn to speak" in task and "was not valid" not in task:
            return "no json at all"
        if "was not valid" in task and not killed:
            killed = True
            raise KeyboardInterrupt
        return answer(request)

    models = {"seat:2": ScriptedLLM(wrong_then_killed, name="scripted/2")}
    runner = Runner(sqlite_store, Mafia(stand_ins=models))
    row = runner.create(new())
    with pytest.raises(KeyboardInterrupt):
        await runner.play(row)
    row = await runner.play(row)
    assert row.outcome is Outcome.ENDED
    first = next(task for task in asked if "It is your turn to speak" in task)
    assert asked.count(first) == 1


async def test_the_fixed_prefix_is_the_same_bytes_from_turn_to_turn(sqlite_store: Store) -> None:
    row, _ = await played(sqlite_store, answer, (0, 1, 2, 3, 4))
    prefixes: dict[str, set[str | None]] = {}
    for _, call in calls_of(sqlite_store, row.id):
        prefixes.setdefault(call.agent, set()).add(call.request.fixed_prefix())
    assert len(prefixes) == 5
    assert all(len(texts) == 1 and None not in texts for texts in prefixes.values())
    rules = {call.request.system[0].text for _, call in calls_of(sqlite_store, row.id)}
    assert len(rules) == 1, "all seats share the rules"


def test_every_ask_has_a_schema_that_puts_thinking_first_and_memory_last() -> None:
    names = ("Ada", "Bo", "Player 1", "Player 10")
    for ask in Ask:
        schema = reply_schema(ask, names, ("mafia", "villager"))
        fields = list(schema.model_fields)
        assert fields[: len(THINKING) + 1] == [*THINKING, "beliefs"]
        assert (fields[-1] == "memory") == (ask in REMEMBER)
        rest = [f for f in fields[len(THINKING) + 1 :] if f != "memory"]
        wanted = [f for f in (WORDS.get(ask, ("",))[0], CHOICE.get(ask, "")) if f]
        said = ["claims", "findings", "accuses", "defends"] if ask in TALK else []
        bid = ["bid"] if ask is Ask.BID else []
        assert sorted(rest) == sorted([*wanted, *said, *bid])
        assert json.dumps(schema.model_json_schema()).count('"Player 10"') == 1


def test_what_a_model_says_of_itself_or_both_ways_is_left_out() -> None:
    names = ("Ada", "Bo", "Cy")
    reply = reply_schema(Ask.SPEECH, names, ("mafia", "detective")).model_validate(
        {
            **dict.fromkeys(THINKING, ""),
            "beliefs": [],
            "speech": "Well.",
            "claims": "detective",
            "findings": [{"player": "Cy", "result": "not mafia"}],
            "accuses": ["Ada", "Bo", "Cy"],
            "defends": ["Cy"],
            "nomination": "Bo",
            "memory": "",
        }
    )
    decision = decision_from(reply, Ask.SPEECH, 0, names)
    assert isinstance(decision, Speech)
    assert (decision.claims, decision.findings) == ("detective", ((2, False),))
    assert (decision.accuses, decision.defends) == ((1,), ())


async def test_a_model_that_refuses_is_asked_once_more(sqlite_store: Store) -> None:
    asked: list[str] = []

    def unwilling(request: LLMRequest) -> Scripted:
        asked.append(request.messages[0].blocks[0].text)
        response = LLMResponse(text="I will not.", model="scripted/1", usage=Usage())
        return ReplyError(ErrorKind.REFUSED, "it refuses", response=response)

    row, _ = await played(sqlite_store, unwilling, (1,))
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    taken = [e for e in log if isinstance(e, DefaultTaken)]
    assert taken
    assert {e.seat for e in taken} == {1}
    assert len(asked) == 2 * len(taken)
    assert 'You replied: "I will not."' in asked[1]
    told = given_briefings((line.turn, e) for line, e in read_events(sqlite_store, Mafia(), row))
    assert [g.user for g in told if g.agent == "seat:1"] == asked


def test_player_1_and_player_10_are_not_mistaken_for_each_other() -> None:
    names = tuple(f"Player {seat}" for seat in range(11))
    schema = reply_schema(Ask.VOTE, names, ("mafia",))
    for seat in (1, 10):
        reply = schema.model_validate(
            {**dict.fromkeys(THINKING, ""), "beliefs": [], "choice": f"Player {seat}"}
        )
        assert decision_from(reply, Ask.VOTE, 0, names) == Ballot(choice=seat)
