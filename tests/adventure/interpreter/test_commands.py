import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.adventure.interpreter.commands import LONGEST_COMMAND, CommandRefused, check_command


@pytest.mark.parametrize("command", ["", "look", 'say "hello" to >', "é ж", "\\quit", "a" * 198])
def test_a_line_of_printable_text_is_typed_as_it_is(command: str) -> None:
    assert check_command(command) == command


@pytest.mark.parametrize(
    "command", ["look\nquit", "look\r", "tab\t", "\x00", "\x1b[A", "\u2028", "\ud800", "\x7f"]
)
def test_newlines_and_control_characters_are_refused(command: str) -> None:
    with pytest.raises(CommandRefused, match="one line of printable text"):
        check_command(command)


def test_a_command_longer_than_the_input_buffer_is_refused_not_cut() -> None:
    with pytest.raises(CommandRefused, match="199 characters is too long"):
        check_command("a" * (LONGEST_COMMAND + 1))


def test_typographic_signs_are_typed_as_plain_ones() -> None:
    assert check_command("say \u201cdon\u2019t \u2013 ever\u2026\u201d") == 'say "don\'t - ever..."'


@given(st.text(max_size=300))
def test_any_text_is_typed_or_refused_in_one_line(command: str) -> None:
    try:
        typed = check_command(command)
    except CommandRefused as refused:
        assert "\n" not in str(refused)
    else:
        assert typed.isprintable()
        assert len(typed) <= LONGEST_COMMAND
