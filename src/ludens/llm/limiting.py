"""How many calls a provider gets at once: as many as it takes without complaint."""

from __future__ import annotations

import asyncio
from collections import deque

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.places import place
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse


class ConcurrencyLimit:
    """The limit of one provider, shared by all its models.

    It starts at `most`, is halved by a 429, and grows by one for each full round of successes
    (additive increase, multiplicative decrease). The 429s of one burst halve it once: those of
    calls that began before the last cut say nothing new.
    """

    def __init__(self, most: int, provider: str = "") -> None:
        """Begin at `most`; processes that share places share those of the `provider` named."""
        self.most = most
        self.provider = provider
        self.limit = float(most)
        self.running = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._cuts = 0

    async def enter(self) -> int:
        """Wait for a place; return a ticket to give back to `leave`."""
        if self.running < int(self.limit) and not self._waiting:
            self.running += 1
            return self._cuts
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # given a place while being cancelled: pass it on
                self.running -= 1
                self._admit()
            raise
        return self._cuts

    def leave(self, ticket: int, *, limited: bool = False, succeeded: bool = False) -> None:
        """Give the place back and say how the call ended."""
        self.running -= 1
        if limited and ticket == self._cuts:
            self.limit = max(1.0, self.limit / 2)
            self._cuts += 1
        elif succeeded:
            self.limit = min(float(self.most), self.limit + 1 / self.limit)
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.running < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.running += 1
                place.set_result(None)


class Limited(Wrapper):
    """Waits for a place among the provider's running calls."""

    def __init__(self, inner: BaseLLM, limit: ConcurrencyLimit) -> None:
        super().__init__(inner)
        self.limit = limit

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return or raise as the model inside does, once there is a place."""
        ticket = await self.limit.enter()
        limited = succeeded = False
        try:
            async with place(self.limit.provider, self.limit.most):
                response = await self.inner.complete(request, on_text=on_text)
            succeeded = True
        except CallFailedError as failure:
            limited = failure.kind is ErrorKind.RATE_LIMITED
            raise
        finally:
            self.limit.leave(ticket, limited=limited, succeeded=succeeded)
        return response
