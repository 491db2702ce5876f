"""Pig, the dice game: a small real game for tests of the log and the runner.

A turn rolls a die: a one ends the hand and loses its points, anything else adds to them; the
player holds by chance. The game is won at 100. The die is the game's "engine": its position is
not in the log's state but in the snapshot, as an interpreter's memory would be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.episode.game import Stage, Turn
from ludens.episode.state import ModelState

GOAL = 100


class DieMade(Event):
    faces: int


class Rolled(Event):
    hook = "on_phase"
    value: int


class Held(Event):
    hook = "on_speech"
    banked: int


class PigState(ModelState):
    faces: int = 0
    hand: int = 0
    total: int = 0
    progress: int = 0

    def apply(self, event: Event) -> None:
        super().apply(event)
        match event:
            case DieMade():
                self.faces = event.faces
            case Rolled(value=1):
                self.hand = 0
            case Rolled():
                self.hand += event.value
            case Held():
                self.total, self.hand = event.banked, 0
                self.progress = self.turn


class Die:
    """The engine: a generator whose position is its whole state."""

    def __init__(self, faces: int, seed: int) -> None:
        self.faces, self.seed, self.rolls = faces, seed, 0

    def roll(self) -> int:
        self.rolls += 1
        return Random(self.seed * 1_000_003 + self.rolls).randint(1, self.faces)


class PigSession:
    def __init__(self, stage: Stage, during_turn: Callable[[int], None] | None) -> None:
        self.stage = stage
        self.die = Die(stage.settings.get("pig", {}).get("faces", 6), stage.seed)
        self.during_turn = during_turn
        self.closed = False

    async def opening(self, turn: Turn[PigState]) -> None:
        turn.emit(DieMade(faces=self.die.faces))

    async def play(self, turn: Turn[PigState]) -> None:
        await asyncio.sleep(0)
        value = self.die.roll()
        turn.emit(Rolled(value=value))
        if self.during_turn is not None:
            self.during_turn(turn.number)
        if value > 1 and turn.generator("player").random() < 0.3:
            turn.emit(Held(banked=turn.state.total + turn.state.hand))
        if turn.state.total >= self.stage.settings.get("pig", {}).get("goal", GOAL):
            turn.emit(EpisodeEnded(outcome=Outcome.VICTORY, reason="the goal is reached"))

    def snapshot(self) -> bytes | None:
        return self.die.rolls.to_bytes(4, "big")

    def repeats(self) -> bool:
        return False

    async def restore(self, snapshot: bytes | None, state: PigState) -> None:
        assert snapshot is not None
        self.die.rolls = int.from_bytes(snapshot, "big")
        self.die.faces = state.faces

    async def close(self) -> None:
        self.closed = True


class Pig:
    name = "pig"
    events = (DieMade, Rolled, Held)
    state = PigState

    def __init__(self, during_turn: Callable[[int], None] | None = None) -> None:
        self.during_turn = during_turn
        self.sessions: list[PigSession] = []

    def open(self, stage: Stage) -> PigSession:
        self.sessions.append(PigSession(stage, self.during_turn))
        return self.sessions[-1]

    def headline(self, state: PigState) -> dict[str, Any]:
        return {"score": state.total, "max_score": GOAL}

    def last_progress(self, state: PigState) -> int:
        return state.progress
