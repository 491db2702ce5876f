"""Bringing a company together for one episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludens.adventure.agents.bare_player import BarePlayer
from ludens.adventure.agents.critic import Critic
from ludens.adventure.agents.keeper import KEEPER, Keeper, LLMKeeper, OfflineKeeper
from ludens.adventure.agents.llm_critic import CRITIC, LLMCritic
from ludens.adventure.agents.llm_judge import JUDGE, LLMJudge
from ludens.adventure.agents.llm_player import LLMPlayer
from ludens.adventure.agents.llm_puzzle_agent import PUZZLE_AGENT, LLMPuzzleAgent
from ludens.adventure.agents.pair_player import PairPlayer
from ludens.adventure.agents.player import PLAYER, Player
from ludens.adventure.agents.pursuing import Pursuer
from ludens.adventure.agents.puzzle_agent import PuzzleAgent
from ludens.adventure.agents.random_player import RandomPlayer
from ludens.adventure.agents.settings import Buddies, PlayerKind
from ludens.adventure.company import Company
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.story_file import read_story
from ludens.adventure.offline.critic import OfflineCritic
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.perception.readers import ITEM_READER, MAP_READER, SHARE, Readers, readers_for
from ludens.adventure.settings import AdventureSettings, PerceptionKind
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.errors import LudensError
from ludens.episode.game import Stage
from ludens.episode.generators import derive_seed, generator
from ludens.episode.own_agents import load_agent
from ludens.llm.base import BaseLLM
from ludens.llm.models import Models
from ludens.llm.settings import OWN_MODEL, LLMSettings, RoleClass, is_own

PARSER = RoleClass.PARSER.value


def assemble_company(stage: Stage, stand_ins: Mapping[str, BaseLLM] | None = None) -> Company:
    """Return the company that the episode's settings describe; raises LudensError.

    `stand_ins` are models that play roles instead of those that the settings name.
    """
    settings = AdventureSettings.model_validate(stage.settings.get("adventure", {}))
    if stage.content is None:
        raise LudensError("the episode keeps no story file; import it again with its story")
    story = read_story(stage.content, stage.subject)
    models = Models(
        LLMSettings.model_validate(stage.settings.get("llm", {})),
        log=stage.calls,
        rng=generator(stage.seed, "retries"),
        replay=stage.cassette,
        stand_ins=stand_ins,
    )
    interpreter = open_interpreter(
        story,
        settings.engine,
        seed=derive_seed(stage.seed, "interpreter") % 2**31,
        deadline=settings.deadline,
    )
    vocabulary = Vocabulary(story.data)
    planner = OfflinePlanner(vocabulary, frozenset(settings.player.without))
    hands = Hands(models, vocabulary, settings, planner)
    return Company(
        settings,
        story,
        vocabulary,
        interpreter,
        hands.player(),
        models,
        hands.pursuer(),
        stage.past,
        critic=hands.critic(),
        readers=hands.readers(),
        puzzle_agent=hands.puzzle_agent(),
        judge=hands.judge(),
        keeper=hands.keeper(),
        on_command=stage.calls.show_words,
    )


@dataclass(frozen=True, slots=True)
class Hands:
    """Who fills each role, by the settings and the models there are."""

    models: Models
    vocabulary: Vocabulary
    settings: AdventureSettings
    planner: OfflinePlanner
    """Whom all ask who go by the rules: a room is read once a turn for all of them."""

    def player(self) -> Player:
        """Return who decides: one player, or two that share the turns."""
        wanted = self.settings.player
        if wanted.buddies is Buddies.ALONE:
            return self._one_player("")
        first, second = (self._one_player(character) for character in wanted.characters)
        return PairPlayer((first, second), wanted.buddies, OfflineCritic(self.planner))

    def _one_player(self, character: str) -> Player:
        bare = self.settings.player.kind is PlayerKind.BARE
        if self.settings.player.kind is PlayerKind.RANDOM:
            return RandomPlayer(self.vocabulary)
        if is_own(self.models.names(PLAYER)[0]):
            own: Player = load_agent(
                self.models.names(PLAYER)[0], lambda: self.models.for_agent(OWN_MODEL)
            )
            return own
        if self.models.is_offline(PLAYER):
            if bare:
                raise LudensError("a bare player needs a model: set --model to a provider/model")
            return self.planner
        model = self.models.for_agent(PLAYER)
        if bare:
            return BarePlayer(model, self.vocabulary, self.settings.player.tries)
        words = self.vocabulary
        return LLMPlayer(model, self.planner, words, self.settings.player, character)

    def pursuer(self) -> Pursuer:
        """Return who works for the goals that a mind sets."""
        wanted = self.settings.player
        return Pursuer(self.vocabulary, frozenset(wanted.without), focus=wanted.focus)

    def critic(self) -> Critic | None:
        """Return who scores commands, if anybody does; a player alone is not talked to."""
        settings = self.settings.critic
        if not settings.enabled or self._is_alone:
            return None
        rules = OfflineCritic(self.planner)
        model = self._model(CRITIC) if settings.by_model else None
        return LLMCritic(model, rules, settings) if model is not None else rules

    def puzzle_agent(self) -> PuzzleAgent | None:
        """Return who looks for puzzles, if anybody does."""
        if not self.settings.puzzles.enabled or self._is_alone:
            return None
        rules = OfflinePuzzleAgent(self.vocabulary, self.settings.puzzles)
        model = self._model(PUZZLE_AGENT)
        return LLMPuzzleAgent(model, rules) if model is not None else rules

    def judge(self) -> LLMJudge | None:
        """Return the model that is asked where the rules are unsure, if there is one."""
        model = self._model(JUDGE)
        return LLMJudge(model, self.settings.judge) if model is not None else None

    def keeper(self) -> Keeper | None:
        """Return who draws lessons, if anybody does."""
        if not self.settings.lessons.enabled or self._is_alone:
            return None
        model = self._model(KEEPER)
        return OfflineKeeper() if model is None else LLMKeeper(model, self.settings.lessons)

    def readers(self) -> Readers | None:
        """Return the models that read what no rule is sure of, if there are any."""
        return None if self._is_alone else readers_for(self.models, self._reader_share())

    def _reader_share(self) -> float:
        """Return how often models may read; where memory tells, only those named for it do."""
        if self.settings.reader_share is not None:
            return self.settings.reader_share
        named = any(self.models.is_named(role) for role in (MAP_READER, ITEM_READER, PARSER))
        return SHARE if named or self.settings.perception is PerceptionKind.TEXT else 0.0

    @property
    def _is_alone(self) -> bool:
        return self.settings.player.kind is not PlayerKind.COMPANY

    def _model(self, role: str) -> BaseLLM | None:
        if self._is_alone or self.models.is_offline(role):
            return None
        return self.models.for_agent(role)
