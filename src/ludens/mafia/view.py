"""What a seat knows: two records, folded from what the events' declarations let it see.

The public record is folded from the events as the table sees them, a private record from the
events as its seat sees them. Neither is ever given anything else, so a view can hold nothing that
its seat may not know; and a briefing is made from a view alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pydantic import ConfigDict

from ludens.episode.errors import DamagedError
from ludens.episode.events import Event
from ludens.mafia.events import (
    BallotCast,
    BidsOpened,
    Cause,
    DawnBroke,
    DefaultTaken,
    Finding,
    FindingReturned,
    GameDecided,
    KillProposed,
    KillSettled,
    MindKept,
    NightActed,
    PersonaGiven,
    Phase,
    PhaseBegan,
    PlayerDied,
    ProposalsShared,
    RoleDealt,
    RulesChanged,
    Said,
    SaveReturned,
    SilenceKept,
    SpeechGiven,
    StrategiesShared,
    StrategyNoted,
    TableLaid,
    VotesCounted,
)
from ludens.mafia.persona import Persona
from ludens.mafia.roles import RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Rules

STRICT = ConfigDict(extra="forbid", defer_build=True)
"""How a record is read back from a state that was kept. Records are plain classes: a field of
pydantic's takes ten times as long to read and forty to set, and they are read all the time."""

NO_NEWS = frozenset((BallotCast, KillProposed))
"""What nobody is told of before all have done it."""


class Death(NamedTuple):
    """Who died, when and how; the role only where the rules reveal it."""

    seat: SeatId
    day: int
    """The day of the vote, or the day before the night."""
    cause: Cause
    role: RoleName | None = None
    team: Team | None = None


@dataclass(slots=True)
class Day:
    """What everybody heard and saw from one dawn to the next."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    number: int
    order: tuple[SeatId, ...] = ()
    killed: tuple[SeatId, ...] = ()
    """Who was found dead at its dawn."""
    bids: dict[SeatId, int] = field(default_factory=dict)
    """How much each wanted to speak, where they bid for it."""
    speeches: list[SpeechGiven] = field(default_factory=list)
    nominations: dict[SeatId, SeatId] = field(default_factory=dict)
    """Whom each speaker nominated."""
    silent: list[SeatId] = field(default_factory=list)
    """Who might have answered and said nothing."""
    heard: dict[SeatId, int] = field(default_factory=dict)
    """How many speeches those had heard by then."""
    votes: list[VotesCounted] = field(default_factory=list)
    """The vote, and the revote if there was one."""
    out: SeatId | None = None


@dataclass(slots=True)
class PublicRecord:
    """What everybody at the table knows."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    names: tuple[str, ...] = ()
    taglines: tuple[str, ...] = ()
    composition: dict[RoleName, int] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    phase: Phase = Phase.SEATING
    day: int = 0
    order: tuple[SeatId, ...] = ()
    """Who speaks or votes in this phase."""
    voted: list[SeatId] = field(default_factory=list)
    """Who has voted in this phase."""
    tied: tuple[SeatId, ...] = ()
    """Between whom the revote is."""
    living: list[SeatId] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    days: list[Day] = field(default_factory=list)
    """From day one on."""
    team: Team | None = None
    winners: tuple[SeatId, ...] = ()
    roles: tuple[RoleName, ...] = ()
    """Everybody's, once the game is over."""
    news: int = 0
    """How often there was something new to tell: a text of the record holds until there is more."""

    def apply(self, event: Event) -> None:
        """Fold one event as the table sees it."""
        kind = type(event)
        fold = _PUBLIC_FOLDS.get(kind)
        if fold is not None:
            fold(self, event)
            if kind not in NO_NEWS:
                self.news += 1

    def _lay(self, event: TableLaid) -> None:
        self.names, self.taglines = event.names, event.taglines
        self.composition, self.rules = event.composition, event.rules
        self.living = [SeatId(seat) for seat in range(len(event.names))]

    def _rule(self, event: RulesChanged) -> None:
        self.rules = event.rules

    def _begin(self, event: PhaseBegan) -> None:
        self.phase, self.day, self.order = event.phase, event.day, event.order
        self.voted = []
        if event.phase is Phase.DAY:
            self._day().order = event.order

    def _hear(self, event: SpeechGiven) -> None:
        day = self._day()
        day.speeches.append(event)
        if (named := event.nomination) is not None:
            day.nominations[event.seat] = named

    def _hear_nothing(self, event: SilenceKept) -> None:
        day = self._day()
        day.heard[event.seat] = len(day.speeches)
        if event.seat not in day.silent:
            day.silent.append(event.seat)

    def _open_bids(self, event: BidsOpened) -> None:
        self._day().bids = event.bids

    def _vote(self, event: BallotCast) -> None:
        self.voted.append(event.seat)

    def _count(self, event: VotesCounted) -> None:
        self._day().votes.append(event)
        self.tied = event.tied

    def _bury(self, event: PlayerDied) -> None:
        self.living.remove(event.seat)
        self.deaths.append(Death(event.seat, self.day, event.cause, event.role, event.team))
        if event.cause is Cause.VOTE:
            self._day().out = event.seat

    def _wake(self, event: DawnBroke) -> None:
        if event.day != len(self.days) + 1:
            raise DamagedError(
                f"in this log day {event.day} follows on day {len(self.days)}; "
                "`ludens doctor --check` tells what is damaged"
            )
        self.days.append(Day(number=event.day, killed=event.killed))

    def _decide(self, event: GameDecided) -> None:
        self.team, self.winners, self.roles = event.team, event.winners, event.roles

    def _day(self) -> Day:
        if not self.days:
            self.days.append(Day(number=1))
        return self.days[-1]

    def death_of(self, seat: SeatId) -> Death | None:
        """Return how a seat died; None while it lives."""
        return next((death for death in self.deaths if death.seat == seat), None)

    def nominated(self) -> tuple[SeatId, ...]:
        """Return who was nominated today and is alive, by seat."""
        if not self.days:
            return ()
        named = set(self.days[-1].nominations.values())
        return tuple([seat for seat in self.living if seat in named])


