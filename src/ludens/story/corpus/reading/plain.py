"""Plain text: paragraphs stand between blank lines, headings are recognised by their words."""

from __future__ import annotations

import re

from ludens.story.corpus.boilerplate import AUTHOR, without_boilerplate
from ludens.story.corpus.headings import heading_level, with_settled_headings
from ludens.story.corpus.reading.blocks import Block, Document, one_line

_EMPHASIS = re.compile(r"(?<![\w_])_([^_\n]+(?:\n[^_\n]+)?)_(?![\w_])")
"""`_word_`: how plain texts write what is printed in italics."""
_DROP_CAP = re.compile(r"^\|(?=\w)", re.MULTILINE)
"""What is left of a large first letter: `|MRS. Rachel Lynde`."""
_LOST_MARK = re.compile(r"(?<![^\s\"“(\[—-])\?(?=[^\W\d_][^?]*[^\s](?P<closes>['’])(?!\w))")
"""A `?` before a word, where a mark closes what it opens: an opening mark that an encoding lost."""
_LOST_ALONE = re.compile(r"(?<![^\s\"“(\[—-])\?(?=[^\W\d_])")
"""A `?` before any word, in a text that lost opening marks: it lost those of `'em` and of speeches
that go on too."""
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_INDENTED = re.compile(r"\n(?:[ ]{2,}|\t)(?=\S)")
_LABEL = re.compile(r"^(?:title|author|translator|illustrator|editor|language):", re.IGNORECASE)
_NOTHING = re.compile(r"^\W*$")
_TITLE_PAGE = 6
"""Blocks at the beginning among which the author's name is looked for."""
_LONG_TITLE = 90
_LONG_LINE = 120
"""Characters; a text whose lines are mostly longer has one paragraph a line."""


def read_plain(text: str, name: str) -> Document:
    """Return the blocks of a plain text."""
    text, title = without_boilerplate(text)
    text = _DROP_CAP.sub("", _EMPHASIS.sub(r"\1", text))
    lost = _LOST_MARK.search(text)
    blocks: list[Block] = []
    for chunk in _BLANK.split(text.replace("\f", "\n\n").strip("\n")):
        for part in _paragraphs(chunk):
            line = _LOST_MARK.sub(_opening, one_line(part))
            line = _LOST_ALONE.sub(_opening(lost), line) if lost is not None else line
            if line:
                blocks.append(Block(line, heading_level(line)))
    named, blocks = _without_title_page(blocks)
    return Document(name, title or named, with_settled_headings(blocks))


def _opening(lost: re.Match[str]) -> str:
    return "‘" if lost["closes"] == "’" else "'"


def _without_title_page(blocks: list[Block]) -> tuple[str, list[Block]]:
    """Return the title that stands above a text with its author's name, and what comes after."""
    first = blocks[0].text if blocks else ""
    if first.lower().startswith("title:"):
        labelled = sum(bool(_LABEL.match(block.text)) for block in blocks[:_TITLE_PAGE])
        return first.partition(":")[2].strip(), blocks[labelled:]
    for number, block in enumerate(blocks[:_TITLE_PAGE]):
        if AUTHOR.match(block.text):
            above = [b.text for b in blocks[:number] if not _NOTHING.match(b.text)]
            if not above or any(len(text) > _LONG_TITLE for text in above):
                break
            title = above[0]
            return (title.title() if title.isupper() else title), blocks[number + 1 :]
    return "", blocks


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
