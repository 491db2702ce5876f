"""Text that every store can keep: halves of characters and NUL do not stay.

Python's strings can hold both. A server's JSON may have them as escapes, a stream may cut a
character into its halves, and bytes of a terminal or a file's name that are not UTF-8 are read as
halves. No encoding has these, and PostgreSQL reads no JSON with a NUL in it.
"""

from __future__ import annotations

from typing import Any

NUL, REPLACEMENT = "\x00", "\ufffd"


def writable(text: str) -> str:
    """Return a text as it can be kept: two halves are joined, one alone and NUL are replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace(NUL, REPLACEMENT) if NUL in text else text


def is_writable(text: str) -> bool:
    """Tell whether a text can be kept as it is."""
    return writable(text) is text


def is_writable_json(value: Any) -> bool:
    """Tell whether every text of a JSON value can be kept as it is."""
    return bool(writable_json(value) == value)


def writable_json(value: Any) -> Any:
    """Return a JSON value whose texts, and names of fields, can all be written down."""
    match value:
        case str():
            return writable(value)
        case list():
            return [writable_json(each) for each in value]
        case dict():
            return {writable(name): writable_json(each) for name, each in value.items()}
        case _:
            return value
