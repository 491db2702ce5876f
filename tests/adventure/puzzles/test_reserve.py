"""What is wanted elsewhere is not given away, and what belongs where it was put stays there."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.pairing import pair_worth
from ludens.adventure.agents.offline.things import Thing, carried, items_at
from ludens.adventure.events import CommandJudged, Effect, TextObserved, ThingsMentioned
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.perception.deeds import change_of
from ludens.adventure.perception.losses import given
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.deeds_wanted import wanted
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.puzzles.ideas import ideas
from ludens.adventure.puzzles.pointed import pointed
from ludens.adventure.puzzles.reserve import kept
from ludens.adventure.puzzles.retrying import again, set_down
from ludens.adventure.puzzles.signs import signs_in
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import RoomId, in_room, inside

WORDS = Vocabulary(find_story("four_parts_copper").data)
WISH = '"Silver or honey," says Marl.'
ELSEWHERE = RoomId("r2")


def puzzle(quote: str, *things: str, number: int = 1, **more: object) -> PuzzleFound:
    told = {"kind": PuzzleKind.REFUSED, "summary": quote, "room": HERE, "quote": quote, **more}
    return PuzzleFound.model_validate(
        {"puzzle": PuzzleId(f"p{number}"), "things": things, "command": "talk to marl", **told}
    )


def clue(quote: str) -> PuzzleFound:
    return puzzle(quote, "ledger", number=2, kind=PuzzleKind.CLUE, room=ELSEWHERE, command="")


def chances(state: AdventureState) -> dict[str, float]:
    thinking = Thinking.of(state, WORDS)
    found = ideas(thinking, state.puzzles.puzzles[PuzzleId("p1")])
    return {idea.command: idea.chance for idea in found}


def test_what_a_text_names_for_another_use_is_not_given_where_something_else_would_do() -> None:
    wish = puzzle(WISH, "marl", kind=PuzzleKind.CREATURE)
    marl = ThingsMentioned(room=HERE, names=("marl",), living=("marl",))
    told = stage(marl, wish, clue("Silver last, for the voice."), carried=("silver thimble",))
    untold = stage(marl, wish, carried=("silver thimble",))
    assert kept(told) == {"silver thimble"}
    assert not kept(untold)
    give = "give silver thimble to marl"
    assert chances(told)[give] < 0.1 < chances(untold)[give]
    (thimble,) = carried(told, WORDS)
    giving = Sentence(("give", "*", "to", "*"), 0.1)
    assert pair_worth(giving, thimble, Thing("marl", alive=True)) == 0.0


def test_that_somebody_is_fond_of_a_thing_is_no_other_use_of_it() -> None:
    wish = puzzle(WISH, "marl", kind=PuzzleKind.CREATURE)
    fond = stage(wish, clue("He is a fool for honey."), carried=("honeycomb",))
    assert not kept(fond)
    needed = stage(wish, clue("Bees want their honey back."), carried=("honeycomb",))
    assert kept(needed) == {"honeycomb"}


def test_the_only_one_is_kept_and_may_still_be_put_where_it_belongs() -> None:
    told = ItemChanged(item=item("thimble"), description="The only thimble in the house.")
    state = stage(told, carried=("thimble",))
    assert kept(state) == {"thimble"}
    (thimble,) = carried(state, WORDS)
    assert pair_worth(Sentence(("put", "*", "in", "*"), 0.1), thimble, Thing("crucible")) > 0


def test_what_scored_where_it_was_put_stays_there_also_when_it_is_seen_there_again() -> None:
    state = stage(
        ItemMoved(item=item("kettle"), place=inside(item("crucible")), how=Handling.NOTICED),
        here=("crucible", "kettle"),
    )
    names = {thing.name for thing in items_at(state, WORDS, in_room(HERE))}
    assert "kettle" in names
    state.apply(
        CommandJudged(
            room=HERE,
            command="put kettle in crucible",
            effect=Effect.SCORED,
            things=("kettle", "crucible"),
        )
    )
    assert {thing.name for thing in items_at(state, WORDS, in_room(HERE))} == {"crucible"}


def test_what_must_come_out_again_is_taken_out() -> None:
    quote = "Now the pattern must come out again, and leave its hollow behind."
    assert [sign.kind for sign in signs_in(quote)] == [PuzzleKind.REFUSED]
    put = CommandJudged(
        room=HERE,
        command="put pattern in pit",
        effect=Effect.SCORED,
        things=("pattern", "pit"),
    )
    found = puzzle(quote, "pit", command="put loam in pit")
    assert "take pattern" in chances(stage(put, found, here=("bell pattern",)))
    assert "take pattern" not in chances(
        stage(put, puzzle("It wants a lid.", "pit"), here=("bell pattern",))
    )


def test_what_answers_a_need_makes_the_refused_deed_worth_another_try() -> None:
    refused = CommandJudged(room=HERE, command="open hive", effect=Effect.NOTHING, novel=True)
    found = puzzle(
        "The first bee finds your wrist. Smoke would quiet them.", "hive", command="open hive"
    )
    state = stage(refused, found)
    assert not list(again(Thinking.of(state, WORDS), state.puzzles.open()[0]))
    state.turn = 9
    state.apply(
        CommandJudged(
            room=ELSEWHERE, command="light smoker", effect=Effect.SCORED, things=("bee smoker",)
        )
    )
    (idea,) = again(Thinking.of(state, WORDS), state.puzzles.open()[0])
    assert (idea.command, idea.kind, idea.renewed) == ("open hive", "eased", 9)


def test_only_what_a_refusal_names_is_set_down_and_not_what_is_made_of_the_same() -> None:
    found = puzzle("The iron pin is too wide.", "clock", command="wind clock")
    state = stage(found, carried=("iron key",))
    assert not list(set_down(Thinking.of(state, WORDS), found_in(state)))
    found = puzzle("With a ladder it is too wide.", "clock", command="wind clock")
    state = stage(found, carried=("iron ladder",))
    (idea,) = set_down(Thinking.of(state, WORDS), found_in(state))
    assert idea.command == "drop iron ladder"


def test_nothing_is_set_down_for_a_way_to_where_one_can_go_anyhow() -> None:
    found = puzzle("The ladder is too wide.", "ladder", command="", direction="down")
    ways = (
        RoomFound(room=ELSEWHERE, name="Cellar"),
        ExitExplored(room=HERE, direction="down", to=ELSEWHERE),
        ExitBlocked(room=HERE, direction="down", reason="The ladder is too wide."),
    )
    state = stage(*ways, found, carried=("ladder",))
    assert list(set_down(Thinking.of(state, WORDS), found_in(state)))
    around = ExitExplored(room=HERE, direction="south", to=ELSEWHERE)
    state = stage(*ways, around, found, carried=("ladder",))
    assert not list(set_down(Thinking.of(state, WORDS), found_in(state)))


def test_to_see_what_was_set_down_long_ago_is_no_reason_to_try_again() -> None:
    found = puzzle("The ladder is too wide.", "ladder", command="", direction="down")
    state = stage(found, here=("ladder",))
    state.apply(ItemMoved(item=item("ladder"), place=in_room(HERE), how=Handling.DROPPED))
    state.turn += 1
    state.apply(CommandJudged(room=HERE, command="down", effect=Effect.NOTHING))
    state.items.known[item("ladder")].last_seen = state.turn + 5
    assert not list(set_down(Thinking.of(state, WORDS), found_in(state)))


def test_what_wants_digging_is_dug_with_what_must_be_fetched_for_it() -> None:
    state = stage(
        puzzle("It wants digging out.", "clay", command="examine clay"), here=("spade", "clay")
    )
    commands = {idea.command for idea in wanted(Thinking.of(state, WORDS), found_in(state))}
    assert "dig clay with spade" in commands


def found_in(state: AdventureState) -> Puzzle:
    return state.puzzles.puzzles[PuzzleId("p1")]


def test_filling_something_is_a_deed_whatever_is_said_of_it_besides() -> None:
    state = stage(text="", carried=("lamp", "oil can"))
    text = "You tip the spout to the lamp and pour until it is full. The can feels no lighter."
    judged = judge_command(
        Before.of(state), WORDS, "fill lamp with oil", text, [TextObserved(text=text)]
    )
    assert judged.affirmed
    text = "You hold the spout to the lamp. No oil comes."
    judged = judge_command(Before.of(state), WORDS, "oil lamp", text, [TextObserved(text=text)])
    assert not judged.affirmed


def test_a_lamp_that_is_said_to_burn_already_is_lit() -> None:
    lamp = item("lamp")
    change = change_of("light lamp", "The lamp is already on.", lamp, "lamp")
    assert change is not None and change.lit
    assert change_of("light lamp", "The lamp is already broken.", lamp, "lamp") is None


def test_only_a_way_is_gone_with_the_help_of_something() -> None:
    state = stage(carried=("wooden sledge",))
    text = "You lay the wooden sledge flat and kick off.\n\nGauge Post\nMud."
    moved = PlayerMoved(room=ELSEWHERE, how=Movement.WALKED)
    judged = judge_command(Before.of(state), WORDS, "south", text, [moved])
    assert judged.means == ("sledge", "wooden sledge")
    judged = judge_command(Before.of(state), WORDS, "put sledge in mud", text, [])
    assert not judged.means


def test_what_would_be_eaten_is_not_given_away() -> None:
    give = "give honeycomb to pony"
    assert given(give, "She would eat it, wax and all; and you have a better use for it.") is None
    assert given(give, "She looks at you. Then she eats it, wax and all.") is not None


def test_a_text_may_name_the_means() -> None:
    assert signs_in("The bees hum. Smoke would quiet them.")
    assert signs_in("A bucket of water would do it.")
    assert not signs_in("Nothing would help. You would help him.")


def test_what_was_put_in_something_is_done_for_it_and_the_refused_deed_tried_again() -> None:
    refused = CommandJudged(room=HERE, command="light smoker", effect=Effect.NOTHING, novel=True)
    found = puzzle("It wants something that will smoulder.", "smoker", command="light smoker")
    state = stage(refused, found, carried=("bee smoker", "sacking"))
    state.turn = 9
    put = {"command": "put sacking in smoker", "things": ("sacking", "smoker")}
    state.apply(CommandJudged.model_validate({"room": HERE, "effect": Effect.CHANGED, **put}))
    state.apply(
        ItemMoved(item=item("sacking"), place=inside(item("bee_smoker")), how=Handling.NOTICED)
    )
    thinking = Thinking.of(state, WORDS)
    assert [idea.command for idea in again(thinking, found_in(state))] == ["light smoker"]
    assert [tool.name for tool in thinking.tools] == ["bee smoker"], "it stays in there"


def test_a_refusal_sends_nobody_to_what_it_names_without_an_article() -> None:
    page = ThingsMentioned(room=ELSEWHERE, names=("wheel", "smoke"))
    way = ExitExplored(room=HERE, direction="north", to=ELSEWHERE)
    found = puzzle("The wheel must be up, and smoke might help.", "clock", command="wind clock")
    state = stage(RoomFound(room=ELSEWHERE, name="Pit"), way, page, found)
    looks = [idea.command for idea in pointed(Thinking.of(state, WORDS), found_in(state))]
    assert looks == ["examine wheel"]
