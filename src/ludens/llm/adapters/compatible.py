"""Any server that speaks OpenAI's Chat Completions: llama.cpp, vLLM, Ollama and others.

No caching parameter is ever sent: many of these servers answer 400 to one (seed 000 §4). Text is
sent as plain strings, since not all of them take content parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludens.llm.adapters.adapter import SCHEMA, Adapter, Attempt
from ludens.llm.adapters.openai_client import explain_openai, post, post_for_stream
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.profiles import Structured
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import Stop, Usage
from ludens.llm.schemas import WITH_BOUNDS, schema_instruction, strict_schema
from ludens.llm.settings import CompatibleSettings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from openai import AsyncOpenAI
    from openai.types import CompletionUsage

PATH = "/chat/completions"
STREAM = "stream"

_STOPS = {
    "stop": Stop.COMPLETED,
    "tool_calls": Stop.COMPLETED,
    "length": Stop.TRUNCATED,
    "content_filter": Stop.FILTERED,
}


class CompatibleAdapter(Adapter):
    """A model of an OpenAI-compatible server."""

    adapter = "compatible"
    takes_seed = True
    settings: CompatibleSettings

    def __init__(self, *args: Any, client: AsyncOpenAI, **options: Any) -> None:
        super().__init__(*args, **options)
        self.client = client

    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt."""
        from openai import AsyncStream  # noqa: PLC0415
        from openai.types.chat import ChatCompletion, ChatCompletionChunk  # noqa: PLC0415

        body = self._body(attempt)
        if attempt.on_text is None or STREAM in self.refused:
            answer = await post(self.client, PATH, body, ChatCompletion)
            choice = answer.choices[0]
            attempt.usage = usage_of(answer.usage)
            attempt.stop = _STOPS.get(choice.finish_reason, Stop.COMPLETED)
            attempt.say(_text_of(choice.message.content))
            if choice.message.refusal:
                attempt.say(choice.message.refusal)
                attempt.stop = Stop.REFUSED
            return
        finished = came = False
        async with await post_for_stream(
            self.client,
            PATH,
            body | {"stream_options": {"include_usage": True}},
            ChatCompletionChunk,
            AsyncStream[ChatCompletionChunk],
        ) as chunks:
            async for chunk in chunks:
                came = True
                attempt.usage = usage_of(chunk.usage) or attempt.usage
                for piece in chunk.choices:
                    attempt.say(_text_of(piece.delta.content))
                    if piece.delta.refusal:
                        attempt.say(piece.delta.refusal)
                        attempt.stop = Stop.REFUSED
                    if piece.finish_reason is not None:
                        finished = True
                        if attempt.stop is Stop.COMPLETED:
                            attempt.stop = _STOPS.get(piece.finish_reason, Stop.COMPLETED)
        if not came:
            self.refused.add(STREAM)
            said = "the server does not stream; it is asked for the whole reply from now on"
            raise CallFailedError(ErrorKind.UNSUPPORTED, said, retry_at_once=True)
        if not finished:
            raise CallFailedError(ErrorKind.CONNECTION, "the stream ended before the reply did")

    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception of the SDK means."""
        return explain_openai(error, attempt, self)

    def structured(self, request: LLMRequest) -> Structured | None:
        """Return how the reply's shape is had, as the settings say."""
        shape = super().structured(request)
        if shape is Structured.BOTH and self.settings.structured == "prompt":
            return Structured.PROMPT
        return shape

    def _body(self, attempt: Attempt) -> dict[str, Any]:
        request = attempt.request
        system = joined(request.system)
        body: dict[str, Any] = {"model": self.model, **self.sampling(attempt)}
        if request.sampling.max_tokens is not None:
            body["max_tokens"] = request.sampling.max_tokens
        shape = self.structured(request)
        if request.output is not None:
            system = f"{system}\n\n{schema_instruction(request.output.definition)}".strip()
            if shape is Structured.BOTH:
                body["response_format"] = json_schema_format(request)
                if self.settings.structured == "auto":
                    attempt.optional[SCHEMA] = ("response_format", "json_schema", "grammar")
        body["messages"] = chat_messages(system, request)
        return body


def json_schema_format(request: LLMRequest) -> dict[str, Any]:
    """Return the `response_format` of a request that has an output."""
    assert request.output is not None
    return {
        "type": "json_schema",
        "json_schema": {
            "name": request.output.name,
            "schema": strict_schema(request.output.definition, WITH_BOUNDS),
            "strict": True,
        },
    }


def chat_messages(system: str, request: LLMRequest) -> list[dict[str, str]]:
    """Return the conversation as Chat Completions has it, in plain strings."""
    return [
        *([{"role": "system", "content": system}] if system else ()),
        *({"role": m.role.value, "content": joined(m.blocks)} for m in request.messages),
    ]


def _text_of(content: Any) -> Any:
    """Return the text of a reply, which some servers give in parts, as requests have it."""
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return content or ""


def joined(blocks: Iterable[Block]) -> str:
    """Return the blocks as one text."""
    return "\n\n".join(block.text for block in blocks)


def usage_of(usage: CompletionUsage | None) -> Usage | None:
    """Return the tokens a server reported; None if it reported none."""
    if usage is None:
        return None
    details, generated = usage.prompt_tokens_details, usage.completion_tokens_details
    return Usage(
        input_tokens=usage.prompt_tokens,
        cached_tokens=(details.cached_tokens or 0) if details else 0,
        cache_write_tokens=(details.cache_write_tokens or 0) if details else 0,
        output_tokens=usage.completion_tokens,
        reasoning_tokens=(generated.reasoning_tokens or 0) if generated else 0,
    )
