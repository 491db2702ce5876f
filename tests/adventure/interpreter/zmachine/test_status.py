"""Numbers that a story prints are read from its words, whatever stands around them."""

from __future__ import annotations

import pytest

from ludens.adventure.interpreter.zmachine.counters import Printed, read_score_reply, read_status


@pytest.mark.parametrize(
    ("status", "printed"),
    [
        ("Quay            Score: 0      Moves: 12", Printed(score=0, moves=12)),
        ("Quay            Score: -7     Moves: 3", Printed(score=-7, moves=3)),
        ("Quay            Score: 5      Turns: 3", Printed(score=5, moves=3)),
        ("Quay                                   15/230", Printed(score=15, moves=230)),
        ("Quay                                   -5/4", Printed(score=-5, moves=4)),
        ("Moulin          Points: 4     Tours: 19", Printed(score=4, moves=19)),
        ("Cucina     Punteggio: 10     Mosse: 2\nSecond line", Printed(score=10, moves=2)),
        ("Quay            Moves: 3", Printed(moves=3)),
        ("Hall                       Time: 9:05 am", Printed(clock=(9, 5))),
        ("Hall                       Time: 12:30 am", Printed(clock=(0, 30))),
        ("Hall                       11:59 p.m.", Printed(clock=(23, 59))),
        ("Hall                       12:00 PM", Printed(clock=(12, 0))),
        ("Hall                       23:59", Printed(clock=(23, 59))),
        ("Room 101", Printed()),
        ("Gate 3/4 of the way", Printed()),
        ("", Printed()),
    ],
)
def test_a_status_line_is_read(status: str, printed: Printed) -> None:
    assert read_status(status) == printed


@pytest.mark.parametrize(
    ("reply", "printed"),
    [
        (
            "You have so far scored 3 out of a possible 50, in 14 turns.",
            Printed(score=3, moves=14, max_score=50),
        ),
        (
            "Your score is 0 (total of 350 points), in 1 move.",
            Printed(score=0, moves=1, max_score=350),
        ),
        ("Your score is -2 out of 10, in 5 moves.", Printed(score=-2, moves=5, max_score=10)),
        ("You have scored a total of 7 out of a maximum of 90.", Printed(score=7, max_score=90)),
        ("Your score is 10 of a possible 100.", Printed(score=10, max_score=100)),
        ("There is no score in this story.", Printed(unscored=True)),
        ("This story does not keep score.", Printed(unscored=True)),
        ("You don't understand that.", Printed()),
    ],
)
def test_an_answer_to_score_is_read(reply: str, printed: Printed) -> None:
    assert read_score_reply(reply) == printed
