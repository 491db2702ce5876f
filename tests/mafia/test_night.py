"""The night: council, powers, dawn (seed 003)."""

from __future__ import annotations

import pytest

from ludens.mafia.decision import Act, Ask, Proposal
from ludens.mafia.events import (
    DawnBroke,
    FindingReturned,
    KillSettled,
    NightActed,
    Phase,
    PlayerDied,
    ProposalsShared,
    SpeechGiven,
    StrategiesShared,
)
from ludens.mafia.legal import may_pass, options
from ludens.mafia.night import Kill, Night, agreed, settle
from mafia.playing import at_day_one, at_night_one


def test_two_thirds_proposing_one_target_is_agreement() -> None:
    assert agreed({0: 5, 1: 5, 2: 6}) == Kill(5)
    assert agreed({0: 5, 1: 6}) is None
    assert agreed({0: 5, 1: 5, 2: 5, 3: 6}) == Kill(5)
    assert agreed({0: 5, 1: 5, 2: 6, 3: 6}) is None
    assert agreed({0: 5}) == Kill(5)


def test_killing_nobody_is_a_target_like_any_other() -> None:
    assert agreed({0: None, 1: None, 2: 6}) == Kill(None)


def test_a_split_goes_to_a_second_round_and_then_to_the_lowest_mafia_seat() -> None:
    split = {2: 5, 4: 6, 7: 8}
    assert settle(split, 1) is None
    assert settle(split, 2) == Kill(5, decider=2)
    assert settle({2: None, 4: 6, 7: 8}, 2) == Kill(None, decider=2)


def test_on_night_zero_nobody_is_killed_and_no_power_is_used() -> None:
    game = at_day_one("MMDPVVV")
    assert game.state.day == 1
    assert game.state.living == list(range(7))
    assert game.happened(NightActed) == game.happened(KillSettled) == []


def test_on_night_zero_each_mafia_plans_once_and_all_of_them_read_the_plans() -> None:
    game = at_day_one("MMDPVVV")
    shared = game.last(StrategiesShared)
    assert shared.audience == (0, 1)
    assert [(s.seat, s.text) for s in shared.strategies] == [(0, "plan of 0"), (1, "plan of 1")]
    assert game.state.view(1).private.strategies == shared.strategies
    assert game.state.view(2).private.strategies == ()


def test_the_mafia_decide_before_the_doctor_and_the_doctor_before_the_detective() -> None:
    game = at_night_one("DPMVVVM")
    asked = []
    while game.state.phase is Phase.NIGHT:
        asked.append((game.due.seat, game.due.ask))
        if game.due.ask is Ask.KILL:
            game.proposals(3)
            asked.append((6, Ask.KILL))
        else:
            seat = game.due.seat
            game.decide(Act(target=4 if seat != 4 else 5))
    assert asked == [(2, Ask.KILL), (6, Ask.KILL), (1, Ask.ACT), (0, Ask.ACT)]


def test_the_first_rounds_proposals_are_heard_before_the_second() -> None:
    game = at_night_one("MMDPVVV")
    game.proposals({0: 4, 1: 5})
    heard = game.state.view(1).private.councils[-1]
    assert [(p.seat, p.target) for p in heard.proposals] == [(0, 4), (1, 5)]
    assert game.due.ask is Ask.KILL
    game.proposals({0: 4, 1: 5}).acts({})
    assert game.last(KillSettled).decider == 0
    assert game.last(PlayerDied).seat == 4


def test_a_partner_does_not_hear_a_proposal_before_the_round_is_over() -> None:
    game = at_night_one("MMDPVVV")
    game.decide(Proposal(target=4, message="quietly"))
    assert game.state.view(1).private.councils == []
    assert "quietly" not in str(game.state.view(1).private)


def test_agreement_in_the_first_round_needs_no_second() -> None:
    game = at_night_one("MMMDPVVVVV").proposals({0: 5, 1: 5, 2: 6})
    assert len(game.happened(ProposalsShared)) == 1
    assert game.last(KillSettled).target == 5
    assert game.due.ask is Ask.ACT


def test_whoever_is_killed_is_silent() -> None:
    game = at_night_one("MDPVVVV").proposals(3).acts({})
    before = len(game.happened(SpeechGiven))
    assert game.last(PlayerDied).seat == 3
    assert game.state.phase is Phase.DAY
    assert 3 not in game.state.order
    assert len(game.happened(SpeechGiven)) == before


def test_a_saved_player_is_still_seated_at_dawn() -> None:
    game = at_night_one("MDPVVVV").proposals(3).acts({2: 3})
    assert game.last(DawnBroke).killed == ()
    assert 3 in game.state.living
    assert 3 in game.state.public.living
    assert 3 in game.state.order
    for seat in range(7):
        assert 3 in game.state.view(seat).public.living


def test_the_doctor_is_not_told_whether_it_mattered() -> None:
    saved = at_night_one("MDPVVVV").proposals(3).acts({2: 3})
    idle = at_night_one("MDPVVVV").proposals(None).acts({2: 3})
    assert saved.state.view(2).private == idle.state.view(2).private
    assert saved.state.view(2).public == idle.state.view(2).public


def test_the_doctor_may_protect_themselves() -> None:
    game = at_night_one("MDPVVVV")
    game.proposals(2)
    assert 2 in options(game.state.view(2), Ask.ACT)
    game.acts({2: 2})
    assert 2 in game.state.living


def test_the_detective_learns_at_once_and_alone() -> None:
    game = at_night_one("MDPVVVV").proposals(1).acts({1: 0})
    found = game.last(FindingReturned)
    assert (found.seat, found.target, found.is_mafia) == (1, 0, True)
    assert game.log.index(found) < game.log.index(game.last(DawnBroke))
    assert game.state.view(1).private.findings == [(0, True)]
    assert all(game.state.view(s).private.findings == [] for s in range(7) if s != 1)


def test_the_detective_cannot_investigate_themselves() -> None:
    game = at_night_one("MDPVVVV")
    game.proposals(None)
    assert 1 not in options(game.state.view(1), Ask.ACT)


def test_the_mafia_may_kill_nobody_but_not_their_own() -> None:
    game = at_night_one("MMDPVVV")
    view = game.state.view(0)
    assert may_pass(view, Ask.KILL)
    assert options(view, Ask.KILL) == (2, 3, 4, 5, 6)
    game.proposals(None).acts({})
    assert game.last(DawnBroke).killed == ()


def test_the_dawn_does_not_say_who_killed() -> None:
    game = at_night_one("MDPVVVV").proposals(3).acts({})
    assert set(type(game.last(DawnBroke)).model_fields) == {"killed", "day"}


@pytest.mark.parametrize("first", ["kill", "protect"])
def test_the_order_of_acts_in_a_night_does_not_matter(first: str) -> None:
    night = Night()
    for verb in (first, "protect" if first == "kill" else "kill"):
        getattr(night, verb)(3)
    assert night.deaths() == ()


def test_powers_are_asked_for_every_night() -> None:
    game = at_night_one("MDPVVVVV").proposals(None).acts({}).quiet_day()
    game.proposals(None)
    assert game.due.ask is Ask.ACT
