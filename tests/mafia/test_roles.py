"""Roles beside the four of the seed, and how many of each are dealt."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludens.mafia.composition import (
    MAFIA_AT,
    CompositionError,
    composition_for,
    count_of,
    deal,
)
from ludens.mafia.decision import Act, Ask
from ludens.mafia.events import DawnBroke, FindingReturned, GameDecided
from ludens.mafia.legal import may_pass
from ludens.mafia.roles import ROLES, Team
from mafia.playing import at_day_one, at_night_one


@pytest.mark.parametrize("seats", range(5, 16))
def test_every_size_has_a_table_of_roles_that_makes_a_game(seats: int) -> None:
    counts = composition_for(seats)
    assert sum(counts.values()) == seats
    assert counts["mafia"] == MAFIA_AT[seats]
    assert counts["detective"] == counts["doctor"] == 1
    assert 2 * counts["mafia"] < seats - 1, "one wrong vote does not lose the game"


def test_roles_asked_for_take_the_villagers_seats() -> None:
    counts = composition_for(10, {"jester": 1, "godfather": 1, "mafia": 2})
    assert counts["villager"] == 4
    assert count_of(counts, Team.MAFIA) == 3


@pytest.mark.parametrize(
    ("seats", "changes", "message"),
    [
        (7, {"werewolf": 1}, "no role 'werewolf'"),
        (7, {"mafia": 0}, "at least one mafia"),
        (7, {"mafia": 4}, "have won before"),
        (5, {"jester": 4}, "do not fit"),
        (7, {"villager": 1}, "do not fit"),
        (7, {"jester": -1}, "do not fit"),
        (5, {"mafia": 2, "jester": 3, "detective": 0, "doctor": 0}, "one townsperson"),
    ],
)
def test_roles_that_make_no_game_are_refused(
    seats: int, changes: dict[str, int], message: str
) -> None:
    with pytest.raises(CompositionError, match=message):
        composition_for(seats, changes)


def test_roles_are_dealt_by_lot_and_every_seat_gets_every_role() -> None:
    counts = composition_for(7)
    mafia_at: Counter[int] = Counter()
    for seed in range(700):
        dealt = deal(counts, Random(seed))
        assert Counter(dealt) == Counter(counts)
        mafia_at.update(seat for seat, role in enumerate(dealt) if role == "mafia")
    assert all(140 < mafia_at[seat] < 260 for seat in range(7))


def test_everybody_is_told_their_own_role_and_the_mafia_all_their_partners() -> None:
    game = at_day_one("MVDMPVVMVV")
    for seat, role in game.state.roles.items():
        told = game.state.view(seat).private
        assert told.role == role
        assert set(told.partners) == ({0, 3, 7} - {seat} if seat in (0, 3, 7) else set())


def test_the_jester_voted_out_wins_alone_and_at_once() -> None:
    game = at_day_one("MDPVVVJ").vote_out(6)
    assert game.last(GameDecided).winners == (6,)
    assert game.state.team is Team.ALONE


def test_a_jester_killed_at_night_wins_nothing() -> None:
    game = at_night_one("MDPVVVJ").proposals(6).acts({})
    assert game.state.outcome is None
    game.vote_out(0)
    assert game.last(GameDecided).winners == (1, 2, 3, 4, 5)


def test_the_godfather_is_found_innocent_and_counts_as_mafia() -> None:
    game = at_night_one("GDPVVVM")
    assert game.state.view(0).private.partners == (6,)
    game.proposals(3).acts({1: 0})
    assert game.last(FindingReturned).is_mafia is False
    game.vote_out(6)
    assert game.state.outcome is None, "the godfather still lives"


def test_the_vigilante_shoots_once() -> None:
    game = at_night_one("MDPVVVSVV").proposals(None).acts({6: 3, 2: 0})
    assert game.last(DawnBroke).killed == (3,)
    game.quiet_day().proposals(None)
    asked = []
    while game.state.day == 2:
        asked.append(game.due.seat)
        game.decide(Act(target=0 if game.due.seat else 1))
        if game.state.phase.value == "day":
            break
    assert 6 not in asked


def test_the_vigilante_may_hold_fire_and_shoot_later() -> None:
    game = at_night_one("MDPVVVSVV")
    game.proposals(None)
    assert may_pass(game.state.view(6), Ask.ACT)
    game.acts({6: None}).quiet_day().proposals(None).acts({6: 0, 2: 2})
    assert game.state.team is Team.TOWN


def test_a_protected_target_survives_the_vigilante_and_the_mafia_alike() -> None:
    game = at_night_one("MDPVVVSVV").proposals(3).acts({6: 3, 2: 3})
    assert game.last(DawnBroke).killed == ()


def test_two_can_die_in_one_night() -> None:
    game = at_night_one("MDPVVVSVV").proposals(3).acts({6: 4})
    assert game.last(DawnBroke).killed == (3, 4)


def test_every_role_says_what_it_wants_and_how_to_play_it() -> None:
    for name, role in ROLES.items():
        assert role.name == name
        assert role.goal.startswith("You win")
        assert len(role.advice) > 60


def test_every_role_is_called_by_what_somebody_who_holds_it_is() -> None:
    assert [ROLES[name].called for name in ("mafia", "detective", "villager")] == [
        "mafia",
        "a detective",
        "a villager",
    ]
