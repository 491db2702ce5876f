"""Trying again after what may pass: our own retries, so that each attempt is on the record."""

from __future__ import annotations

from random import Random

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.settings import RetrySettings


class Retrying(Wrapper):
    """Tries passing failures again, with exponential backoff, full jitter and Retry-After.

    `is_last` says that no other model is left to ask: an open circuit is then waited for.
    """

    def __init__(
        self,
        inner: BaseLLM,
        settings: RetrySettings,
        generator: Random,
        clock: Clock,
        *,
        is_last: bool = True,
    ) -> None:
        super().__init__(inner)
        self.settings = settings
        self.generator = generator
        self.clock = clock
        self.is_last = is_last

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the first reply, or raise the last failure with `attempts` set."""
        heard = _Heard(on_text)
        attempts = 0
        while True:
            attempt = request.model_copy(update={"attempt": request.attempt + attempts})
            attempts += 1
            try:
                response = await self.inner.complete(
                    attempt, on_text=heard if on_text is not None else None
                )
            except CallFailedError as failure:
                wait = self._wait(failure, attempts)
                if wait is None or heard.any:
                    failure.attempts = attempts
                    raise
            else:
                return response.model_copy(update={"attempts": attempts})
            if wait > 0:
                await self.clock.sleep(wait)

    def _wait(self, failure: CallFailedError, attempts: int) -> float | None:
        """Return the seconds to wait before the next attempt; None to give up."""
        if attempts >= self.settings.attempts:
            return None
        if failure.retry_at_once:
            return 0.0
        asked = failure.retry_after or 0.0
        if failure.kind is ErrorKind.CIRCUIT_OPEN:
            return asked if self.is_last and asked <= self.settings.longest_wait else None
        if not failure.kind.is_passing or asked > self.settings.longest_wait:
            return None
        ceiling = min(
            self.settings.longest_backoff, self.settings.first_backoff * 2 ** (attempts - 1)
        )
        return asked + self.generator.uniform(0, ceiling)


class _Heard:
    """Passes text on, and knows whether any came: what a listener heard cannot be unsaid."""

    def __init__(self, on_text: OnText | None) -> None:
        self.on_text = on_text
        self.any = False

    def __call__(self, text: str) -> None:
        self.any = True
        if self.on_text is not None:
            self.on_text(text)
