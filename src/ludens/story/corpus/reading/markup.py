"""HTML and Markdown."""

from __future__ import annotations

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from ludens.story.corpus.reading.blocks import Block, Document, one_line

_DROPPED = (
    "script, style, nav, header nav, footer, aside, noscript, template, iframe, svg, form, "
    "[hidden], [role=doc-toc], [role=doc-endnotes], #pg-header, #pg-footer, .pg-boilerplate, "
    "section.pg-boilerplate, #pg-machine-header, .toc, #toc, sup.noteref, a[epub\\:type=noteref]"
)
_TAGS = {f"h{level}": level for level in range(1, 7)}


def read_html(text: str, name: str) -> Document:
    """Return the blocks of an HTML or XHTML page; what no reader sees is left out."""
    tree = LexborHTMLParser(text)
    for node in tree.css(_DROPPED):
        node.decompose()
    title = tree.css_first("title")
    blocks: list[Block] = []
    if tree.body is not None:
        _collect(tree.body, blocks)
    return Document(name, one_line(title.text()) if title is not None else "", blocks)


def _collect(root: LexborNode, blocks: list[Block]) -> None:
    """Add the blocks below a node in order, without recursion: pages may nest without end."""
    for node in root.css("h1, h2, h3, h4, h5, h6, p, li, dd, dt, pre, blockquote, td, th, div"):
        tag = str(node.tag)
        if tag in _TAGS:
            _add(blocks, node.text(separator=" "), _TAGS[tag])
        elif not _inside_leaf(node) and (tag == "p" or _is_leaf(node)):
            _add(blocks, node.text(), 0)
    if not blocks:
        for line in root.text(separator="\n").split("\n\n"):
            _add(blocks, line, 0)


def _is_leaf(node: LexborNode) -> bool:
    """Tell whether a block holds text and no further blocks; a search finds the node itself too."""
    inner = node.css("p, div, li, dd, td, h1, h2, h3, h4, pre")
    return all(found.mem_id == node.mem_id for found in inner)


def _inside_leaf(node: LexborNode) -> bool:
    parent = node.parent
    return parent is not None and parent.tag in {"p", *_TAGS}


def _add(blocks: list[Block], text: str, level: int) -> None:
    line = one_line(text)
    if line:
        blocks.append(Block(line, level))


def read_markdown(text: str, name: str) -> Document:
    """Return the blocks of a Markdown text; its headings are chapters."""
    if text.startswith("---\n") and "\n---\n" in text[4:4000]:
        text = text[text.index("\n---\n", 4) + 5 :]
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    read = read_html(f"<html><body>{rendered}</body></html>", name)
    first = next((b.text for b in read.blocks if b.level == 1), "")
    return Document(name, first, read.blocks)
