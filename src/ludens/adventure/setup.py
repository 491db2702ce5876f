"""Bringing a company together for one episode."""

from __future__ import annotations

from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.company import Company
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.story_file import read_story
from ludens.adventure.settings import AdventureSettings
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.errors import LudensError
from ludens.episode.game import Stage
from ludens.episode.generators import derive_seed


def assemble_company(stage: Stage) -> Company:
    """Return the company that the episode's settings describe; raises LudensError."""
    settings = AdventureSettings.model_validate(stage.settings.get("adventure", {}))
    if stage.content is None:
        raise LudensError("the episode keeps no story file; import it again with its story")
    story = read_story(stage.content, stage.subject)
    interpreter = open_interpreter(
        story,
        settings.engine,
        seed=derive_seed(stage.seed, "interpreter") % 2**31,
        deadline=settings.deadline,
    )
    vocabulary = Vocabulary(story.data)
    return Company(settings, story, vocabulary, interpreter, OfflinePlayer(vocabulary))
