"""The runner: starts, limits, pauses, ends, resumes and forks an episode of any game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Generic, TypeVar

from ludens import __version__
from ludens.episode.calls import EpisodeCalls, usage
from ludens.episode.control import Control, Listener
from ludens.episode.errors import (
    GO_ON,
    DamagedError,
    EpisodeEndedError,
    ImportedError,
    ModelUnavailableError,
    StoreError,
)
from ludens.episode.events import (
    EpisodeEnded,
    EpisodeForked,
    EpisodeId,
    EpisodeReopened,
    EpisodeStarted,
    Event,
    Outcome,
)
from ludens.episode.game import Game, Session, Stage, Turn
from ludens.episode.history import state_at
from ludens.episode.hooks import Hooks, Moment
from ludens.episode.lease import Runner as Holder
from ludens.episode.limits import Spent, limit_reached
from ludens.episode.logger import warn
from ludens.episode.outages import outage_events
from ludens.episode.settings import Limits
from ludens.episode.state import State, merged
from ludens.episode.store import EpisodeRow, NewEpisode, Store, TurnCommit
from ludens.episode.thinking import forget_thinkers
from ludens.installing import program
from ludens.llm.calls import Asking, Call
from ludens.llm.cassettes import Cassette
from ludens.llm.errors import ModelFailedError

StateT = TypeVar("StateT", bound=State)
Own = Callable[[EpisodeRow, dict[str, Any]], dict[str, Any]]
"""Gives the settings under which an imported episode is played on."""

STATE_SNAPSHOT_BYTES = 24_576
"""A state is kept whole when the events since the last one weigh at least this."""
STATE_SNAPSHOT_SHARE = 2
"""And at least one part in so many of what the last one weighed. Packed, a state is about a tenth
of its document: so reading any turn folds a short log, and keeping states never doubles its size.
"""

WRITTEN_WITHIN = 0.25
"""Seconds within which a turn is written that could be made again: a transaction takes longer than
many a turn. So often a page looks at what it does not know to be under way.
"""

MAY_BE_PAID_TWICE = "they were under way when the process ended, and are asked again"
OWN_GAME = "own_game"
"""In an episode's settings: the class of the game that played it, if it is none of Ludens'."""

STOPPED = EpisodeEnded(outcome=Outcome.STOPPED, reason="stopped by a person")


@dataclass(frozen=True, slots=True)
class Until:
    """Where a recorded run ended; a replay ends there, whatever its clocks and limits say."""

    turn: int
    ending: EpisodeEnded | None = None
    """What ended it from outside; None: it was paused, or the game itself came to its end."""


@dataclass(slots=True)
class Runner(Generic[StateT]):
    """Plays episodes of one game on one store."""

    store: Store
    game: Game[StateT]
    hooks: Hooks = field(default_factory=Hooks)
    control: Control = field(default_factory=Control)
    cassette: Cassette | None = None
    """Recorded calls to play again instead of asking any provider."""
    own: Own | None = None
    """Without it no imported episode is played on."""
    until: Until | None = None
    """Ends a run where a recorded one did, instead of its limits."""

    def create(self, new: NewEpisode) -> EpisodeRow:
        """Enter a new episode in the store without playing it yet.

        A game of somebody's own says so on the record: no command may play on with another one.
        """
        cls = type(self.game)
        if cls.__module__.partition(".")[0] != __package__.partition(".")[0]:
            name = f"{cls.__module__}:{cls.__qualname__}"
            settings = {**new.settings, OWN_GAME: name}
            new = replace(new, model=cls.__qualname__, settings=settings)
        return self.store.episode(self.store.create(new))

    def fork(
        self,
        parent: EpisodeRow,
        turn: int,
        changes: dict[str, Any],
        *,
        seed: int | None = None,
        model: str | None = None,
    ) -> EpisodeRow:
        """Make a new episode that shares the parent's log up to the end of `turn`.

        `changes` are laid over the parent's settings when it goes on; `seed` gives the agents
        other dice; `model` is who plays it, for lists. Raises NoSuchTurnError.
        """
        state = state_at(self.store, self.game, parent, turn)
        settings = merged(state.settings, changes)
        headline = self.game.headline(state)
        return self.store.episode(
            self.store.fork(parent, turn, settings, headline, seed=seed, model=model)
        )

    async def play(self, row: EpisodeRow, changes: dict[str, Any] | None = None) -> EpisodeRow:
        """Play the episode from where it stands until it ends or is paused.

        `changes` are laid over its settings from the next turn on; an episode that a limit ended
        goes on if they lift it. Raises EpisodeEndedError, EpisodeTakenError, StoreError, and the
        game's own LudensErrors; whatever is raised, every committed turn stays.
        """
        if row.outcome not in (None, Outcome.LIMIT, Outcome.STOPPED):
            raise EpisodeEndedError(
                f"episode {row.id} has ended ({row.outcome}: {row.reason}); "
                f"fork it from an earlier turn: ludens fork {row.id} --turn N"
            )
        if row.imported is not None and self.own is None:
            raise ImportedError(
                f"episode {row.id} was imported: it is played on under your own configuration "
                f"only, by `ludens resume {row.id}` or from its page"
            )
        holder = Holder.here()
        try:
            left = self.store.claim(row.id, holder)
            play = _Play(self, left, holder, changes or {})
            if row.imported is not None and self.until is None:
                # What one may spend holds for it from the first turn: it may be spent already.
                spending = play.limits.model_dump(include={"tokens", "cost", "seconds"})
                _require_room(self.store, self.game, play.row, Limits.model_validate(spending))
            await play.run()
        finally:
            await self.hooks.drain()
            holder.retire()
            with suppress(StoreError):  # a database out of order: the retired holder is enough
                self.store.release(row.id, holder)
        return self.store.episode(row.id)


def require_room(
    store: Store, game: Game[Any], row: EpisodeRow, changes: dict[str, Any] | None = None
) -> None:
    """Refuse to go on with an episode that would end at once; raises EpisodeEndedError.

    For people who forgot to lift the limit that ended it, or set one that lies behind it: a page
    may let them type one more turn.
    """
    if row.outcome is Outcome.LIMIT:
        limits = merged(row.settings, changes or {}).get("limits", {})
    elif row.outcome in (None, Outcome.STOPPED) and row.turns:
        # No limit of before has ended it.
        limits = {"turns": (changes or {}).get("limits", {}).get("turns")}
    else:
        return
    _require_room(store, game, row, Limits.model_validate(limits))


def _require_room(store: Store, game: Game[Any], row: EpisodeRow, limits: Limits) -> None:
    used = usage(store, row.id)
    state = state_at(store, game, row, row.turns)
    reason = limit_reached(
        limits,
        Spent(
            turns=row.turns,
            tokens=used.input_tokens + used.output_tokens,
            cost=used.cost or Decimal(0),
            seconds=row.seconds,
            idle_turns=row.turns - game.last_progress(state),
        ),
    )
    if reason is not None:
        raise EpisodeEndedError(
            f"episode {row.id} has {row.turns} turns, and {reason}: lift it with --max-turns "
            f"{max(2 * row.turns, 1)}, or --set limits.NAME=VALUE"
        )


@dataclass(frozen=True, slots=True)
class _Past(Generic[StateT]):
    """The committed turns of the episode being played."""

    store: Store
    game: Game[StateT]
    row: EpisodeRow

    def state(self, turn: int) -> StateT:
        return state_at(self.store, self.game, self.store.episode(self.row.id), turn)

    def engine(self, turn: int) -> bytes:
        kept = self.store.snapshot(self.row.id, "engine", turn=turn, exactly=True)
        assert kept is not None, "an exact snapshot is there or an error was raised"
        return kept[2]


class _Play(Generic[StateT]):
    """One run of one episode."""

    def __init__(
        self, runner: Runner[StateT], row: EpisodeRow, holder: Holder, changes: dict[str, Any]
    ) -> None:
        self.store, self.game = runner.store, runner.game
        self.hooks, self.control = runner.hooks, runner.control
        self.cassette = runner.cassette
        self.until = runner.until
        self.row = row
        self.holder = holder
        self.calls = EpisodeCalls(self.store, row.id, holder=holder, used=usage(self.store, row.id))
        lost = self.calls.take_over()  # from a run that was killed
        if lost:
            warn("calls_lost", episode=row.id, calls=lost, meaning=MAY_BE_PAID_TWICE)
        self.calls.is_watched = runner.control.listens
        if self.hooks.wants("on_thinking"):
            self.calls.on_show = lambda asking: self._fire("on_thinking", asking=asking)
        if self.hooks.wants("on_call"):
            self.calls.on_record = lambda made: self._fire("on_call", call=made)
        self.began = self.row.last_seq >= 0
        self.state: StateT = (
            state_at(self.store, self.game, self.row, self.row.turns)
            if self.began
            else self.game.state()
        )
        self.next_seq = self.row.last_seq + 1
        self.seconds = self.row.seconds
        self.clock = time.monotonic()
        self.preface = self._preface(changes)
        self.said: list[Event] = []
        """What was said before the turn in hand; said again if it is dropped."""
        self.settings = merged(self.row.settings, changes)
        if self.row.imported is not None and runner.own is not None:
            self.settings = runner.own(self.row, self.settings)
        self.recorded = self.row.settings
        """The settings that stand in the episode's row."""
        self.limits = Limits.model_validate(self.settings.get("limits", {}))
        self.state_size = STATE_SNAPSHOT_BYTES
        self.bytes_since_state = 0
        self.repeats = False
        """Whether a turn may be written with those that follow."""
        self.unwritten: list[TurnCommit] = []
        """Turns that rules and dice made, and would make again if they were lost."""
        self.unwritten_since = 0.0
        """By the clock that nobody sets."""
        self.listener: Listener | None = None
        if self.control.listens:
            self.listener = Listener(self.store, self.row.id, self.holder, self.control)
            self.listener.begin()

    def _preface(self, changes: dict[str, Any]) -> list[Event]:
        """Return what has to be said before the next turn: a beginning, a fork, new settings."""
        if not self.began:
            return [
                EpisodeStarted(
                    game=self.row.game,
                    seed=self.row.seed,
                    subject=self.row.subject,
                    subject_hash=self.row.subject_hash,
                    settings=merged(self.row.settings, changes),
                    version=__version__,
                )
            ]
        if self.row.parent_id is not None and self.row.turns == self.row.parent_turn:
            settings = merged(self.row.settings, changes)
            return [
                EpisodeForked(
                    parent=self.row.parent_id,
                    turn=self.row.turns,
                    seed=self.row.seed,
                    changes=_difference(self.state.settings, settings),
                )
            ]
        new = _difference(self.row.settings, merged(self.row.settings, changes))
        if new or self.row.outcome is not None:
            return [EpisodeReopened(changes=new)]
        return []

    async def run(self) -> None:
        session = self.game.open(
            Stage(
                seed=self.row.seed,
                subject=self.row.subject,
                settings=self.settings,
                content=self.store.subject_content(self.row),
                calls=self.calls,
                past=_Past(self.store, self.game, self.row),
                cassette=self.cassette,
            )
        )
        # What somebody was told of, or held the game at, is on the log.
        watched = self.listener is not None or bool(self.hooks.hooks)
        self.repeats = session.repeats() and not watched
        try:
            if self.began:
                await self._restore(session)
            else:
                await self._turn(session, 0)
            if self.preface and self.until is not None and self.until.turn == self.state.turn:
                if self.until.ending is not None:  # it was reopened, and ended before any turn
                    self._end(self.until.ending)
                return
            while not self._is_over():
                if not self.unwritten:
                    await asyncio.sleep(0)  # a turn may never wait: signals and hooks need room
                waits = not self.state.goes_on
                decision = await self.listener.next_decision(waits=waits) if self.listener else None
                if self._is_over():
                    break
                if self.control.stop:
                    self._stop()
                    break
                await self._turn(session, self.state.turn + 1, decision)
        except ModelFailedError as failure:
            self._without_model(failure)
        finally:
            await session.close()
            self._write()
            with self.store.database.write() as connection:
                forget_thinkers(connection, self.row.id)

    def _without_model(self, failure: ModelFailedError) -> None:
        """Drop the turn in hand, and end the episode if so set; raises ModelUnavailableError."""
        self._write()
        self.calls.services.clear()
        if not failure.ends:
            raise ModelUnavailableError(
                f"{failure}. {GO_ON}{program()} resume {self.row.id}",
                role=failure.agent,
                model=failure.failure.model,
                kind=failure.failure.kind,
            ) from None
        self.row = self.store.episode(self.row.id)
        begun = self.row.last_seq >= 0
        self.state = (
            state_at(self.store, self.game, self.row, self.row.turns)
            if begun
            else self.game.state()
        )
        self.preface = self.said or self.preface
        self._end(EpisodeEnded(outcome=Outcome.FAILED, reason=str(failure)))

    async def _restore(self, session: Session[StateT]) -> None:
        kept = self.store.snapshot(self.row.id, "engine", turn=self.row.turns)
        if kept is not None and kept[0] != self.row.turns:
            raise DamagedError(
                f"episode {self.row.id} is damaged: the engine's state after turn {self.row.turns} "
                f"is missing; `ludens fork {self.row.id} --turn {kept[0]}` goes on from the last "
                "that is there"
            )
        await session.restore(kept[2] if kept else None, self.state)

    def _is_over(self) -> bool:
        if self.preface:  # it must be said with a turn, unless nobody let one be played
            return self.control.pause and self.listener is not None and self.listener.held
        done = self.until is not None and self.state.turn >= self.until.turn
        return self.state.outcome is not None or self.control.pause or done

    def _stop(self) -> None:
        """End the episode between two turns."""
        self._end(STOPPED)

    def _end(self, ending: EpisodeEnded) -> None:
        """End the episode where it stands: the last turn is where it ends."""
        turn = Turn(self.state.turn, self.state)
        for event in (*self.preface, ending):
            turn.emit(event)
        self.preface = []
        self._commit(turn, None)
        self._notify(turn)

    async def _turn(
        self, session: Session[StateT], number: int, decision: dict[str, Any] | None = None
    ) -> None:
        turn = Turn(number, self.state, decision=decision)
        self.state.turn = number
        self.calls.begin_turn(number)
        for event in self.preface:
            turn.emit(event)
        self.said, self.preface = self.preface, []
        self._fire("on_turn_start")
        if number == 0:
            await session.opening(turn)
        else:
            await session.play(turn)
        if self.state.outcome is None:  # nothing is said after the end
            for told in outage_events(self.calls.services, self.state.without_model):
                turn.emit(told)
        self._check_limits(turn)
        self._commit(turn, session.snapshot(), may_wait=self.repeats)
        self.said = []
        self._notify(turn)

    def _check_limits(self, turn: Turn[StateT]) -> None:
        if self.state.outcome is not None:
            return
        if self.until is not None:
            if turn.number == self.until.turn and self.until.ending is not None:
                turn.emit(self.until.ending)
            return
        if self.control.stop:
            turn.emit(STOPPED)
            return
        spent = Spent(
            turns=turn.number,
            tokens=self.calls.used.input_tokens + self.calls.used.output_tokens,
            cost=self.calls.used.cost or Decimal(0),
            seconds=self.seconds + time.monotonic() - self.clock,
            idle_turns=turn.number - self.game.last_progress(self.state),
        )
        reason = limit_reached(self.limits, spent)
        if reason is not None:
            turn.emit(EpisodeEnded(outcome=Outcome.LIMIT, reason=reason))

    def _commit(self, turn: Turn[StateT], engine: bytes | None, *, may_wait: bool = False) -> None:
        lines = [(event.type, event.line()) for event in turn.events]
        now = time.monotonic()
        elapsed, self.clock = now - self.clock, now
        self.seconds += elapsed
        if not self.unwritten:
            self.unwritten_since = now
        self.unwritten.append(
            TurnCommit(
                turn=turn.number,
                first_seq=self.next_seq,
                events=lines,
                headline=self.game.headline(self.state),
                engine=engine,
                state=self._state_to_keep(lines),
                seconds=elapsed,
                settings=self._changed_settings(),
                outcome=self.state.outcome,
                reason=self.state.reason or None,
            )
        )
        self.next_seq += len(lines)
        if not may_wait or turn.state.outcome or now - self.unwritten_since > WRITTEN_WITHIN:
            self._write()

    def _changed_settings(self) -> dict[str, Any] | None:
        """Return the settings if they are others than those last committed."""
        before, now = self.recorded, self.state.settings
        self.recorded = now
        return now if now is not before and now != before else None

    def _write(self) -> None:
        """Put on the log what was played and is not there yet."""
        turns, self.unwritten = self.unwritten, []
        if turns:
            self.store.append(self.row.id, turns, self.holder)

    def _state_to_keep(self, lines: list[tuple[str, str]]) -> bytes | None:
        self.bytes_since_state += sum(len(data) for _, data in lines)
        if self.bytes_since_state < self.state_size:
            return None
        document = self.state.dump()
        self.state_size = max(STATE_SNAPSHOT_BYTES, len(document) // STATE_SNAPSHOT_SHARE)
        self.bytes_since_state = 0
        return document

    def _notify(self, turn: Turn[StateT]) -> None:
        if not self.hooks.hooks:
            return
        last = [event for event in turn.events if isinstance(event, EpisodeEnded)]
        for event in turn.events:
            if event.hook is not None and event not in last:
                self._fire(event.hook, event)
            self._fire("on_event", event)
        self._fire("on_turn_end", events=tuple(turn.events))
        for event in last:
            self._fire("on_episode_end", event)

    def _fire(
        self,
        name: str,
        event: Event | None = None,
        events: tuple[Event, ...] = (),
        call: Call | None = None,
        asking: Asking | None = None,
    ) -> None:
        if self.hooks.wants(name):
            moment = Moment(
                episode=EpisodeId(self.row.id),
                game=self.row.game,
                subject=self.row.subject,
                turn=self.state.turn,
                headline=self.game.headline(self.state),
                used=self.calls.used,
                event=event,
                events=events,
                call=call,
                asking=asking,
            )
            self.hooks.fire(name, moment)


def _difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return what has to be laid over `old` to have `new`."""
    result: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            if within := _difference(before, value):
                result[key] = within
        else:
            result[key] = value
    return result
