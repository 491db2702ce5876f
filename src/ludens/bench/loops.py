"""What loop-breaking did in an episode: the success metrics of seed 001, from the events alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SOON = 10
"""Turns within which a loop has to end for having been broken."""

LOOP_EVENTS = ("loop_detected", "loop_ended", "loop_penalty_applied")
ACTS = (
    *("loop_penalty_applied", "stuck_warning"),
    *("stuck_exploration", "stuck_rewind", "stuck_termination"),
)


@dataclass(slots=True)
class Loop:
    """One pattern, from where it was noticed."""

    kind: str
    """oscillation or camping; in earlier episodes also sequence or thrashing."""
    begun: int
    """The turn in which it was detected."""
    ended: int | None = None
    """None where it lasted to the end of the episode."""
    was_penalized: bool = False

    @property
    def was_broken(self) -> bool:
        """Whether it ended within SOON turns of being noticed."""
        return self.ended is not None and self.ended - self.begun <= SOON


@dataclass(slots=True)
class Loops:
    """All patterns of one episode, and how often each kind of intervention came."""

    found: list[Loop] = field(default_factory=list)
    acts: dict[str, int] = field(default_factory=dict)

    def add(self, type_: str, turn: int, data: dict[str, Any]) -> None:
        """Take in one event of the episode, in the order of the log."""
        if type_ in ACTS:
            self.acts[type_] = self.acts.get(type_, 0) + 1
        match type_:
            case "loop_detected":
                self.found.append(Loop(data["kind"], turn))
            case "loop_ended":
                for loop in self._open(data["kind"]):
                    loop.ended = turn
            case "loop_penalty_applied":
                for loop in self._open():
                    loop.was_penalized = True

    def _open(self, kind: str | None = None) -> Iterable[Loop]:
        return [one for one in self.found if one.ended is None and kind in (None, one.kind)]

    @property
    def first(self) -> int | None:
        """The turn in which the first one was noticed."""
        return self.found[0].begun if self.found else None

    @property
    def interventions(self) -> int:
        """How often something was done about them."""
        return sum(self.acts.values())


def add_event(loops: Loops, type_: str, turn: int, data: str) -> None:
    """Take in a row of the log; only events that need their data are read."""
    loops.add(type_, turn, json.loads(data) if type_ in LOOP_EVENTS else {})


def share_broken(episodes: Iterable[Loops]) -> float | None:
    """Return the share of all loops that were broken soon; None without any."""
    return _share([loop.was_broken for loops in episodes for loop in loops.found])


def share_penalized(episodes: Iterable[Loops]) -> float | None:
    """Return the share of all loops during which a score was lowered; None without any."""
    return _share([loop.was_penalized for loops in episodes for loop in loops.found])


def _share(flags: list[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None
