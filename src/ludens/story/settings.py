"""Settings of the game inside a book."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.episode.settings import Whose
from ludens.llm.settings import Address


class Embeddings(StrEnum):
    """What compares texts by meaning."""

    AUTO = "auto"
    """The small model if it is installed, else words alone."""
    NONE = "none"
    MINILM = "minilm"
    """The small model that comes as the extra `embeddings`."""
    SERVER = "server"
    """Any server with OpenAI's embeddings endpoint."""
    FASTEMBED = "fastembed"
    """A model of fastembed's that is on this machine."""
    SENTENCE_TRANSFORMERS = "sentence_transformers"
    """A model of sentence-transformers' that is on this machine."""


class Reranking(StrEnum):
    """What puts found passages into a better order."""

    NONE = "none"
    WORDS = "words"
    """The small model, word by word."""
    CROSS_ENCODER = "cross_encoder"
    """A cross-encoder of sentence-transformers' that is on this machine."""
    SERVER = "server"
    """Any server with a `/rerank` endpoint."""


class Weighing(StrEnum):
    """What the referee without a model goes by."""

    EVIDENCE = "evidence"
    """All it finds, weighed as it was fitted."""
    BM25 = "bm25"
    """The best passage's BM25 alone: a baseline."""
    COVERAGE = "coverage"
    """How much of what is said three sentences in a row have, alone: a baseline."""
    RANDOM = "random"
    """The dice: the baseline of chance."""


class ModelServer(BaseModel):
    """A server that makes embeddings, or puts passages into order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: Address = Field(
        "http://127.0.0.1:8080/v1", description="The server's address, with its version."
    )
    model: str = Field("all-minilm", description="The model's name on the server.")
    key_env: str | None = Field(
        None, description="The environment variable that holds the key, if one is wanted."
    )
    seconds: Annotated[float, Field(gt=0)] = Field(60.0, description="Seconds for one request.")


class StorySettings(BaseModel):
    """How a book is read, searched and refereed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passage_words: Annotated[int, Field(ge=20, le=400)] = Field(
        80, description="About how many words a passage has."
    )
    embeddings: Embeddings = Field(
        Embeddings.AUTO,
        description="What compares texts by meaning: auto, none, minilm, server, fastembed, "
        "sentence_transformers.",
    )
    embedding_server: ModelServer = Field(
        default_factory=ModelServer, description="The server, where `embeddings` is server."
    )
    embedding_model: str | None = Field(
        None,
        description="The model of fastembed or sentence_transformers: a name or a folder; none: "
        "the library's usual small one. It must be on this machine.",
    )
    reranking: Reranking = Field(
        Reranking.NONE,
        description="What puts found passages into a better order: none, words, cross_encoder, "
        "server.",
    )
    reranking_model: str | None = Field(
        None, description="The cross-encoder: a name or a folder; none: a small one."
    )
    reranking_server: ModelServer = Field(
        default_factory=ModelServer, description="The server, where `reranking` is server."
    )
    passages: Annotated[int, Field(ge=1, le=40)] = Field(
        8, description="How many passages an agent is given."
    )
    weighing: Weighing = Field(
        Weighing.EVIDENCE,
        description="What the offline referee goes by: evidence, or a baseline: bm25, coverage, "
        "random.",
    )
    memory_turns: Annotated[int, Field(ge=0, le=40)] = Field(
        6, description="How many earlier turns an agent is told of."
    )
    prompt_characters: Annotated[int, Field(ge=200, le=20_000)] = Field(
        4_000, description="The longest prompt that is read, in characters; the rest is cut off."
    )
    answer_characters: Annotated[int, Field(ge=200, le=20_000)] = Field(
        2_400, description="The longest answer that is kept, in characters."
    )
    goal_people: Annotated[int, Field(ge=0, le=12)] = Field(
        5, description="How many of the book's people the player is to meet; 0: no goal."
    )
    goal_losses: Annotated[int, Field(ge=0, le=100)] = Field(
        5, description="How many lost turns lose the goal; 0: it cannot be lost."
    )
    read_to_chapter: Annotated[int, Field(ge=1)] | None = Field(
        None,
        description="The last chapter that you have read: nothing is told of later ones; none: "
        "all is told.",
    )
    spoilers: bool = Field(
        False,
        description="Whether whoever answers is told of chapters after the one where you are, "
        "though your words do not ask for them.",
    )
    keep_index: Annotated[bool, Whose.PERSONS] = Field(
        True, description="Keep indexes and personas on disk, for the next session."
    )
    index_folder: str | None = Field(
        None, description="Where they are kept; none: ludens/corpora in the user's cache folder."
    )
    visitor: bool = Field(
        False, description="Whether a visitor asks by itself, where nobody sits at the game."
    )
    script: Annotated[tuple[str, ...], Whose.EPISODES] = Field(
        (), description="Prompts to give one after the other, where nobody sits at the game."
    )

    @property
    def asks_a_server(self) -> bool:
        """Whether a server takes part beside the models."""
        return self.embeddings is Embeddings.SERVER or self.reranking is Reranking.SERVER
