"""Which embedder and which reranker the settings choose."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.installing import install_command
from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.referee.dense_evidence import WordVectors
from ludens.story.retrieval.embedding import Embedder
from ludens.story.retrieval.libraries import CrossEncoder, FastEmbed, SentenceTransformers
from ludens.story.retrieval.minilm import is_installed, minilm
from ludens.story.retrieval.reranking import ServerReranker, WordByWord
from ludens.story.retrieval.retriever import Reranker
from ludens.story.retrieval.server import ServerEmbedder
from ludens.story.settings import Embeddings, Reranking, StorySettings


def chosen_embedder(settings: StorySettings) -> Embedder | None:
    """Return the embedder; None for words alone. Raises EmbeddingsUnavailableError."""
    match settings.embeddings:
        case Embeddings.NONE:
            return None
        case Embeddings.SERVER:
            return ServerEmbedder(settings.embedding_server)
        case Embeddings.FASTEMBED:
            return FastEmbed(settings.embedding_model)
        case Embeddings.SENTENCE_TRANSFORMERS:
            return SentenceTransformers(settings.embedding_model)
        case Embeddings.AUTO if not is_installed():
            return None
        case _:
            return minilm()


def chosen_reranker(settings: StorySettings, texts: Sequence[str]) -> Reranker | None:
    """Return the reranker of a book's passages; raises EmbeddingsUnavailableError."""
    match settings.reranking:
        case Reranking.NONE:
            return None
        case Reranking.WORDS:
            if not is_installed():
                raise EmbeddingsUnavailableError(
                    f"story.reranking is words, which needs: {install_command('embeddings')}"
                )
            return WordByWord(WordVectors(minilm(), texts))
        case Reranking.CROSS_ENCODER:
            return CrossEncoder(settings.reranking_model, texts)
        case Reranking.SERVER:
            return ServerReranker(settings.reranking_server, texts)
