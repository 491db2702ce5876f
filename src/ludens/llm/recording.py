"""Every attempt is a call on the record, before anyone acts on how it ended."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.calls import Asking, Call, CallError, CallLog, split_name
from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.idempotency import named_attempt
from ludens.llm.keys import Scrubber
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse

SHOWN_EVERY = 0.3
"""Seconds between two looks that watchers get at a reply as it comes, at the least."""
SHARE = 0.1
"""The most that making these looks may take of the time that the reply takes."""
MOST_SHOWN = 20_000
"""Characters of a reply that watchers get as it comes; they get the rest when it has come."""


class Recording(Wrapper):
    """Records each attempt that passes through."""

    def __init__(self, inner: BaseLLM, log: CallLog, clock: Clock, scrubber: Scrubber) -> None:
        super().__init__(inner)
        self.log = log
        self.clock = clock
        self.scrubber = scrubber

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return or raise as the model inside does, having recorded it."""
        started, begun = self.clock.now(), self.clock.monotonic()
        key = self.log.begin(request, self.name, started)
        asking = Asking(request.agent, self.name, started)
        self.log.show(asking)
        if self.log.is_watched:
            on_text = self._watched(asking, on_text)
        response: LLMResponse | None = None
        error: CallError | None = None
        try:
            with named_attempt(key):
                response = await self.inner.complete(request, on_text=on_text)
        except CallFailedError as failure:
            response, error = failure.response, CallError.of(failure)
            raise
        except asyncio.CancelledError:
            error = CallError(kind=ErrorKind.CANCELLED, message="the call was cancelled")
            raise
        finally:
            if response is not None or error is not None:
                provider, model = split_name(self.name)
                self.log.record(
                    Call(
                        request_hash=request.hash,
                        occurrence=request.occurrence,
                        attempt=request.attempt,
                        agent=request.agent,
                        provider=provider,
                        model=model,
                        request=request,
                        response=response,
                        error=error,
                        started=started,
                        latency_ms=(self.clock.monotonic() - begun) * 1000,
                    )
                )
        return response

    def _watched(self, asking: Asking, on_text: OnText | None) -> OnText:
        """Return a listener that also shows what comes, now and then."""
        said: list[str] = []
        length, next_look = 0, self.clock.monotonic() + SHOWN_EVERY

        def listen(text: str) -> None:
            nonlocal length, next_look
            if on_text is not None:
                on_text(text)
            length += len(text)
            if length > MOST_SHOWN:
                return
            said.append(text)
            begun = self.clock.monotonic()
            if begun >= next_look:
                self.log.show(replace(asking, said=self.scrubber.begun("".join(said))))
                now = self.clock.monotonic()
                next_look = now + max(SHOWN_EVERY, (now - begun) / SHARE)

        return listen
