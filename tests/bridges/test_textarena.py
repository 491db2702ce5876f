"""Our table under TextArena's interface, and TextArena's agents at our table."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

textarena = pytest.importorskip(
    "textarena", reason="needs TextArena: pip install 'ludens[textarena]'"
)

import ludens.bridges.textarena as bridge  # noqa: E402


class Guesser(textarena.Agent):  # type: ignore[misc, name-defined]
    """Names somebody whose name it was told."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def __call__(self, observation: str) -> str:
        return f"I have my doubts. [{self.dice.randrange(5)}]"


def test_textarenas_own_loop_plays_a_game_to_its_end() -> None:
    env = textarena.make("LudensMafia-v0")
    env.reset(num_players=5, seed=3)
    agents = {number: Guesser(number) for number in range(5)}
    done, seen = False, set()
    while not done:
        player, observation = env.get_observation()
        seen.add(player)
        assert "[nobody]" in observation
        done, _ = env.step(action=agents[player](observation))
    rewards, info = env.close()
    assert set(rewards.values()) == {1.0, -1.0}
    assert seen == set(info) == set(range(5))


def test_an_agent_of_textarena_sits_at_our_table_on_the_record(tmp_path: Path) -> None:
    class Talker(textarena.Agent):  # type: ignore[misc, name-defined]
        def __call__(self, observation: str) -> str:
            return json.dumps({"speech": "I trust nobody."})

    store = str(tmp_path / "store.db")
    episode = bridge.play_agents({2: Talker()}, seats=5, seed=1, store=store)
    assert episode.outcome == "ended"
    assert len(episode.calls) > 0
    assert {call.agent for _, call in episode.calls} == {"seat:2"}
    assert {call.provider for _, call in episode.calls} == {"textarena"}
