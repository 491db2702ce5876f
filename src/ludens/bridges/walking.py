"""A story that somebody else's loop plays, command by command: what the bridges stand on.

It is not on the record: a trainer takes millions of steps. The points are those that the record
would have, where what a story pays again and again for one act counts once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from ludens.adventure.company import senses_for
from ludens.adventure.events import GameWon, PlayerDied
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Observation, Wants
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.mapping import Mapping
from ludens.adventure.settings import AdventureSettings, PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import catalogued_score, find_story
from ludens.adventure.world.places import INVENTORY


@dataclass(frozen=True, slots=True)
class Point:
    """A place to go back to: the machine, and what was made of it."""

    engine: bytes
    state: AdventureState
    looked: Observation
    moves: int


class Walk:
    """A story being walked. A context manager, which closes it."""

    def __init__(
        self,
        story: str | Path | None = None,
        *,
        seed: int = 0,
        perception: PerceptionKind | str = PerceptionKind.TEXT,
    ) -> None:
        """Open a story: a file, a name from `ludens stories`, or the first bundled one.

        With `state` perception the score, the room and what is carried are read out of the
        machine's memory; with `text` they are as the words tell. Raises LudensError.
        """
        self.story = find_story(str(story) if story is not None else None)
        self.perception = PerceptionKind(perception)
        settings = AdventureSettings()
        self._interpreter = open_interpreter(
            self.story, settings.engine, seed=seed, deadline=settings.deadline
        )
        self._most = catalogued_score(self.story)
        self.moves = 0
        self.opening = self._begin()

    def _begin(self) -> str:
        observation = self._interpreter.start()
        calibration = None
        if self.perception is PerceptionKind.STATE:
            calibration = calibrate(self._interpreter, self.story.data, observation)
        self._mapping = Mapping(senses_for(self.story, calibration))
        self._looked = observation
        self._mapping.observe("", observation, self._interpreter.memory())
        return observation.text

    def send(self, command: str) -> str:
        """Type a command and return the answer; what cannot be typed is answered by the reason.

        A story that is over answers nothing more. A failure of the interpreter costs the command
        and nothing else.
        """
        if self.is_over:
            return ""
        before = self._interpreter.snapshot()
        try:
            observation = self._interpreter.send(command)
        except CommandRefused as refusal:
            return f"({refusal})"
        except InterpreterFault as fault:
            self._interpreter.restore(before)
            return f"(the interpreter failed: {fault.detail})"
        self.moves += 1
        self._looked = observation
        self._mapping.turns.clear()  # nobody reads the log of a walk: it must not grow
        self._mapping.turns.extend([[]] * self.moves)
        self._mapping.observe(command, observation, self._interpreter.memory())
        return observation.text

    @property
    def state(self) -> AdventureState:
        """All that is known of the world."""
        return self._mapping.state

    @property
    def score(self) -> int:
        """The points so far; 0 while none is known."""
        return self.state.tally.best or 0

    @property
    def max_score(self) -> int | None:
        """The most that can be had, where it is known."""
        return self._most if self._most is not None else self.state.max_score

    @property
    def has_won(self) -> bool:
        """Whether the last answer told of victory."""
        return any(isinstance(event, GameWon) for event in self._mapping.turns[-1])

    @property
    def is_dead(self) -> bool:
        """Whether the last answer told of death."""
        return any(isinstance(event, PlayerDied) for event in self._mapping.turns[-1])

    @property
    def is_over(self) -> bool:
        """Whether the story takes no more commands, or is won."""
        return self._looked.wants is Wants.NOTHING or self.has_won

    @property
    def room(self) -> str:
        """Where the player is; empty where that is not known."""
        here = self.state.map.here
        return self.state.map.rooms[here].name if here is not None else ""

    @property
    def carrying(self) -> list[str]:
        """What the player holds, as far as is known."""
        items = self.state.items
        return [items.known[item].name for item in items.at(INVENTORY)]

    def snapshot(self) -> Point:
        """Return the place where the walk stands."""
        copied = self.state.model_copy(deep=True)
        return Point(self._interpreter.snapshot(), copied, self._looked, self.moves)

    def restore(self, point: Point) -> None:
        """Go back to a place of this story; it can be gone back to as often as wished."""
        self._interpreter.restore(point.engine)
        self._mapping.state = point.state.model_copy(deep=True)
        self._mapping.turns[:] = [[] for _ in range(point.moves + 1)]
        self._looked, self.moves = point.looked, point.moves

    def close(self) -> None:
        """End the interpreter. Safe to call twice."""
        self._interpreter.close()

    def __enter__(self) -> Walk:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
