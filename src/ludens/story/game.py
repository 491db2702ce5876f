"""The game inside a book, as the runner can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.episode.generators import generator
from ludens.llm.base import BaseLLM, OnText
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings
from ludens.story.agents.human import Person
from ludens.story.casting import cast_roles, kept_cards, open_world
from ludens.story.company import Company, OnPhase
from ludens.story.corpus.book import Book
from ludens.story.errors import CorpusRefusedError, EmbeddingsUnavailableError
from ludens.story.events import STORY_EVENTS
from ludens.story.persona_cache import Personas
from ludens.story.replaying import RecordedVisitor, recorded_personas, said_by_people
from ludens.story.session import StorySession
from ludens.story.settings import StorySettings
from ludens.story.state import StoryState
from ludens.story.world import World


class Story:
    """A book that is played in.

    `person` is asked for prompts; `stand_ins` are models that play roles (`referee`, `narrator`)
    instead of those that the settings name; `on_text` is given what models answer, piece by piece;
    `on_phase` each phase as it begins; `personas` stands for those of earlier sessions; `said` is
    what people said in a recorded game, by its turn.
    """

    def __init__(
        self,
        person: Person | None = None,
        stand_ins: Mapping[str, BaseLLM] | None = None,
        on_text: OnText | None = None,
        on_phase: OnPhase | None = None,
        personas: Personas | None = None,
        said: Mapping[int, str | None] | None = None,
    ) -> None:
        self.person = person
        self.stand_ins = stand_ins
        self.on_text = on_text
        self.on_phase = on_phase
        self.personas = personas
        self.said = said

    def as_recorded(self, events: Sequence[tuple[int, Event]]) -> Story:
        """Return the game with what came to a recorded episode from outside."""
        personas = recorded_personas(event for _, event in events)
        return Story(personas=personas, said=said_by_people(events))

    name = "story"
    events = STORY_EVENTS
    state = StoryState

    def open(self, stage: Stage) -> StorySession:
        """Open the book; raises LudensError when it cannot be played in."""
        if stage.content is None:
            raise CorpusRefusedError(
                f"the text of {stage.subject} was left out of this episode; import it with its text"
            )
        settings = StorySettings.model_validate(stage.settings.get("story", {}))
        if stage.cassette is not None and settings.asks_a_server:
            raise EmbeddingsUnavailableError(
                f"a server's embeddings or reranking took part in this game of {stage.subject}: "
                "its answers are not on the record, and a replay asks nobody"
            )
        book = Book.from_bytes(stage.content)
        world = open_world(book, settings)
        models = Models(
            LLMSettings.model_validate(stage.settings.get("llm", {})),
            log=stage.calls,
            rng=generator(stage.seed, "retries"),
            replay=stage.cassette,
            stand_ins=self.stand_ins,
        )

        def company_in(world: World) -> Company:
            company = cast_roles(
                settings, models, world, self.person, on_text=self.on_text, on_phase=self.on_phase
            )
            company = replace(company, on_prompt=stage.calls.show_words)
            if self.said is not None:
                company = replace(company, visitor=RecordedVisitor(self.said, company.visitor))
            return company if self.personas is None else replace(company, cache=self.personas)

        def as_edited(company: Company) -> Company:
            if kept_cards(book, settings) == company.world.cards:
                return company
            return replace(company_in(open_world(book, settings)), visitor=company.visitor)

        return StorySession(company_in(world), models, as_edited)

    def headline(self, state: StoryState) -> dict[str, Any]:
        """Return what a list of episodes shows."""
        return {
            "title": state.title,
            "wins": state.wins,
            "losses": state.losses,
            "met": len(state.personas),
            "score": state.wins - state.losses,
            "goal": len(state.goal),
            "goal_met": len(state.met_of_goal),
            "goal_result": state.goal_result.value,
            "decided_by": list(state.decided_by),
        }

    def last_progress(self, state: StoryState) -> int:
        """Return the last turn: every prompt goes on with the conversation."""
        return state.turn
