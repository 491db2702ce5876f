"""Going back: past a death that comes at once again, and the score asked for on the last turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adventure.agents_stage import item, stage
from adventure.told import ToldStory, play_told
from ludens.adventure.events import (
    By,
    CommandChosen,
    PlayerDied,
    StoryRestored,
    StorySaved,
    TextObserved,
)
from ludens.adventure.game import Adventure
from ludens.adventure.picture import deadly as deadly_told
from ludens.adventure.recovery import changes_to, light_failed_since, turn_to_return_to
from ludens.adventure.world.item_events import ItemChanged, ItemFound, LightFading
from ludens.adventure.world.places import INVENTORY, UNKNOWN
from ludens.episode.events import Event, Outcome

YARD = "Yard\nA bare yard between four walls, with nothing in it but dust and a little light."
DEATH = "The water closes over you.\n\n    *** You have died ***\n\n"
LETHAL = 9
"""The stroke of the clock at which everybody out in the yard drowns."""


def drowning(world: dict[str, Any], command: str) -> str:
    """Every command takes a minute, a look too; at one minute everybody drowns."""
    if command:
        world["minute"] += 1
    if world["minute"] >= LETHAL:
        return DEATH
    return YARD if command in ("", "look") else "You wait. The water is rising."


def untold(world: dict[str, Any], command: str) -> str:
    """Tells its score to nobody who does not ask."""
    if command == "score":
        return "You have so far scored 7 out of a possible 20, in 4 turns."
    return YARD if command in ("", "look") else "Nothing comes of it."


def talkative(world: dict[str, Any], command: str) -> str:
    """Tells its score of its own accord."""
    return untold(world, "score") if command == "sing" else untold(world, command)


def test_a_death_that_looking_round_would_undo_is_gone_back_past(tmp_path: Path) -> None:
    story = ToldStory(drowning, {"minute": 0})
    row, turns = play_told(story, tmp_path, commands=["wait"] * 12, save_every=3)
    deadly = next(turn for turn, events in turns if any(isinstance(e, PlayerDied) for e in events))
    assert deadly == LETHAL
    restored = [
        e.to_turn
        for turn, events in turns
        if turn == deadly
        for e in events
        if isinstance(e, StoryRestored)
    ]
    assert restored[0] == LETHAL - 1, "first just before the deadly command"
    assert restored[-1] < LETHAL - 1, "where a look alone kills, to an older save"
    assert row.turns == 12, "and the episode goes on"
    state = Adventure().state()
    for turn, events in turns:
        state.turn = turn
        for event in events:
            state.apply(event)
    assert deadly_told(state) == ['"wait" in Yard'], "no command of the player's is RESTORE"


def reviving(world: dict[str, Any], command: str) -> str:
    """Pays who drowns for the first time, and sets them in the yard again."""
    if command == "jump":
        paid = not world["minute"]
        world["minute"] += 1
        told = "[Your score has just gone up by ten points.]\n\n" if paid else ""
        return f"{DEATH}{told}{YARD}"
    return YARD if command in ("", "look") else "Nothing comes of it."


def test_a_death_that_the_story_pays_for_and_goes_on_from_is_not_taken_back(tmp_path: Path) -> None:
    story = ToldStory(reviving, {"minute": 0})
    _, turns = play_told(story, tmp_path, commands=["jump", "wait", "jump", "wait"])
    deaths = [
        any(isinstance(event, StoryRestored) for event in events)
        for _, events in turns
        if any(isinstance(event, PlayerDied) for event in events)
    ]
    assert deaths == [False, True], "the first one pays, the second does not"


def test_an_end_in_the_storys_own_words_is_gone_back_past_as_a_death_is(tmp_path: Path) -> None:
    missed = "The ferry is gone.\n\n   *** You are late ***\n\nWould you like to RESTART or QUIT?\n"

    def ferry(world: dict[str, Any], command: str) -> str:
        return drowning(world, command).replace(DEATH, missed)

    row, _ = play_told(
        ToldStory(ferry, {"minute": 0}), tmp_path, commands=["wait"] * 12, save_every=3
    )
    assert row.turns == 12
    assert row.headline["deaths"] > 1, "where a look alone ends it, to an older save"


def test_where_death_cannot_be_gone_back_past_the_episode_ends(tmp_path: Path) -> None:
    story = ToldStory(lambda world, command: DEATH if command else YARD, {})
    row, _ = play_told(story, tmp_path, commands=["wait"] * 5)
    assert row.outcome is Outcome.DEFEAT


def test_a_story_that_told_no_score_is_asked_for_it_on_the_last_turn(tmp_path: Path) -> None:
    row, turns = play_told(ToldStory(untold, {}), tmp_path, commands=["sing"] * 4)
    chosen = {turn: e for turn, events in turns for e in events if isinstance(e, CommandChosen)}
    assert (chosen[4].command, chosen[4].by) == ("score", By.SENSES)
    assert (row.headline["score"], row.headline["max_score"]) == (7, 20)
    assert chosen[3].command == "sing"


def test_a_story_that_told_its_score_is_not_asked(tmp_path: Path) -> None:
    row, turns = play_told(ToldStory(talkative, {}), tmp_path, commands=["sing"] * 4)
    assert all(
        e.command != "score" for _, events in turns for e in events if isinstance(e, CommandChosen)
    )
    assert row.headline["score"] == 7


def test_what_was_lit_open_or_taken_since_is_so_no_longer() -> None:
    then, now = stage(carried=("lamp",)), stage(carried=("lamp",))
    now.apply(ItemChanged(item=item("lamp"), lit=True))
    now.apply(ItemFound(item=item("key"), name="key", place=INVENTORY))
    for event in changes_to(then, now):
        now.apply(event)
    assert now.items.known[item("lamp")].lit is False
    assert now.items.known[item("key")].place == UNKNOWN


def test_a_death_that_asks_to_be_undone_is_gone_back_past_and_no_question_is_a_save(
    tmp_path: Path,
) -> None:
    def guide(world: dict[str, Any], command: str) -> str:
        if command == "jump":
            return "You fall into a pit.\n\nDo you want me to try to reincarnate you?"
        return "Do you really want to sing?" if command == "sing" else YARD

    story = ToldStory(guide, {})
    commands = ["wait", "sing", "wait", "jump", "wait"]
    row, turns = play_told(story, tmp_path, commands=commands, turns=7, save_every=1)
    happened = {
        event.command: events
        for _, events in turns
        for event in events
        if isinstance(event, CommandChosen)
    }
    assert row.headline["deaths"] == 1
    assert any(isinstance(event, PlayerDied) for event in happened["jump"])
    assert any(isinstance(event, StoryRestored) for event in happened["jump"])
    assert not any(isinstance(event, StorySaved) for event in happened["sing"])


def turn_of(turns: list[tuple[int, list[Event]]], command: str) -> int:
    """Return the turn in which a command was typed."""
    return next(
        turn
        for turn, events in turns
        for event in events
        if isinstance(event, CommandChosen) and event.command == command
    )


@pytest.mark.parametrize("typed", ["save", "quit"])
def test_a_question_that_was_not_answered_is_still_asked(typed: str, tmp_path: Path) -> None:
    def guide(world: dict[str, Any], command: str) -> str:
        return "Do you really want to sing?" if command == "sing" else YARD

    commands = ["wait", "sing", typed, "wait"]
    story = ToldStory(guide, {})
    _, turns = play_told(story, tmp_path, commands=commands, turns=5, save_every=1)
    asked = turn_of(turns, "sing")
    saved = [turn for turn, events in turns if any(isinstance(e, StorySaved) for e in events)]
    assert not {asked, asked + 1} & set(saved)
    assert asked + 2 in saved
    [told] = [event for event in dict(turns)[asked + 1] if isinstance(event, TextObserved)]
    assert told.text.endswith("Do you really want to sing?")


def test_who_died_of_an_answer_is_back_before_the_question(tmp_path: Path) -> None:
    typed: list[tuple[str, bool]] = []

    def guide(world: dict[str, Any], command: str) -> str:
        typed.append((command, bool(world.get("asked"))))
        if world.get("asked") and command == "yes":
            return "You fall.\n\nYou are dead."
        world["asked"] = command == "jump"
        return "Do you really want to jump?" if world["asked"] else YARD

    commands = ["wait", "jump", "yes", "wait"]
    row, turns = play_told(ToldStory(guide, {}), tmp_path, commands=commands, turns=5)
    [back] = [e for _, events in turns for e in events if isinstance(e, StoryRestored)]
    assert back.to_turn == turn_of(turns, "jump") - 1
    assert ("look", True) not in typed
    assert row.headline["deaths"] == 1


def test_who_died_as_the_light_ran_out_goes_back_from_where_it_began_to_fail() -> None:
    lamp = ItemFound(item=item("lamp"), name="lamp", place=INVENTORY)
    state = stage(lamp, ItemChanged(item=item("lamp"), lit=True))
    state.turn = 60
    state.apply(LightFading(item=item("lamp"), text="Your lamp is getting dim."))
    state.turn = 90
    assert turn_to_return_to(state, 90) == 89, "it burns still: something else killed"
    state.apply(ItemChanged(item=item("lamp"), lit=False, fuel=0))
    state.apply(PlayerDied(command="north", text="Your lamp has run out of power."))
    assert turn_to_return_to(state, 90) == 59
    state.apply(StorySaved(to_turn=40))
    state.apply(PlayerDied(command="north", text="Your lamp has run out of power."))
    assert turn_to_return_to(state, 90) == 40, "the same danger again"
    assert light_failed_since(state, 150) is None, "it was dark for long"


def test_what_kills_on_a_clock_is_gone_back_past_further_each_time() -> None:
    """By the story's time all these deaths are one danger, however long each takes to come."""
    state, clock = stage(), 92
    time = {turn: turn for turn in range(clock)}
    reached: list[int] = []
    state.turn = clock
    while not reached or reached[-1]:
        state.apply(PlayerDied(command="wait", text="You pass out from lack of water and die."))
        target = turn_to_return_to(state, state.turn)
        state.apply(StoryRestored(to_turn=target, command="wait", reason="the player died"))
        reached.append(time[target])
        time |= {state.turn + n: reached[-1] + n for n in range(clock - reached[-1])}
        state.turn += clock - reached[-1]
        assert len(reached) < 25
    assert reached[0] == clock - 1
