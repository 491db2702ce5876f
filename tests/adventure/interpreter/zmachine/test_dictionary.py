"""The dictionary knows what the story knows, cut as the story cuts it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adventure.interpreter.zmachine.probe_stories import zstory
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.zstory import ZStory


def test_words_are_known_by_as_many_letters_as_the_version_keeps() -> None:
    early, late = zstory("ferry.z3").dictionary, zstory("ferry.z5").dictionary
    assert (early.letters, late.letters) == (6, 9)
    assert early.knows("inventory")
    assert early.knows("invent")
    assert early.knows("inventive"), "the first six letters are the same"
    assert not late.knows("inventive")
    assert late.knows("inventory")
    assert early.truncate("inventory") == "invent"
    assert late.truncate("inventory") == "inventory"


@pytest.mark.parametrize("word", ["", "two words", "grue", " take", "take\n"])
def test_anything_else_is_not_known(word: str) -> None:
    assert not zstory("ferry.z5").dictionary.knows(word)


def test_case_does_not_matter() -> None:
    assert zstory("ferry.z5").dictionary.knows("TaKe")


def test_accented_words_and_foreign_alphabets_are_known() -> None:
    dictionary = zstory("letters.z5").dictionary
    texts = {word.text for word in dictionary.words}
    assert {"café", "naïve", "house", "crooked", "wintergar", "šśa"} <= texts
    for word in ("café", "NAÏVE", "šśa", "wintergarden"):
        assert dictionary.knows(word)
    assert not dictionary.knows("cafe")
    assert dictionary.truncate("wintergarden") == "wintergar"


def test_inform_words_are_what_their_flags_say() -> None:
    dictionary = zstory("lighthouse.z5").dictionary
    assert dictionary.parts_known
    expected = {
        "take": {PartOfSpeech.VERB},
        "truth": {PartOfSpeech.VERB, PartOfSpeech.META},
        "hamper": {PartOfSpeech.NOUN},
        "into": {PartOfSpeech.PREPOSITION},
    }
    for text, parts in expected.items():
        word = dictionary.look_up(text)
        assert word is not None
        assert word.parts == parts, text


def test_the_comma_separates_words() -> None:
    assert "," in zstory("lighthouse.z5").dictionary.separators


@pytest.mark.parametrize(
    ("name", "compiler"),
    [
        ("lighthouse.z5", Compiler.INFORM),
        ("ferry.z3", Compiler.INFORM),
        ("verbs-1.z3", Compiler.INFORM),
    ],
)
def test_the_compiler_is_told_by_its_stamp(name: str, compiler: Compiler) -> None:
    assert zstory(name).compiler is compiler


def test_an_unstamped_inform_story_is_told_by_its_grammar() -> None:
    for name, expected in (
        ("lighthouse.z8", Compiler.INFORM),
        ("verbs-1.z3", Compiler.INFORM),
        ("verbs-2.z5", Compiler.INFORM),
        ("ferry.z4", Compiler.UNKNOWN),
    ):
        story = bytearray(zstory(name).bytes)
        story[0x3C:0x40] = bytes(4)
        assert ZStory(bytes(story)).compiler is expected, name


@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789'-", min_size=1, max_size=20))
def test_a_cut_word_is_stored_like_the_whole_word(word: str) -> None:
    for name in ("ferry.z3", "ferry.z5"):
        codec = zstory(name).text
        assert codec.encode(codec.truncate(word)) == codec.encode(word)
