"""Embeddings behind one protocol: the small model that runs here, or a server's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors of length 1, so that their product is their likeness."""

    @property
    def name(self) -> str:
        """What it is, with its version: indexes are kept by it."""
        ...

    @property
    def dimensions(self) -> int:
        """How long a vector is."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text; the same text has the same row, whatever stands beside it."""
        ...


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that can also tell each word's vector in its sentence, for close comparison."""

    def embed_words(self, texts: Sequence[str]) -> list[Vectors]:
        """Return, for each text, a row for each of its pieces but the first and last marks."""
        ...

    def pieces(self, text: str) -> list[str]:
        """Return the pieces that `embed_words` has rows for; a piece inside a word begins `##`."""
        ...


def unit(vectors: Vectors) -> Vectors:
    """Return rows of length 1."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return scaled
