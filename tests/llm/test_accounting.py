"""The sum of the calls on the record is what the servers reported: tokens and cents, exactly."""

from __future__ import annotations

import contextlib
import json
from decimal import Decimal
from random import Random

import pytest

from llm.harness import PROVIDERS, Decision, Talk, question, talking, with_prefix
from llm.servers.replies import Answer, Asked, Cut, Failure, Garbage, Reply, StreamError
from ludens.llm.errors import CallFailedError
from ludens.llm.response import Usage

RATES = {"input": "1.13", "output": "7.91", "cached": "0.113", "cache_write": "1.4125"}


def answer(rng: Random) -> Answer:
    """Return a random answer, good or bad."""
    good = rng.choice(["look", "go north", '{"command": "look"}', "I cannot", ""])
    cached = rng.randrange(0, 500)
    written = rng.randrange(0, 500)
    reply = Reply(
        good if rng.random() < 0.8 else json.dumps({"command": "x" * rng.randrange(1, 60)}),
        finish=rng.choices(["stop", "length", "refusal", "filter"], [12, 1, 1, 1])[0],
        input_tokens=cached + written + rng.randrange(1, 5000),
        cached_tokens=cached,
        cache_write_tokens=written,
        output_tokens=rng.randrange(20, 900),
        reasoning_tokens=rng.randrange(0, 20),
        pieces=rng.randrange(1, 6),
    )
    return rng.choices(
        [
            reply,
            Failure(429, headers={"retry-after": "1"}),
            Failure(500),
            Failure(529),
            Failure(400, "no"),
            Cut(reply, after=rng.randrange(1, 6)),
            Garbage(),
            StreamError(),
        ],
        [16, 2, 2, 1, 1, 2, 1, 1],
    )[0]


async def one_run(provider: str, seed: int) -> None:
    """Ask a few questions of a server that answers at random, then compare the books."""
    rng = Random(seed)

    def reply(asked: Asked) -> Answer:
        found = answer(rng)
        if isinstance(found, StreamError) and not asked.stream:
            return Failure(503)
        return found

    model = {"gemini": "gemini-3.8-flash"}.get(provider, "m")
    options = {"model": model, "rates": {model: RATES}}
    async with talking(provider, reply=reply, circuit={"failures": 4}, **options) as talk:
        for n in range(rng.randrange(1, 6)):
            talk.models.begin_turn()
            talk.log.begin_turn()
            with contextlib.suppress(CallFailedError):
                await _ask(talk, rng, n)
            talk.clock.seconds += rng.randrange(0, 60)
        compare(talk)


async def _ask(talk: Talk, rng: Random, n: int) -> None:
    request = rng.choice([question(f"Turn {n}"), with_prefix(f"Turn {n}")])
    kind = rng.randrange(3)
    if kind == 0:
        await talk.llm.complete(request)
    elif kind == 1:
        await talk.llm.complete_json(request, Decision)
    else:
        async for _ in talk.llm.stream(request):
            pass


def compare(talk: Talk) -> None:
    """Fail unless the record and the server agree."""
    billed: Usage = talk.server.total()
    recorded = talk.log.usage()
    assert recorded == billed
    plain = billed.input_tokens - billed.cached_tokens - billed.cache_write_tokens
    expected = (
        plain * Decimal(RATES["input"])
        + billed.cached_tokens * Decimal(RATES["cached"])
        + billed.cache_write_tokens * Decimal(RATES["cache_write"])
        + billed.output_tokens * Decimal(RATES["output"])
    ) / 1_000_000
    costs = [c.response.cost for c in talk.calls if c.response and c.response.usage != Usage()]
    assert None not in costs
    assert sum((cost for cost in costs if cost is not None), Decimal(0)) == expected
    asked = len(talk.server.asked)
    tried = [c for c in talk.calls if c.error is None or c.error.kind != "circuit_open"]
    assert len(tried) == asked, "an attempt is missing from the record"


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_the_books_agree_in_random_runs(provider: str) -> None:
    for seed in range(3):
        await one_run(provider, seed)


@pytest.mark.long
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_the_books_agree_in_a_thousand_random_runs(provider: str) -> None:
    for seed in range(1000, 1250):
        await one_run(provider, seed)
