"""Keys: where they are found, and how they are kept out of everything else."""

from __future__ import annotations

import base64
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html.entities import html5
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


_NAMED = {
    name: letter
    for name, letter in html5.items()
    if name.endswith(";") and len(letter) == 1 and letter.isascii()
}
"""Characters of ASCII by the names that HTML has for them."""
_ESCAPE = re.compile(
    r"(?<!\\)\\+(?:u00([0-7][0-9a-f])|u\{0*([0-7][0-9a-f])\}|x([0-7][0-9a-f]))|%([0-7][0-9a-f])"
    r"|%u00([0-7][0-9a-f])|&\#x0*([0-7][0-9a-f])(?![0-9a-f]);?|&\#0*([0-9]{2,3})(?![0-9]);?"
    r"|\\([0-7]{2,3})(?![0-9])|\\(/)|&((?-i:" + "|".join(_NAMED) + "))",
    re.IGNORECASE,
)
"""A character of ASCII as JSON, JavaScript, a URL, HTML or C may spell it."""
_BASES = (16, 16, 16, 16, 16, 16, 10, 8)
_DEEPEST = 4
"""How often escapes may be escaped again, as a page in JSON in a URL is."""


def _unescaped(text: str) -> tuple[str, list[int]]:
    """Return a text with its escapes undone, and where each of its characters stood."""
    plain: list[str] = []
    places: list[int] = []
    done = 0
    for match in _ESCAPE.finditer(text):
        plain.append(text[done : match.start()])
        places += range(done, match.start())
        *numbers, slash, name = match.groups()
        code = next((int(n, base) for n, base in zip(numbers, _BASES, strict=True) if n), 0)
        plain.append(slash or _NAMED.get(name) or chr(code))
        places.append(match.start())
        done = match.end()
    plain.append(text[done:])
    places += range(done, len(text) + 1)
    return "".join(plain), places


def _in_base64(value: str) -> Iterator[str]:
    """Yield a key as base64, wherever it begins in what was encoded."""
    data = value.encode()
    for before in range(3):
        coded = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        # The first and the last letters hold bits of what stands around the key.
        inner = coded[(0, 2, 3)[before] : len(coded) - 1]
        yield inner
        yield inner.translate(str.maketrans("+/", "-_"))


class Scrubber:
    """Takes keys out of any text that is kept or shown."""

    def __init__(self, keys: Iterable[SecretStr] = ()) -> None:
        self._known: set[str] = set()
        self._pattern: re.Pattern[str] | None = _LOOKS_LIKE_A_KEY
        for key in keys:
            self.add(key)

    def add(self, key: SecretStr) -> None:
        """Know one more key, in every spelling a server or a URL may give it."""
        value = key.get_secret_value()
        if len(value) >= _SHORTEST:
            spelt = {value, quote(value, safe=""), quote(value), *_in_base64(value)}
            self._known |= {re.escape(each) for each in spelt}
            self._known.add(rf"(?i:{value.encode().hex(' ').replace(' ', '[ :]?')})")
            self._pattern = None

    def scrub(self, text: str) -> str:
        """Return the text with every key, known or likely, replaced by a mask, fit to be kept."""
        text = self._keys().sub(MASK, writable(text))
        spans: list[tuple[int, int]] = []
        plain, places = text, list(range(len(text) + 1))
        for _ in range(_DEEPEST):
            if _ESCAPE.search(plain) is None:
                break
            plain, inner = _unescaped(plain)
            places = [places[place] for place in inner]
            found = self._keys().finditer(plain)
            spans += [(places[match.start()], places[match.end()]) for match in found]
        # A key is spelt with escapes: what stands at its places goes.
        result, done = [], 0
        for first, last in sorted(spans):
            if first >= done:
                result += [text[done:first], MASK]
            done = max(done, last)
        return "".join((*result, text[done:]))

    def _keys(self) -> re.Pattern[str]:
        """Return what every key looks like, the longest spelling first."""
        if self._pattern is None:
            known = sorted(self._known, key=len, reverse=True)
            self._pattern = re.compile("|".join([*known, f"(?x:{_LOOKS_LIKE_A_KEY.pattern})"]))
        return self._pattern

    def begun(self, text: str) -> str:
        """Return a text that goes on: scrubbed, and without its last word, which may become a key.

        In JSON without spaces a word is long; then it is shown later.
        """
        if text and not text[-1].isspace():
            text = text[: len(text) - len(text.rsplit(maxsplit=1)[-1])]
        return self.scrub(text)

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
