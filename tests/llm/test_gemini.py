from __future__ import annotations

import asyncio

from llm.harness import RULES, Decision, question, talking, with_prefix
from llm.servers.replies import Failure, Reply
from ludens.llm.conversation import Conversation
from ludens.llm.request import Block, Effort, LLMRequest, Message, Sampling


async def test_a_prefix_is_stored_once_named_after_and_deleted_at_the_end() -> None:
    async with talking("gemini", Reply("go")) as talk:
        server = talk.server
        first = await talk.llm.complete(with_prefix("Turn 1."))
        second = await talk.llm.complete(with_prefix("Turn 2."))
        assert server.created == ["cachedContents/1"]
        body = server.requests[-1].body
        assert body["cachedContent"] == "cachedContents/1"
        assert "systemInstruction" not in body
        assert body["contents"] == [{"role": "user", "parts": [{"text": "Turn 2."}]}]
        stored = first.usage.cache_write_tokens
        assert stored > 2000
        assert second.usage.cached_tokens == stored
        assert second.usage.cache_write_tokens == 0
        assert second.cache_note is None
        assert talk.log.usage() == server.total(), "storing is billed, and on the record"
    assert server.deleted == ["cachedContents/1"]
    assert server.stored == {}


async def test_below_the_floor_nothing_is_stored_and_the_call_says_so() -> None:
    async with talking("gemini", Reply("go")) as talk:
        response = await talk.llm.complete(with_prefix(rules="Short rules."))
        assert talk.server.created == []
        assert response.cache_note == "the prefix of about 3 tokens is below the floor of 1024"


async def test_what_the_provider_says_of_its_floor_is_believed_from_then_on() -> None:
    async with talking("gemini", Reply("go"), server_options={"floor": 3000}) as talk:
        for _ in range(2):
            response = await talk.llm.complete(with_prefix())
            assert response.attempts == 1
            assert response.cache_note == "the provider stores no prefix below 3000 tokens"
        assert len([r for r in talk.server.requests if "cachedContents" in r.path]) == 1
        conversation = Conversation(rules=RULES, opening="It begins. " * 200)
        await talk.llm.complete(conversation.request("What now?"))
        assert talk.server.created == ["cachedContents/1"]


async def test_a_stored_prefix_is_renewed_before_it_expires() -> None:
    async with talking("gemini", Reply("go"), cache_ttl=1000) as talk:
        await talk.llm.complete(with_prefix("1"))
        talk.clock.seconds += 700
        await talk.llm.complete(with_prefix("2"))
        assert talk.server.renewed == []
        talk.clock.seconds += 150
        await talk.llm.complete(with_prefix("3"))
        assert talk.server.renewed == ["cachedContents/1"]
        talk.clock.seconds += 700
        await talk.llm.complete(with_prefix("4"))
        assert len(talk.server.renewed) == 1
        assert talk.server.created == ["cachedContents/1"]


async def test_a_stored_prefix_that_is_gone_is_stored_again_once() -> None:
    async with talking("gemini", Reply("go")) as talk:
        await talk.llm.complete(with_prefix("1"))
        talk.server.stored.clear()
        response = await talk.llm.complete(with_prefix("2"))
        assert response.attempts == 2
        assert talk.server.created == ["cachedContents/1", "cachedContents/2"]
        assert talk.clock.slept == []
        talk.server.stored.clear()
        response = await talk.llm.complete(with_prefix("3"))
        assert response.text == "go"
        assert response.cache_note == "the stored prefix was lost twice"
        assert len(talk.server.created) == 2
        assert talk.log.usage() == talk.server.total()


async def test_one_that_expired_unseen_is_stored_anew_when_it_is_renewed() -> None:
    async with talking("gemini", Reply("go"), cache_ttl=1000) as talk:
        await talk.llm.complete(with_prefix("1"))
        talk.server.stored.clear()
        talk.clock.seconds += 2000
        response = await talk.llm.complete(with_prefix("2"))
        assert response.attempts == 1
        assert talk.server.created == ["cachedContents/1", "cachedContents/2"]


async def test_two_calls_at_once_store_one_prefix() -> None:
    async with talking("gemini", Reply("go")) as talk:
        await asyncio.gather(*(talk.llm.complete(with_prefix(f"{n}")) for n in range(5)))
        assert talk.server.created == ["cachedContents/1"]
        assert talk.log.usage() == talk.server.total()


async def test_a_failure_after_storing_still_counts_what_was_stored() -> None:
    async with talking("gemini", Failure(500), Reply("go")) as talk:
        await talk.llm.complete(with_prefix())
        assert talk.calls[0].response is not None
        assert talk.calls[0].response.usage.cache_write_tokens > 2000
        assert talk.log.usage() == talk.server.total()


async def test_a_cache_point_inside_a_message_stores_all_before_it() -> None:
    rules = "These rules never change. " * 300
    request = LLMRequest(
        system=["System."],
        messages=[Message(blocks=[Block(text=rules, cache_point=True), "Turn 1."])],
    )
    async with talking("gemini", Reply("go")) as talk:
        await talk.llm.complete(request)
        stored, asked = talk.server.requests
        assert stored.body["systemInstruction"]["parts"] == [{"text": "System."}]
        assert stored.body["contents"][0]["parts"] == [{"text": rules}]
        assert asked.body["contents"] == [{"role": "user", "parts": [{"text": "Turn 1."}]}]


async def test_sampling_goes_where_gemini_wants_it() -> None:
    sampling = Sampling(temperature=0.1, effort=Effort.LOW, seed=4, max_tokens=77)
    async with talking("gemini", Reply("go", reasoning_tokens=5)) as talk:
        response = await talk.llm.complete(question(sampling=sampling))
        config = talk.server.requests[0].body["generationConfig"]
        assert config["temperature"] == 0.1
        assert config["seed"] == 4
        assert config["maxOutputTokens"] == 77
        # google-genai 3.4 leaves this name as it is; the API reads both spellings.
        assert config["thinkingConfig"] == {"thinking_level": "LOW"}
        assert response.text == "go", "thoughts are no part of the reply"
        assert response.usage.reasoning_tokens == 5


async def test_a_schema_is_enforced_with_its_bounds() -> None:
    async with talking("gemini", Reply('{"command": "look"}')) as talk:
        await talk.llm.complete_json(question(), Decision)
        config = talk.server.requests[0].body["generationConfig"]
        assert config["responseMimeType"] == "application/json"
        assert config["responseJsonSchema"]["required"] == ["command", "sure"]


async def test_the_wait_may_be_told_in_the_body() -> None:
    async with talking("gemini", Failure(429, code="13s"), Reply("go")) as talk:
        await talk.llm.complete(question())
        assert 13 <= talk.clock.slept[0] <= 14


async def test_a_model_of_no_known_family_keeps_to_implicit_caching() -> None:
    async with talking("gemini", Reply("go"), model="gemini-9-unknown-experiment") as talk:
        await talk.llm.complete(with_prefix(rules=RULES * 2))
        assert talk.server.created, "a newer Gemini caches as its family does"
    async with talking("gemini", Reply("go"), model="learnlm") as talk:
        await talk.llm.complete(with_prefix())
        assert talk.server.created == []
