"""Bringing a company together for one episode."""

from __future__ import annotations

from ludens.adventure.agents.llm_player import LLMPlayer
from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.agents.player import Player
from ludens.adventure.company import Company
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.story_file import read_story
from ludens.adventure.settings import AdventureSettings
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.errors import LudensError
from ludens.episode.game import Stage
from ludens.episode.generators import derive_seed, generator
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings

PLAYER = "player"


def assemble_company(stage: Stage) -> Company:
    """Return the company that the episode's settings describe; raises LudensError."""
    settings = AdventureSettings.model_validate(stage.settings.get("adventure", {}))
    if stage.content is None:
        raise LudensError("the episode keeps no story file; import it again with its story")
    story = read_story(stage.content, stage.subject)
    models = Models(
        LLMSettings.model_validate(stage.settings.get("llm", {})),
        log=stage.calls,
        rng=generator(stage.seed, "retries"),
        replay=stage.cassette,
    )
    interpreter = open_interpreter(
        story,
        settings.engine,
        seed=derive_seed(stage.seed, "interpreter") % 2**31,
        deadline=settings.deadline,
    )
    vocabulary = Vocabulary(story.data)
    player = _player(models, vocabulary)
    return Company(settings, story, vocabulary, interpreter, player, models, stage.past)


def _player(models: Models, vocabulary: Vocabulary) -> Player:
    if models.is_offline(PLAYER):
        return OfflinePlayer(vocabulary)
    return LLMPlayer(models.for_agent(PLAYER))
