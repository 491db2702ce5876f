"""Claude through the Messages endpoint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ludens.llm.adapters.adapter import SCHEMA, Adapter, Attempt
from ludens.llm.adapters.http_errors import (
    failure_of_transport,
    kind_of_status,
    retry_after,
)
from ludens.llm.adapters.sdk import require
from ludens.llm.caching import marked
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.profiles import Structured
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import Stop, Usage
from ludens.llm.schemas import STRICT, has_free_form, schema_instruction, strict_schema
from ludens.llm.settings import AnthropicSettings

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic

TOOL = "tool"

DEFAULT_MAX_TOKENS = 4096
"""The endpoint insists on a limit."""

_STOPS = {
    "max_tokens": Stop.TRUNCATED,
    "model_context_window_exceeded": Stop.TRUNCATED,
    "refusal": Stop.REFUSED,
}

_BY_TYPE = {
    "overloaded_error": ErrorKind.OVERLOADED,
    "rate_limit_error": ErrorKind.RATE_LIMITED,
    "timeout_error": ErrorKind.TIMEOUT,
    "billing_error": ErrorKind.QUOTA,
    "authentication_error": ErrorKind.AUTHENTICATION,
    "permission_error": ErrorKind.AUTHENTICATION,
    "not_found_error": ErrorKind.NOT_FOUND,
    "invalid_request_error": ErrorKind.BAD_REQUEST,
}
"""Errors inside a stream come with HTTP status 200; their type tells."""


def make_client(*, key: str, base_url: str | None, http: httpx2.AsyncClient) -> AsyncAnthropic:
    """Return a client with the SDK's own retries off; raises MissingExtraError."""
    require("anthropic")
    from anthropic import AsyncAnthropic  # noqa: PLC0415

    return AsyncAnthropic(
        api_key=key,
        base_url=base_url,
        max_retries=0,
        timeout=http.timeout,
        http_client=http,
    )


