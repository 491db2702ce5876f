"""Retrieval: by words, by embeddings, and both fused; each result says why it was found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.episode.logger import warn
from ludens.story.corpus.passages import Passage
from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.language.background import background
from ludens.story.retrieval.embedding import Embedder, Vectors
from ludens.story.retrieval.lexical import Lexical, asked_stems

FUSION = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
POOL = 50
"""How many of each ranking are fused."""
NEAREST = 20
"""By words alone, how many of the first are put in order by what leads up to them too."""
LEADS_UP = 4.46
"""What the share of a query that a passage and the one before it cover counts where BM25 counts 1:
fitted by bench/retrieval/recall.py."""


class Found(NamedTuple):
    """A passage that was found."""

    number: int
    """The passage's place in the book, from 0."""
    passage: Passage
    score: float
    """Fused; only its order means something."""
    lexical: float
    """BM25; 0 when no word is shared."""
    likeness: float | None
    """Cosine of the embeddings; None without an embedding model."""
    shared: tuple[str, ...]
    """The stems that the query and the passage share."""
    reranked: float | None = None
    """What the reranker gave it, if there is one."""

    @property
    def why(self) -> str:
        """Say in a few words why it was found."""
        parts = []
        if self.shared:
            parts.append(f"words {', '.join(self.shared)} (BM25 {self.lexical:.2f})")
        if self.likeness is not None:
            parts.append(f"likeness {self.likeness:.2f}")
        if self.reranked is not None:
            parts.append(f"reranked {self.reranked:.2f}")
        return "; ".join(parts) or "nothing better"


class Reranker(Protocol):
    """Puts found passages into a better order."""

    def scores(self, query: str, passages: Sequence[int]) -> Sequence[float]:
        """Return a score for each passage, higher is better."""
        ...


@dataclass(slots=True)
class Ranking:
    """Every passage's scores for one query."""

    lexical: NDArray[np.float32]
    likeness: Vectors | None
    query: Vectors | None

    def best(self, count: int, within: Collection[int] = ()) -> list[tuple[int, float]]:
        """Return the best passages and their fused scores, the best first; with `within`, of
        these alone."""
        fused: dict[int, float] = {}
        order = np.argsort(-self.lexical, kind="stable")
        orders = [order[self.lexical[order] > 0]]
        if self.likeness is not None:
            orders.append(np.argsort(-self.likeness, kind="stable"))
        if within:
            orders = [order[np.isin(order, list(within))] for order in orders]
        for order in orders:
            for rank, number in enumerate(order[: POOL if len(orders) > 1 else count]):
                fused[int(number)] = fused.get(int(number), 0.0) + 1 / (FUSION + rank + 1)
        ranked = sorted(fused.items(), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:count]


class Retriever:
    """Finds the passages of one book."""

    def __init__(
        self,
        passages: Sequence[Passage],
        *,
        embedder: Embedder | None = None,
        vectors: Vectors | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self.passages = passages
        self.lexical = Lexical([passage.text for passage in passages])
        self.embedder = embedder
        self.vectors = vectors
        self.reranker = reranker

    def rank(self, query: str) -> Ranking:
        """Return the scores of every passage for a query."""
        lexical = self.lexical.scores(query)
        if self.embedder is None or self.vectors is None:
            return Ranking(lexical, None, None)
        asked = self.embedder.embed([query])[0]
        return Ranking(lexical, self.vectors @ asked, asked)

    def search(self, query: str, count: int = 8, within: Collection[int] = ()) -> list[Found]:
        """Return the best passages for a query, the best first; with `within`, of these alone,
        the first of them where none speaks of it."""
        ranking = self.rank(query)
        most = count if self.reranker is None else 3 * count
        best = ranking.best(max(most, NEAREST), within)
        if ranking.likeness is None:
            best = self._by_what_leads_up(query, ranking, best)
        best = best[:most]
        best = best or [(number, 0.0) for number in sorted(within)[:count]]
        results = [
            Found(
                number,
                self.passages[number],
                score,
                float(ranking.lexical[number]),
                None if ranking.likeness is None else float(ranking.likeness[number]),
                self.lexical.shared(query, number),
            )
            for number, score in best
        ]
        scores = self._reranked(query, [result.number for result in results])
        if scores:
            results = [
                result._replace(reranked=float(score))
                for result, score in zip(results, scores, strict=True)
            ]
            results.sort(key=lambda result: (-(result.reranked or 0.0), result.number))
        return results[:count]

    def _by_what_leads_up(
        self, query: str, ranking: Ranking, best: list[tuple[int, float]]
    ) -> list[tuple[int, float]]:
        """Return the nearest passages with those first that have, with what stands before them,
        the most of a query: who does something is often named before it is told."""
        near = [number for number, _ in best[:NEAREST]]
        scores = [
            (number, float(ranking.lexical[number]) + LEADS_UP * cover)
            for number, cover in zip(near, self.covers(query, near), strict=True)
        ]
        floor = min((score for _, score in scores), default=0.0)
        rest = [(number, floor * score) for number, score in best[NEAREST:]]
        return [*sorted(scores, key=lambda pair: (-pair[1], pair[0])), *rest]

    def covers(self, query: str, numbers: Sequence[int]) -> list[float]:
        """Return for each passage the share of a query, by how much its words say, that it and
        the one before it in its chapter have."""
        asked = {stem: background().weight(stem) for stem in asked_stems(query)}
        mass = max(sum(asked.values()), 1e-6)
        before = {
            n - 1 for n in numbers if n and self.passages[n - 1].chapter == self.passages[n].chapter
        }
        own = {n: asked.keys() & self.lexical.stems(n) for n in {*numbers, *before}}
        found = [own[n] | own[n - 1] if n - 1 in before else own[n] for n in numbers]
        return [sum(asked[stem] for stem in asked if stem in stems) / mass for stems in found]

    def _reranked(self, query: str, numbers: list[int]) -> Sequence[float]:
        """Return the reranker's scores; none where it cannot answer: the order then stays."""
        if self.reranker is None or not numbers:
            return ()
        try:
            return self.reranker.scores(query, numbers)
        except EmbeddingsUnavailableError as error:
            warn("reranking_failed", error=str(error))
            return ()
