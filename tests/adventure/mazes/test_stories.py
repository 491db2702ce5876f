"""Maze stories, compiled and played by the house: from walking in to leaving with all things."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from mazes.ordinary import Ordinary, ordinary
from mazes.play import Follower, StoryTrial, Walker, Wanderer, played
from mazes.spec import WAYS, MazeSpec, Plan, invent
from mazes.story import compiled
from typer.testing import CliRunner

from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.keeper import LLMKeeper
from ludens.adventure.agents.llm_judge import LLMJudge
from ludens.adventure.agents.llm_player import LLMPlayer
from ludens.adventure.agents.llm_puzzle_agent import LLMPuzzleAgent
from ludens.adventure.agents.reply import MindReply
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.story_file import read_story
from ludens.adventure.mazes.events import (
    MazeDetected,
    MazeMapped,
    MazePhaseBegan,
    MazeRoomFound,
    Phase,
    Trait,
)
from ludens.adventure.mazes.mode import solver_decides
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.perception.readers import Readers
from ludens.adventure.puzzles.events import PuzzleId, PuzzleKind, PuzzleStatus
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.vocabulary import Vocabulary
from ludens.cli.app import app
from ludens.episode.calls import calls_of
from ludens.episode.history import state_at
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.llm.request import LLMRequest
from ludens.llm.scripted import ScriptedLLM
from ludens.settings import load_settings

pytestmark = pytest.mark.skipif(
    shutil.which("inform6") is None, reason="needs inform6 to compile maze stories"
)
PUBLISHED = Plan(
    rooms=(4, 6),
    degree=(2, 5),
    one_way=0.5,
    self_loops=0.2,
    dead_ends=(1, 2),
    carried=2,
    lying=2,
    house=True,
    markers=0.7,
)
"""Like the mazes of published stories: few things in hand, others in the maze and the house."""
perceptions = pytest.mark.parametrize("perception", list(PerceptionKind))


def trial(spec: MazeSpec, perception: PerceptionKind) -> StoryTrial:
    story = StoryTrial(spec, perception)
    story.company.player = OfflinePlanner(story.company.vocabulary)
    return story


@perceptions
def test_the_offline_company_walks_in_maps_the_maze_and_leaves_with_its_things(
    perception: PerceptionKind,
) -> None:
    story = trial(invent(0, PUBLISHED), perception)
    found = asyncio.run(story.play(400))
    assert found.exact() == ""
    assert found.group.phase is Phase.MAPPED
    assert found.group.sure
    assert found.left_behind == 0
    assert "Out of the maze" in found.log[-1]
    rooms = [e.room for e in found.events if isinstance(e, MazeRoomFound) and not e.outside]
    assert all(room.startswith("maze_1_") for room in rooms)
    kinds = [type(event) for event in found.events]
    assert kinds.index(MazeDetected) < kinds.index(MazeMapped)


class Watch(Hook):
    """Notes the mazes that were told of, and the status line of each turn."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.lines: list[str] = []

    def on_maze_detected(self, moment: Moment) -> None:
        self.told.append("detected")

    def on_maze_mapped(self, moment: Moment) -> None:
        self.told.append("mapped")

    def on_turn_end(self, moment: Moment) -> None:
        if moment.headline["maze"]:
            self.lines.append(moment.headline["maze"])


def test_an_episode_with_a_maze_calls_its_hooks_and_no_model_and_folds_from_its_log(
    tmp_path: Path, sqlite_store: Store
) -> None:
    story = compiled(invent(0, PUBLISHED))
    flags = {"limits": {"turns": 220}, "adventure": {"perception": "state"}}
    settings = load_settings(flags, environ={}, folder=tmp_path)
    watch = Watch()
    runner = Runner(sqlite_store, Adventure(), Hooks.of([watch]))
    episode = NewEpisode(
        game="adventure",
        subject=story.name,
        subject_hash=story.sha256,
        subject_content=story.data,
        seed=5,
        model="offline",
        settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
    )
    row = asyncio.run(runner.play(runner.create(episode)))
    assert watch.told == ["detected", "mapped"]
    assert any(
        line.startswith("maze: ") and " exits to try, " in line and line.endswith(" markers left")
        for line in watch.lines
    )
    state = state_at(sqlite_store, Adventure(), row, row.turns)
    assert state.mazes.groups["1"].fully_mapped
    puzzle = state.puzzles.puzzles[PuzzleId("maze-1")]
    assert (puzzle.kind, puzzle.status) == (PuzzleKind.MAZE, PuzzleStatus.SOLVED)
    assert calls_of(sqlite_store, row.id) == []


