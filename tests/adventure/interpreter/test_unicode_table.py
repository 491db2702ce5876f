from hypothesis import given
from hypothesis import strategies as st

from adventure.interpreter.compiled import story_bytes
from ludens.adventure.interpreter.story_text import UnicodeTable

LETTERS = story_bytes("letters.z5")
TABLE = "čČéжукЖ“”"


def test_letters_of_the_storys_own_table_are_typed_and_printed() -> None:
    table = UnicodeTable(LETTERS)
    for letter in TABLE:
        assert table.decode(table.encode(letter)) in (letter, letter.lower())
        assert len(table.encode(letter)) == 1
    assert len({table.encode(letter) for letter in "čéжук“”"}) == 7


def test_small_letters_get_places_that_the_library_does_not_change() -> None:
    table = UnicodeTable(LETTERS)
    for letter in "čжук":
        code = table.encode(letter)[0]
        assert not 0xC0 <= code <= 0xDE or code == 0xD7


def test_letters_that_no_story_of_this_kind_has_are_question_marks() -> None:
    table = UnicodeTable(LETTERS)
    assert table.encode("a漢b") == b"a?b"
    taken = {table.encode(letter) for letter in "чжук“”" if table.encode(letter) != b"?"}
    for place in taken:
        assert table.encode(place.decode("latin-1")) == b"?"
    assert UnicodeTable(story_bytes("oddities.z5")).encode("жé") == b"?\xe9"


def test_the_storys_own_table_is_put_back_into_memory() -> None:
    table = UnicodeTable(LETTERS)
    assert table.story != LETTERS
    assert table.restore(table.story) == LETTERS
    assert table.restore(table.story[:70]) == LETTERS[:70]


def test_a_story_without_a_table_is_left_alone() -> None:
    for name in ("oddities.z3", "oddities.z5", "cottage.z5"):
        story = story_bytes(name)
        assert UnicodeTable(story).story is story


@given(st.binary(min_size=64, max_size=64), st.integers(0, 0xFFFF))
def test_a_table_that_points_anywhere_does_no_harm(head: bytes, pointer: int) -> None:
    story = b"\x05" + head[1:0x36] + pointer.to_bytes(2) + head[0x38:] + LETTERS[64:]
    table = UnicodeTable(story)
    assert len(table.story) == len(story)
    assert table.restore(table.story) == story
