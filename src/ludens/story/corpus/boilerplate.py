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
_BEGUN = re.compile(r"\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK", re.IGNORECASE)
_HEAD = re.compile(
    r"^(?:the )?project gutenberg(?:['’]s)?\b.*\b(?:e-?book|e-?text)\b", re.IGNORECASE
)
_TITLE = re.compile(r"^Title:[ \t]*(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_NOTE = re.compile(
    r"^(?:\[?(?:transcriber|editor)['’]?s?\b.{0,10}\bnotes?\b|produced by\b|e-?text prepared by\b"
    r"|this (?:e-?book|etext) (?:was|is)\b|(?:html )?version by\b|distributed proofread"
    r"|copyright\b|all rights reserved|first published|isbn\b|printed (?:in|by)\b"
    r"|project gutenberg|\[illustration)",
    re.IGNORECASE,
)
AUTHOR = re.compile(r"^(?:written )?by\s+(?-i:[A-Z])[\w .,'’-]{2,60}$", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:table of )?contents\.?$", re.IGNORECASE)
_TITLE_PAGE = 6
"""Blocks at the beginning among which the author's name is looked for."""
_FRONT = 40
"""Blocks at each end among which producers' notes are looked for."""
_LONGEST_NOTE = 1000
"""Characters of a producers' note."""


_IMAGE = r"\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?)"
_PICTURE = re.compile(
    r"[\[{<](?:illustration|picture|image|frontispiece)(?:\s*\d+)?\s*(?:[:.][^\]}>]{0,400})?[\]}>]"
    rf"|!\[[^\]]{{0,400}}\]\([^)\s]{{0,400}}{_IMAGE}[^)]{{0,400}}\)"
    rf"|\{{[^{{}}]{{0,400}}{_IMAGE}\s*\}}"
    rf"|\[[^\[\]]{{0,400}}{_IMAGE}\s*\]"
    rf"|(?:link:\S{{1,400}}?{_IMAGE}\[)?image:{{1,2}}\S{{1,400}}?{_IMAGE}\[[^\]]{{0,400}}\]{{1,2}}"
    rf"|<img\b[^>]{{0,400}}>",
    re.IGNORECASE,
)
"""How texts write where a picture stood: `[Illustration: The well]`, `{The well: p30.jpg}`."""


def without_pictures(text: str) -> str:
    """Return a paragraph without the marks of pictures; a picture's caption is no text of it."""
    if not any(mark in text for mark in "[{<"):
        return text
    rest = _PICTURE.sub(" ", text)
    return text if rest == text else one_line(rest)


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
    """Return blocks without licences and producers' notes at both ends, without a table of
    contents, and without a title page."""
    titles = any(block.level for block in blocks)
    kept = _without_contents(_without_licence(blocks))
    kept = _without_title_page(
        [
            block
            for number, block in enumerate(kept)
            if _FRONT <= number < len(kept) - _FRONT
            or not (_NOTE.match(block.text) and len(block.text) < _LONGEST_NOTE)
        ]
    )
    return kept if any(not block.level for block in kept) or not titles else blocks


def _without_licence(blocks: list[Block]) -> list[Block]:
    """Return blocks without what stands before and after the marks of a licence."""
    marks = (_BEGUN.search, _HEAD.match)
    begun = [n for n, b in enumerate(blocks[: _FRONT * 2]) if any(m(b.text) for m in marks)]
    ends = [n for n, block in enumerate(blocks) if _END.match(block.text)]
    after = ends[0] if ends and ends[0] > len(blocks) // 4 else len(blocks)
    return blocks[begun[-1] + 1 if begun else 0 : after]


def _without_contents(blocks: list[Block]) -> list[Block]:
    """Return blocks without a table of contents.

    It ends where its first entry stands a second time; else before the headings that stand above
    the first prose.
    """
    begun = next((n for n, b in enumerate(blocks[: _FRONT * 2]) if _CONTENTS.match(b.text)), None)
    if begun is None:
        return blocks
    told = [n for n in range(begun + 1, len(blocks)) if _is_prose(blocks[n])]
    end = told[0] if told else len(blocks)
    listed = [_bare(block.text) for block in blocks[begun + 1 : end]]
    again = [n for n, entry in enumerate(listed) if n and listed[0].startswith(entry)]
    if again:
        end = begun + 1 + again[-1]
    else:
        while end > begun + 1 and blocks[end - 1].level:
            end -= 1
    return blocks[:begun] + blocks[end:]


def _without_title_page(blocks: list[Block]) -> list[Block]:
    """Return blocks without what stands before the first heading, if nothing is told there, and
    without the author's name as a heading."""
    blocks = [
        block for n, block in enumerate(blocks)
        if n >= _TITLE_PAGE or not block.level or not AUTHOR.match(block.text)
    ]  # fmt: skip
    first = next((n for n, block in enumerate(blocks) if block.level), 0)
    if any(_is_prose(block) for block in blocks[:first]):
        return blocks
    return blocks[first:]


def _is_prose(block: Block) -> bool:
    return not block.level and len(block.text) > 60 and block.text[-1] in '.!?"”’'


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
