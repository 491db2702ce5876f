"""Each wrapper alone: retries, deadline, circuit, limit, fallbacks, record."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from llm.harness import question
from ludens.llm.base import BaseLLM, OnText
from ludens.llm.calls import MemoryCallLog
from ludens.llm.circuit import Circuit, Guarded
from ludens.llm.clock import ManualClock
from ludens.llm.deadline import Deadline
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.fallbacks import Fallbacks
from ludens.llm.keys import Scrubber
from ludens.llm.limiting import ConcurrencyLimit, Limited
from ludens.llm.recording import Recording
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.retrying import Retrying
from ludens.llm.scripted import ScriptedLLM
from ludens.llm.settings import CircuitSettings, RetrySettings


def failing(kind: ErrorKind, **fields: Any) -> CallFailedError:
    return CallFailedError(kind, kind.value, **fields)


class Held(BaseLLM):
    """Answers when the test lets it."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0
        self.go = asyncio.Event()
        self.fails: CallFailedError | None = None

    @property
    def name(self) -> str:
        return "held/model"

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.go.wait()
        finally:
            self.running -= 1
        if self.fails is not None:
            raise self.fails
        return LLMResponse(text="ok", model=self.name)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


# Retrying


def retrying(
    *answers: Any, waited_for: bool = True, **settings: Any
) -> tuple[Retrying, ManualClock]:
    clock = ManualClock()
    model = ScriptedLLM.saying(*answers)
    policy = RetrySettings(**settings)
    return Retrying(model, policy, Random(7), clock, waited_for=waited_for), clock


async def test_waits_grow_and_never_exceed_their_ceiling() -> None:
    failures = [failing(ErrorKind.SERVER) for _ in range(9)]
    llm, clock = retrying(*failures, "ok", attempts=10, first_backoff=1.0, longest_backoff=8.0)
    response = await llm.complete(question())
    assert response.attempts == 10
    ceilings = [1, 2, 4, 8, 8, 8, 8, 8, 8]
    assert all(0 <= wait <= top for wait, top in zip(clock.slept, ceilings, strict=True))
    assert len(set(clock.slept)) == 9, "no jitter"


async def test_jitter_comes_from_the_generator_given() -> None:
    waits = []
    for _ in range(2):
        llm, clock = retrying(failing(ErrorKind.SERVER), failing(ErrorKind.SERVER), "ok")
        await llm.complete(question())
        waits.append(clock.slept)
    assert waits[0] == waits[1]


async def test_a_provider_that_asks_for_too_long_a_wait_is_given_up() -> None:
    llm, clock = retrying(failing(ErrorKind.RATE_LIMITED, retry_after=3600.0), "ok")
    with pytest.raises(CallFailedError):
        await llm.complete(question())
    assert clock.slept == []


@pytest.mark.parametrize(
    "kind",
    [
        ErrorKind.AUTHENTICATION,
        ErrorKind.BAD_REQUEST,
        ErrorKind.NOT_FOUND,
        ErrorKind.TOO_LONG,
        ErrorKind.QUOTA,
        ErrorKind.REFUSED,
        ErrorKind.UNEXPECTED,
    ],
)
async def test_what_will_not_pass_is_not_tried_again(kind: ErrorKind) -> None:
    llm, clock = retrying(failing(kind), "ok")
    with pytest.raises(CallFailedError) as caught:
        await llm.complete(question())
    assert caught.value.attempts == 1
    assert clock.slept == []


async def test_a_changed_request_is_tried_at_once() -> None:
    llm, clock = retrying(failing(ErrorKind.UNSUPPORTED, retry_at_once=True), "ok")
    assert (await llm.complete(question())).attempts == 2
    assert clock.slept == []


@pytest.mark.parametrize(("waited_for", "patience"), [(True, 20.0), (True, 0.0), (False, 20.0)])
async def test_a_model_that_is_down_is_waited_for_only_as_long_as_set(
    waited_for: bool, patience: float
) -> None:
    opened = failing(ErrorKind.CIRCUIT_OPEN, retry_after=12.0)
    llm, clock = retrying(opened, "ok", waited_for=waited_for, longest_outage=patience)
    if waited_for and patience:
        await llm.complete(question())
        assert 12.0 <= clock.slept[0] <= 13.0
    else:
        with pytest.raises(CallFailedError):
            await llm.complete(question())
        assert clock.slept == []


# Deadline


