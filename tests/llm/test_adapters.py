"""What holds for every provider, through its official SDK."""

from __future__ import annotations

import json
import logging
from decimal import Decimal
from unittest import mock

import pytest

from llm.harness import KEY, PROVIDERS, Decision, question, talking
from llm.servers.replies import Cut, Failure, Garbage, Hang, Reply
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError, StructuredReplyError
from ludens.llm.response import LLMResponse, Usage

pytestmark = pytest.mark.parametrize("provider", PROVIDERS)

RATES = {"input": "1.25", "output": "10", "cached": "0.125", "cache_write": "1.5625"}


async def test_a_reply_comes_with_its_tokens_and_its_exact_cost(provider: str) -> None:
    reply = Reply("go north", input_tokens=1000, cached_tokens=0, output_tokens=7)
    model = {"gemini": "gemini-3.8-flash"}.get(provider)
    options = {"model": model} if model else {}
    async with talking(provider, reply, **options) as talk:
        name = talk.models.names("player")[0]
        response = await talk.llm.complete(question())
        assert response.text == "go north"
        assert response.model == name
        assert response.usage == Usage(input_tokens=1000, output_tokens=7)
        assert response.attempts == 1
        if provider == "compatible":
            assert response.cost is None
        else:
            assert isinstance(response.cost, Decimal) and response.cost > 0


async def test_configured_rates_price_a_model(provider: str) -> None:
    reply = Reply("go", input_tokens=1001, cached_tokens=100, output_tokens=13)
    rates = {"rates": {"m": RATES}, "model": "m"}
    async with talking(provider, reply, **rates) as talk:
        response = await talk.llm.complete(question())
        expected = Decimal("901") * Decimal("1.25") + Decimal("100") * Decimal("0.125")
        expected = (expected + 13 * Decimal(10)) / 1_000_000
        assert response.cost == expected


@pytest.mark.parametrize("tokens", [10**22, 10**10])
async def test_a_usage_that_cannot_be_is_none(provider: str, tokens: int) -> None:
    reply = Reply("go", input_tokens=tokens, cached_tokens=0, output_tokens=3)
    async with talking(provider, reply, rates={"m": RATES}, model="m") as talk:
        response = await talk.llm.complete(question())
        assert (response.text, response.usage, response.cost) == ("go", Usage(), None)
        assert "the provider reported a usage that cannot be" in response.notes


async def test_an_unknown_model_is_asked_with_safe_defaults_and_a_note(provider: str) -> None:
    async with talking(provider, Reply("go"), model="brand-new") as talk:
        response = await talk.llm.complete(question())
        assert response.cost is None
        noted = any("not in the table of models" in note for note in response.notes)
        assert noted is (provider != "compatible")


async def test_a_structured_reply_is_validated_and_metered(provider: str) -> None:
    async with talking(provider, Reply('{"command": "look", "sure": true}')) as talk:
        value, response = await talk.llm.complete_json(question(), Decision)
        assert value == Decision(command="look", sure=True)
        assert response.usage == talk.server.total()
        schema = talk.server.asked[0].schema
        assert schema["additionalProperties"] is False
        assert schema["required"] == ["command", "sure"]


async def test_wrong_json_is_fed_back_three_times(provider: str) -> None:
    wrong = Reply('{"sure": "perhaps"}')
    right = Reply('{"command": "look"}')
    async with talking(provider, wrong, wrong, wrong, right) as talk:
        value, response = await talk.llm.complete_json(question(), Decision)
        assert value.command == "look"
        assert response.attempts == 4
        assert response.usage == talk.server.total() == talk.log.usage()
        told = talk.server.asked[1].messages
        assert [role for role, _ in told] == ["user", "assistant", "user"]
        assert "command: Field required" in told[-1][1]


async def test_wrong_json_four_times_is_an_error_that_carries_what_came(provider: str) -> None:
    async with talking(provider, Reply('{"sure": true}')) as talk:
        with pytest.raises(StructuredReplyError) as caught:
            await talk.llm.complete_json(question(), Decision)
        assert caught.value.replies == ('{"sure": true}',) * 4
        assert caught.value.response.usage == talk.log.usage() == talk.server.total()
        assert len(talk.calls) == 4
        assert all(call.error is None for call in talk.calls)


