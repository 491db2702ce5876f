"""A book that is read in a process of its own, so that one which takes long keeps nobody waiting.

The child is `python -m ludens.story.corpus.reading.apart FILE`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ludens.story.corpus.book import Book
from ludens.story.corpus.reading.read import read_book
from ludens.story.errors import CorpusRefusedError

DEADLINE = 240.0
"""Seconds that reading one book may take."""
REFUSED = 3
"""The child's exit code where a line says why."""


def read_apart(path: Path) -> Book:
    """Return the book that a file holds; raises CorpusRefusedError."""
    command = [sys.executable, "-P", "-m", "ludens.story.corpus.reading.apart", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=DEADLINE, check=False)
    except subprocess.TimeoutExpired:
        raise CorpusRefusedError(
            f"{path} took more than {DEADLINE:g} seconds to read; convert it to text first"
        ) from None
    if done.returncode == REFUSED:
        raise CorpusRefusedError(done.stderr.decode(errors="replace").strip())
    if done.returncode != 0:
        raise CorpusRefusedError(f"{path} cannot be read: its reader was ended")
    return Book.from_bytes(done.stdout)


def main(path: str) -> int:
    """Print a book; return the exit code."""
    try:
        book = read_book(Path(path))
    except CorpusRefusedError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    sys.stdout.buffer.write(book.to_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
