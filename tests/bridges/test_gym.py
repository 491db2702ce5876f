"""The environments keep Gymnasium's contract, and the games' own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'ludens[gym]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from ludens.bridges.gym import AdventureEnv, MafiaEnv  # noqa: E402
from ludens.bridges.walking import Walk  # noqa: E402
from ludens.episode.store import Store  # noqa: E402

SCRIPT = Path(__file__).parents[2] / "stories" / "drowned_clock.walkthrough"
COMMANDS = [
    line.strip()
    for line in SCRIPT.read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ludens/Adventure-v0", {"story": "drowned_clock"}),
        ("ludens/Adventure-v0", {"observations": "state", "perception": "state"}),
        ("ludens/Mafia-v0", {"seats": 5, "seat": 1}),
    ],
)
def test_gymnasiums_own_checker_has_no_complaint(name: str, options: dict[str, object]) -> None:
    made = gymnasium.make(name, **options)
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


@pytest.fixture
def story() -> Iterator[AdventureEnv]:
    env = AdventureEnv("drowned_clock", observations="state", perception="state")
    yield env
    env.close()


def test_rewards_add_up_to_the_score_and_a_snapshot_brings_it_back(story: AdventureEnv) -> None:
    story.reset(seed=1)
    total, place, told = 0.0, None, []
    for number, command in enumerate(COMMANDS[:60]):
        if number == 30:
            place = story.snapshot()
        observation, reward, _, _, info = story.step(command)
        total += reward
        told.append((observation["text"], observation["room"], int(observation["score"])))
    assert total == info["score"] > 0
    assert place is not None
    story.restore(place)
    again = [story.step(command)[0] for command in COMMANDS[30:60]]
    assert [(each["text"], each["room"], int(each["score"])) for each in again] == told[30:]


def test_a_story_is_truncated_and_never_ended_by_a_command_that_cannot_be_typed() -> None:
    env = AdventureEnv("drowned_clock", turns=2)
    env.reset(seed=1)
    assert env.step("x" * 5000)[2:4] == (False, False)
    assert env.step("look")[2:4] == (False, True)
    env.close()


def test_a_walk_by_text_and_one_by_state_come_to_the_same_score() -> None:
    scores = []
    for perception in ("text", "state"):
        with Walk("drowned_clock", seed=1, perception=perception) as walk:
            for command in COMMANDS:
                walk.send(command)
            scores.append((walk.score, walk.max_score, walk.is_over))
    assert scores == [(50, 50, True)] * 2


def test_the_seat_is_paid_if_it_wins_and_the_game_is_on_the_record(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.db")
    env = MafiaEnv(5, 0, store=url)
    env.action_space.seed(1)
    paid = []
    for seed in range(4):
        env.reset(seed=seed)
        is_over = False
        while not is_over:
            _, reward, is_over, _, _ = env.step(env.action_space.sample())
        assert env.table is not None
        paid.append((env.table.row.id, reward))
    env.close()
    store = Store.open(url)
    for episode, reward in paid:
        decided = next(e for e in store.events(episode) if e.type == "game_decided")
        assert (0 in json.loads(decided.data)["winners"]) is bool(reward)
    store.close()
