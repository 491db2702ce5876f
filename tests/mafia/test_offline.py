"""Offline players: they beat chance, lie without contradiction, and are read as they mean."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.episode.events import Event
from ludens.episode.game import Turn
from ludens.mafia.agents.offline import words
from ludens.mafia.agents.offline.beliefs import PublicBeliefs, own_chances
from ludens.mafia.agents.offline.evidence import Deed, Evidence, EvidenceReader, Trait
from ludens.mafia.agents.offline.heard import heard
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline.reasons import ENOUGH
from ludens.mafia.agents.offline.worlds import chances, still_playing, team_scores, teams
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing, brief
from ludens.mafia.decision import Act, Ask, Decision, Proposal, Speech, Statement
from ludens.mafia.events import (
    BallotCast,
    Finding,
    MindKept,
    Moment,
    Narrated,
    NightActed,
    PhaseBegan,
    RoleDealt,
    Speaking,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seating import seat_players
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table
from mafia.playing import Game, at_day_one, at_night_one


class BySide:
    """One player for the mafia's roles and one for all others."""

    def __init__(self, town: Player, mafia: Player) -> None:
        self.town, self.mafia = town, mafia

    async def decide(self, briefing: Briefing) -> Decision:
        role = ROLES[briefing.view.private.role or RoleDealt.type]
        return await (self.mafia if role.team is Team.MAFIA else self.town).decide(briefing)


def offline() -> OfflinePlayer:
    return OfflinePlayer(PublicBeliefs())


async def town_wins(town: Player, mafia: Player, games: int, seats: int = 7) -> int:
    chosen = MafiaSettings(seats=seats, personas=False)
    table = Table(chosen, (BySide(town, mafia),) * seats)
    return sum([(await rehearse(table, seed))[0].team is Team.TOWN for seed in range(games)])


async def test_an_offline_town_beats_a_random_mafia_and_the_other_way_round() -> None:
    # At seven seats 300 games gave 96% and 4%, against 24% where both are random.
    assert await town_wins(offline(), RandomPlayer(), 16) >= 12
    assert await town_wins(RandomPlayer(), offline(), 16) <= 5


