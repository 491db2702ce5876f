"""Mafia as a game that the runner can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.episode.generators import generator
from ludens.llm.base import BaseLLM
from ludens.llm.circuit import Circuits
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings
from ludens.mafia.agents.human_player import Person
from ludens.mafia.events import MAFIA_EVENTS
from ludens.mafia.replaying import RecordedPeople
from ludens.mafia.seating import seat_players
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.state import MafiaState


class Mafia:
    """A table of social deduction.

    `person` is who is asked for the human seats of the games opened with it; `stand_ins` are
    models that play roles (`seat:3`, `narrator`) instead of those that the settings name;
    `circuits` are what these games know of models together, each of its own without them.
    """

    def __init__(
        self,
        person: Person | None = None,
        stand_ins: Mapping[str, BaseLLM] | None = None,
        circuits: Circuits | None = None,
    ) -> None:
        self.person = person
        self.stand_ins = stand_ins
        self.circuits = circuits

    def as_recorded(self, events: Sequence[tuple[int, Event]]) -> Mafia:
        """Return the game with what the people at a recorded table decided."""
        return Mafia(person=RecordedPeople(events))

    name = "mafia"
    events = MAFIA_EVENTS
    state = MafiaState

    def open(self, stage: Stage) -> MafiaSession:
        """Seat the players; raises LudensError when one cannot be had."""
        settings = MafiaSettings.model_validate(stage.settings.get("mafia", {}))
        models = Models(
            LLMSettings.model_validate(stage.settings.get("llm", {})),
            log=stage.calls,
            rng=generator(stage.seed, "retries"),
            replay=stage.cassette,
            stand_ins=self.stand_ins,
            circuits=self.circuits,
        )
        table = seat_players(settings, models, self.person)
        people = any(settings.chair(seat) is Chair.HUMAN for seat in range(settings.seats))
        if stage.calls.is_watched and not people:
            table = replace(table, on_decided=stage.calls.show_words)
        return MafiaSession(table, models)

    def headline(self, state: MafiaState) -> dict[str, Any]:
        """Return what everybody may know, for lists and the line under the transcript."""
        return {
            "day": state.day,
            "phase": state.phase.value,
            "seats": len(state.names),
            "names": list(state.names),
            "alive": len(state.living),
            "winner": state.team.value if state.team else None,
        }

    def last_progress(self, state: MafiaState) -> int:
        """Return the last turn in which somebody died."""
        return state.progress
