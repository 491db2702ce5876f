"""The HTTP client under the SDKs, for hundreds of calls at once.

httpx2's own pool looks at every connection it has for each request and each answer, so that 200
concurrent calls spend most of their time there. Here each connection has a pool of its own, and
an idle one is found at once. TLS, proxies, timeouts and reconnecting stay httpx2's.
"""

from __future__ import annotations

import functools
import ssl
from collections.abc import AsyncIterator

import httpx2

from ludens.llm.idempotency import HEADER, attempt_name

MOST_BYTES = 64 * 2**20
"""Bytes of an answer: a stream has some three hundred for each token, and models give 128,000."""
KEEPALIVE_SECONDS = 60.0
"""How long an idle connection is kept; a game's turns are seconds apart."""


@functools.cache
def _tls() -> ssl.SSLContext:
    """Return the trusted certificates, read once for all providers."""
    return httpx2.create_ssl_context()


CONNECT_SECONDS = 5.0


def timeouts() -> httpx2.Timeout:
    """Return what is left to the client to watch: connecting. An attempt's deadline is not."""
    return httpx2.Timeout(None, connect=CONNECT_SECONDS)


def make_http_client() -> httpx2.AsyncClient:
    """Return a client for one provider."""
    return httpx2.AsyncClient(
        transport=ConnectionEach(),
        timeout=timeouts(),
        follow_redirects=True,
    )


class ConnectionEach(httpx2.AsyncBaseTransport):
    """A transport for each connection, and a stack of those that are idle."""

    def __init__(self) -> None:
        self._idle: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request over an idle connection, or over a new one."""
        name = attempt_name()
        if name is not None and request.method == "POST":
            request.headers.setdefault(HEADER, name)
        # Compressed, a few bytes could be more than the memory that there is.
        request.headers["accept-encoding"] = "identity"
        transport = self._idle.pop() if self._idle else _one_connection()
        try:
            response = await transport.handle_async_request(request)
        except BaseException:
            self._idle.append(transport)
            raise
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Returning(response.stream, transport, self._idle)
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("", "identity"):
            await response.aclose()
            raise httpx2.ReadError(f"the answer is in {encoding}, which was not asked for")
        elsewhere = _sent_elsewhere(request, response)
        if elsewhere is not None:
            await response.aclose()
            raise httpx2.ReadError(f"it sends its requests on to {elsewhere}, which is not asked")
        return response

    async def aclose(self) -> None:
        """Close the idle connections; those in use are closed by their answers."""
        while self._idle:
            await self._idle.pop().aclose()


def _sent_elsewhere(request: httpx2.Request, response: httpx2.Response) -> str | None:
    """Return the other server to which an answer would have a prompt and a key sent, if any."""
    if not response.has_redirect_location:
        return None
    here = request.url
    try:
        there = here.join(response.headers["location"])
    except httpx2.InvalidURL:
        return "what is no address"
    if (there.scheme, there.host, there.port) == (here.scheme, here.host, here.port):
        return None
    port = f":{there.port}" if there.port else ""
    return f"{there.scheme}://{there.host}{port}"


def _one_connection() -> httpx2.AsyncHTTPTransport:
    limits = httpx2.Limits(
        max_connections=1, max_keepalive_connections=1, keepalive_expiry=KEEPALIVE_SECONDS
    )
    return httpx2.AsyncHTTPTransport(verify=_tls(), limits=limits)


class _Returning(httpx2.AsyncByteStream):
    """An answer's body, of a bounded size, that gives its connection back when it is closed."""

    def __init__(
        self,
        stream: httpx2.AsyncByteStream,
        transport: httpx2.AsyncHTTPTransport,
        idle: list[httpx2.AsyncHTTPTransport],
    ) -> None:
        self._stream = stream
        self._transport: httpx2.AsyncHTTPTransport | None = transport
        self._idle = idle

    async def __aiter__(self) -> AsyncIterator[bytes]:
        came = 0
        async for part in self._stream:
            came += len(part)
            if came > MOST_BYTES:
                raise httpx2.ReadError(f"the answer is longer than {MOST_BYTES // 2**20} MB")
            yield part

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            if self._transport is not None:
                self._idle.append(self._transport)
                self._transport = None
