"""Settings of the game inside a book."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Embeddings(StrEnum):
    """What compares texts by meaning."""

    AUTO = "auto"
    """The small model if it is installed, else words alone."""
    NONE = "none"
    MINILM = "minilm"
    """The small model that comes as the extra `embeddings`."""
    SERVER = "server"
    """Any server with OpenAI's embeddings endpoint."""


class EmbeddingServer(BaseModel):
    """A server that makes embeddings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str = Field(
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
        description="What compares texts by meaning: auto, none, minilm, server.",
    )
    embedding_server: EmbeddingServer = Field(
        default_factory=EmbeddingServer, description="The server, where `embeddings` is server."
    )
    passages: Annotated[int, Field(ge=1, le=40)] = Field(
        8, description="How many passages an agent is given."
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
    keep_index: bool = Field(
        True, description="Keep indexes and personas on disk, for the next session."
    )
    index_folder: str | None = Field(
        None, description="Where they are kept; null: ludens/corpora in the user's cache folder."
    )
    script: tuple[str, ...] = Field(
        (), description="Prompts to give one after the other, where nobody sits at the game."
    )
