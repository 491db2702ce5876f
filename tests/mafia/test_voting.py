"""Votes, ties and revotes (seed 003)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludens.mafia.decision import Ask, Ballot
from ludens.mafia.events import (
    BallotCast,
    Cause,
    Phase,
    PlayerDied,
    Speaking,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.legal import options
from ludens.mafia.voting import Count, count_revote, count_vote
from mafia.playing import at_day_one


def ballots(*choices: int | None) -> dict[int, int | None]:
    return dict(enumerate(choices))


def test_a_plurality_is_out() -> None:
    assert count_vote(ballots(1, 1, 2, None, 3)) == Count(out=1)


def test_a_single_vote_is_a_plurality_when_all_others_are_spread() -> None:
    assert count_vote(ballots(4)) == Count(out=4)


def test_a_tie_between_players_is_voted_on_again() -> None:
    assert count_vote(ballots(1, 1, 2, 2, None)) == Count(tied=(1, 2))


def test_skip_tied_with_one_player_is_voted_on_again() -> None:
    assert count_vote(ballots(1, 1, None, None, 2)) == Count(tied=(1,))


def test_skip_tied_with_two_players_is_nobody() -> None:
    assert count_vote(ballots(1, 1, 2, 2, None, None)) == Count()


def test_skip_by_plurality_is_nobody() -> None:
    assert count_vote(ballots(None, None, 1, 2)) == Count()


def test_everybody_skipping_is_nobody() -> None:
    assert count_vote(ballots(None, None, None)) == Count()


def test_a_revote_with_a_plurality_is_out() -> None:
    assert count_revote(ballots(1, 1, 2, None)) == Count(out=1)


def test_a_revote_tied_again_is_nobody() -> None:
    assert count_revote(ballots(1, 1, 2, 2)) == Count()


def test_a_revote_where_skip_ties_or_wins_is_nobody() -> None:
    assert count_revote(ballots(1, 1, None, None)) == Count()
    assert count_revote(ballots(1, None, None)) == Count()


@given(st.dictionaries(st.integers(0, 14), st.none() | st.integers(0, 14), min_size=1))
def test_whoever_is_out_has_more_votes_than_anybody_else_and_than_skipping(
    cast: dict[int, int | None],
) -> None:
    for count in (count_vote(cast), count_revote(cast)):
        assert not (count.out is not None and count.tied)
        if count.out is not None:
            tally = list(cast.values())
            others = set(tally) - {count.out}
            assert all(tally.count(count.out) > tally.count(other) for other in others)


def test_nobody_is_told_a_ballot_before_all_have_voted() -> None:
    game = at_day_one("MDPVVVV").speeches(3)
    while len(game.state.done) < 6:
        game.decide(Ballot(choice=None if game.due.seat == 3 else 3))
        assert game.state.public.days[-1].votes == []
    assert game.state.public.voted == [0, 1, 2, 3, 4, 5]


def test_only_the_nominated_can_be_voted_for() -> None:
    game = at_day_one("MDPVVVV").speeches({0: 5, 1: 5, 2: 6, 3: 5, 4: 5, 5: 6, 6: 5})
    assert options(game.state.view(0), Ask.VOTE) == (5, 6)


def test_nobody_can_vote_for_themselves() -> None:
    game = at_day_one("MDPVVVV").speeches({0: 5, 1: 5, 2: 6, 3: 5, 4: 5, 5: 6, 6: 5})
    assert options(game.state.view(5), Ask.VOTE) == (6,)


def test_whoever_is_voted_out_has_last_words_after_dying() -> None:
    game = at_day_one("MDPVVVV").vote_out(3)
    kinds = [event.type for event in game.log[-5:]]
    assert kinds == [
        "votes_counted",
        "player_died",
        "phase_began",
        "speech_given",
        "phase_began",
    ]
    died = game.last(PlayerDied)
    assert (died.seat, died.cause, died.role) == (3, Cause.VOTE, None)
    assert game.last(SpeechGiven).kind is Speaking.LAST_WORDS
    assert game.last(SpeechGiven).seat == 3
    assert game.state.phase is Phase.NIGHT


def test_a_tie_calls_each_tied_player_to_a_defence_that_every_voter_hears() -> None:
    game = at_day_one("MDPVVVV").speeches({0: 5, 1: 6, 2: 5, 3: 6, 4: 5, 5: 6, 6: 5})
    game.votes({0: 5, 1: 5, 2: 5, 3: 6, 4: 6, 5: 6})
    assert game.state.phase is Phase.DEFENCE
    assert game.state.order == (5, 6)
    game.statements("defence")
    assert game.state.phase is Phase.REVOTE
    for voter in game.state.living:
        heard = game.state.view(voter).public.days[-1].speeches
        assert [s.text for s in heard if s.kind is Speaking.DEFENCE] == [
            "defence of 5",
            "defence of 6",
        ]
        assert set(options(game.state.view(voter), Ask.REVOTE)) == {5, 6} - {voter}
    game.votes({0: 5, 1: 5})
    assert game.state.phase is Phase.NIGHT, "skipping won the revote, so nobody is out"
    assert 5 in game.state.living


def test_every_living_player_votes_once_each_day_and_the_dead_do_not() -> None:
    game = at_day_one("MDPVVVV").vote_out(3).proposals(4).acts({2: 1})
    game.speeches(6).votes({0: 6, 1: 6, 2: 6, 5: None, 6: None})
    first, second = game.happened(VotesCounted)
    assert list(first.ballots) == [0, 1, 2, 3, 4, 5, 6]
    assert list(second.ballots) == [0, 1, 2, 5, 6]


def test_everybody_votes_in_the_revote_the_tied_too() -> None:
    game = at_day_one("MDPVVVV").speeches({0: 5, 1: 6, 2: 5, 3: 6, 4: 5, 5: 6, 6: 5})
    game.votes({0: 5, 1: 5, 2: 5, 3: 6, 4: 6, 5: 6}).statements()
    before = len(game.happened(BallotCast))
    game.votes({5: 6, 6: 5, 0: 6, 1: 6, 2: 6})
    assert [ballot.seat for ballot in game.happened(BallotCast)[before:]] == list(range(7))
    assert game.state.out == 6


def test_a_revote_decides_between_one_player_and_skipping() -> None:
    game = at_day_one("MDPVVVV").speeches(5)
    game.votes({0: 5, 1: 5, 2: 5, 3: 0, 4: None, 5: None, 6: None})
    assert game.state.phase is Phase.DEFENCE
    assert game.state.order == (5,)
    game.statements().votes({0: 5, 1: 5, 2: 5, 3: 5})
    assert game.state.phase is Phase.LAST_WORDS
    assert game.state.out == 5


def test_when_nobody_is_out_night_falls_at_once() -> None:
    game = at_day_one("MDPVVVV").speeches(5).votes(None)
    assert game.state.phase is Phase.NIGHT
    assert game.happened(PlayerDied) == []
