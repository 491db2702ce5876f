"""The loopback servers speak what the installed SDKs document, and so do our requests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from llm.harness import Decision, question, talking, with_prefix
from llm.servers import anthropic as anthropic_server
from llm.servers import gemini as gemini_server
from llm.servers import openai as openai_server
from llm.servers.replies import Asked, Reply
from ludens.llm.request import Effort, Sampling
from ludens.llm.response import Usage

USAGE = Usage(
    input_tokens=30, cached_tokens=10, cache_write_tokens=5, output_tokens=7, reasoning_tokens=2
)
FINISHES = ["stop", "length", "refusal", "filter"]


def asked(stream: bool = False, **body: Any) -> Asked:
    return Asked("m", "", (("user", "hi"),), None, stream, body, {}, path="/v1/responses")


def events(data: bytes) -> list[dict[str, Any]]:
    lines = [line for line in data.decode().splitlines() if line.startswith("data: {")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


@pytest.mark.parametrize("finish", FINISHES)
def test_a_response_of_openai_is_one_by_its_sdk(finish: str) -> None:
    from openai.types.responses import Response, ResponseStreamEvent

    reply = Reply("hello", finish=finish)
    Response.model_validate(openai_server.responses_body(reply, asked(), USAGE))
    whole = openai_server.responses_body(reply, asked(), USAGE)
    stream = openai_server._responses_stream(reply, whole, USAGE)
    adapter: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
    for piece in stream:
        for event in events(piece.data):
            found = adapter.validate_python(event)
            assert found.type == event["type"]


@pytest.mark.parametrize("finish", FINISHES)
def test_a_chat_completion_is_one_by_the_sdk(finish: str) -> None:
    from openai.types.chat import ChatCompletion, ChatCompletionChunk

    reply = Reply("hello", finish=finish)
    ChatCompletion.model_validate(openai_server.chat_body(reply, asked(), USAGE))
    streamed = asked(stream=True, stream_options={"include_usage": True})
    for piece in openai_server._chat_stream(reply, streamed, USAGE):
        for event in events(piece.data):
            ChatCompletionChunk.model_validate(event)


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("tools", [[], [{"name": "Decision"}]])
def test_a_message_of_claude_is_one_by_its_sdk(finish: str, tools: list[Any]) -> None:
    from anthropic.types import Message, RawMessageStreamEvent

    reply = Reply('{"command": "look"}', finish=finish)
    Message.model_validate(anthropic_server.message_body(reply, asked(tools=tools), USAGE))
    adapter: TypeAdapter[Any] = TypeAdapter(RawMessageStreamEvent)
    for piece in anthropic_server._stream(reply, asked(tools=tools), USAGE):
        for event in events(piece.data):
            if event["type"] != "ping":
                assert adapter.validate_python(event).type == event["type"]


@pytest.mark.parametrize("finish", FINISHES)
def test_an_answer_of_gemini_is_one_by_its_sdk(finish: str) -> None:
    from google.genai.types import GenerateContentResponse

    for ended in (True, False):
        body = gemini_server.generate_body(
            Reply("hello", finish=finish), "hello", USAGE, ended=ended
        )
        found = GenerateContentResponse.model_validate(body)
        assert found.text == "hello"
        assert found.usage_metadata is not None
        assert found.usage_metadata.prompt_token_count == 30


SAMPLING = Sampling(temperature=0.5, effort=Effort.LOW, seed=1, max_tokens=100)


@pytest.mark.parametrize("stream", [False, True])
async def test_what_we_send_openai_is_a_request_by_its_sdk(stream: bool) -> None:
    from openai.types.responses.response_create_params import (
        ResponseCreateParamsNonStreaming,
        ResponseCreateParamsStreaming,
    )

    params = ResponseCreateParamsStreaming if stream else ResponseCreateParamsNonStreaming
    async with talking("openai", Reply('{"command": "look"}'), model="gpt-6-luna") as talk:
        await _ask_all(talk, stream)
        for request in talk.server.requests:
            _known(params, request.body)


@pytest.mark.parametrize("stream", [False, True])
async def test_what_we_send_compatible_servers_is_a_chat_request_by_the_sdk(stream: bool) -> None:
    from openai.types.chat.completion_create_params import (
        CompletionCreateParamsNonStreaming,
        CompletionCreateParamsStreaming,
    )

    params = CompletionCreateParamsStreaming if stream else CompletionCreateParamsNonStreaming
    async with talking("compatible", Reply('{"command": "look"}')) as talk:
        await _ask_all(talk, stream)
        for request in talk.server.requests:
            _known(params, request.body)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", ["claude-sonnet-5-5", "claude-haiku-4-5", "claude-sonnet-4-0"])
async def test_what_we_send_claude_is_a_request_by_its_sdk(model: str, stream: bool) -> None:
    from anthropic.types.message_create_params import (
        MessageCreateParamsNonStreaming,
        MessageCreateParamsStreaming,
    )

    params = MessageCreateParamsStreaming if stream else MessageCreateParamsNonStreaming
    async with talking("anthropic", Reply('{"command": "look"}'), model=model) as talk:
        await _ask_all(talk, stream)
        for request in talk.server.requests:
            body = dict(request.body)
            body.pop("temperature", None)  # older models take it; the SDK knows no longer
            _known(params, body)


async def _ask_all(talk: Any, stream: bool) -> None:
    from ludens.llm.request import OutputSchema

    shaped = with_prefix().with_output(OutputSchema.of(Decision))
    for request in (question(sampling=SAMPLING), with_prefix(), shaped):
        if stream:
            async for _ in talk.llm.stream(request):
                pass
        else:
            await talk.llm.complete(request)


def _known(params: Any, body: dict[str, Any]) -> None:
    """Fail unless every parameter is one of the SDK's, of the SDK's type."""
    unknown = set(body) - set(params.__annotations__) - _inherited(params)
    assert not unknown, f"the SDK knows no {unknown}"
    try:
        TypeAdapter(params).validate_python(body)
    except ValidationError as error:
        pytest.fail(str(error))


def _inherited(params: Any) -> set[str]:
    return {name for base in params.__orig_bases__ for name in getattr(base, "__annotations__", {})}
