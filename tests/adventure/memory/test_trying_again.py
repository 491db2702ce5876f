"""One rule says when something is worth trying again: a fact that it failed under has changed."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.events import CommandJudged, Effect, Fault, PlayerDied, StoryRestored
from ludens.adventure.judgement import is_done
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.places import INVENTORY, UNKNOWN


def refused(command: str, *things: str, speaks: tuple[str, ...] = ()) -> CommandJudged:
    return CommandJudged(
        room=HERE,
        command=command,
        effect=Effect.NOTHING,
        things=things,
        speaks=speaks,
        reply="r",
        novel=bool(speaks),
    )


def is_open_again(state: AdventureState, command: str) -> bool:
    tried = state.memory.attempt(HERE, command)
    assert tried is not None
    return tried.reopened(state.items, state.score)


def test_what_failed_stays_shut_until_the_thing_stands_otherwise() -> None:
    state = stage(here=("chest",))
    state.apply(refused("open chest", "chest"))
    assert not is_open_again(state, "open chest")
    state.apply(ItemChanged(item=item("chest"), locked=False))
    assert is_open_again(state, "open chest")


def test_who_lacks_a_key_waits_for_the_key() -> None:
    state = stage(here=("gate",))
    state.apply(ItemFound(item=item("key"), name="key", place=UNKNOWN))
    state.apply(refused("open gate", "gate", speaks=("key",)))
    assert not is_open_again(state, "open gate")
    state.apply(ItemMoved(item=item("key"), place=INVENTORY, how=Handling.TAKEN))
    assert is_open_again(state, "open gate")


def test_carrying_a_thing_elsewhere_is_no_reason_to_try_everything_with_it_again() -> None:
    state = stage(here=("box",))
    state.apply(refused("open box", "box"))
    state.apply(ItemMoved(item=item("box"), place=INVENTORY, how=Handling.TAKEN))
    assert not is_open_again(state, "open box")


def test_what_the_parser_did_not_take_is_never_worth_another_try() -> None:
    state = stage(here=("box",))
    judged = refused("frob box", "box").model_copy(
        update={"effect": Effect.NOT_UNDERSTOOD, "fault": Fault.GRAMMAR}
    )
    state.apply(judged)
    state.apply(ItemChanged(item=item("box"), open=True))
    assert not is_open_again(state, "frob box")


def test_a_name_that_the_parser_does_not_take_of_what_is_there_is_said_shorter() -> None:
    state = stage(here=("jewelled egg",))
    unseen = refused("take jewelled egg", "jewelled egg").model_copy(
        update={"effect": Effect.NOT_UNDERSTOOD, "fault": Fault.UNSEEN}
    )
    state.apply(unseen)
    assert state.memory.clumsy == ["jewelled egg"]


def test_a_way_is_open_again_once_who_barred_it_is_seen_no_more() -> None:
    state = stage(here=("gate",))
    state.apply(refused("east", speaks=("troll",)))
    state.apply(refused("north", speaks=("gate",)))
    assert not is_open_again(state, "east")
    judged = refused("attack ugly troll", "ugly troll").model_copy(
        update={"effect": Effect.NOT_UNDERSTOOD, "fault": Fault.UNSEEN}
    )
    state.apply(judged)
    assert is_open_again(state, "east")
    assert not is_open_again(state, "north")


def test_a_name_that_was_understood_is_not_changed_since_one_verb_does_not_take_it() -> None:
    state = stage(here=("jewelled egg",))
    state.apply(refused("take jewelled egg", "jewelled egg"))
    unseen = refused("cast jewelled egg", "jewelled egg").model_copy(
        update={"effect": Effect.NOT_UNDERSTOOD, "fault": Fault.UNSEEN}
    )
    state.apply(unseen)
    assert state.memory.clumsy == []


def test_who_enters_a_thing_leaves_it_as_it_was() -> None:
    state = stage(here=("well",))
    state.apply(refused("put fuse in well", "fuse", "well"))
    state.apply(refused("enter well", "well").model_copy(update={"effect": Effect.MOVED}))
    assert not is_open_again(state, "put fuse in well")


def test_what_is_gone_is_not_looked_for_by_ever_other_words() -> None:
    state = stage(ItemFound(item=item("food bun"), name="food bun", place=UNKNOWN))
    for command in ("take food bun", "open food bun"):
        unseen = refused(command, "food bun").model_copy(
            update={"effect": Effect.NOT_UNDERSTOOD, "fault": Fault.UNSEEN}
        )
        state.apply(unseen)
    assert state.memory.sightings[HERE]["food bun"].absent


def walked(state: AdventureState, turn: int, command: str, effect: Effect = Effect.MOVED) -> None:
    state.turn = turn
    if effect is Effect.DIED:
        state.apply(PlayerDied(command=command, text="You have died."))
    state.apply(CommandJudged(room=HERE, command=command, effect=effect))


def test_the_way_to_a_place_of_death_is_barred_only_by_more_than_one_death_there() -> None:
    state = stage()
    for turn, deadly, barred in ((10, "east", set()), (20, "south", {"north"})):
        walked(state, turn, "west")
        walked(state, turn + 1, "north")
        walked(state, turn + 2, deadly, Effect.DIED)
        state.apply(StoryRestored(to_turn=turn - 1, command=deadly, reason="the player died"))
        tried = state.memory.attempts[HERE]
        assert {way for way in ("west", "north") if tried[way].failed} == barred
        assert tried[deadly].failed


def test_a_deed_with_an_effect_outdates_what_failed_with_its_thing_though_no_sense_saw_it() -> None:
    state = stage(here=("gate", "box"))
    state.apply(refused("open gate", "gate"))
    state.apply(refused("open box", "box"))
    unlocked = refused("unlock gate with key", "gate", "key")
    state.apply(unlocked.model_copy(update={"effect": Effect.CHANGED}))
    assert is_open_again(state, "open gate")
    assert not is_open_again(state, "open box")


def test_an_answer_in_the_words_of_the_command_says_that_it_is_done() -> None:
    assert is_done("wind bird", "You wind the bird, and it sings.", ("bird",))
    assert is_done("unlock gate with key", "You unlock the gate.", ("gate", "key"))
    assert not is_done("wind bird", "The spring is broken.", ("bird",))
    assert not is_done("examine bird", "You examine the bird.", ("bird",))
