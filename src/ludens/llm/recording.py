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
TOLD_EVERY = 0.05
"""Seconds between two pieces of a reply that are told to who listens to it, at the least."""
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
        coming = _Coming(self, asking, on_text) if on_text or self.log.is_watched else None
        response: LLMResponse | None = None
        error: CallError | None = None
        try:
            with named_attempt(key):
                response = await self.inner.complete(request, on_text=coming)
            if coming is not None:
                coming.end()
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


class _Coming:
    """Shows what comes of a reply, now and then, to watchers and to who listens: without keys."""

    def __init__(self, recording: Recording, asking: Asking, on_text: OnText | None) -> None:
        self._recording = recording
        self._asking = asking
        self._on_text = on_text
        self._said: list[str] = []
        self._length = 0
        self._next_look = self._next_shown = self._now()
        self._told = ""

    def __call__(self, text: str) -> None:
        """Take a piece of the reply."""
        self._said.append(text)
        self._length += len(text)
        begun = self._now()
        if self._length > MOST_SHOWN or begun < self._next_look:
            return
        so_far = self._recording.scrubber.begun("".join(self._said))
        if self._recording.log.is_watched and begun >= self._next_shown:
            self._recording.log.show(replace(self._asking, said=so_far))
            self._next_shown = begun + SHOWN_EVERY
        self._tell(so_far)
        now = self._now()
        every = SHOWN_EVERY if self._on_text is None else TOLD_EVERY
        self._next_look = now + max(every, (now - begun) / SHARE)

    def end(self) -> None:
        """Tell whoever listens the rest."""
        if self._on_text is not None:
            self._tell(self._recording.scrubber.scrub("".join(self._said)))

    def _tell(self, so_far: str) -> None:
        """Tell what is new; what was told cannot be unsaid, though it began a key."""
        pairs = enumerate(zip(self._told, so_far, strict=False))
        same = min(len(self._told), len(so_far))
        if not so_far.startswith(self._told):
            same = next((at for at, (old, new) in pairs if old != new), same)
        if same < len(so_far) and self._on_text is not None:
            self._on_text(so_far[same:])
            self._told = so_far

    def _now(self) -> float:
        return self._recording.clock.monotonic()
