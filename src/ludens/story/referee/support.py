"""Has an answer anything to do with the texts that it should stand on? Fitted weights tell.

`bench/grounding/answers_fit.py` fits them on answers whose attribution people judged and on honest
paraphrases; words of near meaning count in part. A text seldom says what an answer says of the
speaker, wishes or asks: `I love dogs`. Who plays a part in a game speaks so of necessity, and is
not judged by it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ludens.story.language.background import background
from ludens.story.language.kin import kin_of
from ludens.story.language.numbers import number_of
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

MATTER = (
    "missing", "missing_softly", "words", "heaviest", "names", "numbers", "nothing_shared",
    "longest_run", "missing_weight", "missing_weight_softly",
)  # fmt: skip
VOICE = ("speaks_of_itself", "speaks_to_somebody", "asks", "exclaims")
FEATURES = MATTER + VOICE
LEAST = 4
"""Words that say something from which an answer is judged at all."""
LONG_RUN, MANY = 6, 2
HEAVY = 20.0
"""Weight in which what is missing is counted: about three rare words."""


def support_features(answer: str, texts: Sequence[str]) -> dict[str, float]:
    """Return how much of an answer its texts lack, and in whose voice it speaks."""
    known = {word.stem for text in texts for word in words(text)}
    values = {number_of(word.text) for text in texts for word in words(text)}
    total = missing = softly = heaviest = 0.0
    count = names = numbers = run = longest = 0
    for word in words(answer):
        if word.stem in STOPWORDS or len(word.stem) < 2:
            continue
        weight = background().weight(word.stem)
        count += 1
        total += weight
        value = number_of(word.text)
        if word.stem in known or (value is not None and value in values):
            run = 0
            continue
        near = max((n for other, n in kin_of(word.stem).items() if other in known), default=0.0)
        missing += weight
        softly += weight * (1 - near)
        heaviest = max(heaviest, weight * (1 - near))
        run += 1
        longest = max(longest, run)
        names += word.is_capitalised and word.start > 0
        numbers += value is not None
    mass = max(total, 1e-6)
    return {
        "missing": missing / mass,
        "missing_softly": softly / mass,
        "words": math.log1p(count),
        "heaviest": heaviest,
        "names": min(names, 3),
        "numbers": min(numbers, MANY),
        "nothing_shared": float(missing >= mass - 1e-6),
        "longest_run": min(longest, LONG_RUN),
        "missing_weight": missing / HEAVY,
        "missing_weight_softly": softly / HEAVY,
        **_voice(answer, texts),
    }


def _voice(answer: str, texts: Sequence[str]) -> dict[str, float]:
    read = _fitted()
    said = [word.text.lower().replace("’", "'") for word in words(answer)]
    told = {word.text.lower().replace("’", "'") for text in texts for word in words(text)}

    def alone(person: frozenset[str]) -> float:
        return 0.0 if told & person else float(min(sum(word in person for word in said), MANY))

    return {
        "speaks_of_itself": alone(frozenset(read["first_person"].split())),
        "speaks_to_somebody": alone(frozenset(read["second_person"].split())),
        "asks": float("?" in answer),
        "exclaims": float("!" in answer),
    }


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Any]:
    data = files("ludens.story.referee").joinpath("data", "support.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(data)
    return read


def is_unsupported(answer: str, texts: Sequence[str], *, in_play: bool = False) -> bool:
    """Tell whether an answer speaks of other things than its texts.

    `in_play` is the answer of somebody who plays a part: that it says `I` and `you` tells nothing.
    """
    features = support_features(answer, texts)
    if math.expm1(features["words"]) < LEAST - 0.5:
        return False
    read = _fitted()
    counted = MATTER if in_play else FEATURES
    total = read["intercept"] + sum(read["weights"][name] * features[name] for name in counted)
    chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    return bool(chance >= read["cut"])
