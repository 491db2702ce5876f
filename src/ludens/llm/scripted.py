"""A model that is a function: for tests, examples and docs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from decimal import Decimal

from pydantic import BaseModel

from ludens.llm.base import BaseLLM, OnText
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.tokens import estimate_tokens

Scripted = str | BaseModel | LLMResponse | Exception
"""A reply: a text, the instance that a structured reply holds, a whole response, or a failure."""


class ScriptedLLM(BaseLLM):
    """Answers with what a function makes of each request; `requests` holds what it was asked."""

    def __init__(
        self, reply: Callable[[LLMRequest], Scripted], *, name: str = "scripted/model"
    ) -> None:
        self._reply = reply
        self._name = name
        self.requests: list[LLMRequest] = []

    @classmethod
    def saying(cls, *replies: Scripted, name: str = "scripted/model") -> ScriptedLLM:
        """Return a model that gives these replies one after the other, the last one for ever."""
        following = itertools.chain(replies, itertools.repeat(replies[-1]))
        return cls(lambda _: next(following), name=name)

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return what the function says, or raise it. It costs nothing, and says so."""
        self.requests.append(request)
        reply = self._reply(request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, LLMResponse):
            response = reply
        else:
            text = reply.model_dump_json() if isinstance(reply, BaseModel) else reply
            usage = Usage(
                input_tokens=sum(estimate_tokens(text) for text in _texts(request)),
                output_tokens=estimate_tokens(text),
            )
            response = LLMResponse(text=text, model=self._name, usage=usage, cost=Decimal(0))
        if on_text is not None:
            on_text(response.text)
        return response


def _texts(request: LLMRequest) -> Iterable[str]:
    yield from (block.text for block in request.system)
    yield from (block.text for message in request.messages for block in message.blocks)