async def test_the_deadline_ends_an_attempt() -> None:
    held = Held()
    with pytest.raises(CallFailedError) as caught:
        await Deadline(held, 0.01).complete(question())
    assert caught.value.kind is ErrorKind.TIMEOUT
    assert held.running == 0


# Circuit


def guarded(*answers: Any) -> tuple[Guarded, Circuit, ManualClock, ScriptedLLM]:
    clock = ManualClock()
    circuit = Circuit(CircuitSettings(failures=3, cooldown=30), clock)
    model = ScriptedLLM.saying(*answers)
    return Guarded(model, circuit), circuit, clock, model


async def fails(llm: BaseLLM) -> ErrorKind:
    with pytest.raises(CallFailedError) as caught:
        await llm.complete(question())
    return caught.value.kind


async def test_a_circuit_opens_after_failures_in_a_row_and_turns_calls_away() -> None:
    llm, circuit, clock, model = guarded(*[failing(ErrorKind.CONNECTION)] * 3, "ok")
    for _ in range(3):
        assert await fails(llm) is ErrorKind.CONNECTION
    assert circuit.is_open
    assert await fails(llm) is ErrorKind.CIRCUIT_OPEN
    assert len(model.requests) == 3
    clock.seconds += 31
    assert (await llm.complete(question())).text == "ok"
    assert not circuit.is_open


async def test_a_success_in_between_keeps_the_circuit_closed() -> None:
    down = failing(ErrorKind.SERVER)
    llm, circuit, _, _ = guarded(down, down, "ok", down, down, "ok")
    for expected in (False, False, True, False, False, True):
        if expected:
            await llm.complete(question())
        else:
            await fails(llm)
    assert not circuit.is_open


async def test_a_model_that_twice_ran_into_its_deadline_is_not_waited_for_a_third_time() -> None:
    late, broken = failing(ErrorKind.TIMEOUT), failing(ErrorKind.SERVER)
    llm, circuit, _, _ = guarded(late, "ok", late, broken, late)
    for kind in (ErrorKind.TIMEOUT, None, ErrorKind.TIMEOUT, ErrorKind.SERVER):
        if kind is None:
            await llm.complete(question())
        else:
            assert await fails(llm) is kind
        assert not circuit.is_open
    assert await fails(llm) is ErrorKind.TIMEOUT
    assert circuit.is_open


async def test_a_rate_limit_says_that_the_provider_is_up() -> None:
    llm, circuit, _, _ = guarded(*[failing(ErrorKind.RATE_LIMITED)] * 9)
    for _ in range(9):
        await fails(llm)
    assert not circuit.is_open


async def test_one_call_probes_and_its_failure_opens_the_circuit_again() -> None:
    llm, circuit, clock, model = guarded(*[failing(ErrorKind.SERVER)] * 4, "ok")
    for _ in range(3):
        await fails(llm)
    clock.seconds += 31
    assert await fails(llm) is ErrorKind.SERVER
    assert await fails(llm) is ErrorKind.CIRCUIT_OPEN
    assert circuit.is_open
    assert len(model.requests) == 4


async def test_the_longer_a_model_is_down_the_rarer_it_is_probed() -> None:
    llm, circuit, clock, _ = guarded(*[failing(ErrorKind.UNREACHABLE)] * 6, "ok")
    waits = []
    for _ in range(6):
        await fails(llm)
        left = circuit.seconds_until_probe()
        assert left is not None
        waits.append(left)
        clock.seconds += left
    assert waits == [30, 60, 120, 240, 300, 300]
    await llm.complete(question())
    assert not circuit.is_open


async def test_only_one_call_probes_at_a_time_even_if_it_is_cancelled() -> None:
    clock, held = ManualClock(), Held()
    circuit = Circuit(CircuitSettings(failures=1, cooldown=30), clock)
    circuit.failed(ErrorKind.SERVER)
    clock.seconds += 31
    llm = Guarded(held, circuit)
    probe = asyncio.create_task(llm.complete(question()))
    await settle()
    assert await fails(llm) is ErrorKind.CIRCUIT_OPEN
    probe.cancel()
    await asyncio.gather(probe, return_exceptions=True)
    held.go.set()
    assert (await llm.complete(question())).text == "ok"


# Limit


async def test_no_more_calls_run_than_the_limit() -> None:
    held = Held()
    llm = Limited(held, ConcurrencyLimit(3))
    calls = [asyncio.create_task(llm.complete(question())) for _ in range(10)]
    await settle()
    assert held.running == 3
    held.go.set()
    await asyncio.gather(*calls)
    assert held.most == 3


