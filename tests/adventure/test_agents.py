"""The lesser agents: puzzle agent, judge and keeper with a model; the bare player; two players."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from adventure.agents_stage import HERE, brief, stage
from adventure.scripted import ScriptedPlayer
from ludens.adventure.agents.allowance import Consultations
from ludens.adventure.agents.bare_player import BarePlayer
from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.judge import Verdict
from ludens.adventure.agents.keeper import LLMKeeper, Notes, is_time
from ludens.adventure.agents.llm_judge import LLMJudge, Ruling, is_unsure
from ludens.adventure.agents.llm_player import LLMPlayer, tail
from ludens.adventure.agents.llm_puzzle_agent import (
    LLMPuzzleAgent,
    NewIdea,
    NewPuzzle,
    Report,
    Sureness,
)
from ludens.adventure.agents.pair_player import PairPlayer
from ludens.adventure.agents.player import Decision
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.agents.reply import MindReply
from ludens.adventure.agents.settings import (
    Buddies,
    JudgeSettings,
    KeeperSettings,
    PlayerSettings,
    PuzzleSettings,
)
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import (
    CommandChosen,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    TextObserved,
)
from ludens.adventure.lessons.events import LessonsDrawn
from ludens.adventure.offline.critic import OfflineCritic
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.plan import CommandsTried, Plan, PlanMade, Step, Trial
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleKind, SuggestionMade
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.map_events import ExitAbsent
from ludens.episode.events import EpisodeStarted, Event
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import Role
from ludens.llm.scripted import ScriptedLLM

WORDS = Vocabulary(find_story("four_parts_copper").data)
DOWN = ScriptedLLM(lambda _: CallFailedError(ErrorKind.TIMEOUT, "too late"))


def test_a_role_may_ask_on_its_share_of_the_turns() -> None:
    asked = Consultations()
    assert asked.may_ask("judge", 0, 0.01), "the first call is always allowed"
    asked.apply(ModelAsked(role="judge"), 1)
    assert not asked.may_ask("judge", 0, 0.01)
    assert asked.may_ask("judge", 101, 0.01)
    assert not asked.may_ask("judge", 101, 0.0)
    assert asked.may_ask("keeper", 0, 0.01), "each role has its own"


def idea(command: str, confidence: Sureness = Sureness.HIGH) -> NewIdea:
    return NewIdea(
        puzzle=None, room=None, command=command, items=[], confidence=confidence, reason="Why not."
    )


def evaluated(model: ScriptedLLM, state: AdventureState, why: str = "a new room") -> list[Event]:
    agent = LLMPuzzleAgent(model, OfflinePuzzleAgent(WORDS, PuzzleSettings()))
    return list(asyncio.run(agent.evaluate(Scene(state, (), why))))


def test_a_models_puzzles_must_quote_the_text_and_its_ideas_must_be_sentences() -> None:
    report = Report(
        puzzles=[
            NewPuzzle(
                kind=PuzzleKind.OTHER, summary="The bird", quote="A bird sings.", things=["bird"]
            ),
            NewPuzzle(kind=PuzzleKind.OTHER, summary="A dragon", quote="A dragon.", things=[]),
        ],
        ideas=[
            idea("climb tree"),
            idea("frobnicate tree"),
            idea("quit"),
            idea("look\nquit"),
            idea("take lamp", Sureness.LOW),
        ],
        abandon=["p99"],
    )
    events = evaluated(ScriptedLLM.saying(report), stage(text="A bird sings."))
    assert [e.summary for e in events if isinstance(e, PuzzleFound)] == ["The bird"]
    made = [(e.command, e.confidence) for e in events if isinstance(e, SuggestionMade)]
    assert made == [("climb tree", 0.75), ("take lamp", 0.2)]
    assert [e.role for e in events if isinstance(e, ModelAsked)] == ["puzzle_agent"]


def test_a_puzzle_model_that_fails_costs_nothing_but_its_call() -> None:
    assert [type(e) for e in evaluated(DOWN, stage())] == [ModelAsked]


def test_no_puzzle_model_is_asked_for_the_mere_passing_of_time() -> None:
    model = ScriptedLLM.saying(Report(puzzles=[], ideas=[], abandon=[]))
    assert evaluated(model, stage(), "time passed") == []
    assert model.requests == []


def ruling(verdict: Verdict, quote: str) -> Ruling:
    return Ruling(reason="So it reads.", quote=quote, verdict=verdict)


@pytest.mark.parametrize(
    ("ruled", "verdict", "quote", "expected"),
    [
        (Verdict.NORMAL, Verdict.DEATH, "swallows you", Verdict.DEATH),
        (Verdict.NORMAL, Verdict.DEATH, "never said", Verdict.NORMAL),
        (Verdict.NORMAL, Verdict.VICTORY, "swallows you", Verdict.NORMAL),
        (Verdict.ENDED, Verdict.VICTORY, "swallows you", Verdict.VICTORY),
        (Verdict.ENDED, Verdict.DEATH, "swallows you", Verdict.DEFEAT),
        (Verdict.ENDED, Verdict.NORMAL, "swallows you", Verdict.ENDED),
    ],
)
def test_the_judges_model_must_quote_and_cannot_end_a_story_that_goes_on(
    ruled: Verdict, verdict: Verdict, quote: str, expected: Verdict
) -> None:
    judge = LLMJudge(ScriptedLLM.saying(ruling(verdict, quote)), JudgeSettings())
    state = stage(text="The bog swallows you.")
    assert asyncio.run(judge.judge(state, ruled)) is expected


def test_the_judges_model_is_asked_only_where_the_rules_are_unsure() -> None:
    assert is_unsure("The bog swallows you.", Verdict.NORMAL)
    assert is_unsure("Nothing more.", Verdict.ENDED)
    assert not is_unsure("You take the lamp.", Verdict.NORMAL)
    assert not is_unsure("*** You have died ***", Verdict.DEATH)


def test_a_judge_that_fails_leaves_the_rules_standing() -> None:
    judge = LLMJudge(DOWN, JudgeSettings())
    assert asyncio.run(judge.judge(stage(text="It dies."), Verdict.NORMAL)) is Verdict.NORMAL


def test_the_keepers_model_writes_bounded_lines() -> None:
    notes = Notes(lines=["word " * 100, *(f"Lesson {n}." for n in range(30))])
    keeper = LLMKeeper(ScriptedLLM.saying(notes), KeeperSettings())
    asked, drawn = asyncio.run(keeper.look_back(stage()))
    assert isinstance(asked, ModelAsked)
    assert isinstance(drawn, LessonsDrawn)
    assert len(drawn.lines) == 10
    assert all(len(line) <= 140 for line in drawn.lines)


def test_the_keeper_looks_back_after_a_death_and_every_so_often() -> None:
    state = stage(turn=30)
    assert not is_time(state, (), every=50)
    assert is_time(state, (PlayerDied(command="jump", text="Splat."),), every=50)
    assert is_time(state, (), every=30)


def bare_state() -> AdventureState:
    state = AdventureState()
    settings: dict[str, Any] = {"adventure": {"player": {"kind": "bare"}}}
    state.apply(
        EpisodeStarted(game="adventure", seed=1, subject="x", settings=settings, version="0")
    )
    state.turn = 0
    state.apply(TextObserved(text="A yard."))
    for turn in range(1, 40):
        state.turn = turn
        state.apply(CommandChosen(command=f"push {turn}"))
        state.apply(TextObserved(text=f"Nothing {turn}."))
    return state


def test_the_bare_player_is_told_the_whole_transcript_and_nothing_else() -> None:
    model = ScriptedLLM.saying(Decision(reasoning="", command="> LOOK\nquit"))
    decision = asyncio.run(BarePlayer(model, WORDS).decide(brief(bare_state())))
    assert isinstance(decision, Decision) and decision.command == "LOOK"
    messages = model.requests[0].messages
    assert len(messages) == 1 + 2 * 39
    assert [m.role for m in messages[:3]] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert messages[-1].blocks[0].text == "Nothing 39."
    assert [block.text for block in messages[-1].blocks[1:]] == ["=== Now: turn 40 ==="]


def test_a_bare_player_and_one_in_the_company_are_told_alike_of_turns_and_trials_left() -> None:
    model = ScriptedLLM.saying(Decision(reasoning="", command="look"))
    state = bare_state()
    state.settings["limits"] = {"turns": 50}
    state.apply(CommandsTried(trials=(Trial(commands=("north",), answer="No."),)))
    asyncio.run(BarePlayer(model, WORDS, tries=3).decide(brief(state)))
    now = "=== Now: turn 40 of 50, 5 trials left before it"
    assert model.requests[0].messages[-1].blocks[-1].text == f"{now} ==="
    assert tail(brief(state), tries=3).startswith(now)
    assert "trial" not in tail(brief(state))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("north. take bucket. look", "north"),
        ('say "north. look"', 'say "north. look"'),
        ("try: north. take bucket | wait", "try: north; take bucket | wait"),
        ("try: ", "try:"),
        ("try: \x07", "look"),
    ],
)
def test_a_bare_players_turn_is_one_command_as_the_companys_is(said: str, meant: str) -> None:
    player = BarePlayer(ScriptedLLM.saying(Decision(reasoning="", command=said)), WORDS, tries=2)
    found = asyncio.run(player.decide(brief(bare_state())))
    assert (found.command if isinstance(found, Decision) else str(found.steps[0])) == meant


def test_the_bare_player_is_told_that_a_story_was_put_back_by_no_command_of_its_own() -> None:
    state = bare_state()
    state.apply(StoryRestored(to_turn=38, command="push 38", reason="You died"))
    state.apply(TextObserved(text="A yard again."))
    state.apply(CommandChosen(command="look"))
    state.apply(TextObserved(text="A yard."))
    *_, last, newest = state.transcript
    told = "Nothing 39.\n\n[The story was put back to turn 38: You died.]\n\nA yard again."
    assert last == ("push 39", told)
    assert newest == ("look", "A yard.")


def test_only_a_bare_players_state_keeps_the_transcript() -> None:
    assert stage(text="A yard.").transcript == []


@dataclass
class Saying:
    """A player that always says the same, and remembers whether it was asked."""

    command: str
    asked: list[int] = field(default_factory=list)

    async def decide(self, briefing: Briefing) -> Decision:
        self.asked.append(briefing.turn)
        return Decision(reasoning="because", command=self.command)


def test_two_players_alternate() -> None:
    first, second = Saying("north"), Saying("look")
    pair = PairPlayer((first, second), Buddies.ALTERNATE, OfflineCritic(OfflinePlanner(WORDS)))
    state = stage()
    said = []
    for turn in range(10, 14):
        briefing = brief(state)
        briefing = Briefing(turn=turn, state=state, dice=briefing.dice)
        said.append(asyncio.run(pair.decide(briefing)).steps[0].command)
    assert said == ["north", "look", "north", "look"]


def test_where_two_players_differ_the_better_scored_command_is_typed() -> None:
    state = stage(ExitAbsent(room=HERE, direction="north"), here=("lamp",))
    for players in ((Saying("north"), Saying("take lamp")), (Saying("take lamp"), Saying("north"))):
        pair = PairPlayer(players, Buddies.VOTE, OfflineCritic(OfflinePlanner(WORDS)))
        decision = asyncio.run(pair.decide(brief(state)))
        assert decision.steps[0].command == "take lamp"
        assert all(player.asked for player in players)


def test_no_model_is_asked_for_a_second_plan_where_every_point_is_scored() -> None:
    model = ScriptedLLM.saying(MindReply(reasoning="On.", steps=("wait",)))
    rules = ScriptedPlayer(["north", "north"])
    player = LLMPlayer(model, rules, WORDS, PlayerSettings())
    made = PlanMade(plan=Plan(steps=(Step(command="wait"),), said="{}"))
    for score, command in ((4, "wait"), (5, "north")):
        state = stage(ScoreChanged(score=score, max_score=5), made)
        plan = asyncio.run(player.decide(brief(state)))
        assert plan.steps[0].command == command
    assert len(model.requests) == 1
