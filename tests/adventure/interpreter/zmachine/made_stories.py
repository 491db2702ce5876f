"""Story files put together byte by byte, for table layouts that no compiler at hand makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludens.adventure.interpreter.zmachine.header import Header
from ludens.adventure.interpreter.zmachine.text import TextCodec

STATIC = 0x200


@dataclass(frozen=True)
class DictionaryWord:
    text: str
    data: bytes


def word(value: int) -> bytes:
    return value.to_bytes(2, "big")


def blank(version: int) -> bytearray:
    """A header and empty dynamic memory."""
    story = bytearray(STATIC)
    story[0] = version
    story[0x0E:0x10] = word(STATIC)
    story[0x12:0x18] = b"261101"
    return story


def encoded(version: int, text: str) -> bytes:
    story = bytes(blank(version))
    return TextCodec(story, Header.parse(story)).encode(text)


def addresses(version: int, start: int, words: Sequence[DictionaryWord]) -> Mapping[str, int]:
    """Where each word of a dictionary will lie."""
    length = (4 if version <= 3 else 6) + len(words[0].data)
    return {entry.text: start + 4 + length * index for index, entry in enumerate(words)}


def with_tables(
    version: int, tables: bytes, words: Sequence[DictionaryWord], stamp: bytes = b""
) -> bytes:
    """A story with grammar tables at the start of static memory and a dictionary behind them."""
    story = blank(version)
    story[0x08:0x0A] = word(STATIC + len(tables))
    story[0x3C : 0x3C + len(stamp)] = stamp
    length = (4 if version <= 3 else 6) + len(words[0].data)
    dictionary = b"\0" + bytes([length]) + word(len(words))
    dictionary += b"".join(encoded(version, entry.text) + entry.data for entry in words)
    return bytes(story) + tables + dictionary


def pointers(bodies: Sequence[bytes]) -> bytes:
    """A table of addresses and, right behind it, what they point to."""
    address = STATIC + 2 * len(bodies)
    table = b""
    for body in bodies:
        table += word(address)
        address += len(body)
    return table + b"".join(bodies)
