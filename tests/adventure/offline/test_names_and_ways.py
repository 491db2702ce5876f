"""Which names mean one thing, and which ways out are worth a guess."""

from __future__ import annotations

import asyncio

import pytest

from adventure.agents_stage import HERE, brief, item, stage
from ludens.adventure.agents.offline.nouns import is_precious
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.agents.offline.things import Names, Thing
from ludens.adventure.agents.offline.uses import Uses
from ludens.adventure.agents.offline.ways_out import GUESSED_EXIT, UNNAMED, exits
from ludens.adventure.events import CommandJudged, Effect, Fault, ThingsMentioned
from ludens.adventure.judgement import is_refusal
from ludens.adventure.living import is_creature, is_living
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.naming import emerging_in, listed_in, things_mentioned
from ludens.adventure.perception.refusals import denies
from ludens.adventure.puzzles.natural import needs_of
from ludens.adventure.puzzles.needs import needs_met_by
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId, in_room
from ludens.adventure.world.room import Room

WORDS = Vocabulary(find_story("drowned_clock").data)


@pytest.mark.parametrize(
    ("known", "name", "same"),
    [
        ("brass lamp", "lamp", True),
        ("lamp", "old brass lamp", True),
        ("lump of red clay", "clay", True),
        ("lump of red clay", "lump", True),
        ("tower lamp", "tower", False),
        ("fruit bowl", "fruit", False),
    ],
)
def test_a_name_means_a_thing_known_by_what_it_is(known: str, name: str, same: bool) -> None:
    names = Names()
    names.add(known)
    assert (names.twin(name) is not None) is same


def test_where_a_text_names_no_way_any_may_be_one_though_some_were_found() -> None:
    silent = Room(name="Attic", description="Dust and beams.")
    spoken = Room(name="Attic", description="Dust and beams. A door leads north.")
    down = {
        room.description: next(one for one in exits(room, stage().items) if one.command == "down")
        for room in (silent, spoken)
    }
    assert down[silent.description].worth == GUESSED_EXIT["down"] * UNNAMED
    assert down[spoken.description].worth == GUESSED_EXIT["down"]


def test_what_is_so_already_is_no_other_name_of_what_one_carries() -> None:
    """Only who takes a thing that they have learns that it is another name of it."""
    for command, expected in (("open oven", Standing.PRESENT), ("take oven", Standing.ALIAS)):
        state = stage(
            ThingsMentioned(room=HERE, names=("oven",)),
            CommandJudged(
                room=HERE, command=command, effect=Effect.NOTHING, things=("oven",), had=True
            ),
        )
        assert state.journal.mentioned[HERE]["oven"].standing is expected


def test_a_refusal_that_says_how_a_thing_stands_is_one() -> None:
    assert is_refusal("The main lamp is fixed in place.")
    assert is_refusal("The bowl is rather large and would be cumbersome.")
    assert denies("But you aren't in anything at the moment.")


def test_food_is_for_the_lairs_of_creatures_and_for_stoves() -> None:
    bread = {need.name for need in needs_met_by("loaf of bread")}
    assert {"bait", "cooking"} <= bread
    assert "bait" in {need.name for need in needs_of("mouse hole", alive=False)}
    assert "frying" in {need.name for need in needs_of("stove", alive=False)}
    assert "bait" not in {need.name for need in needs_of("hole", alive=False)}


def test_a_pick_for_hooves_opens_no_lock() -> None:
    needs = {
        name: {need.name for need in needs_met_by(name)} for name in ("hoof pick", "lock pick")
    }
    assert "key" in needs["lock pick"]
    assert "key" not in needs["hoof pick"]


def test_a_plural_that_the_story_has_no_word_for_names_one_of_the_kind() -> None:
    words = Vocabulary(find_story("drowned_clock").data)
    noun = next(word for word in ("pendulum", "bob", "crank", "weight") if words.is_noun(word))
    assert not words.knows(f"{noun}s")
    assert list(words.mentions(f"The wall is lined with {noun}s."))[-1:] == [noun]


def test_what_scored_where_it_was_put_is_not_taken_again_though_texts_name_it() -> None:
    scored = CommandJudged(
        room=HERE, command="put cloak on hook", effect=Effect.SCORED, things=("cloak", "hook")
    )
    named = ThingsMentioned(room=HERE, names=("cloak", "hook"))
    before = Opportunities(WORDS).scene(stage(named), HERE)
    assert {thing.name for thing in before.around} == {"cloak", "hook"}
    after = Opportunities(WORDS).scene(stage(named, scored), HERE)
    assert {thing.name for thing in after.around} == {"hook"}


def test_what_lies_elsewhere_is_not_looked_for_by_a_part_of_its_name() -> None:
    there = RoomId("r2")
    state = stage(carried=("old brass lamp",))
    state.apply(ThingsMentioned(room=HERE, names=("lamp",)))
    state.apply(RoomFound(room=there, name="Loft"))
    state.turn += 1
    moved = ItemMoved(item=item("old brass lamp"), place=in_room(there), how=Handling.DROPPED)
    state.apply(moved)
    state.apply(ItemChanged(item=item("old brass lamp"), portable=True))
    assert Opportunities(WORDS).scene(state, HERE).around == ()


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("painting", True),
        ("jewel-encrusted egg", True),
        ("golden coin", True),
        ("golden light", False),
        ("crystal doors", False),
        ("brick", False),
    ],
)
def test_some_things_are_worth_having_by_their_names(name: str, worth: bool) -> None:
    assert is_precious(name) is worth