class AnthropicAdapter(Adapter):
    """A model of the Claude API."""

    adapter = "anthropic"
    settings: AnthropicSettings

    def __init__(self, *args: Any, client: AsyncAnthropic, **options: Any) -> None:
        super().__init__(*args, **options)
        self.client = client

    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt."""
        body = self._body(attempt)
        if attempt.on_text is None:
            answer = await self.client.messages.create(**body)
            self._count(attempt, answer.usage)
            attempt.stop = _STOPS.get(answer.stop_reason or "", Stop.COMPLETED)
            for block in answer.content:
                if block.type == "text":
                    attempt.say(block.text)
                elif block.type == "tool_use":
                    attempt.say(json.dumps(block.input))
            return
        finished = False
        async with await self.client.messages.create(**body, stream=True) as events:
            async for event in events:
                if event.type == "message_start":
                    self._count(attempt, event.message.usage)
                elif event.type == "content_block_delta":
                    if event.delta.type == "text_delta":
                        attempt.say(event.delta.text)
                    elif event.delta.type == "input_json_delta":
                        attempt.say(event.delta.partial_json)
                elif event.type == "message_delta":
                    self._count(attempt, event.usage)
                    attempt.stop = _STOPS.get(event.delta.stop_reason or "", Stop.COMPLETED)
                elif event.type == "message_stop":
                    finished = True
        if not finished:
            raise CallFailedError(ErrorKind.CONNECTION, "the stream ended before the reply did")

    def _count(self, attempt: Attempt, usage: Any) -> None:
        """Read a usage object. In a stream later ones are totals, and leave out what is known."""
        before = attempt.usage or Usage()
        written, read = usage.cache_creation_input_tokens, usage.cache_read_input_tokens
        written = before.cache_write_tokens if written is None else written
        read = before.cached_tokens if read is None else read
        plain = usage.input_tokens
        if plain is None:
            plain = before.input_tokens - before.cached_tokens - before.cache_write_tokens
        details = usage.output_tokens_details
        attempt.usage = Usage(
            input_tokens=plain + written + read,
            cached_tokens=read,
            cache_write_tokens=written,
            output_tokens=usage.output_tokens,
            reasoning_tokens=(details.thinking_tokens or 0) if details else 0,
        )

    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception of the SDK means."""
        import anthropic  # noqa: PLC0415

        if isinstance(error, anthropic.APITimeoutError):
            return CallFailedError(ErrorKind.TIMEOUT, "the connection timed out")
        if isinstance(error, anthropic.APIConnectionError):
            cause = f": {error.__cause__}" if error.__cause__ else ""
            return CallFailedError(ErrorKind.CONNECTION, f"the connection failed{cause}")
        if isinstance(error, anthropic.APIStatusError):
            said = error.api_message or error.message
            if error.status_code == 200:
                kind = _BY_TYPE.get(error.type or "", ErrorKind.SERVER)
            else:
                kind = kind_of_status(error.status_code, said)
            if kind is ErrorKind.BAD_REQUEST:
                refused = self.refusal(said, attempt)
                if refused is not None:
                    return refused
            wait = retry_after(error.response.headers, self.clock.now())
            return CallFailedError(kind, f"HTTP {error.status_code}: {said}", retry_after=wait)
        if isinstance(error, anthropic.APIResponseValidationError):
            said = f"the answer cannot be read: {error.message}"
            return CallFailedError(ErrorKind.MALFORMED, said)
        return failure_of_transport(error)

    def structured(self, request: LLMRequest) -> Structured | None:
        """Return how the reply's shape is had: natively, else by a tool, else by the prompt."""
        shape = super().structured(request)
        if request.output is None or has_free_form(request.output.definition):
            return shape
        if SCHEMA in self.refused or shape is Structured.TOOL:
            return Structured.PROMPT if TOOL in self.refused else Structured.TOOL
        return shape

    def _body(self, attempt: Attempt) -> dict[str, Any]:
        request = attempt.request
        sampling = self.sampling(attempt)
        blocks = [*request.system, *(b for m in request.messages for b in m.blocks)]
        marks = marked(blocks, self.profile.breakpoints, self.profile.lookback)
        parts = iter([self._part(block, number in marks) for number, block in enumerate(blocks)])
        system = [next(parts) for _ in request.system]
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": request.sampling.max_tokens or DEFAULT_MAX_TOKENS,
            "messages": [
                {"role": m.role.value, "content": [next(parts) for _ in m.blocks]}
                for m in request.messages
            ],
        }
        config: dict[str, Any] = {}
        if "effort" in sampling:
            config["effort"] = sampling["effort"].value
        if request.output is not None:
            shape = self.structured(request)
            schema = strict_schema(request.output.definition, STRICT)
            if shape is Structured.NATIVE:
                config["format"] = {"type": "json_schema", "schema": schema}
                attempt.optional[SCHEMA] = ("output_config.format", "output_format", "json_schema")
            elif shape is Structured.TOOL:
                body["tools"] = [{"name": request.output.name, "input_schema": schema}]
                body["tool_choice"] = {"type": "tool", "name": request.output.name}
                attempt.optional[TOOL] = ("tool_choice", "tools")
            else:
                told = schema_instruction(request.output.definition)
                system.append({"type": "text", "text": told})
        if system:
            body["system"] = system
        if config:
            body["output_config"] = config
        if "temperature" in sampling:
            # Newer models reject it, so the SDK has no argument for it; older ones still take it.
            body["extra_body"] = {"temperature": min(1.0, sampling["temperature"])}
        return body

    def _part(self, block: Block, is_marked: bool) -> dict[str, Any]:
        part: dict[str, Any] = {"type": "text", "text": block.text}
        if is_marked:
            part["cache_control"] = {"type": "ephemeral"}
            if self.settings.cache_ttl != "5m":
                part["cache_control"]["ttl"] = self.settings.cache_ttl
        return part