@dataclass
class Played:
    """A game of ten offline players, and the evidence as it was read along the way."""

    state: MafiaState
    log: list[Event]
    evidence: Evidence


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Return games that several rules are looked for in."""
    table = Table(MafiaSettings(seats=10, personas=False), (offline(),) * 10)
    along = EvidenceReader()

    def watch(turn: Turn[MafiaState], event: Event) -> None:
        if isinstance(event, SpeechGiven | VotesCounted | BallotCast):
            along.read(turn.state.public)

    async def play() -> list[Played]:
        played = []
        for seed in range(12):
            state, log = await rehearse(table, seed, watch)
            played.append(Played(state, log, along.read(state.public)))
        return played

    return asyncio.run(play())


def test_against_each_other_neither_side_always_wins(games: list[Played]) -> None:
    assert {game.state.team for game in games} == {Team.TOWN, Team.MAFIA}


def test_beliefs_are_better_than_the_base_rate(games: list[Played]) -> None:
    errors: list[float] = []
    flat: list[float] = []
    for game in games:
        roles = game.state.roles.items()
        guilty = {s for s, role in roles if ROLES[role].team is Team.MAFIA}
        for event in game.log:
            if isinstance(event, MindKept) and event.seat not in guilty:
                for seat, chance in event.beliefs.items():
                    errors.append((chance - (seat in guilty)) ** 2)
                    flat.append((3 / 9 - (seat in guilty)) ** 2)
    assert np.mean(errors) < 0.95 * np.mean(flat)


def test_a_liar_takes_nothing_back_and_finds_no_more_than_one_a_night(
    games: list[Played],
) -> None:
    claims = 0
    for game in games:
        roles: dict[int, set[str]] = {}
        findings: dict[tuple[int, int], bool] = {}
        day = 0
        for event in game.log:
            if isinstance(event, PhaseBegan):
                day = event.day
            if not isinstance(event, SpeechGiven):
                continue
            if event.claims:
                roles.setdefault(event.seat, set()).add(event.claims)
            for target, is_mafia in event.findings:
                claims += 1
                assert findings.setdefault((event.seat, target), is_mafia) == is_mafia
                assert target != event.seat
            assert sum(seat == event.seat for seat, _ in findings) <= day - 1
        assert all(len(told) == 1 for told in roles.values()), "nobody claims two roles"
    assert claims > 5


async def decided(game: Game, ask: Ask, seat: int) -> Decision:
    view = game.state.view(SeatId(seat))
    given = brief(view, ask, dice_seed=7, full_days=2, memory_characters=500)
    return await offline().decide(given)


async def test_the_detective_speaks_up_once_they_have_found_one() -> None:
    found = at_night_one("MMDPVVVVV").proposals(8).acts({2: 0, 3: 3})
    speech = await decided(found, Ask.SPEECH, 2)
    assert isinstance(speech, Speech)
    assert "I investigated Player 0: Player 0 is mafia." in speech.speech
    assert (speech.claims, speech.findings) == ("detective", (Finding(0, True),))
    assert speech.accuses == (0,)
    assert speech.nomination == 0
    cleared = at_night_one("MMDPVVVVV").proposals(8).acts({2: 5, 3: 3})
    speech = await decided(cleared, Ask.SPEECH, 2)
    assert isinstance(speech, Speech)
    assert "detective" not in speech.speech


async def test_the_detective_speaks_up_for_whom_they_cleared_and_on_what_may_be_the_last_day() -> (
    None
):
    for named, is_claimed in ((5, True), (4, False), (0, True)):
        game = at_night_one("DMMPVVVVV").proposals(8).acts({0: 5, 3: 3})
        while game.due.seat != 0:
            other = named if game.due.seat != named else 6
            game.decide(Speech(speech="I say so.", nomination=SeatId(other)))
        speech = await decided(game, Ask.SPEECH, 0)
        assert isinstance(speech, Speech)
        assert (speech.claims == "detective") is is_claimed
        assert (speech.findings == (Finding(5, False),)) is is_claimed
    few = at_night_one("DMPVV").proposals(4).acts({0: 3, 2: 2})
    speech = await decided(few, Ask.SPEECH, 0)
    assert isinstance(speech, Speech)
    assert speech.findings == (Finding(3, False),)


async def test_whoever_is_about_to_be_voted_out_says_what_they_are() -> None:
    game = at_day_one("MMDPVVVVV")
    doctor = await decided(game, Ask.DEFENCE, 3)
    assert isinstance(doctor, Statement)
    assert "I am the doctor" in doctor.speech
    liar = await decided(game, Ask.DEFENCE, 0)
    assert isinstance(liar, Statement)
    assert "mafia" not in liar.speech


@pytest.mark.parametrize("rule", ["reveal_sides", "reveal_roles"])
async def test_nobody_says_in_last_words_what_the_table_was_shown_to_be_false(rule: str) -> None:
    table = seat_players(MafiaSettings(seats=9, rules={rule: True}, narrator=True))
    unmasked = 0
    for seed in range(10):
        state, log = await rehearse(table, seed)
        for event, then in pairwise(log):
            if not isinstance(event, SpeechGiven) or event.kind is not Speaking.LAST_WORDS:
                continue
            assert "You will see what I was" not in event.text
            if ROLES[state.roles[event.seat]].team is Team.MAFIA:
                unmasked += 1
                assert event.claims is None
                assert not event.accuses
            if event.claims is None or rule == "reveal_roles":
                assert not isinstance(then, Narrated) or then.moment is not Moment.KEY_MOMENT
    assert unmasked


async def test_a_claimed_detective_is_protected_and_hunted() -> None:
    game = at_night_one("MMDPVVVVV").proposals(8).acts({2: 0, 3: 3})
    while game.state.phase.value == "day":
        seat = game.due.seat
        said = {"claims": "detective", "findings": (Finding(0, True),)} if seat == 2 else {}
        game.decide(Speech(speech="Well.", nomination=SeatId(0 if seat else 1), **said))
    game.votes(0).statements()
    assert game.state.phase.value == "night"
    proposal = await decided(game, Ask.KILL, 1)
    assert isinstance(proposal, Proposal)
    protection = await decided(game, Ask.ACT, 3)
    assert protection == Act(target=SeatId(2))


@pytest.mark.parametrize(("proposed", "target"), [({0: 8, 1: 5}, 8), ({0: 5, 1: 8}, 5)])
async def test_mafia_that_are_split_meet_at_the_lowest_seats_proposal(
    proposed: dict[int, int | None], target: int
) -> None:
    game = at_night_one("MMDPVVVVV").proposals(proposed)
    for seat in (0, 1):
        again = await decided(game, Ask.KILL, seat)
        assert isinstance(again, Proposal)
        assert again.target == target


async def test_mafia_that_are_split_follow_the_most_of_them() -> None:
    game = at_night_one("MMMMDPVVVVVVVV").proposals({0: 13, 1: 9, 2: 8, 3: 8})
    for seat in range(4):
        again = await decided(game, Ask.KILL, seat)
        assert isinstance(again, Proposal)
        assert again.target == 8


def test_the_detective_asks_about_nobody_twice(games: list[Played]) -> None:
    for game in games:
        asked = [
            e.target for e in game.log if isinstance(e, NightActed) and e.verb == "investigate"
        ]
        assert len(asked) == len(set(asked))


def test_the_true_detectives_findings_are_certain_to_them() -> None:
    game = at_night_one("MMDPVVVVV").proposals(None).acts({2: 0, 3: 3})
    own = own_chances(game.state.view(2), PublicBeliefs())
    assert own[0] == pytest.approx(1.0)
    assert own[2] == pytest.approx(0.0)
    cleared = at_night_one("MMDPVVVVV").proposals(None).acts({2: 5, 3: 3})
    assert own_chances(cleared.state.view(2), PublicBeliefs())[5] == pytest.approx(0.0)


def test_where_a_godfather_sits_an_innocent_finding_is_not_certain() -> None:
    game = at_night_one("MGDPVVVVV").proposals(None).acts({2: 1, 3: 3})
    own = own_chances(game.state.view(2), PublicBeliefs())
    assert 0.02 < own[1] < own[4]


def test_whom_the_night_killed_was_not_mafia() -> None:
    game = at_night_one("MMDPVVVVV").proposals(8).acts({2: 5, 3: 3})
    assert PublicBeliefs().chances(game.state.public)[8] == pytest.approx(0.0)
    with_gun = at_night_one("MMDPVVVVS").proposals(4).acts({2: 5, 3: 3})
    assert PublicBeliefs().chances(with_gun.state.public)[4] > 0.001


def test_two_who_claim_one_role_are_not_both_believed() -> None:
    game = at_night_one("MMDPVVVVV").proposals(None).acts({2: 5, 3: 3})
    before = PublicBeliefs().chances(game.state.public)
    while game.state.phase.value == "day":
        seat = game.due.seat
        claims = "detective" if seat in (0, 2) else None
        named = SeatId(8 if seat != 8 else 7)
        game.decide(Speech(speech="Well.", nomination=named, claims=claims))
    after = PublicBeliefs().chances(game.state.public)
    assert after[0] + after[2] > 1.1 * (before[0] + before[2])


@settings(max_examples=30)
@given(st.integers(5, 12), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_chances_add_up_to_the_number_of_mafia(seats: int, mafia: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    matrix = teams(seats, mafia)
    scores = team_scores(matrix, dice.normal(size=seats), dice.normal(size=(seats, seats)))
    result = chances(matrix, scores)
    assert result.sum() == pytest.approx(mafia)
    assert (result >= 0).all()
    assert (result <= 1.0 + 1e-9).all()


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_team_scores_are_what_summing_over_members_gives(seed: int) -> None:
    dice = np.random.default_rng(seed)
    single, pair = dice.normal(size=6), dice.normal(size=(6, 6))
    matrix = teams(6, 2)
    scores = team_scores(matrix, single, pair)
    for row, score in zip(matrix, scores, strict=True):
        members = np.flatnonzero(row)
        total = single[members].sum() + sum(pair[i, j] for i in members for j in members)
        assert score == pytest.approx(total)


def test_a_team_with_which_the_game_would_be_over_is_impossible() -> None:
    matrix = teams(5, 2)
    living = np.array([1.0, 1.0, 1.0, 0.0, 0.0])
    possible = {tuple(np.flatnonzero(r)) for r in matrix[still_playing(matrix, living) == 0.0]}
    assert possible == {(s, d) for s in (0, 1, 2) for d in (3, 4)}, "one alive, and one dead"


def test_evidence_read_along_the_way_equals_evidence_read_at_the_end(
    games: list[Played],
) -> None:
    for game in games:
        whole = EvidenceReader().read(game.state.public)
        for name in ("deeds", "traits", "rivals", "certain"):
            assert np.array_equal(getattr(game.evidence, name), getattr(whole, name))


def test_evidence_counts_what_was_said_and_voted() -> None:
    game = at_day_one("MMDPVVV").speeches({0: 4, 1: 4, 2: 0, 3: 4, 4: 0, 5: 4, 6: 4})
    game.votes({0: 4, 1: None, 2: 0, 3: 4, 4: 0, 5: 4, 6: 4}).statements()
    evidence = EvidenceReader().read(game.state.public)
    assert evidence.deeds[Deed.NOMINATED, 2, 0] == 1
    assert evidence.deeds[Deed.VOTED, 0, 4] == 1
    assert evidence.deeds[Deed.SPARED, 2, 4] == 1, "seat 2 voted for 0 while 4 was leading"
    assert evidence.deeds[Deed.SPARED, 1, 4] == 1
    assert evidence.deeds[Deed.SPARED, 4, 4] == 0, "nobody can vote for themselves"
    assert evidence.traits[Trait.SKIPPED, 1] == 1


async def test_a_jester_is_sometimes_voted_out_and_the_vigilante_sometimes_shoots() -> None:
    roles = {"jester": 1, "vigilante": 1, "godfather": 1, "mafia": 2}
    table = Table(MafiaSettings(seats=12, personas=False, roles=roles), (offline(),) * 12)
    jesters = shots = seed = 0
    while not (jesters and shots):
        state, log = await rehearse(table, seed)
        jesters += state.team is Team.ALONE
        shots += any(
            isinstance(e, NightActed) and e.verb == "shoot" and e.target is not None for e in log
        )
        seed += 1
        assert seed < 80


async def test_the_mafia_think_of_whom_the_table_suspects_and_the_town_of_who_is_mafia() -> None:
    players = (OfflinePlayer(PublicBeliefs()),) * 7
    state, log = await rehearse(Table(MafiaSettings(seats=7), players), 2)
    told: dict[Team, list[str]] = {Team.TOWN: [], Team.MAFIA: []}
    for event in log:
        if isinstance(event, MindKept) and event.reasoning:
            told[ROLES[state.roles[event.seat]].team].append(event.reasoning)
    alike = (words.OPEN_MIND, words.STILL_ALIKE)
    town = (*alike, words.LIKELIEST, words.NOT_THE_LIKELIEST, words.LET_IT_REST)
    mafia = (words.NOTHING_AGAINST_ANYBODY, words.THEY_SUSPECT, words.ONE_OF_US, words.NONE_OF_THEM)
    for team, ways in ((Team.TOWN, town), (Team.MAFIA, mafia)):
        lines = [line for some in ways for line in some]
        assert all(any(heard(line, text) for line in lines) for text in told[team])
    assert not any("100%" in text for text in told[Team.MAFIA]), "what it knows is no suspicion"
    first = told[Team.TOWN][:3]
    assert len({text.partition(" ")[0] for text in first}) == 3, "each in words of their own"


async def test_a_reason_is_told_twice_a_day_and_then_agreed_with() -> None:
    reasons = (
        words.CALLED_GUILTY,
        words.RIVALS,
        words.OPPOSED_BY_VICTIM,
        words.VOTED_AGAINST_INNOCENT,
        words.SPARED_GUILTY,
    )
    table = seat_players(MafiaSettings(seats=9))
    agreed = 0
    for seed in range(20):
        state, _ = await rehearse(table, seed)
        for day in state.public.days:
            told: Counter[tuple[int, int]] = Counter()
            for speech in day.speeches:
                agreed += any(heard(line, speech.text) for line in words.AGREED)
                for number, lines in enumerate(reasons):
                    if any(heard(line, speech.text) for line in lines):
                        told.update((number, seat) for seat in speech.accuses)
            assert max(told.values(), default=0) <= ENOUGH
    assert agreed


async def test_nobody_is_trusted_for_their_votes_before_there_were_any() -> None:
    table = seat_players(MafiaSettings(seats=9))
    trusted = 0
    for seed in range(8):
        state, _ = await rehearse(table, seed)
        for number, day in enumerate(state.public.days):
            before = sum(speech.kind is Speaking.SPEECH for speech in day.speeches)
            for speech in day.speeches[:before]:
                since = any(heard(line, speech.text) for line in words.TRUSTED_SINCE)
                assert not (since and number == 0)
                trusted += since
    assert trusted


async def test_nobody_is_blamed_for_sparing_whom_they_voted_for_in_the_end() -> None:
    table = seat_players(MafiaSettings(seats=7, rules={"reveal_sides": True}))
    blamed = 0
    for seed in (*range(16, 22), *range(122, 130)):
        state, _ = await rehearse(table, seed)
        names, voted = state.names, set[tuple[int, int | None]]()
        for day in state.public.days:
            for speech in day.speeches:
                for seat in speech.accuses:
                    for other in range(len(names)):
                        said = (
                            line.format(name=names[seat], other=names[other])
                            for line in words.SPARED_GUILTY
                        )
                        if any(line in speech.text for line in said):
                            blamed += 1
                            assert (seat, other) not in voted
            for vote in day.votes:
                voted |= set(vote.ballots.items())
    assert blamed
