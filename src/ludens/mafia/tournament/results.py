"""What a game of a tournament came to, seat by seat, read from its log and its calls."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby

from sqlalchemy import select

from ludens.episode.events import Event, Outcome
from ludens.episode.history import read_events
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.llm.errors import ErrorKind
from ludens.mafia.events import (
    BallotCast,
    DefaultTaken,
    GameDecided,
    MindKept,
    PlayerDied,
    ReplyRefused,
)
from ludens.mafia.game import Mafia
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import SeatId

REFUSALS = frozenset({ErrorKind.REFUSED, ErrorKind.FILTERED})
"""How a call fails when a model, or its provider, will not answer."""
NOT_MADE = frozenset({ErrorKind.CIRCUIT_OPEN})
"""What stands on the record though nobody was asked: the model was known to be down."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What an agent's calls used, attempts that failed included.

    Those that were never made, since the model was known to be down, are none of them; what they
    cost the agent is told by its defaults.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    refusals: int = 0
    """Calls that the model would not answer."""
    failed: int = 0
    """Calls to which no reply came, whatever the reason, but for our own ending them."""
    cost: Decimal | None = Decimal(0)
    """US dollars; None when a call has no price, 0 when there was none."""


NOTHING = Spent()


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's game."""

    seat: SeatId
    model: str
    role: RoleName
    won: bool
    lived: bool = True
    """Whether it was alive at the end."""
    ballots: tuple[bool, ...] = ()
    """For each of its votes for somebody: whether that was one of the mafia. Town only."""
    beliefs: tuple[tuple[float, bool], ...] = ()
    """Each belief it held of another: how likely mafia, and whether it was so. None for those who
    know."""
    named: float = 0.0
    """How many it would have named at last: as many as there are mafia, if it believed anything."""
    found: float = 0.0
    """How many of those were mafia; equal beliefs count in equal parts."""
    refused: int = 0
    """Replies that were not valid."""
    defaults: int = 0
    spent: Spent = NOTHING

    @property
    def team(self) -> Team:
        """Return the seat's side."""
        return ROLES[self.role].team


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game."""

    episode: str
    block: int
    """Games of a block share a deal."""
    team: Team | None
    """Who won; None if nobody."""
    seats: tuple[SeatResult, ...]


def entered(rows: Iterable[EpisodeRow]) -> dict[str, EpisodeRow]:
    """Return the games of tournaments among episodes, by key; the one that ended, of several.

    A fork is played by somebody else's wish and is no game of the plan.
    """
    found: dict[str, EpisodeRow] = {}
    for row in rows:
        place = row.settings.get("tournament")
        if row.game != Mafia.name or row.parent_id is not None or not place:
            continue
        known = found.get(place["game"])
        if known is None or known.outcome is None:
            found[place["game"]] = row
    return found


def result_of(store: Store, row: EpisodeRow) -> GameResult | None:
    """Return what a game came to, or None if it did not come to its end."""
    if row.outcome is not Outcome.ENDED:
        return None
    place = row.settings["tournament"]
    return read_game(
        (event for _, event in read_events(store, Mafia(), row)),
        place["models"],
        episode=row.id,
        block=place["block"],
        spent=_spent(store, row),
    )


@dataclass(slots=True)
class _Doings:
    """What is counted of a seat while its log is read."""

    ballots: list[bool] = field(default_factory=list)
    beliefs: list[tuple[float, bool]] = field(default_factory=list)
    last: dict[SeatId, float] = field(default_factory=dict)
    refused: int = 0
    defaults: int = 0
    lived: bool = True


def read_game(
    events: Iterable[Event],
    models: Sequence[str],
    *,
    episode: str = "",
    block: int = 0,
    spent: Mapping[str, Spent] | None = None,
) -> GameResult | None:
    """Return what the events of a game tell of each seat; None where nothing was decided."""
    log = list(events)
    decided = next((event for event in log if isinstance(event, GameDecided)), None)
    if decided is None:
        return None
    guilty = [ROLES[role].team is Team.MAFIA for role in decided.roles]
    doings: defaultdict[SeatId, _Doings] = defaultdict(_Doings)
    for event in log:
        _count(event, guilty, doings)
    seats = []
    for number, role in enumerate(decided.roles):
        seat = SeatId(number)
        did = doings[seat]
        named, found = identified(did.last, guilty)
        seats.append(
            SeatResult(
                seat=seat,
                model=models[seat],
                role=role,
                won=seat in decided.winners,
                lived=did.lived,
                ballots=tuple(did.ballots) if ROLES[role].team is Team.TOWN else (),
                beliefs=tuple(did.beliefs),
                named=named,
                found=found,
                refused=did.refused,
                defaults=did.defaults,
                spent=(spent or {}).get(seat_role(seat), NOTHING),
            )
        )
    return GameResult(episode=episode, block=block, team=decided.team, seats=tuple(seats))


def _count(event: Event, guilty: Sequence[bool], doings: defaultdict[SeatId, _Doings]) -> None:
    match event:
        case MindKept() if not guilty[event.seat]:
            believed = {s: p for s, p in event.beliefs.items() if s != event.seat}
            doings[event.seat].beliefs += [(p, guilty[s]) for s, p in believed.items()]
            doings[event.seat].last = believed or doings[event.seat].last
        case BallotCast() if event.choice is not None:
            doings[event.seat].ballots.append(guilty[event.choice])
        case PlayerDied():
            doings[event.seat].lived = False
        case ReplyRefused():
            doings[event.seat].refused += 1
        case DefaultTaken():
            doings[event.seat].defaults += 1


def identified(beliefs: Mapping[SeatId, float], guilty: Sequence[bool]) -> tuple[float, float]:
    """Return how many seats somebody would name who names the likeliest, and how many are mafia.

    As many are named as there are mafia. Where more are equally likely than can still be named,
    each of them counts as a part.
    """
    left = float(min(sum(guilty), len(beliefs)))
    named, found = left, 0.0
    ranked = sorted(beliefs, key=lambda seat: -beliefs[seat])
    for _, equals in groupby(ranked, key=lambda seat: beliefs[seat]):
        tied = list(equals)
        part = min(1.0, left / len(tied))
        found += part * sum(guilty[seat] for seat in tied)
        left -= part * len(tied)
        if left <= 0:
            break
    return named, found


def _spent(store: Store, row: EpisodeRow) -> dict[str, Spent]:
    """Return what each agent's calls used."""
    query = select(call).where(call.c.episode_id == row.id, call.c.inherited.is_(False))
    spent: dict[str, Spent] = {}
    with store.database.read() as connection:
        for line in connection.execute(query).mappings():
            kind = ErrorKind(json.loads(line["error"])["kind"]) if line["error"] else None
            if kind in NOT_MADE:
                continue
            before = spent.get(line["agent"], NOTHING)
            unanswered = kind is not None and not kind.is_reply and kind is not ErrorKind.CANCELLED
            cost = before.cost
            if line["input_tokens"] is not None:  # else nothing came, so nothing was paid
                known = cost is not None and line["cost"] is not None
                cost = cost + Decimal(line["cost"]) if known and cost is not None else None
            spent[line["agent"]] = Spent(
                calls=before.calls + 1,
                input_tokens=before.input_tokens + (line["input_tokens"] or 0),
                output_tokens=before.output_tokens + (line["output_tokens"] or 0),
                cached_tokens=before.cached_tokens + (line["cached_tokens"] or 0),
                refusals=before.refusals + (kind in REFUSALS),
                failed=before.failed + unanswered,
                cost=cost,
            )
    return spent
