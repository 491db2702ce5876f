"""What HTTP answers mean, for every provider alike."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ludens.llm.errors import CallFailedError, ErrorKind

_BY_STATUS: Mapping[int, ErrorKind] = {
    400: ErrorKind.BAD_REQUEST,
    401: ErrorKind.AUTHENTICATION,
    402: ErrorKind.QUOTA,
    403: ErrorKind.AUTHENTICATION,
    404: ErrorKind.NOT_FOUND,
    408: ErrorKind.TIMEOUT,
    409: ErrorKind.SERVER,
    413: ErrorKind.TOO_LONG,
    429: ErrorKind.RATE_LIMITED,
    503: ErrorKind.OVERLOADED,
    504: ErrorKind.TIMEOUT,
    529: ErrorKind.OVERLOADED,
}

_ABOUT_LENGTH = (
    "context length",
    "context_length",
    "context window",
    "context size",
    "prompt is too long",
    "maximum number of tokens",
    "exceeds the maximum",
)


def kind_of_status(status: int, said: str) -> ErrorKind:
    """Return what an HTTP status and the words that came with it mean."""
    kind = _BY_STATUS.get(status)
    if kind is None:
        kind = ErrorKind.SERVER if status >= 500 else ErrorKind.BAD_REQUEST
    lowered = said.lower()
    if kind is ErrorKind.BAD_REQUEST and any(words in lowered for words in _ABOUT_LENGTH):
        return ErrorKind.TOO_LONG
    if kind is ErrorKind.RATE_LIMITED and "insufficient_quota" in lowered:
        return ErrorKind.QUOTA
    return kind


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds a server asks us to wait, by Retry-After (either form) or its -Ms."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) / unit)
        except (KeyError, ValueError):
            continue
    try:
        when = parsedate_to_datetime(headers["retry-after"])
    except (KeyError, TypeError, ValueError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - now).total_seconds())


def failure_of_transport(error: Exception) -> CallFailedError:
    """Return what an exception of the HTTP client means, where an SDK lets it through."""
    import httpx2  # noqa: PLC0415

    if isinstance(error, httpx2.TimeoutException):
        return CallFailedError(ErrorKind.TIMEOUT, "the connection timed out")
    if isinstance(error, httpx2.HTTPError):
        return CallFailedError(ErrorKind.CONNECTION, f"the connection failed: {error}")
    return CallFailedError(ErrorKind.UNEXPECTED, f"{type(error).__name__}: {error}")


def refused_parameter(said: str, sent: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return which of our optional parameters a 400 complains of, or None.

    `sent` gives, for each parameter that was sent, the names it has on the wire.
    """
    lowered = said.lower()
    for parameter, names in sent.items():
        if any(name.lower() in lowered for name in names):
            return parameter
    return None
