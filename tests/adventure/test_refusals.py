"""A refusal costs a model's player another call, so refusals keep to a share of the turns."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adventure.agents_stage import brief, stage
from ludens.adventure.agents.offline.critic import OfflineCritic
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.review.choosing import choose
from ludens.adventure.settings import AdventureSettings
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.game import Turn

WORDS = Vocabulary(find_story("four_parts_copper").data)


@dataclass
class Babbler:
    """Proposes something else each time, which the story never understands."""

    said: int = 0

    async def decide(self, briefing: Briefing) -> Decision:
        self.said += 1
        return Decision(reasoning="", command=f"zzyx {self.said}")


def proposals(*, offline: bool, turns: int) -> int:
    models = SimpleNamespace(is_offline=lambda role: offline)
    company: Any = SimpleNamespace(
        models=models, settings=AdventureSettings(), critic=OfflineCritic(WORDS)
    )
    player = Babbler()
    state = stage(turn=1)
    for number in range(1, turns + 1):
        state.turn = number
        turn = Turn(number=number, state=state)
        asyncio.run(choose(cast(Company, company), turn, brief(state), player))
    return player.said


@pytest.mark.parametrize("turns", [20, 200])
def test_a_models_player_is_refused_on_a_share_of_the_turns_only(turns: int) -> None:
    assert turns < proposals(offline=False, turns=turns) <= 1.05 * turns + 4


def test_rules_may_be_refused_as_often_as_it_takes() -> None:
    assert proposals(offline=True, turns=20) == 3 * 20
