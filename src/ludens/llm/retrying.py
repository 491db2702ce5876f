"""Trying again after what may pass: our own retries, so that each attempt is on the record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.clock import Clock
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.settings import RetrySettings

OnWait = Callable[[LLMRequest, CallFailedError, float], None]
"""Called before a wait, with why and how many seconds."""


class Retrying(Wrapper):
    """Tries passing failures again, with exponential backoff, full jitter and Retry-After.

    `waited_for` says that no other model is left to ask, and that one is needed: one that is down
    is then waited for, as long as the settings say.
    """

    def __init__(
        self,
        inner: BaseLLM,
        settings: RetrySettings,
        generator: Random,
        clock: Clock,
        *,
        waited_for: bool = True,
        on_wait: OnWait | None = None,
    ) -> None:
        super().__init__(inner)
        self.settings = settings
        self.generator = generator
        self.clock = clock
        self.waited_for = waited_for
        self.on_wait = on_wait

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the first reply, or raise the last failure with `attempts` set."""
        heard = _Heard(on_text)
        attempts = timeouts = 0
        waited = 0.0
        while True:
            attempt = request.model_copy(update={"attempt": request.attempt + attempts})
            attempts += 1
            try:
                response = await self.inner.complete(
                    attempt, on_text=heard if on_text is not None else None
                )
            except CallFailedError as caught:
                failure = caught
                timeouts += failure.kind is ErrorKind.TIMEOUT
                wait = self._wait(failure, attempts, timeouts, waited)
                if wait is None or heard.any:
                    failure.took(attempts)
                    raise
            else:
                return response.model_copy(update={"attempts": attempts})
            if wait > 0:
                waited += wait
                if self.on_wait is not None:
                    self.on_wait(request, failure, wait)
                await self.clock.sleep(wait)

    def _wait(
        self, failure: CallFailedError, attempts: int, timeouts: int, waited: float
    ) -> float | None:
        """Return the seconds to wait before the next attempt; None to give up."""
        settings = self.settings
        if failure.retry_at_once:
            return 0.0 if attempts < settings.attempts else None
        asked = failure.retry_after or 0.0
        ceiling = min(settings.longest_backoff, settings.first_backoff * 2 ** (attempts - 1))
        wait = asked + self.generator.uniform(0, ceiling)
        is_down = failure.kind.is_down and failure.kind is not ErrorKind.QUOTA
        if is_down and self.waited_for and waited + wait <= settings.longest_outage:
            return wait
        if attempts >= settings.attempts or timeouts >= settings.timeouts:
            return None
        return wait if failure.kind.is_passing and asked <= settings.longest_wait else None


class _Heard:
    """Passes text on, and knows whether any came: what a listener heard cannot be unsaid."""

    def __init__(self, on_text: OnText | None) -> None:
        self.on_text = on_text
        self.any = False

    def __call__(self, text: str) -> None:
        self.any = True
        if self.on_text is not None:
            self.on_text(text)
