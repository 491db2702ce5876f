"""Word processors' files and FictionBook: .docx, .odt, .fb2. All of them are XML."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ludens.story.corpus.reading.blocks import MOST_BYTES, Block, Document, one_line
from ludens.story.corpus.reading.encoding import decode
from ludens.story.corpus.reading.markup import outermost, tree_of
from ludens.story.errors import CorpusRefusedError

DOCX, ODT = "word/document.xml", "content.xml"
_ALONE = re.compile(r"<([\w:.-]+)((?:\s[^<>]*)?)/>")
_HEADING = re.compile(
    r"(?:heading|berschrift|titre|ttulo|kop|rubrik)\D*([1-6])?|^title$", re.IGNORECASE
)
_GAPS = ("w\\:tab", "w\\:br", "text\\:tab", "text\\:line-break", "text\\:s")
_NOTES = "text\\:note, text\\:tracked-changes, office\\:annotation, w\\:del, binary"


def packed_text(data: bytes, name: str) -> Document | None:
    """Return what a .docx or .odt file holds, None if it is neither; raises CorpusRefusedError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = set(archive.namelist())
            if DOCX in members:
                return _document(name, _member(archive, DOCX, name), {"w:p"}, _docx_level)
            if "META-INF/container.xml" not in members and ODT in members:
                text = _member(archive, ODT, name)
                return _document(name, text, {"text:h", "text:p"}, _odt_level)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError) as error:
        raise CorpusRefusedError(f"{name} cannot be unpacked: {error}") from error
    return None


def read_fb2(text: str, name: str) -> Document:
    """Return the blocks of a FictionBook."""
    tree = _tree(text, name)
    named = tree.css_first("book-title")
    blocks: list[Block] = []
    for node in _outermost(tree, {"x-p", "v", "subtitle"}):
        if _within(node, "x-body") is node:
            continue
        if _within(node, "x-body").attributes.get("name") in {"notes", "comments"}:
            continue
        said = one_line(node.text())
        if said:
            level = 2 if node.tag == "subtitle" or _within(node, "x-title") is not node else 0
            blocks.append(Block(said, level))
    return Document(name, one_line(named.text()) if named is not None else "", blocks)


def _within(node: LexborNode, tag: str) -> LexborNode:
    """Return the nearest element of a kind around a node; the node itself where there is none."""
    above = node.parent
    while above is not None:
        if above.tag == tag:
            return above
        above = above.parent
    return node


def _member(archive: zipfile.ZipFile, member: str, name: str) -> str:
    with archive.open(member) as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise CorpusRefusedError(
            f"{name} unpacks to more than {MOST_BYTES // 1_000_000} MB of text"
        )
    return decode(data, name)


def _tree(text: str, name: str) -> LexborHTMLParser:
    """Return the tree of an XML text: the parser for HTML knows no elements closed in themselves,
    nor what `title` and `body` mean in other documents. Raises CorpusRefusedError."""
    inside = re.sub(r"<(/?)(title|body|p|image|head)(?=[\s/>])", r"<\1x-\2", text)
    return tree_of(_ALONE.sub(r"<\1\2></\1>", inside), name)


def _outermost(tree: LexborHTMLParser, tags: set[str]) -> list[LexborNode]:
    return outermost(tree.root, frozenset(tags)) if tree.root is not None else []


def _document(
    name: str, text: str, paragraphs: set[str], level: Callable[[LexborNode], int]
) -> Document:
    tree = _tree(text, name)
    for node in tree.css(_NOTES):
        node.decompose()
    for gap in _GAPS:
        for node in tree.css(gap):
            node.replace_with(" ")
    blocks = [
        Block(said, level(node))
        for node in _outermost(tree, paragraphs)
        if (said := one_line(node.text()))
    ]
    return Document(name, "", blocks)


def _docx_level(node: LexborNode) -> int:
    style = node.css_first("w\\:pstyle")
    match = _HEADING.search(style.attributes.get("w:val") or "") if style is not None else None
    return 0 if match is None else int(match[1] or 1)


def _odt_level(node: LexborNode) -> int:
    if node.tag != "text:h":
        return 0
    outline = node.attributes.get("text:outline-level") or "1"
    return min(int(outline), 6) if outline.isdigit() else 1
