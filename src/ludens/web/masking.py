"""Nothing secret reaches the page: what is masked in settings and addresses."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from ludens.llm.keys import Scrubber

MASK = "…"
SECRET_NAME = re.compile(r"key$|token$|secret|password|credential|authorization", re.IGNORECASE)
ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def masked(value: Any, scrubber: Scrubber | None = None) -> Any:
    """Return JSON values with everything masked that is a secret by its name or its looks."""
    scrubber = scrubber or Scrubber()
    if isinstance(value, dict):
        return {
            key: MASK
            if isinstance(inner, str) and SECRET_NAME.search(str(key)) and inner
            else masked(inner, scrubber)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [masked(inner, scrubber) for inner in value]
    if isinstance(value, str):
        return scrubber.scrub(masked_url(value) if ADDRESS.match(value) else value)
    return value


def masked_url(url: str) -> str:
    """Return an address without the name and password, the query and the fragment in it."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return MASK
    if not parts.netloc:
        return url
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    user = f"{MASK}@" if "@" in parts.netloc else ""
    return parts._replace(netloc=f"{user}{host}{port}", query="", fragment="").geturl()
