"""Thoughts that a model writes into its reply, in tags, before what it has to say.

Servers that do not take them out themselves leave it to whoever reads.
"""

from __future__ import annotations

import re

_TAGS = "think|thinking|thought|thoughts|reasoning"
_OPENING = re.compile(rf"\s*<({_TAGS})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)
_OBJECT = re.compile(r"\s*[{\[`]")
_LONGEST_TAG = 16
"""Characters of the longest tag, with some space before it."""


def split_thoughts(text: str) -> tuple[str, str]:
    """Return the thoughts and what is said after them.

    Some templates write the opening tag themselves, so that only the closing one is in the reply.
    """
    thoughts: list[str] = []
    said = text
    while opening := _OPENING.match(said):
        closing = _CLOSING.search(said, opening.end())
        thoughts.append(said[opening.end() : closing.start() if closing else None].strip())
        said = said[closing.end() :] if closing else ""
    if not thoughts and not _OBJECT.match(text):
        first = _CLOSING.search(text)
        if first is not None and "<" not in text[: first.start()]:
            thoughts.append(text[: first.start()].strip())
            said = text[first.end() :]
    return "\n".join(filter(None, thoughts)), said.lstrip() if thoughts else said


class Aloud:
    """Passes on what is said of a reply that arrives in pieces, without its thoughts."""

    def __init__(self) -> None:
        self._held = ""
        self._thinks: bool | None = None
        """Whether it is in its thoughts; None while that cannot be told."""
        self._thought = False

    def hear(self, piece: str) -> str:
        """Return what may be passed on now."""
        if self._thinks is False:
            return piece
        self._held += piece
        if self._thinks is None:
            start = self._held.lstrip()
            if _OPENING.match(self._held):
                self._thinks = True
            elif start and (not start.startswith("<") or len(start) > _LONGEST_TAG):
                self._thinks = False
                said, self._held = self.rest(), ""
                return said
        closing = _CLOSING.search(self._held) if self._thinks else None
        if closing is None:
            return ""
        rest, self._held, self._thinks = self._held[closing.end() :], "", None
        self._thought = True
        return self.hear(rest) if rest else ""

    def rest(self) -> str:
        """Return what was held back and turned out to be no thought."""
        if self._thinks:
            return ""
        return self._held.lstrip() if self._thought else self._held
