"""What loops put on the score of a proposed command: the sum of the mechanisms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.ageing import aged
from ludens.adventure.stuck.dead_ends import is_dead_end
from ludens.adventure.stuck.destination import Destination, is_forced, leads_on, predict
from ludens.adventure.stuck.events import Adjustment, LoopKind
from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.revisits import recent_visits
from ludens.adventure.stuck.sequences import repetition
from ludens.adventure.stuck.settings import StuckSettings
from ludens.adventure.stuck.thrashing import thrashed
from ludens.adventure.world.places import RoomId

HANDLING = frozenset({"take", "get", "drop", "put", "leave", "pick"})
"""Verbs by which a thing changes hands."""


def adjustments(
    state: AdventureState, settings: StuckSettings, command: str
) -> tuple[Adjustment, ...]:
    """Return what each mechanism says of a command.

    A command whose destination the map does not tell is left alone by those that go by places
    (seed 001), and so is the only way out of where the player is.
    """
    strides = state.stuck.since(settings.velocity.progress)
    going = predict(state.map, command)
    found = [*_repeating(state, settings, strides, command)]
    if going is not None and not is_forced(state.map, going.room):
        found.extend(_Walk(state, settings, strides).judge(going))
    return tuple(found)


def adjusted(score: float, found: tuple[Adjustment, ...]) -> float:
    """Return a score with its adjustments, one after another, each time from 0 to 1 (seed 001)."""
    for one in found:
        score = min(1.0, max(0.0, score + one.amount))
    return score


@dataclass(frozen=True, slots=True)
class _Walk:
    """What the mechanisms that go by places say of a command that walks."""

    state: AdventureState
    settings: StuckSettings
    strides: list[Stride]

    def judge(self, going: Destination) -> Iterator[Adjustment]:
        bonus = self.settings.exploration_bonus
        loop = self.state.stuck.patterns.get(LoopKind.OSCILLATION)
        if bonus and loop is not None and going.room not in loop.rooms:
            yield Adjustment(
                mechanism="exploration", amount=bonus, reason="it leads away from the loop"
            )
        if going.room is not None:
            yield from self._back(going.room)

    def _back(self, room: RoomId) -> Iterator[Adjustment]:
        state, settings = self.state, self.settings
        name = state.map.rooms[room].name if room in state.map.rooms else room
        for kind, section in (
            (LoopKind.OSCILLATION, settings.oscillation),
            (LoopKind.CAMPING, settings.camping),
        ):
            loop = state.stuck.patterns.get(kind)
            if loop is not None and section.enabled and room in loop.rooms:
                amount = aged(section.penalty, state.turn - loop.since, settings.ageing)
                yield Adjustment(
                    mechanism=kind.value, amount=amount, reason=f"back to {name}: {loop.what}"
                )
        spared = not settings.revisits.of_any_room and self._leads_on(room)
        if settings.revisits.enabled and not spared:
            visits = recent_visits(self.strides, room, settings.revisits)
            if visits:
                yield Adjustment(
                    mechanism="revisits",
                    amount=max(-1.0, settings.revisits.penalty * visits),
                    reason=f"{name} was visited {_times(visits)} just now",
                )
        dead = settings.dead_ends
        if dead.enabled and is_dead_end(state.stuck, state.map, room, dead):
            yield Adjustment(
                mechanism="dead_ends",
                amount=dead.penalty,
                reason=f"{name} leads nowhere, and {state.stuck.barren[room]} visits gave nothing",
            )

    def _leads_on(self, room: RoomId) -> bool:
        return room in self.state.map.rooms and leads_on(self.state.map.rooms[room])


def _repeating(
    state: AdventureState, settings: StuckSettings, strides: list[Stride], command: str
) -> Iterator[Adjustment]:
    record = state.stuck
    if settings.sequences.enabled:
        sequence = repetition(strides, settings.sequences)
        if sequence is not None and command == sequence[0]:
            loop = record.patterns.get(LoopKind.SEQUENCE)
            age = state.turn - loop.since if loop is not None else 0
            yield Adjustment(
                mechanism=LoopKind.SEQUENCE.value,
                amount=aged(settings.sequences.penalty, age, settings.ageing),
                reason=f"once more of: {', '.join(sequence)}",
            )
    if settings.thrashing.enabled:
        item = thrashed(strides, settings.thrashing)
        name = state.items.known[item].name if item in state.items.known else None
        words = command.lower().split()
        if name is not None and words and words[0] in HANDLING and name.lower() in command.lower():
            loop = record.patterns.get(LoopKind.THRASHING)
            age = state.turn - loop.since if loop is not None else 0
            yield Adjustment(
                mechanism=LoopKind.THRASHING.value,
                amount=aged(settings.thrashing.penalty, age, settings.ageing),
                reason=f"the {name} was taken and dropped again and again",
            )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
