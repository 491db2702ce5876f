"""The HTTP client under the SDKs: connections are reused, and survive what goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

import httpx2

from llm.harness import question, talking
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Cut, Failure, Hang, Reply
from ludens.llm.adapters.transport import ConnectionEach, make_http_client
from ludens.llm.errors import CallFailedError

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
