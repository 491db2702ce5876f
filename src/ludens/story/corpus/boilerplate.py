"""What stands around a text and is not of its world: licences, producers' notes, contents."""

from __future__ import annotations

import re

from ludens.story.corpus.reading.blocks import Block, one_line

_START = re.compile(
    r"^[ \t]*\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK.*?\*{2,3}[ \t]*$"
    r"|^\*END\*?\s*THE SMALL PRINT!.*$",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_END = re.compile(
    r"^[ \t]*(?:\*{2,3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG EBOOK"
    r"|End of (?:the |this )?Project Gutenberg(?:'s|’s)?\b)",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE = re.compile(r"^Title:[ \t]*(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_NOTE = re.compile(
    r"^(?:\[?(?:transcriber|editor)['’]?s?\b.{0,10}\bnotes?\b|produced by\b|e-?text prepared by\b"
    r"|this (?:e-?book|etext) (?:was|is)\b|(?:html )?version by\b|distributed proofread"
    r"|copyright\b|all rights reserved|first published|isbn\b|printed (?:in|by)\b"
    r"|project gutenberg|\[illustration)",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"^(?:table of )?contents\.?$", re.IGNORECASE)
_FRONT = 40
"""Blocks at each end among which producers' notes are looked for."""


def without_boilerplate(text: str) -> tuple[str, str]:
    """Return a plain text without the licence around it, and the title that its header names."""
    title = ""
    begun = _START.search(text, 0, 60_000)
    if begun:
        named = _TITLE.search(text, 0, begun.start())
        title = one_line(named[1]) if named else ""
        text = text[begun.end() :]
    ends = [match.start() for match in _END.finditer(text)]
    if ends and ends[0] > len(text) // 4:
        text = text[: ends[0]]
    return text, title


def without_notes(blocks: list[Block]) -> list[Block]:
    """Return blocks without producers' notes at both ends and without a table of contents."""
    kept: list[Block] = []
    contents = False
    entries: set[str] = set()
    titles = {_bare(b.text) for b in blocks if b.level}
    for number, block in enumerate(blocks):
        at_end = number < _FRONT or number >= len(blocks) - _FRONT
        if at_end and _NOTE.match(block.text) and len(block.text) < 1000:
            continue
        if number < _FRONT * 2 and _CONTENTS.match(block.text):
            contents = True
            continue
        if contents:
            listed = _bare(block.text)
            # The list ends where its first entry stands a second time, or where prose begins.
            if listed not in entries and not _is_prose(block):
                entries.add(listed)
                continue
            contents = False
        kept.append(block)
    return kept if any(not block.level for block in kept) or not titles else blocks


def _is_prose(block: Block) -> bool:
    return not block.level and len(block.text) > 60 and block.text[-1] in '.!?"”’'


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
