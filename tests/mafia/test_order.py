"""Who speaks when."""

from __future__ import annotations

from ludens.mafia.decision import Ask
from ludens.mafia.legal import longest_text, may_pass, options
from ludens.mafia.order import speaking_order
from mafia.playing import at_day_one


def test_seat_0_speaks_first_on_day_one() -> None:
    assert speaking_order(1, 5, range(5)) == (0, 1, 2, 3, 4)


def test_the_first_speaker_moves_on_by_one_seat_each_day() -> None:
    assert speaking_order(2, 5, range(5)) == (1, 2, 3, 4, 0)
    assert speaking_order(5, 5, range(5)) == (4, 0, 1, 2, 3)


def test_the_first_speaker_comes_round_again() -> None:
    assert speaking_order(6, 5, range(5)) == speaking_order(1, 5, range(5))


def test_a_dead_first_speaker_is_passed_over_for_the_next_living_one() -> None:
    assert speaking_order(2, 5, {0, 3, 4}) == (3, 4, 0)


def test_the_first_speaker_advances_by_seat_and_not_by_who_spoke_first() -> None:
    # Seat 1 is dead on day two, so 2 begins; on day three it is 2's own turn to begin.
    assert speaking_order(2, 5, {0, 2, 3, 4})[0] == 2
    assert speaking_order(3, 5, {0, 2, 3, 4})[0] == 2


def test_whoever_speaks_names_somebody_else_who_is_alive() -> None:
    game = at_day_one("MDPVVVV").vote_out(3).proposals(4).acts({2: 1})
    speaker = game.due.seat
    view = game.state.view(speaker)
    assert options(view, Ask.SPEECH) == tuple(s for s in (0, 1, 2, 5, 6) if s != speaker)
    assert not may_pass(view, Ask.SPEECH)


def test_a_defence_is_shorter_than_a_speech() -> None:
    game = at_day_one("MDPVVVV")
    view = game.state.view(0)
    assert longest_text(view, Ask.DEFENCE) < longest_text(view, Ask.SPEECH)


def test_every_living_player_speaks_once_each_day() -> None:
    game = at_day_one("MDPVVVV")
    order = game.state.order
    game.speeches(3)
    spoke = [event.seat for event in game.log if event.type == "speech_given"]
    assert spoke == list(order) == list(range(7))
