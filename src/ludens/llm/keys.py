"""Keys: where they are found, and how they are kept out of everything else."""

from __future__ import annotations

import base64
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from itertools import permutations
from pathlib import Path

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


_BACKSLASH = re.compile(
    r"\\(?:U([0-9A-Fa-f]{8})|u([0-9A-Fa-f]{4})|u\{0*([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})"
    r"|([01][0-7]{2}|[4-7][0-7])|(\r\n|.))",
    re.DOTALL,
)
_BACKSLASH_IN_SHELLS = re.compile(
    _BACKSLASH.pattern.replace("[01][0-7]{2}|[4-7][0-7]", "[0-3][0-7]{0,2}|[4-7][0-7]?"), re.DOTALL
)
"""The same where an octal number has as many digits as there are, up to three, as in C."""
_BACKSLASH_IN_C = re.compile(
    _BACKSLASH_IN_SHELLS.pattern.replace("x([0-9A-Fa-f]{2})", "x([0-9A-Fa-f]+)"), re.DOTALL
)
"""The same where `\\x` has all digits that follow (C17, 6.4.4.4), and not two as in JavaScript."""
_NOT_AS_IN_JAVASCRIPT = re.compile(r"\\(?:x[0-9A-Fa-f]{3}|[aeE0-7])")
"""What these read differently."""
_PERCENT = re.compile(r"%(?:[Uu]([0-9A-Fa-f]{4})|([0-9A-Fa-f]{2}))")
_ENTITY = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_MEANT = {
    **dict(zip("bfnrtv", "\b\f\n\r\t\v", strict=True)),
    **dict.fromkeys(("\r\n", "\n", "\r", "\u2028", "\u2029"), ""),
}
"""What a backslash makes of a letter and of a line's end; other characters it leaves alone."""
_MEANT_IN_C = {**_MEANT, "a": "\a", **dict.fromkeys("eE", "\x1b")}
"""The same in C, and in what compilers and shells add to it: they write a terminal's escapes so."""


def _character(digits: str, base: int) -> str:
    code = int(digits, base)
    return chr(code) if code <= sys.maxunicode else ""


def _of_backslash(match: re.Match[str], letters: Mapping[str, str] = _MEANT) -> str:
    *hexadecimal, octal, letter = match.groups()
    if letter is not None:
        return letters.get(letter, letter)
    digits = next((each for each in hexadecimal if each), None)
    return _character(digits, 16) if digits is not None else _character(octal, 8)


def _of_percent(match: re.Match[str]) -> str:
    return _character(match[1] or match[2], 16)


def _of_entity(match: re.Match[str]) -> str:
    return unescape(match[0])


_Kind = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]
"""Escapes of one kind, and what one of them stands for."""
_KINDS: tuple[_Kind, ...] = (
    (_BACKSLASH, _of_backslash),
    (_PERCENT, _of_percent),
    (_ENTITY, _of_entity),
)
"""The escapes of JSON and JavaScript, of URLs, and of HTML."""
_OTHER_KINDS: tuple[tuple[_Kind, ...], ...] = tuple(
    ((backslash, partial(_of_backslash, letters=_MEANT_IN_C)), *_KINDS[1:])
    for backslash in (_BACKSLASH_IN_C, _BACKSLASH_IN_SHELLS)
)
"""The same with those of C and of shells."""
_DEEPEST = 4
"""How often escapes may be escaped again, as a page in JSON in a URL is."""
_BETWEEN = re.compile(
    r"(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]+[0-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*"
    r"|[^A-Za-z0-9])+"
)
"""What may stand between the letters of a key and is not read, as a terminal's colours and links
(ECMA-48: control sequences, and strings to the operating system)."""
_BETWEEN_NUMBERS = re.compile(
    r"(?:0?x|U\+)(?:00)*|(?<![0-9a-z])0+(?=[1-9a-f][0-9a-f])|(?<=[0-9a-f])h(?![0-9a-z])"
    rf"|{_BETWEEN.pattern}",
    re.IGNORECASE,
)
"""What may stand between the digits of numbers, zeros before them and marks included."""
_WIDE = {0xFEE0 + code: code for code in range(0x21, 0x7F)}
"""Letters as wide as Chinese ones, and the same as they are on a keyboard."""
_SWALLOWED = 8
"""Letters at a key's beginning that may be taken for a part of an escape that stands before it:
`\\U` and eight hexadecimal digits are the longest."""
_CODED = 16
"""Letters and digits from which a key is looked for in codes, and with anything between them."""
_BEGUN = 4
"""Letters and digits that may be the beginning of a key, in a text that goes on."""