@perceptions
@pytest.mark.parametrize("kind", [Ordinary.STREET, Ordinary.FOREST])
def test_rooms_that_look_alike_are_no_maze_where_every_way_leads_back(
    kind: Ordinary, perception: PerceptionKind
) -> None:
    story = trial(ordinary(0, kind), perception)
    asyncio.run(story.play(80))
    assert not story.state.mazes.groups


@pytest.mark.long
@perceptions
@pytest.mark.parametrize("kind", list(Ordinary))
def test_ordinary_places_give_no_false_alarm(kind: Ordinary, perception: PerceptionKind) -> None:
    for seed in range(1, 6):
        story = trial(ordinary(seed, kind), perception)
        asyncio.run(story.play(120))
        assert not story.state.mazes.groups, seed


@pytest.mark.long
@perceptions
def test_mazes_like_published_ones_are_mapped_exactly(perception: PerceptionKind) -> None:
    for seed in range(1, 9):
        found = asyncio.run(trial(invent(seed, PUBLISHED), perception).play(900))
        assert found.exact() == "", seed
        assert found.left_behind == 0


def test_a_mind_that_is_told_of_a_maze_may_walk_it_on_its_own() -> None:
    spec = invent(3, Plan(rooms=(4, 5), dead_ends=(1, 1), treasure=True))
    story = StoryTrial(spec, PerceptionKind.STATE)
    walker, dice, tails = Walker(spec), Random(1), list[str]()

    def decide(request: LLMRequest) -> MindReply:
        tails.append(request.messages[-1].blocks[-1].text)
        way = walker.first.pop(0) if walker.first else dice.choice(WAYS)
        return MindReply(reasoning="On.", steps=(way,))

    company = story.company
    company.player = LLMPlayer(
        ScriptedLLM(decide), company.player, company.vocabulary, company.settings.player
    )
    found = asyncio.run(story.play(80))
    assert any(isinstance(event, MazeDetected) for event in found.events)
    assert {e.by for e in found.events if isinstance(e, CommandChosen)} <= {By.PLAYER, By.SENSES}
    assert sum("This looks like a maze" in tail for tail in tails) >= 1


@perceptions
def test_with_a_model_in_every_role_none_is_asked_while_the_solver_is_at_work(
    perception: PerceptionKind,
) -> None:
    spec = invent(3, Plan(rooms=(4, 5), dead_ends=(1, 1), treasure=True))
    dice = Random(1)
    often = {"every": 1, "share": 1.0}
    story = StoryTrial(
        spec, perception, puzzles=often, lessons=often, judge={"share": 1.0}, reader_share=1.0
    )
    walker = Walker(spec)
    asked: list[tuple[str, bool]] = []

    def decide(_: LLMRequest) -> MindReply:
        asked.append(("player", solver_decides(story.state)))
        if story.state.mazes.solving:
            return MindReply(reasoning="Leave it to the mapper.", steps=("explore",))
        way = walker.first.pop(0) if walker.first else dice.choice(WAYS)
        return MindReply(reasoning="On.", steps=(way,))

    def advise(request: LLMRequest) -> str:
        asked.append((str(request.system)[:80], solver_decides(story.state)))
        return "{}"

    company, settings, other = story.company, story.company.settings, ScriptedLLM(advise)
    rules = OfflinePuzzleAgent(company.vocabulary, settings.puzzles)
    company.player = LLMPlayer(
        ScriptedLLM(decide), company.player, company.vocabulary, settings.player
    )
    company.puzzle_agent = LLMPuzzleAgent(other, rules)
    company.keeper = LLMKeeper(other, settings.lessons)
    company.judge = LLMJudge(other, settings.judge)
    company.readers = Readers(other, other, share=settings.reader_share)
    found = asyncio.run(story.play(300))
    assert found.exact() == ""
    since = next(n for n, e in enumerate(found.events) if isinstance(e, MazeDetected))
    until = next(n for n, e in enumerate(found.events) if isinstance(e, MazeMapped))
    within = found.events[since:until]
    by = [e.by for e in within if isinstance(e, CommandChosen)]
    assert by[0] is By.PLAYER and {*by[1:]} == {By.SOLVER}, "it is asked once"
    assert not [e for e in within if isinstance(e, ModelAsked)]
    assert [who for who, solving in asked if solving] == []
    assert len({who for who, _ in asked}) >= 3, "before the maze several roles were asked"


