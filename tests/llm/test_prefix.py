"""What stands before the last cache point reaches the provider byte for byte the same each turn."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from llm.harness import PROVIDERS, RULES, Decision, talking
from llm.servers.replies import Reply
from ludens.llm.request import Block, LLMRequest, Message, Role


def turn(rng: Random, rules: str) -> LLMRequest:
    """Return a briefing: what never changes, then whatever the turn brings."""
    said = ["look", "Grüße", "é\u0301", "a" * 500, '"quoted"', "line\nline", "\u2028", "{}"]

    def some() -> str:
        return " ".join(rng.choices(said, k=rng.randrange(1, 9)))

    talk = [
        Message(role=Role.ASSISTANT if n % 2 else Role.USER, blocks=some())
        for n in range(2 * rng.randrange(0, 3))
    ]
    fixed = ["Who you are.", Block(text=rules, cache_point=True)]
    changing = [some() for _ in range(rng.randrange(0, 3))]
    return LLMRequest(system=[*fixed, *changing], messages=[*talk, Message(blocks=some())])


def wire_prefix(provider: str, body: dict[str, Any]) -> str:
    """Return what the provider reads up to the cache point, as it stood on the wire."""
    if provider == "openai":
        text = json.dumps(body["input"])
        end = text.index("prompt_cache_breakpoint")
        return body["prompt_cache_key"] + text[:end]
    if provider == "anthropic":
        text = json.dumps(body["system"])
        return text[: text.index("cache_control")]
    text = body["messages"][0]["content"]
    return str(text[: text.index(RULES) + len(RULES)])


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("shaped", [False, True])
async def test_the_prefix_does_not_move_between_any_two_turns(provider: str, shaped: bool) -> None:
    rng = Random(3)
    rules = RULES + "é\u0301 \u2028 end."
    reply = Reply('{"command": "look"}')
    async with talking(provider, reply) as talk:
        for _ in range(30):
            talk.models.begin_turn()
            if shaped:
                await talk.llm.complete_json(turn(rng, rules), Decision)
            else:
                await talk.llm.complete(turn(rng, rules))
        assert len({call.request.fixed_prefix() for call in talk.calls}) == 1
        asked = [r.body for r in talk.server.requests if "cachedContents" not in r.path]
        if provider == "gemini":
            assert talk.server.created == ["cachedContents/1"]
            assert {body["cachedContent"] for body in asked} == {"cachedContents/1"}
            for call, body in zip(talk.calls, asked, strict=True):
                sent = "\n".join(p["text"] for c in body["contents"] for p in c["parts"])
                after = [b.text for b in call.request.system[2:]]
                after += [b.text for m in call.request.messages for b in m.blocks]
                assert sent == "\n".join(after), "something was lost, or said twice"
            return
        prefixes = {wire_prefix(provider, body) for body in asked}
        assert len(prefixes) == 1
        assert json.dumps(rules)[1:-1] in prefixes.pop() or provider == "compatible"


async def test_moving_the_prefix_by_one_byte_is_noticed() -> None:
    rng = Random(3)
    async with talking("openai", Reply("go")) as talk:
        await talk.llm.complete(turn(rng, RULES))
        await talk.llm.complete(turn(rng, RULES + " "))
        assert len({wire_prefix("openai", r.body) for r in talk.server.requests}) == 2
