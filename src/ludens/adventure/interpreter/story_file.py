"""Opening a story: what it is, whether it is whole, and its bytes.

The header's fields are those of the Z-Machine Standards Document 1.1, section 11.
"""

from __future__ import annotations

import hashlib
import io
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ludens.episode.errors import LudensError
from ludens.writable import writable

STORY_ADVICE = "Ludens plays Z-machine stories (.z3 .z4 .z5 .z8, or a Blorb of one)"
"""What would work, said at the end of a refusal."""

HEAD_LENGTH = 512
"""Bytes that `name_kind` wants to see; fewer will do."""

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"Glul", "a Glulx story"),
    (b"TADS2 bin", "a TADS 2 story"),
    (b"T3-image", "a TADS 3 story"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"PK\x03\x04", "a zip archive (unpack it and open the story inside)"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "a gzip archive (unpack it and open the story inside)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive (unpack it and open the story inside)"),
    (b"Rar!", "a RAR archive (unpack it and open the story inside)"),
    (b"%PDF-", "a PDF document"),
    (b"\x7fELF", "a program for Linux"),
    (b"MZ", "a program for Windows"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x02\x3c\x3f", "an ALAN story"),
)
_Z_VERSIONS = {
    1: "a version 1 Z-machine story (the oldest kind)",
    2: "a version 2 Z-machine story (the second oldest kind)",
    6: "a version 6 Z-machine story (with graphics)",
    7: "a version 7 Z-machine story (a kind hardly ever used)",
}


def name_kind(head: bytes) -> str | None:
    """Return what a file is that is no playable story, with its article; None when unknown."""
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    if head[:4] == b"FORM" and head[8:12] in (b"IFZS", b"AIFF", b"AIFC", b"ILBM"):
        return {
            b"IFZS": "a saved game (open the story that it was saved from)",
            b"ILBM": "a picture",
        }.get(head[8:12], "a sound")
    if head[:4] == b"RIFF":
        return "a WebP picture" if head[8:12] == b"WEBP" else "a sound or a film"
    if looks_like_text(head):
        return _name_text(head)
    if head[:1] and head[0] in _Z_VERSIONS and _could_be_serial(head[0x12:0x18]):
        return _Z_VERSIONS[head[0]]
    return None


def looks_like_text(head: bytes) -> bool:
    """Return whether bytes read as text: UTF-8 or Latin-1, with no control characters."""
    body = head.removeprefix(b"\xef\xbb\xbf")
    return bool(body) and not any(byte < 32 and byte not in b"\t\n\f\r\x1b" for byte in body)


def _name_text(head: bytes) -> str:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "a web page (the download link may lead to a page, not to the file)"
    if start.startswith((b"<?xml", b"<svg")):
        return "an XML document"
    if start.startswith((b"{", b"[")) and b'"' in start:
        return "a JSON text"
    return "a text file"


def _could_be_serial(serial: bytes) -> bool:
    """Return whether six bytes could be a story's serial: printable, or not filled in."""
    return len(serial) == 6 and all(byte == 0 or 32 <= byte < 127 for byte in serial)


PLAYABLE_VERSIONS = (3, 4, 5, 8)
LONGEST_STORY = 1 << 20
"""Bytes that are read at most: twice the longest possible story, to allow for padding."""
LONGEST_BLORB = 1 << 30
"""Bytes that a Blorb may claim; only its headers and its story are read."""
_MOST_CHUNKS = 10_000
_HEADER_LENGTH = 64
_LENGTH_UNIT = {3: 2, 4: 4, 5: 4, 8: 8}


class StoryRefused(LudensError):
    """There is no such story, or it cannot be played: one line, what it is and what would work."""


@dataclass(frozen=True, slots=True)
class StoryFile:
    """A whole and playable story."""

    name: str
    """The file's name without its ending."""
    path: Path | None
    """Where it was read from; None when it came as bytes."""
    version: int
    """Of the Z-machine: 3, 4, 5 or 8."""
    release: int
    serial: str
    """Six characters, mostly the date of compilation."""
    checksum: int
    """As the header states it; 0 when an old story states none."""
    length: int
    """Bytes of the story itself, without padding behind it."""
    sha256: str
    """Of `data`, in hexadecimal."""
    data: bytes
    """The bare Z-code, taken out of its Blorb if it came in one."""

    @property
    def dynamic_size(self) -> int:
        """Bytes at the start of `data` that a running story may change."""
        return _word(self.data, 0x0E)


