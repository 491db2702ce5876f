"""Each attempt has a deadline."""

from __future__ import annotations

import asyncio

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse


class Deadline(Wrapper):
    """Ends an attempt that takes longer than `seconds`, whatever the SDK thinks of it."""

    def __init__(self, inner: BaseLLM, seconds: float) -> None:
        super().__init__(inner)
        self.seconds = seconds

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the reply, or raise TIMEOUT at the deadline."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self.inner.complete(request, on_text=on_text)
        except TimeoutError:
            pass
        raise CallFailedError(
            ErrorKind.TIMEOUT, f"no answer within {self.seconds:g} s", model=self.name
        )
