"""All the evidence for a prompt: what the scorer's features are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludens.story.referee.dense_evidence import WordVectors, dense_evidence
from ludens.story.referee.lexical_evidence import LexicalEvidence, lexical_evidence
from ludens.story.referee.local_evidence import local_evidence
from ludens.story.referee.places import Places
from ludens.story.referee.terms import Term, terms_of
from ludens.story.retrieval.retriever import Ranking, Retriever

FROM_WORDS, FROM_LIKENESS = 5, 4
"""How many candidates each ranking gives; their neighbours are looked at too."""


class Evidence(NamedTuple):
    """What a book shows for and against a prompt."""

    terms: list[Term]
    lexical: LexicalEvidence
    features: dict[str, float]
    """Every feature by name; those of embeddings only where there is a model."""
    is_dense: bool
    best: list[int]
    """Passages that speak of it, the best first."""
    ranking: Ranking


def gather(
    prompt: str, retriever: Retriever, places: Places, vectors: WordVectors | None
) -> Evidence:
    """Return the evidence that a book has for a prompt."""
    terms = terms_of(prompt, places.names)
    lexical = lexical_evidence(terms, places)
    ranking = retriever.rank(prompt)
    near = int(places.passage_of[lexical.best_row])
    wide = [int(places.passage_of[row]) for row in lexical.wide_rows]
    heads = [number for number in dict.fromkeys([near, *wide]) if number >= 0]
    fused = [number for number, _ in ranking.best(5)]
    features = lexical.features | local_evidence(terms, places)
    by_score = np.sort(ranking.lexical)[::-1]
    features["bm25"] = float(by_score[0]) / max(features["mass"], 1e-6)
    features["bm25_second"] = float(by_score[min(1, len(by_score) - 1)]) / max(
        features["mass"], 1e-6
    )
    if vectors is None or ranking.likeness is None:
        return Evidence(terms, lexical, features, False, _first([*fused, *heads[:1]]), ranking)
    candidates = _candidates(ranking, heads)
    cover = {number: _cover(terms, retriever, number) for number in candidates}
    dense, best = dense_evidence(prompt, ranking.likeness, candidates, cover, vectors)
    return Evidence(
        terms, lexical, features | dense, True, _first([best, *heads[:1], *fused]), ranking
    )


def _candidates(ranking: Ranking, heads: list[int]) -> list[int]:
    assert ranking.likeness is not None
    words = np.argsort(-ranking.lexical, kind="stable")[:FROM_WORDS]
    likeness = np.argsort(-ranking.likeness, kind="stable")[:FROM_LIKENESS]
    size = len(ranking.lexical)
    around = {int(n) + d for n in (*words, *likeness, *heads[:3]) for d in (-1, 0, 1)}
    return sorted(number for number in around if 0 <= number < size)


def _cover(terms: list[Term], retriever: Retriever, number: int) -> float:
    """Return the share of the terms' weight that a passage and the next one have."""
    here = set(retriever.lexical.stems(number)) | set(retriever.lexical.stems(number + 1))
    mass = sum(term.weight for term in terms)
    return sum(term.weight for term in terms if term.stem in here) / max(mass, 1e-6)


def _first(numbers: list[int]) -> list[int]:
    return list(dict.fromkeys(numbers))[:6]
