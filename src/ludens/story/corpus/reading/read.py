"""From a path to a book."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import capwords

from ludens.story.corpus.boilerplate import without_notes, without_pictures
from ludens.story.corpus.book import MOST_CHARACTERS, Book, Chapter
from ludens.story.corpus.headings import WEAK, heading_level
from ludens.story.corpus.reading.blocks import MOST_BYTES, Block, Document, pieces
from ludens.story.corpus.reading.encoding import decode
from ludens.story.corpus.reading.epub import read_epub
from ludens.story.corpus.reading.markup import read_html, read_markdown
from ludens.story.corpus.reading.office import packed_text, read_fb2
from ludens.story.corpus.reading.pdf import read_pdf
from ludens.story.corpus.reading.plain import read_plain
from ludens.story.errors import CorpusRefusedError
from ludens.story.language.modern import table
from ludens.story.language.words import words
from ludens.writable import writable

PLAIN = frozenset({".txt", ".text", ""})
MARKDOWN = frozenset({".md", ".markdown"})
HTML = frozenset({".html", ".htm", ".xhtml"})
READABLE = PLAIN - {""} | MARKDOWN | HTML | {".epub", ".pdf", ".docx", ".odt", ".fb2"}
REFUSED = {
    ".rtf": "rich text", ".doc": "an old Word document", ".mobi": "a Kindle book",
    ".azw3": "a Kindle book", ".djvu": "a scan",
}  # fmt: skip
"""Kinds of text that are not read, and what they are."""
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\x00", b"MM\x00*")
_OLD_WORD, _RICH = b"\xd0\xcf\x11\xe0", b"{\\rtf"
MOST_FILES = 2_000
_AUTHOR = re.compile(r",? by (?:[A-Z][\w’'-]*\.? ?)+$")
"""How a title names its author: `The Well, by Ada Brown`."""
_ORNAMENT = re.compile(r"^\W*$")
_DIGITS = re.compile(r"(\d+)")


def read_book(path: Path) -> Book:
    """Return the book that a file or a folder of files holds; raises CorpusRefusedError."""
    if path.is_dir():
        documents = list(_folder(path))
        title = writable(path.resolve().name)
    elif path.is_file():
        documents = [read_document(path)]
        title = _AUTHOR.sub("", documents[0].title) or _title_of(path, documents[0])
    else:
        raise CorpusRefusedError(f"there is no file or folder {path}")
    several = len(documents) > 1
    chapters = [c for d in documents for c in _chapters(d, name=d.name if several else "")]
    if not any(chapter.paragraphs for chapter in chapters):
        raise CorpusRefusedError(f"{path} has no text to play in")
    size = sum(len(p) for chapter in chapters for p in chapter.paragraphs)
    if size > MOST_CHARACTERS:
        raise CorpusRefusedError(
            f"{path} has {size // 1_000_000} million characters; "
            f"a corpus may have {MOST_CHARACTERS // 1_000_000} million: split it"
        )
    return Book(title=title, chapters=tuple(chapters))


def read_document(path: Path) -> Document:
    """Return one file's blocks, read as its name and its first bytes say."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise CorpusRefusedError(
                f"{path.name} has {size // 1_000_000} MB; "
                f"a corpus file may have {MOST_BYTES // 1_000_000} MB: split it"
            )
        data = path.read_bytes()
    except OSError as error:
        raise CorpusRefusedError(f"{path} cannot be read: {error.strerror}") from error
    kind = path.suffix.lower()
    _require_text(data, path, kind)
    if data.startswith(b"%PDF-") or kind == ".pdf":
        return read_pdf(path)
    packed = data.startswith(b"PK\x03\x04")
    if packed and kind != ".epub" and (office := packed_text(data, path.name)) is not None:
        return office
    if kind == ".epub" or packed:
        return read_epub(data, path.name)
    text = decode(data, path.name)
    if kind == ".fb2" or "<FictionBook" in text[:2000]:
        return read_fb2(text, path.name)
    if kind in MARKDOWN:
        return read_markdown(text, path.name)
    if kind in HTML or text[:1000].lstrip().lower().startswith(("<!doctype html", "<html")):
        return read_html(text, path.name)
    return read_plain(text, path.name)


