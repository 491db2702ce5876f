import pytest

from ludens.adventure.interpreter.story_text import strip_prompt


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("\n\nHall\nA hall.\n\n>", "Hall\nA hall."),
        ("Leave? (Y is affirmative): >", "Leave? (Y is affirmative):"),
        (">", ""),
        ("", ""),
        ("Press <RETURN>", "Press <RETURN>"),
        ("   centred\nleft  \n\n\nlast\n", "   centred\nleft  \n\n\nlast"),
        ("A sign: > this way >\n>", "A sign: > this way >"),
    ],
)
def test_only_the_prompt_and_the_blank_lines_around_the_text_are_taken_off(
    printed: str, text: str
) -> None:
    assert strip_prompt(printed) == text
