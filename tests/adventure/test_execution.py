"""Plans: carried out a command a turn, interrupted by news, the same after a resume."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pydantic import ValidationError

from adventure.agents_stage import HERE, brief, stage
from adventure.scripted import CastAdventure, play_with
from adventure.told import ToldStory, play_told
from begun import new_store
from ludens.adventure.agents.human_player import STOPPED, HumanPlayer
from ludens.adventure.agents.reply import noted
from ludens.adventure.briefing import Briefing
from ludens.adventure.dialogue import AGAIN
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    Effect,
    PlayerDied,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.execution import (
    EXPLORING,
    UNCLEAR,
    command_of,
    has_nothing_to_do,
    interruption,
    lost_ground,
    next_command,
    settle,
    unseen,
)
from ludens.adventure.execution import ended as end_of
from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.mazes.events import MazeDetected
from ludens.adventure.picture import picture
from ludens.adventure.plan import (
    ALL_AT_ONCE,
    TRIALS,
    CommandsTried,
    Intent,
    Plan,
    PlanEnded,
    PlanMade,
    Step,
    StepDone,
    Trial,
    command,
    fingerprint,
)
from ludens.adventure.plan import told as told_of
from ludens.adventure.state import AdventureState
from ludens.adventure.trying import LOST, MEANT, NO_RETURN, shared_out
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import (
    GONE,
    INVENTORY,
    UNKNOWN,
    ItemId,
    RoomId,
    in_room,
    inside,
)
from ludens.episode.control import Control
from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.episode.history import read_events
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.games import new_adventure
from ludens.settings import load_settings

WORKSHOP = Path(__file__).parent / "perception" / "stories" / "workshop.z5"
CLOCK = "drowned_clock"
T = TypeVar("T", bound=Event)


@dataclass
class Planner:
    """Returns its plans in order, then looks; remembers what it was told had interrupted."""

    plans: list[Plan]
    told: list[str] = field(default_factory=list)

    async def decide(self, briefing: Briefing) -> Plan:
        self.told.append(briefing.state.plan.stopped)
        return self.plans.pop(0) if self.plans else command("look")


def steps(*commands: str) -> tuple[Step, ...]:
    return tuple(Step(command=one) for one in commands)


def typed(turns: Sequence[tuple[int, list[Event]]]) -> list[str]:
    return [e.command for _, events in turns for e in events if isinstance(e, CommandChosen)]


def happened(turns: Sequence[tuple[int, list[Event]]], kind: type[T]) -> list[T]:
    return [event for _, events in turns for event in events if isinstance(event, kind)]


def test_every_command_of_a_plan_is_a_turn_with_its_place_in_the_plan(tmp_path: Path) -> None:
    plan = Plan(goal="The logbook.", steps=steps("read letter", "examine me", "look"))
    turns = play_with(Planner([plan]), CLOCK, 4, tmp_path)
    chosen = happened(turns, CommandChosen)
    assert [(e.command, e.plan, e.step) for e in chosen[:3]] == [
        ("read letter", 1, 0),
        ("examine me", 1, 1),
        ("look", 1, 2),
    ]
    assert [e.step for e in happened(turns, StepDone)] == [0, 1, 2]
    assert [e.done for e in happened(turns, PlanEnded)] == [True]
    assert chosen[3].plan is None, "a single command needs no plan on the record"


def test_a_refusal_that_a_later_step_is_about_interrupts_and_the_player_is_told(
    tmp_path: Path,
) -> None:
    planner = Planner([Plan(goal="Fly.", steps=steps("look", "wear letter", "wait", "eat letter"))])
    turns = play_with(planner, CLOCK, 3, tmp_path)
    assert typed(turns) == ["look", "wear letter", "look"]
    ended = happened(turns, PlanEnded)[0]
    assert not ended.done
    assert planner.told[-1] == ended.why != ""


def test_one_refusal_that_no_later_step_is_about_is_passed_over_and_a_second_is_not(
    tmp_path: Path,
) -> None:
    planner = Planner([Plan(goal="Fly.", steps=steps("close me", "wear letter", "look", "wait"))])
    turns = play_with(planner, CLOCK, 4, tmp_path)
    assert typed(turns) == ["close me", "wear letter", "look", "look"]


def test_a_command_is_repeated_until_the_story_says_the_words_or_stops_the_plan(
    tmp_path: Path,
) -> None:
    wait = Step(command="wait", until="the bell rings or time passes")
    turns = play_with(Planner([Plan(goal="W.", steps=(wait, *steps("look")))]), CLOCK, 2, tmp_path)
    assert typed(turns) == ["wait", "look"], "it was said at once"
    (tmp_path / "again").mkdir()
    wait = Step(command="wait", until="the bell rings", most=3)
    turns = play_with(
        Planner([Plan(goal="W.", steps=(wait, *steps("north")))]), CLOCK, 4, tmp_path / "again"
    )
    assert typed(turns) == ["wait", "wait", "wait", "look"]
    assert happened(turns, PlanEnded)[0].why == '"the bell rings" did not come in 3 turns.'


def test_goal_and_notes_of_a_refused_plan_stay(tmp_path: Path) -> None:
    refused = Plan(goal="Fly.", notes="The key is blue.", steps=steps("zqxjkv lamp"))
    turns = play_with(Planner([refused, Plan(steps=steps("look", "wait"))]), CLOCK, 2, tmp_path)
    made = next(event for _, events in turns for event in events if isinstance(event, PlanMade))
    assert [step.command for step in made.plan.steps] == ["look", "wait"]
    assert (made.plan.goal, made.plan.notes) == ("Fly.", "The key is blue.")


def test_notes_of_a_refused_plan_are_added_to_by_the_next(tmp_path: Path) -> None:
    told: list[str] = []

    class Noting(Planner):
        async def decide(self, briefing: Briefing) -> Plan:
            told.append(briefing.notes)
            plan = await super().decide(briefing)
            return plan.model_copy(update={"notes": noted(briefing.notes, plan.notes)})

    refused = Plan(notes="The key is blue.", steps=steps("zqxjkv lamp"))
    player = Noting([refused, Plan(notes="The door is red.", steps=steps("look", "wait"))])
    turns = play_with(player, CLOCK, 2, tmp_path)
    made = next(event for _, events in turns for event in events if isinstance(event, PlanMade))
    assert told[:2] == ["", "The key is blue."]
    assert made.plan.notes == "The key is blue.\nThe door is red."


def test_a_new_place_interrupts_unless_the_answer_was_foreseen(tmp_path: Path) -> None:
    walk = Plan(goal="North.", steps=steps("north", "south", "north"))
    turns = play_with(Planner([walk]), CLOCK, 3, tmp_path)
    assert typed(turns)[:2] == ["north", "look"]
    texts = [
        next(e.text for e in events if e.type == "text_observed")  # type: ignore[attr-defined]
        for turn, events in turns
        if turn == 1
    ]
    foreseen = (Step(command="north", expects=fingerprint(texts[0])), *steps("south"))
    (tmp_path / "again").mkdir()
    turns = play_with(Planner([Plan(goal="North.", steps=foreseen)]), CLOCK, 2, tmp_path / "again")
    assert typed(turns) == ["north", "south"]


def test_ways_that_are_long_shots_end_at_the_one_that_leads_on() -> None:
    hall = RoomId("r2")
    walked = PlayerMoved(room=hall, how=Movement.WALKED, via="north")
    first, other, bell = (Step(command=one, maybe=True) for one in ("north", "west", "ring bell"))
    for rest, stops in (((other,), True), ((bell,), False), (steps("west"), False)):
        plan = Plan(goal="On.", steps=(first, *rest))
        state = stage(PlanMade(plan=plan), RoomFound(room=hall, name="Hall"), walked)
        assert (interruption(state, first, [walked]) is not None) == stops


def test_a_long_shot_that_is_refused_stops_nothing(tmp_path: Path) -> None:
    shot = Step(command="take sky", maybe=True)
    turns = play_with(
        Planner([Plan(goal="Fly.", steps=(shot, *steps("wait")))]), CLOCK, 2, tmp_path
    )
    assert typed(turns) == ["take sky", "wait"]


def test_long_shots_do_not_stand_on_what_failed(tmp_path: Path) -> None:
    plan = (*steps("take sky"), Step(command="examine sky", maybe=True), *steps("wait"))
    turns = play_with(Planner([Plan(goal="Fly.", steps=plan)]), CLOCK, 3, tmp_path)
    assert typed(turns) == ["take sky", "examine sky", "wait"]


def test_of_several_commands_no_more_are_typed_than_until_one_does_something(
    tmp_path: Path,
) -> None:
    wanted = Step(intent=Intent.FIRST_OF, target="open sky | north | take sky")
    plan = (wanted, *steps("take lamp"))
    turns = play_with(Planner([Plan(goal="Light.", steps=plan)]), CLOCK, 3, tmp_path)
    assert typed(turns) == ["open sky", "north", "take lamp"]
    nothing = wanted.model_copy(update={"target": "open sky | eat sky"})
    plan = (nothing, *steps("wait"))
    turns = play_with(Planner([Plan(goal="Fly.", steps=plan)]), CLOCK, 3, tmp_path / "none")
    assert typed(turns) == ["open sky", "eat sky", "wait"]


def test_an_answer_in_the_authors_words_is_left_to_the_player_to_judge(tmp_path: Path) -> None:
    plan = (Step(intent=Intent.FIRST_OF, target="push hut | north"), *steps("take lamp"))
    turns = play_with(Planner([Plan(goal="Fly.", steps=plan)]), CLOCK, 2, tmp_path)
    assert typed(turns)[0] == "push hut"
    assert happened(turns, PlanEnded)[0].why == UNCLEAR


def test_of_several_commands_the_refusal_of_the_last_is_one_and_what_is_so_is_no_refusal() -> None:
    choice = Step(intent=Intent.FIRST_OF, target="pull rope | push rope")
    plan = Plan(goal="Up.", steps=(choice, *steps("climb rope")))
    for typed_, text, ended in (
        ("pull rope", "You can't do that.", None),
        ("pull rope", "Which do you mean, the long rope or the short rope?", None),
        ("pull rope", "It is already down.", False),
        ("push rope", "You can't do that.", True),
    ):
        typing = CommandChosen(command=typed_, plan=1, step=0)
        before = CommandChosen(command="pull rope", plan=1, step=0)
        made = PlanMade(plan=plan)
        state = stage(made, *([before] if typed_ == "push rope" else []), typing)
        judged = CommandJudged(room=HERE, command=typed_, effect=Effect.NOTHING, novel=True)
        for event in (TextObserved(text=text), judged):
            state.apply(event)
        found = settle(state, [typing, TextObserved(text=text), judged])
        assert (found[-1] if found else None) == (
            None
            if ended is None
            else StepDone(step=0)
            if not ended
            else PlanEnded(done=False, why=f"Refused: {text}")
        )


def test_what_was_carried_and_is_lost_is_news_unless_the_command_was_about_it() -> None:
    bag = ItemFound(item=ItemId("bag"), name="bag", place=INVENTORY)
    coin = ItemFound(item=ItemId("coin"), name="gold coin", place=inside(ItemId("bag")))
    stolen = ItemMoved(item=ItemId("coin"), place=UNKNOWN, how=Handling.VANISHED)
    broken = ItemMoved(item=ItemId("bag"), place=GONE, how=Handling.CONSUMED)
    kept = ItemMoved(item=ItemId("coin"), place=INVENTORY, how=Handling.MOVED_BY_ITSELF)
    for typed, event, why in (
        ("north", stolen, "You no longer have: gold coin."),
        ("north", broken, "You no longer have: bag."),
        ("give coin to troll", stolen, None),
        ("drop all", stolen, None),
        ("take apart bag", broken, None),
        ("north", kept, None),
    ):
        plan = Plan(goal="On.", steps=steps(typed, "wait"))
        state = stage(bag, coin, PlanMade(plan=plan), CommandChosen(command=typed))
        state.turn += 1
        state.apply(event)
        assert interruption(state, plan.steps[0], [event]) == why


@pytest.mark.parametrize(
    ("names", "told"), [(("hat", "ring"), "hat, ring"), ("abcdef", "a and 5 things more")]
)
def test_what_is_lost_at_once_is_told_together(names: Sequence[str], told: str) -> None:
    found = [ItemFound(item=ItemId(name), name=name, place=INVENTORY) for name in names]
    gone = [ItemMoved(item=ItemId(n), place=GONE, how=Handling.VANISHED) for n in names]
    plan = Plan(goal="On.", steps=steps("wait", "wait"))
    state = stage(*found, PlanMade(plan=plan), CommandChosen(command="wait"))
    state.turn += 1
    for event in gone:
        state.apply(event)
    assert interruption(state, plan.steps[0], gone) == f"You no longer have: {told}."


def test_what_has_become_something_else_is_lost_to_a_plan_that_would_use_it_alone() -> None:
    stick = ItemFound(item=ItemId("stick"), name="stick", place=INVENTORY)
    torch = ItemFound(item=ItemId("torch"), name="torch", place=INVENTORY)
    burnt = ItemMoved(item=ItemId("stick"), place=GONE, how=Handling.VANISHED)
    for following, why in (("wait", None), ("wave stick", "You no longer have: stick.")):
        plan = Plan(goal="On.", steps=steps("light match", following))
        state = stage(stick, PlanMade(plan=plan), CommandChosen(command="light match"))
        state.turn += 1
        for event in (burnt, torch):
            state.apply(event)
        assert interruption(state, plan.steps[0], [burnt, torch]) == why


def test_a_plan_stops_where_what_it_would_use_was_not_taken() -> None:
    text = "Your fingers only brush against it."
    for typed, following, stops in (
        ("take bar", "open door with bar", True),
        ("push bar", "open door with bar", False),
        ("take bar", "north", False),
    ):
        plan = Plan(goal="On.", steps=steps(typed, following))
        typing = CommandChosen(command=typed)
        judged = CommandJudged(
            room=HERE, command=typed, effect=Effect.NOTHING, novel=True, affirmed=True
        )
        state = stage(PlanMade(plan=plan), typing, TextObserved(text=text), judged)
        assert (interruption(state, plan.steps[0], [judged]) is not None) == stops


def test_all_is_taken_once_by_the_storys_own_word_where_nothing_is_known_to_lie() -> None:
    step = Step(intent=Intent.TAKE_ALL, target=ALL_AT_ONCE)
    state = stage(PlanMade(plan=Plan(goal="On.", steps=(step,))))
    assert command_of(state, step) == ALL_AT_ONCE
    assert command_of(state, Step(intent=Intent.TAKE_ALL)) is None  # the planner's
    state.plan.spent = 1
    assert command_of(state, step) is None
    state.plan.spent = 0
    state.apply(CommandJudged(room=HERE, command=ALL_AT_ONCE, effect=Effect.NOTHING))
    assert command_of(state, step) is None


def test_exploring_takes_the_nearest_way_and_stops_where_the_turns_left_do_not_pay() -> None:
    hall, attic = RoomId("r2"), RoomId("r3")
    far = "A door leads east to the dark well."
    state = stage(
        RoomFound(room=hall, name="Hall"),
        RoomFound(room=attic, name="Attic", description=far),
        ExitExplored(room=HERE, direction="north", to=hall),
        ExitExplored(room=hall, direction="up", to=attic),
        ExitSeen(room=attic, direction="east"),
        ExitSeen(room=hall, direction="west"),
        PlanMade(plan=Plan(goal="Find the well.", steps=(Step(intent=Intent.EXPLORE),))),
    )
    explore = Step(intent=Intent.EXPLORE)
    near = ExitSeen(room=HERE, direction="south")
    assert lost_ground(state, explore) is None
    state.settings = {"limits": {"turns": state.turn + 2}}
    assert command_of(state, explore) is None
    assert lost_ground(state, explore) == (
        "The nearest way that nobody has gone is 2 turns off, and only 3 are left."
    )
    state.apply(near)
    assert command_of(state, explore) == "south", "one turn may always be spent"
    state.settings = {}
    notes = "Avoid the way south of the Yard.\nThe Hall: whoever goes there is killed."
    state.apply(PlanMade(plan=Plan(notes=notes, steps=(explore,))))
    assert command_of(state, explore) not in ("south", "north"), "the notes warn of both"
    state.apply(PlanMade(plan=Plan(notes="Instead of the Yard, avoid the Well.", steps=(explore,))))
    assert command_of(state, explore) == "north", "nothing in the Yard"


def trying(*chains: str) -> Step:
    return Step(intent=Intent.TRY, target=" | ".join(chains))


def test_trying_loses_its_ground_with_the_thing_it_was_meant_for() -> None:
    box = ItemFound(item=ItemId("box"), name="box", place=in_room(RoomId("r2")))
    step = trying("open box", "take box; look")
    state = stage(box, PlanMade(plan=Plan(steps=(*steps("north"), step))))
    assert lost_ground(state, step) == (
        "Nothing was tried: what it was about is not here (open box | take box; look)."
    )
    state.apply(ItemMoved(item=ItemId("box"), place=INVENTORY))
    assert lost_ground(state, step) is None


def test_what_failed_in_the_room_one_comes_to_is_no_reason_not_to_try_there() -> None:
    hall = RoomId("r2")
    refused = CommandJudged(room=hall, command="west", effect=Effect.NOTHING)
    state = stage(RoomFound(room=hall, name="Hall"), refused)
    state.turn += 1
    step = trying("up")
    state.apply(PlanMade(plan=Plan(steps=(*steps("west"), step))))
    state.apply(CommandChosen(command="west", plan=1, step=0))
    state.apply(PlayerMoved(room=hall, how=Movement.WALKED, via="west"))
    assert lost_ground(state, step) is None


def test_what_is_tried_is_told_whole_with_its_points(tmp_path: Path) -> None:
    step = trying("east", "examine pump", "xyzzy")
    planner = Planner([Plan(goal="G.", steps=(*steps("notify off"), step))])
    turns = play_with(planner, "four_parts_copper", 2, tmp_path, player={"tries": 6})
    [tried] = happened(turns, CommandsTried)
    east = next(trial.answer for trial in tried.trials if "east" in trial.commands)
    assert east.startswith("Kitchen") and "by the yard door." in east, "to its end"
    assert east.endswith("\n[+1]")
    assert typed(turns) == ["notify off", "look"]


def test_one_goes_to_a_room_that_but_a_trial_has_shown(tmp_path: Path) -> None:
    going = Step(intent=Intent.GO_TO, target="Kitchen")
    plans = [Plan(goal="G.", steps=(trying("east"),)), a_minds("south", going)]
    turns = play_with(Planner(plans), "four_parts_copper", 3, tmp_path, player={"tries": 6})
    own = [one.command for one in happened(turns, CommandChosen) if one.plan is not None]
    assert own == ["south", "north", "east"], "back, and on by the way of the trial"
    assert happened(turns, RoomFound)[-1].name == "Kitchen"


def test_what_is_tried_in_a_row_is_told_each_after_the_one_before(tmp_path: Path) -> None:
    step = trying("east; take tinderbox; west", "east; north", "take pump")
    planner = Planner([Plan(goal="G.", steps=(step,))])
    turns = play_with(planner, "four_parts_copper", 1, tmp_path, player={"tries": 2})
    [tried] = happened(turns, CommandsTried)
    first, second = (trial.answer for trial in tried.trials)
    assert "> take tinderbox\nTaken." in first and "> west\nFoundry Yard" in first
    assert first.startswith("> east\n"), "each answer stands below its own command"
    assert second.startswith("> east\nKitchen (as above)\n"), "no text twice"
    above = "[east; take tinderbox; west:]\n> east\nKitchen"
    assert above in told_of(tried) and "[east; north:]\n> east\nKitchen (as above)" in told_of(
        tried
    )
    assert [one.commands for one in tried.trials] == [
        ("east; take tinderbox; west",),
        ("east; north",),
    ], "two chains at most"


def test_a_long_answer_has_the_room_that_short_ones_leave() -> None:
    assert shared_out([10, 5000, 20], 8000) == 8000
    assert shared_out([10, 9000, 20], 8000) == 7970
    assert shared_out([9000, 9000, 500], 8000) == 3750


def tried_map(tmp_path: Path, perception: str) -> AdventureState:
    """Return the state after each way of the first room was tried, and one of them in vain."""
    ways = trying("north", "west; west", "northeast", "take pump", "kiss pump")
    planner = Planner([Plan(goal="G.", steps=(ways,))])
    turns = play_with(
        planner, "four_parts_copper", 3, tmp_path, player={"tries": 9}, perception=perception
    )
    state, was_tried = Adventure().state(), False
    for turn, events in turns:
        state.turn = turn
        for event in events:
            if was_tried and isinstance(event, CommandChosen):
                return state
            was_tried = was_tried or isinstance(event, CommandsTried)
            state.apply(event)
    return state


@pytest.mark.parametrize("perception", ["state", "text"])
def test_what_trials_showed_of_ways_and_refusals_is_known_as_if_it_had_been_typed(
    tmp_path: Path, perception: str
) -> None:
    state = tried_map(tmp_path, perception)
    here = state.map.here
    assert here is not None
    told = {way.direction: way.told for way in picture(state).ways}
    assert told["north"] == "not gone; to Casting Hall, by a trial"
    assert told["west"] == "not gone; to Stable, by a trial"
    assert told["south"] == "not tried"
    assert told["northeast"] == "no way"
    assert list(state.map.rooms) == [here], "nobody has been anywhere"
    assert state.progress_turn == 0
    failed = state.memory.attempt(here, "take pump")
    assert failed is not None and failed.failed and failed.tried
    assert not failed.reopened(state.items, state.score)
    assert state.memory.verbs.get("take") is None, "nothing was typed"


def test_a_chain_walks_to_a_known_room_on_the_copy(tmp_path: Path) -> None:
    story = Path(__file__).parent / "perception" / "stories" / "workshop.z5"
    first = Plan(steps=steps("north", "north"), said="{}")
    wanted = ("go to Hall; examine chest", "go to Moon; look", "go to Corridor (r3); look")
    planner = Planner([first, Plan(steps=(trying(*wanted),), said="{}")])
    turns = play_with(planner, story, 3, tmp_path, player={"tries": 3})
    assert typed(turns) == ["north", "north", "look"]
    back, lost, there = (one.answer for one in happened(turns, CommandsTried)[0].trials)
    said = back.split("\n> ")
    assert said[0].startswith("> go to Hall\nHall") and "Corridor" not in said[0]
    assert said[1].startswith("examine chest\n") and "can't see" not in said[1]
    assert lost == "(No way to Moon is known.)\n(The rest was not tried.)"
    assert there.startswith("> go to Corridor (r3)\n(You are there.)\n> look\nCorridor")


def test_a_trial_shows_no_room_where_nothing_leads_out_again(tmp_path: Path) -> None:
    tries = Step(intent=Intent.TRY, target="east | west")
    plan = Plan(steps=(tries,), said="{}")
    story = Path(__file__).parent / "perception" / "stories" / "loot.z5"
    turns = play_with(Planner([plan]), story, 2, tmp_path, player={"tries": 3})
    seen = [one for one in happened(turns, ExitSeen) if one.leads_to]
    assert [(one.direction, one.leads_to) for one in seen] == [("east", "Cell")]


@pytest.mark.parametrize("perception", ["state", "text"])
def test_a_way_back_that_is_but_guessed_is_tried_on_a_copy(tmp_path: Path, perception: str) -> None:
    story = Path(__file__).parent / "perception" / "stories" / "loot.z5"
    for tries, told in ((3, {"west": "no way"}), (0, {"west": "Yard, a guess: the way back"})):
        folder = tmp_path / str(tries)
        folder.mkdir()
        planner = Planner([Plan(goal="G.", steps=steps("east"), said="{}")])
        settings = {"player": {"tries": tries}, "perception": perception}
        turns = play_with(planner, story, 3, folder, **settings)
        state = Adventure().state()
        for turn, events in turns:
            state.turn = turn
            for event in events:
                state.apply(event)
        assert {way.direction: way.told for way in picture(state).ways} == told
        assert "west" not in typed(turns), "nobody has gone it"


def test_a_way_back_that_would_kill_is_no_way_back(tmp_path: Path) -> None:
    def telling(world: dict[str, Any], command: str) -> str:
        if command == "west" and world["room"] == "Cliff":
            return "You fall.\n\n    *** You have died ***\n\n"
        if command == "east":
            world["room"] = "Cliff"
        return f"{world['room']}\nA bare place above the sea, and nothing else."

    planner = Planner([Plan(steps=steps("east"), said="{}")])
    story = ToldStory(telling, {"room": "Yard"})
    _, turns = play_told(story, tmp_path, decides=planner, turns=4, player={"tries": 3})
    state = Adventure().state()
    for turn, events in turns:
        state.turn = turn
        for event in events:
            state.apply(event)
    assert [way.told for way in picture(state).ways if way.direction == "west"] == ["not tried"]


def test_what_one_chain_had_refused_is_not_told_again_of_the_next(tmp_path: Path) -> None:
    tries = Step(intent=Intent.TRY, target="fly; north | fly; east | fly | take rope; fly; south")
    story = Path(__file__).parent / "perception" / "stories" / "loot.z5"
    plan = Plan(steps=(tries,), said="{}")
    turns = play_with(Planner([plan]), story, 2, tmp_path, player={"tries": 4})
    [tried] = happened(turns, CommandsTried)
    asked = [one for trial in tried.trials for one in trial.commands]
    assert asked == ["fly; north", "east", "take rope; fly; south"]


def test_a_trial_shows_no_room_where_who_looks_round_is_elsewhere(tmp_path: Path) -> None:
    yard = "Yard\nA bare yard. The shed is north, the gate east."

    def telling(world: dict[str, Any], command: str) -> str:
        if command == "east":
            return "Run-time error 23\nThere is no such thing."
        if command in ("north", "south"):
            world["room"] = "Shed" if command == "north" else "Yard"
        return "Shed\nAn old shed. The yard is south." if world["room"] == "Shed" else yard

    tries = Step(intent=Intent.TRY, target="north | east")
    planner = Planner([Plan(steps=(tries,), said="{}")])
    story = ToldStory(telling, {"room": "Yard"})
    _, turns = play_told(story, tmp_path, decides=planner, turns=2, player={"tries": 3})
    seen = [one.leads_to for one in happened(turns, ExitSeen) if one.leads_to]
    assert seen == ["Shed"]


def test_a_trial_says_which_of_two_rooms_that_look_alike_it_comes_to(tmp_path: Path) -> None:
    story = Path(__file__).parent / "perception" / "stories" / "workshop.z5"
    tries = Step(intent=Intent.TRY, target="north; north")
    walk = Plan(steps=steps("north", "north", "south", "south"), said="{}")
    planner = Planner([Plan(steps=(tries,), said="{}"), walk, Plan(steps=(tries,), said="{}")])
    turns = play_with(planner, story, 6, tmp_path, player={"tries": 3})
    before, after = (one.trials[0].answer for one in happened(turns, CommandsTried)[:2])
    assert before.count("Corridor") == 3 and "[another Corridor, where you have not been]" in before
    assert "[Corridor (r2)]" in after and "[Corridor (r3)]" in after


def test_a_way_that_a_trial_showed_leads_to_its_room_once_that_is_met() -> None:
    hall, attic = RoomId("r2"), RoomId("r3")
    shown = ExitSeen(room=HERE, direction="up", leads_to="Attic", location=7, tried=True)
    state = stage(shown)
    assert [way.told for way in picture(state).ways] == ["not gone; to Attic, by a trial"]
    state.apply(RoomFound(room=attic, name="Attic", location=7))
    assert [way.told for way in picture(state).ways] == ["Attic, by a trial"]
    assert command_of(state, Step(intent=Intent.GO_TO, target="Attic")) == "up"
    back = ExitExplored(room=HERE, direction="down", to=hall, assumed=True, tried=True)
    refused = ExitBlocked(room=HERE, direction="in", reason="It is shut.", tried=True)
    state = stage(RoomFound(room=hall, name="Hall"), back, refused)
    assert {way.direction: way.told for way in picture(state).ways} == {
        "down": "Hall, by a trial",
        "in": 'refused, by a trial: "It is shut."',
    }
    state.apply(ExitBlocked(room=HERE, direction="in", reason="It is shut."))
    assert {way.told for way in picture(state).ways} >= {'refused: "It is shut."'}


def test_a_way_in_vain_before_the_command_of_a_turn_is_no_news_of_that_command() -> None:
    plan = Plan(goal="G.", steps=steps("wait", "wait"))
    state = stage(PlanMade(plan=plan))
    state.apply(CommandChosen(command="wait", plan=1, step=0))
    refused = ExitBlocked(room=HERE, direction="in", reason="It is shut.", tried=True)
    events = (refused, PlanMade(plan=plan), CommandChosen(command="wait", plan=1, step=0))
    assert settle(state, events) == (StepDone(step=0),)


def test_a_plan_that_is_stopped_is_tried_at_its_end_where_it_has_come_to(tmp_path: Path) -> None:
    step = trying("take tinderbox", "up")
    planner = Planner([Plan(goal="G.", steps=(*steps("east"), step))])
    turns = play_with(planner, "four_parts_copper", 2, tmp_path, player={"tries": 6})
    [tried] = happened(turns, CommandsTried)
    assert tried.where == "Kitchen"
    assert tried.trials[0].answer == "Taken."
    ended = happened(turns, PlanEnded)
    assert [(one.done, one.tries) for one in ended] == [(False, True)]
    assert typed(turns) == ["east", "look"], "the look is the planner's"


def test_a_trial_that_was_meant_for_another_room_is_not_made_where_the_plan_was_stopped() -> None:
    hall = RoomId("r2")
    known = (RoomFound(room=hall, name="Hall"), ExitExplored(room=HERE, direction="up", to=hall))
    walk, wait = Step(intent=Intent.GO_TO, target="Hall"), Step(command="wait")
    for own, tries in (
        ((wait, trying("open box")), True),
        ((wait, *steps("dance"), trying("open box")), False),
        ((wait, walk, trying("open box")), False),
        ((walk, trying("open box")), False),
        ((wait, walk, trying("go to Hall; open box")), True),
    ):
        state = stage(*known, PlanMade(plan=Plan(goal="G.", steps=own)))
        chosen = CommandChosen(command="wait", plan=1, step=0)
        state.apply(chosen)
        assert end_of(state, "Somebody came: Ann.", (chosen,)).tries is tries, own


def test_a_look_that_is_not_understood_stops_no_walk(tmp_path: Path) -> None:
    planner = Planner([a_minds("examine tinderbox", "north")])
    turns = play_with(planner, "four_parts_copper", 1, tmp_path, player={"tries": 6})
    assert typed(turns) == ["north"]


@pytest.mark.parametrize(
    "danger",
    [PlayerDied(command="north", text="You die."), TextObserved(text="", wants=Wants.KEY)],
)
def test_nothing_is_tried_after_danger_or_where_the_story_waits(danger: Event) -> None:
    plan = Plan(goal="G.", steps=(*steps("north"), trying("up")))
    state = stage(PlanMade(plan=plan))
    chosen = CommandChosen(command="north", plan=1, step=0)
    for event in (chosen, danger):
        state.apply(event)
    assert not end_of(state, "It is over.", (chosen, danger)).tries
    assert end_of(state, "It is dark.", (chosen,)).tries == isinstance(danger, PlayerDied)


def test_who_tries_and_tries_has_a_turn_with_a_command_of_their_own(tmp_path: Path) -> None:
    plans = [Plan(goal="G.", steps=(trying("east"),))] * (TRIALS + 2)
    planner = Planner([*plans, Plan(goal="G.", steps=steps("wait", "wait"))])
    turns = play_with(planner, "four_parts_copper", 1, tmp_path, player={"tries": 6})
    assert len(happened(turns, CommandsTried)) == TRIALS
    assert typed(turns) == ["wait"]
    assert planner.told[-1] == "Nothing was tried: no trial is left before this turn."


def a_minds(*lines: Step | str, goal: str = "G.") -> Plan:
    """Return the plan of a model, whose commands may be tried before they are typed."""
    own = tuple(Step(command=one) if isinstance(one, str) else one for one in lines)
    return Plan(goal=goal, steps=own, said='{"reasoning": ""}')


def test_what_would_come_to_nothing_is_told_from_a_copy_and_is_no_turn(tmp_path: Path) -> None:
    plan = a_minds(
        *("examine pump", "inventory", "open pump", "wait", "take bucket", "northeast", "west")
    )
    planner = Planner([plan])
    turns = play_with(planner, "four_parts_copper", 3, tmp_path, player={"tries": 6})
    assert typed(turns) == ["wait", "take bucket", "look"], "waiting is a turn"
    spared = [one.instead.command for one in happened(turns, CommandsTried) if one.instead]
    assert spared == ["examine pump", "inventory", "open pump", "northeast"]
    [ended] = happened(turns, PlanEnded)
    assert ended.why == "There is no way there.", "as if it had been typed"
    state = Adventure().state()
    for turn, events in turns:
        state.turn = turn
        for event in events:
            state.apply(event)
    told = "\n".join(state.dialogue.exchanges[0].told)
    assert "> northeast   [no turn]\nYou can't go that way." in told
    yard = next(iter(state.map.rooms))
    assert state.map.rooms[yard].exits["northeast"].status is ExitStatus.ABSENT
    examined = state.memory.attempt(yard, "examine pump")
    assert examined is not None and examined.tried
    assert state.recent[0][0] == "wait"


ENDINGS = WORKSHOP.with_name("endings.z5")


def ends(tmp_path: Path, *plans: Plan, tries: int = 3) -> tuple[list[str], list[Event]]:
    """Return what is typed of some plans, and all that happens, where levers end the story."""
    turns = play_with(Planner([*plans]), ENDINGS, 4, tmp_path, player={"tries": tries})
    return typed(turns), happened(turns, Event)


def test_a_step_that_wins_is_typed_though_its_banner_reads_like_a_death(tmp_path: Path) -> None:
    tried, pushed = Plan(steps=(trying("push gold; look"),), said="{}"), a_minds("push gold")
    commands, events = ends(tmp_path, tried, pushed)
    assert commands == ["push gold"]
    [told] = [one for one in events if isinstance(one, CommandsTried)]
    assert "(The story would be won: 5 of 5 points.)" in told.trials[0].answer
    assert told.trials[0].answer.endswith("(The rest was not tried.)")
    assert not told.failed
    assert [one.outcome for one in events if isinstance(one, EpisodeEnded)] == [Outcome.VICTORY]


@pytest.mark.parametrize("tries", [3, 0])
def test_an_end_that_is_no_death_is_told_as_that_and_made_when_planned_again(
    tmp_path: Path, tries: int
) -> None:
    plans = [a_minds("push blue", "look")] * 3  # the critic has one refused
    commands, events = ends(tmp_path, *plans, tries=tries)
    assert commands == ["push blue"] * (1 if tries else 2)
    why = next(one.why for one in events if isinstance(one, PlanEnded))
    told = f"It would end the story for good: 2 of 5 points, the rest and 3 turns lost. {MEANT}"
    assert why == (told if tries else "The story ended.")
    assert [one.outcome for one in events if isinstance(one, EpisodeEnded)] == [Outcome.ENDED]


def test_what_a_trial_showed_to_end_the_story_is_meant_when_it_is_planned(tmp_path: Path) -> None:
    tried = Plan(steps=(trying("push blue; look", "push red; look; wait"),), said="{}")
    commands, events = ends(tmp_path, tried, *[a_minds("push blue")] * 2)
    assert commands == ["push blue"]
    [told] = [one for one in events if isinstance(one, CommandsTried)]
    blue, red = (trial.answer for trial in told.trials)
    end = "(The story would end for good: 2 of 5 points, the rest and 3 turns lost.)"
    assert blue.endswith(f"{end}\n[+2]\n(The rest was not tried.)")
    assert red.endswith("(The player would die.)\n(The rest was not tried.)")
    assert not any(isinstance(one, PlayerDied) for one in events)


@pytest.mark.parametrize("on_death", ["restore", "end"])
def test_what_would_kill_says_to_which_turn_a_death_is_taken_back(
    tmp_path: Path, on_death: str
) -> None:
    plans = [a_minds("wait", "push red")] * 2
    turns = play_with(Planner(plans), ENDINGS, 3, tmp_path, player={"tries": 3}, on_death=on_death)
    [why] = [one.why for one in happened(turns, PlanEnded) if "kill" in one.why]
    taken_back = " (a death is taken back, now to turn 1)"
    end = taken_back if on_death == "restore" else ", and end the episode"
    assert why == f"It would kill{end}. {MEANT}"


def test_a_step_without_a_way_back_is_told_before_it_is_typed(tmp_path: Path) -> None:
    loot = WORKSHOP.with_name("loot.z5")
    for way, name in (("down", "Pit"), ("west", "Limbo")):
        planner = Planner([a_minds(way, "look"), a_minds(way, "wait")])
        turns = play_with(planner, loot, 2, tmp_path / way, player={"tries": 3})
        assert typed(turns) == [way, "wait"], "planned again, it is typed"
        assert planner.told[1] == f"It would lead to {name}: {LOST}. {MEANT}"
    planner = Planner([Plan(steps=(trying("down; east", "north"),), said="{}"), a_minds("down")])
    turns = play_with(planner, loot, 1, tmp_path / "trial", player={"tries": 3})
    [tried] = [one for one in happened(turns, CommandsTried) if one.trials]
    assert [one.answer.count(NO_RETURN) for one in tried.trials] == [1, 0]
    assert typed(turns) == ["down"], "who was told of it by a trial means it"


def test_an_end_that_brings_no_points_is_told_as_that(tmp_path: Path) -> None:
    def telling(world: dict[str, Any], command: str) -> str:
        if command == "jump":
            return "You fly.\n\n  *** You are free ***\n\nWould you like to RESTART or QUIT?\n"
        if command == "score":
            return "You have so far scored 7 out of a possible 20, in 4 turns."
        return "Yard\nA bare yard between four walls."

    planner = Planner([Plan(steps=(trying("jump"),), said="{}"), a_minds("jump")])
    story = ToldStory(telling, {})
    _, turns = play_told(story, tmp_path, decides=planner, turns=9, player={"tries": 3})
    [tried, *_] = happened(turns, CommandsTried)
    end = "end for good and bring no points: 7 of 20 points, the rest and 8 turns lost"
    assert f"(The story would {end}.)" in tried.trials[0].answer
    assert len(end) < AGAIN, "it is never told as told before"


def test_chains_that_are_cut_at_the_same_command_are_told_once(tmp_path: Path) -> None:
    tried = Plan(steps=(trying("push red; look", "push red; wait"),), said="{}")
    _, events = ends(tmp_path, tried)
    [told] = [one for one in events if isinstance(one, CommandsTried)]
    assert [trial.commands for trial in told.trials] == [("push red",)]


def test_what_an_end_would_cost_counts_the_turns_that_lead_to_it(tmp_path: Path) -> None:
    tried = Plan(steps=(trying("wait; look; push blue", "wait; wait; wait; push blue"),), said="{}")
    _, events = ends(tmp_path, tried)
    [told] = [one for one in events if isinstance(one, CommandsTried)]
    third, last = (trial.answer for trial in told.trials)
    assert "good: 2 of 5 points, the rest and the last turn lost.)" in third
    assert "good: 2 of 5 points, the rest lost.)" in last, "no turn is left to play"


@pytest.mark.parametrize("perception", ["state", "text"])
def test_whether_a_choice_has_worked_is_asked_of_a_copy_where_the_answer_does_not_tell(
    tmp_path: Path, perception: str
) -> None:
    choice = Step(intent=Intent.FIRST_OF, target="pull statue | pull wheel | pull gate")
    settings = {"player": {"tries": 3}, "perception": perception}
    turns = play_with(Planner([a_minds(choice, "north")]), ENDINGS, 3, tmp_path, **settings)
    tried = happened(turns, CommandsTried)
    assert [one.instead.command for one in tried if one.instead] == ["pull statue"]
    assert UNCLEAR not in [one.why for one in happened(turns, PlanEnded)]
    assert [one for one in typed(turns) if one != "inventory"][:2] == ["pull wheel", "north"]
    judged = next(one for one in happened(turns, CommandJudged) if one.command == "pull wheel")
    assert judged.effect is Effect.CHANGED


def test_what_is_waited_for_in_vain_costs_no_turn_or_two(tmp_path: Path) -> None:
    waiting = Step(intent=Intent.WAIT_FOR, target="the bell rings")
    for tries, commands, why in (
        (3, ["look"], '"the bell rings" does not come in 4 turns, so none was spent.'),
        (0, ["wait", "wait", "look"], "did not come, and this answer came twice in a row."),
    ):
        folder = tmp_path / str(tries)
        folder.mkdir()
        planner = Planner([a_minds(waiting, "north")])
        turns = play_with(planner, "four_parts_copper", 4, folder, player={"tries": tries})
        assert typed(turns)[: len(commands)] == commands
        assert happened(turns, PlanEnded)[0].why.endswith(why)
        assert [trial.answer for one in happened(turns, CommandsTried) for trial in one.trials] == (
            ["You wait a while."] if tries else []
        )


def test_what_is_waited_for_and_comes_is_waited_for(tmp_path: Path) -> None:
    def telling(world: dict[str, Any], command: str) -> str:
        world["minute"] += bool(command)
        rings = world["minute"] == 4
        return "The bell rings." if rings else "Time passes." if command else "Yard\nA bare yard."

    waiting = Step(intent=Intent.WAIT_FOR, target="bell rings")
    planner = Planner([a_minds(waiting, "north")])
    story = ToldStory(telling, {"minute": 0})
    _, turns = play_told(story, tmp_path, decides=planner, turns=7, player={"tries": 3})
    assert typed(turns).count("wait") == 4, "the same was answered three times before"
    assert not any("come" in one.why for one in happened(turns, PlanEnded))


def test_a_way_that_is_refused_and_that_a_trial_passed_is_told_as_both(tmp_path: Path) -> None:
    plan = Plan(steps=(trying("north", "pull wheel; north"),), said="{}")
    turns = play_with(Planner([plan]), ENDINGS, 1, tmp_path, player={"tries": 3})
    state = Adventure().state()
    for turn, events in turns:
        state.turn = turn
        for event in events:
            state.apply(event)
    [north] = [way.told for way in picture(state).ways if way.direction == "north"]
    refused = 'refused, by a trial: "The gate does not open for you."'
    assert north == f"{refused}, to Hall by a trial after other commands"


def test_a_plan_that_would_leave_stops_where_the_parser_refused_a_step(tmp_path: Path) -> None:
    for leaves, commands in (("east", ["look"]), ("wait", ["wait"])):
        (tmp_path / leaves).mkdir()
        planner = Planner([a_minds("examine pump", "bucket pump", leaves)])
        turns = play_with(planner, "four_parts_copper", 1, tmp_path / leaves, player={"tries": 6})
        assert typed(turns) == commands


def test_what_was_only_looked_at_and_where_a_trial_was_carried_stop_no_plan() -> None:
    hall, rail = RoomId("r2"), ItemId("i9")
    plan = Plan(goal="G.", steps=steps("examine rail", "wait", "wait"))
    state = stage(RoomFound(room=hall, name="Hall"), PlanMade(plan=plan))
    found = ItemFound(item=rail, name="rail", place=in_room(HERE))
    for event in (CommandChosen(command="examine rail", plan=1, step=0), found):
        state.apply(event)
    assert interruption(state, plan.steps[0], (found,)) is None
    carried = PlayerMoved(room=hall, how=Movement.CARRIED, via="wait")
    trial = Trial(commands=("wait",), answer="")
    for places, why in (((), "You came to: Hall."), (("Hall",), None)):
        state = stage(
            RoomFound(room=hall, name="Hall"),
            CommandsTried(trials=(trial,), places=places),
            PlanMade(plan=plan),
        )
        for event in (CommandChosen(command="wait", plan=1, step=0), carried):
            state.apply(event)
        assert interruption(state, Step(command="wait"), (carried,)) == why


def test_a_repetition_stops_at_an_answer_that_it_has_had_twice_before() -> None:
    def stopped(command: str, *answers: str) -> int | None:
        """Return after how many answers it stops."""
        repeating = Step(command=command, until="gold")
        state = stage(PlanMade(plan=Plan(goal="G.", steps=(repeating, *steps("wait")))))
        for number, answer in enumerate(answers, 1):
            state.turn += 1
            heard = TextObserved(text=answer)
            events = (CommandChosen(command=command, plan=1, step=0), heard)
            for event in events:
                state.apply(event)
            if settle(state, events):
                return number
        return None

    assert stopped("read label", "One.", "Two.", "One.", "Two.", "One.", "Two.") == 5
    assert stopped("dig", "You dig.", "You dig.", "Gold!") == 3, "it came"
    assert stopped("wait", *["Time passes."] * 5) is None


def test_an_end_that_the_rules_run_into_is_taken_back(tmp_path: Path) -> None:
    planner = Planner([Plan(goal="G.", steps=steps("push blue"))] * 3)
    turns = play_with(planner, ENDINGS, 4, tmp_path)
    assert typed(turns) == ["push blue", "push blue", "look", "look"]


def test_what_leaves_a_mark_when_it_is_looked_at_is_looked_at_in_earnest(tmp_path: Path) -> None:
    looks = ("examine chest", "examine anvil", "examine anvil")
    for perception, earnest in (("state", ["examine anvil"]), ("text", [])):
        (tmp_path / perception).mkdir()
        turns = play_with(
            Planner([a_minds(*looks, "north")]),
            WORKSHOP,
            3,
            tmp_path / perception,
            player={"tries": 6},
            perception=perception,
        )
        own = [command for command in typed(turns) if command != "inventory"]
        assert own[: len(earnest) + 1] == [*earnest, "north"]


def test_without_lookahead_and_for_the_rules_own_plans_all_is_typed(tmp_path: Path) -> None:
    turns = play_with(Planner([a_minds("open pump", "look")]), "four_parts_copper", 2, tmp_path)
    assert typed(turns) == ["open pump", "look"]
    (tmp_path / "rule").mkdir()
    planner = Planner([Plan(goal="G.", steps=steps("open pump", "look"))])
    turns = play_with(planner, "four_parts_copper", 2, tmp_path / "rule", player={"tries": 6})
    assert typed(turns) == ["open pump", "look"]


def test_choices_that_are_refused_cost_no_turn_and_what_was_said_is_heard(tmp_path: Path) -> None:
    first = Step(intent=Intent.FIRST_OF, target="open pump | wear sledge | take bucket | wait")
    heard = Step(command="west", given="something you can open")
    plan = a_minds(first, "open pump", Step(command="north", given="nowhere"), heard)
    turns = play_with(Planner([plan]), "four_parts_copper", 2, tmp_path, player={"tries": 6})
    assert typed(turns) == ["take bucket", "west"]


def test_two_refusals_in_a_row_stop_a_plan_though_they_cost_no_turn(tmp_path: Path) -> None:
    planner = Planner([a_minds("open pump", "wear arch", "take bucket")])
    turns = play_with(planner, "four_parts_copper", 1, tmp_path, player={"tries": 6})
    assert [one.done for one in happened(turns, PlanEnded)] == [False]
    assert typed(turns) == ["look"], "the planner's own, when it was asked again"


def test_a_pursuit_pays_no_turn_for_what_is_refused(tmp_path: Path) -> None:
    pursue = Step(intent=Intent.PURSUE, target="explore the foundry", most=20)

    def refused(player: dict[str, int], folder: str) -> tuple[int, int]:
        (tmp_path / folder).mkdir()
        planner = Planner([a_minds(pursue)] * 12)
        turns = play_with(planner, "lastwell", 25, tmp_path / folder, player=player)
        judged = happened(turns, CommandJudged)
        spared = [one for one in happened(turns, CommandsTried) if one.instead is not None]
        idle = [one for one in judged if one.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)]
        return len(idle), len(spared)

    idle, spared = refused({"tries": 6}, "tries")
    assert spared > 3
    without, never = refused({}, "none")
    assert idle < without and never == 0


def test_who_only_looks_has_a_turn_in_the_end(tmp_path: Path) -> None:
    planner = Planner([a_minds("examine pump", "examine bucket")] * 20)
    turns = play_with(planner, "four_parts_copper", 1, tmp_path, player={"tries": 6})
    assert typed(turns) == ["examine pump"]
    assert len(planner.told) <= 6


def test_what_a_trial_has_told_stops_no_plan(tmp_path: Path) -> None:
    told = trying("west; north; take rasp; east")
    plans = [Plan(goal="G.", steps=(told,))]
    planner = Planner([*plans, Plan(goal="G.", steps=steps("west", "north", "take rasp", "east"))])
    turns = play_with(planner, "four_parts_copper", 4, tmp_path, player={"tries": 6})
    assert typed(turns) == ["west", "north", "take rasp", "east"]
    assert [one.done for one in happened(turns, PlanEnded)] == [True, True]
    (tmp_path / "untold").mkdir()
    planner = Planner([Plan(goal="G.", steps=steps("west", "north", "take rasp", "east"))])
    turns = play_with(planner, "four_parts_copper", 4, tmp_path / "untold")
    assert [one.done for one in happened(turns, PlanEnded)] == [False]


def test_where_no_way_is_left_exploring_guesses_each_direction_once() -> None:
    state = stage()
    explore = Step(intent=Intent.EXPLORE)
    guessed = command_of(state, explore)
    assert guessed is not None
    again = command_of(stage(ExitAbsent(room=HERE, direction=guessed)), explore)
    assert again not in (None, guessed)


def test_what_two_ways_are_refused_with_holds_for_all_but_the_ways_that_it_names() -> None:
    only = "There is only the one room: better go out."
    once = ExitBlocked(room=HERE, direction="north", reason=only)
    explore = Step(intent=Intent.EXPLORE)
    assert command_of(stage(once), explore) == "out", "it is named"
    other = stage(once, ExitBlocked(room=HERE, direction="out", reason="It is shut."))
    assert command_of(other, explore) not in (None, "north", "out")
    other.apply(ExitBlocked(room=HERE, direction="east", reason=only))
    assert command_of(other, explore) is None


def test_a_plan_that_explores_stops_where_directions_would_be_guessed() -> None:
    explore = Step(intent=Intent.EXPLORE)
    plan = Plan(goal="On.", steps=(explore, explore))
    for explored, why in ((False, "Every way that was read has been tried"), (True, None)):
        state = stage(PlanMade(plan=plan, explored=explored))
        told = lost_ground(state, explore)
        assert (told or "").startswith(why or ""), told
        assert (told is None) == explored
    way = ExitSeen(room=HERE, direction="north")
    assert lost_ground(stage(PlanMade(plan=plan), way), explore) is None


def test_long_shots_at_what_is_not_here_are_left_out(tmp_path: Path) -> None:
    shots = tuple(Step(command=one, maybe=True) for one in ("open logbook", "read logbook", "wait"))
    turns = play_with(Planner([Plan(goal="Sail.", steps=shots)]), CLOCK, 2, tmp_path)
    assert typed(turns) == ["open logbook", "wait"]


def test_what_a_later_step_names_was_foreseen_and_stops_nothing(tmp_path: Path) -> None:
    plan = ("north", "take lamp", "read logbook")
    turns = play_with(Planner([Plan(goal="North.", steps=steps(*plan))]), CLOCK, 3, tmp_path)
    assert typed(turns) == [*plan]


def test_what_comes_to_light_fits_a_plan_that_takes_all_before_it_goes_on() -> None:
    wand = ItemFound(item=ItemId("wand"), name="magic wand", place=in_room(HERE))
    takes = Step(intent=Intent.TAKE_ALL)
    for rest, why in (
        ((*steps("dig"), takes), None),
        ((*steps("north"), takes), "Something came to light: magic wand."),
    ):
        plan = Plan(goal="Search.", steps=(*steps("search cushions"), *rest))
        state = stage(wand, PlanMade(plan=plan))
        assert interruption(state, plan.steps[0], [wand]) == why


def test_what_is_only_spoken_of_has_not_come_to_light() -> None:
    wand = ItemFound(item=ItemId("wand"), name="magic wand", place=in_room(HERE))
    for first, why in (
        ("search cushions", "Something came to light: magic wand."),
        ("ask miller about mill", None),
        ("read leaflet", None),
    ):
        plan = Plan(goal="Search.", steps=steps(first, "north"))
        state = stage(wand, PlanMade(plan=plan))
        assert interruption(state, plan.steps[0], [wand]) == why


def test_a_question_in_what_is_read_asks_the_reader_nothing() -> None:
    text = "It says in large letters: Would you like to win a house?"
    for first, stops in (("read leaflet", False), ("knock", True)):
        plan = Plan(goal="Read.", steps=steps(first, "north"))
        state = stage(PlanMade(plan=plan), text=text)
        assert (interruption(state, plan.steps[0], []) is not None) == stops


def test_a_choice_that_led_on_is_done_whatever_it_did_there_before() -> None:
    choice = Step(intent=Intent.FIRST_OF, target="north | south")
    plan = Plan(goal="Out.", steps=(choice, *steps("wait")))
    state = stage(
        CommandChosen(command="north"),
        CommandJudged(room=HERE, command="north", effect=Effect.NOTHING),
        PlanMade(plan=plan),
    )
    state.turn += 5
    typing = CommandChosen(command="north", plan=1, step=0)
    for event in (typing, TextObserved(text="Mill")):
        state.apply(event)
    assert settle(state, [typing, TextObserved(text="Mill")]) == (StepDone(step=0),)


def test_what_comes_into_the_hands_stops_nothing() -> None:
    scroll = ItemFound(item=ItemId("scroll"), name="shiny scroll", place=INVENTORY)
    for dug in ("search oats", "take parchment", "ask miller about mill"):
        plan = Plan(goal="Search.", steps=steps(dug, "ride horse"))
        state = stage(scroll, PlanMade(plan=plan))
        assert interruption(state, plan.steps[0], [scroll]) is None


def test_what_comes_to_light_stops_a_plan_only_where_it_is_of_use() -> None:
    here = in_room(HERE)
    for typed_, name, known, stops in (
        ("search hay", "frieze", {"portable": False, "container": True, "open": True}, False),
        ("search hay", "hatch", {"portable": False, "open": False}, True),
        ("search hay", "green button", {"portable": False}, True),
        ("search hay", "miller", {"portable": False, "alive": True}, True),
        ("search hay", "pickaxe", {}, True),
        ("put coin on plinth", "round plinth", {}, False),
    ):
        found = ItemFound(item=ItemId("x"), name=name, place=here)
        coin = ItemFound(item=ItemId("coin"), name="coin", place=inside(ItemId("x")))
        plan = Plan(goal="G.", steps=steps(typed_, "ride horse"))
        state = stage(PlanMade(plan=plan), CommandChosen(command=typed_, plan=1, step=0))
        for event in (found, coin, ItemChanged(item=ItemId("x"), **known)):
            state.apply(event)
        assert (interruption(state, plan.steps[0], [found]) is not None) == stops, name


def test_what_asks_which_thing_is_meant_is_not_typed_and_stops_as_what_is_not_understood(
    tmp_path: Path,
) -> None:
    for first, commands in (("examine shelf", ["pull wheel", "north"]), ("wave shelf", ["look"])):
        folder = tmp_path / first[:4]
        folder.mkdir()
        planner = Planner([a_minds(first, "pull wheel", "north")])
        turns = play_with(planner, ENDINGS, len(commands), folder, player={"tries": 3})
        assert typed(turns) == commands
        [tried, *_] = happened(turns, CommandsTried)
        assert tried.trials[0].answer.startswith("Which do you mean")
        assert "asks something" not in "".join(one.why for one in happened(turns, PlanEnded))


def test_a_maze_stops_the_plan_of_a_mind_only_where_it_would_be_mapped() -> None:
    found = MazeDetected(group="1", entry_room=None, budget=100, markers_wanted=1)
    explore = Step(intent=Intent.EXPLORE)
    for own, said, stops in (
        (steps("north", "east"), "{}", False),
        ((*steps("north"), explore), "{}", True),
        (steps("north", "east"), "", True),
    ):
        state = stage(PlanMade(plan=Plan(goal="G.", steps=own, said=said)))
        state.apply(CommandChosen(command="north", plan=1, step=0))
        assert (interruption(state, own[0], [found]) is not None) is stops


def test_a_page_that_the_company_turns_stops_no_plan(tmp_path: Path) -> None:
    for tries in (3, 0):
        folder = tmp_path / str(tries)
        folder.mkdir()
        planner = Planner([a_minds("pull bell", "pull wheel", "north")])
        turns = play_with(planner, ENDINGS, 4, folder, player={"tries": tries})
        assert typed(turns) == ["pull bell", " ", "pull wheel", "north"]


@pytest.mark.parametrize("perception", ["state", "text"])
def test_what_a_copy_shows_not_to_be_taken_stops_no_plan(tmp_path: Path, perception: str) -> None:
    for does, stops in (("search hay", False), ("pull hay", True)):
        folder = tmp_path / does.split()[0]
        folder.mkdir()
        settings = {"player": {"tries": 3}, "perception": perception}
        planner = Planner([a_minds(does, "pull wheel", "north")])
        turns = play_with(planner, ENDINGS, 4, folder, **settings)
        told_of = [one.why for one in happened(turns, PlanEnded)]
        assert any("came to light" in one for one in told_of) is stops, told_of
        state = Adventure().state()
        for turn, events in turns:
            state.turn = turn
            for event in events:
                state.apply(event)
        assert "Tried on a copy" not in "".join(state.dialogue.exchanges[0].told)


def test_what_comes_to_light_is_no_news_where_all_of_it_is_taken_next() -> None:
    ring = ItemFound(item=ItemId("ring"), name="ring", place=inside(ItemId("box")))
    for following, stops in (("take all from box", False), ("ride horse", True)):
        plan = Plan(goal="Box.", steps=steps("open box", following))
        box = ItemFound(item=ItemId("box"), name="box", place=in_room(HERE))
        state = stage(box, ring, PlanMade(plan=plan))
        assert (interruption(state, plan.steps[0], [ring]) is not None) == stops


def test_a_step_given_words_waits_for_them_and_what_says_them_stops_nothing() -> None:
    unlock = Step(command="unlock box with key", given="locked or shut")
    again = Step(command="open box", given="locked or shut")
    plan = Plan(goal="Box.", steps=(*steps("open box"), unlock, again, *steps("take all of box")))
    refused = CommandJudged(room=HERE, command="open box", effect=Effect.NOTHING, novel=True)
    for text, stops in (("It seems to be locked.", False), ("You cannot reach it.", True)):
        state = stage(PlanMade(plan=plan), text=text)
        assert (interruption(state, plan.steps[0], [refused]) is not None) == stops
        state.apply(StepDone(step=0))
        assert has_nothing_to_do(state, unlock) == stops
        if not stops:
            state.apply(CommandChosen(command=unlock.command, plan=1, step=1))
            state.apply(TextObserved(text="You unlock the box."))
        state.apply(StepDone(step=1))
        assert has_nothing_to_do(state, again) == stops, "an answer since the last plain step"


def test_a_step_with_nothing_to_do_is_told_as_left_out_and_one_of_many_alike_is_not() -> None:
    take, north = Step(intent=Intent.TAKE_ALL), steps("north")[0]
    for row, told in (
        ((take, north), "[Left out: take all]"),
        ((take, north, take), "(Nothing came of it.)"),
    ):
        state = stage(PlanMade(plan=Plan(goal="Go.", steps=row, said="{}")), StepDone(step=0))
        assert state.dialogue.exchanges[-1].text == told


def test_who_was_there_when_the_plan_was_made_is_not_met_by_it() -> None:
    cook = ItemFound(item=ItemId("cook"), name="cook", place=in_room(HERE), alive=True)
    plan = Plan(goal="See.", steps=(*steps("ask cook about soup"), Step(intent=Intent.EXPLORE)))
    state = stage(cook)
    state.turn += 1
    state.apply(PlanMade(plan=plan))
    typing = CommandChosen(command="ask cook about soup", plan=1, step=0)
    state.apply(typing)
    assert tuple(settle(state, [typing])) == (StepDone(step=0),)


def test_who_is_met_is_told_before_the_plan_explores_on_and_a_walk_says_what_for() -> None:
    hall, cook = (
        RoomId("r2"),
        ItemFound(item=ItemId("cook"), name="cook", place=in_room(RoomId("r2")), alive=True),
    )
    plan = Plan(goal="See.", steps=(*steps("north"), Step(intent=Intent.EXPLORE)))
    typing = CommandChosen(command="north", plan=1, step=0)
    walked = PlayerMoved(room=hall, how=Movement.WALKED, via="north")
    state = stage(PlanMade(plan=plan), typing, RoomFound(room=hall, name="Hall"), walked, cook)
    [done, ended] = settle(state, [typing, walked, cook])
    assert isinstance(ended, PlanEnded) and ended.why == "Met for the first time: cook."
    state.apply(ExitSeen(room=HERE, direction="west"))
    state.apply(ExitExplored(room=hall, direction="south", to=HERE))
    state.apply(done)
    chosen = next_command(state)
    assert chosen is not None
    assert (chosen.command, chosen.purpose) == ("south", "to try west of Yard")


def test_a_creature_that_comes_along_is_no_news_and_one_that_comes_by_is() -> None:
    hall, dog = RoomId("r2"), ItemId("dog")
    walked = PlayerMoved(room=hall, how=Movement.WALKED, via="north")
    came = ItemMoved(item=dog, place=in_room(hall), how=Handling.MOVED_BY_ITSELF)
    known = ItemFound(item=dog, name="dog", place=in_room(HERE), alive=True)
    state = stage(known, RoomFound(room=hall, name="Hall"), walked, came)
    assert interruption(state, *steps("north"), [walked, came]) is None
    assert interruption(state, *steps("wait"), [came]) is None, "it was but noticed late"
    state.text = "A dog trots in."
    assert interruption(state, *steps("wait"), [came]) == "Somebody came: dog."
    assert interruption(state, *steps("pat dog"), [came]) is None, "the step is about it"


def test_a_place_that_a_trial_has_shown_is_not_met_for_the_first_time() -> None:
    hall = RoomFound(room=RoomId("r2"), name="Hall")
    walked = PlayerMoved(room=RoomId("r2"), how=Movement.WALKED, via="north")
    plan = Plan(goal="Go.", steps=steps("north", "sing"))
    trial = Trial(commands=("north",), answer="Hall\nA bell rings.")
    for places, why in (((), "A place not seen before: Hall."), (("Hall",), None)):
        state = stage(CommandsTried(trials=(trial,), places=places), PlanMade(plan=plan), hall)
        assert interruption(state, plan.steps[0], [hall, walked]) == why


def test_who_is_taken_elsewhere_is_told_where_unless_it_is_a_known_way_or_a_place_just_told() -> (
    None
):
    attic = RoomId("r2")
    plan = Plan(goal="Go.", steps=steps("pull lever", "sing"))
    found = RoomFound(room=attic, name="Attic")
    leads = ExitExplored(room=HERE, direction="pull lever", to=attic, teleport=True)
    taken = PlayerMoved(room=attic, how=Movement.CARRIED, via="pull lever")
    state = stage(found, PlanMade(plan=plan), leads, taken)
    assert interruption(state, plan.steps[0], [leads, taken]) == "You came to: Attic."
    for moved in (PlayerMoved(room=HERE, how=Movement.WALKED, via="down"), taken):
        state.apply(moved)
    assert interruption(state, plan.steps[0], [taken]) is None, "it led there before"
    fell = PlayerMoved(room=attic, how=Movement.CARRIED, via="north")
    onward = Plan(goal="Go.", steps=steps("north", "read sign"))
    told = TextObserved(text="The tunnel falls in behind you.\nAttic\nA sign hangs here.")
    state = stage(found, PlanMade(plan=onward), told, fell)
    assert interruption(state, onward.steps[0], [found, fell]) is None


def test_what_a_step_waits_for_is_no_news_when_it_comes() -> None:
    train = ItemFound(item=ItemId("train"), name="red train", place=in_room(HERE))
    waits = Step(intent=Intent.WAIT_FOR, target="train arrives or train stops")
    plan = Plan(goal="Go.", steps=(waits, *steps("sing")))
    state = stage(train, PlanMade(plan=plan), TextObserved(text="A red train arrives."))
    assert interruption(state, waits, [train]) is None
    other = Step(intent=Intent.WAIT_FOR, target="whistle")
    assert interruption(state, other, [train]) == "Something came to light: red train."


def test_why_a_plan_was_stopped_is_told_where_the_answer_does_not_say_it() -> None:
    state = stage()
    state.turn = 1

    def told(answer: str, why: str, *more: str) -> str:
        state.apply(PlanMade(plan=Plan(steps=steps("open box", *more), said="{}")))
        state.apply(CommandChosen(command="open box", plan=1, step=0))
        state.apply(TextObserved(text=answer))
        state.apply(PlanEnded(done=False, why=why))
        return state.dialogue.exchanges[-1].text.partition(answer)[2].strip()

    refused = "It seems to be locked. A fly buzzes."
    assert (
        told(refused, "Refused: It seems to be locked.", "sing") == "[Your plan was stopped here.]"
    )
    assert told(refused, "Refused: It seems to be locked.") == "", "nothing was left of it"
    opened = "You open the box, revealing a key."
    light = "Something came to light: key."
    assert told(opened, light, "sing") == f"[Your plan was stopped here: {light}]"
    assert told(opened, light) == f"[{light}]"


def test_who_leaves_or_speaks_is_news_where_the_rest_of_the_plan_is_about_them() -> None:
    def told(rest: str, *events: Event) -> str | None:
        plan = Plan(goal="Talk.", steps=steps("wait", rest))
        known = ItemFound(item=ItemId("smith"), name="old smith", place=in_room(HERE), alive=True)
        state = stage(known, PlanMade(plan=plan), *events)
        return interruption(state, plan.steps[0], events)

    elsewhere = in_room(RoomId("r2"))
    left = ItemMoved(item=ItemId("smith"), place=elsewhere, how=Handling.MOVED_BY_ITSELF)
    assert told("ask smith about key", left) == "No longer there: old smith."
    assert told("take key", left) is None, "nobody was seen to go"
    goes = TextObserved(text="The old smith goes out.")
    assert told("take key", goes, left) is None
    assert told("ask young smith about key", left) is None, "another"
    speech = TextObserved(text='The smith looks up. "The gate is locked," he says.')
    assert told("ask smith about key", speech) == "Somebody speaks: old smith."
    assert told("take key", speech) is None
    hers = TextObserved(text='"The old smith is a rogue," says Jill. "Lock him up."')
    byname = TextObserved(text='Jill looks at old smith "The Anvil" Dunn.')
    assert told("ask smith about key", hers) is told("ask smith about key", byname) is None


def test_a_gain_of_score_ends_the_long_shots_at_the_same_thing_and_no_other_plan() -> None:
    def told(*plan: Step) -> str | None:
        state = stage(PlanMade(plan=Plan(goal="Gems.", steps=plan)))
        return interruption(state, plan[0], [ScoreChanged(score=5)])

    [take] = steps("take gem")
    assert told(take, *steps("put gem in case")) is None
    assert told(take, Step(command="pull gem", maybe=True)) is not None
    assert told(take, Step(command="pull rope", maybe=True)) is None


def test_a_refusal_that_warns_of_death_stops_even_a_long_shot() -> None:
    def told(text: str, *, novel: bool = True) -> str | None:
        plan = Plan(goal="In.", steps=(Step(command="push gate", maybe=True), *steps("north")))
        judged = CommandJudged(room=HERE, command="push gate", effect=Effect.NOTHING, novel=novel)
        state = stage(PlanMade(plan=plan), text=text)
        return interruption(state, plan.steps[0], [judged])

    assert told("The gate does not move.") is None
    deadly = "It is shut. To climb over it would be your death."
    assert (told(deadly) or "").endswith("with a warning: To climb over it would be your death.")
    assert told(deadly, novel=False) is None, "it is no news"


def test_what_the_story_answers_in_its_own_words_is_no_refusal_however_often() -> None:
    plan = Plan(goal="Fly.", steps=steps("learn wings", "cast wings", "fly over wings"))

    def learnt(command: str) -> CommandJudged:
        return CommandJudged(room=HERE, command=command, effect=Effect.NOTHING, affirmed=True)

    state = stage(PlanMade(plan=plan), text="You learn the wings spell by heart.")
    assert interruption(state, plan.steps[0], [learnt("learn wings")]) is None
    state.apply(learnt("learn wings"))
    state.apply(StepDone(step=0))
    state.turn += 1
    assert interruption(state, plan.steps[1], [learnt("cast wings")]) is None


def test_several_things_are_taken_at_once_where_the_story_has_a_command_for_it() -> None:
    at_once = Step(intent=Intent.TAKE_ALL, target=ALL_AT_ONCE)
    two = stage(here=("lamp", "key"))
    assert command_of(two, at_once) == "take all"
    assert command_of(two, Step(intent=Intent.TAKE_ALL)) == "take key"
    assert command_of(stage(here=("lamp",)), at_once) == "take lamp"
    two.turn += 1
    two.apply(CommandJudged(room=HERE, command="take all", effect=Effect.NOTHING))
    assert command_of(two, at_once) is None, "it was refused"
    named = stage(here=("lamp", "coin"))
    named.apply(CommandJudged(room=HERE, command="take all", effect=Effect.NOT_UNDERSTOOD))
    assert command_of(named, at_once) == "take coin", "the story wants each thing named"
    full = stage(carried=("can",), here=("bone",))
    full.apply(PlanMade(plan=Plan(steps=(at_once,), goal="All.")))
    full.turn += 1
    full.apply(CommandChosen(command="take bone", plan=1, step=0))
    full.apply(ItemMoved(item=ItemId("bone"), place=INVENTORY, how=Handling.TAKEN))
    full.apply(ItemMoved(item=ItemId("can"), place=in_room(HERE), how=Handling.DROPPED))
    assert command_of(full, at_once) is None, "it was dropped for the other"


def test_what_is_new_here_is_looked_over_and_nothing_brought_along() -> None:
    fixed = [
        ItemFound(item=ItemId(name), name=name, place=in_room(HERE), portable=False)
        for name in ("sky", "control panel")
    ]
    hall = RoomId("r2")
    state = stage(*fixed, carried=("lamp",), here=("coin",))
    assert set(unseen(state)) == {"examine lamp", "examine coin", "examine control panel"}
    state.turn += 1
    state.apply(RoomFound(room=hall, name="Hall"))
    state.apply(PlayerMoved(room=hall, how=Movement.WALKED, via="north"))
    assert list(unseen(state)) == []


def test_nothing_is_looked_at_twice_by_one_name() -> None:
    books = [ItemFound(item=ItemId(n), name="book", place=in_room(HERE)) for n in ("one", "other")]
    looked = CommandJudged(
        room=HERE, command="examine book", effect=Effect.NOTHING, things=("book",), looked=True
    )
    assert list(unseen(stage(*books))) == ["examine book", "examine book"]
    assert list(unseen(stage(*books, looked))) == []


def test_exploring_tries_one_way_a_step_and_stops_at_what_lies_there(tmp_path: Path) -> None:
    explore = Step(intent=Intent.EXPLORE)
    turns = play_with(Planner([Plan(goal="See.", steps=(explore,) * 2)]), CLOCK, 3, tmp_path)
    tried = [e for e in happened(turns, CommandChosen) if e.rule == EXPLORING]
    assert [e.step for e in tried] == [0]
    assert [e.why[:16] for e in happened(turns, PlanEnded)] == ["This lies here: "]


def test_over_and_over_exploring_goes_on(tmp_path: Path) -> None:
    explore, take = Step(intent=Intent.EXPLORE), Step(intent=Intent.TAKE_ALL, maybe=True)
    turns = play_with(Planner([Plan(goal="See.", steps=(explore, take) * 2)]), CLOCK, 5, tmp_path)
    tried = [e for e in happened(turns, CommandChosen) if e.rule == EXPLORING]
    assert [e.step for e in tried] == [0, 2]
    assert all(e.done for e in happened(turns, PlanEnded))


def test_a_known_room_is_walked_to_by_name_one_way_a_turn(tmp_path: Path) -> None:
    there = [command("north"), command("south"), command("down")]
    back = Plan(goal="Back up.", steps=(Step(intent=Intent.GO_TO, target="RESERVOIR KEEPER"),))
    turns = play_with(Planner([*there, back]), CLOCK, 5, tmp_path)
    made = happened(turns, PlanMade)
    assert made[0].plan.steps[0].target == "RESERVOIR KEEPER"
    assert not happened(turns, PlanEnded)[0].done, "no such room is known"
    rooms = [e.name for e in happened(turns, RoomFound)]
    (tmp_path / "again").mkdir()
    back = Plan(goal="Back.", steps=(Step(intent=Intent.GO_TO, target=rooms[1]),))
    turns = play_with(Planner([*there, back]), CLOCK, 6, tmp_path / "again")
    assert happened(turns, PlanEnded)[0].done
    assert [e.plan for e in happened(turns, CommandChosen)][3:5] == [1, 1]


def test_what_a_person_types_walks_only_to_rooms_that_are_known() -> None:
    state = stage(RoomFound(room="r2", name="Old Mill"))  # type: ignore[arg-type]
    going = asyncio.run(HumanPlayer(command="go to old mill").decide(brief(state)))
    assert going.steps[0].intent is Intent.GO_TO
    other = asyncio.run(HumanPlayer(command="go to bed").decide(brief(state)))
    assert other.steps[0].command == "go to bed"


def test_what_a_person_planned_and_gave_up_is_played_again_alike(tmp_path: Path) -> None:
    def played(game: Adventure, name: str) -> list[tuple[int, Event]]:
        settings = load_settings({"limits": {"turns": 5}}, environ={}, folder=tmp_path)
        store = new_store(tmp_path / name)
        row = store.episode(store.create(new_adventure(settings, CLOCK, seed=3)))
        row = asyncio.run(Runner(store, game).play(row))
        found = [(line.turn, event) for line, event in read_events(store, game, row)]
        store.close()
        return found

    planned = HumanPlayer(steps=steps("read letter", "inventory", "wait", "examine me"))
    first = played(Adventure(typed={1: planned, 3: HumanPlayer(stops=True)}), "first.db")
    made = [event for _, event in first if isinstance(event, PlanMade)]
    assert [step.command for step in made[0].plan.steps[:2]] == ["read letter", "inventory"]
    ended = next((turn, event) for turn, event in first if isinstance(event, PlanEnded))
    assert ended == (3, PlanEnded(done=False, why=STOPPED))
    by = [event.by for turn, event in first if isinstance(event, CommandChosen) and turn == 3]
    assert by != [By.HUMAN], "the company decides anew"
    assert played(Adventure().as_recorded(first), "again.db") == first


def test_a_step_is_a_command_or_an_intent() -> None:
    for wrong in ({}, {"command": "wait", "intent": "explore"}, {"intent": "go_to"}):
        with pytest.raises(ValidationError):
            Step.model_validate(wrong)


@dataclass
class PausesEvery(Hook):
    """Ends the run after every so many turns."""

    control: Control
    turns: int

    def on_turn_end(self, moment: Moment) -> None:
        self.control.pause = moment.turn > 0 and moment.turn % self.turns == 0


def test_an_episode_interrupted_within_a_plan_goes_on_with_the_same_log(tmp_path: Path) -> None:
    def log(every: int, name: str) -> list[tuple[int, str]]:
        plan = Plan(goal="Look.", steps=steps("read letter", "look", "examine me", "wait"))
        game, control = CastAdventure(Planner([plan])), Control()
        settings = load_settings({"limits": {"turns": 6}}, environ={}, folder=tmp_path)
        store = new_store(tmp_path / name)
        runner = Runner(store, game, Hooks.of([PausesEvery(control, every)]), control)
        row = runner.create(new_adventure(settings, CLOCK, seed=3))
        runs = 0
        while row.outcome is None:
            control.pause = False
            row = asyncio.run(runner.play(store.episode(row.id)))
            runs += 1
        assert runs == -(-6 // every)
        lines = read_events(store, game, row)
        store.close()
        return [(line.turn, event.model_dump_json()) for line, event in lines]

    assert log(100, "whole.db") == log(2, "parts.db")


def test_where_a_trial_went_beyond_the_known_rooms_is_known_once_they_are_met(
    tmp_path: Path,
) -> None:
    rooms = {
        "Yard": "Yard\nA wide yard. A door leads north.",
        "Hall": "Hall\nA long hall with doors to the east and the south.",
        "Loft": "Loft\nA low loft. The hall is west.",
    }
    ways = {("Yard", "north"): "Hall", ("Hall", "south"): "Yard", ("Hall", "east"): "Loft"}
    ways |= {("Loft", "west"): "Hall"}

    def telling(world: dict[str, Any], command: str) -> str:
        to = ways.get((world["room"], command))
        if to is None and command != "look":
            return "You can't go that way."
        world["room"] = to or world["room"]
        return rooms[world["room"]]

    looked = Plan(steps=(trying("north; east; west"),), said="{}")
    planner = Planner([looked, Plan(steps=steps("north"), said="{}")])
    story = ToldStory(telling, {"room": "Yard"})
    _, turns = play_told(story, tmp_path, decides=planner, turns=3, player={"tries": 3})
    seen = [(one.direction, one.leads_to) for one in happened(turns, ExitSeen) if one.leads_to]
    assert seen == [("north", "Hall"), ("east", "Loft")]


def test_a_key_that_is_planned_is_pressed_and_stops_no_plan() -> None:
    for following, why in (("<space>", None), ("north", "The story waits for a key.")):
        plan = Plan(goal="On.", steps=steps("read album", following))
        waits = TextObserved(text="A page turns", wants=Wants.KEY)
        state = stage(PlanMade(plan=plan), CommandChosen(command="read album"), waits)
        assert interruption(state, plan.steps[0], []) == why
