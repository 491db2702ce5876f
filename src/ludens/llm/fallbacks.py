"""The next model when one is down."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.llm.base import BaseLLM, OnText
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse


class Fallbacks(BaseLLM):
    """Asks each model in turn until one can serve.

    Only a provider that is down is passed over. A refusal, a wrong shape or a bad request is an
    answer: hiding it behind another model would falsify a comparison.
    """

    def __init__(self, models: Sequence[BaseLLM]) -> None:
        if not models:
            raise ValueError("no models to fall back on")
        self.models = tuple(models)

    @property
    def name(self) -> str:
        """The name of the first model."""
        return self.models[0].name

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the first reply; raise the last failure with all attempts counted."""
        failed = 0
        heard = False

        def listen(text: str) -> None:
            nonlocal heard
            heard = True
            if on_text is not None:
                on_text(text)

        for model in self.models:
            attempt = request.model_copy(update={"attempt": request.attempt + failed})
            try:
                response = await model.complete(
                    attempt, on_text=listen if on_text is not None else None
                )
            except CallFailedError as failure:
                failed += failure.attempts
                if model is self.models[-1] or heard or not failure.kind.is_down:
                    failure.took(failed)
                    raise
            else:
                return response.model_copy(update={"attempts": response.attempts + failed})
        # Never reached: there is a model, and the last one returns or raises.
        raise CallFailedError(ErrorKind.UNEXPECTED, "no model was asked")  # pragma: no cover

    async def count_tokens(self, text: str) -> int:
        """Count as the first model counts."""
        return await self.models[0].count_tokens(text)

    async def aclose(self) -> None:
        """Close every model."""
        for model in self.models:
            await model.aclose()
