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
_LONGEST_BLANK = 1000
"""White space before a thought; after more, none is waited for."""


def split_thoughts(text: str) -> tuple[str, str]:
    """Return the thoughts and what is said after them.

    Some templates write the opening tag themselves, so that only the closing one is in the reply.
    """
    thoughts: list[str] = []
    at = 0
    while opening := _OPENING.match(text, at):
        closing = _CLOSING.search(text, opening.end())
        thoughts.append(text[opening.end() : closing.start() if closing else None].strip())
        at = closing.end() if closing else len(text)
    said = text[at:]
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
        """What cannot be told yet: as much as a tag may be, and the white space before it."""
        self._thinks: bool | None = None
        """Whether it is in its thoughts; None while that cannot be told."""
        self._thought = False

    def hear(self, piece: str) -> str:
        """Return what may be passed on now."""
        if self._thinks is False:
            return piece
        held, at = self._held + piece, 0
        while True:
            if self._thinks:
                closing = _CLOSING.search(held, at)
                if closing is None:
                    self._held = held[max(at, len(held) - _LONGEST_TAG) :]
                    return ""
                at, self._thinks, self._thought = closing.end(), None, True
            elif opening := _OPENING.match(held, at):
                at, self._thinks = opening.end(), True
            else:
                return self._without_tag(held[at:])

    def _without_tag(self, held: str) -> str:
        """Return what may be passed on of what begins with no whole tag."""
        self._held = held
        start = held.lstrip()
        may_be_one = start.startswith("<") and len(start) <= _LONGEST_TAG
        if may_be_one or (not start and len(held) <= _LONGEST_BLANK):
            return ""
        self._thinks = False
        said, self._held = self.rest(), ""
        return said

    def rest(self) -> str:
        """Return what was held back and turned out to be no thought."""
        if self._thinks:
            return ""
        return self._held.lstrip() if self._thought else self._held
