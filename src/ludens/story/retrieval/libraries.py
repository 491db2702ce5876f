"""Embeddings and reranking from libraries that bring models of their own: fastembed,
sentence-transformers.

Each is imported when it is chosen, and only models that are already on this machine are loaded:
nothing is downloaded while a game is played.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ludens.installing import package_command
from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.retrieval.embedding import Vectors, unit

FASTEMBED_MODEL = "BAAI/bge-small-en-v1.5"
SENTENCE_TRANSFORMERS_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
CROSS_ENCODER_MODEL = "cross-encoder/ms-marco-MiniLM-L6-v2"


class FastEmbed:
    """A model of fastembed (ONNX, no torch). It compares whole texts, so evidence is lexical."""

    def __init__(self, model: str | None) -> None:
        self._model_name = model or FASTEMBED_MODEL
        self.name = f"fastembed/{self._model_name}"
        self._model = loaded("fastembed", "fastembed", "TextEmbedding", self._model_name)

    @cached_property
    def dimensions(self) -> int:
        """How long a vector is."""
        return int(self.embed(["length"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text."""
        return unit(np.array(list(self._model.embed(list(texts))), np.float32))


class SentenceTransformers:
    """A model of sentence-transformers (torch)."""

    def __init__(self, model: str | None) -> None:
        self._model_name = model or SENTENCE_TRANSFORMERS_MODEL
        self.name = f"sentence-transformers/{self._model_name}"
        self._model = loaded(
            "sentence_transformers",
            "sentence-transformers",
            "SentenceTransformer",
            self._model_name,
        )

    @cached_property
    def dimensions(self) -> int:
        """How long a vector is."""
        return int(self.embed(["length"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text."""
        made = self._model.encode(
            list(texts), convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
        )
        return unit(np.asarray(made, np.float32))


class CrossEncoder:
    """Reads the query and each passage together: slow and sure."""

    def __init__(self, model: str | None, texts: Sequence[str]) -> None:
        self._texts = texts
        self._model = loaded(
            "sentence_transformers",
            "sentence-transformers",
            "CrossEncoder",
            model or CROSS_ENCODER_MODEL,
        )

    def scores(self, query: str, passages: Sequence[int]) -> Sequence[float]:
        """Return a score for each passage, higher is better."""
        pairs = [(query, self._texts[number]) for number in passages]
        return [float(score) for score in self._model.predict(pairs, show_progress_bar=False)]


def loaded(module: str, package: str, kind: str, model: str) -> Any:
    """Return a library's model; raises EmbeddingsUnavailableError naming what is missing."""
    try:
        library = importlib.import_module(module)
    except ImportError:
        raise EmbeddingsUnavailableError(
            f"{package} is not installed: {package_command(package)}"
        ) from None
    try:
        return getattr(library, kind)(model, local_files_only=True)
    except Exception as error:  # each library has errors of its own for a model that is not there
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise EmbeddingsUnavailableError(
            f"{package} cannot load {model} from this machine ({reason}); "
            "download the model first, or name another in story.embedding_model"
        ) from error