_PUBLIC_FOLDS: dict[type[Event], Callable[[PublicRecord, Any], None]] = {
    TableLaid: PublicRecord._lay,
    RulesChanged: PublicRecord._rule,
    PhaseBegan: PublicRecord._begin,
    SpeechGiven: PublicRecord._hear,
    SilenceKept: PublicRecord._hear_nothing,
    BidsOpened: PublicRecord._open_bids,
    BallotCast: PublicRecord._vote,
    VotesCounted: PublicRecord._count,
    PlayerDied: PublicRecord._bury,
    DawnBroke: PublicRecord._wake,
    GameDecided: PublicRecord._decide,
}
"""What each event tells everybody."""


@dataclass(slots=True)
class PrivateRecord:
    """What one seat knows beside what everybody knows."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    seat: SeatId
    role: RoleName | None = None
    partners: tuple[SeatId, ...] = ()
    persona: Persona | None = None
    strategy: str = ""
    """Its own plan of night zero."""
    strategies: tuple[Said, ...] = ()
    councils: list[ProposalsShared] = field(default_factory=list)
    """What the mafia said to each other, round by round."""
    orders: list[KillSettled] = field(default_factory=list)
    """What they settled on, night by night."""
    proposal: KillProposed | None = None
    """Its own of this round, until the partners hear it."""
    ballot: SeatId | None = None
    """Its own of the last vote."""
    acts: list[NightActed] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    saves: list[SaveReturned] = field(default_factory=list)
    """What it learned of those it protected."""
    memory: str = ""
    memory_cut: int = 0
    """How many characters of it were too many, and are lost."""
    beliefs: dict[SeatId, float] = field(default_factory=dict)
    defaults: int = 0
    """How often its decision was taken for it."""
    news: int = 0
    """As of the public record."""

    def apply(self, event: Event) -> None:
        """Fold one event as this seat sees it."""
        kind = type(event)
        fold = _PRIVATE_FOLDS.get(kind)
        if fold is not None:
            fold(self, event)
            if kind not in NO_NEWS:
                self.news += 1

    def _play(self, event: PersonaGiven) -> None:
        self.persona = event.persona

    def _deal(self, event: RoleDealt) -> None:
        self.role, self.partners = event.role, event.partners

    def _plan(self, event: StrategyNoted) -> None:
        self.strategy = event.strategy

    def _read_plans(self, event: StrategiesShared) -> None:
        self.strategies = event.strategies

    def _keep(self, event: MindKept) -> None:
        self.beliefs = event.beliefs or self.beliefs
        if event.memory is not None:
            self.memory, self.memory_cut = event.memory, event.cut

    def _vote(self, event: BallotCast) -> None:
        self.ballot = event.choice

    def _propose(self, event: KillProposed) -> None:
        self.proposal = event

    def _hear_council(self, event: ProposalsShared) -> None:
        self.councils.append(event)
        self.proposal = None

    def _settle(self, event: KillSettled) -> None:
        self.orders.append(event)

    def _use_power(self, event: NightActed) -> None:
        self.acts.append(event)

    def _find(self, event: FindingReturned) -> None:
        self.findings.append(Finding(event.target, event.is_mafia))

    def _save(self, event: SaveReturned) -> None:
        self.saves.append(event)

    def _default(self, event: DefaultTaken) -> None:
        self.defaults += 1

    def uses(self, verb: str) -> int:
        """Return how often the power was used, passes not counted."""
        return sum(act.verb == verb and act.target is not None for act in self.acts)


_PRIVATE_FOLDS: dict[type[Event], Callable[[PrivateRecord, Any], None]] = {
    PersonaGiven: PrivateRecord._play,
    RoleDealt: PrivateRecord._deal,
    StrategyNoted: PrivateRecord._plan,
    StrategiesShared: PrivateRecord._read_plans,
    MindKept: PrivateRecord._keep,
    BallotCast: PrivateRecord._vote,
    KillProposed: PrivateRecord._propose,
    ProposalsShared: PrivateRecord._hear_council,
    KillSettled: PrivateRecord._settle,
    NightActed: PrivateRecord._use_power,
    FindingReturned: PrivateRecord._find,
    SaveReturned: PrivateRecord._save,
    DefaultTaken: PrivateRecord._default,
}
"""What each event tells a seat that may see more of it than the table."""


class SeatView(NamedTuple):
    """All that one seat may know, and nothing else."""

    seat: SeatId
    public: PublicRecord
    private: PrivateRecord
