"""Names: what things are called for short, where they lie, and which of them may be taken."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.pairing import COLLECTED, pair_worth
from ludens.adventure.agents.offline.things import Thing, is_scenery
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.journal import Journal
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.naming import listed_in, things_mentioned
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import heads
from ludens.adventure.world.item_events import Handling, ItemMoved
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId, in_room

WORDS = Vocabulary(find_story("lastwell").data)
FAR = RoomId("far")
NEW = 9


def test_a_thing_is_called_by_the_head_of_its_name_or_by_what_it_holds() -> None:
    assert heads("jar of seed wheat") == {"jar", "wheat"}
    assert heads("Brass Lamp") == {"brass lamp", "lamp"}
    before = Before.of(stage(carried=("jar of seed wheat",)))
    judged = judge_command(before, WORDS, "examine jar", "Sealed, and marked with a thumb.", ())
    assert judged.in_hand


def test_what_was_taken_elsewhere_is_not_looked_for_where_it_was() -> None:
    named = ThingsMentioned(room=HERE, names=("jug", "shelf"))
    state = stage(named, RoomFound(room=FAR, name="Far"), carried=("jug",))
    state.turn = NEW
    state.apply(ItemMoved(item=item("jug"), place=in_room(FAR), how=Handling.DROPPED))
    state.items.known[item("jug")].portable = True
    assert [thing.name for thing in Opportunities(WORDS).scene(state, HERE).around] == ["shelf"]


def test_a_sentence_that_says_where_before_it_says_what_lists_what_lies_there() -> None:
    hall = "A hall, with hooks along the wall.\n\nFrom one of the hooks hangs a bronze wheel."
    assert listed_in(WORDS, hall, shown=True) == ("bronze wheel",)
    over = "A hall, with hooks along the wall.\n\nAbove the hooks hangs a bronze wheel."
    assert listed_in(WORDS, over, shown=True) == ("bronze wheel",)
    square = "Poles stand about.\n\nBeside one of the poles something brass shows its edge."
    assert listed_in(WORDS, square, shown=True) == ("brass",)


def test_what_no_text_lists_is_scenery_whatever_memory_shows() -> None:
    said = {"great wheel": Mention(turn=1), "iron crank": Mention(turn=1, listed=True)}
    assert is_scenery("wheel", said)
    assert not is_scenery("crank", said)
    assert not is_scenery("rope", said), "what no text speaks of is told by nothing"


def test_a_parsers_remark_asks_for_nothing() -> None:
    state = stage()
    text = "I only understood you as far as wanting to examine the granary wall."
    mentioned = things_mentioned(state, WORDS, text, "examine blank wall")
    assert mentioned is None or mentioned.orders == ()


def test_what_was_only_read_on_a_snapshot_brings_no_absent_thing_back() -> None:
    state = stage(ThingsMentioned(room=HERE, names=("hatch",)))
    state.journal.mentioned[HERE]["hatch"].standing = Standing.ABSENT
    text = "You see a hatch under it."
    told = things_mentioned(state, WORDS, text, "look under rug", happened=False)
    assert told is None or "hatch" not in told.names
    told = things_mentioned(state, WORDS, text, "look under rug")
    assert told is not None and "hatch" in told.names


def test_whom_one_asks_in_vain_is_asked_less_about_all_else() -> None:
    book = Journal()
    for topic in ("rope", "jug"):
        book.apply(
            CommandJudged(
                room=HERE,
                command=f"ask cook about {topic}",
                effect=Effect.NOTHING,
                things=("cook", topic),
                about=("cook",),
            ),
            1,
        )
    assert book.vanity("ask about", "cook") == 2
    before = Before.of(stage())
    book.replies = before.journal.replies
    common = judge_command(before, WORDS, "ask ibb about jug", "I cook.", ())
    before.journal.replies[common.reply] = 3
    again = judge_command(before, WORDS, "ask ibb about rope", "I cook.", ())
    assert again.about == ("ibb",)


def test_prizes_are_collected_in_what_holds_them_and_not_on_every_table() -> None:
    prize, table = Thing("jug", prized=True), Thing("table", holds=True)
    chest = Thing("chest", holds=True)
    assert pair_worth(Sentence(("put", "*", "in", "*"), 0.015), prize, chest) >= COLLECTED
    assert pair_worth(Sentence(("put", "*", "on", "*"), 0.008), prize, table) < COLLECTED
