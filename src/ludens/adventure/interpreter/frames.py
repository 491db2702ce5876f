"""Messages between the house and its child: a length, then fields, each with its own length.

Plain bytes on purpose. What comes from a child has been near a hostile story, so nothing that
can build objects or run code (pickle, marshal) is ever read from it.
"""

from __future__ import annotations

import os

LONGEST_FRAME = 64 << 20
"""Bytes of a frame at most; a greater length is nonsense."""
_LENGTH = 4


class FrameBroken(Exception):
    """What was read is no frame."""


def join_fields(*fields: bytes) -> bytes:
    """Return a frame of fields, ready to be written."""
    body = b"".join(len(field).to_bytes(_LENGTH) + field for field in fields)
    if len(body) > LONGEST_FRAME:
        raise FrameBroken(f"a frame of {len(body)} bytes is too long")
    return len(body).to_bytes(_LENGTH) + body


def split_fields(body: bytes) -> list[bytes]:
    """Return the fields of a frame's body. Raises FrameBroken when they do not fill it."""
    fields = []
    position = 0
    while position < len(body):
        start = position + _LENGTH
        position = start + int.from_bytes(body[position:start])
        if start > len(body) or position > len(body):
            raise FrameBroken("a field is longer than its frame")
        fields.append(body[start:position])
    return fields


def body_length(header: bytes) -> int:
    """Return the length that a frame's first four bytes state. Raises FrameBroken if absurd."""
    length = int.from_bytes(header)
    if length > LONGEST_FRAME:
        raise FrameBroken(f"a frame of {length} bytes is too long")
    return length


def write_frame(descriptor: int, *fields: bytes) -> None:
    """Write a frame to a blocking descriptor."""
    remaining = memoryview(join_fields(*fields))
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]


def read_frame(descriptor: int) -> list[bytes] | None:
    """Read a frame from a blocking descriptor; None at its end."""
    header = _read_exactly(descriptor, _LENGTH)
    if header is None:
        return None
    body = _read_exactly(descriptor, body_length(header))
    return None if body is None else split_fields(body)


def _read_exactly(descriptor: int, length: int) -> bytes | None:
    parts = []
    while length:
        part = os.read(descriptor, min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
