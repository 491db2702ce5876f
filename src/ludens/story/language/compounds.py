"""Compounds as a book writes them: `match-making` or `matchmaking`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ludens.story.language.words import stem

# From the beginning of a word alone: from each of its letters it would be read to its end again.
_HYPHENATED = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:-[^\W\d_]+)+")
_ONE = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TWO = re.compile(r"(?<![\w’'-])([^\W\d_]+) (?=([^\W\d_]+)(?![\w-]))")


class Compounds:
    """Knows which words a book writes with hyphens, and which in one."""

    def __init__(self, texts: Iterable[str], has: Callable[[str], bool]) -> None:
        """Take a book's texts, and what tells whether it has a stem."""
        self._has = has
        self._hyphenated: dict[str, str] = {}
        for text in texts:
            for match in _HYPHENATED.finditer(text):
                self._hyphenated.setdefault(stem(match[0].replace("-", "")), match[0])

    def as_written(self, prompt: str) -> str:
        """Return a prompt with its compounds written as the book writes them."""
        return _ONE.sub(self._word, _TWO.sub(self._pair, prompt))

    def _pair(self, match: re.Match[str]) -> str:
        """Join two words that the book writes in one and does not both have."""
        apart = all(self._has(stem(word)) for word in match.groups())
        return match[1] if not apart and self._has(stem(match[1] + match[2])) else match[0]

    def _word(self, match: re.Match[str]) -> str:
        text, whole = match[0], stem(match[0].replace("-", ""))
        if "-" in text:
            is_one = whole not in self._hyphenated and self._has(whole)
            return text.replace("-", "") if is_one else text
        return text if self._has(whole) else self._hyphenated.get(whole, text)
