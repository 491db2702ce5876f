"""A table that tests play by hand, one decision at a time, on the real engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ludens.episode.events import EpisodeStarted, Event
from ludens.mafia.agenda import Due, advance, due
from ludens.mafia.agents.reply import CHOICE, NOBODY
from ludens.mafia.composition import composition_for
from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.events import Phase, RoleDealt, TableLaid
from ludens.mafia.legal import problem_with
from ludens.mafia.outcome import happenings
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Rules
from ludens.mafia.state import MafiaState

EventT = TypeVar("EventT", bound=Event)

SHORT = {
    "M": "mafia",
    "D": "detective",
    "P": "doctor",
    "V": "villager",
    "G": "godfather",
    "S": "vigilante",
    "J": "jester",
}


class Game:
    """A game in the making; `roles` has a letter for each seat, as in SHORT."""

    def __init__(self, roles: str, **rules: Any) -> None:
        self.state = MafiaState()
        self.log: list[Event] = []
        dealt = [RoleName(SHORT[letter]) for letter in roles]
        counts = {name: dealt.count(name) for name in ROLES if dealt.count(name)}
        self.emit(EpisodeStarted(game="mafia", seed=1, subject="t", settings={}, version=""))
        self.emit(
            TableLaid(
                names=tuple(f"Player {seat}" for seat in range(len(dealt))),
                taglines=(),
                composition=counts,
                rules=Rules(**rules),
            )
        )
        mafia = [s for s, r in enumerate(dealt) if ROLES[r].team is Team.MAFIA]
        for seat, role in enumerate(dealt):
            partners = tuple(SeatId(m) for m in mafia if m != seat) if seat in mafia else ()
            self.emit(RoleDealt(seat=SeatId(seat), role=role, partners=partners))
        self._go_on()

    def emit(self, event: Event) -> None:
        self.state.apply(event)
        self.log.append(event)

    @property
    def due(self) -> Due:
        pending = due(self.state)
        assert pending is not None, f"nobody has to decide: {self.state.reason}"
        return pending

    def decide(self, decision: Decision) -> None:
        """Let whoever is due decide; it must be valid."""
        pending = self.due
        problem = problem_with(self.state.view(pending.seat), pending.ask, decision)
        assert problem is None, problem
        for event in happenings(self.state, pending, decision):
            self.emit(event)
        self._go_on()

    def _go_on(self) -> None:
        while due(self.state) is None and self.state.outcome is None:
            for event in advance(self.state):
                self.emit(event)

    def plans(self) -> Game:
        while self.state.phase is Phase.NIGHT_ZERO:
            self.decide(Plan(strategy=f"plan of {self.due.seat}"))
        return self

    def speeches(self, nominations: Mapping[int, int] | int) -> Game:
        """Everybody speaks; `nominations` by seat, or one for all (who names the first other)."""
        assert self.state.phase is Phase.DAY
        while self.state.phase is Phase.DAY:
            seat = self.due.seat
            wanted = nominations if isinstance(nominations, int) else nominations[seat]
            if wanted == seat:
                wanted = next(other for other in self.state.living if other != seat)
            self.decide(Speech(speech=f"words of {seat}", nomination=SeatId(wanted)))
        return self

    def votes(self, choices: Mapping[int, int | None] | int | None) -> Game:
        """Everybody votes; one choice for all may be given, whose target then skips."""
        phase = self.state.phase
        assert phase in (Phase.VOTE, Phase.REVOTE)
        while self.state.phase is phase:
            seat = self.due.seat
            choice = choices.get(seat) if isinstance(choices, Mapping) else choices
            self.decide(Ballot(choice=None if choice in (None, seat) else SeatId(choice)))
        return self

    def statements(self, text: str = "words") -> Game:
        """Defences or last words."""
        phase = self.state.phase
        assert phase in (Phase.DEFENCE, Phase.LAST_WORDS)
        while self.state.phase is phase:
            self.decide(Statement(speech=f"{text} of {self.due.seat}"))
        return self

    def proposals(self, targets: Mapping[int, int | None] | int | None) -> Game:
        """One round of proposals."""
        for _ in range(len(self.state.mafia())):
            pending = self.due
            assert pending.ask is Ask.KILL
            target = targets[pending.seat] if isinstance(targets, Mapping) else targets
            self.decide(Proposal(target=target if target is None else SeatId(target)))
        return self

    def acts(self, targets: Mapping[int, int | None]) -> Game:
        """Powers, until it is day or over; those not named pass or take themselves or seat 0."""
        while self.state.phase is Phase.NIGHT:
            pending = self.due
            assert pending.ask is Ask.ACT
            if pending.seat in targets:
                target = targets[pending.seat]
            else:
                act = ROLES[self.state.roles[pending.seat]].act
                assert act is not None
                fallback = next(s for s in self.state.living if act.on_self or s != pending.seat)
                target = None if act.may_pass else fallback
            self.decide(Act(target=target if target is None else SeatId(target)))
        return self

    def quiet_day(self) -> Game:
        """A day on which everybody skips."""
        living = self.state.living
        return self.speeches(living[0]).votes(None)

    def vote_out(self, seat: int) -> Game:
        """A day on which everybody votes for one seat, which says its last words."""
        return self.speeches(seat).votes(seat).statements()

    def happened(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[EventT]) -> EventT:
        return self.happened(kind)[-1]


def reply_to(schema: Mapping[str, Any], task: str, *, said_by: str = "") -> dict[str, Any]:
    """Return a valid reply of a schema to a task: the first of those that may be chosen."""
    task = task.split("Your memory may have", maxsplit=1)[0]
    players = schema["$defs"]["Player"]["enum"]
    values: dict[str, Any] = {}
    for name, field in schema["properties"].items():
        if name in CHOICE.values():
            nobody = [word for word in NOBODY.values() if f'"{word}"' in json.dumps(field)]
            offered = task.rpartition(f"`{name}`")[2]
            values[name] = next(choice for choice in (*players, *nobody) if choice in offered)
        elif name == "beliefs":
            values[name] = [{"player": players[1], "mafia": 0.25}]
        elif field.get("type") == "array":
            values[name] = []
        elif "enum" in field:
            values[name] = field["enum"][-1]
        else:
            values[name] = f"{name} of {said_by}" if said_by else f"{name} said"
    return values


def at_day_one(roles: str, **rules: Any) -> Game:
    return Game(roles, **rules).plans()


def at_night_one(roles: str, **rules: Any) -> Game:
    return at_day_one(roles, **rules).quiet_day()


def names(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in seats)


__all__ = ["Game", "at_day_one", "at_night_one", "composition_for", "names"]
