"""What a model answers, whatever its manners, comes to steps that are one command each."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import ValidationError

from adventure.agents_stage import HERE, brief, stage
from ludens.adventure.agents.player import as_plan
from ludens.adventure.agents.pursuing import Pursuer
from ludens.adventure.agents.reply import (
    MOST_STEPS,
    NOTES,
    GoalReply,
    MindReply,
    in_its_words,
    noted,
    steps_of,
)
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.plan import CommandsTried, Intent, Plan, PlanMade, Step, Trial
from ludens.adventure.reaching import is_reached, room_named
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import words
from ludens.adventure.world.items import Item
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId
from ludens.llm.structured import read_json

WORDS = Vocabulary(find_story("four_parts_copper").data)


def read(*lines: str, tries: int = 0) -> list[str]:
    return [str(step) for step in steps_of(lines, WORDS, tries=tries)]


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (["take bucket\ngo north\n\nlook"], ["take bucket", "go north", "look"]),
        (["take bucket. north. open door"], ["take bucket", "north", "open door"]),
        (["take bucket, then go north; look"], ["take bucket", "go north", "look"]),
        (["ask marl about tin. east"], ["ask marl about tin", "east"]),
        (["ask Mr. Marl about tin"], ["ask Mr. Marl about tin"]),
        (['say "north. look"'], ['say "north. look"']),
        (["1. take bucket", "- `north`", "> look"], ["take bucket", "north", "look"]),
        (["go to the Casting Hall. explore"], ["go to Casting Hall", "explore"]),
        (["go to north", "go to the Hall"], ["north", "go to Hall"]),
        (["first of: pull rope | climb rope"], ["first of: pull rope | climb rope"]),
        (["if hangs: first of: `up` | \x07"], ["if hangs: first of: up"]),
        (["first of: zap rope | up | marl, zap"], ["first of: up | marl, zap"]),
        (["maybe first of: maybe up | down"], ["first of: up | down"]),
        (["2 times: first of: up | down, explore"], ["first of: up | down", "explore"] * 2),
        (["take all that is worth it", "Look over."], ["take all", "look over"]),
        (["wait for the bell"], ["wait for the bell"]),
        (["repeat dig until a chest. up"], ["repeat dig until a chest", "up"]),
        (["2 times: north, take all"], ["north", "maybe take all"] * 2),
        (["maybe climb wall. perhaps: north"], ["maybe climb wall", "maybe north"]),
        (
            [
                'open door; if "locked" or "shut": unlock door with key; open door',
                "if dark: light lamp",
            ],
            ["open door"]
            + [f"if locked or shut: {one}" for one in ("unlock door with key", "open door")]
            + ["if dark: light lamp"],
        ),
        (["try: north | take bucket"], []),
        (["", "\x07"], []),
    ],
)
def test_every_command_of_a_reply_is_a_step_of_its_own(lines: list[str], meant: list[str]) -> None:
    assert read(*lines) == meant


def test_things_are_called_as_the_parser_calls_them_where_it_knows_no_other_name() -> None:
    things = [Item(name="smidgeon of tin"), Item(name="bucket")]
    read = [
        str(in_its_words(step, things, WORDS))
        for step in steps_of(
            ["put smidgeon of tin in bucket", "first of: drop Smidgeon of Tin | up"], WORDS
        )
    ]
    assert read == ["put tin in bucket", "first of: drop tin | up"]
    short = str(in_its_words(Step(command="take smidgeon"), things, WORDS))
    assert short == "take tin"
    two = [*things, Item(name="smidgeon of salt")]
    assert str(in_its_words(Step(command="take smidgeon"), two, WORDS)) == "take smidgeon"


def test_things_are_called_in_the_words_of_their_own_objects() -> None:
    story = ZStory(find_story("four_parts_copper").data)
    tree = story.objects.tree(story.bytes)
    [bin_] = [number for number in range(1, len(tree) + 1) if tree.name(number) == "chaff bin"]
    step = Step(command="put pony collar in chaff bin")
    assert str(in_its_words(step, [Item(name="chaff bin")], WORDS)) == str(step), "both are words"
    own = in_its_words(
        step, [Item(name="chaff bin", number=bin_), Item(name="it", number=bin_)], WORDS
    )
    assert str(own) == "put pony collar in bin", "but chaff is another thing's"


def test_trials_are_read_where_they_are_allowed_and_as_many() -> None:
    assert read("try: north | take bucket | wait", tries=2) == ["try: north | take bucket"]
    assert read("if locked: try: up | down", tries=2) == ["if locked: try: up | down"]
    assert len(steps_of(["look"] * 200, WORDS)) == MOST_STEPS


@pytest.mark.parametrize(
    "reply",
    [
        '{"reasoning": "so", "steps": ["look", "north"]}',
        '<think>Maybe {"steps": []}?</think>\n```json\n{"steps": ["look", "north"]}\n```\nDone.',
        'Here is my plan: {"reasoning": "so", "steps": "look\\nnorth", "mood": "fine"}',
        '{"reasoning": "so", "steps": [{"command": "look"}, {"command": "north"}]}',
        '{"reasoning": "so", "command": "look. north"}',
    ],
)
def test_thoughts_fences_prose_and_other_shapes_do_no_harm(reply: str) -> None:
    value, _ = read_json(reply, MindReply)
    assert read(*value.steps) == ["look", "north"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("try: north, take bucket, look | wait", "try: north; take bucket; look | wait"),
        ("try: take bucket, sledge | marl, go north", "try: take bucket, sledge | marl, go north"),
        ('try: say "north, look", east', 'try: say "north, look"; east'),
        ("try: north then take bucket; east. look", "try: north; take bucket; east; look"),
        (
            "try: take bucket; zorkmid bucket; look | marl",
            "try: take bucket; zorkmid bucket; look | marl",
        ),
    ],
)
def test_commands_are_tried_one_after_another_where_they_stand_in_one_line(
    line: str, meant: str
) -> None:
    assert read(line, tries=8) == [meant]


def test_a_plan_without_a_step_is_asked_for_again_and_a_goal_without_one_is_not() -> None:
    empty = {"reasoning": "", "goal": "Find the key.", "notes": None, "steps": [" "]}
    with pytest.raises(ValidationError, match="give at least one step"):
        MindReply.model_validate(empty)
    assert GoalReply.model_validate(empty).goal == "Find the key."


def test_a_step_as_it_is_written_is_read_as_that_step() -> None:
    for intent in Intent:
        needs = intent not in (Intent.EXPLORE, Intent.LOOK_OVER, Intent.TAKE_ALL)
        step = Step(intent=intent, target="Old Mill" if needs else "")
        [again] = steps_of([str(step)], WORDS, tries=1)
        at_once = "take all" if intent is Intent.TAKE_ALL else step.target
        assert (again.intent, again.target) == (step.intent, at_once)
    assert json.loads(MindReply(reasoning="", steps=("look",)).model_dump_json())["goal"] is None


def test_rooms_are_known_by_their_names_or_by_a_part_that_is_theirs_alone() -> None:
    mills = [
        RoomFound(room=RoomId(f"r{n}"), name=name) for n, name in ((2, "Old Mill"), (3, "Hut"))
    ]
    state = stage(*mills)
    assert room_named(state, "the old mill") == room_named(state, "mill") == RoomId("r2")
    assert room_named(state, "Old Mill (r2)") == RoomId("r2")
    assert room_named(state, "nowhere") is None
    assert room_named(state, "Yard") == HERE


def test_a_pursuit_knows_its_end() -> None:
    state = stage(text="A bell rings.", carried=("brass lamp",))
    for until, reached in (
        ("have the brass lamp", True),
        ("have bucket", False),
        ("in Yard", True),
        ("a bell rings", True),
        ("score", False),
        ("", False),
    ):
        assert is_reached(state, Step(intent=Intent.PURSUE, target="x", until=until)) == reached


def test_a_pursuit_prefers_what_its_goal_names_and_a_verb_names_nothing() -> None:
    state = stage(here=("bucket", "ledger"))
    by_rule = OfflinePlanner(WORDS)
    focused = Pursuer(WORDS)
    focused.goal = words("open the ledger")
    plain = {one.command: worth for worth, one in by_rule.valued(state, HERE)}
    found = {one.command: worth for worth, one in focused.valued(state, HERE)}
    assert plain
    for command, worth in found.items():
        assert worth == plain[command] * (focused.focus if "ledger" in command else 1)
    assert any("ledger" in command for command in found)
    looked = CommandJudged(room=HERE, command="examine ledger", effect=Effect.NOTHING, looked=True)
    state.apply(looked)
    again = [one.command for _, one in focused.valued(state, HERE)]
    assert not [one for one in again if one in ("examine ledger", "read ledger")], "it was read"


def test_notes_are_added_to_and_the_oldest_go_first_unless_all_are_replaced() -> None:
    assert noted("The key is blue.", None) is noted("The key is blue.", " ") is None
    assert noted("The key is blue.", "Marl lies.") == "The key is blue.\nMarl lies."
    assert noted("The key is blue.", "Instead: Nothing is owed.") == "Nothing is owed."
    many = ""
    for turn in range(200):
        many = noted(many, f"Room {turn} is empty.") or many
    assert len(many) <= NOTES
    assert many.endswith("Room 199 is empty.")


def test_a_pursuit_does_nothing_that_the_notes_warn_of() -> None:
    state = stage(here=("bucket", "ledger"))

    def proposed(notes: str) -> set[str]:
        plan = Plan(notes=notes, steps=(Step(command="wait"),), said="{}")
        state.apply(PlanMade(plan=plan))
        return {one.command for _, one in Pursuer(WORDS).valued(state, HERE)}

    assert {"take ledger", "take bucket"} <= proposed("The ledger is blue.")
    warned = proposed("Never take the ledger.")
    assert "take ledger" not in warned and "take bucket" in warned


def test_a_pursuit_is_over_where_all_that_is_left_has_failed_on_a_copy() -> None:
    state = stage(here=("brass lever",))
    pursue = Step(intent=Intent.PURSUE, target="use the lever")
    done = set[str]()
    while True:
        state.apply(PlanMade(plan=Plan(steps=(pursue,), said="{}")))
        step = as_plan(asyncio.run(Pursuer(WORDS).pursue(brief(state), pursue))).steps[-1]
        if step.rule == "wait":
            return
        assert step.command not in done, "no failure is repeated"
        done.add(step.command)
        judged = CommandJudged(room=HERE, command=step.command, effect=Effect.NOTHING)
        trial = Trial(commands=(step.command,), answer="Nothing happens.")
        state.apply(CommandsTried(trials=(trial,), failed=(judged,)))