def open_story(path: str | Path) -> StoryFile:
    """Read a story from a file.

    Raises StoryRefused for anything that is not a whole story of a playable version.
    """
    path = Path(path)
    name = path.name or str(path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise _refusal(name, "is a folder", f"name a story inside it: {STORY_ADVICE}")
        if not stat.S_ISREG(status.st_mode):
            raise _refusal(name, "is a device or a pipe, not a file")
        with path.open("rb") as file:
            data = _read_bare_story(file, status.st_size, name)
    except FileNotFoundError:
        raise _refusal(name, "does not exist", "check the path") from None
    except PermissionError:
        raise _refusal(name, "may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _refusal(name, f"cannot be read ({reason})", "check the path") from None
    return _check_story(data, name, path)


def read_story(data: bytes, name: str) -> StoryFile:
    """Read a story from bytes that were kept, bare or in a Blorb; `name` is used in refusals.

    Raises StoryRefused as `open_story` does.
    """
    return _check_story(_read_bare_story(io.BytesIO(data), len(data), name), name, None)


def _read_bare_story(file: BinaryIO, size: int, name: str) -> bytes:
    head = file.read(HEAD_LENGTH)
    if not head:
        raise _refusal(name, "is empty", "get a fresh copy of the story")
    if head[:4] == b"FORM" and head[8:12] == b"IFRS":
        return _take_out_of_blorb(file, size, name)
    if kind := name_kind(head):
        raise _refusal(name, f"is {kind}")
    if head[0] not in PLAYABLE_VERSIONS:
        raise _refusal(name, "is no story that Ludens knows")
    if size > LONGEST_STORY:
        raise _refusal(name, f"is {size} bytes long, which no Z-machine story is")
    file.seek(0)
    return file.read(LONGEST_STORY)


def _take_out_of_blorb(file: BinaryIO, size: int, name: str) -> bytes:
    """Return the story in a Blorb: the first executable chunk (Blorb 2.0.4, section 5)."""
    if size > LONGEST_BLORB:
        raise _refusal(name, f"is a Blorb of {size} bytes, which is too long")
    position = 12
    for _ in range(_MOST_CHUNKS):
        file.seek(position)
        header = file.read(8)
        if len(header) < 8:
            raise _refusal(name, "is a Blorb with no story in it (only pictures or sounds)")
        kind, length = header[:4], int.from_bytes(header[4:])
        if position + 8 + length > size:
            raise _refusal(name, "is a Blorb that was cut off", "get a fresh copy of the story")
        if kind == b"ZCOD":
            if length > LONGEST_STORY:
                raise _refusal(name, f"is a Blorb of a story of {length} bytes: too long")
            return file.read(length)
        if kind == b"GLUL":
            raise _refusal(name, "is a Blorb of a Glulx story")
        if kind in (
            b"TAD2",
            b"TAD3",
            b"HUGO",
            b"ALAN",
            b"ADRI",
            b"LEVE",
            b"AGT ",
            b"MAGS",
            b"ADVS",
        ):
            raise _refusal(name, "is a Blorb of a story for another machine")
        position += 8 + length + (length & 1)
    raise _refusal(name, "is a Blorb with too many parts")


def _check_story(data: bytes, name: str, path: Path | None) -> StoryFile:
    """Return the story; refuse it when it is of another version, cut off or damaged."""
    stem = Path(name).stem or name
    if kind := name_kind(data[:HEAD_LENGTH]):
        raise _refusal(name, f"is {kind}")
    version = data[0] if data else 0
    if version not in PLAYABLE_VERSIONS:
        raise _refusal(name, "is no story that Ludens knows")
    fresh = "get a fresh copy of the story"
    if len(data) < _HEADER_LENGTH:
        raise _refusal(name, f"is a story cut off after {len(data)} bytes", fresh)
    # Some of the oldest stories leave the length, or the checksum, at 0: then there is none.
    stated = _word(data, 0x1A) * _LENGTH_UNIT[version]
    length = stated or len(data)
    problem = _find_disorder(data, length)
    if problem:
        raise _refusal(name, f"is no story, or a damaged one: {problem}", fresh)
    if length > len(data):
        raise _refusal(name, f"is a story cut off after {len(data)} of {length} bytes", fresh)
    checksum = _word(data, 0x1C)
    # A wrong sum is refused, although most interpreters would begin: damage shows hundreds of
    # turns later as a crash or, worse, as a story that cannot be won, and an episode or a
    # benchmark of it would be worthless. The sum is the one that a story's own VERIFY uses.
    if checksum and stated and sum(data[_HEADER_LENGTH:length]) & 0xFFFF != checksum:
        raise _refusal(name, "is a damaged story: its checksum does not fit", fresh)
    return StoryFile(
        name=writable(stem),
        path=path,
        version=version,
        release=_word(data, 0x02),
        serial=data[0x12:0x18].decode("latin-1"),
        checksum=checksum,
        length=length,
        sha256=hashlib.sha256(data).hexdigest(),
        data=data,
    )


def _find_disorder(data: bytes, length: int) -> str | None:
    """Return what in a header cannot be so, or None."""
    static = _word(data, 0x0E)
    if data[0] == 3 and data[1] & 1:
        return "its bytes are in the wrong order"
    if not _HEADER_LENGTH <= static <= length:
        return "its dynamic memory does not fit into it"
    if not _HEADER_LENGTH <= _word(data, 0x06) < length:
        return "it starts outside itself"
    for field, what in ((0x08, "dictionary"), (0x0A, "object table"), (0x0C, "table of globals")):
        if not _HEADER_LENGTH <= _word(data, field) < length:
            return f"its {what} lies outside it"
    if _word(data, 0x0C) >= static:
        return "its globals lie in memory that cannot change"
    return None


def _refusal(name: str, what: str, advice: str = STORY_ADVICE) -> StoryRefused:
    return StoryRefused(f"{name} {what}; {advice}")


def _word(data: bytes, address: int) -> int:
    return int.from_bytes(data[address : address + 2])
