"""BERT's uncased WordPiece tokenising, for the small model that runs here.

Written out because the library that has it brings a client for a model hub with it, and nothing
is ever to be downloaded. The vocabulary is Google's (bert-base-uncased, Apache-2.0).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

UNKNOWN, BEGIN, END = 100, 101, 102
"""The numbers of [UNK], [CLS] and [SEP]."""

LONGEST_WORD = 100
"""Characters; a longer word is unknown, as BERT has it."""


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, int]:
    """Return each piece's number."""
    text = files("ludens.story.retrieval").joinpath("data", "bert_uncased_vocabulary.txt")
    return {piece: n for n, piece in enumerate(text.read_text(encoding="utf-8").splitlines())}


def encode(text: str, longest: int) -> list[int]:
    """Return the numbers of a text's pieces between [CLS] and [SEP], at most `longest` in all."""
    pieces = [BEGIN]
    for word in _split(text):
        pieces.extend(_pieces(word))
        if len(pieces) >= longest - 1:
            break
    return [*pieces[: longest - 1], END]


@lru_cache(maxsize=100_000)
def _pieces(word: str) -> tuple[int, ...]:
    known = vocabulary()
    if len(word) > LONGEST_WORD:
        return (UNKNOWN,)
    found: list[int] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else "##" + word[start:end]
            if piece in known:
                found.append(known[piece])
                start = end
                break
        else:
            return (UNKNOWN,)
    return tuple(found)


def _split(text: str) -> Iterator[str]:
    """Yield words without accents in lower case; each mark and Chinese character stands alone."""
    word = ""
    for character in unicodedata.normalize("NFD", text.lower()):
        category = unicodedata.category(character)
        if category == "Mn" or (category.startswith("C") and not character.isspace()):
            continue
        if character.isspace() or _stands_alone(character, category):
            if word:
                yield word
            word = ""
            if not character.isspace():
                yield character
        else:
            word += character
    if word:
        yield word


def _stands_alone(character: str, category: str) -> bool:
    if category.startswith("P") or ("!" <= character <= "~" and not character.isalnum()):
        return True
    return "\u4e00" <= character <= "\u9fff" or "\u3400" <= character <= "\u4dbf"
