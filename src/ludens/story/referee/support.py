"""Has an answer anything to do with the texts that it should stand on? Fitted weights tell.

`bench/grounding/answers_fit.py` fits them on answers whose attribution people judged and on honest
paraphrases; words of near meaning count in part. A text seldom says what an answer says of the
speaker, wishes or asks: `I love dogs`. Who plays a part in a game speaks so of necessity, and is
not judged by it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from ludens.story.language.background import background
from ludens.story.language.kin import kin_of
from ludens.story.language.numbers import number_of
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words
from ludens.story.referee.dense_evidence import piece_weights
from ludens.story.retrieval.embedding import TokenEmbedder, Vectors, unit

MATTER = (
    "missing", "missing_softly", "words", "heaviest", "names", "numbers", "nothing_shared",
    "longest_run", "missing_weight", "missing_weight_softly",
)  # fmt: skip
VOICE = ("speaks_of_itself", "speaks_to_somebody", "asks", "exclaims")
LIKENESS = (
    "likeness", "match_words", "match_plain", "match_flat", "match_heavy", "weakest", "unmatched",
    "unmatched_far", "unlike",
)  # fmt: skip
"""Of a model that compares word by word."""
LEAST = 4
"""Words that say something from which an answer is judged at all."""
LONG_RUN, MANY = 6, 2
HEAVY = 20.0
"""Weight in which what is missing is counted: about three rare words."""
ALIKE, FAR = 0.6, 0.5
"""Cosines below which a word has no match, and below which it has nothing near."""
HEAVIEST = 2.5
"""Nats: words of at least this weight are looked at one by one."""


class Compared(NamedTuple):
    """What compares an answer word by word, and the vectors of the texts' words."""

    embedder: TokenEmbedder
    texts: list[Vectors]


class Rule(NamedTuple):
    """Fitted weights over features, and the chance from which an answer is unsupported."""

    weights: dict[str, float]
    intercept: float
    cut: float

    def rejects(self, features: Mapping[str, float]) -> bool:
        """Tell whether an answer with these features is unsupported."""
        total = self.intercept + sum(w * features[name] for name, w in self.weights.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) >= self.cut


def features_of_rule(*, dense: bool, in_play: bool) -> tuple[str, ...]:
    """Return what is weighed. Whose voice it is tells nothing of somebody who plays a part."""
    return MATTER + (() if in_play else VOICE) + (LIKENESS if dense else ())


def name_of_rule(*, dense: bool, in_play: bool) -> str:
    """Return the name that a rule has in the file of weights."""
    return ("dense" if dense else "words") + ("_in_play" if in_play else "")


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


def likeness_features(answer: str, compared: Compared) -> dict[str, float]:
    """Return how near an answer's words come to those of its texts, each in its sentence."""
    own = compared.embedder.embed_words([answer])[0]
    known = [vectors for vectors in compared.texts if len(vectors)]
    if not len(own) or not known:
        return dict.fromkeys(LIKENESS, 0.0)
    all_, plain = piece_weights(answer, compared.embedder.pieces(answer)[: len(own)])
    best = np.max([(own @ vectors.T).max(axis=1) for vectors in known], axis=0)
    heavy = all_ > HEAVIEST
    if not heavy.any():
        heavy = np.ones(len(own), bool)
    whole = unit(own.mean(axis=0, keepdims=True))[0]
    return {
        "likeness": max(float(whole @ unit(v.mean(axis=0, keepdims=True))[0]) for v in known),
        "match_words": float(best @ all_ / all_.sum()),
        "match_plain": float(best @ plain / plain.sum()),
        "match_flat": float(best.mean()),
        "match_heavy": float(best[heavy].mean()),
        "weakest": float(best[heavy].min()),
        "unmatched": float(all_ @ np.maximum(0, ALIKE - best)),
        "unmatched_far": float(all_ @ np.maximum(0, FAR - best)),
        "unlike": float((best[heavy] < FAR).mean()),
    }


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Any]:
    data = files("ludens.story.referee").joinpath("data", "support.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(data)
    return read


@lru_cache(maxsize=4)
def _rule(name: str) -> Rule:
    return Rule(**_fitted()[name])


def is_unsupported(
    answer: str, texts: Sequence[str], *, in_play: bool = False, compared: Compared | None = None
) -> bool:
    """Tell whether an answer speaks of other things than its texts.

    `in_play` is the answer of somebody who plays a part: that it says `I` and `you` tells nothing.
    """
    features = support_features(answer, texts)
    if math.expm1(features["words"]) < LEAST - 0.5:
        return False
    if compared is not None:
        features |= likeness_features(answer, compared)
    return _rule(name_of_rule(dense=compared is not None, in_play=in_play)).rejects(features)
