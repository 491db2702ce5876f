"""The model as one agent sees it: its sampling, its place in the turn, what it already paid for."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from pydantic import BaseModel

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.calls import CallLog
from ludens.llm.request import LLMRequest, Sampling
from ludens.llm.response import LLMResponse

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
        log: CallLog | None,
        occurrences: TurnOccurrences,
        json_retries: int,
    ) -> None:
        super().__init__(inner)
        self.agent = agent
        self.sampling = sampling
        self.log = log
        self.occurrences = occurrences
        self.json_retries = json_retries

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return the reply, without asking for it if this turn has paid for it already."""
        request = self.prepared(request)
        digest = request.hash
        occurrence = self.occurrences.next(digest)
        found = self.log.find(digest, occurrence) if self.log is not None else None
        if found is None:
            placed = request.model_copy(update={"occurrence": occurrence})
            return await self.inner.complete(placed, on_text=on_text)
        if found.error is not None:
            raise found.error.as_exception(f"{found.provider}/{found.model}", found.response)
        assert found.response is not None
        if on_text is not None:
            on_text(found.response.text)
        return found.response.model_copy(update={"attempts": found.attempt})

    async def complete_json(
        self, request: LLMRequest, schema: type[T], *, retries: int | None = None
    ) -> tuple[T, LLMResponse]:
        """Return a validated instance; by default with as many retries as the settings say."""
        return await super().complete_json(
            request, schema, retries=self.json_retries if retries is None else retries
        )

    def prepared(self, request: LLMRequest) -> LLMRequest:
        """Return the request as this agent makes it: its name, and its sampling where none is."""
        wanted = self.sampling.model_copy(update=request.sampling.model_dump(exclude_none=True))
        return request.model_copy(update={"agent": self.agent, "sampling": wanted})
