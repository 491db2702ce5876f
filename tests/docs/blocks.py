"""The blocks of code on the pages: where they stand, what language they are, what they need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
PAGES = (
    *sorted(ROOT.glob("*.md")),
    *(
        page
        for folder in (".github", "bench", "docs", "examples", "stories")
        for page in sorted((ROOT / folder).rglob("*.md"))
    ),
)
"""Every document."""

_NEEDS = re.compile(r"<!-- needs: (.+?) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code as it stands on a page."""

    page: Path
    line: int
    language: str
    """Empty for what is shown and is no code: what a game says, a listing."""
    code: str
    needs: str
    """What it cannot be run without (a key, a cluster), or nothing."""

    @property
    def name(self) -> str:
        """Where it is, for people."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page; a comment `<!-- needs: … -->` before one tells what it needs.

    A block without a language whose first line is a command counts as shell.
    """
    needs = ""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type == "html_block":
            found = _NEEDS.search(token.content)
            needs = found.group(1) if found else needs
        elif token.type in ("fence", "code_block"):
            language = (token.info.split() or [""])[0]
            if not language and _is_shell(token.content):
                language = "sh"
            line = token.map[0] + 1 if token.map else 0
            yield Block(page, line, language, token.content, needs)
            needs = ""


def _is_shell(code: str) -> bool:
    first = code.strip().partition("\n")[0].split(" ")[0]
    return (
        first in {"ludens", "make", "pip", "python", "python3", "export", "git"} or "/bin/" in first
    )


def commands(block: Block) -> list[str]:
    """Return the commands of a shell block, a line each, without comments and continuations."""
    joined = block.code.replace("\\\n", " ")
    lines = (re.sub(r"(^|\s)#\s.*$", "", line).strip() for line in joined.splitlines())
    return [line for line in lines if line]
