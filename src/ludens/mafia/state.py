"""The state of a table: what is so, and what each seat knows of it."""

from __future__ import annotations

from pydantic import Field

from ludens.episode.events import Event
from ludens.episode.state import State
from ludens.episode.visibility import VisibleEvent, shares
from ludens.mafia.events import (
    BallotCast,
    BidPlaced,
    BidsOpened,
    DawnBroke,
    GameDecided,
    KillProposed,
    KillSettled,
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
from ludens.mafia.view import Act, PrivateRecord, PublicRecord, SeatView

MAFIA_ROLES = frozenset(name for name, role in ROLES.items() if role.team is Team.MAFIA)


class MafiaState(State):
    """Everything that is so at the table. Only the engine reads it; players are given views."""

    __setattr__ = object.__setattr__  # pydantic's own checks nothing here, in Python

    names: tuple[str, ...] = ()
    rules: Rules = Rules()
    roles: dict[SeatId, RoleName] = Field(default_factory=dict)
    living: list[SeatId] = Field(default_factory=list)
    phase: Phase = Phase.SEATING
    day: int = 0
    order: tuple[SeatId, ...] = ()
    done: list[SeatId] = Field(default_factory=list)
    """Who has spoken or voted in this phase, in order."""
    bids: dict[SeatId, int] = Field(default_factory=dict)
    reply_round: int = 0
    """How many rounds of answers were begun today."""
    ballots: dict[SeatId, SeatId | None] = Field(default_factory=dict)
    tied: tuple[SeatId, ...] = ()
    out: SeatId | None = None
    """Whom the last count voted out."""
    plans: list[Said] = Field(default_factory=list)
    kill_round: int = 1
    proposals: list[Proposal] = Field(default_factory=list)
    kill: SeatId | None = None
    kill_settled: bool = False
    acts: dict[SeatId, Act] = Field(default_factory=dict)
    """What was done alone tonight."""
    uses: dict[SeatId, int] = Field(default_factory=dict)
    """How often each seat has used its power."""
    team: Team | None = None
    progress: int = 0
    public: PublicRecord = PublicRecord()
    private: list[PrivateRecord] = Field(default_factory=list)

    def view(self, seat: SeatId) -> SeatView:
        """Return what a seat knows."""
        return SeatView(seat, self.public, self.private[seat])

    def mafia(self) -> list[SeatId]:
        """Return the living mafia, by seat."""
        roles = self.roles
        return [seat for seat in self.living if roles[seat] in MAFIA_ROLES]

    def apply(self, event: Event) -> None:
        """Fold one event into what is so, and into what each seat that may see it knows."""
        if not isinstance(event, VisibleEvent):
            super().apply(event)
            return
        self._happen_by_day(event)
        shown, told = shares(event)
        if shown is not None:
            self.public.apply(shown)
        for seat, part in told:
            self.private[seat].apply(part)

    def _happen_once(self, event: Event) -> None:
        match event:
            case TableLaid():
                self.names, self.rules = event.names, event.rules
                self.living = [SeatId(seat) for seat in range(len(event.names))]
                self.private = [PrivateRecord(seat=seat) for seat in self.living]
            case RulesChanged():
                self.rules = event.rules
            case RoleDealt():
                self.roles[event.seat] = event.role
            case PlayerDied():
                self.living.remove(event.seat)
                self.progress = self.turn
            case GameDecided():
                self.team = event.team

    def _begin(self, event: PhaseBegan) -> None:
        self.phase, self.day, self.order = event.phase, event.day, event.order
        self.done = []
        if event.phase is Phase.REPLIES:
            self.reply_round += 1
        elif event.phase is Phase.VOTE:
            self.reply_round = 0
        if event.phase is Phase.NIGHT:
            self.kill, self.kill_settled, self.kill_round = None, False, 1

    def _happen_by_day(self, event: Event) -> None:
        """Fold one event into what is so; what happens most often is looked for first."""
        match event:
            case BallotCast():
                self.done.append(event.seat)
                self.ballots[event.seat] = event.choice
            case SpeechGiven() | SilenceKept():
                self.done.append(event.seat)
            case PhaseBegan():
                self._begin(event)
            case VotesCounted():
                self.ballots, self.tied, self.out = {}, event.tied, event.out
            case BidPlaced():
                self.done.append(event.seat)
                self.bids[event.seat] = event.bid
            case BidsOpened():
                self.bids = {}
            case _:
                self._happen_by_night(event)

    def _happen_by_night(self, event: Event) -> None:
        match event:
            case KillProposed():
                self.proposals.append(Proposal(event.seat, event.target, event.message))
            case ProposalsShared():
                self.proposals, self.kill_round = [], event.round + 1
            case KillSettled():
                self.kill, self.kill_settled = event.target, True
            case NightActed():
                act = Act(day=event.day, verb=event.verb, target=event.target)
                self.acts[event.seat] = act
                if event.target is not None:
                    self.uses[event.seat] = self.uses.get(event.seat, 0) + 1
            case DawnBroke():
                self.acts = {}
            case StrategyNoted():
                self.plans.append(Said(event.seat, event.strategy))
            case StrategiesShared():
                self.plans = []
            case _:
                self._happen_once(event)
