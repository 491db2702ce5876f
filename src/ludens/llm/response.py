"""What came back from a model, and what it took."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Stop(StrEnum):
    """How a reply ended."""

    COMPLETED = "completed"
    TRUNCATED = "truncated"  # the token limit or the context window was reached
    REFUSED = "refused"  # the model declined
    FILTERED = "filtered"  # the provider's filter withheld it
    EMPTY = "empty"  # it ended of itself with no text


MOST = 10**9
"""Tokens of one call that no model reads or writes; a server that tells more is not believed."""


class Usage(BaseModel):
    """Tokens as the provider bills them."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    input_tokens: int = Field(0, ge=0)
    """The whole prompt: what was read from a cache and written to one is included."""
    cached_tokens: int = Field(0, ge=0)
    """Input tokens read from a cache."""
    cache_write_tokens: int = Field(0, ge=0)
    """Input tokens written to a cache."""
    output_tokens: int = Field(0, ge=0)
    """Everything generated, reasoning included."""
    reasoning_tokens: int = Field(0, ge=0)
    """Output tokens that were thoughts."""

    @property
    def is_credible(self) -> bool:
        """Whether the numbers can be true: what is part of something is no more than that."""
        read, thought = self.cached_tokens + self.cache_write_tokens, self.reasoning_tokens
        return read <= self.input_tokens <= MOST and thought <= self.output_tokens <= MOST

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
        )


class LLMResponse(BaseModel):
    """A reply with its meter."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    text: str
    thoughts: str = ""
    """What it wrote before that, in tags that mark it as thinking."""
    model: str
    """Which model answered, as `provider/model`."""
    stop: Stop = Stop.COMPLETED
    usage: Usage = Usage()
    cost: Decimal | None = None
    """US dollars; None when the model has no known price."""
    latency_ms: float = Field(0.0, ge=0)
    attempts: int = Field(1, ge=1)
    """How many attempts it took, this one included."""
    cache_note: str | None = None
    """Why no cache engaged; None when one did or none was asked for."""
    notes: tuple[str, ...] = ()
    """What a reader of the record should know, such as a parameter that was left out."""

    def after(self, earlier: LLMResponse | None) -> LLMResponse:
        """Return this reply with the meter of the earlier ones it needed added to its own."""
        if earlier is None:
            return self
        cost: Decimal | None = None
        if self.cost is not None and earlier.cost is not None:
            cost = earlier.cost + self.cost
        return self.model_copy(
            update={
                "usage": earlier.usage + self.usage,
                "cost": cost,
                "latency_ms": earlier.latency_ms + self.latency_ms,
                "attempts": earlier.attempts + self.attempts,
                "notes": tuple(dict.fromkeys((*earlier.notes, *self.notes))),
            }
        )