@pytest.mark.parametrize(
    ("finish", "kind"),
    [("length", ErrorKind.TRUNCATED), ("refusal", ErrorKind.REFUSED), ("filter", None)],
)
async def test_refused_truncated_and_filtered_replies_are_told_apart(
    provider: str, finish: str, kind: ErrorKind | None
) -> None:
    if provider == "gemini" and finish == "refusal":
        kind = ErrorKind.FILTERED  # Gemini refuses in words, or filters
    if kind is None:
        kind = ErrorKind.REFUSED if provider == "anthropic" else ErrorKind.FILTERED
    async with talking(provider, Reply("I cannot", finish=finish)) as talk:
        with pytest.raises(ReplyError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is kind
        assert caught.value.response.usage == talk.server.total()
        assert len(talk.calls) == 1
        assert talk.calls[0].error is not None
        assert talk.calls[0].response is not None


async def test_an_empty_reply_is_an_error_of_its_own(provider: str) -> None:
    async with talking(provider, Reply("")) as talk:
        with pytest.raises(ReplyError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is ErrorKind.EMPTY


async def test_a_reply_streams_and_ends_with_its_meter(provider: str) -> None:
    async with talking(provider, Reply("You light the lamp.", pieces=4)) as talk:
        chunks = [chunk async for chunk in talk.llm.stream(question())]
        assert "".join(chunk.text for chunk in chunks) == "You light the lamp."
        assert len(chunks) >= 3
        assert isinstance(chunks[-1].response, LLMResponse)
        assert chunks[-1].response.usage == talk.server.total() == talk.log.usage()


async def test_a_429_is_tried_again_after_the_time_the_server_asks_for(provider: str) -> None:
    busy = Failure(429, "slow down", headers={"retry-after": "7"})
    async with talking(provider, busy, busy, Reply("go")) as talk:
        response = await talk.llm.complete(question())
        assert response.attempts == 3
        assert [call.attempt for call in talk.calls] == [1, 2, 3]
        assert [call.error.kind for call in talk.calls[:2] if call.error] == [
            ErrorKind.RATE_LIMITED
        ] * 2
        assert all(7 <= wait <= 7 + 2 for wait in talk.clock.slept)
        assert len(talk.server.requests) == 3, "the SDK retried by itself"


@pytest.mark.parametrize(("status", "kind"), [(500, "server"), (529, "overloaded")])
async def test_server_errors_are_tried_again_and_each_attempt_is_recorded(
    provider: str, status: int, kind: str
) -> None:
    async with talking(provider, Failure(status), Reply("go")) as talk:
        response = await talk.llm.complete(question())
        assert response.attempts == 2
        assert talk.calls[0].error is not None
        assert talk.calls[0].error.kind == kind
        assert talk.calls[0].error.message == f"HTTP {status}: the server said no"
        assert talk.calls[0].response is None
        assert talk.calls[1].error is None


async def test_failing_for_good_raises_after_the_configured_attempts(provider: str) -> None:
    async with talking(provider, Failure(500), retries={"attempts": 3}) as talk:
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert caught.value.attempts == 3
        assert len(talk.server.requests) == 3


async def test_a_bad_request_is_not_tried_again(provider: str) -> None:
    async with talking(provider, Failure(400, "no such thing")) as talk:
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is ErrorKind.BAD_REQUEST
        assert len(talk.server.requests) == 1


async def test_a_server_that_never_answers_costs_the_deadline(provider: str) -> None:
    async with talking(provider, Hang(), deadline=0.05, retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is ErrorKind.TIMEOUT
        assert talk.calls[0].error is not None
        assert talk.calls[0].error.kind is ErrorKind.TIMEOUT


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_cut_connection_is_a_connection_error(provider: str, streamed: bool) -> None:
    async with talking(provider, Cut(), retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError) as caught:
            if streamed:
                async for _ in talk.llm.stream(question()):
                    pass
            else:
                await talk.llm.complete(question())
        assert caught.value.kind is ErrorKind.CONNECTION
        assert talk.log.usage() == talk.server.total()


async def test_a_cut_stream_is_not_begun_again_once_text_was_heard(provider: str) -> None:
    async with talking(provider, Cut(after=4), Reply("again")) as talk:
        heard = []
        with pytest.raises(CallFailedError):
            async for chunk in talk.llm.stream(question()):
                heard.append(chunk.text)
        assert heard
        assert len(talk.calls) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[1, 2]",
        b'{"hello": "there"}',
        b"<html><body>Please log in.</body></html>",
        b"\xff\xfe\x00",
        b'data: {"half": \n\n',
        b'{"choices": ' + b"[" * 100_000,
    ],
)
@pytest.mark.parametrize("streams", [False, True])
async def test_an_answer_that_cannot_be_read_is_asked_for_again(
    provider: str, body: bytes, streams: bool
) -> None:
    async with talking(provider, Garbage(body), Reply("go")) as talk:
        heard: list[str] = []
        on_text = heard.append if streams else None
        response = await talk.llm.complete(question(), on_text=on_text)
        assert (response.text, response.attempts) == ("go", 2)
        assert "".join(heard) == ("go" if streams else "")


async def test_a_server_without_a_sign_of_life_is_given_up_at_once(provider: str) -> None:
    options = {"server_options": {"dead": True}, "silence": 0.05}
    with mock.patch("ludens.llm.providers.SIGN_OF_LIFE", 0.05):
        async with talking(provider, Reply("go"), **options) as talk:
            for kind in (ErrorKind.UNREACHABLE, ErrorKind.CIRCUIT_OPEN):
                with pytest.raises(CallFailedError) as caught:
                    await talk.llm.complete(question())
                assert (caught.value.kind, caught.value.attempts) == (kind, 1)
            assert talk.clock.slept == []


async def test_a_model_that_thinks_for_long_is_waited_for(provider: str) -> None:
    options = {"server_options": {"delay": 0.2}, "silence": 0.02}
    async with talking(provider, Reply("go"), **options) as talk:
        assert (await talk.llm.complete(question())).attempts == 1


async def test_a_silent_model_gets_a_second_chance_and_no_third(provider: str) -> None:
    async with talking(provider, Hang(), deadline=0.05, silence=0.01) as talk:
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert (caught.value.kind, caught.value.attempts) == (ErrorKind.TIMEOUT, 2)


async def test_thoughts_are_told_apart_from_what_is_said(provider: str) -> None:
    said = '<think>Is it {"command": "wait"}? No {braces}.</think>\n{"command": "look"}'
    async with talking(provider, Reply(said, pieces=9)) as talk:
        heard: list[str] = []
        response = await talk.llm.complete(question(), on_text=heard.append)
        assert response.text == "".join(heard) == '{"command": "look"}'
        assert response.thoughts == 'Is it {"command": "wait"}? No {braces}.'


@pytest.mark.parametrize(
    "answer",
    [
        Failure(400, f"bad header Authorization: Bearer {KEY}"),
        Failure(401, f"Incorrect API key provided: {KEY}."),
        Failure(500, f"panic: key={KEY}", body=f"panic: {KEY}".encode()),
        Failure(429, f"{KEY} is over its limit", headers={"x-key": KEY}),
        Garbage(body=json.dumps({"error": KEY, "choices": KEY, "output": KEY}).encode()),
        Reply(f"your key is {KEY}"),
        Reply(f"your key is {KEY}", finish="length"),
    ],
)
async def test_no_key_reaches_the_record_an_error_or_a_log(
    provider: str, answer: Failure, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with talking(provider, answer, retries={"attempts": 2}) as talk:
        talk.server.key = KEY
        shown = ""
        try:
            response = await talk.llm.complete(question())
            shown = repr(response)
        except CallFailedError as error:
            shown = f"{error!s} {error!r} {error.args} {vars(error)}"
            assert error.__cause__ is None
            assert error.__context__ is None or KEY not in str(vars(error.__context__))
        record = " ".join(call.model_dump_json() for call in talk.calls)
        assert KEY not in shown
        assert KEY not in record
        assert KEY not in caplog.text
        assert len(talk.server.requests) > 0
        assert all(talk.server.key_of(r) == KEY for r in talk.server.requests)


async def test_a_wrong_key_is_one_line_without_the_key(provider: str) -> None:
    async with talking(provider, Reply("go")) as talk:
        talk.server.key = "another"
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is ErrorKind.AUTHENTICATION
        assert "[key]" in str(caught.value)
        assert "\n" not in str(caught.value)
        assert len(talk.server.requests) == 1
