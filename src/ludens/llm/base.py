"""The one interface that every model has, and what wraps a model."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from pydantic import BaseModel

from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.structured import complete_json
from ludens.llm.tokens import estimate_tokens

T = TypeVar("T", bound=BaseModel)

OnText = Callable[[str], None]
"""Called with each piece of a reply as it arrives."""

JSON_RETRIES = 3
"""How often a reply of the wrong shape is asked for again (issue: at most 3)."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a streamed reply."""

    text: str
    response: LLMResponse | None = None
    """The whole reply with its meter; only in the last chunk, whose text is empty."""


class BaseLLM(ABC):
    """A model, or a wrapper around one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """`provider/model`, as in the settings."""

    @abstractmethod
    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return a reply that completed and is not empty.

        With `on_text` the reply is streamed where the provider can, and comes as one piece where
        it cannot. Raises ReplyError when the reply was paid for and cannot be used,
        CallFailedError when none came, ConfigurationError when none ever will.
        """

    async def complete_json(
        self,
        request: LLMRequest,
        schema: type[T],
        *,
        retries: int = JSON_RETRIES,
        on_text: OnText | None = None,
    ) -> tuple[T, LLMResponse]:
        """Return a validated instance of `schema`, and the reply with all it took.

        A reply of the wrong shape is sent back with what was wrong, at most `retries` times.
        Raises StructuredReplyError after that, and whatever `complete` raises.
        """
        ask = partial(self.complete, on_text=on_text)
        return await complete_json(ask, request, schema, retries=retries)

    async def stream(self, request: LLMRequest) -> AsyncIterator[Chunk]:
        """Yield the reply piece by piece; the last chunk carries the response.

        Raises like `complete`, possibly after some chunks. Closing the iterator cancels the call.
        """
        pieces: asyncio.Queue[str | None] = asyncio.Queue()
        call = asyncio.create_task(self.complete(request, on_text=pieces.put_nowait))
        call.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            while (piece := await pieces.get()) is not None:
                yield Chunk(piece)
            yield Chunk("", await call)
        finally:
            if not call.done():
                call.cancel()
                with suppress(asyncio.CancelledError):
                    await call

    async def count_tokens(self, text: str) -> int:
        """Return how many tokens a text has: exact where the tokenizer is here, else estimated.

        Never asks a provider, and depends on nothing but the text and the model.
        """
        return estimate_tokens(text)

    async def aclose(self) -> None:
        """Let go of connections, child processes and stored caches. Safe to call twice."""
        return


class Wrapper(BaseLLM):
    """A model that does one thing around another."""

    def __init__(self, inner: BaseLLM) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self.inner.name

    async def count_tokens(self, text: str) -> int:
        """Count as the model inside counts."""
        return await self.inner.count_tokens(text)

    async def aclose(self) -> None:
        """Close the model inside."""
        await self.inner.aclose()
