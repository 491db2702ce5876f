"""Calls stand on the record whole, and a resumed turn does not pay twice."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from begun import new_store
from episode.pig import Pig
from episode.test_runner import new, played
from ludens.episode.calls import EpisodeCalls, calls_of, usage
from ludens.episode.checking import check_episode
from ludens.episode.errors import EpisodeTakenError
from ludens.episode.lease import Runner as Holder
from ludens.episode.runner import Runner
from ludens.episode.schema import blob
from ludens.episode.store import Store
from ludens.episode.transfer import export_lines, import_lines
from ludens.llm.calls import Call, CallError
from ludens.llm.errors import ErrorKind
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import LLMResponse, Usage

RULES = Block(text="You play a story. Type one command a turn. " * 20, cache_point=True)


def a_call(
    prompt: str, *, cost: Decimal | None = Decimal("0.0012"), error: ErrorKind | None = None
) -> Call:
    request = LLMRequest.of(prompt, system=RULES, agent="player")
    reply = LLMResponse(
        text=f"To {prompt!r} the answer is long enough to be kept apart from the row itself.",
        model="test/model",
        usage=Usage(input_tokens=100, cached_tokens=40, output_tokens=7),
        cost=cost,
    )
    return Call(
        request_hash=request.hash,
        occurrence=0,
        attempt=1,
        agent="player",
        provider="test",
        model="model",
        request=request,
        response=None if error else reply,
        error=CallError(kind=error, message="it failed") if error else None,
        started=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        latency_ms=12.5,
    )


PIG = {"pig": Pig()}


async def test_a_call_is_read_as_it_was_recorded(store: Store) -> None:
    row = await played(store, limits={"turns": 2})
    log = EpisodeCalls(store, row.id, turn=2)
    made = [a_call("open the door"), a_call("a" * 300), a_call("x", error=ErrorKind.TIMEOUT)]
    for one in made:
        log.record(one)
    assert [(turn, one) for turn, one in calls_of(store, row.id)] == [(2, one) for one in made]
    assert log.used == usage(store, row.id)
    assert log.used.cost == Decimal("0.0024")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(prompt=st.text(min_size=1).filter(lambda text: "\x00" not in text))
def test_any_prompt_survives_the_store(sqlite_store: Store, prompt: str) -> None:
    row = Runner(sqlite_store, Pig()).create(new())
    made = a_call(prompt)
    EpisodeCalls(sqlite_store, row.id).record(made)
    assert calls_of(sqlite_store, row.id) == [(0, made)]


async def test_a_turn_finds_its_own_answers_only(store: Store) -> None:
    row = await played(store, limits={"turns": 3})
    log = EpisodeCalls(store, row.id, turn=2)
    answered, failed = a_call("yes"), a_call("no", error=ErrorKind.OVERLOADED)
    log.record(answered)
    log.record(failed)
    assert log.find(answered.request_hash, 0) == answered
    assert log.find(answered.request_hash, 1) is None
    assert log.find(failed.request_hash, 0) is None
    log.begin_turn(3)
    assert log.find(answered.request_hash, 0) is None


async def test_a_shared_prompt_is_stored_once(store: Store) -> None:
    row = await played(store, limits={"turns": 2})
    log = EpisodeCalls(store, row.id, turn=1)
    log.record(a_call("first"))
    count = select(func.count()).select_from(blob)
    with store.database.read() as connection:
        before = connection.scalar(count)
    log.record(a_call("second"))
    with store.database.read() as connection:
        assert connection.scalar(count) == before + 1


async def test_a_fork_inherits_calls_but_not_their_cost(store: Store) -> None:
    row = await played(store, limits={"turns": 3})
    log = EpisodeCalls(store, row.id, turn=2)
    log.record(a_call("think"))
    fork = Runner(store, Pig()).fork(row, 2, {})
    assert [turn for turn, _ in calls_of(store, fork.id)] == [2]
    assert usage(store, fork.id).calls == 0
    assert usage(store, row.id).calls == 1


async def test_calls_travel_with_an_export(store: Store, tmp_path: object) -> None:
    row = await played(store, limits={"turns": 3})
    EpisodeCalls(store, row.id, turn=2).record(a_call("think"))
    other = new_store(tmp_path / "other.db")
    import_lines(other, export_lines(store, row, PIG), PIG)
    assert calls_of(other, row.id) == calls_of(store, row.id)
    other.close()


async def test_a_call_whose_answer_never_came_is_counted_and_asked_by_its_name(
    store: Store,
) -> None:
    row = await played(store, limits={"turns": 2})
    asked, at = a_call("what now?"), datetime(2026, 1, 2, tzinfo=UTC)
    killed = EpisodeCalls(store, row.id, turn=3)
    key = killed.begin(asked.request, "test/model", at)
    again = EpisodeCalls(store, row.id, turn=3)
    assert again.take_over() == 1
    assert again.used.lost == usage(store, row.id).lost == 1
    assert again.begin(asked.request, "test/model", at) == key
    again.record(asked)
    assert again.begin(asked.request, "test/model", at) != key
    again.record(asked)
    third = EpisodeCalls(store, row.id, turn=3)
    assert third.take_over() == 0
    assert third.used.lost == 1


async def test_who_lost_an_episode_neither_asks_for_it_nor_keeps_an_answer(store: Store) -> None:
    row = Runner(store, Pig()).create(new())
    here = Holder.here()
    store.claim(row.id, here)
    loser = EpisodeCalls(store, row.id, holder=here)
    made = a_call("open the door")
    loser.begin(made.request, "test/model", made.started)
    here.retire()
    other = Holder.here()
    store.claim(row.id, other)
    winner = EpisodeCalls(store, row.id, holder=other)
    assert winner.take_over() == 1
    loser.record(made)
    with pytest.raises(EpisodeTakenError, match="taken over"):
        loser.begin(made.request, "test/model", made.started)
    assert calls_of(store, row.id) == []
    assert usage(store, row.id).lost == 1


async def test_a_call_that_stands_out_of_its_order_is_found(store: Store) -> None:
    row = await played(store, limits={"turns": 3})
    for turn in (1, 2):
        EpisodeCalls(store, row.id, turn=turn).record(a_call("go on"))
    assert check_episode(store, PIG, row.id) == []
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE call SET id = id + 131072 WHERE turn = 1")
    (damage,) = check_episode(store, PIG, row.id)
    assert damage.what.startswith("the calls are not in their order")


async def test_a_call_that_was_cut_off_is_counted_when_it_is_asked_again(store: Store) -> None:
    row = await played(store, limits={"turns": 2})
    asked, at = a_call("what now?"), datetime(2026, 1, 2, tzinfo=UTC)
    ended = EpisodeCalls(store, row.id, turn=3)
    key = ended.begin(asked.request, "test/model", at)
    cut_off = CallError(kind=ErrorKind.CANCELLED, message="the call was cancelled")
    ended.record(asked.model_copy(update={"response": None, "error": cut_off}))
    again = EpisodeCalls(store, row.id, turn=3)
    assert again.take_over() == 1
    assert again.begin(asked.request, "test/model", at) == key