def _bare(text: str, between: re.Pattern[str] = _BETWEEN) -> str:
    """Return the letters and digits of a text alone."""
    return between.sub("", text.translate(_WIDE))


def _coded(data: bytes) -> Iterator[str]:
    """Yield bytes as numbers, and as base64 wherever they begin in what was encoded."""
    yield from (data.hex(), data.hex().upper())
    yield from ("".join(map(str, data)), "".join(f"{each:03}" for each in data))
    for before in range(3):
        coded = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        # The first and the last letters hold bits of what stands around the key.
        yield coded[(0, 2, 3)[before] : len(coded) - 1]


def _places(text: str, between: re.Pattern[str]) -> list[int]:
    """Return where each letter and digit of `_bare` stands."""
    done = 0
    places: list[int] = []
    for match in between.finditer(text.translate(_WIDE)):
        places += range(done, match.start())
        done = match.end()
    return [*places, *range(done, len(text))]


def _bared(text: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the letters and digits of a text, and of the numbers in it, by what was between."""
    yield _BETWEEN, _bare(text)
    yield _BETWEEN_NUMBERS, _bare(text, _BETWEEN_NUMBERS).lower()


def _begins(bare: str, codes: Iterable[str]) -> int:
    """Return where the longest beginning of a code begins at the end of a text, or its length."""
    first = len(bare)
    for code in codes:
        at = bare.find(code[:_BEGUN], max(0, len(bare) - len(code)))
        while 0 <= at < first and not code.startswith(bare[at:]):
            at = bare.find(code[:_BEGUN], at + 1)
        first = at if 0 <= at < first else first
    return first


def _orders(kinds: tuple[_Kind, ...]) -> Iterator[tuple[tuple[_Kind, ...], ...]]:
    """Yield the orders in which escapes are undone, each step of one kind or of all of them.

    Each kind by itself, and all at once, up to the deepest; and any two, one after the other.
    """
    steps = [(kind,) for kind in kinds]
    for step in (*steps, kinds):
        yield from ((step,) * times for times in range(1, _DEEPEST + 1))
    yield from permutations(steps, 2)


_ORDERS, *_OTHER_ORDERS = (tuple(_orders(kinds)) for kinds in (_KINDS, *_OTHER_KINDS))


def _undone(text: str, step: tuple[_Kind, ...]) -> str:
    """Return a text with escapes of some kinds undone."""
    for pattern, meant in step:
        text = pattern.sub(meant, text)
    return text


def _readings(text: str) -> Iterator[tuple[str, tuple[_Kind, ...]]]:
    """Yield a text, and with its escapes undone in any order, each with what was undone."""
    yield text, ()
    if not any(mark in text for mark in "\\%&"):
        return
    read: dict[tuple[tuple[_Kind, ...], ...], str] = {(): text}
    known = {text}
    for orders in (_ORDERS, *_OTHER_ORDERS):
        if orders is not _ORDERS and not any(map(_NOT_AS_IN_JAVASCRIPT.search, known)):
            return
        for order in orders:
            plain = read[order] = _undone(read[order[:-1]], order[-1])
            if plain not in known:
                known.add(plain)
                yield plain, tuple(kind for step in order for kind in step)


def _places_in(text: str, undone: Sequence[_Kind]) -> Sequence[int]:
    """Return where each character stood of a text with some escapes undone, one after another."""
    places: Sequence[int] = range(len(text) + 1)
    for pattern, meant in undone:
        inner: list[int] = []
        plain: list[str] = []
        done = 0
        for match in pattern.finditer(text):
            character = meant(match)
            plain += (text[done : match.start()], character)
            inner += range(done, match.start())
            inner += [match.start()] * len(character)
            done = match.end()
        inner += range(done, len(text) + 1)
        text = "".join((*plain, text[done:]))
        places = [places[place] for place in inner]
    return places


def _in_codes(key: str) -> set[str]:
    """Return the letters and digits of a key as it is, in numbers and in base64."""
    data = key.encode(errors="surrogateescape")
    # Without the zeros of the last letter, which stand before the first where the order is another.
    wide = (key.encode(f"utf-{size}-le", "surrogatepass")[: 1 - size // 8] for size in (16, 32))
    codes = {key, *(code for each in (data, *wide) for code in _coded(each))}
    codes |= {each.translate(str.maketrans("+/", "-_")) for each in codes}
    whole = {bare for each in codes if len(bare := _bare(each)) >= _CODED}
    return whole | {_bare(key[letters:]) for letters in range(1, _SWALLOWED + 1)}


class Scrubber:
    """Takes keys out of any text that is kept or shown."""

    def __init__(self, keys: Iterable[SecretStr] = ()) -> None:
        self._known: set[str] = set()
        self._codes: set[str] = set()
        self._pattern = _LOOKS_LIKE_A_KEY
        for key in keys:
            self.add(key)

    def add(self, key: SecretStr) -> None:
        """Know one more key, in every spelling a server or a URL may give it."""
        value = key.get_secret_value()
        if len(value) < _SHORTEST:
            return
        self._known.add(value)
        if len(_bare(value)) >= _CODED:
            self._codes |= _in_codes(value)
        known = "|".join(map(re.escape, sorted(self._known, key=len, reverse=True)))
        self._pattern = re.compile(f"{known}|(?x:{_LOOKS_LIKE_A_KEY.pattern})")

    def scrub(self, text: str) -> str:
        """Return the text with every key, known or likely, replaced by a mask, fit to be kept."""
        text = writable(text)
        spans: list[tuple[int, int]] = []
        for plain, undone in _readings(text):
            found = [match.span() for match in self._pattern.finditer(plain)]
            found += self._found_in_codes(plain)
            if found:
                places = _places_in(text, undone)
                spans += [(places[first], places[last]) for first, last in found]
        result, done = [], 0
        for first, last in sorted(spans):
            if first >= done:
                result += [text[done:first], MASK]
            done = max(done, last)
        return "".join((*result, text[done:]))

    def _found_in_codes(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where keys begin and end that are in a code, or have something between letters."""
        for between, bare in _bared(text):
            codes = [each for each in self._codes if each in bare]
            places = _places(text, between) if codes else []
            for code in codes:
                at = bare.find(code)
                while at >= 0:
                    yield places[at], places[at + len(code) - 1] + 1
                    at = bare.find(code, at + len(code))

    def begun(self, text: str) -> str:
        """Return a text that goes on: scrubbed, and without what may become a key.

        That is its last word, and the beginning of a known key with whatever between its letters.
        In JSON without spaces a word is long; then it is shown later.
        """
        if text and not text[-1].isspace():
            text = text[: len(text) - len(text.rsplit(maxsplit=1)[-1])]
        text = writable(text)
        ends = [len(text)]
        for plain, undone in _readings(text):
            for between, bare in _bared(plain):
                begin = _begins(bare, self._codes)
                if begin < len(bare):
                    ends.append(_places_in(text, undone)[_places(plain, between)[begin]])
        return self.scrub(text[: min(ends)])

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
