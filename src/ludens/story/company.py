"""Who plays which role of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludens.story.agents.offline import (
    OfflineCharacter,
    OfflineNarrator,
    OfflinePlanner,
    OfflineReferee,
)
from ludens.story.agents.roles import (
    Answerer,
    PersonaExtractor,
    Planner,
    Referee,
    Visitor,
)
from ludens.story.cast.portrait import Portraits
from ludens.story.events import PhaseBegan
from ludens.story.persona_cache import Personas
from ludens.story.settings import StorySettings
from ludens.story.world import World

OnPhase = Callable[[PhaseBegan, str], None]
"""Called with a phase as it begins, and with whom it is about, if with anybody."""


@dataclass(frozen=True, slots=True)
class Company:
    """The agents of a game and the world they play in."""

    settings: StorySettings
    world: World
    portraits: Portraits
    visitor: Visitor
    referee: Referee
    planner: Planner
    narrator: Answerer
    character: Answerer
    extractor: PersonaExtractor
    cache: Personas
    by_rules: bool = False
    """Whether neither narrator nor characters are played by a model."""
    on_phase: OnPhase | None = None
    """Told of each phase as it begins, before the turn is on the log."""
    on_prompt: Callable[[str], None] | None = None
    """Told of what the player says, before the turn is on the log."""
    stand_in_referee: OfflineReferee = field(init=False)
    stand_in_planner: OfflinePlanner = field(init=False)
    stand_in_narrator: OfflineNarrator = field(init=False)
    stand_in_character: OfflineCharacter = field(init=False)

    def __post_init__(self) -> None:
        """Make the agents that stand in for those that fail."""
        object.__setattr__(self, "stand_in_referee", OfflineReferee(self.world))
        object.__setattr__(self, "stand_in_planner", OfflinePlanner(self.portraits))
        narrator = OfflineNarrator(self.world, self.portraits)
        object.__setattr__(self, "stand_in_narrator", narrator)
        character = OfflineCharacter(self.world, self.portraits)
        object.__setattr__(self, "stand_in_character", character)
