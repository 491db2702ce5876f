"""Numbers, in words and in figures."""

from __future__ import annotations

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()

VALUES: dict[str, str] = {
    **{word: str(n) for n, word in enumerate(_SMALL)},
    **{word: str(n) for n, word in zip(range(20, 100, 10), _TENS, strict=True)},
    **{word: f"{n}th" for n, word in enumerate(_ORDINALS, 1)},
    "once": "1x",
    "twice": "2x",
    "thrice": "3x",
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "dozen": "12",
    "half": "1/2",
    "both": "2",
}
"""What each number word stands for."""


_COMPOUND = re.compile(rf"\b({'|'.join(_TENS)})[- ]({'|'.join(_SMALL[1:10])})\b", re.IGNORECASE)


def with_figures(text: str) -> str:
    """Return a text with numbers of two words in figures: `forty-four` is 44."""
    return _COMPOUND.sub(lambda m: str(int(VALUES[m[1].lower()]) + int(VALUES[m[2].lower()])), text)


def number_of(word: str) -> str | None:
    """Return the value that a word stands for, as text; None for a word that is no number."""
    lower = word.lower().rstrip(".,")
    if lower and lower[0].isdigit():
        return lower.replace(",", "")
    return VALUES.get(lower)
