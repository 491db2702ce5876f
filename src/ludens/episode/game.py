"""What a game gives the runner, and what the runner gives a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from ludens.episode.calls import EpisodeCalls
from ludens.episode.events import Event
from ludens.episode.generators import generator
from ludens.episode.state import State
from ludens.llm.cassettes import Cassette

StateT = TypeVar("StateT", bound=State)
PastT_co = TypeVar("PastT_co", bound=State, covariant=True)


@dataclass(slots=True)
class Turn(Generic[StateT]):
    """One turn in the making: events are folded at once and written together at its end."""

    number: int
    state: StateT
    events: list[Event] = field(default_factory=list)
    watch: Callable[[Event], None] | None = None
    """Called with each event as it is emitted, before the turn is committed."""
    decision: dict[str, Any] | None = None
    """What a person decided in the agents' place, in the game's own terms; None: they decide."""

    def emit(self, event: Event) -> None:
        """Let something happen: fold it into the state and put it on the log."""
        self.state.apply(event)
        self.events.append(event)
        if self.watch is not None:
            self.watch(event)

    def generator(self, name: str) -> Random:
        """Return this turn's random generator for `name`; the same whenever the turn is played."""
        return generator(self.state.seed, name, self.number)


class Past(Protocol[PastT_co]):
    """The episode as it was: what a game needs to go back."""

    def state(self, turn: int) -> PastT_co:
        """Return the state after an earlier turn of this episode; raises NoSuchTurnError."""
        ...

    def engine(self, turn: int) -> bytes:
        """Return the engine's snapshot after an earlier turn; raises NoSuchTurnError."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """What a session is given to play on."""

    seed: int
    subject: str
    settings: dict[str, Any]
    """All settings the episode records: the game's own section, limits, models."""
    content: bytes | None
    """The story file or corpus that was kept with the episode."""
    calls: EpisodeCalls
    """Where every model call is recorded, and where a resumed turn finds those already paid."""
    past: Past[Any]
    """This episode's earlier turns, as they stand on the log."""
    cassette: Cassette | None = None
    """Recorded calls to play again instead of asking any provider."""


class Session(Protocol[StateT]):
    """A game being played: it may hold a child process, models, open files."""

    async def opening(self, turn: Turn[StateT]) -> None:
        """Play turn 0: what there is before the first decision."""
        ...

    async def play(self, turn: Turn[StateT]) -> None:
        """Play one turn: one decision and what came of it."""
        ...

    def snapshot(self) -> bytes | None:
        """Return the engine's own state after the turn, or None if the log holds everything."""
        ...

    def repeats(self) -> bool:
        """Tell whether its turns, played again from the same state, come out the same for nothing.

        So it is where nobody is asked but rules and dice, and what there is beside the state is
        its fold. Such turns may be written several at once: one that is lost is made again.
        """
        ...

    async def restore(self, snapshot: bytes | None, state: StateT) -> None:
        """Take up the game after the turn that left this snapshot and this state."""
        ...

    async def close(self) -> None:
        """Let go of everything; safe to call twice."""
        ...


class Game(Protocol[StateT]):
    """A game that can be run: adventure, mafia, story."""

    @property
    def name(self) -> str:
        """Its name in the store and on the command line."""
        ...

    @property
    def events(self) -> Sequence[type[Event]]:
        """What can happen in it, besides what happens in every episode."""
        ...

    @property
    def state(self) -> type[StateT]:
        """The class of its state."""
        ...

    def open(self, stage: Stage) -> Session[StateT]:
        """Set the game up; raises LudensError when it cannot be played."""
        ...

    def headline(self, state: StateT) -> dict[str, Any]:
        """Return what a list of episodes shows: score, rooms and the like, as JSON values."""
        ...

    def last_progress(self, state: StateT) -> int:
        """Return the last turn that made progress, for the limit on turns without any."""
        ...
