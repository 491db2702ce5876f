"""The compiled stories of these tests, and what is made out of them."""

from __future__ import annotations

from pathlib import Path

from ludens.adventure.interpreter.story_file import StoryFile, open_story

STORIES = Path(__file__).parent / "stories"
ODDITIES = ("oddities.z3", "oddities.z4", "oddities.z5", "oddities.z8")
EVERY_STORY = (*ODDITIES, "cottage.z5", "letters.z5")


def load(name: str) -> StoryFile:
    return open_story(STORIES / name)


def story_bytes(name: str) -> bytes:
    return (STORIES / name).read_bytes()


def blorb(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a Blorb of chunks, each a kind and its bytes."""
    body = b"IFRS" + b"".join(
        kind + len(data).to_bytes(4) + data + b"\0" * (len(data) & 1) for kind, data in chunks
    )
    return b"FORM" + len(body).to_bytes(4) + body


def hanging() -> bytes:
    """Return a story whose first instruction jumps to itself."""
    story = bytearray(with_header(story_bytes("oddities.z5"), checksum=0))
    start = int.from_bytes(story[0x06:0x08])
    story[start : start + 3] = bytes([0x8C, 0xFF, 0xFF])
    return bytes(story)


def with_header(story: bytes, **fields: int) -> bytes:
    """Return a story with words of its header changed: length=0 and the like."""
    places = {"start": 0x06, "globals": 0x0C, "static": 0x0E, "length": 0x1A, "checksum": 0x1C}
    changed = bytearray(story)
    for name, value in fields.items():
        changed[places[name] : places[name] + 2] = value.to_bytes(2)
    return bytes(changed)
