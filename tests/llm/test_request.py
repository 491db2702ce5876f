from __future__ import annotations

import hashlib
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ludens.llm.request import Block, LLMRequest, Message, OutputSchema, Role, Sampling

TEXT = st.text(min_size=1, max_size=20)
BLOCK = st.builds(Block, text=TEXT, cache_point=st.booleans())
MESSAGE = st.builds(Message, role=st.sampled_from(Role), blocks=st.lists(BLOCK, max_size=3))
REQUEST = st.builds(
    LLMRequest,
    system=st.lists(BLOCK, max_size=3),
    messages=st.lists(MESSAGE, min_size=1, max_size=3),
    agent=TEXT,
)


def test_a_string_is_a_block_and_a_block_is_a_list_of_one() -> None:
    assert LLMRequest.of("hi", system="rules") == LLMRequest(
        system=(Block(text="rules"),), messages=(Message(blocks=(Block(text="hi"),)),)
    )


def test_empty_blocks_are_left_out() -> None:
    request = LLMRequest.of("hi", system=["rules", "", Block(text="")])
    assert [block.text for block in request.system] == ["rules"]


@given(REQUEST)
def test_the_hash_is_that_of_the_canonical_json(request: LLMRequest) -> None:
    text = request.canonical()
    assert request.hash == hashlib.sha256(text.encode()).hexdigest()
    assert text.isascii()
    assert LLMRequest.model_validate_json(text).hash == request.hash
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) == text


@given(REQUEST, st.integers(0, 9), st.integers(1, 9))
def test_its_place_in_the_turn_is_no_part_of_a_request(
    request: LLMRequest, occurrence: int, attempt: int
) -> None:
    placed = request.model_copy(update={"occurrence": occurrence, "attempt": attempt})
    assert placed.hash == request.hash


def test_whatever_is_asked_changes_the_hash() -> None:
    base = LLMRequest.of("hi", system="rules", agent="player")
    others = [
        LLMRequest.of("hi!", system="rules", agent="player"),
        LLMRequest.of("hi", system="rule", agent="player"),
        LLMRequest.of("hi", system="rules", agent="critic"),
        LLMRequest.of("hi", system=Block(text="rules", cache_point=True), agent="player"),
        LLMRequest.of("hi", system="rules", agent="player", sampling=Sampling(temperature=0.5)),
        LLMRequest.of("hi", system="rules", agent="player", sampling=Sampling(max_tokens=5)),
        base.with_output(OutputSchema(name="x", definition={"type": "object"})),
    ]
    assert len({base.hash, *(other.hash for other in others)}) == len(others) + 1


def test_the_hash_is_the_same_in_another_process() -> None:
    code = (
        "from ludens.llm.request import *;"
        "print(LLMRequest.of('Grüße \\ud800', system=Block(text='r', cache_point=True),"
        " sampling=Sampling(temperature=0.1)).hash)"
    )
    here = LLMRequest.of(
        "Grüße \ud800",
        system=Block(text="r", cache_point=True),
        sampling=Sampling(temperature=0.1),
    )
    for seed in ("1", "2"):
        result = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        assert result.stdout.strip() == here.hash


@given(REQUEST, TEXT)
def test_what_follows_the_last_cache_point_is_no_part_of_the_prefix(
    request: LLMRequest, later: str
) -> None:
    longer = request.model_copy(
        update={"messages": (*request.messages, Message(blocks=(Block(text=later),)))}
    )
    assert longer.fixed_prefix() == request.fixed_prefix()


def test_the_prefix_is_everything_up_to_the_last_cache_point() -> None:
    request = LLMRequest(
        system=["a", Block(text="b", cache_point=True)],
        messages=[Message(blocks=["c", Block(text="d", cache_point=True), "e"])],
    )
    assert request.fixed_prefix() == '[["a","b"],[["user",["c","d"]]]]'
    first, second = request.cache_points()
    assert (first.system, first.message, first.blocks, first.tokens) == (2, -1, 0, 1)
    assert (second.system, second.message, second.blocks, second.tokens) == (2, 0, 2, 1)
    assert first.digest != second.digest
    assert LLMRequest.of("x", system="y").fixed_prefix() is None


def test_a_request_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        LLMRequest.of("hi").agent = "other"  # type: ignore[misc]


def test_an_empty_reply_is_complained_of_in_the_last_message() -> None:
    asked = LLMRequest.of("hi").followed_by("", "empty!")
    assert [m.role for m in asked.messages] == [Role.USER]
    assert [b.text for b in asked.messages[0].blocks] == ["hi", "empty!"]
    quoted = LLMRequest.of("hi").followed_by("ho", "wrong!")
    assert [m.role for m in quoted.messages] == [Role.USER, Role.ASSISTANT, Role.USER]
