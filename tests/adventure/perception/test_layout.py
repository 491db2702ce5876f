"""The lines and sentences of an observation."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludens.adventure.perception.layout import lines_of, plain, sentences_of, text_of


def test_lines_know_their_paragraph_and_indent() -> None:
    lines = lines_of("Hall\nA wide hall.\n\n  a lamp\n>")
    assert [
        (line.text, line.indent, line.paragraph, line.opens, line.closes) for line in lines
    ] == [
        ("Hall", 0, 0, True, False),
        ("A wide hall.", 0, 0, False, True),
        ("a lamp", 2, 1, True, True),
    ]


def test_lines_that_an_engine_wrapped_are_joined_again() -> None:
    wrapped = (
        "Hall\n"
        "A wide hall with a floor of grey stone, worn hollow by the feet of many pilgrims\n"
        "who came this way. Doors lead north and east.\n"
    )
    assert [line.text for line in lines_of(wrapped)] == [
        "Hall",
        "A wide hall with a floor of grey stone, worn hollow by the feet of many pilgrims who came "
        "this way. Doors lead north and east.",
    ]


def test_lines_that_the_story_ended_itself_are_left_alone() -> None:
    text = "A hall.\nThere is a lamp here.\nThere is a sword here."
    assert [line.text for line in lines_of(text)] == text.split("\n")


def test_sentences_end_at_their_marks_and_not_at_abbreviations() -> None:
    assert sentences_of('Mr. Pym nods. "Go on!" he says. It is 3.15 now.') == [
        "Mr. Pym nods.",
        '"Go on!" he says.',
        "It is 3.15 now.",
    ]


def test_plain_text_compares_words_alone() -> None:
    assert plain("  It's the   Duke's -- Hall! ") == "its the dukes hall"


@given(st.text(alphabet="ab .\n>", max_size=80))
def test_the_text_of_lines_reads_as_the_same_lines(text: str) -> None:
    lines = lines_of(text)
    assert lines_of(text_of(lines)) == lines


def test_an_initial_ends_no_sentence() -> None:
    told = sentences_of("S. Pell, baker, it says on the sack. It is half empty.")
    assert told == ["S. Pell, baker, it says on the sack.", "It is half empty."]
