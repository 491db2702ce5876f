"""How a game ends (seed 003)."""

from __future__ import annotations

import pytest

from ludens.episode.events import Outcome
from ludens.mafia.events import GameDecided, Speaking, SpeechGiven
from ludens.mafia.roles import Team
from ludens.mafia.victory import winning_team
from mafia.playing import SHORT, at_day_one, at_night_one


def living(roles: str) -> dict[int, str]:
    return {seat: SHORT[letter] for seat, letter in enumerate(roles)}


@pytest.mark.parametrize(
    ("roles", "team"),
    [
        ("VVD", Team.TOWN),
        ("MV", Team.MAFIA),
        ("MVV", None),
        ("MMVV", Team.MAFIA),
        ("MMVVV", None),
        ("MGVV", Team.MAFIA),
        ("J", Team.TOWN),
        ("MJ", Team.MAFIA),
        ("MJV", None),
        ("M", Team.MAFIA),
    ],
)
def test_the_town_wins_without_mafia_and_the_mafia_at_parity(roles: str, team: Team | None) -> None:
    assert winning_team(living(roles)) is team


def test_voting_out_the_last_mafia_wins_after_their_last_words() -> None:
    game = at_day_one("MDPVVVV").vote_out(0)
    assert game.state.team is Team.TOWN
    assert game.state.outcome is Outcome.ENDED
    assert game.state.reason == "the town wins"
    assert game.last(SpeechGiven).kind is Speaking.LAST_WORDS


def test_the_dead_of_the_town_win_with_it() -> None:
    game = at_night_one("MDPVVVV").proposals(3).acts({}).vote_out(0)
    assert game.last(GameDecided).winners == (1, 2, 3, 4, 5, 6)


def test_the_mafia_win_at_dawn_when_they_are_as_many_as_the_others() -> None:
    game = at_day_one("MMDPV").vote_out(4)
    assert game.state.team is Team.MAFIA, "two of four is parity"
    game = at_day_one("MMDPVV").vote_out(5)
    game.proposals(4).acts({})
    assert game.state.team is Team.MAFIA
    assert game.last(GameDecided).winners == (0, 1)


def test_all_roles_are_revealed_at_the_end_and_not_before() -> None:
    game = at_day_one("MDPVVVV")
    assert game.state.public.roles == ()
    game.vote_out(0)
    assert game.state.public.roles[:3] == ("mafia", "detective", "doctor")


def test_roles_of_the_dead_are_shown_only_where_the_rules_say_so() -> None:
    assert at_day_one("MDPVVVV").vote_out(1).state.public.deaths[0].role is None
    shown = at_day_one("MDPVVVV", reveal_roles=True).vote_out(1)
    assert shown.state.public.deaths[0].role == "detective"


def test_after_the_last_day_nobody_has_won() -> None:
    game = at_day_one("MDPVVVV", max_days=2).quiet_day()
    game.proposals(None).acts({}).quiet_day()
    assert game.state.team is None
    assert game.state.outcome is Outcome.ENDED
    assert game.last(GameDecided).winners == ()
    assert game.state.reason == "nobody has won after 2 days"


def test_a_vote_on_the_last_day_still_wins() -> None:
    assert at_day_one("MDPVVVV", max_days=1).vote_out(0).state.team is Team.TOWN
