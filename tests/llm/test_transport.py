"""The HTTP client under the SDKs: connections are reused, and survive what goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from random import Random

import httpx2
import pytest

from llm.harness import PROVIDERS, question, talking
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Cut, Failure, Hang, Reply
from ludens.llm.adapters import transport
from ludens.llm.adapters.adapter import MOST_TEXT
from ludens.llm.adapters.transport import ConnectionEach, make_http_client
from ludens.llm.errors import CallFailedError, ErrorKind

BODY = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


def connections(client: httpx2.AsyncClient) -> int:
    transport = client._transport
    assert isinstance(transport, ConnectionEach)
    return len(transport._idle)


async def test_calls_one_after_the_other_share_a_connection() -> None:
    async with OpenAIServer(lambda _: Reply("ok")) as server, make_http_client() as client:
        for _ in range(5):
            answer = await client.post(f"{server.base_url}/chat/completions", json=BODY)
            assert answer.status_code == 200
        assert connections(client) == 1
        assert len(server._writers) == 1


async def test_concurrent_calls_have_a_connection_each_and_give_it_back() -> None:
    async with OpenAIServer(lambda _: Reply("ok")) as server, make_http_client() as client:
        for _ in range(3):
            answers = await asyncio.gather(
                *(client.post(f"{server.base_url}/chat/completions", json=BODY) for _ in range(50))
            )
            assert all(answer.status_code == 200 for answer in answers)
        assert connections(client) <= 50
        assert len(server._writers) <= 50


async def test_a_connection_that_the_server_closed_is_made_anew() -> None:
    async with OpenAIServer(lambda _: Reply("ok")) as server, make_http_client() as client:
        url = f"{server.base_url}/chat/completions"
        await client.post(url, json=BODY)
        for writer in list(server._writers):
            writer.close()
            await writer.wait_closed()
        assert (await client.post(url, json=BODY)).status_code == 200
        assert connections(client) == 1


async def test_two_hundred_calls_survive_cuts_cancellations_and_errors() -> None:
    rng = Random(5)

    def reply(asked: Asked) -> Answer:
        if "hang" in asked.text:
            return Hang()
        return rng.choice([Reply("ok"), Reply("ok"), Cut(), Failure(500)])

    options = {"retries": {"attempts": 1}, "circuit": {"failures": 10**6}}
    async with talking("openai", reply=reply, **options) as talk:

        async def one(text: str) -> str:
            with contextlib.suppress(CallFailedError):
                return (await talk.llm.complete(question(text))).text
            return ""

        hung = [asyncio.create_task(one(f"hang {n}")) for n in range(30)]
        ended = await asyncio.gather(*(one(f"{n}") for n in range(170)))
        assert 40 < ended.count("ok") < 130
        for task in hung:
            task.cancel()
        await asyncio.gather(*hung, return_exceptions=True)
        talk.server.reply = lambda _: Reply("fine")
        again = await asyncio.gather(*(one(f"again {n}") for n in range(200)))
        assert again == ["fine"] * 200, "a broken connection was kept"
        assert talk.models.providers["openai"].limit.running == 0


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("streams", [True, False])
async def test_a_reply_that_does_not_end_is_a_failure(provider: str, streams: bool) -> None:
    endless = Reply("no end " * (MOST_TEXT // 7 + 1), pieces=20)
    async with talking(provider, endless, retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError, match="more than 1,000,000 characters") as caught:
            await talk.llm.complete(question(), on_text=(lambda _: None) if streams else None)
    assert caught.value.kind is ErrorKind.MALFORMED


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("streams", [True, False])
async def test_an_answer_without_end_is_not_read_to_its_end(
    provider: str, streams: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "MOST_BYTES", 2000)
    endless = Reply("no end " * 1000, pieces=20)
    async with talking(provider, endless, retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError, match="the answer is longer than") as caught:
            await talk.llm.complete(question(), on_text=(lambda _: None) if streams else None)
    assert caught.value.kind is ErrorKind.CONNECTION


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_an_answer_in_a_code_that_was_not_asked_for_is_refused(provider: str) -> None:
    bomb = Failure(200, headers={"content-encoding": "gzip"}, body=gzip.compress(b" " * 10**6))
    async with talking(provider, bomb, retries={"attempts": 1}) as talk:
        with pytest.raises(CallFailedError, match="is in gzip, which was not asked for"):
            await talk.llm.complete(question())
        assert talk.server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("status", [302, 307])
async def test_a_prompt_and_its_key_are_not_sent_on_to_another_server(
    provider: str, status: int
) -> None:
    async with OpenAIServer(lambda _: Reply("stolen")) as other:
        sent_on = Failure(status, headers={"location": f"{other.url}/v1/chat"})
        async with talking(provider, sent_on, retries={"attempts": 1}) as talk:
            with pytest.raises(CallFailedError, match=f"sends its requests on to {other.url}"):
                await talk.llm.complete(question())
        assert other.requests == []
