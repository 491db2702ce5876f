"""Live: the tail of the log, told once for everybody who watches.

One poller asks the database, many times a second, how far each watched episode has come; the game
may be run by another process. What is new is folded and written down once, however many watch.
The newest messages are kept; a viewer who is farther behind reads the log like anybody else. So a
viewer is nothing but a number, the next event it wants, and memory does not grow with viewers.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from pydantic_core import to_json
from sqlalchemy import select

from ludens.episode.control import is_held, waiting_request
from ludens.episode.errors import DamagedError, LudensError
from ludens.episode.game import Game
from ludens.episode.logger import warn
from ludens.episode.schema import episode as episode_table
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.games import game_of
from ludens.web.children import Children
from ludens.web.seeing import viewer_documents, viewer_of
from ludens.web.spending import Spending
from ludens.web.stretch import Telling, begin_telling, turn_costs, turns_of
from ludens.web.turn_messages import TurnMessage, missed_messages, turn_message
from ludens.web.under_way import read_under_way
from ludens.web.views.view import sees_everything

BUSY_SECONDS, IDLE_SECONDS = 0.05, 0.25
"""How often the poller looks while somebody plays, and while nobody does."""
STATUS_SECONDS = 0.25
"""How often it is looked whether the runner lives and holds the game."""
KEPT = 256
"""Messages that are kept for viewers who come back."""
LINGER_SECONDS = 30.0
"""How long an episode that nobody watches any more is followed: a lost connection comes back."""

SEEN = ("updated", "last_seq", "runner_seen")
"""The columns that change whenever an episode's row does."""


class CannotBeShownError(LudensError):
    """An episode's turns cannot be told: they are damaged, or this version is."""


THREADS = 4
"""That work for viewers at a time."""

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class News:
    """What is new about an episode, found out in a thread and taken in on the event loop."""

    row: EpisodeRow
    status: str
    messages: list[TurnMessage]


@dataclass(slots=True)
class Tail:
    """One episode being watched by those who may see the same of it."""

    store: Store
    game: Game[Any]
    row: EpisodeRow
    viewer: Viewer
    children: Children
    status: str = ""
    """The newest `status` message."""
    messages: deque[TurnMessage] = field(default_factory=lambda: deque(maxlen=KEPT))
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    viewers: int = 0
    left: float = 0.0
    """When the last viewer went."""
    telling: Telling | None = None
    spending: Spending = field(default_factory=Spending)
    looked: float = 0.0
    failure: str = ""
    """Why it can be followed no more; empty while it can."""

    @property
    def is_busy(self) -> bool:
        """Whether somebody plays it."""
        return not self.failure and self.row.outcome is None and self.row.runner is not None

    def after(self, seq: int) -> list[TurnMessage] | None:
        """Return the messages with events from `seq` on; None if they are no longer kept."""
        if seq > self.row.last_seq:
            return []
        if not self.messages or self.messages[0].first_seq > seq:
            return None
        return [message for message in self.messages if message.last_seq >= seq]

    def find_news(self, seen: Mapping[str, Any]) -> News | None:
        """Return what is new, given the episode's row as it stands; in a thread."""
        now = time.monotonic()
        same = all(getattr(self.row, key) == value for key, value in seen.items())
        if same and now - self.looked < STATUS_SECONDS:
            return None
        self.looked = now
        row = self.row if same else self.store.episode(self.row.id)
        messages = self._tell(row) if row.last_seq > self.row.last_seq else []
        status = self.status_of(row)
        if same and not messages and status == self.status:
            return None
        return News(row, status, messages)

    def take_in(self, news: News | str) -> None:
        """Let viewers have what is new, or why nothing is told any more; on the event loop."""
        if isinstance(news, str):
            self.failure = news
        else:
            self.row, self.status = news.row, news.status
            self.messages.extend(news.messages)
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    def _tell(self, row: EpisodeRow) -> list[TurnMessage]:
        lines = self.store.events(row.id, from_seq=self.row.last_seq + 1)
        lines = [line for line in lines if line.seq <= row.last_seq]
        if self.telling is None:
            first = self.row.turns + 1 if self.row.last_seq >= 0 else 0
            self.telling = begin_telling(self.store, self.game, self.row, first, self.viewer)
        costs = turn_costs(self.store, row, lines[0].turn, lines[-1].turn)
        told = [self.telling.tell(turn, costs.get(turn[0].turn)) for turn in turns_of(lines)]
        return [turn_message(turn) for turn in told]

    def status_of(self, row: EpisodeRow) -> str:
        """Return the `status` message of an episode; in a thread."""
        used = self.spending
        if sees_everything(self.viewer):
            used.count_on(self.store, row)
        status = row.status
        if status == "playing" and is_held(self.store, row):
            status = "held"
        document: dict[str, Any] = {
            "type": "status",
            "status": status,
            "turns": row.turns,
            "last_seq": row.last_seq,
            "outcome": row.outcome,
            "reason": row.reason,
            "calls": used.calls,
            "answered": used.answered,
            "tokens": used.tokens,
            "cost": str(used.cost) if used.cost is not None else None,
            "trouble": self.children.trouble(row.id),
            "left": self.children.is_left(row.id),
            "since": self.children.since(row),
            "requested": waiting_request(self.store, row),
            "starting": self.children.is_starting(row),
            "viewers": viewer_documents(row),
        }
        if row.status == "playing" and sees_everything(self.viewer):
            now = read_under_way(self.store, row)
            if now is not None:
                document["under_way"] = now
        return to_json(document).decode()


