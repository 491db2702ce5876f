"""How long a connection may keep the server waiting, and how many there may be."""

from __future__ import annotations

import asyncio
from heapq import nsmallest

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 10.0
"""In which the head of a request must have come, from its first byte or the connection on."""
BODY_SECONDS = 30.0
"""How long a request may keep silent in the middle of its body."""
MOST_CONNECTIONS = 800
"""Open at once, WebSockets included; below the 1,024 files that a process may usually open."""
ROOM = 80
"""For how many room is made at once, so that a flood costs little for each of it."""
LOOK_SECONDS = 2.0
"""Between two looks at a connection."""
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: 0\r\n\r\n"
)


class Connection(H11Protocol):
    """One connection over HTTP, for as long as it is no WebSocket."""

    _silent_since: float | None = None
    """When it began to owe us something; None while it does not."""
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; at the limit, in the place of some that have not yet said anything."""
        super().connection_made(transport)
        self._silent_since = self.loop.time()
        self._watch = self.loop.call_later(LOOK_SECONDS, self._look)
        if len(self.connections) > MOST_CONNECTIONS:
            waiting = [
                each
                for each in self.connections
                if isinstance(each, Connection) and each is not self and each.is_owing
            ]
            for each in nsmallest(ROOM, waiting, key=lambda each: each._silent_since or 0.0):
                each.drop()
            if not waiting:
                transport.write(BUSY)
                transport.close()

    @property
    def is_owing(self) -> bool:
        """Return whether it has not said all of its request's head."""
        return self.conn.their_state is h11.IDLE and self._silent_since is not None

    def data_received(self, data: bytes) -> None:
        """Take what came, and note what is still owed."""
        if self._silent_since is None or self.conn.their_state is not h11.IDLE:
            self._silent_since = self.loop.time()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._silent_since = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what came in the middle of a request, whose own answer may not follow then."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close it without another word."""
        self.connections.discard(self)
        self.transport.abort()

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # gone, or a WebSocket by now
        theirs, since = self.conn.their_state, self._silent_since
        most = HEAD_SECONDS if theirs is h11.IDLE else BODY_SECONDS
        owes = theirs in (h11.IDLE, h11.SEND_BODY)
        if owes and since is not None and self.loop.time() - since > most:
            self.drop()
            return
        self._watch = self.loop.call_later(LOOK_SECONDS, self._look)


class Viewing(WebSocketsSansIOProtocol):
    """One WebSocket: it tells, and listens to nothing."""

    def send_receive_event_to_app(self) -> None:
        """Drop what a viewer says, whatever bytes it is made of."""
        self.frames.clear()

    def shutdown(self) -> None:
        """Close it as the server ends; whoever has not read what was sent is not waited for."""
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
