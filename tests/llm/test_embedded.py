"""The embedded adapter runs a real GGUF file in its child process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from llm.gguf import FOLDER, NAME, tiny_model
from llm.harness import Decision, question
from ludens.llm.adapters.embedded import EmbeddedAdapter
from ludens.llm.base import BaseLLM
from ludens.llm.calls import MemoryCallLog
from ludens.llm.errors import CallFailedError, ConfigurationError, ErrorKind, ReplyError
from ludens.llm.models import Models
from ludens.llm.request import Block, LLMRequest, OutputSchema, Sampling
from ludens.llm.response import LLMResponse
from ludens.llm.settings import LLMSettings

pytest.importorskip("xllamacpp")


def embedded(model: str = NAME, folder: Path = FOLDER, **options: Any) -> Models:
    role = {"models": f"embedded/{model}", "temperature": 0, "max_tokens": 100, "seed": 1}
    place = {"folder": str(folder), "context": 2048, "threads": 1, **options}
    settings = {
        "models": {"player": role},
        "providers": {"embedded": place},
        "retries": {"attempts": 1},
    }
    return Models(
        LLMSettings.model_validate(settings), log=MemoryCallLog(), rng=Random(1), dotenv=None
    )


@pytest.fixture
async def models() -> AsyncIterator[Models]:
    tiny_model()
    found = embedded()
    yield found
    await found.aclose()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Models]:
    """Models for tests that leave the child as it was: it takes a second to start."""
    tiny_model()
    found = embedded()
    yield found
    await found.aclose()


SHARED = pytest.mark.asyncio(loop_scope="module")


def child_of(models: Models) -> Any:
    adapter = models.providers["embedded"].model(NAME)
    assert isinstance(adapter, EmbeddedAdapter)
    return adapter.child


async def said(llm: BaseLLM, request: LLMRequest) -> LLMResponse:
    """Return what the model said, to its end or to the limit: it is small, and it rambles."""
    try:
        return await llm.complete(request)
    except ReplyError as error:
        assert error.kind is ErrorKind.TRUNCATED
        return error.response


BRIEF = Sampling(max_tokens=12)


@SHARED
async def test_it_answers_in_text_in_json_and_in_a_stream(shared: Models) -> None:
    llm = shared.for_agent("player")
    text = await said(llm, question("Say hello.", sampling=BRIEF))
    assert text.text
    assert text.usage.input_tokens > 10
    assert text.cost is None, "a model on this machine has no price, which is not 0"
    value, response = await llm.complete_json(question("What do you do?"), Decision)
    assert isinstance(value, Decision)
    assert response.attempts == 1, "the schema was not enforced"
    request = question("What next?").with_output(OutputSchema.of(Decision))
    chunks = [chunk async for chunk in llm.stream(request)]
    assert len(chunks) > 3
    assert chunks[-1].response is not None
    assert "".join(chunk.text for chunk in chunks) == chunks[-1].response.text
    assert await llm.count_tokens("The lamp is on the table and the door is open.") == 12


@SHARED
async def test_the_same_request_gets_the_same_reply(shared: Models) -> None:
    llm = shared.for_agent("player")
    first = await said(llm, question("What is a lamp?", sampling=BRIEF))
    second = await said(llm, question("What is a lamp?", sampling=BRIEF))
    assert first.text == second.text


@SHARED
async def test_a_shared_prefix_is_read_from_its_cache(shared: Models) -> None:
    llm = shared.for_agent("player")
    system = [Block(text="These rules never change. " * 20, cache_point=True)]
    first = await said(llm, LLMRequest.of("Turn 1. Go on.", system=system, sampling=BRIEF))
    second = await said(llm, LLMRequest.of("Turn 2. Go on.", system=system, sampling=BRIEF))
    assert first.cache_note is not None
    assert second.usage.cached_tokens > 80
    assert second.cache_note is None


async def test_a_crash_costs_one_call(models: Models) -> None:
    llm = models.for_agent("player")
    await llm.complete_json(question(), Decision)
    child = child_of(models)
    asking = asyncio.create_task(llm.complete(question("Tell a very long story.")))
    while not child._one_at_a_time.locked():
        await asyncio.sleep(0)
    os.kill(child.process.pid, signal.SIGKILL)
    with pytest.raises(CallFailedError) as caught:
        await asking
    assert caught.value.kind is ErrorKind.CRASHED
    await llm.complete_json(question("Still there?"), Decision)
    log = models.log
    assert isinstance(log, MemoryCallLog)
    assert [call.error and call.error.kind for call in log.calls] == [None, "crashed", None]


async def test_a_hang_costs_one_call_and_the_child_ends_with_the_models(models: Models) -> None:
    llm = models.for_agent("player")
    await llm.complete_json(question(), Decision)
    child = child_of(models)
    stopped = child.process
    os.kill(stopped.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(0.05):
            await llm.complete(question("Anyone there?"))
    except TimeoutError:
        pass
    assert stopped.returncode is not None, "the hung child was left behind"
    await llm.complete_json(question("Still there?"), Decision)
    process = child_of(models).process
    await models.aclose()
    assert process.returncode is not None


async def test_a_deadline_is_a_timeout_on_the_record() -> None:
    tiny_model()
    models = embedded(deadline=0.01)
    with pytest.raises(CallFailedError) as caught:
        await models.for_agent("player").complete(question("Tell a very long story."))
    assert caught.value.kind is ErrorKind.TIMEOUT
    await models.aclose()


@SHARED
async def test_a_prompt_that_does_not_fit_is_told_as_such(shared: Models) -> None:
    with pytest.raises(CallFailedError) as caught:
        await shared.for_agent("player").complete(question("lamp " * 3000))
    assert caught.value.kind is ErrorKind.TOO_LONG


@SHARED
async def test_a_reply_that_is_cut_off_is_truncated(shared: Models) -> None:
    with pytest.raises(ReplyError) as caught:
        await shared.for_agent("player").complete(
            question("Count to one hundred.", sampling=Sampling(max_tokens=4))
        )
    assert caught.value.kind is ErrorKind.TRUNCATED
    assert caught.value.response.usage.output_tokens == 4


def test_a_missing_file_is_one_line() -> None:
    with pytest.raises(ConfigurationError, match=r"no file .*nothing\.gguf"):
        embedded("nothing.gguf").for_agent("player")


async def test_a_file_that_is_no_model_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(b"GGUF this is no model")
    models = embedded("bad.gguf", tmp_path)
    with pytest.raises(CallFailedError, match="cannot be loaded") as caught:
        await models.for_agent("player").complete(question())
    assert caught.value.kind is ErrorKind.BAD_REQUEST
    await models.aclose()
