"""A conversation that grows: what stays, what is folded, and what the providers' caches serve."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.harness import talking
from llm.servers.replies import Reply
from ludens.llm.conversation import Conversation, Exchange
from ludens.llm.request import LLMRequest, Role

TEXT = st.text(min_size=1, max_size=60)
EXCHANGES = st.lists(st.builds(Exchange, reply=TEXT, told=TEXT), max_size=40)


def fixed(request: LLMRequest) -> list[str]:
    """Return what stands before the tail, block by block."""
    said = [block.text for block in request.system]
    said += [block.text for message in request.messages for block in message.blocks]
    return said[:-1]


@given(EXCHANGES, st.integers(10, 200), st.floats(0, 0.9))
def test_between_two_folds_what_is_said_only_grows(
    exchanges: list[Exchange], budget: int, kept: float
) -> None:
    before: list[str] = []
    folded = 0
    for count in range(len(exchanges) + 1):
        talk = Conversation("Rules.", "It begins.", exchanges[:count], budget=budget, kept=kept)
        asked = talk.request(f"Tail {count}.", digest=lambda n: f"{n} are told here.")
        now = fixed(asked)
        if talk.folded() == folded:
            assert now[: len(before)] == before
            assert len(now) > len(before)
        else:
            assert talk.folded() > folded
            kept_now = sum(exchange.tokens for exchange in exchanges[talk.folded() : count])
            assert kept_now <= budget * kept or count - talk.folded() == 1
        before, folded = now, talk.folded()
        size = sum(exchange.tokens for exchange in exchanges[folded:count])
        assert size <= budget or count - folded == 1
        roles = [message.role for message in asked.messages]
        assert roles == [Role.ASSISTANT if n % 2 else Role.USER for n in range(len(roles))]
        assert asked.messages[0].blocks[0].text == "It begins.", "the opening is never folded"
        points = asked.cache_points()
        assert asked.messages[-1].blocks[-1].text == f"Tail {count}."
        assert points[-1].message == len(asked.messages) - 1
        assert sum(len(m.blocks) for m in asked.messages if m.role is Role.USER) == len(points)


ANSWERS = (6, 24, 48, 80, 114, 150, 210, 331, 520)
"""Characters of a story's answers: the deciles of the first 120 of Four Parts Copper."""
OPENING = 1150
REPLY = 350
"""Characters of a plan with a sentence or two of reasoning."""
COMMANDS = 3
"""Commands that a plan has, on average."""
RULES_TOKENS, TAIL = 1200, 900


def told(dice: Random, characters: int) -> str:
    words = ("lamp", "cellar", "the", "door", "is", "north", "you", "brass", "see", "closed")
    said = ""
    while len(said) < characters:
        said += dice.choice(words) + " "
    return said[:characters]


def story_like(dice: Random, turns: int) -> Conversation:
    """Return a conversation that grows as one about a story does."""
    exchanges = [
        Exchange(
            reply=json.dumps({"reasoning": told(dice, REPLY)}),
            told="\n".join(told(dice, dice.choice(ANSWERS)) for _ in range(COMMANDS)),
        )
        for _ in range(turns)
    ]
    return Conversation(told(dice, RULES_TOKENS * 4), told(dice, OPENING), exchanges)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "gpt-6-astra"),
        ("anthropic", "claude-fable-5-2"),
        ("anthropic", "claude-sonnet-5"),
        ("anthropic", "claude-haiku-4-5"),
        ("gemini", "gemini-3.8-flash"),
        ("gemini", "gemini-4-argon"),
    ],
)
async def test_four_fifths_of_the_input_come_from_the_cache_from_turn_30_on(
    provider: str, model: str
) -> None:
    dice = Random(5)
    whole = story_like(dice, 60)
    async with talking(provider, Reply("go"), model=model) as talk:
        for turn in range(60):
            talk.models.begin_turn()
            now = Conversation(whole.rules, whole.opening, whole.exchanges[:turn])
            await talk.llm.complete(now.request(told(dice, TAIL)))
        late = [call.response.usage for call in talk.calls[30:] if call.response]
        cached = sum(usage.cached_tokens for usage in late)
        asked = sum(usage.input_tokens for usage in late)
        assert cached / asked >= 0.8
        assert talk.log.usage() == talk.server.total()


async def test_claude_finds_what_it_kept_after_twenty_exchanges_without_it() -> None:
    dice = Random(7)
    whole = story_like(dice, 60)
    async with talking("anthropic", Reply("go"), model="claude-opus-5-5") as talk:
        for turn in (30, 55):
            now = Conversation(whole.rules, whole.opening, whole.exchanges[:turn])
            response = await talk.llm.complete(now.request("What now?"))
        kept = Conversation(whole.rules, whole.opening, whole.exchanges[:30]).request()
        assert response.usage.cached_tokens >= kept.cache_points()[-1].tokens * 0.95
