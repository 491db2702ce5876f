"""The openai package: one client a provider, and what its exceptions mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ludens.llm.adapters.adapter import Adapter, Attempt
from ludens.llm.adapters.http_errors import (
    failure_of_transport,
    kind_of_status,
    retry_after,
)
from ludens.llm.adapters.sdk import require
from ludens.llm.errors import CallFailedError, ErrorKind

if TYPE_CHECKING:
    import httpx2
    from openai import APIStatusError, AsyncOpenAI, AsyncStream

T = TypeVar("T")

UNREADABLE = "unreadable"
"""Our own code for an answer that is not what the provider documents."""
_BY_CODE = {
    UNREADABLE: ErrorKind.MALFORMED,
    "rate_limit_exceeded": ErrorKind.RATE_LIMITED,
    "insufficient_quota": ErrorKind.QUOTA,
    "server_error": ErrorKind.SERVER,
    "context_length_exceeded": ErrorKind.TOO_LONG,
    "invalid_prompt": ErrorKind.BAD_REQUEST,
}


def make_client(
    adapter: str, *, key: str, base_url: str | None, http: httpx2.AsyncClient
) -> AsyncOpenAI:
    """Return a client with the SDK's own retries off; raises MissingExtraError."""
    require(adapter)
    from openai import AsyncOpenAI  # noqa: PLC0415

    return AsyncOpenAI(
        api_key=key,
        base_url=base_url,
        max_retries=0,
        timeout=http.timeout,
        http_client=http,
    )


async def post(client: AsyncOpenAI, path: str, body: dict[str, Any], answer: type[T]) -> T:
    """Send a request and return the SDK's reading of the answer.

    The SDK's method for each endpoint also compares the body with its types, at each call; that
    takes longer than all the rest, and our tests compare it with the same types.
    """
    return await client.post(path, body=body, cast_to=answer)


async def post_for_stream(
    client: AsyncOpenAI,
    path: str,
    body: dict[str, Any],
    answer: type[Any],
    stream: type[AsyncStream[T]],
) -> AsyncStream[T]:
    """Send a request and return the events of its answer."""
    return await client.post(
        path,
        body=body | {"stream": True},
        cast_to=answer,
        stream=True,
        stream_cls=stream,
    )


def failure_of_code(code: str | None, message: str) -> CallFailedError:
    """Return what an error inside an answer means, by its code."""
    return CallFailedError(_BY_CODE.get(code or "", ErrorKind.BAD_REQUEST), message)


def explain_openai(error: Exception, attempt: Attempt, adapter: Adapter) -> CallFailedError:
    """Return what an exception of the openai package means."""
    import openai  # noqa: PLC0415

    if isinstance(error, openai.APITimeoutError):
        return CallFailedError(ErrorKind.TIMEOUT, "the connection timed out")
    if isinstance(error, openai.APIConnectionError):
        cause = f": {error.__cause__}" if error.__cause__ else ""
        asked = error.request.url
        where = f"{asked.scheme}://{asked.netloc.decode('ascii', 'replace')}"
        return CallFailedError(ErrorKind.CONNECTION, f"the connection to {where} failed{cause}")
    if isinstance(error, openai.APIStatusError):
        said = f"HTTP {error.status_code}: {_words(error)}"
        kind = kind_of_status(error.status_code, f"{error.code} {error.type} {error.message}")
        if kind is ErrorKind.BAD_REQUEST:
            refused = adapter.refusal(f"{error.param or ''} {error.message}", attempt)
            if refused is not None:
                return refused
        wait = retry_after(error.response.headers, adapter.clock.now())
        return CallFailedError(kind, said, retry_after=wait)
    if isinstance(error, openai.APIError):
        unreadable = isinstance(error, openai.APIResponseValidationError)
        code = UNREADABLE if unreadable else error.code or error.type
        return failure_of_code(code, error.message)
    return failure_of_transport(error)


def _words(error: APIStatusError) -> str:
    """Return what a server said of its refusal: its words alone, or what its status means.

    The package's own message puts the status and the whole body around them.
    """
    said: object = error.body
    for name in ("error", "message", "detail"):
        said = said.get(name) or said if isinstance(said, dict) else said
    if isinstance(said, str) and said.strip() and "<" not in said[:1]:
        return " ".join(said.split())
    return error.response.reason_phrase or "no reason was given"
