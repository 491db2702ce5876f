"""What a file is, told from its first bytes: for a refusal that names what it met."""

from __future__ import annotations

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
