from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from llm.gguf import tiny_model
from llm.harness import Decision, question, talking, with_prefix
from llm.servers.replies import Garbage, Reply
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import OutputSchema, Sampling


async def test_no_caching_parameter_is_ever_sent() -> None:
    async with talking("compatible", Reply("go")) as talk:
        response = await talk.llm.complete(with_prefix())
        sent = set(talk.server.requests[0].body)
        assert sent == {"model", "messages", "temperature", "max_tokens"}
        assert "cache" not in repr(talk.server.requests[0].body)
        assert response.cache_note == "the server has no cache that we may ask for"


async def test_a_hit_that_the_server_reports_is_counted_all_the_same() -> None:
    async with talking("compatible", Reply("go", input_tokens=50, cached_tokens=40)) as talk:
        response = await talk.llm.complete(question())
        assert response.usage.cached_tokens == 40
        assert response.cache_note is None


async def test_text_is_sent_as_plain_strings_and_seeds_are_taken() -> None:
    async with talking("compatible", Reply("go")) as talk:
        await talk.llm.complete(question(sampling=Sampling(seed=9)))
        body = talk.server.requests[0].body
        assert body["seed"] == 9
        assert all(isinstance(message["content"], str) for message in body["messages"])


async def test_the_schema_is_enforced_and_told() -> None:
    async with talking("compatible", Reply('{"command": "look"}')) as talk:
        await talk.llm.complete_json(question(), Decision)
        assert talk.server.asked[0].schema is not None
        assert "JSON schema" in talk.server.asked[0].system


async def test_a_server_without_schemas_gets_it_in_the_prompt_and_its_reply_repaired() -> None:
    refuses = {"server_options": {"refuses": ("response_format",)}}
    reply = Reply("Sure! {'command': 'look', 'sure': True}")
    async with talking("compatible", reply, **refuses) as talk:
        value, response = await talk.llm.complete_json(question(), Decision)
        assert value == Decision(command="look", sure=True)
        assert response.attempts == 2
        await talk.llm.complete_json(question("again"), Decision)
        assert "response_format" not in talk.server.requests[-1].body
        assert len(talk.server.requests) == 3


async def test_the_settings_may_say_that_a_server_has_no_schemas() -> None:
    async with talking("compatible", Reply('{"command": "look"}'), structured="prompt") as talk:
        _, response = await talk.llm.complete_json(question(), Decision)
        assert response.attempts == 1
        assert talk.server.asked[0].schema is None


async def test_a_server_that_reports_no_usage_is_unpriced_and_says_so() -> None:
    rates = {"some-model": {"input": 1, "output": 1}}
    async with talking("compatible", Reply("go", reports_usage=False), rates=rates) as talk:
        response = await talk.llm.complete(question())
        assert response.cost is None
        assert "the provider reported no usage" in response.notes


@pytest.mark.parametrize(
    ("content", "text"), [([{"type": "text", "text": "go "}, {"text": "on"}], "go on"), (7, None)]
)
async def test_a_reply_in_parts_is_read_and_one_that_is_no_text_is_a_failure(
    content: Any, text: str | None
) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}}
    body = {"choices": [choice | {"finish_reason": "stop"}], "model": "m", "object": "x"}
    answer = Garbage(json.dumps(body).encode())
    async with talking("compatible", answer, retries={"attempts": 1}) as talk:
        if text is not None:
            assert (await talk.llm.complete(question())).text == text
            return
        with pytest.raises(CallFailedError) as failed:
            await talk.llm.complete(question())
    assert failed.value.kind is ErrorKind.MALFORMED


async def test_no_key_is_needed() -> None:
    async with talking("compatible", Reply("go"), key_env=None) as talk:
        assert (await talk.llm.complete(question())).text == "go"


@pytest.fixture(scope="module")
def llama() -> str:
    """The address of a real llama.cpp server."""
    xllamacpp = pytest.importorskip("xllamacpp")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(tiny_model())
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    llama.server = server  # type: ignore[attr-defined]  # it stops when it is collected
    return f"{server.listening_address}/v1"


async def test_a_real_llama_cpp_server_answers(llama: str) -> None:
    role = {"temperature": 0, "max_tokens": 100, "seed": 1}
    async with talking("compatible", Reply(""), base_url=llama, role=role) as talk:
        value, response = await talk.llm.complete_json(question("What do you do next?"), Decision)
        assert isinstance(value, Decision)
        assert response.attempts == 1, "the schema was not enforced"
        assert response.usage.input_tokens > 5 and response.usage.output_tokens > 0
        request = question("And then?").with_output(OutputSchema.of(Decision))
        chunks = [chunk async for chunk in talk.llm.stream(request)]
        assert len(chunks) > 3
        assert chunks[-1].response is not None
        assert chunks[-1].response.usage.output_tokens > 3


def test_the_tiny_model_is_kept_out_of_git() -> None:
    assert ".models" in (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
