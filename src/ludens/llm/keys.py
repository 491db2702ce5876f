"""Keys: where they are found, and how they are kept out of everything else."""

from __future__ import annotations

import base64
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from dotenv import dotenv_values
from pydantic import SecretStr

from ludens.llm.errors import ConfigurationError
from ludens.writable import writable

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
        """Look for the file; raises ConfigurationError for one that cannot be read."""
        self._environ = os.environ if environ is None else environ
        self._file: Mapping[str, str | None] = {}
        if dotenv is not None and dotenv.is_file():
            try:
                self._file = dotenv_values(dotenv)
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigurationError(f"{dotenv} cannot be read as text: {error}") from error

    def find(self, variable: str | None) -> FoundKey | None:
        """Return the key that a variable holds, or None."""
        if variable is None:
            return None
        if value := self._environ.get(variable, "").strip():
            return FoundKey(SecretStr(value), "environment")
        if value := (self._file.get(variable) or "").strip():
            return FoundKey(SecretStr(value), ".env")
        return None


_ESCAPE = re.compile(
    r"\\+u00([0-7][0-9a-f])|\\+u\{0*([0-7][0-9a-f])\}|\\+x([0-7][0-9a-f])|%([0-7][0-9a-f])"
    r"|&#x0*([0-7][0-9a-f]);|&#0*([0-9]{2,3});|\\([0-7]{3})(?![0-9])|\\(/)",
    re.IGNORECASE,
)
"""A character of ASCII as JSON, JavaScript, a URL, HTML or C may spell it."""
_BASES = (16, 16, 16, 16, 16, 10, 8)


def _unescaped(text: str) -> tuple[str, list[int]]:
    """Return a text with its escapes undone, and where each of its characters stood."""
    plain: list[str] = []
    places: list[int] = []
    done = 0
    for match in _ESCAPE.finditer(text):
        plain.append(text[done : match.start()])
        places += range(done, match.start())
        *numbers, slash = match.groups()
        code = next((int(n, base) for n, base in zip(numbers, _BASES, strict=True) if n), 0)
        plain.append(slash or chr(code))
        places.append(match.start())
        done = match.end()
    plain.append(text[done:])
    places += range(done, len(text) + 1)
    return "".join(plain), places


def _in_other_letters(value: str) -> Iterator[str]:
    """Yield a key as base64, wherever it begins in what was encoded, and as hexadecimal."""
    data = value.encode()
    for before in range(3):
        coded = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        # The first and the last letters hold bits of what stands around the key.
        inner = coded[(0, 2, 3)[before] : len(coded) - 1]
        yield inner
        yield inner.translate(str.maketrans("+/", "-_"))
    yield data.hex()
    yield data.hex().upper()


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
            self._known |= {value, quote(value, safe=""), quote(value), *_in_other_letters(value)}

    def scrub(self, text: str) -> str:
        """Return the text with every key, known or likely, replaced by a mask, fit to be kept."""
        text = self._masked(writable(text))
        if _ESCAPE.search(text) is None:
            return text
        plain, places = _unescaped(text)
        masked = self._masked(plain)
        if masked == plain:
            return text
        # A key is spelt with escapes: what stands at its places goes.
        result, done = [], 0
        for first, last in self._spans(plain):
            result += [text[done : places[first]], MASK]
            done = places[last]
        return "".join((*result, text[done:]))

    def begun(self, text: str) -> str:
        """Return a text that goes on: scrubbed, and without its last word, which may become a key.

        In JSON without spaces a word is long; then it is shown later.
        """
        if text and not text[-1].isspace():
            text = text[: len(text) - len(text.rsplit(maxsplit=1)[-1])]
        return self.scrub(text)

    def _masked(self, text: str) -> str:
        for key in sorted(self._known, key=len, reverse=True):
            text = text.replace(key, MASK)
        return _LOOKS_LIKE_A_KEY.sub(MASK, text)

    def _spans(self, plain: str) -> Iterator[tuple[int, int]]:
        """Yield where keys stand, each place once."""
        known = [re.escape(key) for key in sorted(self._known, key=len, reverse=True)]
        alike = _LOOKS_LIKE_A_KEY.pattern
        both = re.compile("|".join([*known, f"(?x:{alike})"]))
        for match in both.finditer(plain):
            yield match.start(), match.end()

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
