"""Each attempt has a deadline, and a server that says nothing is asked whether it lives."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse


class Deadline(Wrapper):
    """Ends an attempt that takes longer than `seconds`, whatever the SDK thinks of it.

    With `silence`, a server that has sent no text for so many seconds is asked by `lives`
    (given those seconds) whether it is there at all: a model that thinks is waited for, a dead
    machine is not.
    """

    def __init__(
        self,
        inner: BaseLLM,
        seconds: float,
        *,
        silence: float | None = None,
        lives: Callable[[float], Awaitable[bool]] | None = None,
    ) -> None:
        super().__init__(inner)
        self.seconds = seconds
        self.silence = silence
        self.lives = lives

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the reply, or raise TIMEOUT at the deadline, UNREACHABLE when nobody is there."""
        heard = asyncio.Event()

        def listen(text: str) -> None:
            heard.set()
            if on_text is not None:
                on_text(text)

        call = asyncio.ensure_future(
            self.inner.complete(request, on_text=listen if on_text is not None else None)
        )
        try:
            async with asyncio.timeout(self.seconds):
                if self.silence is not None and self.lives is not None:
                    await asyncio.wait({call}, timeout=self.silence)
                    waits = not call.done() and not heard.is_set()
                    if waits and not await self.lives(self.silence):
                        raise CallFailedError(
                            ErrorKind.UNREACHABLE,
                            f"no sign of life from the server for {self.silence:g} s",
                            model=self.name,
                        )
                return await call
        except TimeoutError:
            pass
        finally:
            if not call.done():
                call.cancel()
                with suppress(asyncio.CancelledError, CallFailedError):
                    await call
        raise CallFailedError(
            ErrorKind.TIMEOUT, f"no answer within {self.seconds:g} s", model=self.name
        )