@dataclass(slots=True)
class Watch:
    """Follows every episode that somebody watches."""

    store: Store
    children: Children
    tails: dict[tuple[str, Viewer], Tail] = field(default_factory=dict)
    poller: asyncio.Task[None] | None = None
    threads: CapacityLimiter | None = None
    """Those that work for viewers; requests have the others."""

    async def aside(self, work: Callable[..., ResultT], *arguments: Any) -> ResultT:
        """Work for a viewer in a thread, of which there are few: no request waits for them all."""
        if self.threads is None:
            self.threads = CapacityLimiter(THREADS)
        return await run_sync(work, *arguments, limiter=self.threads)

    async def watch(
        self, identity: str, from_seq: int, view: str | None = None
    ) -> AsyncGenerator[str, None]:
        """Yield messages for one viewer: the status, and each turn from `from_seq` on.

        For ever. Raises NoSuchEpisodeError, NotForYouError, CannotBeShownError.
        """
        tail = await self._join(identity, view)
        try:
            seq, status = from_seq, ""
            while True:
                changed = tail.changed
                if tail.failure:
                    raise CannotBeShownError(tail.failure)
                if tail.status != status:
                    status = tail.status
                    yield status
                messages = tail.after(seq)
                if messages is None:
                    messages = await self.aside(_missed, tail, seq)
                for message in messages:
                    yield message.text_from(seq)
                    seq = message.last_seq + 1
                if not messages and tail.status == status:
                    await changed.wait()
        finally:
            tail.viewers -= 1
            tail.left = time.monotonic()

    async def close(self) -> None:
        """Follow nothing any more."""
        if self.poller is not None:
            self.poller.cancel()
            with suppress(asyncio.CancelledError):
                await self.poller

    async def _join(self, identity: str, view: str | None) -> Tail:
        row = await self.aside(self.store.episode, identity)
        viewer = viewer_of(row, view)
        tail = self.tails.get((row.id, viewer))
        if tail is None:
            new = Tail(self.store, game_of(row), row, viewer, self.children)
            new.status = await self.aside(new.status_of, row)
            tail = self.tails.setdefault((row.id, viewer), new)
        tail.viewers += 1
        if self.poller is None or self.poller.done():
            self.poller = asyncio.create_task(self._poll())
        return tail

    async def _poll(self) -> None:
        while self.tails:
            try:
                found = await run_sync(self._look, list(self.tails.values()))
            except LudensError as error:  # a locked or lost database may come back
                warn("watch_failed", error=str(error))
                await asyncio.sleep(IDLE_SECONDS)
                continue
            for tail, news in found:
                tail.take_in(news)
            now = time.monotonic()
            for key, tail in list(self.tails.items()):
                if tail.viewers == 0 and now - tail.left > LINGER_SECONDS:
                    del self.tails[key]
            busy = any(tail.is_busy for tail in self.tails.values())
            await asyncio.sleep(BUSY_SECONDS if busy else IDLE_SECONDS)

    def _look(self, tails: Sequence[Tail]) -> list[tuple[Tail, News | str]]:
        """Return what is new, in a thread; one query tells which episodes to look at.

        An episode that cannot be told stops no other: why is returned in the place of its news.
        """
        columns = [episode_table.c[name] for name in SEEN]
        query = select(episode_table.c.id, *columns).where(
            episode_table.c.id.in_([tail.row.id for tail in tails])
        )
        with self.store.database.read() as connection:
            rows = {row["id"]: row for row in connection.execute(query).mappings()}
        found: list[tuple[Tail, News | str]] = []
        for tail in tails:
            row = rows.get(tail.row.id)
            if row is None or tail.failure:
                continue
            try:
                news = tail.find_news({name: row[name] for name in SEEN})
            except Exception as error:
                found.append((tail, _untold(tail.row.id, error)))
            else:
                found += [(tail, news)] if news is not None else []
        return found


def _missed(tail: Tail, seq: int) -> list[TurnMessage]:
    try:
        return missed_messages(tail.store, tail.game, tail.row, seq, tail.viewer)
    except Exception as error:
        raise CannotBeShownError(_untold(tail.row.id, error)) from error


def _untold(episode: str, error: Exception) -> str:
    """Return why an episode cannot be told; an error of the database may pass, and is raised."""
    if isinstance(error, LudensError) and not isinstance(error, DamagedError):
        raise error
    told = str(error) if isinstance(error, LudensError) else f"{type(error).__name__}: {error}"
    warn("episode_cannot_be_shown", episode=episode, error=told)
    return f"Its newest turns cannot be shown: {told}"
