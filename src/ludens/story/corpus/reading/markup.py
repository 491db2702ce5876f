"""HTML and Markdown."""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from ludens.story.corpus.reading.blocks import Block, Document, one_line
from ludens.story.errors import CorpusRefusedError

_DROPPED = (
    "script, style, nav, header nav, footer, aside, noscript, template, iframe, svg, form, "
    "[hidden], [role=doc-toc], [role=doc-endnotes], #pg-header, #pg-footer, .pg-boilerplate, "
    "section.pg-boilerplate, #pg-machine-header, .toc, #toc, sup.noteref, a[epub\\:type=noteref]"
)
MOST_DEPTHS = 100_000_000
"""Of all elements of a page together; a book of a million elements, 20 deep, has a fifth of it."""
MOST_LINKS = 300
"""Links of a paragraph of Markdown; where there are more, they are read as they stand."""
MOST_ATTRIBUTES = 1000
"""Of one element, counted by what may stand between two of them."""
_VALUE = re.compile(r"""(=\s*)(?:("[^"]{0,1000}"|'[^']{0,1000}')|("[^"<>]*"|'[^'<>]*')|["'])""")
"""Of an attribute, in quotes: a short one, a long one, and what seems to begin one."""
_OVERLONG_TAG = re.compile(rf"<[A-Za-z/][^>]{{{MOST_ATTRIBUTES},}}")
_BETWEEN_ATTRIBUTES = re.compile(r"""[\s/"']""")
_QUOTES = re.compile(r"^(?:[ \t]*>){20,}", re.MULTILINE)
"""Marks of quotation without end, which the reader of Markdown would follow one by one."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]*)[^<>]*?(/?)>")
_NEVER_CLOSED = frozenset(
    "a p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt body head html br hr "
    "img input meta link base area col embed source track wbr param".split()
)
"""Elements that nest in themselves by no omission: what has no end tag, or need not have one."""
_TAGS = {f"h{level}": level for level in range(1, 7)}
_WHOLE = frozenset({"p", *_TAGS})


def read_html(text: str, name: str) -> Document:
    """Return the blocks of an HTML or XHTML page; what no reader sees is left out."""
    tree = tree_of(text, name)
    for node in tree.css(_DROPPED):
        node.decompose()
    title = tree.css_first("title")
    blocks: list[Block] = []
    if tree.body is not None:
        _collect(tree.body, blocks)
    return Document(name, one_line(title.text()) if title is not None else "", blocks)


_BLOCKS = frozenset("h1 h2 h3 h4 h5 h6 p li dd dt pre blockquote td th div".split())
_INNER = frozenset("p div li dd td h1 h2 h3 h4 pre".split())
"""Blocks that make what is around them no paragraph of its own."""


class _Open:
    """A block that the reading is inside of."""

    __slots__ = ("depth", "is_leaf", "node", "tag")

    def __init__(self, node: LexborNode, depth: int) -> None:
        self.node, self.depth, self.tag = node, depth, str(node.tag)
        self.is_leaf = True


def tree_of(text: str, name: str) -> LexborHTMLParser:
    """Return the tree of a page, in time that grows with its length.

    Raises CorpusRefusedError for one that nests without end.
    """
    _require_flat(text, name)
    return LexborHTMLParser(_OVERLONG_TAG.sub(_shorter, _VALUE.sub(_plain, text)))


def _plain(match: re.Match[str]) -> str:
    """Return a value in quotes in which no tag can seem to begin or end, a long one left out."""
    equals, short, long = match.groups()
    if short:
        return equals + short.replace("<", "&lt;").replace(">", "&gt;")
    return equals + ('""' if long else "")


def _shorter(match: re.Match[str]) -> str:
    """Return a tag with as many attributes as there may be: looking for one that is there twice,
    the parser's time grows with the square of their number (WHATWG HTML, 13.2.5.33)."""
    ends = itertools.islice(_BETWEEN_ATTRIBUTES.finditer(match[0]), MOST_ATTRIBUTES, None)
    end = next(ends, None)
    return match[0] if end is None else match[0][: end.start()]


def _require_flat(text: str, name: str) -> None:
    """Refuse a page that nests without end: the parser's time grows with the square of that."""
    depth = all_depths = 0
    for match in _TAG.finditer(text):
        closes, tag, alone = match.groups()
        if alone or tag.lower() in _NEVER_CLOSED:
            continue
        depth = max(0, depth - 1) if closes else depth + 1
        all_depths += depth
        if all_depths > MOST_DEPTHS:
            raise CorpusRefusedError(f"{name} nests its elements {depth} deep; no book does")


def outermost(root: LexborNode, tags: frozenset[str]) -> list[LexborNode]:
    """Return the elements of some kinds that stand in none of these, in order."""
    depths = {root.mem_id: 0}
    found: list[LexborNode] = []
    within: int | None = None
    for node in root.traverse():
        parent = node.parent
        depth = 0 if parent is None else depths.get(parent.mem_id, 0) + 1
        depths[node.mem_id] = depth
        if within is not None and depth <= within:
            within = None
        if within is None and node.tag in tags:
            found.append(node)
            within = depth
    return found


def _collect(root: LexborNode, blocks: list[Block]) -> None:
    """Add the blocks below a node in order, going once through it: pages may nest without end."""
    depths = {root.mem_id: 0}
    inside: list[_Open] = []
    met: list[_Open] = []
    for node in root.traverse():
        parent = node.parent
        depth = 0 if parent is None else depths.get(parent.mem_id, 0) + 1
        depths[node.mem_id] = depth
        while inside and inside[-1].depth >= depth:
            inside.pop()
        tag = str(node.tag)
        if tag in _INNER:
            for each in reversed(inside):
                if not each.is_leaf:
                    break  # and so are all around it
                each.is_leaf = False
        # What stands in a paragraph or a heading is read with it.
        if tag in _BLOCKS and not (inside and inside[-1].tag in _WHOLE):
            inside.append(_Open(node, depth))
            met.append(inside[-1])
    for each in met:
        if each.tag in _TAGS:
            _add(blocks, each.node.text(separator=" "), _TAGS[each.tag])
        elif each.tag == "p" or each.is_leaf:
            _add(blocks, each.node.text(), 0)
    if not blocks:
        for line in root.text(separator="\n").split("\n\n"):
            _add(blocks, line, 0)


def _add(blocks: list[Block], text: str, level: int) -> None:
    line = one_line(text)
    if line:
        blocks.append(Block(line, level))


def read_markdown(text: str, name: str) -> Document:
    """Return the blocks of a Markdown text; its headings are chapters."""
    if text.startswith("---\n") and "\n---\n" in text[4:4000]:
        text = text[text.index("\n---\n", 4) + 5 :]
    text = _QUOTES.sub("> ", text)
    text = "\n\n".join(
        part if part.count("[") <= MOST_LINKS else part.replace("[", " ")
        for part in text.split("\n\n")
    )
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    read = read_html(f"<html><body>{rendered}</body></html>", name)
    first = next((b.text for b in read.blocks if b.level == 1), "")
    return Document(name, first, read.blocks)
