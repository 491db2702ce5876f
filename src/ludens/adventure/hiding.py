"""Where a text says that there is something, without saying what."""

from __future__ import annotations

import re

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.vocabulary import Article, Vocabulary

_SOMETHING = re.compile(
    r"(?<!\bwants )(?<!\bwant )(?<!\bneeds )(?<!\bneed )(?<!\bput )(?<!\bset )(?<!\bor )"
    r"\bsomething(?: \w+){0,4}? (?P<where>in|inside|within|under|beneath|underneath|below|behind"
    r"|among|amongst|between)\b(?P<rest>[^.!?;]*)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^\s*(?:it|them|there|one|here)?\s*(?:$|,| and\b| that\b)", re.IGNORECASE)
"""What stands instead of a name."""
_ASIDE = re.compile(r"\bsomething (?:like|about|of|to|more|else)\b", re.IGNORECASE)


def hiding_in(vocabulary: Vocabulary, text: str, subject: str = "") -> tuple[str, ...]:
    """Return where something is, by a text: each as a preposition and a name.

    `subject` is what the command was about, which such a sentence speaks of without naming it;
    where there is none, it is the last thing that the sentence names before.
    """
    found: dict[str, None] = {}
    for sentence in sentences_of(" ".join(text.split())):
        for said in _SOMETHING.finditer(sentence):
            if _ASIDE.search(said[0]) is not None:
                continue
            where, rest = said["where"].lower(), said["rest"]
            if _PRONOUN.match(rest) is not None:
                before = vocabulary.phrases(sentence[: said.start()])[-1:]
                found.update(
                    (f"{where} {name}", None) for name in ([subject] if subject else before)
                )
                continue
            named = next(iter(vocabulary.mentions(rest).items()), None)
            if named is not None and named[1] is not Article.INDEFINITE:
                found[f"{where} {named[0]}"] = None
    return tuple(found)
