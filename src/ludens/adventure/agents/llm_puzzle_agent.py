"""The puzzle agent filled by a model: rules notice and suggest, the model adds what they miss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from textwrap import shorten

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.agents.asking import ask
from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.forbidden import forbidden
from ludens.adventure.interpreter.commands import CommandRefused, check_command
from ludens.adventure.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.puzzles.book import pressing_first
from ludens.adventure.puzzles.events import (
    BY_MODEL,
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleStatus,
    SuggestionClosed,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.puzzles.strategy import strategy
from ludens.adventure.puzzles.timing import TIME_PASSED
from ludens.adventure.sentences import Fit, parse
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId, in_room
from ludens.adventure.world.routes import path
from ludens.episode.events import Event
from ludens.llm.base import BaseLLM

PUZZLE_AGENT = "puzzle_agent"
PUZZLES, ITEMS, ROOMS, RECENT = 12, 40, 20, 6
"""How many of each a model is told of."""
NEW, IDEAS = 3, 4
"""Puzzles and suggestions of one answer that are taken."""
OPEN = 6
"""Suggestions of the model that are open at once; the oldest makes room."""
IDLE = (TIME_PASSED,)
"""Reasons to think for which no model is asked while things go well."""


class Sureness(StrEnum):
    """How sure a model is (seed 000 §7)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


CONFIDENCE = {Sureness.HIGH: 0.75, Sureness.MEDIUM: 0.45, Sureness.LOW: 0.2}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewPuzzle(_Part):
    """An obstacle, clue or question that the rules did not notice."""

    kind: PuzzleKind
    summary: str = Field(description="One line.")
    quote: str = Field(description="The story's words that show it, copied exactly.")
    things: list[str] = Field(description="What it is about, as the story calls it.")


class NewIdea(_Part):
    """A command that may solve something."""

    puzzle: str | None = Field(description="The id of the puzzle, or null.")
    room: str | None = Field(description="The id of the room where to type it; null: anywhere.")
    command: str = Field(description="One command, in the story's words.")
    items: list[str] = Field(description="What must be carried for it.")
    confidence: Sureness
    reason: str = Field(description="Why, in one sentence.")


class Report(_Part):
    """What a model makes of the puzzles."""

    puzzles: list[NewPuzzle] = Field(description="New puzzles; empty if there are none.")
    ideas: list[NewIdea] = Field(description="At most four ideas, the best first.")
    abandon: list[str] = Field(description="Ids of puzzles that are none, or are past.")


