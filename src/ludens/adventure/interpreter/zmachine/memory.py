"""Reading a Z-machine's bytes without ever failing: what lies outside reads as 0."""

from __future__ import annotations


def byte_at(data: bytes, address: int) -> int:
    """The byte at an address; 0 outside the data."""
    return data[address] if 0 <= address < len(data) else 0


def word_at(data: bytes, address: int) -> int:
    """The big-endian word at an address, 0 to 65535; bytes outside the data count as 0."""
    return byte_at(data, address) << 8 | byte_at(data, address + 1)


def signed(word: int) -> int:
    """A word as the Z-machine's arithmetic reads it: -32768 to 32767."""
    return word - 0x10000 if word >= 0x8000 else word
