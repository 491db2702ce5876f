"""The model as one agent sees it: its sampling, its place in the turn, what it already paid for."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TypeVar

from pydantic import BaseModel

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.calls import CallError, CallLog, Service
from ludens.llm.errors import CallFailedError, ModelFailedError
from ludens.llm.request import LLMRequest, Sampling
from ludens.llm.response import LLMResponse
from ludens.llm.settings import OnModelFailure
from ludens.llm.structured import complete_json

T = TypeVar("T", bound=BaseModel)


class TurnOccurrences:
    """Counts equal requests within a turn, for all agents together."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()

    def begin_turn(self) -> None:
        """Count from 0 again."""
        self._counted.clear()

    def next(self, request_hash: str) -> int:
        """Return how often this request was made before in this turn, and count it."""
        occurrence = self._counted[request_hash]
        self._counted[request_hash] += 1
        return occurrence


class AgentLLM(Wrapper):
    """The model of one agent; an answer that the log already has is used again."""

    def __init__(
        self,
        inner: BaseLLM,
        *,
        agent: str,
        sampling: Sampling,
        log: CallLog,
        occurrences: TurnOccurrences,
        json_retries: int,
        on_failure: OnModelFailure = OnModelFailure.OFFLINE,
        reuses: bool = True,
    ) -> None:
        super().__init__(inner)
        self.agent = agent
        self.sampling = sampling
        self.log = log
        self.occurrences = occurrences
        self.json_retries = json_retries
        self.on_failure = on_failure
        self.reuses = reuses
        """Whether answers on the log are used again; not where recorded ones are played."""

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the reply, without asking for it if this turn has paid for it already.

        Raises ModelFailedError when the model cannot be had and nobody may take its place.
        """
        try:
            response = await self._complete(request, on_text=on_text)
        except CallFailedError as failure:
            self._failed(failure)
            raise
        self.log.tell(Service(self.agent, response.model))
        return response

    async def complete_json(
        self,
        request: LLMRequest,
        schema: type[T],
        *,
        retries: int | None = None,
        on_text: OnText | None = None,
    ) -> tuple[T, LLMResponse]:
        """Return a validated instance; by default with as many retries as the settings say."""
        retries = self.json_retries if retries is None else retries
        ask = partial(self._complete, on_text=on_text)
        try:
            value, response = await complete_json(ask, request, schema, retries=retries)
        except CallFailedError as failure:
            self._failed(failure)
            raise
        self.log.tell(Service(self.agent, response.model))
        return value, response

    async def _complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        request = self.prepared(request)
        digest = request.hash
        occurrence = self.occurrences.next(digest)
        found = self.log.find(digest, occurrence) if self.reuses else None
        if found is None:
            placed = request.model_copy(update={"occurrence": occurrence})
            return await self.inner.complete(placed, on_text=on_text)
        if found.error is not None:
            failure = found.error.as_exception(f"{found.provider}/{found.model}", found.response)
            failure.took(found.attempt)
            raise failure
        assert found.response is not None
        if on_text is not None:
            on_text(found.response.text)
        return found.response.model_copy(update={"attempts": found.attempt})

    def _failed(self, failure: CallFailedError) -> None:
        """Take note of a failure; raise ModelFailedError if the episode must not go on with it."""
        model = failure.model or self.name
        self.log.tell(Service(self.agent, model, CallError.of(failure)))
        if not failure.kind.is_reply and self.on_failure is not OnModelFailure.OFFLINE:
            ends = self.on_failure is OnModelFailure.STOP
            raise ModelFailedError(self.agent, failure, ends=ends) from None

    def prepared(self, request: LLMRequest) -> LLMRequest:
        """Return the request as this agent makes it: its name, and its sampling where none is."""
        wanted = self.sampling.model_copy(update=request.sampling.model_dump(exclude_none=True))
        return request.model_copy(update={"agent": self.agent, "sampling": wanted})
