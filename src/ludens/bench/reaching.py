"""Whether the server of a suite's model is there, before cells wait for one in vain."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludens.bench.lineups import BARE
from ludens.episode.errors import LudensError
from ludens.llm.calls import MemoryCallLog
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings


async def require_server(model: str, settings: Mapping[str, Any]) -> None:
    """Ask the server of a model for a sign of life; raises LudensError when it gives none."""
    provider, _, name = model.removeprefix(BARE).partition("/")
    models = Models(LLMSettings.model_validate(settings), log=MemoryCallLog(), rng=Random(0))
    try:
        server = models.providers.get(provider)
        if server is None or not name:
            return
        server.model(name)
        if not await server.lives(0):
            where = getattr(server.settings, "base_url", None) or "its provider's address"
            raise LudensError(
                f"{model}: nothing answers at {where}; begin the server, or tell where it is: "
                f"[llm.providers.{provider}] base_url in ludens.toml, or "
                f"--set llm.providers.{provider}.base_url=…"
            )
    finally:
        await models.aclose()
