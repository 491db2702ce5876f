from ludens.adventure.interpreter.dfrotz import COLUMNS, DumbScreen, join_broken_lines
from ludens.adventure.interpreter.protocol import Wants


def test_a_sign_within_the_text_is_never_a_prompt() -> None:
    screen = DumbScreen()
    text, wants = screen.read_turn("  A sign: > this\n  >\n  > way >\n> >", ended=False)
    assert (text, wants) == ("A sign: > this\n>\n> way >", Wants.LINE)


def test_the_mark_of_the_last_line_tells_what_is_wanted() -> None:
    for last, wants in {
        "> >": Wants.LINE,
        "T >": Wants.LINE,
        ") Press a key: ": Wants.KEY,
        "t Quick: ": Wants.KEY,
        "Please enter a filename [story.qzl]: ": Wants.LINE,
    }.items():
        assert DumbScreen().read_turn(f"  Text.\n{last}", ended=False)[1] is wants


def test_a_question_of_the_interpreter_itself_is_part_of_the_text() -> None:
    text, _ = DumbScreen().read_turn("Please enter a filename [a.qzl]: ", ended=False)
    assert text == "Please enter a filename [a.qzl]:"


def test_a_prompt_that_is_shown_again_with_its_answer_is_told_once() -> None:
    screen = DumbScreen()
    screen.read_turn("  Hm.\n) Press a key: ", ended=False)
    text, _ = screen.read_turn("  Press a key: You pressed x.\n> >", ended=False)
    assert text == "You pressed x."


def test_what_is_printed_before_the_end_is_the_last_text() -> None:
    text, wants = DumbScreen().read_turn("  Goodbye.\n", ended=True)
    assert (text, wants) == ("Goodbye.", Wants.NOTHING)


def test_lines_broken_by_the_screens_width_are_joined_and_others_are_not() -> None:
    long = "word " * (COLUMNS // 5 - 1) + "word"
    assert join_broken_lines([long, "longer than fits", "short", "end"]) == [
        f"{long} longer than fits",
        "short",
        "end",
    ]
    assert join_broken_lines([long, "", "new paragraph"]) == [long, "", "new paragraph"]
