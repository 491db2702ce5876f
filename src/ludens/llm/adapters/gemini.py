"""Gemini through generateContent, with the fixed prefix stored by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludens.llm.adapters.adapter import SCHEMA, Adapter, Attempt
from ludens.llm.adapters.gemini_cache import GoneError, StoredPrefixes
from ludens.llm.adapters.http_errors import (
    failure_of_transport,
    kind_of_status,
    retry_after,
)
from ludens.llm.adapters.sdk import require
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.profiles import Caching, Structured
from ludens.llm.request import Block, CachePoint, LLMRequest, Role
from ludens.llm.response import Stop, Usage
from ludens.llm.schemas import WITH_BOUNDS, schema_instruction, strict_schema
from ludens.llm.settings import GeminiSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx2
    from google.genai.client import AsyncClient
    from google.genai.errors import APIError
    from google.genai.types import GenerateContentResponse

_FILTERED = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "MODEL_ARMOR",
        "ESCALATION",
        "PUP_LIMITED_DISABLED",
    }
)
_TRUNCATED = frozenset({"MAX_TOKENS", "CONTINUATION"})


def make_client(*, key: str, base_url: str | None, http: httpx2.AsyncClient) -> AsyncClient:
    """Return a client that never retries; raises MissingExtraError."""
    require("gemini")
    from google import genai  # noqa: PLC0415
    from google.genai import types  # noqa: PLC0415

    options = types.HttpOptions(
        base_url=base_url,
        retry_options=types.HttpRetryOptions(attempts=1),
        httpx_async_client=http,
    )
    return genai.Client(api_key=key, vertexai=False, http_options=options).aio


class GeminiAdapter(Adapter):
    """A model of the Gemini API."""

    adapter = "gemini"
    takes_seed = True
    settings: GeminiSettings

    def __init__(self, *args: Any, client: AsyncClient, **options: Any) -> None:
        super().__init__(*args, **options)
        self.client = client
        self.stored = StoredPrefixes(
            client,
            self.model,
            ttl=self.settings.cache_ttl,
            floor=self.profile.cache_floor or 0,
            clock=self.clock,
        )

    async def ask(self, attempt: Attempt) -> None:
        """Make one attempt."""
        config: Any = self._config(attempt)  # a dict is one of the documented forms
        contents: Any  # dicts too
        system, contents = self._prompt(attempt)
        point = await self._stored_prefix(attempt)
        if point is not None:
            config["cached_content"] = attempt.stored
            system, contents = [], _after(attempt.request, point)
        elif system:
            config["system_instruction"] = {"parts": system}
        finished = False
        if attempt.on_text is None:
            answer = await self.client.models.generate_content(
                model=self.model, contents=contents, config=config
            )
            finished = _read(answer, attempt)
        else:
            stream = await self.client.models.generate_content_stream(
                model=self.model, contents=contents, config=config
            )
            async for piece in stream:
                finished = _read(piece, attempt) or finished
        if not finished:
            raise CallFailedError(ErrorKind.CONNECTION, "the stream ended before the reply did")

    async def aclose(self) -> None:
        """Delete what was stored; the provider bills storage by the hour."""
        await self.stored.delete_all()

    def _config(self, attempt: Attempt) -> dict[str, Any]:
        request = attempt.request
        sampling = self.sampling(attempt)
        config: dict[str, Any] = {
            # One attempt is one HTTP request: the SDK must neither call tools nor go on by itself.
            "automatic_function_calling": {"disable": True},
            "automatic_continuation": False,
        }
        if request.sampling.max_tokens is not None:
            config["max_output_tokens"] = request.sampling.max_tokens
        if "temperature" in sampling:
            config["temperature"] = sampling["temperature"]
        if "seed" in sampling:
            config["seed"] = sampling["seed"]
        if "effort" in sampling:
            config["thinking_config"] = {"thinking_level": sampling["effort"].value.upper()}
        if request.output is not None and self.structured(request) is Structured.NATIVE:
            config["response_mime_type"] = "application/json"
            config["response_json_schema"] = strict_schema(request.output.definition, WITH_BOUNDS)
            attempt.optional[SCHEMA] = ("response_json_schema", "responseJsonSchema", "schema")
        return config

    def _prompt(self, attempt: Attempt) -> tuple[list[dict[str, str]], list[dict[str, Any]]]:
        """Return the system instruction's parts and the contents, whole."""
        request = attempt.request
        system = _parts(request.system)
        if request.output is not None and self.structured(request) is Structured.PROMPT:
            system.append({"text": schema_instruction(request.output.definition)})
        return system, [_content(m.role, m.blocks) for m in request.messages]

    async def _stored_prefix(self, attempt: Attempt) -> CachePoint | None:
        """Return where the stored prefix ends that is used; None, with a note, to send all."""
        request = attempt.request
        points = request.cache_points()
        if points and not _after(request, points[-1]):
            points = points[:-1]  # something must be said beside what is stored
        if self.profile.caching is not Caching.STORED or not points:
            return None
        if request.output is not None and self.structured(request) is Structured.PROMPT:
            attempt.cache_note = "a stored prefix owns the system text, which a schema was added to"
            return None
        stored = await self.stored.find(points, lambda point: _up_to(request, point))
        attempt.cache_note, attempt.stored = stored.note, stored.name
        if stored.written:
            attempt.usage = Usage(input_tokens=stored.written, cache_write_tokens=stored.written)
        return stored.point

    def explain(self, error: Exception, attempt: Attempt) -> CallFailedError:
        """Return what an exception of the SDK means."""
        from google.genai import errors  # noqa: PLC0415

        if isinstance(error, errors.APIError):
            return self._explain_status(error, attempt)
        return failure_of_transport(error)

    def _explain_status(self, error: APIError, attempt: Attempt) -> CallFailedError:
        said = str(error.message or error.details)
        if self.stored.is_gone(attempt.stored, error):
            return GoneError()
        kind = kind_of_status(error.code, said)
        if kind is ErrorKind.BAD_REQUEST:
            refused = self.refusal(said, attempt)
            if refused is not None:
                return refused
        wait = _wait(error, self)
        return CallFailedError(kind, f"HTTP {error.code}: {said}", retry_after=wait)


