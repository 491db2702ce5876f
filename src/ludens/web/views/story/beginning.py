"""A new game inside a book, as the page's form describes it."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludens.episode.store import Store
from ludens.story.corpus.book import Book
from ludens.story.corpus.reading.apart import read_apart
from ludens.story.corpus.reading.read import PLAIN, READABLE
from ludens.story.errors import CorpusRefusedError
from ludens.story.library import BUNDLED, find_book
from ludens.web.documents import MOST_FILE_LETTERS


class BookSource(BaseModel):
    """Where a book comes from: a bundled tale's name, an episode's book, or a file's content.

    A page may not name files of the machine that serves it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    bundled: str | None = None
    """The name of a bundled tale."""
    episode: Annotated[str, Field(pattern=r"^[a-z0-9]{1,16}$")] | None = None
    """The book of a game that is in the store."""
    file: str | None = Field(None, max_length=MOST_FILE_LETTERS)
    """A text in base64."""
    file_name: Annotated[str, Field(max_length=200)] = "book.txt"


def find_subject(store: Store, subject: Mapping[str, Any]) -> Book:
    """Return the book that a form names; raises CorpusRefusedError."""
    try:
        source = BookSource.model_validate(subject)
    except ValidationError as error:
        each = error.errors()[0]
        field = ".".join(map(str, each["loc"])) or "subject"
        raise CorpusRefusedError(f"the book's {field} is wrong: {each['msg']}") from None
    if source.file is not None:
        return _sent(source.file, source.file_name)
    if source.episode is not None:
        row = store.episode(source.episode)
        content = store.subject_content(row)
        if content is None or row.game != "story":
            raise CorpusRefusedError(f"episode {row.id} keeps no book; choose a file")
        return Book.from_bytes(content)
    name = source.bundled or next(iter(BUNDLED))
    if name not in BUNDLED:
        raise CorpusRefusedError(f"there is no tale {name!r}; bundled: {', '.join(BUNDLED)}")
    return find_book(name)


def _sent(content: str, name: str) -> Book:
    """Read a file that was sent; its name says its kind and, where it has none, its title."""
    try:
        data = base64.b64decode(content, validate=True)
    except ValueError:
        raise CorpusRefusedError("the file did not arrive whole; choose it again") from None
    kind = Path(name).suffix.lower()
    if kind not in READABLE | PLAIN:
        raise CorpusRefusedError(f"{name} is no text: {', '.join(sorted(READABLE))} can be read")
    stem = re.sub(r"[^\w .'-]+", " ", Path(name).stem).strip(". ") or "book"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{stem[:80]}{kind}"
        path.write_bytes(data)
        try:
            return read_apart(path)
        except CorpusRefusedError as error:  # in the words of whoever chose the file
            raise CorpusRefusedError(str(error).replace(str(path), name)) from None
