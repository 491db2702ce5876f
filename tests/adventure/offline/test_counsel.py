"""What speaks for a deed besides names: what a way takes, what takes time, what was said."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.conversation import HELD, SPOKEN, asked
from ludens.adventure.agents.offline.counsel import (
    PATIENCE,
    biding,
    lacks_means,
    needed,
    suggested,
)
from ludens.adventure.agents.offline.outlook import still
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.biding import takes_time
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.experience import fits
from ludens.adventure.guesses import GUESS, SHAFT, guess_of
from ludens.adventure.guesses import SPOKEN as SPOKEN_OF
from ludens.adventure.puzzles.events import SuggestionId, SuggestionMade
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemMoved
from ludens.adventure.world.places import INVENTORY, in_room

WORDS = Vocabulary(find_story("drowned_clock").data)


def gone(**told: object) -> CommandJudged:
    return CommandJudged.model_validate(
        {"room": HERE, "command": "south", "effect": Effect.MOVED, **told}
    )


def later(state: AdventureState, turn: int, *events: object) -> AdventureState:
    state.turn = turn
    for event in events:
        state.apply(event)  # type: ignore[arg-type]
    return state


def test_what_a_way_takes_is_fetched_once_it_failed_without() -> None:
    state = stage(gone(means=("sledge",)), carried=("wooden sledge",))
    assert not list(needed(state)), "nothing is wanted while the way is open"
    later(
        state, 9, ItemMoved(item=item("wooden sledge"), place=in_room(HERE), how=Handling.DROPPED)
    )
    later(state, 10, gone(effect=Effect.NOTHING))
    assert lacks_means(state, HERE, "south")
    assert [chance.command for _, chance in needed(state)] == ["take sledge"]
    later(state, 11, ItemMoved(item=item("wooden sledge"), place=INVENTORY, how=Handling.TAKEN))
    assert not lacks_means(state, HERE, "south")
    ((room, again),) = needed(state)
    assert room == HERE
    assert (again.command, again.since) == ("south", 11)


def test_an_answer_tells_that_something_takes_time() -> None:
    assert takes_time("pull tap", "It runs down. Now leave it be until it has cooled.")
    assert takes_time("break jar", "Too soon. Wait.")
    assert not takes_time("wait", "You wait until it has cooled.")
    assert not takes_time("look", "There is a wait, and then a stroke.")


def test_one_waits_for_what_takes_time_and_then_tries_again() -> None:
    state = stage(gone(command="break jar", effect=Effect.NOTHING, novel=True, bides=True), turn=5)
    assert [chance.command for _, chance in biding(state)] == ["wait"]
    later(state, 5 + PATIENCE)
    assert [chance.command for _, chance in biding(state)] == ["wait", "break jar"]
    later(state, 6 + 2 * PATIENCE)
    assert not list(biding(state))


def test_what_somebody_spoke_of_is_asked_about_before_what_one_carries() -> None:
    state = stage(ThingsMentioned(room=HERE, names=("old man",), spoken=("brass bell",)))
    talk = {
        c.command: c.worth
        for c in asked(_Talker(), state, HERE, Thing("old man"), (Thing("lamp"),))
    }  # type: ignore[arg-type]
    assert talk == {"ask old man about bell": SPOKEN, "ask old man about lamp": HELD}


class _Talker:
    def takes(self, *words: str) -> bool:
        return words == ("ask", "*", "about", "*")


def test_what_speaks_for_a_direction_is_told_by_the_description() -> None:
    yard = "A yard. To the north stands a wall, and a ladder leans against it."
    assert guess_of(yard, "north") == SPOKEN_OF
    assert guess_of(yard, "up") == SHAFT
    assert guess_of(yard, "south") == GUESS
    assert guess_of("A yard.", "down", shaft=True) == SHAFT


def test_guesses_of_one_sort_speak_only_for_their_like() -> None:
    ways = ("north", "northeast", "up", "in")
    assert len({guess_of("A bare room.", way) for way in ways}) == len(ways)
    assert guess_of("A bare room.", "west") == guess_of("A bare room.", "north")
    assert guess_of("A bare room.", "down") == guess_of("A bare room.", "up")


def test_a_refusal_that_is_about_one_thing_speaks_against_its_like_with_another() -> None:
    refused = gone(
        command="put lamp in stove",
        effect=Effect.NOTHING,
        things=("lamp", "stove"),
        about=("stove",),
    )
    state = stage(refused)
    assert state.journal.vanity("put in", "bell", "stove") == 1
    assert state.journal.vanity("put in", "lamp", "chest") == 0
    worked = gone(command="open stove", effect=Effect.CHANGED, things=("stove",))
    later(state, 9, worked)
    assert state.journal.vanity("put in", "bell", "stove") == 0, "it was opened since"


def test_what_was_put_where_it_belongs_is_left_there() -> None:
    into = {"effect": Effect.CHANGED, "command": "put chaff in trough"}
    trough = gone(**into, things=("chaff", "trough"))
    assert fits(trough)
    assert not fits(gone(**{**into, "command": "put chaff in bag"}, things=("chaff", "bag")))
    assert not fits(gone(**{**into, "effect": Effect.NOTHING}, things=("chaff", "trough")))
    assert "chaff" in stage(trough).journal.settled


def test_what_is_asked_for_first_is_done_again_where_it_is_asked_for_again() -> None:
    done = CommandJudged(room=HERE, command="open gate", effect=Effect.CHANGED, things=("gate",))
    idea = SuggestionMade(
        suggestion=SuggestionId("s1"),
        puzzle=None,
        command="open gate",
        room=HERE,
        items=(),
        way=(),
        confidence=0.5,
        reason="It is closed.",
        kind="first",
    )
    state = stage(done)
    state.turn += 1
    state.apply(idea)
    ((_, chance),) = suggested(state, ())
    assert still(state.journal, HERE, chance) == 1.0
