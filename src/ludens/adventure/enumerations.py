"""Things that a text tells apart only by a word each: three buttons, red, green and white."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ludens.adventure.english import SAID_OF_THINGS

_WORD = r"(?:(?:one|a|an|the) )?[a-z]+"
_LIST = rf"{_WORD}(?:, {_WORD})*,? (?:and|or) {_WORD}"
_AFTER = re.compile(
    rf"\b(?P<noun>[a-z]{{2,}}s)(?:,|:| -+| \([a-z]*) ?(?:labell?ed |marked |colou?red |painted )?"
    rf"(?P<list>{_LIST})\b",
    re.IGNORECASE,
)
"""How a text tells them after what they are: "buttons: red, green and white"."""
_BEFORE = re.compile(rf"\b(?P<list>{_LIST}) (?P<noun>[a-z]{{3,}})\b", re.IGNORECASE)
"""How it tells them before: "a red and a green lever", "red, green and white buttons"."""
_TELLING = SAID_OF_THINGS | frozenset(
    "orange violet turquoise crimson scarlet golden silver gold iron steel brass bronze copper tin"
    " lead wooden oak stone marble glass ivory ebony right middle first second third inner outer"
    " fourth top bottom upper lower lefthand righthand".split()
)
"""Words that tell things of one kind apart."""
_PARTS = re.compile(r",? (?:and|or) |, ")
_LITTLE = re.compile(r"^(?:one|a|an|the) ", re.IGNORECASE)
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""), ("", ""))


def enumerated(
    text: str, is_describing: Callable[[str], bool], is_noun: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the names of things that are told apart so, as far as the story has words for them."""
    text = " ".join(text.split())
    for pattern, telling in ((_AFTER, None), (_BEFORE, _TELLING)):
        for found in pattern.finditer(text):
            words = [_LITTLE.sub("", word).lower() for word in _PARTS.split(found["list"])]
            noun = _one_of(found["noun"].lower(), is_noun)
            sure = telling is None or telling.issuperset(words)
            if sure and noun and len(set(words)) > 1 and all(map(is_describing, words)):
                yield from (f"{word} {noun}" for word in words if word != noun)


def _one_of(noun: str, is_noun: Callable[[str], bool]) -> str:
    """Return the singular of a noun, if the story knows it; empty if it knows neither."""
    forms = (noun.removesuffix(end) + put for end, put in _PLURALS if noun.endswith(end))
    return next((form for form in forms if is_noun(form)), "")
