from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.harness import Decision, question
from ludens.llm.errors import ErrorKind, ReplyError, StructuredReplyError
from ludens.llm.response import LLMResponse, Stop, Usage
from ludens.llm.scripted import ScriptedLLM
from ludens.llm.structured import REPAIRED, WrongShapeError, read_json
from ludens.llm.thoughts import Aloud, split_thoughts


def unusable(kind: ErrorKind, text: str = "") -> ReplyError:
    response = LLMResponse(
        text=text, model="a/b", stop=Stop(kind.value), usage=Usage(input_tokens=5, output_tokens=2)
    )
    return ReplyError(kind, "said", model="a/b", response=response)


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ('{"command": "look"}', False),
        ('```json\n{"command": "look"}\n```', False),
        ('I think so.\n{"command": "look", "sure": false} Good luck!', False),
        ('<think>{"command": "no"}, or {this}?</think>{"command": "look"}', False),
        ('It asks: {what}?\n</think>\n\n```\n{"command": "look"}\n```', False),
        ('Not {"command": "no"} but {"command": "look"}, by {my} lights.', False),
        ("{'command': 'look'}", True),
        ('{"command": "look", "sure": false', True),
        ('{command: "look"}', True),
    ],
)
def test_json_is_found_in_prose_and_repaired(text: str, repaired: bool) -> None:
    assert read_json(text, Decision) == (Decision(command="look"), repaired)


@pytest.mark.parametrize("broken", ["1" * 900_000, "0x1" * 300_000, "1 " * 450_000])
def test_a_long_reply_that_is_no_json_is_not_repaired(broken: str) -> None:
    with (
        mock.patch("json_repair.loads", side_effect=AssertionError("it takes too long")),
        pytest.raises(WrongShapeError, match="not JSON"),
    ):
        read_json(f'{{"command": {broken}}}', Decision)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", ["{" * 50_000, '{"' * 25_000, '{"command":"' + '["' * 25_000])
def test_a_reply_that_opens_without_end_is_refused_in_time(text: str) -> None:
    with pytest.raises(WrongShapeError, match="not JSON"):
        read_json(text, Decision)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("count", [pytest.param(30_000 // 4 - 10, marks=pytest.mark.long), 24_000])
def test_a_reply_whose_repair_takes_the_square_of_its_length_is_not_repaired(count: int) -> None:
    with pytest.raises(WrongShapeError, match="not JSON"):
        read_json('{"command": [' + '("a"' * count, Decision)


@pytest.mark.timeout(30)
def test_what_opens_many_times_and_never_ends_is_not_read_anew_each_time() -> None:
    inside = '{"x":' * 480 + "[" + "1," * 2_500_000
    with pytest.raises(WrongShapeError, match="not JSON"):
        read_json(inside, Decision)


@given(st.lists(st.sampled_from(["<think>", "</think>", "<", ">", " ", "a", "{}", "\n"])))
def test_a_reply_heard_in_pieces_is_the_reply_without_its_thoughts(pieces: list[str]) -> None:
    aloud = Aloud()
    heard = "".join([aloud.hear(piece) for piece in pieces]) + aloud.rest()
    text = "".join(pieces)
    if text.lstrip().startswith("<think>") or "</think>" not in text:
        assert heard.strip() == split_thoughts(text)[1].strip()


DEEP = ('{"a":' * 20_000, '{"a":' * 900 + "1" + "}" * 900, "{" * 5000, '{"command":' + "[" * 20_000)


@pytest.mark.parametrize(
    "text", ["", "go north", "{}", "[1, 2]", "null", '{"sure": true}', "{{", *DEEP]
)
def test_what_holds_no_such_object_is_the_wrong_shape(text: str) -> None:
    with pytest.raises(WrongShapeError):
        read_json(text, Decision)


async def test_a_repaired_reply_says_so() -> None:
    llm = ScriptedLLM.saying("{'command': 'look'}")
    _, response = await llm.complete_json(question(), Decision)
    assert response.notes == (REPAIRED,)


@pytest.mark.parametrize("kind", [ErrorKind.EMPTY, ErrorKind.TRUNCATED])
async def test_empty_and_truncated_replies_are_asked_for_again(kind: ErrorKind) -> None:
    llm = ScriptedLLM.saying(
        unusable(kind, "" if kind is ErrorKind.EMPTY else '{"comm'), Decision(command="look")
    )
    value, response = await llm.complete_json(question(), Decision)
    assert value.command == "look"
    assert response.attempts == 2
    assert response.usage.input_tokens > 5
    assert "cannot be used" in llm.requests[1].messages[-1].blocks[-1].text


@pytest.mark.parametrize("kind", [ErrorKind.REFUSED, ErrorKind.FILTERED])
async def test_a_refusal_is_not_argued_with(kind: ErrorKind) -> None:
    llm = ScriptedLLM.saying("wrong", unusable(kind, "no"))
    with pytest.raises(ReplyError) as caught:
        await llm.complete_json(question(), Decision)
    assert caught.value.kind is kind
    assert len(llm.requests) == 2
    assert caught.value.response.attempts == 2, "the wrong reply was paid for as well"


async def test_each_question_again_has_the_faults_of_the_last_reply() -> None:
    llm = ScriptedLLM.saying("no", '{"command": 7}', '{"command": "look"}')
    await llm.complete_json(question(), Decision)
    assert "not JSON" in llm.requests[1].messages[-1].blocks[0].text
    assert "command: Input should be a valid string" in llm.requests[2].messages[-1].blocks[0].text
    assert len({request.hash for request in llm.requests}) == 3


async def test_the_number_of_retries_can_be_set() -> None:
    llm = ScriptedLLM.saying("no")
    with pytest.raises(StructuredReplyError) as caught:
        await llm.complete_json(question(), Decision, retries=0)
    assert caught.value.replies == ("no",)
