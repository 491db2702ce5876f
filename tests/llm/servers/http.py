"""A small HTTP/1.1 server on loopback, in the test's own event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeVar

from llm.servers.replies import (
    Answer,
    Asked,
    Cut,
    Failure,
    Garbage,
    Hang,
    PromptCache,
    Reply,
    ReplyFunction,
    StreamError,
    usage_of,
)
from ludens.llm.response import Usage

REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found"}


@dataclass(frozen=True)
class HttpRequest:
    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(frozen=True)
class Piece:
    """Some bytes of an answer, and all tokens that the server has reported by then."""

    data: bytes
    usage: Usage | None = None


@dataclass(frozen=True)
class HttpAnswer:
    pieces: list[Piece]
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    is_stream: bool = False
    whole: bool = True
    """False: the connection is closed before the answer ends."""


class LoopbackServer(ABC):
    """Speaks one wire format. `reply` decides what is said; `billed` is what it reported."""

    def __init__(self, reply: ReplyFunction, *, delay: float = 0.0, dead: bool = False) -> None:
        self.reply = reply
        self.dead = dead
        """Whether it takes connections and says nothing, whatever it is asked."""
        self.delay = delay
        """Seconds before each answer, for benches."""
        self.asked: list[Asked] = []
        self.requests: list[HttpRequest] = []
        self.billed: list[Usage] = []
        self.cache = self.new_cache()
        self.key = ""
        """If set, requests without this key are answered 401, with the key they had echoed."""
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._hung = asyncio.Event()

    def new_cache(self) -> PromptCache:
        """Return the provider's cache, empty."""
        return PromptCache()

    @abstractmethod
    def read(self, request: HttpRequest) -> Asked | HttpAnswer:
        """Read a request of the wire format; an HttpAnswer if it asks no model."""

    @abstractmethod
    def write(self, reply: Reply, asked: Asked, usage: Usage) -> list[Piece]:
        """Return a reply in the wire format, in one piece or as a stream."""

    @abstractmethod
    def error_body(self, failure: Failure) -> dict[str, Any]:
        """Return an error in the wire format."""

    @abstractmethod
    def stream_error(self, error: StreamError, asked: Asked) -> list[Piece]:
        """Return a stream that ends in an error."""

    @abstractmethod
    def key_of(self, request: HttpRequest) -> str:
        """Return the key that a request came with."""

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self._hung.set()
        for writer in list(self._writers):
            writer.close()
        for task in list(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self._server.wait_closed()

    def total(self) -> Usage:
        """Return everything that was reported."""
        return sum(self.billed, Usage())

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while await self._serve_one(reader, writer):
                    pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        request = await _read_request(reader)
        self.requests.append(request)
        answer = await self._answer(request)
        if answer is None:
            await self._hung.wait()
            return False
        await self._send(answer, writer)
        return answer.whole

    async def _answer(self, request: HttpRequest) -> HttpAnswer | None:
        if self.dead:
            return None
        if request.method == "GET":  # no model is asked that way
            return self._failure(Failure(404, "there is nothing here"))
        if self.key and self.key_of(request) != self.key:
            return self._failure(
                Failure(401, f"Incorrect key provided: {self.key_of(request)}", code="invalid_key")
            )
        asked = self.read(request)
        if isinstance(asked, HttpAnswer):
            return asked
        self.asked.append(asked)
        if self.delay:
            await asyncio.sleep(self.delay)
        return self._said(self.reply(asked), asked)

    def _said(self, answer: Answer, asked: Asked) -> HttpAnswer | None:
        match answer:
            case Hang():
                return None
            case Failure():
                return self._failure(answer)
            case Garbage():
                return HttpAnswer([Piece(answer.body)])
            case StreamError():
                return HttpAnswer(self.stream_error(answer, asked), is_stream=True)
            case Cut():
                usage = usage_of(answer.reply, asked, self.cache)
                pieces = self.write(answer.reply, asked, usage)
                if not asked.stream:
                    half = pieces[0].data[: len(pieces[0].data) // 2]
                    return HttpAnswer([Piece(half)], whole=False)
                return HttpAnswer(pieces[: answer.after], is_stream=True, whole=False)
            case Reply():
                usage = usage_of(answer, asked, self.cache)
                pieces = self.write(answer, asked, usage)
                return HttpAnswer(pieces, is_stream=asked.stream)

    def _failure(self, failure: Failure) -> HttpAnswer:
        body = failure.body
        if body is None:
            body = json.dumps(self.error_body(failure)).encode()
        return HttpAnswer([Piece(body)], status=failure.status, headers=failure.headers)

    async def _send(self, answer: HttpAnswer, writer: asyncio.StreamWriter) -> None:
        kind = "text/event-stream" if answer.is_stream else "application/json"
        headers = {"content-type": kind, **answer.headers}
        length = sum(len(piece.data) for piece in answer.pieces)
        if answer.is_stream:
            headers["transfer-encoding"] = "chunked"
        else:
            headers["content-length"] = str(length if answer.whole else 2 * length + 1)
        head = f"HTTP/1.1 {answer.status} {REASONS.get(answer.status, 'Status')}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(head.encode() + b"\r\n")
        reported: Usage | None = None
        for piece in answer.pieces:
            data = piece.data
            writer.write(b"%x\r\n%s\r\n" % (len(data), data) if answer.is_stream else data)
            await writer.drain()
            reported = piece.usage or reported
        if answer.is_stream and answer.whole:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        if reported is not None:
            self.billed.append(reported)


async def _read_request(reader: asyncio.StreamReader) -> HttpRequest:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = dict(_header(line) for line in lines if line)
    body = b""
    if "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    elif headers.get("transfer-encoding") == "chunked":
        while size := int((await reader.readline()).strip(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    return HttpRequest(method, path, headers, json.loads(body) if body else {})


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


def event(data: dict[str, Any], name: str | None = None) -> bytes:
    """Return a server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


Server = TypeVar("Server", bound=LoopbackServer)


@contextmanager
def in_a_thread(server: Server) -> Iterator[Server]:
    """Serve in an event loop of its own, for what runs its own loop or another process."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result()
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
