"""Evidence from embeddings: likeness of whole texts, and of each word to its best match nearby.

A question and the passage that answers it rarely use the same words. Each word of the question is
therefore compared with each word of a passage *as they stand in their sentences* (late interaction,
Khattab and Zaharia 2020), for the few passages that are candidates.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from ludens.story.language.background import background
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import stem, words
from ludens.story.retrieval.embedding import TokenEmbedder, Vectors

MOST_KEPT = 2_000
"""Passages whose words' vectors are kept in memory, as float16: about 120 MB."""
HEAVY = 2.5
"""Nats: words of at least this weight are looked at one by one."""


class WordVectors:
    """The vectors of passages' words, worked out when they are first wanted."""

    def __init__(self, embedder: TokenEmbedder, texts: Sequence[str]) -> None:
        self.embedder = embedder
        self._texts = texts
        self._kept: OrderedDict[int, np.ndarray] = OrderedDict()

    def of(self, passages: Sequence[int]) -> list[Vectors]:
        """Return the vectors of the words of each passage."""
        missing = [number for number in passages if number not in self._kept]
        if missing:
            made = self.embedder.embed_words([self._texts[number] for number in missing])
            for number, vectors in zip(missing, made, strict=True):
                self._kept[number] = vectors.astype(np.float16)
        found = [self._kept[number].astype(np.float32) for number in passages]
        for number in passages:
            self._kept.move_to_end(number)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def dense_evidence(
    prompt: str,
    likeness: Vectors,
    candidates: Sequence[int],
    cover: dict[int, float],
    vectors: WordVectors,
) -> tuple[dict[str, float], int]:
    """Return the features, and the candidate that matches best word by word.

    `likeness` is the prompt's cosine with every passage; `cover` the lexical coverage of each
    candidate.
    """
    own = vectors.embedder.embed_words([prompt])[0]
    all_, plain = piece_weights(prompt, vectors.embedder.pieces(prompt)[: len(own)])
    flat = np.ones(len(own), np.float32)
    order = sorted(set(candidates))
    best = {
        number: (own @ words_.T).max(axis=1) if len(words_) else np.zeros(len(own), np.float32)
        for number, words_ in zip(order, vectors.of(order), strict=True)
    }
    single = np.stack([best[number] for number in order])
    double = np.stack([np.maximum(best[n], best.get(n + 1, best[n])) for n in order])
    top = np.sort(likeness)[::-1]
    features = {
        "likeness": float(top[0]),
        "likeness_second": float(top[min(1, len(top) - 1)]),
        "likeness_over_mean": float(top[0] - likeness.mean()),
        "likeness_z": float((top[0] - likeness.mean()) / (likeness.std() + 1e-6)),
    }
    for name, weights in (("words", all_), ("plain", plain), ("flat", flat)):
        for size, table in (("1", single), ("2", double)):
            scores = table @ weights / max(float(weights.sum()), 1e-6)
            ranked = np.sort(scores)[::-1]
            features[f"match_{name}_{size}"] = float(ranked[0])
            features[f"match_{name}_{size}_second"] = float(ranked[min(1, len(ranked) - 1)])
    heavy = np.where(all_ > HEAVY, double, 1).min(axis=1)
    together = double @ all_ / max(float(all_.sum()), 1e-6)
    joint = together + 0.3 * np.array([cover[n] for n in order], np.float32)
    joint = joint + 0.2 * likeness[order]
    at = int(joint.argmax())
    features |= {
        "joint": float(joint[at]),
        "joint_match": float(together[at]),
        "joint_cover": float(cover[order[at]]),
        "joint_likeness": float(likeness[order[at]]),
        "joint_weakest": float(heavy[at]),
        "weakest": float(heavy.max()),
        "unmatched": float(all_ @ np.maximum(0, 0.6 - double[at])),
    }
    return features, order[at]


def piece_weights(prompt: str, pieces: list[str]) -> tuple[Vectors, Vectors]:
    """Return the weight of each piece of a prompt, and the same with its names left out."""
    common = background()
    names = {w.text.lower() for place, w in enumerate(words(prompt)) if place and w.is_capitalised}
    names |= {re.sub(r"['’]s$", "", name) for name in names}
    all_ = np.zeros(len(pieces), np.float32)
    plain = np.zeros(len(pieces), np.float32)
    first = 0
    while first < len(pieces):
        last = first + 1
        while last < len(pieces) and pieces[last].startswith("##"):
            last += 1
        whole = pieces[first] + "".join(piece[2:] for piece in pieces[first + 1 : last])
        root = stem(whole)
        if whole[:1].isalnum() and len(whole) > 1 and root not in STOPWORDS:
            all_[first:last] = common.weight(root) / (last - first)
            if whole not in names:
                plain[first:last] = all_[first:last]
        first = last
    if not all_.any():
        all_[:] = 1
    if not plain.any():
        plain = all_
    return all_, plain
