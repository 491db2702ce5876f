"""ePUB: the pages of the spine, unpacked with a bound on what they may grow to."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from urllib.parse import unquote

from ludens.story.corpus.reading.blocks import MOST_BYTES, Block, Document, one_line
from ludens.story.corpus.reading.encoding import decode
from ludens.story.corpus.reading.markup import read_html, tree_of
from ludens.story.errors import CorpusRefusedError

_APPARATUS = re.compile(
    r"(?:^|[-_./])(?:toc|nav|cover|title-?page|half-?title(?:page)?|imprint|colophon|copyright|"
    r"uncopyright|licen[cs]e|endnotes?|loi|dedication|index)(?=$|[-_.\d])",
    re.IGNORECASE,
)


def read_epub(data: bytes, name: str) -> Document:
    """Return the blocks of an ePUB in reading order; raises CorpusRefusedError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _Reader(archive, name).document()
    # zipfile: NotImplementedError for a compression it lacks, RuntimeError for what is encrypted.
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError) as error:
        raise CorpusRefusedError(f"{name} is not a readable ePUB: {error}") from error


class _Reader:
    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.archive = archive
        self.name = name
        self.left = MOST_BYTES
        self.members = set(archive.namelist())

    def document(self) -> Document:
        container = tree_of(self._text("META-INF/container.xml"), self.name)
        root = container.css_first("rootfile")
        package = root.attributes.get("full-path") if root is not None else None
        if not package:
            raise CorpusRefusedError(f"{self.name} is not an ePUB: it names no package document")
        opf = tree_of(self._text(package), self.name)
        named = opf.css_first("dc\\:title")
        # The parser for HTML does not know that these elements are empty and nests them; their
        # attributes and their order are all that is wanted.
        items = {i.attributes.get("id"): i.attributes for i in opf.css("item")}
        folder = posixpath.dirname(package)
        blocks: list[Block] = []
        seen: set[str] = set()
        for reference in opf.css("itemref"):
            item = items.get(reference.attributes.get("idref")) or {}
            href, properties = item.get("href"), item.get("properties") or ""
            is_page = "html" in (item.get("media-type") or "html")
            if not href or not is_page or "nav" in properties.split() or _APPARATUS.search(href):
                continue
            member = posixpath.normpath(posixpath.join(folder, unquote(href.split("#")[0])))
            if member in self.members and member not in seen:  # once each (EPUB 3.3)
                seen.add(member)
                blocks.extend(read_html(self._text(member), self.name).blocks)
        title = one_line(re.split(r"<", named.text(deep=False))[0]) if named is not None else ""
        return Document(self.name, title, blocks)

    def _text(self, member: str) -> str:
        if member not in self.members:
            raise CorpusRefusedError(f"{self.name} is not an ePUB: {member} is missing")
        with self.archive.open(member) as stream:
            data = stream.read(self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            raise CorpusRefusedError(
                f"{self.name} unpacks to more than {MOST_BYTES // 1_000_000} MB of text"
            )
        return decode(data, member)
