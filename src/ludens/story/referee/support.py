"""Has an answer anything to do with the texts that it should stand on? Fitted weights tell.

`bench/grounding/answers_fit.py` fits them on answers whose attribution people judged; words of near
meaning count in part, so that honest paraphrase is spared.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from ludens.story.language.background import background
from ludens.story.language.kin import kin_of
from ludens.story.language.numbers import number_of
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

FEATURES = ("missing", "missing_softly", "words", "heaviest", "names", "numbers", "nothing_shared")
LEAST = 6
"""Words that say something from which an answer is judged at all."""


def support_features(answer: str, texts: Sequence[str]) -> dict[str, float]:
    """Return how much of an answer its texts lack."""
    known = {word.stem for text in texts for word in words(text)}
    values = {number_of(word.text) for text in texts for word in words(text)}
    total = missing = softly = heaviest = 0.0
    count = names = numbers = 0
    for word in words(answer):
        if word.stem in STOPWORDS or len(word.stem) < 2:
            continue
        weight = background().weight(word.stem)
        count += 1
        total += weight
        value = number_of(word.text)
        if word.stem in known or (value is not None and value in values):
            continue
        near = max((n for other, n in kin_of(word.stem).items() if other in known), default=0.0)
        missing += weight
        softly += weight * (1 - near)
        heaviest = max(heaviest, weight * (1 - near))
        names += word.is_capitalised and word.start > 0
        numbers += value is not None
    mass = max(total, 1e-6)
    return {
        "missing": missing / mass,
        "missing_softly": softly / mass,
        "words": math.log1p(count),
        "heaviest": heaviest,
        "names": min(names, 3),
        "numbers": min(numbers, 2),
        "nothing_shared": float(missing >= mass - 1e-6),
    }


@lru_cache(maxsize=1)
def _fitted() -> tuple[dict[str, float], float, float]:
    data = files("ludens.story.referee").joinpath("data", "support.json").read_text("utf-8")
    read = json.loads(data)
    return read["weights"], read["intercept"], read["cut"]


def is_unsupported(answer: str, texts: Sequence[str]) -> bool:
    """Tell whether an answer speaks of other things than its texts."""
    features = support_features(answer, texts)
    if math.expm1(features["words"]) < LEAST - 0.5:
        return False
    weights, intercept, cut = _fitted()
    total = intercept + sum(weights[name] * features[name] for name in FEATURES)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) >= cut
