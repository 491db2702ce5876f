"""Accents as a book writes them: `Adèle` or `Adele`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from ludens.story.language.words import WORD, stem

_LETTERS = re.compile(r"[^\W\d_]+")


class Spelling:
    """Knows which words a book writes with accents."""

    def __init__(self, texts: Iterable[str], has: Callable[[str], bool]) -> None:
        """Take a book's texts, and what tells whether it has a stem."""
        self._has = has
        self._accented: dict[str, str] = {}
        for text in texts:
            if not text.isascii():
                for word in _LETTERS.findall(text):
                    if not word.isascii():
                        self._accented.setdefault(unaccented(word).lower(), word)

    def as_written(self, prompt: str) -> str:
        """Return a prompt whose words have the accents that they have in the book."""
        return WORD.sub(self._word, prompt)

    def _word(self, match: re.Match[str]) -> str:
        text = match[0]
        if self._has(stem(text)):
            return text
        bare = unaccented(text)
        if bare != text and self._has(stem(bare)):
            return bare
        found = self._accented.get(bare.lower(), text)
        return found[:1].upper() + found[1:] if text[:1].isupper() else found


def unaccented(text: str) -> str:
    """Return a text without accents."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
