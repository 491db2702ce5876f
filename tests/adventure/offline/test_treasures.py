"""What is worth having: where it is seen, what it is called, what is done with it on the way."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.load import make_room, squeeze
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.pairing import pair_worth, parts_with_need
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.offline.ways_out import LADEN_WAY
from ludens.adventure.events import (
    CommandJudged,
    Effect,
    StoryRestored,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.journal import HANDS, Attempt
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.naming import listed_in
from ludens.adventure.perception.shutting import shut_behind
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import RoomId

WORDS = Vocabulary(find_story("drowned_clock").data)
TAKEN = CommandJudged(room=HERE, command="take bell", effect=Effect.SCORED, things=("bell",))
PUT = Sentence(("put", "*", "in", "*"), 0.015)


def test_lines_that_end_sentences_are_paragraphs_where_no_blank_line_parts_any() -> None:
    text = "You are in a room.\nAbove the desk hangs a small bell."
    assert listed_in(WORDS, text, shown=True) == ("small bell",)
    wrapped = "You are in a room that has a\nbell above the desk."
    assert not listed_in(WORDS, wrapped, shown=True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Loosely attached to a wall is a small bell.",
        "Luckily, there is still hope for you, for on the far wall is a small bell.",
    ],
)
def test_what_is_there_may_be_said_after_how_or_why(sentence: str) -> None:
    listed = listed_in(WORDS, f"A room.\n\n{sentence}", shown=True)
    assert [name.rsplit(" ", 1)[-1] for name in listed] == ["bell"]


def test_what_is_precious_is_taken_before_one_goes_on_though_such_takings_failed() -> None:
    state = stage()
    for number in range(9):
        failed = CommandJudged(
            room=HERE, command=f"take x{number}", effect=Effect.NOTHING, kind="take scenery"
        )
        state.apply(failed)
    jewel = ThingsMentioned(room=HERE, names=("golden bell",), new=("golden bell",))
    state.apply(jewel)
    best = next(iter(Opportunities(WORDS).left(state, HERE)))[0]
    assert best.command == "take golden bell"


def test_a_name_that_the_story_does_not_know_for_what_is_carried_is_said_more_plainly() -> None:
    state = stage(carried=("brass bell",), here=("oven",))
    command = "put brass bell in oven"
    judged = judge_command(Before.of(state), WORDS, command, "You don't have that!", ())
    assert judged.misnamed == ("brass bell",)
    state.apply(judged)
    assert "brass bell" in state.journal.clumsy
    refused = judge_command(Before.of(state), WORDS, command, "The oven is too hot.", ())
    assert not refused.misnamed


def test_what_scored_goes_where_things_are_shown_and_into_no_bag() -> None:
    bell, lamp = Thing("bell", prized=True), Thing("bell")
    case, nest = Thing("trophy case", holds=True), Thing("nest", holds=True)
    assert pair_worth(PUT, bell, case) > 1.0 > pair_worth(PUT, lamp, case)
    assert pair_worth(PUT, bell, nest) == 0.0 < pair_worth(PUT, lamp, nest)
    assert not parts_with_need(PUT, bell, Thing("slot"))


def narrow(*carried: str) -> AdventureState:
    """Was told twice that a way cannot be gone with all this."""
    state = stage(TAKEN, carried=carried)
    state.command = "up"
    text = "You can't get up there with what you're carrying."
    for turn in (5, 6):
        state.turn = turn
        state.apply(TextObserved(text=text))
        state.apply(ExitBlocked(room=HERE, direction="up", reason=text))
        state.apply(CommandJudged(room=HERE, command="up", effect=Effect.NOTHING, novel=turn == 5))
    return state


def test_what_scored_is_kept_where_hardly_anything_can_be() -> None:
    decision = squeeze(narrow("bell", "sack", "brass lamp"), WORDS)
    assert decision is not None and decision.command == "drop sack"


def test_a_way_refused_for_the_load_is_worth_setting_things_down() -> None:
    state = stage(carried=("bell", "sack", "brass lamp"))
    text = "You can't get up there with what you're carrying."
    state.apply(ExitBlocked(room=HERE, direction="up", reason=text))
    state.apply(CommandJudged(room=HERE, command="up", effect=Effect.NOTHING))
    worths = {one.command: one.worth for one in Opportunities(WORDS).ranked(state, HERE)}
    assert worths["up"] == LADEN_WAY


def test_a_bag_that_took_nothing_is_not_tried_for_each_thing() -> None:
    state = stage(carried=("bell", "peel", "sack"), here=("loaf",))
    state.apply(TextObserved(text="Your load is too heavy."))
    state.turn, state.command = 7, "take loaf"
    state.apply(TextObserved(text="Your load is too heavy."))
    refused = CommandJudged(
        room=HERE, command="take loaf", effect=Effect.NOTHING, overloaded=True, things=("loaf",)
    )
    state.apply(refused)
    state.turn = 8
    decision = make_room(state, WORDS)
    assert decision is not None and decision.command.endswith(" in sack")
    state.journal.attempts.setdefault(HANDS, {})["put crank in sack"] = Attempt(
        turn=6, effect=Effect.NOTHING, gains=0
    )
    decision = make_room(state, WORDS)
    assert decision is not None and decision.command.startswith("drop ")


def test_what_shuts_behind_the_player_bars_the_way_back() -> None:
    state = stage()
    cellar = RoomId("r2")
    moved = PlayerMoved(room=cellar, how=Movement.WALKED, via="down")
    for event in (
        RoomFound(room=cellar, name="Cellar"),
        ExitExplored(room=HERE, direction="down", to=cellar),
        ExitExplored(room=cellar, direction="up", to=HERE, assumed=True),
        moved,
    ):
        state.apply(event)
    text = "The trap door crashes shut, and you hear someone barring it.\n\nCellar\nIt is dark."
    (barred,) = shut_behind(state.map, [moved], text)
    assert isinstance(barred, ExitBlocked) and (barred.room, barred.direction) == (cellar, "up")
    assert not shut_behind(state.map, [moved], "Cellar\nThe trap door is open.")
    state.apply(ExitExplored(room=cellar, direction="up", to=HERE))
    assert not shut_behind(state.map, [moved], text), "it was gone: it is known to lead back"


def test_going_back_ends_the_spell_of_daylight() -> None:
    state = stage(carried=("brass lamp",))
    state.apply(CommandJudged(room=HERE, command="look", effect=Effect.NOTHING))
    state.apply(ItemChanged(item=item("brass lamp"), lit=True))
    assert state.daylight.since is not None
    state.apply(StoryRestored(to_turn=1, command="up", reason="the player died"))
    assert state.daylight.since is None
