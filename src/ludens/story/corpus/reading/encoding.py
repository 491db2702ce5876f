"""Bytes to text: a mark at the beginning, UTF-8, then the likeliest encoding."""

from __future__ import annotations

import codecs

from charset_normalizer import from_bytes

from ludens.story.errors import CorpusRefusedError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_SAMPLE = 200_000
"""Bytes on which an encoding is guessed."""

_MOST_CONTROLS = 0.02
"""Share of control characters above which bytes are no text."""


def decode(data: bytes, name: str) -> str:
    """Return the text that bytes hold; raises CorpusRefusedError when they hold none."""
    text = _decoded(data)
    sample = text[:_SAMPLE]
    controls = sum(c < " " and c not in "\t\n\r\f\v\x1a" for c in sample) + sample.count("\ufffd")
    if controls > _MOST_CONTROLS * max(len(sample), 1):
        raise CorpusRefusedError(
            f"{name} is not text; give a .txt, .md, .html, .epub, .docx, .odt, .fb2 or .pdf file"
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c >= " " or c in "\n\t\f") if controls else text


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    guess = from_bytes(_telling_sample(data)).best()
    encoding = guess.encoding if guess is not None else "cp1252"
    # ISO 8859-1 has nothing where Windows-1252 has its quotation marks and dashes.
    if encoding in {"latin_1", "iso8859_1"}:
        encoding = "cp1252"
    return data.decode(encoding, errors="replace")


def _telling_sample(data: bytes) -> bytes:
    """Return a part of the bytes that has some that are not ASCII."""
    first = next((i for i, byte in enumerate(data) if byte > 127), 0)
    start = max(0, first - 2000)
    return data[start : start + _SAMPLE]
