"""The offline puzzle agent: signs in the text, general knowledge of tools, the story's grammar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.agents.settings import PuzzleSettings
from ludens.adventure.kinds import sentence_kind
from ludens.adventure.puzzles.accepting import ACCEPTED
from ludens.adventure.puzzles.book import PuzzleBook
from ludens.adventure.puzzles.events import (
    SAID,
    PuzzleFound,
    PuzzleId,
    SuggestionClosed,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.puzzles.ideas import ideas, is_spent
from ludens.adventure.puzzles.naming import phrases_in
from ludens.adventure.puzzles.natural import natural_ideas
from ludens.adventure.puzzles.noticing import new_puzzles
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.puzzles.timing import measure, seems_stuck
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import nearest_unexplored
from ludens.episode.events import Event

PER_PUZZLE = 3
"""Suggestions about one puzzle at once."""
BY_MODEL = "model"
"""The kind of a model's suggestions: rules do not close them."""
PER_DEED = 2
"""Suggestions at once that begin with the same verb and need the same thing."""
VAIN = 0.5
"""What is left of a chance for each common refusal that one of the things met in its like."""
TRUST = 10.0
"""Tries that a verb is trusted as if they had worked."""
STEP = 0.03
"""By how much each step of the way makes an idea less worth while."""
NEW_PLAN = 0.5
"""The confidence of going somewhere new when the player seems stuck."""


@dataclass(frozen=True, slots=True)
class OfflinePuzzleAgent:
    """Fills the puzzle agent's role with rules."""

    vocabulary: Vocabulary
    settings: PuzzleSettings
    elsewhere: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """For each kind of idea, how often it worked and failed in other stories."""
    sparing: bool = True
    """The player is a model, to whom each suggestion costs attention."""

    async def evaluate(self, scene: Scene) -> Sequence[Event]:
        """Return new puzzles and, for all that are open, the suggestions worth making now.

        Words that show no new puzzle change nothing about what is suggested.
        """
        found = list(new_puzzles(scene.state, self.vocabulary, scene.events))
        if scene.why in SAID and not found:
            return found
        return [*found, *self.suggestions(scene.state, found)]

    def suggestions(self, state: AdventureState, found: Sequence[PuzzleFound]) -> Iterator[Event]:
        """Yield which suggestions are made and which no longer hold."""
        thinking = Thinking.of(state, self.vocabulary)
        book = _with(state.puzzles, found, state.turn)
        spoken = measure(state, adaptive=self.settings.adaptive, sparing=self.sparing)
        wanted: list[tuple[PuzzleId | None, Idea]] = []
        for puzzle in book.open():
            if puzzle.room is None or thinking.reachable(puzzle.room):
                best = ideas(thinking, puzzle)[:PER_PUZZLE]
                wanted += [(puzzle.id, idea) for idea in best if idea.chance >= spoken.least]
        wanted += [
            (None, idea)
            for idea in natural_ideas(thinking)
            if idea.chance >= spoken.least and not is_spent(state, idea)
        ]
        if seems_stuck(state):
            wanted += [(None, i) for i in _elsewhere(state) if not is_spent(state, i)]
        ranked = sorted(
            ((puzzle, self._by_experience(state, idea)) for puzzle, idea in wanted),
            key=lambda entry: (-_worth(thinking, entry[1]), entry[1].command),
        )
        likely = [entry for entry in ranked if entry[1].chance >= spoken.least]
        yield from _exchange(state, thinking, _each_once(likely), spoken.suggestions)

    def _by_experience(self, state: AdventureState, idea: Idea) -> Idea:
        """Let count how the verb fared in this story, and the kind of idea here and elsewhere."""
        if idea.kind == ACCEPTED:
            return idea
        chance = idea.chance
        for worked, failed in (
            state.puzzles.fared.get(idea.kind, (0, 0)),
            self.elsewhere.get(idea.kind, (0, 0)),
        ):
            chance = (worked + TRUST * chance) / (worked + failed + TRUST)
        record = state.journal.verbs.get(idea.command.partition(" ")[0])
        if record is not None and " " in idea.command:
            chance *= (record.hits + TRUST) / (record.tries + TRUST)
        kind = sentence_kind(idea.command)
        if " " in kind and state.journal.futile:
            things = phrases_in(self.vocabulary, idea.command.partition(" ")[2])
            chance *= VAIN ** state.journal.vanity(kind, *things)
        return replace(idea, chance=chance)


def _worth(thinking: Thinking, idea: Idea) -> float:
    """Return the chance of an idea, less for the way there."""
    route = thinking.route(idea.room) if idea.room is not None else None
    return idea.chance / (1 + STEP * (route.cost if route is not None else 0.0))


def _with(book: PuzzleBook, found: Sequence[PuzzleFound], turn: int) -> PuzzleBook:
    """Return the book as it will be once these puzzles are in it."""
    longer = book.model_copy(update={"puzzles": dict(book.puzzles)})
    for event in found:
        longer.apply(event, turn)
    return longer


def _each_once(
    wanted: list[tuple[PuzzleId | None, Idea]],
) -> dict[tuple[str, RoomId | None], tuple[PuzzleId | None, Idea]]:
    best: dict[tuple[str, RoomId | None], tuple[PuzzleId | None, Idea]] = {}
    deeds: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for puzzle, idea in wanted:
        deed = (idea.command.partition(" ")[0], idea.items)
        if (idea.command, idea.room) not in best and deeds[deed] < PER_DEED:
            best[idea.command, idea.room] = (puzzle, idea)
            deeds[deed] += 1
    return best


def _exchange(
    state: AdventureState,
    thinking: Thinking,
    wanted: dict[tuple[str, RoomId | None], tuple[PuzzleId | None, Idea]],
    most: int,
) -> Iterator[Event]:
    """Close what no longer is an idea, and make the best of the rest known."""
    open_ = {(s.command, s.room): s for s in state.puzzles.suggestions.values()}
    best = dict(list(wanted.items())[:most])
    for key, suggestion in open_.items():
        if key not in best and suggestion.kind != BY_MODEL:
            yield SuggestionClosed(
                suggestion=suggestion.id, worked=None, reason="better ideas came up"
            )
    number = state.puzzles.made
    for key, (puzzle, idea) in best.items():
        if key in open_:
            continue
        number += 1
        route = thinking.route(idea.room) if idea.room is not None else None
        yield SuggestionMade(
            suggestion=SuggestionId(f"s{number}"),
            puzzle=puzzle,
            command=idea.command,
            room=idea.room,
            items=idea.items,
            way=route.commands if route is not None else (),
            confidence=min(1.0, idea.chance),
            reason=idea.reason,
            kind=idea.kind,
        )


def _elsewhere(state: AdventureState) -> Iterator[Idea]:
    """A change of plan: the nearest way that nobody has gone."""
    here = state.map.here
    frontier = nearest_unexplored(state.map, here) if here is not None else None
    if frontier is not None:
        reason = "You go in circles here, and nobody has gone that way yet."
        yield Idea(frontier.direction, frontier.room, (), NEW_PLAN, reason, "elsewhere")
