"""The record: one call for each attempt, failures included."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol, Self

from pydantic import BaseModel, ConfigDict, Field

from ludens.llm.errors import CallFailedError, ErrorKind, LLMError, ReplyError
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage


class CallError(BaseModel):
    """Why an attempt gave nothing to use."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    kind: ErrorKind
    message: str
    """One line, without keys."""
    retry_after: float | None = None
    """Seconds the provider asked us to wait."""

    @classmethod
    def of(cls, error: CallFailedError) -> Self:
        """Return what is kept of an error."""
        return cls(kind=error.kind, message=error.message, retry_after=error.retry_after)

    def as_exception(self, model: str, response: LLMResponse | None) -> CallFailedError:
        """Return the error as it was raised."""
        if response is not None and self.kind.is_reply:
            return ReplyError(self.kind, self.message, model=model, response=response)
        return CallFailedError(self.kind, self.message, model=model, retry_after=self.retry_after)


class Call(BaseModel):
    """One attempt at one request."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    request_hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    occurrence: int = Field(ge=0)
    """The nth time this request was made within one turn, from 0."""
    attempt: int = Field(ge=1)
    """The nth try at it, over all models, from 1."""
    agent: str
    provider: str
    model: str
    request: LLMRequest
    response: LLMResponse | None
    """What came and was paid for; there may be an error as well, when it cannot be used."""
    error: CallError | None
    started: datetime
    latency_ms: float = Field(ge=0)

    @property
    def is_answer(self) -> bool:
        """Whether the model answered, so that the request need never be paid again.

        A reply that could not be used is an answer; one that was cut off by the network is not,
        even where its tokens are known and paid for.
        """
        return self.response is not None and (self.error is None or self.error.kind.is_reply)

    @property
    def cache_note(self) -> str | None:
        """Why the cache did not engage; None when it did, was not asked for, or nothing came."""
        return self.response.cache_note if self.response else None


@dataclass(frozen=True, slots=True)
class Asking:
    """A model that is being asked, for those who watch; nothing of it is kept."""

    agent: str
    model: str
    """`provider/model`."""
    since: datetime
    said: str = ""
    """The reply as far as it has come."""
    waiting: str = ""
    """Why it is not asked just now, and until when; empty while it is."""


@dataclass(frozen=True, slots=True)
class Service:
    """How a role's model served when it was asked: with an answer, or with an error."""

    agent: str
    model: str
    error: CallError | None = None


class CallLog(Protocol):
    """Where calls are kept. The episode's store is one."""

    @property
    def is_watched(self) -> bool:
        """Whether somebody may watch a reply as it comes; if not, none is streamed for them."""
        ...

    def find(self, request_hash: str, occurrence: int) -> Call | None:
        """Return the answer of the current turn to use again (`Call.is_answer`), or None.

        The last one if there are several. No money is spent on it and no network used. When its
        reply could not be used, its error is raised again.
        """
        ...

    def begin(self, request: LLMRequest, name: str, started: datetime) -> str | None:
        """Take note that a request is about to leave for the model `name`.

        Returns what names the attempt to the provider (`ludens.llm.idempotency`), or None. Its end
        will be recorded.
        """
        ...

    def show(self, asking: Asking) -> None:
        """Let those who watch know whom is asked and what was said so far; `record` ends it."""
        ...

    def tell(self, service: Service) -> None:
        """Take note of how a role was served in the end, all attempts and models counted."""
        ...

    def record(self, call: Call) -> None:
        """Keep an attempt. Called as soon as it ends, before anything else can happen."""
        ...


class MemoryCallLog:
    """Calls in memory, for tests and scripts. `calls` is the whole record."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.services: list[Service] = []
        self._turn = 0

    def begin_turn(self) -> None:
        """Look only at later calls from now on."""
        self._turn = len(self.calls)

    def find(self, request_hash: str, occurrence: int) -> Call | None:
        """Return the turn's last answer to this question."""
        for call in reversed(self.calls[self._turn :]):
            if (
                call.is_answer
                and call.request_hash == request_hash
                and call.occurrence == occurrence
            ):
                return call
        return None

    is_watched = False

    def begin(self, request: LLMRequest, name: str, started: datetime) -> str | None:
        """Nothing is named."""
        return None

    def show(self, asking: Asking) -> None:
        """Nobody watches."""

    def tell(self, service: Service) -> None:
        """Take note of how a role was served."""
        self.services.append(service)

    def record(self, call: Call) -> None:
        """Keep an attempt."""
        self.calls.append(call)

    def usage(self) -> Usage:
        """Return the tokens of all calls."""
        return sum((c.response.usage for c in self.calls if c.response), Usage())

    def cost(self) -> Decimal | None:
        """Return the US dollars of all calls; None when one of them has no price."""
        costs = [call.response.cost for call in self.calls if call.response]
        if any(cost is None for cost in costs):
            return None
        return sum((cost for cost in costs if cost is not None), Decimal(0))


def split_name(name: str) -> tuple[str, str]:
    """Return the provider and the model of `provider/model`; raises LLMError without both."""
    provider, slash, model = name.partition("/")
    if not (provider and slash and model):
        raise LLMError(f"{name!r} is no model name; write provider/model")
    return provider, model
