"""The WebSocket: an episode's messages from any event on, for as long as somebody listens."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect

from ludens.episode.errors import LudensError
from ludens.web.house import House, ViewName
from ludens.web.seeing import NotForYouError
from ludens.web.watching import CannotBeShownError

router = APIRouter()

NO_SUCH_EPISODE, NOT_FOR_YOU, CANNOT_BE_SHOWN = 4404, 4403, 4500
REASON = 120
"""Bytes of a reason for closing; a close frame has room for 123."""

CODES = {NotForYouError: NOT_FOR_YOU, CannotBeShownError: CANNOT_BE_SHOWN}


@router.websocket("/episodes/{episode}/live")
async def live(
    socket: WebSocket,
    episode: Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")],
    from_seq: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    view: ViewName = None,
) -> None:
    """Send the status, and each turn with events from `from_seq` on, as they come.

    Whoever asks for the event after the last one seen gets each event once, however often the
    connection is lost.
    """
    house = cast(House, socket.app.state.house)
    await socket.accept()
    sending = asyncio.create_task(_send(socket, house, episode, from_seq, view))
    receiving = asyncio.create_task(_until_closed(socket))
    done, pending = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        error = task.exception()
        if isinstance(error, LudensError):
            with suppress(RuntimeError, WebSocketDisconnect):  # whoever has gone already
                code = CODES.get(type(error), NO_SUCH_EPISODE)
                reason = str(error).encode()[:REASON].decode(errors="ignore")
                await socket.close(code, reason)
        elif error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
            raise error


async def _send(
    socket: WebSocket, house: House, episode: str, from_seq: int, view: str | None
) -> None:
    async with aclosing(house.watch.watch(episode, from_seq, view)) as messages:
        async for message in messages:
            await socket.send_text(message)


async def _until_closed(socket: WebSocket) -> None:
    """Notice that a viewer has gone; what viewers say is not listened to."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