def _require_text(data: bytes, path: Path, kind: str) -> None:
    """Refuse at once what is known to be no text that can be read."""
    if data.startswith(_PICTURES) and kind not in PLAIN:
        raise CorpusRefusedError(f"{path.name} is a picture or a sound, and no book")
    told = "an old Word document" if data.startswith(_OLD_WORD) else REFUSED.get(kind)
    if data.startswith(_RICH):
        told = "rich text"
    if told is not None:
        raise CorpusRefusedError(
            f"{path.name} is {told}, which is not read; save it as .docx, .odt, .epub or .txt"
        )


def _folder(path: Path) -> Iterator[Document]:
    files = sorted(
        (f for f in path.rglob("*") if f.suffix.lower() in READABLE and f.is_file()),
        key=lambda f: _natural(str(f.relative_to(path))),
    )
    files = [f for f in files if not any(part.startswith(".") for part in f.parts)]
    if not files:
        raise CorpusRefusedError(f"{path} holds no {_kinds()} file to play in")
    if len(files) > MOST_FILES:
        raise CorpusRefusedError(f"{path} holds more than {MOST_FILES} files; choose a folder")
    total = 0
    for file in files:
        total += file.stat().st_size
        if total > MOST_BYTES:
            raise CorpusRefusedError(
                f"{path} holds more than {MOST_BYTES // 1_000_000} MB; choose a smaller folder"
            )
        document = read_document(file)
        yield document._replace(name=str(file.relative_to(path)))


def _kinds() -> str:
    named = sorted(READABLE - {".text", ".markdown", ".htm", ".xhtml"})
    return f"{', '.join(named[:-1])} or {named[-1]}"


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts `chapter 10` after `chapter 9`."""
    return [(int(p), "") if p.isdigit() else (-1, p.lower()) for p in _DIGITS.split(name)]


def _chapters(document: Document, name: str) -> Iterator[Chapter]:
    """Cut a document at its headings; a heading without text is joined to the next one."""
    waiting: list[str] = []
    paragraphs: list[str] = []
    title = ""
    named = {document.title.lower(), _AUTHOR.sub("", document.title).lower()}
    for block in without_notes([*_parted(document.blocks)]):
        if not block.level:
            if waiting:
                title, waiting = " · ".join(waiting[-2:]), []
            text = without_pictures(block.text)
            if not _ORNAMENT.match(text):
                paragraphs.append(_normal(text))
            continue
        if paragraphs:
            yield Chapter(title=title, document=name, paragraphs=tuple(paragraphs))
            title, paragraphs = "", []
        if block.text.lower() not in named:
            waiting.append(block.text)
    if paragraphs:
        yield Chapter(title=title, document=name, paragraphs=tuple(paragraphs))


def _parted(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, those too long for a paragraph in pieces."""
    for block in blocks:
        for piece in pieces(block.text):
            yield block._replace(text=piece.strip())


MOST_MARKS = 30
"""Combining marks in a row that are kept (Unicode's Stream-Safe Text Format, UAX 15): sorting more
takes time in the square of their number."""


def _normal(text: str) -> str:
    if text.isascii():
        return text
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def _title_of(path: Path, document: Document) -> str:
    """Return the title of a file that names none itself: its name, or, where that says nothing
    (`novel_text.txt`), the line that stands above the text, or the name of its folder."""
    name = _name_as_title(path.stem)
    if _says_something(name):
        return name
    first = document.blocks[0].text if document.blocks else ""
    if heading_level(first) == WEAK:
        return capwords(first)
    folder = _name_as_title(_CAMEL.sub(" ", path.resolve().parent.name))
    return folder if _says_something(folder) else name or "A text"


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=\b[A-Z])(?=[A-Z][a-z])")
"""Where a new word begins in `AHandfulOfDust`."""


def _name_as_title(name: str) -> str:
    return re.sub(r"[-_\s]+", " ", writable(name)).strip().capitalize()


def _says_something(name: str) -> bool:
    """Tell whether a file's or folder's name is more than what any text may be called."""
    empty = frozenset(table()["files"].split())
    return any(word.text.lower() not in empty for word in words(name) if word.text.isalpha())


__all__ = ["Block", "read_book", "read_document"]
