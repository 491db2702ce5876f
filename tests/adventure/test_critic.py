"""The critic scores what the story's language, the world and experience say of a command."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from adventure.agents_stage import HERE, brief, item, stage
from ludens.adventure.agents.critic import Opinion
from ludens.adventure.agents.llm_critic import LLMCritic
from ludens.adventure.agents.player import Decision
from ludens.adventure.agents.settings import CriticSettings
from ludens.adventure.events import By, CommandChosen, CommandJudged, Effect, PlayerDied
from ludens.adventure.offline.critic import OfflineCritic
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposers import Proposers
from ludens.adventure.review.calibration import CriticRecord, calibration
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitExplored,
    ExitSeen,
    RoomFound,
)
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.scripted import ScriptedLLM

CRITIC = OfflineCritic(OfflinePlanner(Vocabulary(find_story("four_parts_copper").data)))
CELLAR = RoomId("r2")


def score(state: AdventureState, command: str) -> float:
    return CRITIC.opinion(state, command).score


@pytest.mark.parametrize("command", ["look\nquit", "a" * 10_000, "\x1b[2J"])
def test_what_cannot_be_typed_is_worth_nothing(command: str) -> None:
    assert score(stage(), command) == 0.0


@pytest.mark.parametrize("command", ["save", "restore", "quit", "north. quit", "hint"])
def test_orders_to_the_program_are_worth_nothing(command: str) -> None:
    assert score(stage(), command) == 0.0


@pytest.mark.parametrize("command", ["defenestrate lamp", "take zzyx", "lamp", "unlock with"])
def test_what_the_storys_language_does_not_hold_is_hardly_worth_a_turn(command: str) -> None:
    assert score(stage(here=("lamp",)), command) < 0.1


def test_the_storys_own_sentences_pass() -> None:
    state = stage(carried=("grease",), here=("wheel",))
    assert score(state, "put grease on wheel") > 0.3
    assert score(state, "take wheel") > 0.3


def test_what_failed_is_worth_little_until_a_fact_that_it_failed_under_changes() -> None:
    failed = CommandJudged(
        room=HERE, command="turn wheel", effect=Effect.NOTHING, things=("wheel",)
    )
    elsewhere = ItemChanged(item=item("grease"), lit=True)
    changed = ItemChanged(item=item("wheel"), open=True)
    about = {"carried": ("grease",), "here": ("wheel",)}
    fresh = score(stage(**about), "turn wheel")
    assert score(stage(failed, **about), "turn wheel") < 0.1
    assert score(stage(failed, elsewhere, **about), "turn wheel") < 0.1
    assert score(stage(failed, changed, **about), "turn wheel") >= fresh > 0.3


def test_an_answer_of_the_authors_own_and_a_word_alone_leave_a_doubt() -> None:
    def failed(command: str, *things: str, affirmed: bool = False) -> AdventureState:
        judged = CommandJudged(
            room=HERE, command=command, effect=Effect.NOTHING, things=things, affirmed=affirmed
        )
        return stage(judged, here=("wheel",))

    assert score(failed("turn wheel", "wheel"), "turn wheel") < 0.1
    assert score(failed("turn wheel", "wheel", affirmed=True), "turn wheel") > 0.1
    assert score(failed("wait"), "wait") > 0.1


def test_ways_are_scored_by_the_map() -> None:
    state = stage(
        RoomFound(room=CELLAR, name="Cellar"),
        ExitExplored(room=HERE, direction="north", to=CELLAR),
        ExitSeen(room=HERE, direction="east"),
        ExitAbsent(room=HERE, direction="west"),
        ExitBlocked(room=HERE, direction="up", reason="The hatch is shut."),
    )
    walked, told, barred, absent = (score(state, way) for way in ("n", "go east", "up", "west"))
    assert walked > 0.9
    assert 0.3 < told < walked
    assert max(barred, absent) < 0.1


def test_what_killed_before_is_hardly_worth_a_turn() -> None:
    judged = CommandJudged(room=HERE, command="jump", effect=Effect.DIED)
    assert score(stage(judged), "jump") < 0.1
    death = PlayerDied(command="down", text="You fall.")
    seen = ExitSeen(room=HERE, direction="down")
    assert score(stage(seen, death), "down") < 0.1


def opinion(critic: LLMCritic, state: AdventureState, command: str) -> Opinion:
    decision = Decision(reasoning="why not", command=command)
    return asyncio.run(critic.score(brief(state), decision))


def test_a_model_is_asked_only_where_the_rules_are_unsure() -> None:
    model = ScriptedLLM.saying(Opinion(score=0.8, reason="It fits."))
    critic = LLMCritic(model, CRITIC, CriticSettings(by_model=True))
    state = stage(here=("wheel",))
    assert opinion(critic, state, "save").score == 0.0
    assert model.requests == []
    assert opinion(critic, state, "climb wheel").score == 0.8
    assert "Proposed now: climb wheel" in model.requests[0].messages[0].blocks[0].text


def test_a_model_that_fails_leaves_the_rules_standing() -> None:
    model = ScriptedLLM(lambda _: CallFailedError(ErrorKind.TIMEOUT, "too late"))
    critic = LLMCritic(model, CRITIC, CriticSettings(by_model=True))
    state = stage(here=("wheel",))
    ruled = CRITIC.opinion(state, "climb wheel")
    assert opinion(critic, state, "climb wheel").score == ruled.score


def reviewed(command: str, score: float, *, accepted: bool = True, insisted: bool = False) -> Event:
    return CommandReviewed(
        command=command,
        score=score,
        reason="",
        adjusted=score,
        accepted=accepted,
        insisted=insisted,
    )


def test_the_record_holds_scores_against_what_then_happened() -> None:
    record = CriticRecord()
    turns = [
        (reviewed("north", 1.0), "north", Effect.MOVED),
        (reviewed("jump", 0.5), "jump", Effect.NOTHING),
        (reviewed("push wall", 0.1, insisted=True), "push wall", Effect.SCORED),
    ]
    record.apply(reviewed("push wall", 0.1, accepted=False), 1)
    for review, command, effect in turns:
        record.apply(review, 1)
        record.apply(CommandChosen(command=command), 1)
        record.apply(CommandJudged(room=HERE, command=command, effect=effect), 1)
    found = calibration(record)
    assert found.commands == 3
    assert found.brier == pytest.approx((0.0 + 0.25 + 0.81) / 3)
    assert [fifth.commands for fifth in found.buckets] == [1, 0, 1, 0, 1]
    assert (found.refused, found.insisted, found.insisted_rightly) == (1, 1, 1)
    assert calibration([record, record]).commands == 6


def test_a_command_of_somebody_else_is_not_counted_for_the_critic() -> None:
    record = CriticRecord()
    record.apply(reviewed("north", 1.0), 1)
    record.apply(CommandChosen(command="look", by=By.SENSES), 2)
    record.apply(CommandJudged(room=HERE, command="look", effect=Effect.NOTHING), 2)
    assert calibration(record).commands == 0


def test_what_the_planner_has_just_read_is_not_read_again() -> None:
    state = stage(here=("wheel", "lamp"))
    planner = OfflinePlanner(CRITIC.planner.vocabulary)
    plan = asyncio.run(planner.decide(brief(state)))
    with patch.object(Proposers, "usually", side_effect=AssertionError):
        found = OfflineCritic(planner).opinion(state, plan.steps[0].command)
    assert found.score == CRITIC.opinion(state, plan.steps[0].command).score
