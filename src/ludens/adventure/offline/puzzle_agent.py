"""The offline puzzle agent: a view of the map's barred ways, and of refusals.

A puzzle is an obstacle: a way that is barred, a dark place, a thing that refused in words of the
story's own. What was answered without any word of a refusal is a clue, of which nobody says that it
is solved or missed. It suggests nothing: the planner asks its value itself, and to minds what it
would try was of no use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.agents.settings import PuzzleSettings
from ludens.adventure.english import LOOKING
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.knowledge.replies import meaning_of
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.refusals import is_refusal
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.map_events import ExitBlocked, RoomChanged, RoomFound
from ludens.episode.events import Event

PRESSES = phrase("puzzles_presses")
"""How a text says that something passes with time."""
QUOTE = 200
"""Letters of a story's words that are kept with a puzzle."""
TOLD = 120
"""Letters of an answer that a puzzle's summary tells."""
KINDS = {"locked": PuzzleKind.LOCKED, "closed": PuzzleKind.LOCKED, "dark": PuzzleKind.DARK}
"""What meanings of an answer make of an obstacle."""
STANDARD = frozenset({"unseen", "not understood", "which", "already", "refused", "done", "no way"})
"""Meanings of answers that tell of no obstacle."""


@dataclass(slots=True)
class OfflinePuzzleAgent:
    """Fills the puzzle agent's role without a model."""

    vocabulary: Vocabulary
    settings: PuzzleSettings

    async def evaluate(self, scene: Scene) -> Sequence[Event]:
        """Return new puzzles, and what presses."""
        found = list(self.obstacles(scene.state, scene.events))
        return [*found, *self.dangers(scene.state, len(found))]

    def dangers(self, state: AdventureState, more: int) -> Iterator[PuzzleFound | PuzzleChanged]:
        """Yield what a text says that passes with time; heard again it is the same danger."""
        if LOOKING.match(state.command) is not None:
            return  # what is read or looked at tells of other times
        text = " ".join(state.text.split())
        sentence = next((one for one in sentences_of(text) if PRESSES.search(one)), None)
        if sentence is None:
            return
        summary = f"Time presses: {_first(sentence)}"
        open_ = [p for p in state.puzzles.open() if p.kind is PuzzleKind.URGENT and p.quote]
        if open_:
            yield PuzzleChanged(puzzle=open_[-1].id, summary=summary)
        else:
            number = len(state.puzzles.puzzles) + more + 1
            yield PuzzleFound(
                puzzle=PuzzleId(f"p{number}"),
                kind=PuzzleKind.URGENT,
                summary=summary,
                room=state.map.here,
                quote=sentence[:QUOTE],
            )

    def obstacles(self, state: AdventureState, events: Sequence[Event]) -> Iterator[PuzzleFound]:
        """Yield the obstacles that a turn's events tell of and that nobody knows yet."""
        known = {
            (puzzle.room, puzzle.direction, puzzle.command, puzzle.quote)
            for puzzle in state.puzzles.puzzles.values()
        }
        number = len(state.puzzles.puzzles)
        for event in events:
            one = self._obstacle(state, event, PuzzleId(f"p{number + 1}"))
            if one is None:
                continue
            key = (one.room, one.direction, one.command, one.quote)
            same = any(puzzle.quote == one.quote for puzzle in state.puzzles.open() if one.quote)
            if key not in known and not same:
                number += 1
                known.add(key)
                yield one

    def _obstacle(
        self, state: AdventureState, event: Event, puzzle: PuzzleId
    ) -> PuzzleFound | None:
        match event:
            case ExitBlocked(room=room, direction=direction, reason=reason):
                meaning = meaning_of(reason)
                if meaning == "no way":
                    return None
                return PuzzleFound(
                    puzzle=puzzle,
                    kind=KINDS.get(meaning, PuzzleKind.BLOCKED),
                    summary=f"The way {direction} is barred: {_first(reason)}",
                    room=room,
                    quote=reason[:QUOTE],
                    things=tuple(self.vocabulary.phrases(reason)),
                    direction=direction,
                    command=direction,
                )
            case RoomFound(room=room, dark=True) | RoomChanged(room=room, dark=True):
                return PuzzleFound(
                    puzzle=puzzle, kind=PuzzleKind.DARK, summary="It is dark here.", room=room
                )
            case CommandJudged(effect=Effect.NOTHING, novel=True) if event.things:
                text = state.text.strip().partition("\n\n")[0]
                meaning = meaning_of(text)
                told = event.affirmed and LOOKING.match(event.command) is not None
                if told or event.looked or meaning in STANDARD:
                    return None
                refuses = not event.affirmed or is_refusal(_first(text))
                return PuzzleFound(
                    puzzle=puzzle,
                    kind=KINDS.get(meaning, PuzzleKind.REFUSED if refuses else PuzzleKind.CLUE),
                    summary=f"“{event.command}” was answered: {_first(text)}",
                    room=event.room,
                    quote=text[:QUOTE],
                    things=event.things,
                    command=event.command,
                )
        return None


def _first(text: str) -> str:
    """Return the first sentence of an answer; of a long one the words that it begins with."""
    first = next(iter(sentences_of(" ".join(text.split()))), "")
    return first if len(first) <= TOLD else f"{first[:TOLD].rpartition(' ')[0]}…"
