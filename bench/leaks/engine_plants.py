"""Ways to break the engine on purpose, each of which the check must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from ludens.episode import visibility
from ludens.episode.events import Event
from ludens.mafia import agenda, loop, rendering, view
from ludens.mafia.briefing import Briefing
from ludens.mafia.events import (
    FindingReturned,
    MindKept,
    Narrated,
    NightActed,
    PersonaGiven,
    ReplyRefused,
    StrategiesShared,
)
from ludens.mafia.recap import Recaps
from ludens.mafia.state import MafiaState


def _declare(event: type[visibility.VisibleEvent], name: str) -> Any:
    audiences = {**event.declared.audiences, name: visibility.EVERYONE}
    return mock.patch.object(event, "declared", visibility.Declarations.of(audiences))


@contextmanager
def _wrong_view() -> Iterator[None]:
    def shifted(self: MafiaState, seat: int) -> view.SeatView:
        other = (seat + 1) % len(self.private)
        return view.SeatView(seat, self.public, self.private[other])

    with mock.patch.object(MafiaState, "view", shifted):
        yield


class _ByBeginning(tuple[int, ...]):
    """Seats compared as texts by their beginning."""

    def __contains__(self, seat: object) -> bool:
        return any(str(seat).startswith(str(other)) for other in self)


@contextmanager
def _names_by_beginning() -> Iterator[None]:
    """Let seat 10 see what is for seat 1."""
    real = visibility._seats
    with mock.patch.object(visibility, "_seats", lambda value: _ByBeginning(real(value))):
        yield


@contextmanager
def _narrator_in_recaps() -> Iterator[None]:
    heard: list[str] = []
    apply = MafiaState.apply

    def overhear(self: MafiaState, event: Event) -> None:
        apply(self, event)
        if isinstance(event, Narrated):
            heard.append(event.text)

    told = Recaps.told

    def with_narration(self: Recaps, full_days: int) -> list[str]:
        return [*told(self, full_days), *heard[-1:]]

    with (
        mock.patch.object(MafiaState, "apply", overhear),
        mock.patch.object(Recaps, "told", with_narration),
    ):
        yield


@contextmanager
def _plans_to_all() -> Iterator[None]:
    real = agenda.advance

    def loose(state: MafiaState) -> Iterator[Event]:
        for event in real(state):
            told = isinstance(event, StrategiesShared)
            yield event.model_copy(update={"audience": tuple(state.living)}) if told else event

    with mock.patch.object(loop, "advance", loose):
        yield


@contextmanager
def _findings_to_neighbour() -> Iterator[None]:
    apply = MafiaState.apply

    def careless(self: MafiaState, event: Event) -> None:
        apply(self, event)
        if isinstance(event, FindingReturned):
            self.private[(event.seat + 1) % len(self.private)].apply(event)

    with mock.patch.object(MafiaState, "apply", careless):
        yield


@contextmanager
def _turns_in_the_dice() -> Iterator[None]:
    """Let a player's draws depend on how much was decided before, in secret too."""
    real = loop.briefing_for

    def counting(settings: Any, state: MafiaState, pending: Any, problems: Any = ()) -> Briefing:

        given = real(settings, state, pending, problems)
        return given._replace(dice_seed=given.dice_seed ^ state.turn)

    with mock.patch.object(loop, "briefing_for", counting):
        yield


@contextmanager
def _acts_in_the_rules() -> Iterator[None]:
    """Tell whom somebody visited, in a text that all seats share."""
    acts: list[str] = []
    apply = MafiaState.apply

    def overhear(self: MafiaState, event: Event) -> None:
        apply(self, event)
        if isinstance(event, NightActed):
            acts.append(f"Somebody visited {event.target}.")

    with (
        mock.patch.object(MafiaState, "apply", overhear),
        mock.patch.object(rendering._Texts, "rules", lambda texts: " ".join(acts[-1:])),
    ):
        yield


PLANTS: dict[str, Callable[[], Any]] = {
    "thoughts-declared-public": lambda: _declare(MindKept, "reasoning"),
    "memory-declared-public": lambda: _declare(MindKept, "memory"),
    "refusals-declared-public": lambda: _declare(ReplyRefused, "problem"),
    "personas-declared-public": lambda: _declare(PersonaGiven, "persona"),
    "the-wrong-seats-view": _wrong_view,
    "seat-1-is-seat-10": _names_by_beginning,
    "narrator-in-recaps": _narrator_in_recaps,
    "plans-to-all": _plans_to_all,
    "findings-to-the-neighbour": _findings_to_neighbour,
    "turns-in-the-dice": _turns_in_the_dice,
    "night-acts-in-the-rules": _acts_in_the_rules,
}
