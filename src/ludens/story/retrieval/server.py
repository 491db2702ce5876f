"""Embeddings from a server that has OpenAI's endpoint: llama.cpp, vLLM, Ollama, text-embeddings."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from functools import cached_property
from http.client import HTTPException, HTTPResponse
from typing import Any

import numpy as np

from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.retrieval.embedding import Vectors, unit
from ludens.story.settings import ModelServer

BATCH = 64
MOST = 64_000_000
"""Bytes of an answer; a batch of vectors of 4,096 numbers has less than a tenth of it."""
PART = 65_536
"""Bytes that are read at once."""


class ServerEmbedder:
    """Asks a server. It cannot compare word by word, so the referee's evidence is lexical."""

    def __init__(self, settings: ModelServer) -> None:
        self._settings = settings
        self.name = f"server/{settings.model}"

    @cached_property
    def dimensions(self) -> int:
        """How long the server's vectors are; it is asked once."""
        return int(self.embed(["length"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text; raises EmbeddingsUnavailableError."""
        rows: list[list[float]] = []
        for first in range(0, len(texts), BATCH):
            rows.extend(self._ask(list(texts[first : first + BATCH])))
        return unit(np.array(rows, np.float32))

    def _ask(self, texts: list[str]) -> list[list[float]]:
        body = json.dumps({"model": self._settings.model, "input": texts}).encode()
        read = post_json(self._settings, "embeddings", body)
        url = self._settings.base_url
        try:
            found = sorted(read["data"], key=lambda item: item["index"])
            rows = [[float(x) for x in item["embedding"]] for item in found]
        except (ValueError, KeyError, TypeError) as error:
            raise EmbeddingsUnavailableError(
                f"the embedding server at {url} gave no embeddings ({type(error).__name__})"
            ) from None
        if len(rows) != len(texts):
            raise EmbeddingsUnavailableError(f"the embedding server at {url} left texts out")
        if len({len(row) for row in rows}) > 1:
            raise EmbeddingsUnavailableError(f"the embedding server at {url} mixes lengths")
        return rows


class _NoOtherServer(urllib.request.HTTPRedirectHandler):
    """Follows nobody to another address: a key would be sent along."""

    def redirect_request(self, *_: Any) -> None:
        """Take the answer as it is: one with no embeddings."""


_OPENER = urllib.request.build_opener(_NoOtherServer)


def _whole(reply: HTTPResponse, until: float) -> bytes:
    """Return what a server sends; raises TimeoutError where it does not end in time, and
    ValueError where it is longer than any answer."""
    read = bytearray()
    while part := reply.read1(PART):
        read += part
        if len(read) > MOST:
            raise ValueError
        if time.monotonic() > until:
            raise TimeoutError
    return bytes(read)


_SERVERS = {"embeddings": "embedding_server", "rerank": "reranking_server"}
"""The setting that says where a server is, by what it is asked."""


def post_json(settings: ModelServer, path: str, body: bytes) -> Any:
    """Return what a server answers; raises EmbeddingsUnavailableError."""
    url = f"{settings.base_url.rstrip('/')}/{path}"
    headers = {"content-type": "application/json"}
    key = os.environ.get(settings.key_env) if settings.key_env else None
    if key:
        headers["authorization"] = f"Bearer {key}"
    if not url.startswith(("http://", "https://")):
        raise EmbeddingsUnavailableError(f"{url} is no address of a server")
    request = urllib.request.Request(url, body, headers)  # noqa: S310 - checked above
    try:
        with _OPENER.open(request, timeout=settings.seconds) as reply:
            return json.loads(_whole(reply, time.monotonic() + settings.seconds))
    except urllib.error.HTTPError as error:
        raise EmbeddingsUnavailableError(f"the server at {url} answers {error.code}") from None
    except (OSError, ValueError, HTTPException, RecursionError) as error:
        raise EmbeddingsUnavailableError(
            f"the server at {url} gave no answer ({type(error).__name__}); "
            f"story.{_SERVERS[path]}.base_url says where it is"
        ) from None
