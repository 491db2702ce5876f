"""What a refusal says besides no: of what it speaks, that it is early, that it means another."""

from __future__ import annotations

import re
from collections.abc import Collection

from ludens.adventure.vocabulary import Article, Vocabulary

_NOT_HELD = re.compile(
    r"^\W*you(?: don'?t| do not) (?:have|hold|seem to (?:have|be holding)) (?:that|it|any|the)\b"
    r"|^\W*you(?:'re| are)(?: not|n't) (?:holding|carrying) (?:that|it|any|the)\b",
    re.IGNORECASE,
)
"""How a parser says that something is not in the hands."""
_MISTAKEN = re.compile(
    r"\byou (?:need to be|should be|must be|aren't|are not) (?:holding|carrying) the "
    r"(?P<other>[\w' -]+?)(?: before| first| to|[.,!])",
    re.IGNORECASE,
)
"""How it names something else that is not in the hands: it took the name for that one's."""


def misnamed(carried: Collection[str], text: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of what is carried by which the story knows no such thing, or another.

    Of a common kind of answer, only those of several words.
    """
    if (mistaken := _MISTAKEN.search(text[:300])) is not None:
        other = set(mistaken["other"].lower().split())
        return tuple(n for n in things[:1] if n in carried and other.isdisjoint(n.split()))
    if _NOT_HELD.match(text) is None:
        return ()
    return tuple(name for name in things if name in carried and " " in name)


MOST = 6
"""Things that a refusal speaks of, at most."""
_EARLY = re.compile(
    r"\b(?:not|no|nothing|isn't|aren't|n't)\b[^.!?]{0,60}\byet\b|\btoo (?:early|soon)\b"
    r"|\b(?:not|nothing)\b[^.!?]{0,40}\b(?:until|till)\b",
    re.IGNORECASE,
)
"""How a refusal says that a deed comes too early."""


_MORE = re.compile(
    r"\b(?:wants?|needs?|bit|little|some|once) more\b|\bmore yet\b|(?:^|[.;,!] )more[.!]?\s*$"
    r"|\b(?:not (?:quite )?enough|almost|nearly|keep (?:at it|going|on)|starts? to|begins? to"
    r"|a little|an inch|slightly|try (?:again|harder))\b",
    re.IGNORECASE,
)
"""How the answer to a deed says that it has begun to work."""


def wants_more(answer: str) -> bool:
    """Tell whether the answer to a deed that did something says that one is to go on with it."""
    return _MORE.search(answer) is not None


def speaks_of(vocabulary: Vocabulary, answer: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """Return the last words of what the answer to a deed names besides the things of the deed.

    "In the vat there are two of wax": the vat.
    """
    own = {word for thing in things for word in thing.split()}
    said = (
        name.rsplit(" ", 1)[-1]
        for name, article in vocabulary.mentions(answer).items()
        if article is not Article.NONE
    )
    return tuple(word for word in dict.fromkeys(said) if word not in own)[:MOST]


def is_premature(answer: str) -> bool:
    """Tell whether a refusal says that a deed comes too early: "it is not hot yet"."""
    return _EARLY.search(answer) is not None
