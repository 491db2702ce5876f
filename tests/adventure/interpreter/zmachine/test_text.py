"""Z-strings read as the story prints them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adventure.interpreter.zmachine.made_stories import blank, word
from adventure.interpreter.zmachine.probe_stories import ask_truth, running, story, zstory
from ludens.adventure.interpreter.zmachine.header import Header
from ludens.adventure.interpreter.zmachine.text import TextCodec

HELLO = (13, 10, 17, 17, 20)  # "hello" in the lower alphabet


def packed(*characters: int) -> bytes:
    """A Z-string of these Z-characters, filled up and ended."""
    filled = [*characters, *([5] * (-len(characters) % 3))]
    words = [
        filled[at] << 10 | filled[at + 1] << 5 | filled[at + 2] for at in range(0, len(filled), 3)
    ]
    words[-1] |= 0x8000
    return b"".join(word(value) for value in words)


def decoded(version: int, *characters: int, header: dict[int, int] | None = None) -> str:
    data = blank(version)
    for address, value in (header or {}).items():
        data[address : address + 2] = word(value)
    start = len(data)
    data += packed(*characters)
    return TextCodec(bytes(data), Header.parse(bytes(data))).decode(start)


@pytest.mark.parametrize("version", [3, 4, 5, 8])
def test_letters_of_the_lower_alphabet_stand_for_themselves(version: int) -> None:
    assert decoded(version, *HELLO) == "hello"


@pytest.mark.parametrize("version", [3, 5, 8])
def test_shifts_last_for_one_character(version: int) -> None:
    assert decoded(version, 4, 13, 10, 0, 5, 8, 6) == "He 0a"
    assert decoded(version, 5, 7) == "\n"


@pytest.mark.parametrize("version", [3, 5])
def test_any_character_can_be_spelled_out(version: int) -> None:
    assert decoded(version, 5, 6, 2, 0) == "@"
    assert decoded(version, 5, 6, 170 >> 5, 170 & 31) == "é"
    assert decoded(version, 5, 6, 161 >> 5, 161 & 31) == "ß"
    assert decoded(version, 5, 6, 223 >> 5, 223 & 31) == "¿"


def test_a_spelling_that_breaks_off_prints_nothing() -> None:
    assert decoded(3, 13, 5, 6) == "h"
    assert decoded(3, 13, 1) == "h"


def test_an_abbreviation_may_not_hold_another() -> None:
    data = blank(3)
    data[0x18:0x1A] = word(0x40)
    data[0x40:0x42] = word(0x80 // 2)
    data[0x80:0x84] = packed(1, 0, *HELLO[:1])
    start = len(data)
    data += packed(1, 0, 6)
    assert TextCodec(bytes(data), Header.parse(bytes(data))).decode(start) == "ha"


def test_names_read_as_the_story_prints_them() -> None:
    """A foreign alphabet, letters outside all alphabets, abbreviations."""
    names = zstory("letters.z5").objects.names
    assert names[-3:] == ("Café Übergröße", "crooked house of the šś", "100% (in all) Ά")
    with running(story("letters.z5")) as (interpreter, _):
        printed = ask_truth(interpreter, "anything").objects
    for number, (*_, name) in printed.items():
        assert names[number] == name


def test_every_name_of_a_library_story_reads_as_the_story_prints_it() -> None:
    names = zstory("lighthouse.z5").objects.names
    with running(story("lighthouse.z5")) as (interpreter, _):
        for page in range(1, len(names), 50):
            for number, (*_, name) in ask_truth(interpreter, f"tree {page}").objects.items():
                assert names[number] == name.rstrip("\n")


@given(st.binary(max_size=400), st.integers(0, 500), st.integers(0, 9))
def test_garbage_reads_as_some_text(data: bytes, address: int, version: int) -> None:
    story_bytes = bytes([version]) + data
    codec = TextCodec(story_bytes, Header.parse(story_bytes))
    codec.decode(address).encode("utf-8")
    codec.decode_packed(address)


@given(st.text(max_size=30))
def test_any_word_can_be_encoded(text: str) -> None:
    for name in ("ferry.z3", "ferry.z5", "letters.z5"):
        codec = zstory(name).text
        assert len(codec.encode(text)) in (4, 6)
        assert codec.encode(text)[-2] & 0x80
