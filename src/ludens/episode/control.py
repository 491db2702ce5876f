"""How a person speaks to an episode that is being played, also by another process.

Requests are rows of the table `control`. Whoever wants something of the runner adds a row; the
runner looks for new ones between two turns and says which it took. A pause does not end the run:
the runner holds the game, with everything loaded, until it is told to go on. Nothing of this is
on the log but what was decided: a command is an event like any other, a pause is none.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import func, insert, select, update

from ludens.episode.events import EpisodeId
from ludens.episode.lease import Runner
from ludens.episode.schema import control as table
from ludens.episode.store import EpisodeRow, Store

POLL_SECONDS = 0.1
"""The least time between two looks at the table, and the longest that a request waits in a held
game."""
BEAT_SECONDS = 30.0
"""How often a held game says that its runner still lives."""


class RequestKind(StrEnum):
    """What may be asked."""

    PAUSE = "pause"
    """Hold the game after the turn in hand."""
    STEP = "step"
    """Let the agents play one turn, then hold."""
    RESUME = "resume"
    """Let the agents go on by themselves."""
    STOP = "stop"
    """End the episode for good."""
    COMMAND = "command"
    """Play one turn with this decision in the agents' place, then hold."""


HOLDING = frozenset({RequestKind.PAUSE, RequestKind.STEP, RequestKind.COMMAND})
"""After these the game is held."""
TURNS = frozenset({RequestKind.STEP, RequestKind.COMMAND})
"""These ask for one turn."""


@dataclass(slots=True)
class Control:
    """How a running episode is told to pause or stop, and whether it listens to the table."""

    pause: bool = False
    """End the run after the turn in hand; it can be resumed."""
    stop: bool = False
    """End the episode for good."""
    listens: bool = False
    """Whether requests in the table `control` are obeyed."""
    after: int | None = None
    """Requests up to this number are not meant for this run; None: all there are when it begins."""
    longest_hold: float | None = None
    """Seconds of being held after which the run ends as if paused; None: never."""
    on_hold: Callable[[bool], None] | None = None
    """Called when the game is held (True) and when it goes on (False)."""


@dataclass(frozen=True, slots=True)
class Request:
    """One row of the table."""

    number: int
    kind: RequestKind
    payload: dict[str, Any]


def ask(
    store: Store, episode: EpisodeId, kind: RequestKind, payload: dict[str, Any] | None = None
) -> int:
    """Add a request for whoever plays the episode; return its number."""
    with store.database.write() as connection:
        result = connection.execute(
            insert(table).values(
                episode_id=episode,
                kind=kind.value,
                payload=json.dumps(payload or {}),
                created=time.time(),
            )
        )
        (number,) = result.inserted_primary_key or (0,)
        return int(number)


def last_request(store: Store, episode: EpisodeId) -> int:
    """Return the number of the newest request to an episode; 0 if there is none."""
    query = select(func.max(table.c.id)).where(table.c.episode_id == episode)
    with store.database.read() as connection:
        return connection.scalar(query) or 0


def is_held(store: Store, row: EpisodeRow) -> bool:
    """Tell whether the episode is being played and waits for a person."""
    if row.status != "playing" or row.runner is None:
        return False
    query = (
        select(table.c.kind)
        .where(table.c.episode_id == row.id, table.c.taken_by == row.runner.token)
        .order_by(table.c.id.desc())
        .limit(1)
    )
    with store.database.read() as connection:
        kind = connection.scalar(query)
    return kind is not None and RequestKind(kind) in HOLDING


def dropped_request(store: Store, row: EpisodeRow) -> int | None:
    """Return the number of what a person asked for in a turn that was never over, if it was the
    last that was taken: a decision, or one turn of the agents. None if there is none."""
    query = (
        select(table.c.id, table.c.kind)
        .where(table.c.episode_id == row.id, table.c.taken > row.updated)
        .order_by(table.c.id.desc())
        .limit(1)
    )
    with store.database.read() as connection:
        found = connection.execute(query).first()
    return found.id if found is not None and RequestKind(found.kind) in TURNS else None


def waiting_request(store: Store, row: EpisodeRow) -> RequestKind | None:
    """Return what was asked last of an episode that is being played, in the turn under way, and is
    not seen to yet."""
    if row.status != "playing":
        return None
    query = (
        select(table.c.kind)
        .where(table.c.episode_id == row.id, table.c.taken.is_(None))
        .where(table.c.created > row.updated)
        .order_by(table.c.id.desc())
        .limit(1)
    )
    with store.database.read() as connection:
        kind = connection.scalar(query)
    return None if kind is None else RequestKind(kind)


@dataclass(slots=True)
class Listener:
    """The runner's end: takes requests in order, and holds the game where they say so."""

    store: Store
    episode: EpisodeId
    holder: Runner
    """Who plays; noted with each request it takes."""
    control: Control
    after: int = 0
    held: bool = False
    waiting: deque[Request] = field(default_factory=deque)
    looked: float = 0.0

    def begin(self) -> None:
        """Listen from now on; what was asked of earlier runs is past."""
        known = self.control.after
        self.after = last_request(self.store, self.episode) if known is None else known

    async def next_decision(self, *, waits: bool = True) -> dict[str, Any] | None:
        """Return what a person decided for the next turn; None: the agents decide.

        Waits while the game is held, unless what was decided before still goes on. Returns None
        at once when the run is to end.
        """
        while not (self.control.pause or self.control.stop):
            self._look()
            if self.waiting:
                request = self.waiting.popleft()
                self._take(request)
                if request.kind is RequestKind.STEP:
                    return None
                if request.kind is RequestKind.COMMAND:
                    return request.payload
            elif not (self.held and waits):
                return None
            else:
                await self._hold()
        return None

    async def _hold(self) -> None:
        """Wait until there is a request, or the run is to end."""
        if self.control.on_hold is not None:
            self.control.on_hold(True)
        began = beaten = time.monotonic()
        while not (self.waiting or self.control.pause or self.control.stop):
            await asyncio.sleep(POLL_SECONDS)
            self._look()
            now = time.monotonic()
            longest = self.control.longest_hold
            if longest is not None and now - began > longest:
                self.control.pause = True
            if now - beaten > BEAT_SECONDS:
                self.store.claim(self.episode, self.holder)
                beaten = now
        if self.control.on_hold is not None:
            self.control.on_hold(False)

    def _look(self) -> None:
        now = time.monotonic()
        if now - self.looked < POLL_SECONDS:
            return
        self.looked = now
        query = (
            select(table.c.id, table.c.kind, table.c.payload)
            .where(
                table.c.episode_id == self.episode,
                table.c.id > self.after,
                table.c.kind.in_(list(RequestKind)),  # others are between a person and their role
            )
            .order_by(table.c.id)
        )
        with self.store.database.read() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            self.after = row.id
            self.waiting.append(Request(row.id, RequestKind(row.kind), json.loads(row.payload)))

    def _take(self, request: Request) -> None:
        with self.store.database.write() as connection:
            connection.execute(
                update(table)
                .where(table.c.id == request.number)
                .values(taken=time.time(), taken_by=self.holder.token)
            )
        self.held = request.kind in HOLDING
        if request.kind is RequestKind.STOP:
            self.control.stop = True
