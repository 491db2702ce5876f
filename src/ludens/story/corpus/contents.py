"""Which chapters a prompt names: `in chapter 3`, `the last chapter`, `the chapter “The Well”`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludens.story.corpus.headings import number_of as counted
from ludens.story.language.numbers import number_of, with_figures

_KIND = r"(?P<kind>chapter|part|book|volume|letter|canto|stave|section|act)"
_IN_TITLE = re.compile(rf"\b{_KIND}\s+(?:the\s+)?(?P<number>\w+)", re.IGNORECASE)
_BARE = re.compile(r"[\[(]?(?P<number>\d{1,3}|[IVXLC]{1,8})(?:[\]).:]|$)")
_BEFORE = r"(?:\b(?:in|of|from|at|about)\s+)?"
_BY_NUMBER = re.compile(
    rf"{_BEFORE}\b{_KIND}\s+(?:no\.?\s+|number\s+)?(?P<number>\w+)", re.IGNORECASE
)
_BY_ORDER = re.compile(rf"{_BEFORE}\bthe\s+(?P<number>\w+)\s+(?P<kind>chapter)\b", re.IGNORECASE)
_CHAPTER = "chapter"
_ROMAN = re.compile(r"[IVXLC]{1,8}$", re.IGNORECASE)


class Named(NamedTuple):
    """A place of the book that a prompt names."""

    chapters: tuple[int, ...]
    """Numbers of chapters, from 0; empty where the book has none that is called so."""
    text: str
    """What names it: `chapter 3`."""
    rest: str
    """The prompt without it."""


class Contents:
    """A book's table of contents, as prompts may speak of it."""

    def __init__(self, titles: Sequence[str], first: int = 0) -> None:
        """Read the titles; `first` is the chapter that the story begins with."""
        self._numbered: dict[tuple[str, int], list[int]] = {}
        self._titles: list[tuple[str, int]] = []
        for chapter, title in enumerate(titles):
            for part in title.split(" · "):
                found = _IN_TITLE.match(part) or _BARE.match(part)
                number = value_of(found["number"]) if found is not None else None
                if found is not None and number is not None:
                    kind = found.groupdict().get("kind") or _CHAPTER
                    self._numbered.setdefault((kind.lower(), number), []).append(chapter)
                rest = part[found.end() :] if found is not None and number is not None else part
                if name := rest.strip(" .:—-"):
                    self._titles.append((name.lower(), chapter))
        self._kinds = {kind for kind, _ in self._numbered}
        if _CHAPTER not in self._kinds:
            for number, chapter in enumerate(range(first, len(titles)), 1):
                self._numbered[_CHAPTER, number] = [chapter]
        self._last = len(titles) - 1

    def named(self, prompt: str) -> Named | None:
        """Return the chapters that a prompt names; None where it names none."""
        text = with_figures(prompt)
        for name, chapter in self._titles:
            quoted = re.escape(name)
            found = re.search(
                rf"{_BEFORE}(?:\bthe\s+)?(?:chapter\s+(?:called\s+)?[“\"‘']?{quoted}[”\"’']?"
                rf"|[“\"‘']{quoted}[”\"’'])",
                text,
                re.IGNORECASE,
            )
            if found:
                return _named(text, found, (chapter,))
        for found in (*_BY_NUMBER.finditer(text), *_BY_ORDER.finditer(text)):
            kind = found["kind"].lower()
            if kind != _CHAPTER and kind not in self._kinds:
                continue
            if found["number"].lower() == "last" and kind == _CHAPTER:
                return _named(text, found, (self._last,))
            number = value_of(found["number"])
            if number is not None:
                return _named(text, found, tuple(self._numbered.get((kind, number), ())))
        return None


def value_of(word: str) -> int | None:
    """Return what a word counts: `3`, `III`, `three`, `third`, `3rd`."""
    figures = re.match(r"\d{1,3}(?=(?:st|nd|rd|th)?$)", word.lower())
    value = figures[0] if figures else (number_of(word) or "").removesuffix("th")
    if value.isdigit():
        return int(value)
    return counted(word.upper()) if _ROMAN.match(word) else None


def _named(text: str, found: re.Match[str], chapters: tuple[int, ...]) -> Named:
    rest = f"{text[: found.start()]}{text[found.end() :]}"
    whole = re.sub(r"\s+(?=[?!.,])", "", " ".join(rest.split()))
    said = re.sub(r"^(?:in|of|from|at|about)\s+", "", found[0].strip(), flags=re.IGNORECASE)
    return Named(chapters, said, whole)
