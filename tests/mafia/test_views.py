"""Every seat's view equals the truth that it is entitled to, after every event."""

from __future__ import annotations

from random import Random

import pytest

from ludens.episode.errors import DamagedError
from ludens.episode.events import Event, EventCodec
from ludens.episode.game import Turn
from ludens.mafia.events import (
    MAFIA_EVENTS,
    BallotCast,
    DawnBroke,
    FindingReturned,
    GameDecided,
    KillSettled,
    MindKept,
    NightActed,
    PhaseBegan,
    PlayerDied,
    ProposalsShared,
    RoleDealt,
    SpeechGiven,
    StrategiesShared,
    TableLaid,
    VotesCounted,
)
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seating import seat_players
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.view import PublicRecord


class Truth:
    """What is so, told from the whole log without looking at any declaration."""

    def __init__(self) -> None:
        self.log: list[Event] = []

    def of(self, kind: type[Event], **wanted: object) -> list[Event]:
        return [
            event
            for event in self.log
            if type(event) is kind and all(getattr(event, k) == v for k, v in wanted.items())
        ]

    def check(self, state: MafiaState) -> None:
        roles = {e.seat: e.role for e in self.of(RoleDealt)}
        mafia = [s for s, role in roles.items() if ROLES[role].team is Team.MAFIA]
        dead = [e.seat for e in self.of(PlayerDied)]
        living = [seat for seat in range(len(state.names)) if seat not in dead]
        public = state.public
        assert public.living == state.living == living
        assert [death.seat for death in public.deaths] == dead
        assert [s for day in public.days for s in day.speeches] == self.of(SpeechGiven)
        assert [v for day in public.days for v in day.votes] == self.of(VotesCounted)
        phases = self.of(PhaseBegan)
        assert not phases or (public.phase, public.day) == (phases[-1].phase, phases[-1].day)
        assert bool(public.roles) == bool(self.of(GameDecided))
        assert public.names == self.of(TableLaid)[0].names
        for seat in range(len(state.names)):
            self._check_private(state, seat, roles, mafia)

    def _check_private(
        self, state: MafiaState, seat: int, roles: dict[int, str], mafia: list[int]
    ) -> None:
        view = state.view(seat)
        mine = view.private
        assert (view.seat, mine.seat) == (seat, seat)
        assert mine.role == roles[seat]
        assert set(mine.partners) == (set(mafia) - {seat} if seat in mafia else set())
        findings = self.of(FindingReturned, seat=seat)
        assert mine.findings == [(e.target, e.is_mafia) for e in findings]
        acts = self.of(NightActed, seat=seat)
        assert [(a.day, a.verb, a.target) for a in mine.acts] == [
            (e.day, e.verb, e.target) for e in acts
        ]
        in_council = seat in mafia
        plans = self.of(StrategiesShared)
        assert mine.strategies == (plans[0].strategies if plans and in_council else ())
        heard = [e for e in self.of(ProposalsShared) if seat in e.audience]
        assert [(c.day, c.round, c.proposals) for c in mine.councils] == [
            (e.day, e.round, e.proposals) for e in heard
        ]
        settled = [e for e in self.of(KillSettled) if seat in e.audience]
        assert [(o.day, o.target) for o in mine.orders] == [(e.day, e.target) for e in settled]
        if not in_council:
            assert not heard
            assert not settled
        minds = self.of(MindKept, seat=seat)
        assert mine.beliefs == (minds[-1].beliefs if minds else {})
        ballots = self.of(BallotCast, seat=seat)
        assert mine.ballot == (ballots[-1].choice if ballots else None)


ROLES_AT = ({}, {"jester": 1}, {"vigilante": 1}, {"godfather": 1, "mafia": 1})


def test_a_log_in_which_a_day_is_missing_is_damaged() -> None:
    with pytest.raises(DamagedError, match="day 3 follows on day 0"):
        PublicRecord().apply(DawnBroke(day=3))


async def play_against_truth(seed: int, chair: Chair, *, every_event: bool) -> MafiaState:
    dice = Random(seed)
    seats = 5 + seed % 11
    settings = MafiaSettings(
        seats=seats,
        personas=False,
        player=chair,
        roles=ROLES_AT[seed // 11 % 4] if seats > 7 else {},
        rules={"reveal_roles": dice.random() < 0.5, "max_days": dice.choice((3, 12))},
    )
    truth = Truth()

    def watch(turn: Turn[MafiaState], event: Event) -> None:
        truth.log.append(event)
        dealt = len(turn.state.roles) == seats
        if dealt and (every_event or isinstance(event, PhaseBegan)):
            truth.check(turn.state)

    state, _ = await rehearse(seat_players(settings), seed, watch)
    truth.check(state)
    assert state.outcome is not None
    return state


@pytest.mark.parametrize("chair", [Chair.RANDOM, Chair.MODEL])
async def test_every_view_equals_the_truth_it_is_entitled_to(chair: Chair) -> None:
    for seed in range(0, 12, 1 if chair is Chair.RANDOM else 3):
        await play_against_truth(seed, chair, every_event=True)


@pytest.mark.parametrize("chair", [Chair.RANDOM, Chair.MODEL])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"bids": True, "replies": 2, "rebuttal": True, "reveal_roles": True, "doctor_told": True},
    ],
)
async def test_what_the_rules_bring_about_unchecked_is_what_a_log_is_read_as(
    chair: Chair, rules: dict[str, object]
) -> None:
    codec = EventCodec(MAFIA_EVENTS)
    settings = MafiaSettings(seats=9, player=chair, roles={"jester": 1}, rules=rules, narrator=True)
    for seed in range(3):
        _, log = await rehearse(seat_players(settings), seed)
        for event in log:
            read = codec.decode(event.type, event.line())
            assert read == event
            assert list(read.__dict__) == list(event.__dict__), "in the order of the fields"
            assert read.line() == event.line()


@pytest.mark.long
async def test_ten_thousand_random_games_end_and_every_view_is_true() -> None:
    for seed in range(10_000):
        await play_against_truth(seed, Chair.RANDOM, every_event=False)
