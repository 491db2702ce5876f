"""Plain text: paragraphs stand between blank lines, headings are recognised by their words."""

from __future__ import annotations

import re

from ludens.story.corpus.boilerplate import without_boilerplate
from ludens.story.corpus.headings import heading_level
from ludens.story.corpus.reading.blocks import Block, Document, one_line

_BLANK = re.compile(r"\n[ \t]*\n\s*")
_INDENTED = re.compile(r"\n(?:[ ]{2,}|\t)(?=\S)")
_LONG_LINE = 120
"""Characters; a text whose lines are mostly longer has one paragraph a line."""


def read_plain(text: str, name: str) -> Document:
    """Return the blocks of a plain text."""
    text, title = without_boilerplate(text)
    blocks: list[Block] = []
    for chunk in _BLANK.split(text.replace("\f", "\n\n").strip("\n")):
        for part in _paragraphs(chunk):
            line = one_line(part)
            if line:
                blocks.append(Block(line, heading_level(line)))
    return Document(name, title, blocks)


def _paragraphs(chunk: str) -> list[str]:
    """Return the paragraphs of what stands between two blank lines."""
    lines = [line for line in chunk.split("\n") if line.strip()]
    if len(lines) > 1 and sum(len(line) > _LONG_LINE for line in lines) * 2 >= len(lines):
        return lines
    parts = _INDENTED.split(chunk)
    # Verse and quotations are indented line by line; prose that is has some lines between.
    if len(parts) > 1 and len(parts) * 2 <= len(lines):
        return parts
    return [chunk]