def test_what_is_worth_having_is_taken_at_once_where_a_text_brings_it_in() -> None:
    uses = Uses(WORDS)
    said = Mention(turn=1, new=True)
    best = {
        name: max(c.worth for c in uses.about(Thing.named(name, said), ()) if "take" in c.command)
        for name in ("brass crown", "brass hook")
    }
    assert best["brass crown"] > 3 * best["brass hook"]


def test_what_is_no_food_is_not_eaten_whatever_is_said_of_eating() -> None:
    uses = Uses(WORDS)
    uses.hints.learn({"@eat lamp": 1, "@eat bread": 1})
    said = Mention(turn=1, standing=Standing.PRESENT)
    eaten = [
        name
        for name in ("lamp", "bread")
        for chance in uses.about(Thing.named(name, said), ())
        if chance.command == f"eat {name}" and chance.worth > 0.01
    ]
    assert "lamp" not in eaten


def test_who_may_not_be_handled_lives() -> None:
    assert is_living("I don't suppose the night porter would care for that.")
    assert is_living("That would be less than courteous.")
    assert is_living("You aren't holding him.")
    assert not is_living("You aren't holding it.")
    assert is_creature("library manager")


def test_a_direction_without_a_word_in_the_story_is_not_offered() -> None:
    class Few(Vocabulary):
        def knows(self, word: str) -> bool:
            return word != "northeast" and super().knows(word)

    state = stage()
    few = {
        one.command
        for one in Opportunities(Few(find_story("drowned_clock").data)).ranked(state, HERE)
    }
    all_ = {one.command for one in Opportunities(WORDS).ranked(state, HERE)}
    assert all_ - few == {"northeast"}


def test_the_unlikely_is_thought_of_once_everything_else_was_tried() -> None:
    likely = {one.command for one in Opportunities(WORDS).ranked(stage(here=("crank",)), HERE)}
    more = Opportunities(WORDS, thorough=True).ranked(stage(here=("crank",)), HERE)
    tried = [
        CommandJudged(room=HERE, command=command, effect=Effect.NOT_UNDERSTOOD)
        for command in (*likely, "inventory")
    ]
    state = stage(*tried, here=("crank",))
    decision = asyncio.run(OfflinePlayer(WORDS).decide(brief(state)))
    assert decision.command in {one.command for one in more} - likely


def test_what_stands_there_comes_after_the_verb_of_an_inverted_sentence() -> None:
    text = "A room.\n\nBeside the oven, on a square of green cloth, stands a small tin bird."
    assert listed_in(WORDS, text, shown=True) == ("small tin bird",)
    hung = "A room.\n\nFrom a hook, over the oven, hangs a lamp."
    assert listed_in(WORDS, hung, shown=True) == ("lamp",)


def test_another_word_for_a_usual_act_is_no_verb_of_the_storys_own() -> None:
    own = Uses(Vocabulary(find_story("four_parts_copper").data)).unusual()
    with_thing = {word for word, _, takes in own if takes}
    assert "knead" in with_thing
    assert with_thing.isdisjoint({"haul", "excavate", "ascend"}), "these pull, dig and climb"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It comes up ringing: the pan of a pair of scales.", ("pan",)),
        ("You dig up a small chest.", ("chest",)),
        ("The drawer comes out, and you find a key.", ("key",)),
        ("You come up the stairs.", ()),
    ],
)
def test_what_a_deed_brings_to_light_is_what_is_named_next(
    text: str, names: tuple[str, ...]
) -> None:
    words = Vocabulary(find_story("lastwell").data)
    found = tuple(name.rsplit(" ", 1)[-1] for name in emerging_in(words, text))
    assert found == names


def test_what_comes_to_light_by_a_deed_lies_there_to_be_taken() -> None:
    words = Vocabulary(find_story("lastwell").data)
    text = "It comes up ringing: the pan of a pair of scales."
    told = things_mentioned(stage(text=text), words, text, "dig sand")
    assert told is not None
    assert "pan" in told.listed and "pan" in told.revealed
    told = things_mentioned(stage(text=text), words, text, "examine sand")
    assert told is not None and "pan" not in told.listed


def test_a_short_name_has_what_the_long_one_promised() -> None:
    long, short = "seam of raw copper", "seam"
    page = ThingsMentioned(room=HERE, names=(long, short))
    spoken = ThingsMentioned(room=RoomId("r2"), names=(), spoken=("copper",))
    balked = CommandJudged(
        room=HERE,
        command=f"examine {long}",
        effect=Effect.NOT_UNDERSTOOD,
        fault=Fault.GRAMMAR,
        things=(long,),
    )
    words = Vocabulary(find_story("four_parts_copper").data)
    for events, told in (((page, balked), False), ((page, spoken, balked), True)):
        scene = Opportunities(words).scene(stage(*events), HERE)
        assert [thing.told for thing in scene.around if thing.name == short] == [told]
