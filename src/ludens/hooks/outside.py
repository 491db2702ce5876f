"""Requests that hooks make: with a timeout, a bound on the answer, and no address in an error."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ludens.hooks.background import OutsideError
from ludens.installing import install_command
from ludens.llm.keys import Keys

TIMEOUT_SECONDS = 10.0
LONGEST_ANSWER = 32 << 20
"""Bytes of an answer that are taken: a picture or a few minutes of speech."""
LONGEST_PAUSE = 30.0
"""Seconds that a server may ask to wait before the one further try."""
TOO_MANY = 429
REFUSED = 300
"""The lowest status that is no success; redirects are not followed, so a secret stays here."""


def secret(variable: str) -> str:
    """Return what a variable of the environment or of .env holds; raises ValueError."""
    found = Keys().find(variable)
    if found is None:
        raise ValueError(f"set {variable} in the environment or in .env")
    return found.value.get_secret_value()


def checked_url(url: str, what: str) -> str:
    """Return an http(s) URL without its last slash; raises ValueError, without the URL."""
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise ValueError(f"{what} is no http:// or https:// address")
    return url.rstrip("/")


def ask(
    url: str,
    body: Any = None,
    *,
    headers: Mapping[str, str] | None = None,
    timeout: float = TIMEOUT_SECONDS,
    stopping: threading.Event | None = None,
) -> bytes:
    """Send JSON by POST (or GET if `body` is None); return the answer. Raises OutsideError.

    A server that is asked too often is given the seconds it names, once, at most
    `LONGEST_PAUSE`; `stopping` cuts them short.
    """
    import httpx2  # noqa: PLC0415 - an extra

    def once(client: httpx2.Client) -> tuple[int, str, bytes]:
        method = "GET" if body is None else "POST"
        with client.stream(method, url, json=body, headers=headers) as answer:
            content = b""
            for part in answer.iter_bytes():
                content += part
                if len(content) > LONGEST_ANSWER:
                    raise OutsideError(f"the answer is longer than {LONGEST_ANSWER} bytes")
            return answer.status_code, answer.headers.get("retry-after", ""), content

    try:
        with httpx2.Client(timeout=timeout) as client:
            status, pause, content = once(client)
            if status == TOO_MANY:
                (stopping or threading.Event()).wait(_seconds(pause))
                status, _, content = once(client)
    except httpx2.TimeoutException:
        raise OutsideError(f"no answer within {timeout:g} s") from None
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise OutsideError(f"the server cannot be reached ({type(error).__name__})") from None
    if status >= REFUSED:
        raise OutsideError(f"the server refused with status {status}")
    return content


def need_http() -> None:
    """Raise ValueError, saying what to install, if requests cannot be made."""
    try:
        import httpx2  # noqa: F401, PLC0415
    except ImportError as error:
        raise ValueError(f"it needs a package: {install_command('hooks')}") from error


def _seconds(text: str) -> float:
    try:
        return min(max(float(text), 0.0), LONGEST_PAUSE)
    except ValueError:
        return 1.0
