"""What a command asks for."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.titles import Kind


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("n", Kind.MOVING),
        ("go north", Kind.MOVING),
        ("enter boat", Kind.MOVING),
        ("n. open door. e", Kind.MOVING),
        ("look", Kind.LOOKING),
        ("look around", Kind.LOOKING),
        ("look under rug", Kind.READING),
        ("x sign", Kind.READING),
        ("inventory", Kind.READING),
        ("restart", Kind.OPENING),
        ("undo", Kind.OTHER),
        ("push button", Kind.OTHER),
        ("", Kind.OTHER),
    ],
)
def test_a_commands_words_tell_what_may_answer_it(command: str, kind: Kind) -> None:
    assert kind_of(command) is kind


def test_only_a_direction_is_a_walk() -> None:
    assert is_walk("sw")
    assert is_walk("walk up")
    assert not is_walk("enter boat")
