"""What lookahead makes of answers: what it rules out, what it promises, what it leaves alone."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import KNOWN_WAY, Outlook
from ludens.adventure.events import CommandJudged, Effect, StoryRestored, TextObserved
from ludens.adventure.interpreter.protocol import Observation, Trial
from ludens.adventure.judgement import fingerprint
from ludens.adventure.lookahead.candidates import Candidates
from ludens.adventure.lookahead.events import Foreseen, Foresight, Prospect
from ludens.adventure.lookahead.noise import Noise
from ludens.adventure.lookahead.record import Foresights
from ludens.adventure.lookahead.trying import (
    is_had_again,
    is_news,
    looks_new,
    puzzles_in,
    was_named,
)
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked, RoomFound
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room

FAR = RoomId("r9")
LISTED = 2.1


def sight(command: str, prospect: Prospect) -> Foresight:
    return Foresight(command=command, prospect=prospect)


def outlook(*sights: Foresight, room: RoomId = HERE) -> Outlook:
    state = stage()
    return Outlook(state.journal, foreseen={room: {s.command: s for s in sights}}, here=HERE)


def judged(command: str, *, gained: bool = False, reply: str = "") -> CommandJudged:
    effect = Effect.CHANGED if gained else Effect.NOTHING
    return CommandJudged(room=HERE, command=command, effect=effect, gained=gained, reply=reply)


def about(command: str, *things: str, reply: str) -> CommandJudged:
    return CommandJudged(
        room=HERE, command=command, effect=Effect.NOTHING, things=things, reply=reply, novel=True
    )


def test_a_promise_never_makes_a_deed_worth_less_than_without_it() -> None:
    take = Opportunity("take lamp", LISTED, "It lies there.")
    assert outlook(sight("take lamp", Prospect.GAINS)).prospect(HERE, take) == LISTED


def test_a_way_to_a_known_place_is_still_worth_something_to_the_map() -> None:
    north = Opportunity("north", 2.0, "Nobody has gone there.")
    assert outlook(sight("north", Prospect.MOVES)).prospect(HERE, north) == KNOWN_WAY * 2.0


def test_what_would_have_killed_may_do_so_no_longer_once_something_was_gained() -> None:
    down = Opportunity("down", 2.0, "Nobody has gone there.")
    assert outlook(sight("down", Prospect.KILLS)).prospect(HERE, down) == 0
    book = Foresights()
    book.apply(Foreseen(room=FAR, steps=2, found=(sight("down", Prospect.KILLS),)), 3)
    book.apply(judged("take lamp", gained=True), 4)
    assert not book.by_room[FAR]


def test_what_was_typed_or_taken_back_is_foreseen_no_longer() -> None:
    book = Foresights()
    book.apply(Foreseen(room=HERE, steps=2, found=(sight("open box", Prospect.GAINS),)), 3)
    book.apply(judged("open box"), 3)
    assert not book.by_room[HERE]
    book.apply(Foreseen(room=FAR, steps=2, found=(sight("open box", Prospect.GAINS),)), 4)
    book.apply(StoryRestored(to_turn=1, command="x", reason="the player died"), 5)
    assert not book.by_room


def test_what_only_typing_can_tell_keeps_its_worth_and_costs_no_more_steps() -> None:
    candidates = Candidates(Vocabulary(find_story("drowned_clock").data))
    state = stage(here=("lamp",))
    (first, *_) = candidates.of(state, 1)
    state.apply(Foreseen(room=HERE, steps=1, told=(judged(first, reply="odd"),)))
    assert first not in candidates.of(state, 200)
    assert state.journal.attempt(HERE, first) is None, "the player knows nothing of it"
    state.apply(judged("take key", gained=True))
    assert first in candidates.of(state, 200)


def test_two_deeds_with_the_same_things_that_are_answered_alike_are_both_worth_typing() -> None:
    poured = "3f"
    heard: dict[str, str] = {}
    fill = about("fill lamp with lamp oil", "lamp", "lamp oil", reply=poured)
    put = about("put oil in lamp", "oil", "lamp", reply=poured)
    boots = about("fill boots with lamp oil", "boots", "lamp oil", reply=poured)
    assert is_news(put, heard)
    assert is_news(fill, heard)
    assert not is_news(boots, heard), "what is answered about any two things is a refusal"
    listen = about("listen", reply="9a")
    assert not is_news(listen, heard), "a snapshot tells what there is to hear"


def test_a_deed_with_what_is_carried_is_told_wherever_the_player_goes() -> None:
    book = Foresights()
    wind = about("wind watch", "watch", reply="7c").model_copy(update={"in_hand": True})
    book.apply(Foreseen(room=HERE, steps=1, told=(wind,)), 3)
    assert book.has_told(FAR, "wind watch")


def test_a_refusal_that_was_heard_on_a_snapshot_may_tell_of_a_puzzle() -> None:
    words = Vocabulary(find_story("drowned_clock").data)
    state = stage(carried=("storm lamp",))
    light = about("light storm lamp", "storm lamp", reply="1d")
    sparks = TextObserved(text="The flint throws sparks into a dry wick. The lamp wants oil.")
    found = puzzles_in(words, state, [(sparks, light)])
    assert [one.quote for one in found] == ["The lamp wants oil."]
    turn = about("turn storm lamp", "storm lamp", reply="2e")
    idle = (TextObserved(text="You turn it in your hands."), turn)
    assert list(puzzles_in(words, state, [idle])) == []


def test_a_way_that_was_found_barred_on_a_snapshot_is_a_puzzle() -> None:
    words = Vocabulary(find_story("drowned_clock").data)
    barred = ExitBlocked(room=HERE, direction="south", reason="The iron gate is locked.")
    (found,) = puzzles_in(words, stage(), [(barred, judged("south"))])
    assert (found.kind, found.direction) == (PuzzleKind.LOCKED, "south")


def trial(memory: bytes) -> Trial:
    return Trial(command="touch wall", observation=Observation(text="Nothing."), memory=memory)


def test_buffers_of_the_parser_are_no_effect_of_a_command() -> None:
    noise = Noise(b"object..buffer", (slice(0, 6),))
    assert not noise.is_heard_over(trial(b"object..BUFFER"))
    assert noise.is_heard_over(trial(b"objecT..buffer"))
    noise.hear(trial(b"objecT..buffer"))
    assert not noise.is_heard_over(trial(b"objecT..buffer"))


def test_what_scores_in_a_room_is_promised_once() -> None:
    book = Foresights()
    ways = (sight("west", Prospect.SCORES), sight("in", Prospect.SCORES))
    book.apply(Foreseen(room=HERE, steps=3, found=(*ways, sight("up", Prospect.DISCOVERS))), 3)
    book.apply(CommandJudged(room=HERE, command="west", effect=Effect.SCORED), 3)
    assert list(book.by_room[HERE]) == ["up"]


def test_an_answer_of_the_library_is_one_whatever_it_calls_the_thing() -> None:
    silt = fingerprint("The mud doesn't seem to be something you can unlock.", ("silt",))
    sills = fingerprint("The cottages don't seem to be something you can unlock.", ("sills",))
    assert silt == sills
    assert silt != fingerprint("The cottages don't seem to be something you can open.", ("sills",))
    poured = fingerprint("Filling the walls from the oil can wouldn't make sense.", ("wall", "oil"))
    assert poured == fingerprint("Filling the oven from the oil can wouldn't make sense.", ())


def test_one_more_room_of_a_maze_is_no_discovery() -> None:
    state = stage()
    for number in range(3):
        found = RoomFound(room=RoomId(f"m{number}"), name="Maze", description="All alike.")
        assert looks_new(state, found)
        state.apply(found)
    assert not looks_new(state, RoomFound(room=FAR, name="Maze", description="All alike."))
    assert looks_new(state, RoomFound(room=FAR, name="Maze", description="A skeleton lies here."))


def test_taking_up_what_one_put_down_does_something_though_it_gains_nothing() -> None:
    assert is_had_again([ItemMoved(item=ItemId("i1"), place=INVENTORY)])
    assert not is_had_again([ItemMoved(item=ItemId("i1"), place=in_room(HERE))])


def test_what_a_command_speaks_of_is_not_found_by_it() -> None:
    table = ItemFound(item=item("white table"), name="white table", place=in_room(HERE))
    assert was_named("put crank on table", table)
    assert not was_named("look in drawer", table)
    held = ItemFound(item=item("table"), name="table", place=INVENTORY)
    assert not was_named("take table", held)
