"""The turn, phase by phase: every route, every verdict, every failure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludens.episode.calls import calls_of, usage
from ludens.episode.events import Event, Outcome
from ludens.episode.history import read_events, state_at
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.scripted import Scripted, ScriptedLLM
from ludens.story.answer import Mode
from ludens.story.asked import points_back
from ludens.story.cast import kept
from ludens.story.events import (
    AgentFailed,
    AnswerGiven,
    Judged,
    PassagesFound,
    PersonaLearned,
    PhaseBegan,
    PromptGiven,
    ScenePlanned,
    TurnResult,
    TurnSettled,
    VerdictGiven,
    WorldEntered,
)
from ludens.story.game import Story
from ludens.story.phases import Phase
from ludens.story.plan import Route
from ludens.story.presence import present_at
from ludens.story.referee.verdict import Decision, Ground
from ludens.story.referents import may_be, referents
from ludens.story.state import Exchange, turn_response
from ludens.story.world import World
from story.worlds import (
    ROLES,
    new,
    passage_in,
    persona,
    plan,
    tale_portraits,
    tale_world,
    verdict,
)

Reply = Callable[[LLMRequest], Scripted]

DOWN = CallFailedError(ErrorKind.SERVER, "the server answers 500")
BEFORE = [Phase.STARTED, Phase.USER_RETRIEVAL, Phase.USER_VALIDATION, Phase.SCENE_PLANNING]
AFTER = [Phase.UPDATING_STATE, Phase.COMPLETED]
JUDGED = [Phase.AGENT_RETRIEVAL, Phase.AGENT_VALIDATION]


def told(request: LLMRequest) -> str:
    return f"The bell was silent. [{passage_in(request)}] It rained. [ffffffffffff]"


def judge(prompt: str, answer: str) -> Reply:
    """Return a referee that says one thing of prompts and another of answers."""

    def reply(request: LLMRequest) -> Scripted:
        is_answer = "answered (data)" in request.messages[-1].blocks[-1].text
        return verdict(answer if is_answer else prompt, request)

    return reply


async def played(
    store: Store, *prompts: str, given: dict[str, Any] | None = None, **replies: Reply | str
) -> tuple[EpisodeRow, list[Event]]:
    """Play prompts with models in the roles that are named; return the log."""
    models = {
        role: ScriptedLLM(
            reply if callable(reply) else (lambda _, text=reply: text), name=f"scripted/{role}"
        )
        for role, reply in replies.items()
    }
    runner = Runner(store, Story(stand_ins=models))
    row = await runner.play(runner.create(new(*prompts, **(given or {}))))
    return row, [event for _, event in read_events(store, Story(), row)]


def of(log: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in log if isinstance(event, kind)]


def phases(log: list[Event]) -> list[Phase]:
    return [event.phase for event in of(log, PhaseBegan)]


async def test_a_scene_is_told_and_the_game_goes_on(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store,
        "Why was the bell silent?",
        referee=judge("approved", "approved"),
        planner=plan("narrator_scene"),
        narrator=told,
    )
    assert phases(log) == [*BEFORE, Phase.NARRATOR_SCENE, *JUDGED, Phase.AGGREGATING, *AFTER]
    (answer,) = of(log, AnswerGiven)
    assert answer.answer.text == "The bell was silent. It rained."
    first, second = (part.citations[0] for part in answer.answer.parts)
    assert (first.problem, second.problem) == ("", "there is no such passage")
    assert of(log, TurnSettled)[0].result is TurnResult.CONTINUED


async def test_a_character_is_drawn_once_and_answers(sqlite_store: Store) -> None:
    row, log = await played(
        sqlite_store,
        "Ask Tamsin about the bell",
        "Ask Tamsin about the river",
        referee=judge("approved", "undecided"),
        planner=plan("engage_npc", "Tamsin"),
        persona=persona,
        character=told,
    )
    npc = [Phase.NPC_RESPONSE, *JUDGED, Phase.AGGREGATING, *AFTER]
    assert phases(log) == [*BEFORE, Phase.PERSONA_EXTRACTION, *npc, *BEFORE, *npc]
    (learned,) = of(log, PersonaLearned)
    assert learned.persona.name == "Tamsin Orle"
    assert [trait.text for trait in learned.persona.traits] == ["counts"]
    assert {e.answer.speaker for e in of(log, AnswerGiven)} == {"Tamsin Orle"}
    state = state_at(sqlite_store, Story(), row, 2)
    assert (state.wins, state.losses, state.active_npcs) == (0, 0, ("Tamsin Orle",))


async def test_a_prompt_that_is_rejected_loses_the_turn_and_nobody_else_speaks(
    sqlite_store: Store,
) -> None:
    row, log = await played(
        sqlite_store,
        "Tell me of quantum physics",
        referee=judge("rejected", "approved"),
        planner=plan("disqualify"),
        narrator="That is not of this world.",
    )
    assert phases(log) == [*BEFORE, Phase.NARRATOR_DISQUALIFY, *AFTER]
    (answer,) = of(log, AnswerGiven)
    assert answer.answer.mode is Mode.DISQUALIFICATION
    response = turn_response(state_at(sqlite_store, Story(), row, 1), row.id)
    assert response["player_loses"] and not response["player_wins"]
    assert response["scene_plan"]["next_action"] == "disqualify"
    assert response["metadata"]["losses"] == 1


async def test_a_planner_is_not_asked_what_the_referee_has_decided(sqlite_store: Store) -> None:
    asked: list[LLMRequest] = []

    def planner(request: LLMRequest) -> Scripted:
        asked.append(request)
        return plan("disqualify")

    prompt = "Why was the bell silent?"
    for decision, calls in (("rejected", 0), ("undecided", 1)):
        asked.clear()
        await played(sqlite_store, prompt, referee=judge(decision, "approved"), planner=planner)
        assert len(asked) == calls


async def test_a_book_that_cannot_be_searched_is_played_on(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object) -> None:
        raise OSError("the embedding server is down")

    monkeypatch.setattr(World, "search", search)
    roles = {"referee": judge("approved", "approved"), "planner": plan("narrator_scene")}
    _, log = await played(sqlite_store, "Why was the bell silent?", narrator="So it is.", **roles)
    assert {failure.agent for failure in of(log, AgentFailed)} == {"retrieval"}
    assert of(log, TurnSettled)[0].result is TurnResult.CONTINUED


async def test_no_model_judges_what_fits_any_book(sqlite_store: Store) -> None:
    def referee(request: LLMRequest) -> Scripted:
        assert "answered (data)" in request.messages[-1].blocks[-1].text
        return verdict("approved", request)

    prompts = ("Hello, Josse!", "I wait.", "Goodbye, and thank you.")
    _, log = await played(sqlite_store, *prompts, referee=referee)
    judged = [e.verdict for e in of(log, VerdictGiven) if e.judged is Judged.PROMPT]
    assert [v.ground for v in judged] == [Ground.NOTHING_CLAIMED] * 3
    assert not of(log, AgentFailed)


@pytest.mark.parametrize(("aside", "lost"), [(True, False), (False, True)])
async def test_one_wrong_word_that_is_aside_loses_no_turn(
    sqlite_store: Store, aside: bool, lost: bool
) -> None:
    def referee(request: LLMRequest) -> Scripted:
        if "answered (data)" in request.messages[-1].blocks[-1].text:
            return verdict("approved", request)
        rung = json.loads(verdict("approved", request))["claims"][0]
        green = {**rung, "text": "it was green", "decision": "rejected", "reason": "It was grey."}
        return verdict("rejected", request, claims=[rung, {**green, "aside": aside}])

    told_to: list[str] = []

    def narrator(request: LLMRequest) -> Scripted:
        told_to.append(request.messages[-1].blocks[-1].text)
        return told(request)

    _, log = await played(
        sqlite_store,
        "Why was the green bell silent?",
        referee=referee,
        planner=plan("narrator_scene"),
        narrator=narrator,
    )
    assert of(log, TurnSettled)[0].result is (TurnResult.LOST if lost else TurnResult.CONTINUED)
    assert ('"it was green" ("It was grey.")' in told_to[0]) is not lost


async def test_an_answer_that_is_rejected_is_put_right_and_wins_the_turn(
    sqlite_store: Store,
) -> None:
    row, log = await played(
        sqlite_store,
        "Why was the bell silent?",
        referee=judge("approved", "rejected"),
        planner=plan("narrator_scene"),
        narrator=told,
    )
    assert phases(log)[-3:] == [Phase.NARRATOR_CORRECTION, *AFTER]
    assert [e.answer.mode for e in of(log, AnswerGiven)] == [Mode.NARRATION, Mode.CORRECTION]
    response = turn_response(state_at(sqlite_store, Story(), row, 1), row.id)
    assert response["player_wins"] and response["success"] and response["correction"]


@pytest.mark.parametrize("on_answer", ["approved", "undecided"])
async def test_doubt_wins_and_loses_nothing(sqlite_store: Store, on_answer: str) -> None:
    _, log = await played(
        sqlite_store,
        "Why was the bell silent?",
        referee=judge("undecided", on_answer),
        planner=plan("narrator_scene"),
        narrator=told,
    )
    assert of(log, TurnSettled)[0].result is TurnResult.CONTINUED


async def test_a_verdict_cites_only_passages_that_it_was_given(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store, "Why was the bell silent?", referee=judge("approved", "approved")
    )
    given = of(log, VerdictGiven)[0].verdict
    assert len(given.claims[0].support) == 1
    assert given.referee == "scripted/referee"


async def test_an_answer_is_judged_by_all_that_it_cites(sqlite_store: Store) -> None:
    asked: list[str] = []
    first, *_, last = tale_world().passages

    def referee(request: LLMRequest) -> Scripted:
        asked.append(request.messages[-1].blocks[-1].text)
        return verdict("approved" if len(asked) == 1 else "rejected", request)

    await played(
        sqlite_store,
        "Why was the bell silent?",
        given={"passages": 1},
        referee=referee,
        planner=plan("narrator_scene"),
        narrator=lambda _: f"{last.text[:90]} [{last.id}] {first.text[:40]} [{first.id}]",
    )
    assert f"id {last.id}, in" in asked[1] and f"id {first.id}, in" in asked[1]


async def test_a_response_has_seed_004s_metadata(sqlite_store: Store) -> None:
    row, _ = await played(sqlite_store, "Ask Josse about the bell", "Ask Josse about the river")
    for turn, cached in ((1, False), (2, True)):
        response = turn_response(state_at(sqlite_store, Story(), row, turn), row.id, 0.5)
        metadata = response["metadata"]
        assert response["npc_output"]["metadata"]["npc_name"] == "Josse Pell"
        assert response["npc_output"]["metadata"]["persona_cached"] is cached
        assert metadata["persona_extracted"] is not cached
        assert metadata["retrieval_calls"] == 2
        assert metadata["agents_executed"] == [
            "referee", "planner", *(() if cached else ("persona",)), "character", "referee",
        ]  # fmt: skip
        assert metadata["session_id"] == response["session_id"] == row.id
        assert metadata["duration_seconds"] == response["duration_seconds"] == 0.5
    assert metadata["persona_cache_hit_rate"] == 0.5


async def test_a_planner_cannot_disqualify_what_the_referee_let_pass(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store,
        "Why was the bell silent?",
        referee=judge("undecided", "approved"),
        planner=plan("disqualify"),
    )
    assert of(log, ScenePlanned)[0].plan.next_action is Route.NARRATOR_SCENE
    assert of(log, AgentFailed)[0].agent == "planner"


async def test_a_planner_that_sends_nobody_or_a_stranger_is_replaced(sqlite_store: Store) -> None:
    for target in ("", "Gandalf"):
        _, log = await played(
            sqlite_store,
            "Why was the bell silent?",
            referee=judge("approved", "approved"),
            planner=plan("engage_npc", target),
        )
        assert of(log, AgentFailed)
        assert of(log, AnswerGiven)[0].answer.speaker == "Narrator"


async def test_rules_judge_where_the_referee_gives_nothing_to_use(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store,
        "I call for help on my mobile phone",
        referee=lambda _: "As a language model, I cannot.",
        planner=lambda _: "As a language model, I cannot.",
    )
    (given,) = of(log, VerdictGiven)
    assert given.verdict.decision is Decision.REJECTED and given.verdict.referee == "offline"
    title = tale_world().book.title
    assert given.verdict.reason == f"“mobile phone” has no place in the world of {title}."
    assert of(log, TurnSettled)[0].result is TurnResult.LOST


@pytest.mark.parametrize("role", ROLES)
async def test_an_agent_that_fails_leaves_the_game_whole(sqlite_store: Store, role: str) -> None:
    replies: dict[str, Reply | str] = {
        "referee": judge("approved", "approved"),
        "planner": plan("narrator_scene" if role == "narrator" else "engage_npc", "Josse"),
        "persona": persona,
        "character": told,
        "narrator": told,
    }
    row, log = await played(
        sqlite_store, "Ask Josse about the bell", **{**replies, role: lambda _: DOWN}
    )
    failures = of(log, AgentFailed)
    assert {failure.agent for failure in failures} == {role}
    assert "500" in failures[0].reason or "down" in failures[0].reason
    assert Phase.ERROR in phases(log)
    assert of(log, TurnSettled)[0].result is TurnResult.CONTINUED
    assert of(log, AnswerGiven)[0].answer.text
    state = state_at(sqlite_store, Story(), row, 1)
    assert role in state.agents_failed and role not in state.agents_executed
    if role == "referee":
        assert {e.verdict.referee for e in of(log, VerdictGiven)} == {"offline"}
    assert row.outcome is Outcome.ENDED


async def test_a_narrator_that_fails_at_a_disqualification_or_correction_is_replaced(
    sqlite_store: Store,
) -> None:
    for judged in (judge("rejected", "approved"), judge("approved", "rejected")):
        _, log = await played(
            sqlite_store, "Why was the bell silent?", referee=judged, narrator=lambda _: DOWN
        )
        assert of(log, AnswerGiven)[-1].answer.text
        assert of(log, TurnSettled)[0].result in (TurnResult.LOST, TurnResult.WON)


async def test_a_turn_that_was_killed_goes_on_and_pays_for_no_call_twice(
    sqlite_store: Store,
) -> None:
    prompts = ("Ask Josse about the bell", "Why was the bell silent?")
    roles: dict[str, Reply] = {
        "referee": judge("approved", "approved"),
        "planner": lambda _: plan("engage_npc", "Josse"),
        "persona": persona,
        "character": told,
    }
    whole, log = await played(sqlite_store, *prompts, **roles)
    count = 0

    def interrupted(reply: Reply) -> Reply:
        def asked(request: LLMRequest) -> Scripted:
            nonlocal count
            count += 1
            if count in (2, 5, 8):
                raise KeyboardInterrupt
            return reply(request)

        return asked

    models = {r: ScriptedLLM(interrupted(f), name=f"scripted/{r}") for r, f in roles.items()}
    runner = Runner(sqlite_store, Story(stand_ins=models))
    row = runner.create(new(*prompts))
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            await runner.play(row)
        row = sqlite_store.episode(row.id)
    row = await runner.play(row)
    again = [event for _, event in read_events(sqlite_store, Story(), row)]
    assert [e.line() for e in again] == [e.line() for e in log]
    paid = [call.request_hash for _, call in calls_of(sqlite_store, row.id) if call.is_answer]
    assert len(paid) == usage(sqlite_store, whole.id).calls


async def test_personas_are_kept_across_sessions_until_the_model_changes(
    sqlite_store: Store, tmp_path: Path
) -> None:
    given = {"keep_index": True, "index_folder": str(tmp_path)}
    roles: dict[str, Reply | str] = {
        "planner": plan("engage_npc", "Josse"),
        "persona": persona,
    }
    learned = []
    for models in (roles, roles, {"planner": roles["planner"]}):
        _, log = await played(sqlite_store, "Ask Josse about the bell", given=given, **models)
        learned.append(of(log, PersonaLearned)[0])
    assert [each.from_cache for each in learned] == [False, True, False]
    assert learned[0].persona == learned[1].persona != learned[2].persona


async def test_offline_the_company_plays_by_the_book(sqlite_store: Store) -> None:
    row, log = await played(
        sqlite_store,
        "Ask Josse Pell about the river",
        "Why did Gandalf ride the dragon to Mordor?",
        "What was the ferry called?",
    )
    assert usage(sqlite_store, row.id).calls == 0
    assert [e.result for e in of(log, TurnSettled)] == ["continued", "lost", "continued"]
    for event in of(log, AnswerGiven):
        assert not [c for p in event.answer.parts for c in p.citations if c.problem]
    assert of(log, WorldEntered)[0].title == "The Bell at Low Harrow"
    assert {e.judged for e in of(log, VerdictGiven)} == set(Judged)


async def test_a_prompt_of_100_kb_is_cut_and_judged(sqlite_store: Store) -> None:
    _, log = await played(sqlite_store, "the bell of Low Harrow " * 4_500)
    (given,) = of(log, PromptGiven)
    assert len(given.prompt) == 4_000 and given.cut > 90_000
    assert of(log, TurnSettled)


async def test_the_same_seed_gives_the_same_game_to_a_visitor(sqlite_store: Store) -> None:
    logs = []
    for _ in range(2):
        episode = new()
        episode.settings["limits"] = {"turns": 4}
        runner = Runner(sqlite_store, Story())
        row = await runner.play(runner.create(episode))
        logs.append([e.line() for _, e in read_events(sqlite_store, Story(), row)])
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


async def test_a_game_opens_where_the_book_begins_and_says_what_to_win(sqlite_store: Store) -> None:
    row, log = await played(
        sqlite_store, "Hello, where am I?", "Ask Mistress Quillon about the bell"
    )
    (opened,) = of(log, WorldEntered)
    assert opened.by_rules and opened.opening and opened.goal
    first, second = of(log, AnswerGiven)
    assert first.answer.cited and not opened.opening.startswith(first.answer.text)
    assert second.answer.speaker == "Agnes Quillon"
    state = state_at(sqlite_store, Story(), row, 2)
    assert set(state.met_of_goal) == {"Agnes Quillon"} & set(state.goal)


async def test_the_goal_is_won_when_all_are_met_and_lost_with_the_last_life(
    sqlite_store: Store,
) -> None:
    of_one = {"goal_people": 1, "goal_losses": 1}
    _, log = await played(sqlite_store, "Look around")
    met = f"Hello, {of(log, WorldEntered)[0].goal[0]}!"
    lost = "Why did Gandalf marry Darth Vader?"
    for prompts, result in (((met, lost), TurnResult.WON), ((lost, met), TurnResult.LOST)):
        row, _ = await played(sqlite_store, *prompts, given=of_one)
        assert state_at(sqlite_store, Story(), row, 2).goal_result is result


async def test_nothing_is_told_of_chapters_that_are_not_read(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store,
        "Ask Tamsin about the bell",
        "Who cut the rope of the bell?",
        given={"read_to_chapter": 1},
    )
    chapters = {passage.id: passage.chapter for passage in tale_world().passages}
    assert {chapters[p] for e in of(log, AnswerGiven) for p in e.answer.cited} <= {0}


async def test_how_it_goes_on_is_answered_from_where_the_player_is(sqlite_store: Store) -> None:
    _, log = await played(sqlite_store, "Who is here?", "And then?")
    who, onward = (e for e in of(log, PassagesFound) if e.judged is Judged.PROMPT)
    passages, (scene,) = tale_world().passages, (e.scene for e in of(log, TurnSettled)[:1])
    first = tale_world().by_id[scene]
    begin = tale_world().by_id[of(log, WorldEntered)[0].scene]
    assert [found.id for found in who.passages] == [p.id for p in passages[begin : begin + 3]]
    assert [found.id for found in onward.passages] == [p.id for p in passages[first : first + 4]]


@pytest.mark.parametrize("route", ["engage_npc", "narrator_scene"])
async def test_whoever_answers_has_what_the_plan_looks_for(sqlite_store: Store, route: str) -> None:
    prompt, world = "Why was the bell silent?", tale_world()
    engaged = route == "engage_npc"
    query, count = (f"{prompt} Tamsin Orle", 8) if engaged else ("Tamsin Orle", 4)
    own = {found.passage.id for found in world.search(prompt, 8)}
    named = {found.passage.id for found in world.search(query, count)}
    assert named - own
    given: dict[str, list[str]] = {"answer": [], "referee": []}

    def ids(request: LLMRequest) -> list[str]:
        return re.findall(r"- id ([0-9a-f]{12}), in", request.messages[-1].blocks[-1].text)

    def answer(request: LLMRequest) -> Scripted:
        given["answer"] = ids(request)
        return "The bell was silent."

    def referee(request: LLMRequest) -> Scripted:
        given["referee"] = ids(request)
        return verdict("approved", request)

    planned = plan(route, "Tamsin") if engaged else plan(route, None, [query])
    _, log = await played(
        sqlite_store,
        prompt,
        given={"spoilers": True},
        referee=referee,
        planner=planned,
        persona=persona,
        **{"character" if engaged else "narrator": answer},
    )
    # What was looked for is on the log: nothing is looked for that no query says.
    assert [e.query for e in of(log, PassagesFound)] == [
        (prompt,), (query,), ("The bell was silent.",),
    ]  # fmt: skip
    assert own | named <= set(given["answer"]) <= set(given["referee"])
    on_log = {p.id for e in of(log, PassagesFound) for p in e.passages}
    assert set(given["answer"]) <= on_log


async def test_what_a_plan_says_of_its_reasons_is_not_looked_for(sqlite_store: Store) -> None:
    planned = json.loads(plan("narrator_scene"))
    _, log = await played(
        sqlite_store,
        "Why was the bell silent?",
        referee=judge("approved", "approved"),
        planner=json.dumps({**planned, "reasoning": "They ask Tamsin Orle of it."}),
        narrator=told,
    )
    queries = [query for e in of(log, PassagesFound) for query in e.query]
    assert not [query for query in queries if "Tamsin" in query]


async def test_who_corrects_has_all_that_was_found_for_prompt_plan_and_answer(
    sqlite_store: Store,
) -> None:
    given: dict[str, set[str]] = {}

    def ids(request: LLMRequest) -> set[str]:
        return set(re.findall(r"- id ([0-9a-f]{12}), in", request.messages[-1].blocks[-1].text))

    def referee(request: LLMRequest) -> Scripted:
        is_answer = "answered (data)" in request.messages[-1].blocks[-1].text
        given["on the answer" if is_answer else "on the prompt"] = ids(request)
        return verdict("rejected" if is_answer else "approved", request)

    def narrator(request: LLMRequest) -> Scripted:
        is_right = "Set it right" in request.messages[-1].blocks[-1].text
        given["right" if is_right else "told"] = ids(request)
        return "Josse Pell sat in the ferry."

    await played(
        sqlite_store,
        "Why was the bell silent?",
        given={"spoilers": True},
        referee=referee,
        planner=plan("narrator_scene", None, ["Tamsin Orle"]),
        narrator=narrator,
    )
    assert given["on the prompt"] < given["told"] < given["on the answer"] == given["right"]


async def test_what_is_done_is_told_of_the_place_where_it_is_done(sqlite_store: Store) -> None:
    world = tale_world()
    last = world.passages[-1]
    assert last.chapter > 0

    given: list[list[str]] = []

    def narrator(request: LLMRequest) -> Scripted:
        text = request.messages[-1].blocks[-1].text
        given.append(re.findall(r"- id ([0-9a-f]{12}), in", text))
        return f"You stand here: {last.text[:80]} [{last.id}]"

    await played(
        sqlite_store,
        "I go to the end of it",
        "I knock upon the table",
        referee=judge("approved", "approved"),
        planner=plan("narrator_scene").replace("question", "action"),
        narrator=narrator,
    )
    assert last.id in given[1][:4]
    assert world.chapter_of(given[1][0]) == last.chapter  # type: ignore[arg-type]


async def test_a_follow_up_is_about_whom_was_spoken_of(sqlite_store: Store) -> None:
    _, log = await played(
        sqlite_store,
        "Ask Tamsin about Josse Pell",
        "And what did he do then?",
        "Why?",
        referee=judge("approved", "approved"),
        planner=plan("narrator_scene"),
        narrator="So it is said.",
    )
    queries = [e.query for e in of(log, PassagesFound) if e.judged is Judged.PROMPT]
    (_,), (he,), (why,) = queries
    assert "Josse Pell" in he
    assert "Josse Pell" in why


@pytest.mark.parametrize(
    ("prompt", "back"),
    [
        ("Do you still trust him, Jim?", True),
        ("Why?", True),
        ("Hm. And what did he do then?", True),
        ("Who was kind to you there?", True),
        ("I tell Jane that she deserves to be happy.", False),
        ("I hear laughter from above. What is it?", False),
        ("How are you?", False),
    ],
)
def test_what_a_prompt_says_itself_is_not_what_was_spoken_of(prompt: str, back: bool) -> None:
    assert points_back(prompt) is back


def test_he_is_who_was_asked_about_or_spoke_and_not_whom_it_is_put_to() -> None:
    world = tale_world()
    about = Exchange(turn=1, prompt="Ask Tamsin about Josse Pell", answer="He is my cousin.")
    spoke = Exchange(turn=2, prompt="Josse, is it so?", speaker="Josse Pell", answer="Yes.")
    assert referents(world, "Where did he go?", [about]) == ["Josse Pell"]
    assert referents(world, "Do you trust him, Tamsin?", [about, spoke]) == ["Josse Pell"]
    assert "Josse Pell" not in referents(world, "Do you trust him, Josse?", [about, spoke])


def test_where_he_may_be_two_both_are_told() -> None:
    world = tale_world()
    men = [p.name for p in world.people if p.gender == "m"][:2]
    both = Exchange(turn=1, prompt="Who was there?", answer=f"{men[0]} spoke to {men[1]}.")
    assert may_be(world, "What did he say?", [both]) == [men]
    assert referents(world, "What did he say?", [both]) == men[:1]


async def test_who_speaks_to_somebody_elsewhere_is_where_the_plan_has_them(
    sqlite_store: Store,
) -> None:
    world = tale_world()

    def planner(request: LLMRequest) -> Scripted:
        planned = json.loads(plan("engage_npc", "Josse"))
        return json.dumps(planned | {"scene": passage_in(request)})

    asked: list[str] = []

    def character(request: LLMRequest) -> str:
        asked.append(request.messages[-1].blocks[-1].text)
        return told(request)

    for on_answer in ("approved", "rejected"):  # what is put right plays where it was said
        _, log = await played(
            sqlite_store,
            "Ask Josse about the river",
            referee=judge("approved", on_answer),
            planner=planner,
            persona=persona,
            character=character,
        )
        first = of(log, PassagesFound)[0].passages[0].id
        assert (
            asked[-1].partition("## Where the player is")[2].partition("id ")[2].startswith(first)
        )
        begun = of(log, WorldEntered)[0].scene
        assert first in world.by_id and first != begun
        assert of(log, TurnSettled)[0].scene == first


async def test_whom_a_plan_engages_without_saying_where_is_met_where_they_are(
    sqlite_store: Store,
) -> None:
    world, portraits = tale_world(), tale_portraits()
    there = present_at(portraits, world.by_id[world.beginning.id]).there
    away = next(p.name for p in portraits.cast() if p.name not in there)
    places: list[str] = []

    def character(request: LLMRequest) -> str:
        text = request.messages[-1].blocks[-1].text
        places.append(text.partition("## Where the player is")[2].partition("id ")[2][:12])
        return "I am well."

    _, log = await played(
        sqlite_store,
        f"{away}, how are you?",
        referee=judge("approved", "approved"),
        planner=plan("engage_npc", away),
        persona=persona,
        character=character,
    )
    (settled,) = of(log, TurnSettled)
    assert places == [settled.scene] == [of(log, ScenePlanned)[0].plan.scene]
    assert away in present_at(portraits, world.by_id[settled.scene]).there


async def test_what_fits_any_book_is_looked_for_where_the_player_is_alone(
    sqlite_store: Store,
) -> None:
    _, log = await played(
        sqlite_store,
        "I wait.",
        referee=judge("approved", "approved"),
        planner=plan("narrator_scene"),
        narrator=told,
    )
    begun = of(log, WorldEntered)[0].scene
    found = of(log, PassagesFound)[0].passages
    assert {each.chapter for each in found} == {tale_world().chapter_of(begun)}


async def test_a_persona_is_drawn_anew_where_its_lines_are_found_otherwise(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"keep_index": True, "index_folder": str(tmp_path)}
    kept_ = []
    for turned in (False, False, True):
        if turned:
            monkeypatch.setattr(kept, "FORMAT", kept.FORMAT + 1)
            kept.tables.cache_clear()
        _, log = await played(sqlite_store, "Ask Josse about the bell", given=given)
        kept_.append(of(log, PersonaLearned)[0].from_cache)
    kept.tables.cache_clear()
    assert kept_ == [False, True, False]