def test_the_creature_of_a_maze_interrupts_the_solver_which_then_goes_on() -> None:
    found = asyncio.run(
        trial(invent(1, Plan(rooms=(4, 6), creature=True)), PerceptionKind.STATE).play(500)
    )
    assert found.exact() == ""
    assert Trait.CREATURE in found.group.traits
    phases = [event.phase for event in found.events if isinstance(event, MazePhaseBegan)]
    assert Phase.INTERRUPTED in phases[:-1]
    assert found.group.phase is Phase.MAPPED


@perceptions
def test_a_dark_maze_is_mapped_by_the_light_of_a_lamp(perception: PerceptionKind) -> None:
    found = asyncio.run(StoryTrial(invent(1, Plan(rooms=(4, 6), dark=True)), perception).play(500))
    assert found.exact() == ""
    assert found.left_behind == 0


@perceptions
def test_a_dark_maze_that_is_come_into_without_light_is_noticed_and_mapped(
    perception: PerceptionKind,
) -> None:
    found = asyncio.run(
        trial(invent(1, Plan(rooms=(4, 6), dark=True, unlit=True)), perception).play(900)
    )
    assert found.exact() == ""
    assert found.left_behind == 0


def test_the_map_of_a_walk_tells_its_mazes(tmp_path: Path) -> None:
    spec = invent(0, Plan(rooms=(6, 6)))
    story = tmp_path / "maze.z5"
    story.write_bytes(compiled(spec).data)
    commands = tmp_path / "commands"
    commands.write_text("\n".join([*Walker(spec).first, *WAYS, *WAYS]))
    walk = ["map", str(story), "--commands", str(commands), "--json"]
    result = CliRunner().invoke(app, walk)
    mazes = json.loads(result.stdout)["mazes"]
    assert [maze["title"] for maze in mazes] == ["maze"]
    assert len(mazes[0]["rooms"]) >= 3


SAMPLE, HOUSES = 1, 200
"""TextWorld houses that are walked about in: by every test run, and by the long one."""


@pytest.mark.parametrize(
    "houses",
    [
        range(SAMPLE),
        pytest.param(range(SAMPLE, HOUSES), marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    ],
)
def test_textworld_houses_give_no_false_alarm(tmp_path: Path, houses: range) -> None:
    maker = shutil.which("tw-make")
    if maker is None:
        pytest.skip("needs tw-make on the PATH: pip install textworld in a venv of its own")
    for seed in houses:
        path = tmp_path / f"house{seed}.z8"
        size = ("--world-size", str(3 + seed % 23), "--nb-objects", str(6 + seed % 13))
        quest = ("--quest-length", str(2 + seed % 6), "--seed", str(seed))
        options = ("--output", str(path), "--silent")
        subprocess.run([maker, "custom", *size, *quest, *options], check=True, capture_output=True)
        solution = json.loads(path.with_suffix(".json").read_text())["metadata"]["walkthrough"]
        story = read_story(path.read_bytes(), path.stem)
        offline = OfflinePlanner(Vocabulary(story.data))
        for player in (Follower(solution, offline), Wanderer(path.stem)):
            assert not asyncio.run(played(story, player, 100)).mazes.groups, seed
        path.unlink()
