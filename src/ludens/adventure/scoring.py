"""The honest score: what a story pays again and again for one act counts once."""

from __future__ import annotations

from pydantic import Field

from ludens.adventure.events import CommandChosen, ScoreChanged, StoryRestored
from ludens.adventure.models import Part
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Payment(Part):
    """Points for one act."""

    turn: int
    act: str
    points: int
    again: bool
    """The same act was paid for before."""


class Tally(Part):
    """The score as it may be reported; changed by events only."""

    score: int | None = None
    """As the story has it."""
    most: int | None = None
    payments: list[Payment] = Field(default_factory=list)
    best: int | None = None
    """The highest honest score so far: going back loses nothing that was reached."""
    command: str = ""

    def apply(self, event: Event, turn: int, here: RoomId | None) -> None:
        """Fold one event; `here` is where the command was typed or has led."""
        match event:
            case CommandChosen():
                self.command = event.command.lower()
            case StoryRestored():
                self.payments = [paid for paid in self.payments if paid.turn <= event.to_turn]
                self.command = ""
            case ScoreChanged():
                self._score(event, turn, here)

    def _score(self, event: ScoreChanged, turn: int, here: RoomId | None) -> None:
        points = event.score - (self.score or 0)
        self.score = event.score
        self.most = event.max_score if event.max_score is not None else self.most
        if points > 0 and self.command:
            act = f"{here} {self.command}"
            again = any(paid.act == act and paid.points == points for paid in self.payments)
            self.payments.append(Payment(turn=turn, act=act, points=points, again=again))
        honest = self.honest
        self.best = max(self.best, honest) if self.best is not None else honest

    @property
    def honest(self) -> int:
        """The score now, without what was paid again, and at most the maximum."""
        score = (self.score or 0) - sum(paid.points for paid in self.payments if paid.again)
        return min(score, self.most) if self.most else score
