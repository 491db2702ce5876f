"""Asking a model for something of a given shape, from two templates: the rules, and what is."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from ludens.adventure.prompting import render
from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError
from ludens.llm.request import Block, LLMRequest, Message

T = TypeVar("T", bound=BaseModel)


async def ask(model: BaseLLM, schema: type[T], prompt: str, **facts: object) -> T | None:
    """Return a model's answer to `PROMPT_rules` and `PROMPT_briefing`; None if it gave none."""
    request = LLMRequest(
        system=(Block(text=render(f"{prompt}_rules"), cache_point=True),),
        messages=(Message(blocks=render(f"{prompt}_briefing", **facts)),),
    )
    try:
        answer, _ = await model.complete_json(request, schema)
    except CallFailedError:
        return None
    return answer
