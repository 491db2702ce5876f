from __future__ import annotations

import pytest

from llm.harness import Decision, question, talking, with_prefix
from llm.servers.replies import Cut, Reply, StreamError
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import Effort, Sampling
from ludens.llm.response import Usage


async def test_the_system_prompt_is_marked_written_and_then_read() -> None:
    async with talking("anthropic", Reply("go")) as talk:
        first = await talk.llm.complete(with_prefix("Turn 1."))
        second = await talk.llm.complete(with_prefix("Turn 2."))
        system = talk.server.requests[0].body["system"]
        assert system[0]["cache_control"] == {"type": "ephemeral"}
        written = first.usage.cache_write_tokens
        assert written > 2000
        assert first.usage.input_tokens > written, "input counts what was written"
        assert second.usage.cached_tokens == written
        assert (first.cache_note is None, second.cache_note) == (False, None)
        assert first.cost is not None and second.cost is not None
        assert second.cost < first.cost


async def test_a_new_model_gets_no_temperature_and_a_native_schema() -> None:
    sampling = Sampling(temperature=0.0, effort=Effort.LOW)
    async with talking("anthropic", Reply('{"command": "look"}')) as talk:
        _, response = await talk.llm.complete_json(question(sampling=sampling), Decision)
        body = talk.server.requests[0].body
        assert "temperature" not in body
        assert "tools" not in body
        assert body["output_config"]["effort"] == "low"
        assert body["output_config"]["format"]["type"] == "json_schema"
        assert response.notes == ("temperature was not sent: the model does not take it",)
        # What cannot be enforced is told.
        command = body["output_config"]["format"]["schema"]["properties"]["command"]
        assert command == {"type": "string", "description": '{"maxLength": 40}'}


async def test_an_older_model_gets_its_temperature() -> None:
    async with talking("anthropic", Reply("go"), model="claude-haiku-4-5") as talk:
        await talk.llm.complete(question(sampling=Sampling(temperature=1.4)))
        assert talk.server.requests[0].body["temperature"] == 1.0, "its scale ends at 1"


async def test_the_oldest_models_answer_by_a_forced_tool() -> None:
    async with talking(
        "anthropic", Reply('{"command": "look"}'), model="claude-sonnet-4-0"
    ) as talk:
        value, _ = await talk.llm.complete_json(question(), Decision)
        body = talk.server.requests[0].body
        assert value.command == "look"
        assert body["tool_choice"] == {"type": "tool", "name": "Decision"}
        assert "output_config" not in body


async def test_a_tools_input_streams() -> None:
    from ludens.llm.request import OutputSchema

    async with talking(
        "anthropic", Reply('{"command": "look"}'), model="claude-sonnet-4-0"
    ) as talk:
        request = question().with_output(OutputSchema.of(Decision))
        chunks = [chunk async for chunk in talk.llm.stream(request)]
        assert "".join(chunk.text for chunk in chunks) == '{"command": "look"}'


async def test_a_refused_native_schema_falls_back_to_a_tool_and_then_to_the_prompt() -> None:
    refuses = {"server_options": {"refuses": ("output_config.format",)}}
    async with talking("anthropic", Reply('{"command": "look"}'), **refuses) as talk:
        value, response = await talk.llm.complete_json(question(), Decision)
        assert value.command == "look"
        assert response.attempts == 2
        assert "tools" in talk.server.requests[-1].body
    refuses = {"server_options": {"refuses": ("output_config.format", "tool_choice")}}
    async with talking("anthropic", Reply('{"command": "look"}'), **refuses) as talk:
        value, response = await talk.llm.complete_json(question(), Decision)
        assert response.attempts == 3
        assert "tools" not in talk.server.requests[-1].body
        assert "JSON schema" in talk.server.asked[-1].system


async def test_an_unknown_parameter_answered_400_is_left_out() -> None:
    refuses = {"server_options": {"refuses": ("temperature",)}}
    sampling = Sampling(temperature=0.5)
    async with talking("anthropic", Reply("go"), model="claude-haiku-4-5", **refuses) as talk:
        response = await talk.llm.complete(question(sampling=sampling))
        assert response.attempts == 2
        assert "temperature" not in talk.server.requests[-1].body


async def test_tokens_known_before_a_cut_are_on_the_record_and_not_an_answer() -> None:
    async with talking("anthropic", Cut(after=5), Reply("go"), retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError) as caught:
            async for _ in talk.llm.stream(question()):
                pass
        cut = talk.calls[0]
        assert cut.error is not None and cut.error.kind is ErrorKind.CONNECTION
        assert cut.response is not None and cut.response.usage == talk.server.billed[0]
        assert cut.response.usage.input_tokens > 0 and cut.response.cost
        assert caught.value.response is not None
        assert not cut.is_answer
        talk.models.begin_turn()
        assert (await talk.llm.complete(question())).text == "go", "a cut call is made again"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("overloaded_error", ErrorKind.OVERLOADED),
        ("rate_limit_error", ErrorKind.RATE_LIMITED),
        ("api_error", ErrorKind.SERVER),
    ],
)
async def test_an_error_inside_a_stream_is_told_by_its_type(kind: str, expected: ErrorKind) -> None:
    async with talking("anthropic", StreamError(kind), retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError) as caught:
            async for _ in talk.llm.stream(question()):
                pass
        assert caught.value.kind is expected
        assert talk.log.usage() == Usage(input_tokens=7, output_tokens=1)


async def test_a_limit_of_tokens_is_always_sent() -> None:
    async with talking("anthropic", Reply("go")) as talk:
        await talk.llm.complete(question())
        assert talk.server.requests[0].body["max_tokens"] == 16384


async def test_thoughts_are_counted() -> None:
    async with talking("anthropic", Reply("go", reasoning_tokens=9, output_tokens=20)) as talk:
        whole = await talk.llm.complete(question("1"))
        chunks = [chunk async for chunk in talk.llm.stream(question("2"))]
        assert chunks[-1].response is not None
        for response in (whole, chunks[-1].response):
            assert response.usage.output_tokens == 20
            assert response.usage.reasoning_tokens == 9