async def test_a_burst_of_429_halves_the_limit_once_and_successes_grow_it_back() -> None:
    held, limit = Held(), ConcurrencyLimit(8)
    llm = Limited(held, limit)
    held.fails = failing(ErrorKind.RATE_LIMITED)
    calls = [asyncio.create_task(llm.complete(question())) for _ in range(8)]
    await settle()
    held.go.set()
    await asyncio.gather(*calls, return_exceptions=True)
    assert limit.limit == 4
    held.fails = None
    for _ in range(4):
        await llm.complete(question())
    assert 4.8 < limit.limit <= 5
    for _ in range(200):
        await llm.complete(question())
    assert limit.limit == 8


async def test_the_limit_never_falls_below_one() -> None:
    limit = ConcurrencyLimit(2)
    for _ in range(9):
        limit.leave(await limit.enter(), limited=True)
    assert limit.limit == 1
    await limit.enter()


async def test_a_cancelled_wait_gives_its_place_to_the_next() -> None:
    limit = ConcurrencyLimit(1)
    ticket = await limit.enter()
    waits = [asyncio.create_task(limit.enter()) for _ in range(3)]
    await settle()
    waits[0].cancel()
    limit.leave(ticket)
    waits[1].cancel()  # after it may have been given the place
    await settle()
    assert waits[2].done()
    assert limit.running == 1


# Fallbacks


@pytest.mark.parametrize(
    "kind", [ErrorKind.CONNECTION, ErrorKind.CIRCUIT_OPEN, ErrorKind.QUOTA, ErrorKind.OVERLOADED]
)
async def test_the_next_model_is_asked_when_one_is_down(kind: ErrorKind) -> None:
    down, up = ScriptedLLM.saying(failing(kind), name="a/a"), ScriptedLLM.saying("ok", name="b/b")
    response = await Fallbacks([down, up]).complete(question())
    assert response.model == "b/b"
    assert response.attempts == 2
    assert up.requests[0].attempt == 2


@pytest.mark.parametrize(
    "kind", [ErrorKind.REFUSED, ErrorKind.BAD_REQUEST, ErrorKind.AUTHENTICATION]
)
async def test_an_answer_is_not_hidden_behind_another_model(kind: ErrorKind) -> None:
    up = ScriptedLLM.saying("ok")
    with pytest.raises(CallFailedError) as caught:
        await Fallbacks([ScriptedLLM.saying(failing(kind)), up]).complete(question())
    assert caught.value.kind is kind
    assert up.requests == []


async def test_the_last_failure_counts_every_attempt() -> None:
    down = failing(ErrorKind.SERVER)
    down.attempts = 4
    with pytest.raises(CallFailedError) as caught:
        await Fallbacks(
            [ScriptedLLM.saying(down), ScriptedLLM.saying(failing(ErrorKind.SERVER))]
        ).complete(question())
    assert caught.value.attempts == 5


# Recording


async def test_an_attempt_is_recorded_before_anyone_acts_on_it() -> None:
    order: list[str] = []

    class Log(MemoryCallLog):
        def record(self, call: Any) -> None:
            order.append("recorded")
            super().record(call)

    clock = ManualClock()
    model = ScriptedLLM.saying(failing(ErrorKind.SERVER), "ok", name="a/b/c")
    log = Log()

    class Telling(ManualClock):
        async def sleep(self, seconds: float) -> None:
            order.append("waited")

    llm = Retrying(Recording(model, log, clock, Scrubber()), RetrySettings(), Random(1), Telling())
    await llm.complete(question())
    assert order == ["recorded", "waited", "recorded"]
    first, second = log.calls
    assert (first.provider, first.model) == ("a", "b/c")
    assert first.error is not None and first.error.kind is ErrorKind.SERVER
    assert first.request_hash == second.request_hash == question().hash
    assert first.started == datetime(2026, 1, 1, tzinfo=UTC)


async def test_a_cancelled_call_is_on_the_record() -> None:
    held, log = Held(), MemoryCallLog()
    task = asyncio.create_task(Recording(held, log, ManualClock(), Scrubber()).complete(question()))
    await settle()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert log.calls[0].error is not None
    assert log.calls[0].error.kind is ErrorKind.CANCELLED


async def test_closing_a_stream_early_cancels_its_call() -> None:
    held = Held()
    stream = held.stream(question())
    task = asyncio.ensure_future(anext(stream))
    await settle()
    assert held.running == 1
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await stream.aclose()  # type: ignore[attr-defined]
    assert held.running == 0
