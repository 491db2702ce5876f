"""Hooks: what a user's own code may do while an episode is played."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, runtime_checkable

from ludens.episode.calls import Usage
from ludens.episode.events import EpisodeId, Event
from ludens.episode.logger import warn
from ludens.llm.calls import Asking, Call

DRAIN_SECONDS = 10.0
"""How long the end of an episode waits for async hooks that are still at work."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a hook is told."""

    episode: EpisodeId
    """The episode's id."""
    game: str
    """`adventure`, `mafia` or `story`."""
    subject: str
    """What is played: a story's name, a table, a corpus."""
    turn: int
    """The turn's number; 0 is the opening."""
    headline: dict[str, Any]
    """Score, rooms and the like, as of this turn."""
    used: Usage = field(default_factory=Usage)
    """What the model calls of the episode have used so far."""
    event: Event | None = None
    """The event that called the hook; None for the start and end of a turn."""
    events: tuple[Event, ...] = ()
    """Everything that happened in the turn; given to `on_turn_end`."""
    call: Call | None = None
    """The attempt at a model call that has just ended; given to `on_call`."""
    asking: Asking | None = None
    """Whom is asked and what was said so far; given to `on_thinking`."""


class Hook:
    """Subclass it and write the methods you care about, sync or async.

    A hook that the settings name has a process of its own (`ludens.episode.hooks_apart`). One that
    is handed over as an object is called between two turns, so a sync method should be quick; its
    async methods run in order beside the game, which does not wait for them. A hook that raises is
    logged and never harms the game. Hooks see only turns and calls that are already safe on the
    record.
    """

    def on_episode_start(self, moment: Moment) -> Awaitable[None] | None:
        """A new episode has begun."""

    def on_turn_start(self, moment: Moment) -> Awaitable[None] | None:
        """A turn is about to be played."""

    def on_turn_end(self, moment: Moment) -> Awaitable[None] | None:
        """A turn was played and is on the log."""

    def on_room_enter(self, moment: Moment) -> Awaitable[None] | None:
        """The player came into a room."""

    def on_item_found(self, moment: Moment) -> Awaitable[None] | None:
        """An item was seen for the first time."""

    def on_puzzle_found(self, moment: Moment) -> Awaitable[None] | None:
        """A puzzle was noticed."""

    def on_puzzle_solved(self, moment: Moment) -> Awaitable[None] | None:
        """A puzzle was solved."""

    def on_maze_detected(self, moment: Moment) -> Awaitable[None] | None:
        """Rooms that cannot be told apart were noticed."""

    def on_maze_mapped(self, moment: Moment) -> Awaitable[None] | None:
        """A maze is mapped."""

    def on_stuck(self, moment: Moment) -> Awaitable[None] | None:
        """The company makes no progress, and something is done about it."""

    def on_death(self, moment: Moment) -> Awaitable[None] | None:
        """The player died."""

    def on_victory(self, moment: Moment) -> Awaitable[None] | None:
        """The game was won."""

    def on_phase(self, moment: Moment) -> Awaitable[None] | None:
        """A phase of the game began: night, day, vote, referee."""

    def on_speech(self, moment: Moment) -> Awaitable[None] | None:
        """Somebody spoke."""

    def on_vote(self, moment: Moment) -> Awaitable[None] | None:
        """Somebody voted."""

    def on_verdict(self, moment: Moment) -> Awaitable[None] | None:
        """A referee decided."""

    def on_episode_end(self, moment: Moment) -> Awaitable[None] | None:
        """The episode has ended."""

    def on_model_failed(self, moment: Moment) -> Awaitable[None] | None:
        """A role's model gave nothing to use; its rule-based agent plays."""

    def on_thinking(self, moment: Moment) -> Awaitable[None] | None:
        """A model is being asked, or has said some more; nothing of it is on the record yet.

        Called in the middle of a turn, several times a second while a reply comes.
        """

    def on_call(self, moment: Moment) -> Awaitable[None] | None:
        """An attempt at a model call has ended and is on the record; its turn is still played.

        Called in the middle of a turn, as soon as the call is committed.
        """

    def on_event(self, moment: Moment) -> Awaitable[None] | None:
        """Anything at all happened; called after the more particular method."""