@dataclass(frozen=True, slots=True)
class LLMPuzzleAgent:
    """Rules first; a model on real news, within its share of the turns."""

    model: BaseLLM
    rules: OfflinePuzzleAgent

    async def evaluate(self, scene: Scene) -> Sequence[Event]:
        """Return the rules' proposals, and a model's where it was asked."""
        events = list(await self.rules.evaluate(scene))
        state = scene.state
        share = self.rules.settings.share
        idle = scene.by_rule or (scene.why in IDLE and not state.stuck.patterns)
        if idle or not state.consultations.may_ask(PUZZLE_AGENT, state.turn, share):
            return events
        report = await ask(self.model, Report, PUZZLE_AGENT, **facts(state, scene.why))
        events.append(ModelAsked(role=PUZZLE_AGENT, why=scene.why))
        if report is not None:
            events += self._events(state, report, events)
        return events

    def _events(
        self, state: AdventureState, report: Report, before: Sequence[Event]
    ) -> Iterator[Event]:
        """Yield what of a report can be used; what cannot be is left out without a word."""
        number = sum(not id_.startswith("maze") for id_ in state.puzzles.puzzles)
        number += sum(isinstance(event, PuzzleFound) for event in before)
        text = " ".join(state.text.split()).lower()
        for new in report.puzzles[:NEW]:
            if " ".join(new.quote.split()).lower() in text and len(new.quote) > 3:
                number += 1
                yield PuzzleFound(
                    puzzle=PuzzleId(f"p{number}"),
                    kind=new.kind,
                    summary=shorten(new.summary, 110, placeholder="…"),
                    room=state.map.here,
                    quote=new.quote[:300],
                    things=tuple(new.things[:3]),
                    source="llm",
                )
        for id_ in report.abandon:
            if any(puzzle.id == id_ for puzzle in state.puzzles.open()):
                yield PuzzleChanged(
                    puzzle=PuzzleId(id_), status=PuzzleStatus.ABANDONED, reason="judged no puzzle"
                )
        yield from self._ideas(state, report, before)

    def _ideas(
        self, state: AdventureState, report: Report, before: Sequence[Event]
    ) -> Iterator[Event]:
        number = state.puzzles.made + sum(isinstance(event, SuggestionMade) for event in before)
        own = [s.id for s in state.puzzles.suggestions.values() if s.kind == BY_MODEL]
        usable = [idea for idea in report.ideas if self._is_usable(state, idea)][:IDEAS]
        for old in own[: max(0, len(own) + len(usable) - OPEN)]:
            yield SuggestionClosed(suggestion=old, worked=None, reason="newer ideas came up")
        for idea in usable:
            number += 1
            room = RoomId(idea.room) if idea.room in state.map.rooms else None
            here = state.map.here
            route = path(state.map, here, room) if here is not None and room is not None else None
            known = idea.puzzle is not None and idea.puzzle in state.puzzles.puzzles
            yield SuggestionMade(
                suggestion=SuggestionId(f"s{number}"),
                puzzle=PuzzleId(idea.puzzle) if known and idea.puzzle is not None else None,
                command=idea.command.strip(),
                room=room,
                items=tuple(idea.items[:4]),
                way=route.commands if route is not None else (),
                confidence=CONFIDENCE[idea.confidence],
                reason=shorten(idea.reason, 160, placeholder="…"),
                kind=BY_MODEL,
            )

    def _is_usable(self, state: AdventureState, idea: NewIdea) -> bool:
        """Tell whether an idea is one command that this story can be told, and new."""
        try:
            command = check_command(idea.command).strip()
        except CommandRefused:
            return False
        words = self.rules.vocabulary
        if not command or forbidden(words, command) is not None:
            return False
        known = {suggestion.command for suggestion in state.puzzles.suggestions.values()}
        return command not in known and parse(words, command).fit in (Fit.FITS, Fit.UNSURE)


def facts(state: AdventureState, why: str) -> dict[str, object]:
    """Return what the model is told; bounded, whatever the episode's length."""
    here = state.map.here
    items = state.items
    carried = [items.known[id_].name for id_ in items.carried()][:ITEMS]
    seen = sorted((item for item in items.known.values()), key=lambda item: -item.last_seen)[:ITEMS]
    elsewhere = [item.name for item in seen if item.name not in carried]
    puzzles = pressing_first(state.puzzles.open(), here)[:PUZZLES]
    rooms = sorted(state.map.rooms, key=lambda id_: -state.map.rooms[id_].last_seen)[:ROOMS]
    return {
        "turn": state.turn,
        "why": why,
        "text": state.text.strip()[-1500:],
        "command": state.command,
        "here": (here, state.map.rooms[here].name) if here is not None else None,
        "carried": carried,
        "present": [items.known[id_].name for id_ in items.at(in_room(here))] if here else [],
        "elsewhere": elsewhere,
        "rooms": [(id_, state.map.rooms[id_].name) for id_ in rooms],
        "puzzles": [
            (
                puzzle.id,
                puzzle.kind.value,
                puzzle.summary,
                puzzle.room,
                [attempt.command for attempt in puzzle.attempts if not attempt.worked][-4:],
            )
            for puzzle in puzzles
        ],
        "stuck": strategy(state),
        "suggestions": [s.command for s in state.puzzles.suggestions.values()][:PUZZLES],
        "recent": [(command, answer[:200]) for command, answer in state.recent[-RECENT:]],
    }
