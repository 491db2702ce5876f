"""A whole model layer that talks to a loopback server through the official SDK."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest import mock

from pydantic import BaseModel, Field

from llm.servers.anthropic import AnthropicServer
from llm.servers.gemini import GeminiServer
from llm.servers.http import LoopbackServer
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, ReplyFunction, scripted
from ludens.llm.base import BaseLLM
from ludens.llm.calls import Call, MemoryCallLog
from ludens.llm.clock import ManualClock
from ludens.llm.models import Models
from ludens.llm.request import Block, LLMRequest
from ludens.llm.settings import LLMSettings

KEY = "sk-loopback-0123456789abcdefghijklmnop"

MODELS = {
    "openai": "gpt-6-luna",
    "anthropic": "claude-sonnet-5-5",
    "gemini": "gemini-3.8-flash",
    "compatible": "some-model",
}
SERVERS: dict[str, type[LoopbackServer]] = {
    "openai": OpenAIServer,
    "anthropic": AnthropicServer,
    "gemini": GeminiServer,
    "compatible": OpenAIServer,
}
PROVIDERS = tuple(MODELS)


class Decision(BaseModel):
    """What a reply must hold."""

    command: str = Field(max_length=40)
    sure: bool = False


@dataclass
class Talk:
    """An agent's model, the server it asks, and the record."""

    models: Models
    server: Any
    log: MemoryCallLog
    clock: ManualClock
    provider: str

    @property
    def llm(self) -> BaseLLM:
        return self.models.for_agent("player")

    @property
    def calls(self) -> list[Call]:
        return self.log.calls


def settings_for(provider: str, server: LoopbackServer, **options: Any) -> LLMSettings:
    """Return settings in which the player's model is the server's."""
    model = options.pop("model", MODELS[provider])
    layer = {key: options.pop(key) for key in ("retries", "circuit") if key in options}
    role = {"models": f"{provider}/{model}", **options.pop("role", {})}
    place = {"base_url": server.base_url, "key_env": "LOOPBACK_KEY", **options}  # type: ignore[attr-defined]
    return LLMSettings.model_validate(
        {"models": {"player": role}, "providers": {provider: place}, **layer}
    )


@asynccontextmanager
async def talking(
    provider: str,
    *answers: Answer,
    reply: ReplyFunction | None = None,
    server_options: dict[str, Any] | None = None,
    **options: Any,
) -> AsyncIterator[Talk]:
    """Give an agent whose model is a loopback server that gives these answers."""
    function = reply if reply is not None else scripted(*answers)
    async with SERVERS[provider](function, **(server_options or {})) as server:
        log, clock = MemoryCallLog(), ManualClock()
        models = Models(
            settings_for(provider, server, **options),
            log=log,
            rng=Random(1),
            clock=clock,
            environ={"LOOPBACK_KEY": KEY},
            dotenv=None,
        )
        try:
            # By a clock that stands still, nothing more would be told after the first look.
            with mock.patch("ludens.llm.recording.TOLD_EVERY", 0):
                yield Talk(models, server, log, clock, provider)
        finally:
            await models.aclose()


def question(text: str = "You are in a cellar. What now?", **fields: Any) -> LLMRequest:
    """Return a request with a system text and no cache point."""
    return LLMRequest.of(text, system="You play a game.", **fields)


RULES = "These rules never change. " * 400
"""Some 2,600 tokens by the estimate: above every floor but those of the oldest models."""


def with_prefix(text: str = "Turn 1. What now?", rules: str = RULES) -> LLMRequest:
    """Return a request whose system text ends in a cache point."""
    return LLMRequest.of(text, system=[Block(text=rules, cache_point=True)])
