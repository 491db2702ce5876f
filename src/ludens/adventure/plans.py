"""Plans: what texts told the reader to do, step by step, and how far that is done.

A way to go is a step of its own, to be gone from where the step before it was done. A deed that is
done brings the plan forward past the ways before it: they only led there.
"""

from __future__ import annotations

from collections.abc import Collection

from pydantic import Field

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.english import LOOKING
from ludens.adventure.events import (
    GAINFUL,
    CommandJudged,
    Effect,
    Order,
    StoryRestored,
    ThingsMentioned,
)
from ludens.adventure.methods import carries_out, tells_done
from ludens.adventure.models import Part
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

MOST = 40
"""Plans that are kept."""
LASTING = "take "
"""What may as well be done before its turn: it stays done."""


class Plan(Part):
    """The orders of one text."""

    steps: tuple[Order, ...]
    at: int = 0
    """The number of the step that is next."""
    read: int
    origin: RoomId
    """When and where it was read."""
    room: RoomId | None
    """Where the step before the next one was done: a way is gone from there."""
    early: list[int] = Field(default_factory=list)
    """Steps that were done before their turn."""
    marks: list[tuple[int, int, RoomId | None]] = Field(default_factory=list)
    """For each turn that brought it forward: the turn, and the step and room until then."""

    @property
    def left(self) -> list[tuple[int, Order]]:
        """The steps that are still to be done, with their numbers."""
        steps = enumerate(self.steps)
        return [(n, step) for n, step in steps if n >= self.at and n not in self.early]

    def hear(
        self,
        judged: CommandJudged,
        turn: int,
        here: RoomId | None,
        carried: Collection[str] = (),
    ) -> None:
        """Note what a command has done of it; what the names of the `carried` tell is done."""
        first = waiting = True
        for number, step in self.left:
            lasts = step.command.startswith(LASTING)
            if step.command in DIRECTIONS:
                if waiting and _goes(step, judged) and judged.room == self.room:
                    self._forward(number + 1, turn, here)
                    return
                waiting = False
                continue
            if _is_done(step, judged):
                if first:
                    self._forward(number + 1, turn, here)
                elif lasts or waiting:
                    self.early.append(number)
                return
            if tells_done(step.command, carried):
                continue
            first = False
            waiting = waiting and lasts

    def _forward(self, to: int, turn: int, here: RoomId | None) -> None:
        self.marks.append((turn, self.at, self.room))
        while to in self.early:
            to += 1
        self.at, self.room = to, here

    def begin(self, turn: int, room: RoomId) -> None:
        """Start it all over, as it is asked for again."""
        self.at, self.room, self.read, self.origin = 0, room, turn, room
        self.early.clear()
        self.marks.clear()

    def back(self, turn: int) -> None:
        """Undo what was done after a turn."""
        while self.marks and self.marks[-1][0] > turn:
            _, self.at, self.room = self.marks.pop()


def _goes(step: Order, judged: CommandJudged) -> bool:
    moved = judged.effect in (Effect.MOVED, Effect.SCORED)
    return moved and judged.command in (step.command, f"go {step.command}")


def _is_done(step: Order, judged: CommandJudged) -> bool:
    """Tell whether a command did what was ordered, or found it done.

    That something is so already speaks of what was typed: "unlocked at the moment" is not open.
    """
    if not carries_out(step.command, judged.command):
        return False
    if LOOKING.match(judged.command):
        return judged.fault is None
    same = judged.command == step.command or step.command.startswith(LOCKING)
    return judged.effect in GAINFUL or judged.affirmed or (judged.had and same)


LOCKING = ("lock ", "unlock ")
"""Deeds that are said with what they are done with."""


class Plans(Part):
    """All plans of an episode; changed by events only."""

    known: list[Plan] = Field(default_factory=list)

    def apply(
        self, event: Event, turn: int, here: RoomId | None, carried: Collection[str] = ()
    ) -> None:
        """Fold one event; `carried` are the names of what one has with one."""
        match event:
            case ThingsMentioned() if event.orders and len(self.known) < MOST:
                again = [plan for plan in self.known if plan.steps == event.orders]
                if again and not again[0].left:
                    again[0].begin(turn, event.room)
                elif not self.knows(event.orders):
                    plan = Plan(steps=event.orders, read=turn, origin=event.room, room=event.room)
                    self.known.append(plan)
            case CommandJudged():
                for plan in self.known:
                    plan.hear(event, turn, here, carried)
            case StoryRestored():
                for plan in self.known:
                    plan.back(event.to_turn)

    def knows(self, orders: tuple[Order, ...]) -> bool:
        """Tell whether one plan has all of these steps already.

        A single order is known by itself alone, and one that is done is asked for anew: "you have
        to close the box first".
        """
        if len(orders) == 1:
            return any(plan.steps == orders and plan.left for plan in self.known)
        return any(set(orders) <= set(plan.steps) for plan in self.known)
