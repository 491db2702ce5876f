from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from llm.harness import Decision, question, talking
from llm.servers.replies import Failure, Reply
from ludens.llm.calls import Call, MemoryCallLog
from ludens.llm.cassettes import (
    Cassette,
    CassetteError,
    CassetteMismatchError,
    CassettePlayer,
    CassetteRecorder,
)
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError
from ludens.llm.models import Models
from ludens.llm.request import Block, LLMRequest
from ludens.llm.scripted import ScriptedLLM
from ludens.llm.settings import LLMSettings


def models(cassette: Cassette) -> Models:
    """Return models that play a cassette: no server, no key."""
    settings = LLMSettings.model_validate({"models": {"player": "openai/gpt-6-luna"}})
    return Models(
        settings, log=MemoryCallLog(), rng=Random(2), environ={}, dotenv=None, replay=cassette
    )


async def test_what_was_recorded_is_played_back_response_for_response(tmp_path: Path) -> None:
    cassette = Cassette()
    llm = CassetteRecorder(ScriptedLLM.saying("one", "two", "three"), cassette)
    requests = [question("a"), question("b"), question("a")]
    recorded = [await llm.complete(request) for request in requests]
    cassette.save(tmp_path / "c.jsonl")
    played = CassettePlayer(Cassette.load(tmp_path / "c.jsonl"))
    # Out of order but for equal requests, as concurrent agents ask.
    assert await played.complete(requests[1]) == recorded[1]
    assert await played.complete(requests[0]) == recorded[0]
    assert await played.complete(requests[2]) == recorded[2]


async def test_a_failure_is_played_back_as_well() -> None:
    cassette = Cassette()
    down = CallFailedError(ErrorKind.SERVER, "broken", model="a/b")
    down.attempts = 4
    with pytest.raises(CallFailedError):
        await CassetteRecorder(ScriptedLLM.saying(down), cassette).complete(question())
    with pytest.raises(CallFailedError) as caught:
        await CassettePlayer(cassette).complete(question())
    assert (caught.value.kind, caught.value.attempts) == (ErrorKind.SERVER, 4)
    assert str(caught.value) == str(down)


async def test_the_first_request_that_differs_is_shown_with_its_difference() -> None:
    cassette = Cassette()
    recorder = CassetteRecorder(ScriptedLLM.saying("ok"), cassette)
    await recorder.complete(LLMRequest.of("You are lost.", system="Rules.", agent="critic"))
    asked = LLMRequest.of(
        "Turn 7.\nYou are in a cellar.\nThe lamp is lit.", system="Rules.", agent="player"
    )
    await recorder.complete(asked)
    other = LLMRequest.of(
        "Turn 7.\nYou are in a cellar.\nThe lamp is out.", system="Rules.", agent="player"
    )
    with pytest.raises(CassetteMismatchError) as caught:
        await CassettePlayer(cassette).complete(other)
    assert caught.value.nearest == asked
    assert "-The lamp is lit.\n+The lamp is out." in caught.value.difference
    assert "has 'The lamp is lit.' where this one has 'The lamp is out.'" in str(caught.value)
    assert "cellar" in caught.value.difference
    assert "lost" not in caught.value.difference


async def test_asking_more_often_than_was_recorded_is_a_mismatch() -> None:
    cassette = Cassette()
    await CassetteRecorder(ScriptedLLM.saying("ok"), cassette).complete(question())
    player = CassettePlayer(cassette)
    await player.complete(question())
    assert cassette.unplayed == 0
    with pytest.raises(CassetteMismatchError, match="nothing left"):
        await player.complete(question())


def test_a_broken_file_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_text("{not json\n")
    with pytest.raises(CassetteError) as caught:
        Cassette.load(file)
    assert "\n" not in str(caught.value)


async def test_a_recorded_episode_plays_again_from_its_calls() -> None:
    answers = [
        Reply("wrong shape"),
        Failure(500),
        Reply('{"command": "look"}'),
        Reply("plain"),
        Reply("no", finish="refusal"),
    ]
    turns: list[list[Call]] = []
    outcomes = []
    async with talking("openai", *answers, model="gpt-6-luna") as talk:
        outcomes.append(await talk.llm.complete_json(question("1"), Decision))
        turns.append(list(talk.calls))
        talk.models.begin_turn()
        talk.log.begin_turn()
        done = len(talk.calls)
        outcomes.append(await talk.llm.complete(question("2")))
        with pytest.raises(ReplyError) as refused:
            await talk.llm.complete(question("2"))
        turns.append(talk.calls[done:])
    cassette = Cassette.from_turns(turns)
    replay = models(cassette)
    llm = replay.for_agent("player")
    assert await llm.complete_json(question("1"), Decision) == outcomes[0]
    replay.begin_turn()
    assert await llm.complete(question("2")) == outcomes[1]
    with pytest.raises(ReplyError) as again:
        await llm.complete(question("2"))
    assert str(again.value) == str(refused.value)
    assert again.value.response == refused.value.response
    assert cassette.unplayed == 0
    with pytest.raises(CassetteMismatchError):
        await llm.complete(question("3"))
    await replay.aclose()


@pytest.mark.parametrize("reply", [Reply(""), Reply("{", "length"), Reply("no", "filter")])
async def test_a_failure_that_came_with_a_reply_is_played_with_all_its_attempts(
    reply: Reply,
) -> None:
    answers = [Failure(500), *[reply] * 4]
    async with talking("openai", *answers) as talk:
        with pytest.raises(CallFailedError) as failed:
            await talk.llm.complete_json(question(), Decision)
    replay = models(Cassette.from_turns([talk.calls]))
    with pytest.raises(CallFailedError) as again:
        await replay.for_agent("player").complete_json(question(), Decision)
    assert str(again.value) == str(failed.value)
    talk.models.begin_turn()  # killed there: the second half finds what was paid for
    with pytest.raises(CallFailedError) as resumed:
        await talk.llm.complete_json(question(), Decision)
    assert str(resumed.value) == str(failed.value)


async def test_an_interrupted_turn_ends_as_its_second_half_did() -> None:
    down = Failure(500)
    async with talking("openai", down, down, Reply("at last"), retries={"attempts": 2}) as talk:
        with pytest.raises(CallFailedError):
            await talk.llm.complete(question())
        talk.models.begin_turn()  # killed there, and resumed
        resumed = await talk.llm.complete(question())
    cassette = Cassette.from_turns([talk.calls])
    assert len(cassette.tracks) == 1
    assert await models(cassette).for_agent("player").complete(question()) == resumed


async def test_a_cache_point_shows_in_the_difference() -> None:
    cassette = Cassette()
    request = LLMRequest.of("hi", system=[Block(text="rules", cache_point=True)])
    await CassetteRecorder(ScriptedLLM.saying("ok"), cassette).complete(request)
    with pytest.raises(CassetteMismatchError, match=r"cache point"):
        await CassettePlayer(cassette).complete(LLMRequest.of("hi", system="rules"))
