"""The grammar says what a story understands, or that it is unknown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adventure.interpreter.zmachine.made_stories import (
    STATIC,
    DictionaryWord,
    addresses,
    pointers,
    with_tables,
    word,
)
from adventure.interpreter.zmachine.probe_stories import ZORK, zstory
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.grammar import Grammar, GrammarFormat, TokenKind
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.zstory import ZStory


def patterns(grammar: Grammar, verb: str) -> list[str]:
    found = grammar.verb(verb)
    assert found is not None
    return [str(line) for line in found.lines]


@pytest.mark.parametrize(
    ("name", "format_"),
    [("verbs-1.z3", GrammarFormat.INFORM_1), ("verbs-2.z5", GrammarFormat.INFORM_2)],
)
def test_inform_grammar_is_read_as_it_was_written(name: str, format_: GrammarFormat) -> None:
    grammar = zstory(name).grammar
    assert grammar.format is format_
    assert patterns(grammar, "take") == ["[multi]", "[held]", "[multi inside] from [noun]"]
    assert patterns(grammar, "put") == ["[multi except] in [noun]", "down [multi held]"]
    assert patterns(grammar, "look") == ["", "at [noun]"]
    assert patterns(grammar, "ask") == ["[creature] for [special]"]
    assert patterns(grammar, "open") == ["[attribute]", "[number]"]
    assert patterns(grammar, "find") == ["[filter]", "[scope]", "[routine]"]


def test_synonyms_share_one_verb() -> None:
    grammar = zstory("verbs-1.z3").grammar
    assert grammar.verb("get") is grammar.verb("take")
    look = grammar.verb("l")
    assert look is not None
    assert look.words == ("l", "look")


def test_alternative_prepositions_stand_at_one_place() -> None:
    consult = zstory("verbs-2.z5").grammar.verb("consult")
    assert consult is not None
    assert [token.words for token in consult.lines[0].tokens] == [(), ("on", "about", "in"), ()]
    assert str(consult.lines[0]) == "[topic] on/about/in [noun]"
    assert consult.lines[1].reversed
    assert not consult.lines[0].reversed


def test_meta_verbs_are_told_from_verbs_of_the_game() -> None:
    grammar = zstory("verbs-2.z5").grammar
    save, take = grammar.verb("save"), grammar.verb("take")
    assert save is not None
    assert take is not None
    assert (save.meta, take.meta) == (True, False)
    assert save.words == ("save", "store")


def test_the_whole_library_grammar_is_read() -> None:
    grammar = zstory("lighthouse.z8").grammar
    assert grammar.format is GrammarFormat.INFORM_2
    assert len(grammar.verbs) > 80
    put = grammar.verb("put")
    assert put is not None
    assert "[multi except] in/inside/into [noun]" in map(str, put.lines)
    truth = grammar.verb("truth")
    assert truth is not None
    assert truth.meta


def test_a_story_without_grammar_has_an_unknown_grammar() -> None:
    for name in ("ferry.z5", "ghost.z5"):
        assert zstory(name).grammar == Grammar(GrammarFormat.UNKNOWN)


def zil_words(version: int) -> list[DictionaryWord]:
    """Words of four kinds; the low bits of the flags say whose number comes first."""
    spare = b"\0" if version == 3 else b""
    return [
        DictionaryWord("attack", b"\x41\xfe" + b"\0" + spare),
        DictionaryWord("carpet", b"\x80\x01" + b"\0" + spare),
        DictionaryWord("hit", b"\x41\xfe" + b"\0" + spare),
        DictionaryWord("in", b"\x08\xfb" + b"\0" + spare),
        DictionaryWord("light", b"\xe1\xff\x14" + spare),
        DictionaryWord("north", b"\x13\x1f" + b"\0" + spare),
        DictionaryWord("using", b"\x08\xfc" + b"\0" + spare),
        DictionaryWord("with", b"\x08\xfc" + b"\0" + spare),
        DictionaryWord("$verif", b"\x41\xfd" + b"\0" + spare),
    ]


def fixed_tables(version: int) -> tuple[bytes, list[DictionaryWord]]:
    verbs = [
        b"\x02" + bytes([1, 0, 0, 5, 0, 2, 0, 0]) + bytes([2, 0, 0xFC, 30, 12, 0x34, 2, 1]),
        b"\x01" + bytes([1, 0xFB, 0, 0, 0, 0, 0, 2]),
        b"\x01" + bytes([0, 0, 0, 0, 0, 0, 0, 3]),
    ]
    return pointers(verbs), zil_words(version)


def compact_tables(version: int) -> tuple[bytes, list[DictionaryWord]]:
    verbs = [
        b"\x02" + bytes([0x40, 0, 5, 2]) + bytes([0x80, 1, 30, 0x34, 0x3C, 12, 2]),
        b"\x01" + bytes([0x40 | 0x3B, 2, 0, 0]),
        b"\x01" + bytes([0x00, 3]),
    ]
    return pointers(verbs), zil_words(version)


@pytest.mark.parametrize(
    ("make", "format_", "entry"),
    [
        (fixed_tables, GrammarFormat.ZIL_FIXED, 4),
        (compact_tables, GrammarFormat.ZIL_COMPACT, 3),
    ],
)
@pytest.mark.parametrize("version", [3, 4, 5])
def test_infocom_grammar_is_read_in_both_of_its_layouts(
    make: Callable[[int], tuple[bytes, list[DictionaryWord]]],
    format_: GrammarFormat,
    entry: int,
    version: int,
) -> None:
    tables, words = make(version)
    tables += bytes(2 * 2 * 4)  # four actions and as many preactions
    # The list of prepositions comes last; its own length moves the words it points to.
    preposition_bytes = 2 + 3 * entry
    where = addresses(version, STATIC + len(tables) + preposition_bytes, words)
    tables += word(3)
    for text, number in (("in", 0xFB), ("with", 0xFC), ("using", 0xFC)):
        tables += word(where[text]) + number.to_bytes(entry - 2, "big")
    story = ZStory(with_tables(version, tables, words))
    assert story.compiler is Compiler.ZIL
    assert story.grammar.format is format_
    assert patterns(story.grammar, "light") == ["[held]", "[multi] with/using [held]"]
    assert patterns(story.grammar, "hit") == ["in [noun]"]
    attack = story.grammar.verb("attack")
    assert attack is not None
    assert attack.words == ("attack", "hit")
    assert attack.meta is None, "Infocom's tables do not say"
    assert story.grammar.verbs[0].lines[1].tokens[0].attribute == 30
    assert story.grammar.verbs[2].debug, "a tester's verb"


def test_infocom_words_are_what_their_flags_say() -> None:
    look = b"\x01" + bytes([0, 0, 0, 0, 0, 0, 0, 0])
    tables = pointers([look, look, look]) + bytes(4) + word(0)
    dictionary = ZStory(with_tables(3, tables, zil_words(3))).dictionary
    assert dictionary.parts_known
    light = dictionary.look_up("light")
    assert light is not None
    assert light.parts == {PartOfSpeech.VERB, PartOfSpeech.NOUN, PartOfSpeech.ADJECTIVE}
    assert dictionary.of(PartOfSpeech.DIRECTION) == ("north",)
    assert dictionary.of(PartOfSpeech.PREPOSITION) == ("in", "using", "with")


def test_the_compact_inform_grammar_is_read() -> None:
    words = [
        DictionaryWord("at", b"\x08\0\0"),
        DictionaryWord("look", b"\x41\xff\0"),
        DictionaryWord("lamp", b"\x80\0\0"),
        DictionaryWord("on", b"\x08\0\0"),
        DictionaryWord("upon", b"\x08\0\0"),
        DictionaryWord("quit", b"\x43\xfe\0"),
    ]
    look = (
        b"\x03"
        + word(0 << 11 | 7)
        + word(2 << 11 | 8)
        + bytes([0x42, 0, 0x01, 0])
        + word(4 << 11 | 0x400 | 9)
        + bytes([0x01, 1, 0x62, 1, 0x72, 2, 0x04, 5])
    )
    leave = b"\x01" + word(2)
    tables = pointers([look, leave]) + bytes(2 * 10)
    where = addresses(5, STATIC + len(tables) + 2 + 2 * 3, words)
    tables += word(3) + word(where["at"]) + word(where["on"]) + word(where["upon"])
    grammar = ZStory(with_tables(5, tables, words, stamp=b"6.44")).grammar
    assert grammar.format is GrammarFormat.INFORM_3
    assert patterns(grammar, "look") == ["", "at [noun]", "[held] on/upon [attribute]"]
    found = grammar.verb("look")
    assert found is not None
    assert [line.action for line in found.lines] == [7, 8, 9]
    assert [line.reversed for line in found.lines] == [False, False, True]
    quitting = grammar.verb("quit")
    assert quitting is not None
    assert quitting.meta


def test_tables_with_a_gap_are_unknown_rather_than_misread() -> None:
    tables, words = fixed_tables(3)
    broken = bytearray(tables)
    broken[1] += 1  # the first verb's address is off by one
    story = ZStory(with_tables(3, bytes(broken) + bytes(40), words))
    assert story.grammar.format is GrammarFormat.UNKNOWN
    assert story.compiler is Compiler.UNKNOWN
    assert not story.dictionary.parts_known
    assert story.dictionary.knows("carpet")


@pytest.mark.skipif(not ZORK.exists(), reason="needs a real story at .stories/zork1.z3")
def test_a_real_infocom_story_has_a_whole_grammar() -> None:
    story = ZStory(ZORK.read_bytes())
    assert story.compiler is Compiler.ZIL
    assert story.grammar.format is GrammarFormat.ZIL_FIXED
    spoken = [verb for verb in story.grammar.verbs if verb.words]
    assert len(spoken) > 100
    two_objects = [line for verb in spoken for line in verb.lines if len(line.tokens) == 3]
    assert len(two_objects) > 40
    for line in two_objects:
        for token in line.tokens:
            if token.kind is TokenKind.WORDS:
                assert all(story.dictionary.knows(text) for text in token.words)
