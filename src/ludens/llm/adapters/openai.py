"""OpenAI through the Responses endpoint."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from ludens.llm.adapters.adapter import SCHEMA, Adapter, Attempt
from ludens.llm.adapters.openai_client import (
    explain_openai,
    failure_of_code,
    post,
    post_for_stream,
)
from ludens.llm.caching import marked
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.profiles import Caching, Structured
from ludens.llm.request import LLMRequest, Role
from ludens.llm.response import Stop, Usage
from ludens.llm.schemas import WITH_BOUNDS, schema_instruction, strict_schema
from ludens.llm.settings import OpenAISettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openai import AsyncOpenAI
    from openai.types.responses import Response

CACHE = "cache"


class OpenAIAdapter(Adapter):
    """A model of the OpenAI API."""

    adapter = "openai"
    settings: OpenAISettings

    def __init__(self, *args: Any, client: AsyncOpenAI, **options: Any) -> None:
        super().__init__(*args, **options)
        self.client = client

    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt."""
        from openai import AsyncStream  # noqa: PLC0415
        from openai.types.responses import Response, ResponseStreamEvent  # noqa: PLC0415

        body = self._body(attempt)
        if attempt.on_text is None:
            answer = await post(self.client, "/responses", body, Response)
            for text in _texts(answer):
                attempt.say(text)
            _read_end(answer, attempt)
            return
        async with await post_for_stream(
            self.client,
            "/responses",
            body,
            Response,
            AsyncStream[ResponseStreamEvent],
        ) as events:
            async for event in events:
                if event.type in {"response.output_text.delta", "response.refusal.delta"}:
                    attempt.say(event.delta)
                elif event.type == "error":
                    raise failure_of_code(event.code, event.message)
                elif event.type in {
                    "response.completed",
                    "response.incomplete",
                    "response.failed",
                }:
                    _read_end(event.response, attempt)
                    return
        raise CallFailedError(ErrorKind.CONNECTION, "the stream ended before the reply did")

    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception of the SDK means."""
        return explain_openai(error, attempt, self)

    def _body(self, attempt: Attempt) -> dict[str, Any]:
        request = attempt.request
        sampling = self.sampling(attempt)
        body: dict[str, Any] = {"model": self.model, "store": False}
        if request.sampling.max_tokens is not None:
            body["max_output_tokens"] = request.sampling.max_tokens
        if "temperature" in sampling:
            body["temperature"] = sampling["temperature"]
        if "effort" in sampling:
            body["reasoning"] = {"effort": sampling["effort"].value}
        parts = self._parts(request)
        system = [next(parts) for _ in request.system]
        shape = self.structured(request)
        if request.output is not None:
            if shape is Structured.NATIVE:
                body["text"] = {
                    "format": {
                        "type": "json_schema",
                        "name": request.output.name,
                        "schema": strict_schema(request.output.definition, WITH_BOUNDS),
                        "strict": True,
                    }
                }
                attempt.optional[SCHEMA] = ("text.format", "json_schema", "response_format")
            else:
                told = schema_instruction(request.output.definition)
                system.append({"type": "input_text", "text": told})
        body["input"] = [
            *([{"role": "developer", "content": system}] if system else ()),
            *(
                {"role": "assistant", "content": "\n\n".join(b.text for b in message.blocks)}
                if message.role is Role.ASSISTANT
                else {"role": "user", "content": [next(parts) for _ in message.blocks]}
                for message in request.messages
            ),
        ]
        if CACHE not in self.refused:
            body |= self._cache_parameters(request, attempt)
        return body

    def _cache_parameters(self, request: LLMRequest, attempt: Attempt) -> dict[str, Any]:
        points = request.cache_points()
        if not points and self.profile.caching is not Caching.BREAKPOINTS:
            return {}
        attempt.optional[CACHE] = ("prompt_cache",)
        parameters: dict[str, Any] = {}
        if points:
            # A conversation always goes to the same machines, however far it has grown.
            named = hashlib.sha256(f"{request.agent} {points[0].digest}".encode())
            parameters["prompt_cache_key"] = f"ludens-{named.hexdigest()[:32]}"
        if self.profile.caching is Caching.BREAKPOINTS:
            # Writes are billed: without this the ever-changing end would be written each turn.
            parameters["prompt_cache_options"] = {"mode": "explicit"}
            if self.settings.cache_ttl != "30m":
                parameters["prompt_cache_options"]["ttl"] = self.settings.cache_ttl
        return parameters

    def _parts(self, request: LLMRequest) -> Iterator[dict[str, Any]]:
        """Yield the parts of system text and user messages; what it said itself takes no marks."""
        blocks = [
            *request.system,
            *(b for m in request.messages if m.role is Role.USER for b in m.blocks),
        ]
        takes_marks = self.profile.caching is Caching.BREAKPOINTS and CACHE not in self.refused
        marks = marked(blocks, self.profile.breakpoints) if takes_marks else frozenset()
        for number, block in enumerate(blocks):
            part: dict[str, Any] = {"type": "input_text", "text": block.text}
            if number in marks:
                part["prompt_cache_breakpoint"] = {"mode": "explicit"}
            yield part


def _texts(answer: Response) -> list[str]:
    return [
        part.text if part.type == "output_text" else part.refusal
        for item in answer.output
        if item.type == "message"
        for part in item.content
    ]


def _read_end(answer: Response, attempt: Attempt) -> None:
    """Read how the reply ended and what it took; raises CallFailedError when it failed."""
    if answer.usage is not None:
        attempt.usage = Usage(
            input_tokens=answer.usage.input_tokens,
            cached_tokens=answer.usage.input_tokens_details.cached_tokens or 0,
            cache_write_tokens=answer.usage.input_tokens_details.cache_write_tokens or 0,
            output_tokens=answer.usage.output_tokens,
            reasoning_tokens=answer.usage.output_tokens_details.reasoning_tokens or 0,
        )
    if answer.status == "failed":
        fault = answer.error
        raise failure_of_code(
            fault.code if fault else None, fault.message if fault else "the reply failed"
        )
    if answer.status == "incomplete":
        reason = answer.incomplete_details.reason if answer.incomplete_details else None
        attempt.stop = Stop.FILTERED if reason == "content_filter" else Stop.TRUNCATED
    elif any(
        part.type == "refusal"
        for item in answer.output
        if item.type == "message"
        for part in item.content
    ):
        attempt.stop = Stop.REFUSED
