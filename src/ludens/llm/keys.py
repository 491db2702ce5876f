"""Keys: where they are found, and how they are kept out of everything else."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from dotenv import dotenv_values
from pydantic import SecretStr

MASK = "[key]"

_LOOKS_LIKE_A_KEY = re.compile(
    r"""\b(?:sk|rk)-[A-Za-z0-9_-]{16,}      # OpenAI, Anthropic and many others
      | \bAIza[A-Za-z0-9_-]{30,}            # Google
      | \bAQ\.[A-Za-z0-9_-]{30,}            # Google, newer
      | (?<=Bearer\ )[^\s"',}\]]{8,}        # any, in a header
    """,
    re.VERBOSE,
)
_SHORTEST = 6
"""A shorter "key" (some local servers take any word) is no secret and would mask plain text."""


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key and where it was found."""

    value: SecretStr
    source: str


class Keys:
    """The environment first, then a `.env` file, which git must ignore."""

    def __init__(
        self, environ: Mapping[str, str] | None = None, dotenv: Path | None = Path(".env")
    ) -> None:
        self._environ = os.environ if environ is None else environ
        self._file: Mapping[str, str | None] = {}
        if dotenv is not None and dotenv.is_file():
            self._file = dotenv_values(dotenv)

    def find(self, variable: str | None) -> FoundKey | None:
        """Return the key that a variable holds, or None."""
        if variable is None:
            return None
        if value := self._environ.get(variable, "").strip():
            return FoundKey(SecretStr(value), "environment")
        if value := (self._file.get(variable) or "").strip():
            return FoundKey(SecretStr(value), ".env")
        return None


class Scrubber:
    """Takes keys out of any text that is kept or shown."""

    def __init__(self, keys: Iterable[SecretStr] = ()) -> None:
        self._known: set[str] = set()
        for key in keys:
            self.add(key)

    def add(self, key: SecretStr) -> None:
        """Know one more key, in every spelling a server or a URL may give it."""
        value = key.get_secret_value()
        if len(value) >= _SHORTEST:
            self._known |= {value, quote(value, safe=""), quote(value)}

    def scrub(self, text: str) -> str:
        """Return the text with every key, known or likely, replaced by a mask."""
        for key in sorted(self._known, key=len, reverse=True):
            text = text.replace(key, MASK)
        return _LOOKS_LIKE_A_KEY.sub(MASK, text)

    def line(self, text: str, longest: int = 500) -> str:
        """Return the text as one scrubbed line of at most `longest` characters."""
        line = " ".join(self.scrub(text).split())
        return line if len(line) <= longest else line[: longest - 1] + "…"


class LogGuard(logging.Filter):
    """Keeps keys out of the logs of the HTTP client and the SDKs, whoever turned them on.

    At DEBUG they print headers as they came, and a server may echo a key in one.
    """

    LOGGERS = (
        "httpcore2.connection",
        "httpcore2.http11",
        "httpcore2.http2",
        "httpcore2.proxy",
        "httpcore2.socks",
        "httpx2",
        "openai",
        "openai._base_client",
        "anthropic",
        "anthropic._base_client",
        "google_genai._api_client",
        "google_genai.models",
    )

    def __init__(self, scrubber: Scrubber) -> None:
        super().__init__()
        self.scrubber = scrubber

    def install(self) -> None:
        """Guard every logger from now on."""
        for name in self.LOGGERS:
            logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        """Guard no longer."""
        for name in self.LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, scrubbed."""
        record.msg, record.args = self.scrubber.scrub(record.getMessage()), ()
        return True