def _parts(blocks: Sequence[Block]) -> list[dict[str, str]]:
    return [{"text": block.text} for block in blocks]


def _content(role: Role, blocks: Sequence[Block]) -> dict[str, Any]:
    return {"role": "user" if role is Role.USER else "model", "parts": _parts(blocks)}


def _up_to(request: LLMRequest, point: CachePoint) -> dict[str, Any]:
    """Return what is stored: the system text and the contents before a cache point."""
    content: dict[str, Any] = {}
    if system := _parts(request.system[: point.system]):
        content["system_instruction"] = {"parts": system}
    if point.message >= 0:
        *whole, last = request.messages[: point.message + 1]
        content["contents"] = [
            *(_content(message.role, message.blocks) for message in whole),
            _content(last.role, last.blocks[: point.blocks]),
        ]
    return content


def _after(request: LLMRequest, point: CachePoint) -> list[dict[str, Any]]:
    """Return what is sent beside the name of what is stored.

    A request that names a stored prefix may have no system text of its own, so what the system
    says after the cache point is said by the user, first.
    """
    rest = [(Role.USER, request.system[point.system :])]
    later = [(message.role, message.blocks) for message in request.messages]
    if point.message >= 0:
        role, blocks = later[point.message]
        later = [(role, blocks[point.blocks :]), *later[point.message + 1 :]]
    return [_content(role, blocks) for role, blocks in (*rest, *later) if blocks]


def _read(answer: GenerateContentResponse, attempt: Attempt) -> bool:
    """Read an answer or a piece of one; return whether the reply has ended."""
    if answer.usage_metadata is not None:
        found = answer.usage_metadata
        written = attempt.usage.cache_write_tokens if attempt.usage else 0
        thoughts = found.thoughts_token_count or 0
        attempt.usage = Usage(
            input_tokens=(found.prompt_token_count or 0) + written,
            cached_tokens=found.cached_content_token_count or 0,
            cache_write_tokens=written,
            output_tokens=(found.candidates_token_count or 0) + thoughts,
            reasoning_tokens=thoughts,
        )
    if answer.prompt_feedback is not None and answer.prompt_feedback.block_reason is not None:
        attempt.stop = Stop.FILTERED
        return True
    if not answer.candidates:
        return False
    candidate = answer.candidates[0]
    if candidate.content is not None:
        for part in candidate.content.parts or ():
            if part.text and not part.thought:
                attempt.say(part.text)
    if candidate.finish_reason is None:
        return False
    if candidate.finish_reason.value in _FILTERED:
        attempt.stop = Stop.FILTERED
    elif candidate.finish_reason.value in _TRUNCATED:
        attempt.stop = Stop.TRUNCATED
    return True


def _wait(error: APIError, adapter: GeminiAdapter) -> float | None:
    """Return the seconds to wait: the header, or google.rpc.RetryInfo in the body."""
    headers = getattr(error.response, "headers", None) or {}
    asked = retry_after(headers, adapter.clock.now())
    if asked is not None or not isinstance(error.details, dict):
        return asked
    for detail in error.details.get("error", {}).get("details", []):
        delay = str(detail.get("retryDelay", ""))
        if delay.endswith("s"):
            try:
                return float(delay[:-1])
            except ValueError:
                continue
    return None
