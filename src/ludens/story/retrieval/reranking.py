"""Putting found passages into a better order: word by word here, or by a server's reranker."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.referee.dense_evidence import WordVectors
from ludens.story.retrieval.server import post_json
from ludens.story.settings import ModelServer


class WordByWord:
    """Compares each word of the query with each of a passage (late interaction)."""

    def __init__(self, vectors: WordVectors) -> None:
        self._vectors = vectors

    def scores(self, query: str, passages: Sequence[int]) -> Sequence[float]:
        """Return the mean, over the query's words, of the best match in each passage."""
        own = self._vectors.embedder.embed_words([query])[0]
        if not len(own):
            return [0.0] * len(passages)
        return [
            float((own @ words.T).max(axis=1).mean()) if len(words) else 0.0
            for words in self._vectors.of(passages)
        ]


class ServerReranker:
    """Asks a server's `/rerank` (llama.cpp, vLLM, text-embeddings-inference behind a gateway)."""

    def __init__(self, settings: ModelServer, texts: Sequence[str]) -> None:
        self._settings = settings
        self._texts = texts

    def scores(self, query: str, passages: Sequence[int]) -> Sequence[float]:
        """Return a score for each passage; raises EmbeddingsUnavailableError."""
        documents = [self._texts[number] for number in passages]
        body = {"model": self._settings.model, "query": query, "documents": documents}
        read = post_json(self._settings, "rerank", json.dumps(body).encode())
        scores: list[float | None] = [None] * len(documents)
        try:
            for each in read["results"]:
                scores[each["index"]] = float(each["relevance_score"])
        except (KeyError, TypeError, ValueError, IndexError):
            scores = []
        if not scores or None in scores:
            raise EmbeddingsUnavailableError(
                f"the reranking server at {self._settings.base_url} left passages out"
            )
        return [score for score in scores if score is not None]
