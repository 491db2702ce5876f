"""Which embedder the settings choose."""

from __future__ import annotations

from ludens.story.retrieval.embedding import Embedder
from ludens.story.retrieval.minilm import is_installed, minilm
from ludens.story.retrieval.server import ServerEmbedder
from ludens.story.settings import Embeddings, StorySettings


def chosen_embedder(settings: StorySettings) -> Embedder | None:
    """Return the embedder; None for words alone. Raises EmbeddingsUnavailableError."""
    match settings.embeddings:
        case Embeddings.NONE:
            return None
        case Embeddings.SERVER:
            return ServerEmbedder(settings.embedding_server)
        case Embeddings.AUTO if not is_installed():
            return None
        case _:
            return minilm()
