"""The state of a table: what is so, and what each seat knows of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import ConfigDict

from ludens.episode.events import COMMON_EVENTS, Event, Outcome
from ludens.episode.state import State
from ludens.episode.visibility import shares
from ludens.mafia.events import (
    BallotCast,
    BidPlaced,
    BidsOpened,
    DawnBroke,
    GameDecided,
    KillProposed,
    KillSettled,
    Narrated,
    NightActed,
    Phase,
    PhaseBegan,
    PlayerDied,
    Proposal,
    ProposalsShared,
    RoleDealt,
    RulesChanged,
    Said,
    SilenceKept,
    SpeechGiven,
    StrategiesShared,
    StrategyNoted,
    TableLaid,
    VotesCounted,
)
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Rules
from ludens.mafia.view import STRICT, PrivateRecord, PublicRecord, SeatView

MAFIA_ROLES = frozenset(name for name, role in ROLES.items() if role.team is Team.MAFIA)


@dataclass(slots=True)
class MafiaState(State):
    """Everything that is so at the table. Only the engine reads it; players are given views."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    turn: int = 0
    seed: int = 0
    subject: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None
    reason: str = ""
    without_model: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    roles: dict[SeatId, RoleName] = field(default_factory=dict)
    living: list[SeatId] = field(default_factory=list)
    phase: Phase = Phase.SEATING
    day: int = 0
    order: tuple[SeatId, ...] = ()
    done: list[SeatId] = field(default_factory=list)
    """Who has spoken or voted in this phase, in order."""
    bids: dict[SeatId, int] = field(default_factory=dict)
    reply_round: int = 0
    """How many rounds of answers were begun today."""
    ballots: dict[SeatId, SeatId | None] = field(default_factory=dict)
    tied: tuple[SeatId, ...] = ()
    out: SeatId | None = None
    """Whom the last count voted out."""
    plans: list[Said] = field(default_factory=list)
    kill_round: int = 1
    proposals: list[Proposal] = field(default_factory=list)
    kill: SeatId | None = None
    kill_settled: bool = False
    acts: dict[SeatId, NightActed] = field(default_factory=dict)
    """What was done alone tonight."""
    uses: dict[SeatId, int] = field(default_factory=dict)
    """How often each seat has used its power."""
    team: Team | None = None
    narrated: list[str] = field(default_factory=list)
    """What the narrator has told."""
    progress: int = 0
    public: PublicRecord = field(default_factory=PublicRecord)
    private: list[PrivateRecord] = field(default_factory=list)

    def view(self, seat: SeatId) -> SeatView:
        """Return what a seat knows."""
        return SeatView(seat, self.public, self.private[seat])

    def mafia(self) -> list[SeatId]:
        """Return the living mafia, by seat."""
        roles = self.roles
        return [seat for seat in self.living if roles[seat] in MAFIA_ROLES]

    def apply(self, event: Event) -> None:
        """Fold one event into what is so, and into what each seat that may see it knows."""
        kind = type(event)
        if kind in _OF_EVERY_GAME:  # `isinstance` asks a metaclass of pydantic's, in Python
            State.apply(self, event)  # a class with slots is made anew: `super` is the old one's
            return
        fold = _FOLDS.get(kind)
        if fold is not None:
            fold(self, event)
        shown, told = shares(event)  # type: ignore[arg-type] # all others are of the house
        if shown is not None:
            self.public.apply(shown)
        for seat, part in told:
            self.private[seat].apply(part)

    def _lay(self, event: TableLaid) -> None:
        self.names, self.rules = event.names, event.rules
        self.living = [SeatId(seat) for seat in range(len(event.names))]
        self.private = [PrivateRecord(seat=seat) for seat in self.living]

    def _rule(self, event: RulesChanged) -> None:
        self.rules = event.rules

    def _deal(self, event: RoleDealt) -> None:
        self.roles[event.seat] = event.role

    def _begin(self, event: PhaseBegan) -> None:
        self.phase, self.day, self.order = event.phase, event.day, event.order
        self.done = []
        if event.phase is Phase.REPLIES:
            self.reply_round += 1
        elif event.phase is Phase.VOTE:
            self.reply_round = 0
        elif event.phase is Phase.NIGHT:
            self.kill, self.kill_settled, self.kill_round = None, False, 1

    def _speak(self, event: SpeechGiven | SilenceKept) -> None:
        self.done.append(event.seat)

    def _bid(self, event: BidPlaced) -> None:
        self.done.append(event.seat)
        self.bids[event.seat] = event.bid

    def _open_bids(self, event: BidsOpened) -> None:
        self.bids = {}

    def _vote(self, event: BallotCast) -> None:
        self.done.append(event.seat)
        self.ballots[event.seat] = event.choice

    def _count(self, event: VotesCounted) -> None:
        self.ballots, self.tied, self.out = {}, event.tied, event.out

    def _bury(self, event: PlayerDied) -> None:
        self.living.remove(event.seat)
        self.progress = self.turn

    def _plan(self, event: StrategyNoted) -> None:
        self.plans.append(Said(event.seat, event.strategy))

    def _share_plans(self, event: StrategiesShared) -> None:
        self.plans = []

    def _propose(self, event: KillProposed) -> None:
        self.proposals.append(Proposal(event.seat, event.target, event.message))

    def _share_proposals(self, event: ProposalsShared) -> None:
        self.proposals, self.kill_round = [], event.round + 1

    def _settle(self, event: KillSettled) -> None:
        self.kill, self.kill_settled = event.target, True

    def _use_power(self, event: NightActed) -> None:
        self.acts[event.seat] = event
        if event.target is not None:
            self.uses[event.seat] = self.uses.get(event.seat, 0) + 1

    def _wake(self, event: DawnBroke) -> None:
        self.acts = {}

    def _decide(self, event: GameDecided) -> None:
        self.team = event.team

    def _narrate(self, event: Narrated) -> None:
        self.narrated.append(event.text)


_OF_EVERY_GAME = frozenset(COMMON_EVENTS)
"""Events of the house, which no seat is told."""
_FOLDS: dict[type[Event], Callable[[MafiaState, Any], None]] = {
    TableLaid: MafiaState._lay,
    RulesChanged: MafiaState._rule,
    RoleDealt: MafiaState._deal,
    PhaseBegan: MafiaState._begin,
    SpeechGiven: MafiaState._speak,
    SilenceKept: MafiaState._speak,
    BidPlaced: MafiaState._bid,
    BidsOpened: MafiaState._open_bids,
    BallotCast: MafiaState._vote,
    VotesCounted: MafiaState._count,
    PlayerDied: MafiaState._bury,
    StrategyNoted: MafiaState._plan,
    StrategiesShared: MafiaState._share_plans,
    KillProposed: MafiaState._propose,
    ProposalsShared: MafiaState._share_proposals,
    KillSettled: MafiaState._settle,
    NightActed: MafiaState._use_power,
    DawnBroke: MafiaState._wake,
    GameDecided: MafiaState._decide,
    Narrated: MafiaState._narrate,
}
"""What each event changes; those that are not here change only what a seat knows."""