HOOK_METHODS = tuple(name for name in vars(Hook) if name.startswith("on_"))


@runtime_checkable
class Apart(Protocol):
    """A hook that works in a process of its own (`ludens.episode.hooks_apart`)."""

    hears: frozenset[str]
    """The methods it has."""

    def hear(self, method: str, moment: Moment) -> None:
        """Let it have a moment when it comes to it."""
        ...

    def finished(self) -> concurrent.futures.Future[None]:
        """Return what is done when it has had everything up to now."""
        ...


class Failures:
    """Warns of what hooks fail at: once of a method and a kind of error, however often it comes."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str, type[BaseException]]] = set()

    def tell(self, hook: str, method: str, error: BaseException) -> None:
        """Warn of an error unless one like it was told."""
        if (hook, method, type(error)) not in self._told:
            self._told.add((hook, method, type(error)))
            warn("hook_failed", hook=hook, method=method, error=repr(error))


@dataclass(slots=True)
class Hooks:
    """Calls every hook's methods; nothing a hook does reaches the game."""

    hooks: tuple[Hook, ...] = ()
    _methods: dict[str, list[tuple[Hook, Callable[[Moment], Any]]]] = field(default_factory=dict)
    _queues: dict[int, asyncio.Queue[tuple[str, Awaitable[None]]]] = field(default_factory=dict)
    _workers: list[asyncio.Task[None]] = field(default_factory=list)
    _failures: Failures = field(default_factory=Failures)

    @classmethod
    def of(cls, hooks: Iterable[Hook]) -> Hooks:
        """Return a board of these hooks, in order; methods that do nothing are left out."""
        board = cls(tuple(hooks))
        for name in HOOK_METHODS:
            board._methods[name] = [
                (hook, method) for hook in board.hooks if (method := _method(hook, name))
            ]
        return board

    def wants(self, name: str) -> bool:
        """Tell whether any hook has the method."""
        return bool(self._methods.get(name))

    def fire(self, name: str, moment: Moment) -> None:
        """Call the method of every hook that has it."""
        for hook, method in self._methods.get(name, ()):
            try:
                result = method(moment)
            except (Exception, SystemExit, asyncio.CancelledError) as error:
                self._failures.tell(type(hook).__name__, name, error)
                continue
            if inspect.isawaitable(result):
                self._enqueue(hook, name, result)

    def _enqueue(self, hook: Hook, name: str, work: Awaitable[None]) -> None:
        queue = self._queues.get(id(hook))
        if queue is None:
            queue = self._queues[id(hook)] = asyncio.Queue()
            self._workers.append(asyncio.create_task(_work(hook, queue, self._failures)))
        queue.put_nowait((name, work))

    async def drain(self) -> None:
        """Wait for async hooks to finish what they were given, at most `DRAIN_SECONDS`."""
        waiting: list[asyncio.Future[None]] = [
            asyncio.create_task(queue.join()) for queue in self._queues.values()
        ]
        for hook in self.hooks:
            if isinstance(hook, Apart):
                waiting.append(asyncio.wrap_future(hook.finished()))
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=DRAIN_SECONDS)
            if late:
                warn("hooks_unfinished", seconds=DRAIN_SECONDS, hooks=len(late))
        for task in (*waiting, *self._workers):
            task.cancel()
        await asyncio.gather(*waiting, *self._workers, return_exceptions=True)
        for queue in self._queues.values():
            while not queue.empty():
                _, work = queue.get_nowait()
                if inspect.iscoroutine(work):
                    work.close()
        self._queues.clear()
        self._workers.clear()


async def _work(
    hook: Hook, queue: asyncio.Queue[tuple[str, Awaitable[None]]], failures: Failures
) -> None:
    while True:
        name, work = await queue.get()
        try:
            await work
        except (Exception, SystemExit) as error:
            failures.tell(type(hook).__name__, name, error)
        finally:
            queue.task_done()


def _method(hook: Hook, name: str) -> Callable[[Moment], Any] | None:
    """Return a hook's method of a name; None where it does nothing."""
    if isinstance(hook, Apart):
        return partial(hook.hear, name) if name in hook.hears else None
    if getattr(type(hook), name, None) is getattr(Hook, name):
        return None
    found: Callable[[Moment], Any] | None = getattr(hook, name, None)
    return found
