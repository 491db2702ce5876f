"""Trying a model: one text call, one structured call, two calls with a shared prefix."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from pydantic import BaseModel, Field

from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError
from ludens.llm.profiles import Profile
from ludens.llm.request import Block, LLMRequest
from ludens.llm.response import LLMResponse

ROLE = "trial"
"""The role under which a model is tried."""

_SHORTEST_PREFIX = 600
_RULE = (
    "Rule {number}: in room {number} of the practice house there is a lamp, and whoever enters "
    "it by the door on the left finds the way back by the door on the right.\n"
)


class Choice(BaseModel):
    """What the structured call must return."""

    command: str = Field(description="One command for a text game, such as `open the door`.")
    reason: str = Field(description="Why, in one short sentence.")


@dataclass(frozen=True, slots=True)
class Step:
    """How one of the calls went."""

    what: str
    response: LLMResponse | None
    said: str
    """The reply, or the error in one line."""
    failed: bool = False


async def try_model(llm: BaseLLM, profile: Profile) -> AsyncIterator[Step]:
    """Yield each step as it ends. A failed one does not keep the next from being tried."""
    system = "You are tried out for a part in a text game. Answer in a few words."
    yield await _text(llm, "text", LLMRequest.of("Say that you are ready.", system=system))
    request = LLMRequest.of(
        "You stand before a closed door with a key in your hand.", system=system
    )
    try:
        value, response = await llm.complete_json(request, Choice)
        yield Step("structured", response, f"{value.command} ({value.reason})")
    except CallFailedError as error:
        yield Step("structured", error.response, str(error), failed=True)
    rules = _prefix(profile.cache_floor or 0)
    for what, number in (("prefix, first use", 3), ("prefix, again", 5)):
        question = f"What is in room {number}? One word."
        shared = LLMRequest.of(question, system=[Block(text=rules, cache_point=True)])
        yield await _text(llm, what, shared)


async def _text(llm: BaseLLM, what: str, request: LLMRequest) -> Step:
    try:
        response = await llm.complete(request)
    except CallFailedError as error:
        return Step(what, error.response, str(error), failed=True)
    return Step(what, response, response.text)


def _prefix(floor: int) -> str:
    """Return a text well above a cache floor, always the same one for the same floor."""
    tokens = max(_SHORTEST_PREFIX, floor * 3 // 2)
    rules: list[str] = []
    while sum(map(len, rules)) < tokens * 4:
        rules.append(_RULE.format(number=len(rules) + 1))
    return "You know the practice house by heart.\n" + "".join(rules)
