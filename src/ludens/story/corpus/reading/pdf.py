"""PDF: read in a child process, which may take only so long and so much memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ludens.story.corpus.headings import heading_level, with_settled_headings
from ludens.story.corpus.reading.blocks import Block, Document, one_line
from ludens.story.errors import CorpusRefusedError

DEADLINE = 120.0
"""Seconds that reading one PDF may take."""


def read_pdf(path: Path) -> Document:
    """Return the blocks of a PDF's text; raises CorpusRefusedError."""
    command = [sys.executable, "-m", "ludens.story.corpus.reading.pdf_child", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=DEADLINE, check=False)
    except subprocess.TimeoutExpired:
        raise CorpusRefusedError(
            f"{path.name} took more than {DEADLINE:g} seconds to read; convert it to text first"
        ) from None
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        reason = lines[-1] if lines else "its reader was ended"
        raise CorpusRefusedError(f"{path.name} is not a readable PDF: {reason[:200]}")
    read = json.loads(done.stdout)
    blocks = [Block(text, heading_level(text)) for page in read["pages"] for text in _split(page)]
    blocks = with_settled_headings(_joined(blocks))
    if not blocks:
        raise CorpusRefusedError(
            f"{path.name} has no text, only pictures; it needs text recognition first"
        )
    return Document(path.name, one_line(read["title"]), blocks)


def _split(page: str) -> list[str]:
    """Return the paragraphs of a page: lines that end early or at a full stop end one."""
    lines = [line.rstrip() for line in page.split("\n")]
    longest = max((len(line) for line in lines), default=0)
    found: list[str] = []
    current: list[str] = []
    for line in lines:
        if not line.strip() or line.strip().isdigit():
            ends = not line.strip()
        else:
            if heading_level(one_line(line)):
                found.append(" ".join(current))
                current = []
            current.append(line)
            ends = len(line) < longest * 0.75 and line[-1:] in '.!?"”’:'
            ends = ends or bool(heading_level(one_line(line)))
        if ends:
            found.append(" ".join(current))
            current = []
    found.append(" ".join(current))
    return [text for text in (one_line(text.replace("- ", "-")) for text in found) if text]


def _joined(blocks: list[Block]) -> list[Block]:
    """Join a paragraph that a page's end cut in two."""
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if last and not last.level and not block.level and last.text[-1] not in '.!?"”’:…':
            joined[-1] = Block(f"{last.text} {block.text}")
        else:
            joined.append(block)
    return joined
