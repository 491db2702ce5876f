"""What a mind is told: rules, what was said, and a picture of now that is bounded and true."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from adventure.agents_stage import HERE, brief, stage
from adventure.scripted import play_with
from begun import new_store
from ludens.adventure.agents.llm_player import (
    as_said,
    has_planned_the_end,
    is_idle_at_the_end,
    prompt,
    tail,
)
from ludens.adventure.agents.player import Player, as_plan
from ludens.adventure.agents.reply import GoalReply, MindReply, noted
from ludens.adventure.agents.settings import Autonomy, PlayerSettings
from ludens.adventure.briefing import Briefing
from ludens.adventure.dialogue import MOST_TOLD, DialogueFolded, to_fold
from ludens.adventure.digest import digest_of
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.doubts import to_explore
from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    TextObserved,
)
from ludens.adventure.execution import command_of
from ludens.adventure.game import Adventure
from ludens.adventure.lessons.drawing import lessons
from ludens.adventure.lessons.events import LINE, MOST_LINES, LessonsDrawn
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.picture import picture
from ludens.adventure.plan import (
    CommandsTried,
    Intent,
    Plan,
    PlanEnded,
    PlanMade,
    Scored,
    Step,
    StepDone,
    Trial,
)
from ludens.adventure.puzzles.events import (
    BY_MODEL,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.search.record import Made
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room, inside
from ludens.adventure.world.routes import path
from ludens.episode.history import read_events
from ludens.llm.request import LLMRequest
from ludens.llm.schemas import WITH_BOUNDS, strict_schema
from ludens.llm.tokens import estimate_tokens

CELLAR = RoomId("r2")


def told(state: AdventureState) -> str:
    return tail(brief(state))


def tokens(request: LLMRequest) -> int:
    texts = [block.text for block in request.system]
    texts += [block.text for message in request.messages for block in message.blocks]
    return sum(map(estimate_tokens, texts))


@pytest.mark.parametrize("autonomy", list(Autonomy))
def test_an_empty_state_has_a_prompt_too(autonomy: Autonomy) -> None:
    request = prompt(brief(AdventureState()), PlayerSettings(autonomy=autonomy, tries=3))
    assert "Where you are is not known." in request.messages[-1].blocks[-1].text
    assert "try: A | B | C" in request.system[0].text


def test_a_description_tells_no_more_of_what_was_taken_or_has_left() -> None:
    body = "A yard.\n\nOn the bench is a lamp.\n\nA dog comes in.\n\nA well is here."
    state = stage(here=("lamp", "dog", "well"))
    state.apply(RoomChanged(room=HERE, description=body))
    assert "A yard.  On the bench is a lamp.  A dog comes in.  A well is here." in told(state)
    state.apply(ItemMoved(item=ItemId("lamp"), place=INVENTORY, how=Handling.TAKEN))
    state.apply(ItemMoved(item=ItemId("dog"), place=in_room(CELLAR), how=Handling.MOVED_BY_ITSELF))
    assert "As described at the last look: A yard.  A well is here." in told(state)


def test_a_description_that_stands_above_is_not_told_again_unless_it_may_be_another_rooms() -> None:
    body = "A yard with a well in the middle of it."
    state = stage(RoomChanged(room=HERE, description=body))
    said(state)
    state.turn += 1
    state.apply(CommandChosen(command="look", plan=1, step=0))
    state.apply(TextObserved(text=f"Yard\n{body}"))
    for _ in range(3):
        said(state)
    assert body not in told(state), "three replies back, and it still stands there"
    state.apply(RoomFound(room=CELLAR, name="Yard"))
    assert f"As described at the last look: {body}" in told(state)


def suggestion(id_: str, command: str, room: RoomId = CELLAR) -> SuggestionMade:
    return SuggestionMade(
        suggestion=SuggestionId(id_),
        puzzle=PuzzleId("p1"),
        command=command,
        room=room,
        confidence=0.9,
        reason="It fits.",
        kind=BY_MODEL,
    )


def test_what_is_open_is_told_until_it_is_done_or_has_failed() -> None:
    refused = "kick hatch"
    state = stage(
        RoomFound(room=CELLAR, name="Cellar"),
        ExitExplored(room=HERE, direction="down", to=CELLAR),
        ItemFound(item=ItemId("hatch"), name="hatch", place=in_room(CELLAR)),
        PuzzleFound(
            puzzle=PuzzleId("p1"),
            kind=PuzzleKind.LOCKED,
            summary="The hatch is locked.",
            room=CELLAR,
            things=("hatch",),
        ),
        suggestion("s1", "unlock hatch with key"),
        suggestion("s2", refused),
        TextObserved(text="Ouch."),
        CommandJudged(room=CELLAR, command=refused, effect=Effect.NOTHING),
        PlayerDied(command="drink tar", text="You have died."),
        StoryRestored(to_turn=3, command="drink tar", reason="the player died"),
    )
    text = told(state)
    assert "Open: The hatch is locked. (Cellar, 1)" in text
    assert "worth a try: unlock hatch with key (Cellar)." in text
    assert refused not in text, "what failed is not shown as likely"
    assert 'Killed you the last time: "drink tar" in Yard.' in text
    state.apply(CommandJudged(room=HERE, command="drink tar", effect=Effect.NOTHING))
    assert "Killed you" not in told(state), "it was survived since"
    state.apply(ItemChanged(item=ItemId("hatch"), open=True))
    assert "The hatch is locked" not in told(state)


def test_what_is_in_containers_and_fixtures_is_told_each_thing_once() -> None:
    crucible, bench = ItemId("crucible"), ItemId("bench")
    state = stage(
        ItemFound(item=bench, name="bench", place=in_room(HERE), portable=False),
        ItemFound(item=crucible, name="crucible", place=inside(bench)),
        ItemFound(item=ItemId("bead"), name="copper bead", place=inside(crucible)),
        ItemFound(item=ItemId("smith"), name="smith", place=in_room(HERE), alive=True),
        ItemFound(item=ItemId("smith2"), name="Smith", place=in_room(HERE), alive=True),
        carried=("lamp",),
    )
    text = told(state)
    assert "bench (fixed; holds: crucible (holds: copper bead))" in text
    assert "Present: smith\n" in text
    assert "You carry: lamp.\n" in text
    state.apply(ItemChanged(item=bench, open=True))
    state.apply(ItemFound(item=ItemId("ice"), name="ice", place=in_room(HERE), portable=False))
    state.apply(ItemChanged(item=ItemId("ice"), open=True))
    state.apply(CommandJudged(room=HERE, command="read lamp", effect=Effect.NOTHING))
    assert "copper bead)). Fixed: ice." in told(state), "it is but there"
    assert "never examined" not in told(state)


def test_of_a_name_with_of_the_word_before_it_tells_who_lives() -> None:
    names = ("statue of a king", "sprig of sage", "captain of the guard", "old king")
    present = picture(stage(here=names)).present
    assert present == ("captain of the guard", "old king")


def test_what_somebody_was_given_does_not_lie_elsewhere() -> None:
    troll, sword, cup = ItemId("troll"), ItemId("sword"), ItemId("cup")
    state = stage(
        RoomFound(room=CELLAR, name="Cellar"),
        ExitExplored(room=HERE, direction="down", to=CELLAR),
        ItemFound(item=troll, name="troll", place=in_room(CELLAR)),
        ItemChanged(item=troll, alive=True),
        ItemFound(item=cup, name="cup", place=in_room(CELLAR)),
        carried=("sword",),
    )
    state.apply(ItemMoved(item=sword, place=inside(troll), how=Handling.PUT))
    assert picture(state).left_behind == ("cup (Cellar, 1)",)
    for number in range(20):
        mask = ItemFound(item=ItemId(f"m{number}"), name=f"mask {number}", place=in_room(CELLAR))
        state.apply(mask)
    [told_of] = picture(state).left_behind
    assert told_of.endswith(" and 13 more (Cellar, 1)") and told_of.count("mask") == 7


def test_who_is_here_is_told_as_the_text_told_of_them_last_where_that_is_long_ago() -> None:
    smith = ItemFound(item=ItemId("smith"), name="old smith", place=in_room(HERE), alive=True)
    state = stage(smith)
    for text in ("The old smith stands at the fire. He nods.", "The old smith sits down.", "Ah."):
        state.turn += 1
        state.apply(CommandChosen(command="wait"))
        state.apply(TextObserved(text=text))
    for _ in range(3):
        said(state)
    assert 'Present: old smith: "The old smith sits down."\n' in told(state)
    state.apply(CommandChosen(command="look"))
    state.apply(TextObserved(text="The old smith lies on the floor."))
    assert "Present: old smith\n" in told(state), "it stands right above"
    clerk = ItemFound(item=ItemId("clerk"), name="store clerk", place=in_room(HERE))
    assert "Present: store clerk\n" in told(stage(clerk)), "of whom the senses know no more"


def test_whose_notes_are_full_is_told_before_the_oldest_line_is_lost() -> None:
    notes, state = "", stage()
    lines = [f"{number}: {'so it is ' * 20}" for number in range(20)]
    for line in lines:
        state.plan.notes = notes
        kept = noted(notes, line) or ""
        assert ("Your notes (full: " in told(state)) is (
            bool(notes) and lines[0].strip() not in kept
        )
        if lines[0].strip() not in kept:
            return
        notes = kept
    raise AssertionError("they are never full")


def test_notes_that_were_crowded_out_are_told_by_the_digest_and_those_given_up_are_not() -> None:
    state = stage()
    lines = [f"{number}: {'so it is ' * 20}".strip() for number in range(20)]
    for line in [*lines, "Instead: all is otherwise"]:
        notes = noted(state.plan.notes, line)
        plan = Plan(steps=(Step(command="wait"),), notes=notes, said="{}")
        state.apply(PlanMade(plan=plan))
    digest = digest_of(state, 12000)
    assert state.plan.notes == "all is otherwise"
    told_of = [line for line in lines if line in digest]
    assert told_of == lines[: len(told_of)] != [], "the oldest of them, and not the given up"
    assert digest_of(state, 100).count("so it is") == 0, "it is bounded"


def test_of_who_is_here_nothing_is_told_that_was_said_in_another_room() -> None:
    smith = ItemFound(item=ItemId("smith"), name="old smith", place=in_room(HERE), alive=True)
    state = stage(turn=1)
    for turn, room, text in (
        (2, CELLAR, "The old smith of the song is dead."),
        (3, HERE, "A fire."),
    ):
        state.turn = turn
        state.apply(CommandChosen(command="north"))
        state.apply(TextObserved(text=text))
        state.apply(RoomFound(room=room, name=f"Room {room}"))
        state.apply(PlayerMoved(room=room, how=Movement.WALKED, via="north"))
    state.apply(smith)
    for _ in range(3):
        said(state)
    assert "Present: old smith\n" in told(state)


def test_where_one_is_thrown_out_again_is_no_barred_way_and_is_not_explored_again() -> None:
    thrown = "You go in. An old woman shoves you out again."
    state = stage(ExitSeen(room=HERE, direction="in"), text=thrown)
    assert command_of(state, Step(intent=Intent.EXPLORE)) == "in"
    state.apply(CommandJudged(room=HERE, command="in", effect=Effect.NOTHING, novel=True))
    assert "Ways from here: in: gone, and not let through." in told(state)
    assert next(to_explore(state), None) is None
    state.apply(ExitBlocked(room=HERE, direction="in", reason=thrown))
    assert f'in: refused: "{thrown}"' in told(state)


def test_how_a_thing_stands_is_told_by_the_text_where_no_sense_knew() -> None:
    box, scroll = ItemId("box"), ItemId("scroll")
    state = stage(
        ItemFound(item=box, name="cedarwood box", place=INVENTORY),
        ItemChanged(item=box, open=False, locked=True, container=True),
        ItemFound(item=scroll, name="shiny scroll", place=INVENTORY),
        ItemFound(item=ItemId("spell"), name="bozbar spell", place=inside(scroll)),
    )
    assert "cedarwood box (locked), shiny scroll." in told(state), "a spell is no thing in a scroll"
    state.turn += 1
    state.apply(TextObserved(text="Silently, the cedarwood box swings open. A crow caws."))
    state.apply(TextObserved(text="You shut the cold box, and the spell book is closed."))
    assert 'cedarwood box ("Silently, the cedarwood box swings open.")' in told(state)
    state.apply(ItemChanged(item=box, open=True))
    assert "cedarwood box (open)" in told(state)


def test_a_guessed_way_back_is_left_out_where_the_text_names_other_ways() -> None:
    for description, told_so in (("A damp cellar.", True), ("A path leads east.", False)):
        state = stage(
            RoomFound(room=CELLAR, name="Cellar", description=description),
            ExitSeen(room=CELLAR, direction="east"),
            ExitExplored(room=CELLAR, direction="north", to=HERE, assumed=True),
            PlayerMoved(room=CELLAR, how=Movement.WALKED, via="south"),
        )
        assert ("north: Yard, a guess" in told(state)) is told_so
        assert ("with turns to walk there: Yard 1." in told(state)) is not told_so


def test_a_guessed_way_back_goes_where_another_way_was_gone_or_tried_that_leads_there() -> None:
    guess = ExitExplored(room=HERE, direction="south", to=CELLAR, assumed=True)
    known = (RoomFound(room=CELLAR, name="Cellar"), guess)
    assert "south: Cellar, a guess" in told(stage(*known))
    tried = ExitExplored(room=HERE, direction="west", to=CELLAR, assumed=True, tried=True)
    state = stage(*known, tried)
    assert "Ways from here: west: Cellar, by a trial." in told(state)
    walked = [
        ExitExplored(room=HERE, direction="down", to=CELLAR),
        PlayerMoved(room=CELLAR, how=Movement.WALKED, via="down"),
        PlayerMoved(room=HERE, how=Movement.WALKED, via="up"),
    ]
    assert "Ways from here: down: Cellar." in told(stage(*known, *walked))


def test_what_names_but_the_ways_that_there_are_is_no_bar_to_be_told_of_elsewhere() -> None:
    def told_of(reason: str) -> str:
        barred = ExitBlocked(room=CELLAR, direction="north", reason=reason)
        way = ExitExplored(room=HERE, direction="down", to=CELLAR)
        return told(stage(RoomFound(room=CELLAR, name="Cellar"), way, barred))

    assert "Refused elsewhere" not in told_of("The only way out is to the south.")
    assert "Refused elsewhere: Cellar (1), north" in told_of("The door is in the way.")
    assert "Refused elsewhere" in told_of("A guard bars the way north, and waves you east.")


def test_a_guessed_way_that_is_barred_is_not_said_to_have_led_anywhere() -> None:
    guess = ExitExplored(room=HERE, direction="south", to=CELLAR, assumed=True)
    barred = ExitBlocked(room=HERE, direction="south", reason="A wall stands there.")
    assert "it led to" not in told(stage(RoomFound(room=CELLAR, name="Cellar"), guess, barred))


def test_a_way_that_the_text_speaks_against_is_told_so_and_explored_last() -> None:
    shut = "A path leads north. The iron door in the east is locked."
    state = stage(
        RoomFound(room=CELLAR, name="Cellar", description=shut),
        PlayerMoved(room=CELLAR, how=Movement.WALKED, via="down"),
        ExitSeen(room=CELLAR, direction="east"),
        ExitSeen(room=CELLAR, direction="north"),
    )
    assert 'east: not tried ("The iron door in the east is locked.")' in told(state)
    assert "north: not tried;" in told(state) or "north: not tried." in told(state)
    assert command_of(state, Step(intent=Intent.EXPLORE)) == "north"
    state.apply(PlanMade(plan=Plan(steps=(Step(command="wait"),), goal="Open the iron door.")))
    assert command_of(state, Step(intent=Intent.EXPLORE)) == "east", "the goal names it"


def test_two_words_for_one_way_are_one_way() -> None:
    state = stage(
        RoomFound(room=CELLAR, name="Cellar", description="Stairs go up to the south."),
        PlayerMoved(room=CELLAR, how=Movement.WALKED, via="down"),
        ExitSeen(room=CELLAR, direction="up"),
        ExitSeen(room=CELLAR, direction="south"),
    )
    assert "south: not tried." in told(state)
    assert "up: not tried" not in told(state)
    state.apply(ExitExplored(room=CELLAR, direction="south", to=HERE))
    assert next(to_explore(state), None) is None


def test_goal_and_notes_are_told_each_time() -> None:
    state = stage()
    own = '{"goal": "Find the \\"well\\".", "notes": "The key is blue."}'
    plan = Plan(steps=(Step(command="wait"),), goal='Find the "well".', notes="The key is blue.")
    state.apply(PlanMade(plan=plan.model_copy(update={"said": own})))
    for _ in range(2):
        assert 'Your goal: Find the "well".\nYour notes:\nThe key is blue.\n' in told(state)
        said(state)


@pytest.mark.parametrize("reply", [MindReply, GoalReply])
def test_the_shape_that_a_model_is_told_is_the_one_that_is_enforced(reply: type[MindReply]) -> None:
    shape = reply.model_json_schema()
    assert strict_schema(shape, WITH_BOUNDS) == shape
    given_back = json.loads(as_said(reply(reasoning="so", steps=("look",))))
    assert list(given_back) == list(shape["properties"]) == shape["required"]


def test_a_refused_proposal_is_told_with_its_reason() -> None:
    briefing = replace(brief(stage()), refusals={"push wall": "It did nothing at turn 3."})
    assert "would not type it: It did nothing at turn 3." in tail(briefing)


def said(state: AdventureState, steps: int = 1) -> None:
    """Let a model plan some steps."""
    plan = Plan(steps=(Step(command="wait"),) * steps, said='{"reasoning": "' + "so " * 60 + '"}')
    state.apply(PlanMade(plan=plan))


def fold(state: AdventureState, budget: int) -> None:
    """Do as the loop does where a dialogue has grown too long."""
    number = to_fold(state.dialogue, budget, 0.6, round(budget * 0.35))
    if number:
        digest = digest_of(state, round(budget * 0.35))
        state.apply(DialogueFolded(exchanges=number, digest=digest))


def busy(turns: int) -> AdventureState:
    """Return a long episode, made up, as it is in the end."""
    *_, last = busy_turns(turns)
    return last


def busy_turns(turns: int, budget: int = 5000) -> Iterator[AdventureState]:
    """Yield it turn by turn: every ten a room, things, a puzzle, now and then a death."""
    state = stage(turn=1)
    for turn in range(1, turns + 1):
        state.turn = turn
        room = RoomId(f"r{turn // 10 + 1}")
        command = f"turn the {turn}th brass wheel"
        if turn % 3 == 1:
            fold(state, budget)
            said(state, 3)
        state.apply(CommandChosen(command=command, plan=state.plan.number, step=0))
        state.apply(TextObserved(text=f"The {turn}th wheel won't budge. " * 12))
        state.apply(CommandJudged(room=room, command=command, effect=Effect.NOTHING, novel=True))
        if turn % 10 == 0:
            before = state.map.here
            hall = f"The {turn}th Hall of the Long House"
            state.apply(RoomFound(room=room, name=hall, description=f"{hall}. " * 8))
            if before is not None:
                state.apply(ExitExplored(room=before, direction="north", to=room))
                state.apply(ExitExplored(room=room, direction="south", to=before))
            state.apply(PlayerMoved(room=room, how=Movement.WALKED, via="north"))
            for number in range(5):
                name = f"copper kettle number {turn} {number}"
                found = ItemFound(item=ItemId(name), name=name, place=in_room(room))
                state.apply(found)
            for way in ("east", "west", "up"):
                state.apply(ExitSeen(room=room, direction=way))
            puzzle = PuzzleId(f"p{turn}")
            summary = f"did not work yet: the {turn}th wheel won't budge, whatever one tries"
            kind = PuzzleKind.REFUSED
            state.apply(PuzzleFound(puzzle=puzzle, kind=kind, summary=summary, room=room))
            state.apply(suggestion(f"s{turn}", f"oil the {turn}th brass wheel", room))
            state.apply(ScoreChanged(score=turn, max_score=10_000))
        if turn % 25 == 0:
            state.apply(PlayerDied(command=command, text="The wheel falls on you. " * 20))
            state.apply(LessonsDrawn(lines=lessons(state)))
        yield state


def test_the_prompt_of_turn_1000_is_hardly_longer_than_that_of_turn_100() -> None:
    sizes = {
        state.turn: tokens(prompt(brief(state), PlayerSettings()))
        for state in busy_turns(1000)
        if state.turn % 9 == 0 and (100 <= state.turn < 190 or state.turn >= 910)
    }
    early = max(size for turn, size in sizes.items() if turn < 190)
    late = max(size for turn, size in sizes.items() if turn >= 910)
    assert late <= 1.1 * early, f"{early} tokens from turn 100, {late} up to turn 1000"


def test_what_is_said_only_grows_between_two_folds_which_are_rare() -> None:
    state, before, folds = stage(turn=1), "", 0
    for turn in range(1, 400):
        state.turn = turn
        fold(state, 4000)
        request = prompt(brief(state), PlayerSettings())
        points = [point.digest for point in request.cache_points()]
        folds += bool(before) and before not in points
        before = points[-1]
        said(state)
        state.apply(CommandChosen(command="wait", plan=state.plan.number, step=0))
        state.apply(TextObserved(text=f"Time passes, for the {turn}th time. " * 6))
    assert 0 < folds <= 400 / 10


def test_in_the_last_turn_a_mind_is_asked_only_where_something_is_left_to_hope_for() -> None:
    waits, tries = Step(command="wait"), Step(intent=Intent.TRY, target="pray")
    trial = Trial(commands=("pray",), answer="You pray.")
    gem = Scored(command="pray", room=HERE, name="Yard", points=5, answer="a")
    for steps, events, asked in (
        ((waits,), (StepDone(step=0), PlanEnded(done=True)), False),
        ((waits, tries), (CommandsTried(trials=(trial,)), PlanEnded(done=True)), False),
        (
            (waits, tries),
            (CommandsTried(trials=(trial,), scored=(gem,)), PlanEnded(done=True)),
            True,
        ),
        ((waits, waits), (PlanEnded(done=False, why="Somebody came: Ann."),), True),
        ((waits, tries), (PlanEnded(done=False, why="Somebody came: Ann."),), False),
        ((waits,), (PlanEnded(done=True), ScoreChanged(score=5)), True),
    ):
        state = stage(turn=29)
        state.apply(PlanMade(plan=Plan(goal="G.", steps=steps, said="{}")))
        state.apply(CommandChosen(command="wait", plan=1, step=0))
        for event in events:
            state.apply(event)
        state.progress_turn = max(0, state.progress_turn - 29 * (state.score is None))
        assert not is_idle_at_the_end(state, 30) and "last turn" not in told(state)
        state.settings = {"limits": {"turns": 32}}
        assert "Plan up to the last turn: you may not be asked in it." in told(state)
        state.settings = {"limits": {"turns": 30}}
        assert "last turn" not in told(state), "this is it"
        assert is_idle_at_the_end(state, 30) is not asked
        state.searches.made.append(Made(turn=30, allowed=9))
        found_lately = isinstance(events[-1], ScoreChanged)
        assert is_idle_at_the_end(state, 30) is (found_lately or not asked), "it was searched"


def test_with_every_point_scored_a_mind_is_asked_once_how_to_end_the_story() -> None:
    state = stage(turn=7)
    plan = PlanMade(plan=Plan(steps=(Step(command="take gem"),), said="{}"))
    for event in (plan, CommandChosen(command="take gem"), ScoreChanged(score=9, max_score=9)):
        state.apply(event)
    state.turn = 8
    assert not has_planned_the_end(state, 8)
    assert "Plan how to end the story" in told(state)
    state.apply(PlanMade(plan=Plan(steps=(Step(intent=Intent.TRY, target="east"),), said="{}")))
    assert not has_planned_the_end(state, 8), "what was tried is told"
    state.apply(PlanMade(plan=Plan(steps=(Step(command="east"),), said="{}")))
    assert has_planned_the_end(state, 9)
    state.apply(PlanMade(plan=Plan(steps=(Step(command="look"), Step(command="wait")))))
    assert has_planned_the_end(state, 10), "the rules have played since"


def test_what_came_before_the_first_reply_is_folded_with_it() -> None:
    state = stage(turn=1)
    found = Trial(commands=("north; take gold",), answer="> north\nMill\n> take gold\nTaken.")
    state.apply(CommandsTried(trials=(found,)))
    for _ in range(2):
        state.apply(PlanMade(plan=Plan(steps=(Step(command="wait"),), said="{}")))
        state.apply(CommandChosen(command="wait", plan=1, step=0))
        state.apply(TextObserved(text="Time passes."))
    settings = PlayerSettings()
    opening = prompt(brief(state), settings).messages[0].blocks[0].text
    assert "take gold" in opening
    state.apply(DialogueFolded(exchanges=1, digest="What happened, in short:"))
    folded = prompt(brief(state), settings)
    assert "take gold" not in "".join(
        block.text for message in folded.messages for block in message.blocks
    )


def test_the_digest_calls_failed_what_failed_and_has_not_worked_since() -> None:
    def judged(command: str, effect: Effect = Effect.NOTHING, *, own: bool = False) -> None:
        told_so = CommandJudged(room=HERE, command=command, effect=effect, novel=True, affirmed=own)
        for event in (TextObserved(text=f"So it is with {command}."), told_so):
            state.apply(event)

    state = stage()
    judged("push stone")
    judged("open gate")
    judged("wind clock", own=True)
    judged("open gate", Effect.CHANGED)
    judged("wait", own=True)
    failed, unclear = digest_of(state, 500).split("What failed")[1].split("What was answered")
    assert "push stone" in failed and "open gate" not in failed + unclear
    assert "wind clock" in unclear and "wind clock" not in failed
    assert "wait" not in failed + unclear, "time passed, as was meant"


def test_what_scored_and_what_refused_again_are_seen_in_what_was_said() -> None:
    refusal = "The bushes in that direction are far too thick. " * 3
    note = "Dear Miss Vane, she is striking again, and nobody else can hear it. " * 2
    state = stage(turn=1)
    state.apply(PlanMade(plan=Plan(steps=(Step(command="west"),), said="{}")))
    state.apply(ScoreChanged(score=5))
    for text in (refusal, f"Yard\n{refusal}", refusal, "Taken."):
        state.apply(CommandChosen(command="west", plan=1, step=0))
        state.apply(TextObserved(text=text))
    state.apply(ScoreChanged(score=7))
    first, shown, again, scored = state.dialogue.exchanges[-1].told
    assert refusal.strip() in first
    assert shown == f"> west\nYard\n{refusal[:40]}… (as told before)"
    assert "far too thick" in again and again.endswith("(as told before)")
    assert scored == "> west\nTaken.\n[+2]"
    for command in ("read note", "examine letter", "read note"):
        state.apply(CommandChosen(command=command, plan=1, step=0))
        state.apply(TextObserved(text=f"It says:\n{note}"))
    *_, first, other, again = state.dialogue.exchanges[-1].told
    assert note.strip() in first and note.strip() in other, "the first answer is told whole"
    assert again == f"> read note\nIt says:\n{note[:40]}… (as told before)"
    state.apply(PlanMade(plan=Plan(steps=(Step(command="west"),), said="{}")))
    state.apply(CommandChosen(command="read note", plan=2, step=0))
    state.apply(TextObserved(text=f"It says:\n{note}"))
    assert note.strip() not in state.dialogue.exchanges[-1].text
    state.apply(DialogueFolded(exchanges=1, digest=""))
    assert note.strip() in state.dialogue.exchanges[-1].text, "no first telling is left above"


def test_what_was_told_otherwise_since_is_told_again() -> None:
    shut = f"A hall of grey stone, with a tall door in it that is shut. {'It is cold here. ' * 4}"
    wide = shut.replace("shut", "open")
    state = stage(turn=1)
    state.apply(PlanMade(plan=Plan(steps=(Step(command="east"),), said="{}")))
    for text in (shut, shut, wide, wide, shut):
        state.apply(CommandChosen(command="east", plan=1, step=0))
        state.apply(TextObserved(text=f"Hall\n{text}"))
    said = state.dialogue.exchanges[-1].told
    assert ["as told before" in one for one in said] == [False, True, False, True, False]
    for exchange in range(2):
        state.apply(PlanMade(plan=Plan(steps=(Step(command="east"),), said="{}")))
        for text in ((shut, wide), (wide, shut))[exchange]:
            state.apply(CommandChosen(command="east", plan=1, step=0))
            state.apply(TextObserved(text=f"Hall\n{text}"))
    last = state.dialogue.exchanges[-1]
    assert ["as told before" in one for one in last.told] == [True, False]
    state.apply(DialogueFolded(exchanges=2, digest=f"- Hall: {wide} {shut}"))
    assert ["as told before" in one for one in last.told] == [True, False]
    assert state.dialogue.is_told(shut.strip())


def test_nothing_is_told_as_before_whose_first_telling_is_gone() -> None:
    note = "Dear Miss Vane, she is striking again, and nobody else can hear it. " * 2
    state = stage(turn=1)
    state.apply(PlanMade(plan=Plan(steps=(Step(command="wait"),), said="{}")))
    for turn in range(MOST_TOLD + 1):
        read = turn in (0, MOST_TOLD - 1)
        state.apply(CommandChosen(command="read note" if read else "wait", plan=1, step=0))
        state.apply(TextObserved(text=f"It says:\n{note}" if read else "Time passes."))
        assert note.strip() in state.dialogue.exchanges[-1].text
    assert "as told before" not in state.dialogue.exchanges[-1].text


def test_which_of_two_rooms_that_look_alike_it_is_is_told_where_its_text_is_left_out() -> None:
    text = f"Forest\n{'Trees stand all around, and moss grows on each of them. ' * 3}"
    twin, told_of = RoomId("r3"), list[str]()
    state = stage(RoomFound(room=twin, name="Forest"), RoomChanged(room=HERE, name="Forest"))
    state.apply(PlanMade(plan=Plan(goal="Go.", steps=(Step(command="north"),), said="{}")))
    for room, way in ((twin, "north"), (HERE, "south"), (twin, "north")):
        state.turn += 1
        state.apply(CommandChosen(command=way, plan=1, step=0))
        state.apply(TextObserved(text=text))
        state.apply(PlayerMoved(room=room, how=Movement.WALKED, via=way))
        told_of.append(state.dialogue.exchanges[-1].told[-1])
    assert told_of[0].endswith("of them.")
    assert told_of[1].endswith("(as told before)\n[Forest (r1)]")
    assert told_of[2].endswith("(as told before)\n[Forest (r3)]")


def test_lessons_are_bounded_and_drawn_from_what_happened() -> None:
    lines = lessons(busy(300))
    assert 0 < len(lines) <= MOST_LINES
    assert all(len(line) <= LINE for line in lines)
    assert any(line.startswith("Deadly: 'turn the 300th brass wheel'") for line in lines)


def test_what_brought_points_on_a_copy_is_told_until_it_is_done() -> None:
    gem = Scored(command="take gem", room=HERE, name="Yard", points=5, answer="a")
    oil = Scored(command="oil hinge", room="r2", name="Mill", points=1, answer="b")
    trial = Trial(commands=("take gem",), answer="Taken.")
    state = stage(CommandsTried(trials=(trial,), scored=(gem, oil)))
    state.score = 0
    assert "not typed since: take gem in Yard (+5); oil hinge in Mill (+1)." in told(state)
    for event in (CommandChosen(command="get gem"), ScoreChanged(score=5)):
        state.apply(event)
    assert "not typed since: oil hinge in Mill (+1)." in told(state)
    for event in (CommandChosen(command="north"), ScoreChanged(score=6)):
        state.apply(event)
    assert "oil hinge in Mill" in told(state), "another command elsewhere brought that point"


def test_what_brought_points_where_nobody_had_been_is_done_in_the_room_of_that_name() -> None:
    lens = Scored(command="carry lens", room="", name="Stage", points=5, answer="a")
    state = stage(CommandsTried(trials=(), scored=(lens,)))
    state.score = 0
    for event in (CommandChosen(command="take coin"), ScoreChanged(score=5)):
        state.apply(event)
    assert "carry lens in Stage" in told(state), "another room's five points"
    state.apply(RoomFound(room=CELLAR, name="Stage"))
    state.apply(PlayerMoved(room=CELLAR, how=Movement.WALKED, via="east"))
    for event in (CommandChosen(command="take lens"), ScoreChanged(score=10)):
        state.apply(event)
    assert "carry lens" not in told(state)


def flat(text: str) -> str:
    return " ".join(text.split())


def false_lines(state: AdventureState) -> Iterator[str]:
    """Yield what a prompt says of a state that the state does not: ways, places, contents."""
    text, here = told(state), state.map.here
    ids = {f"{room.name} ({id_})": id_ for id_, room in state.map.rooms.items()}
    names = {room.name: id_ for id_, room in state.map.rooms.items()} | ids
    if here is not None:
        assert f"You are in: {state.map.rooms[here].name}" in text
    for line in text.splitlines():
        what, _, rest = line.partition(": ")
        rest = rest.rstrip(".")
        match what:
            case "As described at the last look":
                described = state.map.rooms[here].description if here is not None else ""
                parts = map(flat, described.split("\n\n"))
                kept = [one for one in parts if one.rstrip(".") in flat(rest)]
                if flat(" ".join(kept)).rstrip(".") != flat(rest):
                    yield line
            case "Ways from here":
                yield from _false_ways(state, rest, names)
            case "Rooms beyond, with turns to walk there":
                for entry in rest.split("; "):
                    found = re.fullmatch(r"(.*) (\d+)", entry)
                    if found is None:
                        continue  # "and 7 farther"
                    route = path(state.map, here, names[found[1]]) if here is not None else None
                    if route is None or len(route.commands) != int(found[2]):
                        yield entry
            case "No way back found yet to":
                for entry in rest.split("; "):
                    if re.fullmatch(r"and \d+ more", entry):
                        continue
                    if here is None or path(state.map, here, names[entry]) is not None:
                        yield f"no way to {entry}"
            case "Not gone elsewhere":
                for entry in rest.split("; "):
                    room, _, ways = entry.rpartition(": ")
                    exits = state.map.rooms[names[room]].exits
                    for way in re.split(r", (?=\w+(?:,|$| \())", ways):
                        direction, _, what = way.partition(" (")
                        exit_ = exits[direction]
                        shown = f"to {exit_.leads_to}, by a trial)" if exit_.leads_to else ""
                        if exit_.status is not ExitStatus.UNEXPLORED or shown != (
                            what if what != "doubtful, by the text)" else ""
                        ):
                            yield f"{room}, {way} not tried"
            case "Refused elsewhere":
                for room, way in re.findall(
                    r"([^;\"]+?) \(\d+\), ([a-z]+)", re.sub(r"\".*?\"", "", rest)
                ):
                    name = room.strip(" ;:").removeprefix("and ")
                    exit_ = state.map.rooms[names[name]].exits.get(way)
                    if exit_ is None or exit_.status is not ExitStatus.BLOCKED:
                        yield f"{room}, {way} barred"
            case "Lying elsewhere":
                for things, room in re.findall(r"(?:^|, )([^()]+) \((.+?), \d+\)(?=; |$)", rest):
                    lying = {state.items.known[i].name for i in state.items.here(names[room])}
                    told_of = re.sub(r" and \d+ more$", "", things.removeprefix("; "))
                    for thing in told_of.split(", "):
                        if not any(name.startswith(thing.rstrip("…")) for name in lying):
                            yield f"{thing} in {room}"
            case "Here":
                yield from _false_marks(state, rest)
                yield from _false_contents(state, rest)
            case "Present":
                for id_ in state.items.at(in_room(here)) if here is not None else ():
                    known = state.items.known[id_]
                    if known.alive and known.name[:30].lower() not in rest.lower():
                        yield f"not told: {known.name}"
            case "Carried and never examined":
                held = {state.items.known[i].name for i in state.items.visible_at(INVENTORY)}
                yield from (name for name in rest.split(", ") if name not in held)
            case "You carry":
                yield from _false_marks(state, rest)
                yield from _false_contents(state, rest)
                told_names = re.findall(r"[^,;():]+", rest.split(". (")[0])
                for id_ in state.items.at(INVENTORY):
                    name = state.items.known[id_].name[:30].strip(" …")
                    if not any(name.startswith(one.strip()[:20]) for one in told_names):
                        yield f"not told: {name}"
            case "Might be worth a try":
                for idea in rest.split("; "):
                    command = idea.partition(" (")[0]
                    for page in state.memory.attempts.values():
                        tried = page.get(command)
                        if idea.endswith("(here)") and tried is not None and tried.failed:
                            yield idea
    for puzzle in state.puzzles.puzzles.values():
        if puzzle.status != "open" and f"{puzzle.summary} (" in text:
            others = [p.summary for p in state.puzzles.open()]
            if puzzle.summary not in others:
                yield puzzle.summary
    yield from _told_nowhere(state)


def _told_nowhere(state: AdventureState) -> Iterator[str]:
    """Yield what is said to have been told before, and does not stand above."""
    above = [state.opening, state.dialogue.digest]
    for one in state.dialogue.exchanges:
        for answer, cut in zip(one.told, one.cut, strict=True):
            assert answer.count("(as told before)") == len(cut)
            yield from (line for _, line in cut if not any(line in text for text in above))
            above.append(answer)


def _false_contents(state: AdventureState, rest: str) -> Iterator[str]:
    """Yield what is said to be in or on something, and is not."""
    for holder, inner in re.findall(r"([^,;():.…]+) \((?:[^():]*; )?holds: ([^():;]+)\)", rest):
        holders = [i for i, k in state.items.known.items() if k.name.endswith(holder.strip())]
        held = {state.items.known[i].name for h in holders for i in state.items.at(inside(h))}
        yield from (f"{one} in {holder}" for one in inner.split(", ") if one not in held)


SO = {
    "alive": lambda item: item.alive,
    "open": lambda item: item.open,
    "shut": lambda item: item.open is False,
    "locked": lambda item: item.locked,
    "worn": lambda item: item.worn,
    "lit": lambda item: item.lit,
    "not lit": lambda item: item.lit is False,
    "fixed": lambda item: item.fixed,
}
"""What is said of a thing, and how it is then."""


def _false_marks(state: AdventureState, rest: str) -> Iterator[str]:
    """Yield what is said of people and things here that they are not."""
    for name, marks in re.findall(r"([^,;():.…]+) \(([^():]*)", rest):
        named = [
            i for i in state.items.known.values() if i.name.lower().endswith(name.lower().strip())
        ]
        for mark in marks.split("; "):
            if mark in SO and not any(SO[mark](item) for item in named):
                yield f"{name} ({mark})"


def _false_ways(state: AdventureState, rest: str, names: dict[str, RoomId]) -> Iterator[str]:
    assert state.map.here is not None
    exits = state.map.rooms[state.map.here].exits
    seen: set[str] = set()
    for entry in re.split(r"; (?=[^;\"]+: )", rest):
        direction, _, what = entry.strip().partition(": ")
        for one in direction.split(", "):
            way = exits.get(one)
            if way is None or one in seen:
                yield entry
                continue
            seen.add(one)
            assumed = "a guess" in what or re.search("^(?!not gone).*, by a trial$", what)
            if bool(assumed) != (way.status is ExitStatus.ASSUMED):
                yield entry
            if "by a trial" in what and not way.tried:
                yield entry
            if (
                what.startswith("not gone; to")
                and what != f"not gone; to {way.leads_to}, by a trial"
            ):
                yield entry
            if what.startswith("not tried") and way.status is not ExitStatus.UNEXPLORED:
                yield entry
            absent = way.status is ExitStatus.ABSENT
            leads = [
                id_ for name, id_ in names.items() if re.match(rf"{re.escape(name)}(?:,|$)", what)
            ]
            named = {state.map.rooms[id_].name for id_ in leads}
            to = state.map.rooms[way.to].name if way.to is not None else None
            if absent != (what == "no way") or (leads and to not in named):
                yield entry


SAID = '{"reasoning": ""}'


@dataclass
class Trier:
    """A mind that plays as the offline company does, and
    tries every third turn what it might do besides."""

    player: Player

    async def decide(self, briefing: Briefing) -> Plan:
        state = briefing.state
        if briefing.turn % 3 == 0 and not state.plan.trials and state.map.here is not None:
            here = [state.items.known[i].name for i in state.items.here(state.map.here)]
            tries = [*DIRECTIONS, *(f"take {name}; north" for name in here[:4])]
            step = Step(intent=Intent.TRY, target=" | ".join(tries))
            return Plan(goal="See.", steps=(step,), said=SAID)
        plan = as_plan(await self.player.decide(briefing))
        return plan.model_copy(update={"said": SAID})


@pytest.mark.parametrize("turns", [26, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("perception", ["state", "text"])
def test_no_picture_of_an_episode_with_trials_says_what_is_not_so(
    perception: str, turns: int, tmp_path: Path
) -> None:
    vocabulary = Vocabulary(find_story("four_parts_copper").data)
    player = Trier(OfflinePlanner(vocabulary))
    played = play_with(
        player,
        "four_parts_copper",
        turns,
        tmp_path,
        player={"tries": 30},
        perception=perception,
    )
    state, ways = Adventure().state(), 0
    for turn, events in played:
        state.turn = turn
        for event in events:
            before = state.map.exit(state.map.here, state.command) if state.map.here else None
            state.apply(event)
            if isinstance(event, PlayerMoved) and before is not None and before.leads_to:
                assert state.map.rooms[event.room].name == before.leads_to
            if isinstance(event, CommandsTried):
                ways += 1
            if isinstance(event, CommandChosen | StepDone):
                assert list(false_lines(state)) == [], f"turn {turn}:\n{told(state)}"
    assert ways >= 10, "it has tried"
    assert "by a trial" in told(state)


@pytest.mark.parametrize(
    "name",
    [
        "lastwell",
        *(pytest.param(n, marks=pytest.mark.long) for n in ("drowned_clock", "four_parts_copper")),
    ],
)
def test_no_picture_of_a_whole_episode_says_what_is_not_so(name: str, tmp_path: Path) -> None:
    from adventure.test_survival import new
    from ludens.episode.runner import Runner

    store = new_store(tmp_path / "store.db")
    runner = Runner(store, Adventure())
    row = asyncio.run(runner.play(runner.create(new(tmp_path, name, limits={"turns": 100}))))
    state = Adventure().state()
    for line, event in read_events(store, Adventure(), row):
        if line.turn != state.turn and state.turn % 10 == 0:
            assert list(false_lines(state)) == [], f"turn {state.turn}:\n{told(state)}"
        state.turn = line.turn
        state.apply(event)
