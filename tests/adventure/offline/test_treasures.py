"""What is worth having: where it is seen, what it is called, what is done with it on the way."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.load import make_room, squeeze
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.pairing import pair_worth, parts_with_need
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.offline.ways_out import CHANGED, LADEN_WAY
from ludens.adventure.events import (
    CommandJudged,
    Effect,
    StoryRestored,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.experience import Attempt
from ludens.adventure.frontier.losses import BY_LAMP, light_is_lost, turn_before_loss
from ludens.adventure.journal import HANDS
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.naming import listed_in
from ludens.adventure.perception.deeds import fading, is_spent, went_out
from ludens.adventure.perception.facts import Reading
from ludens.adventure.perception.item_notes import TextAnswer
from ludens.adventure.perception.shutting import shut_behind
from ludens.adventure.perception.standing import Stand, stands_in
from ludens.adventure.perception.text_items import item_events
from ludens.adventure.puzzles.natural import DESCENT, natural_ideas
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import Exit
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import UNKNOWN, RoomId

WORDS = Vocabulary(find_story("drowned_clock").data)
OPENING_WORTH = 0.2
"""What opening what was open before was worth at most, when it was not known to be shut."""
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


def test_what_a_text_says_is_shut_is_opened_again_though_it_was_opened_before() -> None:
    box = item("tin")
    state = stage(here=("tin",))
    state.apply(ItemChanged(item=box, open=True))
    opened = CommandJudged(room=HERE, command="open tin", effect=Effect.CHANGED, things=("tin",))
    state.turn = 5
    state.apply(opened)
    told = TextAnswer("wait", "The tin snaps shut.", Reading(), HERE, None, full=False)
    state.turn = 6
    for event in item_events(state.items, told):
        state.apply(event)
    assert state.items.known[box].open is False
    left = {one.command: worth for one, worth in Opportunities(WORDS).left(state, HERE)}
    assert left["open tin"] > OPENING_WORTH


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("The trap door is closed.", Stand("trap door", open=False)),
        ("The chest is already open.", Stand("chest", open=True)),
        ("The chest is locked.", Stand("chest", locked=True)),
        ("You wonder whether the gate is open.", None),
        ('"The gate is open," he says.', None),
    ],
)
def test_how_things_stand_is_told_by_the_way(text: str, stand: Stand | None) -> None:
    assert stands_in(text) == ((stand,) if stand is not None else ())


def test_what_was_opened_is_not_the_door_that_is_said_to_be_nailed_shut() -> None:
    trap = item("trap door")
    state = stage(ItemChanged(item=trap, open=True), here=("trap door",))
    for text, opened in (("The door is nailed shut.", True), ("The trap door is closed.", False)):
        told = TextAnswer("west", text, Reading(), HERE, None, full=False)
        for event in item_events(state.items, told):
            state.apply(event)
        assert state.items.known[trap].open is opened


def test_a_lantern_burns_down_as_a_lamp() -> None:
    assert fading("The lamp appears a bit dimmer.", "brass lantern")
    assert went_out("The lamp goes out.", "brass lantern")
    assert is_spent("A burned-out lamp won't light.", "brass lantern")
    assert not is_spent("A burned-out torch won't light.", "brass lantern")


def spent(*found: str) -> AdventureState:
    """A light went out in a world that was seen by it."""
    lamp = item("brass lamp")
    state = stage(ItemChanged(item=lamp, lit=True), carried=("brass lamp",))
    for name in found:
        state.turn += 10
        state.apply(RoomFound(room=RoomId(name), name=name))
        state.apply(PlayerMoved(room=RoomId(name), how=Movement.WALKED, via="down"))
        state.apply(CommandJudged(room=HERE, command="down", effect=Effect.MOVED))
    state.turn += 50
    state.apply(ItemChanged(item=lamp, lit=False, fuel=0))
    return state


def test_whose_light_is_spent_goes_back_to_when_the_best_score_was_reached() -> None:
    rooms = [f"cave {number}" for number in range(BY_LAMP)]
    state = spent(*rooms)
    assert light_is_lost(state)
    assert turn_before_loss(state, state.turn) == state.frontier.reached()
    assert not light_is_lost(spent(*rooms[: BY_LAMP // 2]))


def test_who_was_robbed_of_what_pays_where_it_is_put_goes_back_to_when_it_was_taken() -> None:
    def robbed(*more: CommandJudged) -> int | None:
        state = stage(carried=("bell", "crank"))
        state.turn = 9
        for event in (TAKEN, *more):
            state.apply(event)
        state.turn = 200
        gone = ItemMoved(item=item("bell"), place=UNKNOWN, how=Handling.VANISHED)
        state.apply(gone)
        return turn_before_loss(state, state.turn)

    crank = ("crank",)
    taken = CommandJudged(room=HERE, command="take crank", effect=Effect.SCORED, things=crank)
    put = ("crank", "oven")
    scored = CommandJudged(room=HERE, command="put crank in oven", effect=Effect.SCORED, things=put)
    assert robbed() is None
    assert robbed(taken, scored) == 9


def test_a_way_that_was_gone_alive_is_not_to_blame_for_the_first_death() -> None:
    way = Exit(deaths=1, walked={HERE: 2})
    assert way.to_blame == 0
    assert Exit(deaths=1).to_blame == 1
    assert Exit(deaths=2, walked={HERE: 2}).to_blame == 1


def test_barred_ways_are_tried_again_after_a_deed_that_is_told_at_length() -> None:
    state = stage()
    reason = "A dune lies over the street, as high as the chimneys."
    state.apply(ExitBlocked(room=HERE, direction="west", reason=reason))
    state.apply(CommandJudged(room=HERE, command="west", effect=Effect.NOTHING, novel=True))
    text = "You lean on the crank, and overhead forty shutters swing. " + "The sand moves. " * 9
    state.turn += 1
    judged = judge_command(Before.of(state), WORDS, "turn crank", text, ())
    assert judged.upheaval
    assert not judge_command(Before.of(state), WORDS, "examine crank", text, ()).upheaval
    assert not judge_command(Before.of(state), WORDS, "turn crank", "It creaks.", ()).upheaval

    def worth() -> float:
        left = Opportunities(WORDS).left(state, HERE)
        return max((worth for one, worth in left if one.command == "west"), default=0.0)

    before = worth()
    state.apply(judged)
    assert worth() == CHANGED > before


def test_a_rope_is_tied_where_one_looks_down() -> None:
    words = Vocabulary(find_story("lastwell").data)

    def ideas(description: str) -> list[str]:
        state = stage(carried=("rope",))
        state.map.rooms[HERE].description = description
        state.apply(ThingsMentioned(room=HERE, names=("tree",), new=("tree",)))
        thinking = Thinking.of(state, words)
        return [idea.command for idea in natural_ideas(thinking) if idea.kind == DESCENT]

    assert ideas("A tree stands above a sheer drop.") == ["tie rope to tree"]
    assert not ideas("A tree stands here.")


def test_a_lamp_that_was_thought_to_burn_is_spent_where_it_is_told_to_be_burnt_out() -> None:
    lamp = item("brass lantern")
    state = stage(ItemChanged(item=lamp, lit=True), carried=("brass lantern",))
    text = "A burned-out lamp won't light."
    told = TextAnswer("turn on lantern", text, Reading(), HERE, None, full=False)
    for event in item_events(state.items, told):
        state.apply(event)
    known = state.items.known[lamp]
    assert known.fuel == 0
    assert not known.lit


@pytest.mark.parametrize(
    ("command", "text", "climbs"),
    [
        ("tie rope to railing", "The rope drops over the side.", True),
        ("tie rope to railing", "There is no use in that.", False),
        ("drop rope", "Dropped.", False),
    ],
)
def test_who_made_a_rope_fast_climbs_down_it(command: str, text: str, climbs: bool) -> None:
    state = stage(carried=("rope",))
    state.turn, state.command = 7, command
    state.apply(TextObserved(text=text))
    state.apply(judge_command(Before.of(state), WORDS, command, text, ()))
    state.turn += 1
    best = next(iter(Opportunities(WORDS).left(state, HERE)))[0]
    assert (best.command == "down") is climbs
