from __future__ import annotations

import pytest

from llm.harness import Decision, question, talking, with_prefix
from llm.servers.replies import Failure, Reply, StreamError
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import Effort, LLMRequest, Message, Role, Sampling


async def test_the_prefix_is_marked_keyed_written_and_then_read() -> None:
    async with talking("openai", Reply("go"), model="gpt-6-luna") as talk:
        first = await talk.llm.complete(with_prefix("Turn 1."))
        second = await talk.llm.complete(with_prefix("Turn 2."))
        body = talk.server.requests[0].body
        marked = body["input"][0]["content"][0]
        assert marked["prompt_cache_breakpoint"] == {"mode": "explicit"}
        assert body["prompt_cache_options"] == {"mode": "explicit"}
        assert body["prompt_cache_key"].startswith("ludens-")
        assert len(body["prompt_cache_key"]) <= 64
        assert first.usage.cache_write_tokens > 2000
        assert first.cache_note == "first use: the prefix was written to the cache"
        assert second.usage.cached_tokens == first.usage.cache_write_tokens
        assert second.cache_note is None


async def test_written_tokens_are_billed_at_their_own_rate() -> None:
    reply = Reply("go", input_tokens=3000, cache_write_tokens=2000, output_tokens=1)
    async with talking("openai", reply, model="gpt-5.6-luna") as talk:
        response = await talk.llm.complete(with_prefix())
        assert response.cost is not None
        plain = Reply("go", input_tokens=3000, cache_write_tokens=0, output_tokens=1)
    async with talking("openai", plain, model="gpt-5.6-luna") as talk:
        cheaper = await talk.llm.complete(question())
        assert cheaper.cost is not None and cheaper.cost < response.cost


async def test_an_older_model_caches_by_itself_and_gets_only_a_key() -> None:
    async with talking("openai", Reply("go"), model="gpt-4.1-mini") as talk:
        response = await talk.llm.complete(with_prefix())
        body = talk.server.requests[0].body
        assert "prompt_cache_options" not in body
        assert "prompt_cache_key" in body
        assert "prompt_cache_breakpoint" not in repr(body)
        assert response.cache_note is not None and "first use fills it" in response.cache_note


async def test_a_short_prefix_explains_why_no_cache_engaged() -> None:
    async with talking("openai", Reply("go", cache_write_tokens=0)) as talk:
        response = await talk.llm.complete(with_prefix(rules="short"))
        assert response.cache_note == "the prefix of about 2 tokens is below the floor of 1024"
        none = await talk.llm.complete(question())
        assert none.cache_note == "no cache point in the request"


async def test_a_reasoning_model_gets_effort_but_no_temperature() -> None:
    sampling = Sampling(temperature=0.2, effort=Effort.LOW, seed=3, max_tokens=50)
    async with talking("openai", Reply("go", reasoning_tokens=11), model="gpt-6-luna") as talk:
        response = await talk.llm.complete(question(sampling=sampling))
        body = talk.server.requests[0].body
        assert "temperature" not in body and "seed" not in body
        assert body["reasoning"] == {"effort": "low"}
        assert body["max_output_tokens"] == 50
        assert body["store"] is False
        assert set(response.notes) == {
            "temperature was not sent: the model does not take it",
            "seed was not sent: the model does not take it",
        }
        assert response.usage.reasoning_tokens == 11


async def test_a_model_of_before_gets_its_temperature() -> None:
    sampling = Sampling(temperature=0.2, effort=Effort.LOW)
    async with talking("openai", Reply("go"), model="gpt-4.1") as talk:
        response = await talk.llm.complete(question(sampling=sampling))
        assert talk.server.requests[0].body["temperature"] == 0.2
        assert response.notes == ("effort was not sent: the model does not take it",)


async def test_a_parameter_that_is_refused_is_left_out_from_then_on() -> None:
    refuses = {"server_options": {"refuses": ("temperature",)}}
    sampling = Sampling(temperature=0.2)
    async with talking("openai", Reply("go"), model="gpt-4.1", **refuses) as talk:
        response = await talk.llm.complete(question(sampling=sampling))
        assert response.attempts == 2
        assert response.notes == ("temperature was not sent: the model does not take it",)
        assert talk.calls[0].error is not None
        assert talk.calls[0].error.kind is ErrorKind.UNSUPPORTED
        assert talk.clock.slept == []
        again = await talk.llm.complete(question(sampling=sampling))
        assert again.attempts == 1
        assert len(talk.server.requests) == 3


async def test_refused_cache_parameters_are_left_out_as_well() -> None:
    refuses = {"server_options": {"refuses": ("prompt_cache_options", "prompt_cache_key")}}
    async with talking("openai", Reply("go"), model="gpt-6-luna", **refuses) as talk:
        response = await talk.llm.complete(with_prefix())
        assert response.attempts == 2
        assert "prompt_cache" not in repr(talk.server.requests[-1].body)


async def test_a_400_about_anything_else_is_told_as_it_is() -> None:
    async with talking("openai", Failure(400, "Invalid value: 'input'", param="input")) as talk:
        with pytest.raises(CallFailedError, match="Invalid value") as caught:
            await talk.llm.complete(question(sampling=Sampling(effort=Effort.LOW)))
        assert caught.value.kind is ErrorKind.BAD_REQUEST


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (Failure(429, "quota", code="insufficient_quota"), ErrorKind.QUOTA),
        (Failure(400, "too long", code="context_length_exceeded"), ErrorKind.TOO_LONG),
        (Failure(404, "no such model"), ErrorKind.NOT_FOUND),
    ],
)
async def test_failures_are_told_apart_by_their_code(failure: Failure, kind: ErrorKind) -> None:
    async with talking("openai", failure) as talk:
        with pytest.raises(CallFailedError) as caught:
            await talk.llm.complete(question())
        assert caught.value.kind is kind


async def test_a_failed_response_is_a_failure_whole_or_streamed() -> None:
    async with talking("openai", StreamError(), retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError) as caught:
            async for _ in talk.llm.stream(question()):
                pass
        assert caught.value.kind is ErrorKind.SERVER


async def test_a_shape_of_any_keys_is_told_in_the_prompt() -> None:
    from pydantic import BaseModel

    class Counts(BaseModel):
        counts: dict[str, int]

    async with talking("openai", Reply('{"counts": {"lamp": 1}}')) as talk:
        value, _ = await talk.llm.complete_json(question(), Counts)
        assert value.counts == {"lamp": 1}
        assert talk.server.asked[0].schema is None
        assert "JSON schema" in talk.server.asked[0].system


async def test_an_assistants_words_are_sent_as_its_own() -> None:
    request = LLMRequest(
        messages=[
            Message(blocks="hi"),
            Message(role=Role.ASSISTANT, blocks=["a", "b"]),
            Message(blocks="and?"),
        ]
    )
    async with talking("openai", Reply("go")) as talk:
        await talk.llm.complete(request)
        assert talk.server.asked[0].messages == (
            ("user", "hi"),
            ("assistant", "a\n\nb"),
            ("user", "and?"),
        )


async def test_a_structured_reply_streams_too() -> None:
    async with talking("openai", Reply('{"command": "look"}', pieces=5)) as talk:
        from ludens.llm.request import OutputSchema

        request = question().with_output(OutputSchema.of(Decision))
        chunks = [chunk async for chunk in talk.llm.stream(request)]
        assert len(chunks) >= 3, "each word when it has ended"
        assert talk.server.asked[0].schema is not None
