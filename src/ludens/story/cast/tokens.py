"""A chapter's paragraphs as tokens, each known to stand inside or outside a quotation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludens.story.cast.quotations import Quotation, quotations

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|--+|[.!?,;:…—–“”\"‘’«»()]")
_POSSESSIVE = re.compile(r"['’]s?$")
_ENDS = frozenset(".!?…:;")
_MARKS = frozenset('“”"‘’«»()')
_ABBREVIATED = frozenset("mr mrs ms dr st messrs mme mlle capt col rev prof hon".split())


class Token(NamedTuple):
    """A word or a mark where it stands."""

    text: str
    """Without a possessive ending."""
    lower: str
    start: int
    end: int
    quoted: bool
    """Whether it is said aloud."""
    owns: bool
    """Whether it had a possessive ending."""
    dotted: bool
    """Whether a dot belongs to it: `Mr.`, `E.`"""
    begins: bool
    """Whether a sentence or a quotation begins with it, so that its capital says nothing."""

    @property
    def is_word(self) -> bool:
        """Tell whether it is a word."""
        return self.text[0].isalpha()

    @property
    def is_capital(self) -> bool:
        """Tell whether it is written as names are."""
        return self.text[0].isupper() and (len(self.text) == 1 or not self.text.isupper())


class Paragraph(NamedTuple):
    """A paragraph's tokens and what is said aloud in it."""

    text: str
    tokens: list[Token]
    quotations: list[Quotation]


def paragraphs_of(texts: Sequence[str]) -> list[Paragraph]:
    """Return the paragraphs of a chapter, taken apart."""
    spoken: dict[int, list[Quotation]] = {}
    for quotation in quotations(tuple(texts)):
        spoken.setdefault(quotation.paragraph, []).append(quotation)
    return [
        Paragraph(text, _tokens(text, spoken.get(number, [])), spoken.get(number, []))
        for number, text in enumerate(texts)
    ]


def _tokens(text: str, spoken: list[Quotation]) -> list[Token]:
    found: list[Token] = []
    begins = True
    spans = [(q.start, q.end) for q in spoken]
    span = 0
    for match in _TOKEN.finditer(text):
        word, start, end = match[0], match.start(), match.end()
        while span < len(spans) and start >= spans[span][1]:
            span += 1
        quoted = span < len(spans) and spans[span][0] <= start
        if not word[0].isalpha():
            if word == "." and found and found[-1].end == start and _is_short(found[-1]):
                found[-1] = found[-1]._replace(dotted=True)
                continue
            found.append(Token(word, word, start, end, quoted, False, False, False))
            begins = begins or word in _ENDS or word in _MARKS
            continue
        bare = _POSSESSIVE.sub("", word)
        found.append(Token(bare, bare.lower(), start, end, quoted, bare != word, False, begins))
        begins = False
    return found


def _is_short(token: Token) -> bool:
    single = len(token.text) == 1 and token.text != "I" and token.is_capital
    return is_abbreviation(token.lower) or single


def is_abbreviation(word: str) -> bool:
    """Tell whether a dot behind a word in lower case belongs to it: `mr`, `st`."""
    return word in _ABBREVIATED
