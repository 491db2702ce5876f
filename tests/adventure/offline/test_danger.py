"""Blows are struck back with a weapon, narrow ways gone with less, and prizes collected."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.danger import face
from ludens.adventure.agents.offline.load import squeeze
from ludens.adventure.agents.offline.pairing import pair_worth
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.events import CommandChosen, CommandJudged, Effect, TextObserved
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.events import Event

OGRE = Thing("ogre", alive=True)
BLOW = "The ogre swings his club, but it misses."
NARROW = "You can't get through there with what you're carrying."


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return Vocabulary(find_story(None).data)


class Armed:
    """A grammar that takes `attack * with *`."""

    def takes(self, word: str, *shape: str) -> bool:
        return (word, shape) == ("attack", ("*", "with", "*"))


def typed(*turns: tuple[str, str]) -> list[Event]:
    events: list[Event] = []
    for command, answer in turns:
        events += [CommandChosen(command=command), TextObserved(text=answer)]
        events.append(CommandJudged(room=HERE, command=command, effect=Effect.NOTHING))
    return events


def fought(state: AdventureState, *held: str) -> str | None:
    things = [Thing(name) for name in held]
    decision = face(state, Armed(), [OGRE], things)  # type: ignore[arg-type]  # as much as it asks
    return decision.command if decision else None


def test_who_strikes_is_struck_with_the_best_weapon() -> None:
    state = stage(*typed(("north", BLOW)))
    assert fought(state, "lamp", "stick", "sword") == "attack ogre with sword"


def test_who_only_stands_there_is_left_alone() -> None:
    assert fought(stage(*typed(("north", "An ogre sleeps here."))), "sword") is None


def test_blows_that_miss_are_repeated_but_not_for_ever() -> None:
    misses = [("attack ogre with sword", BLOW)]
    assert fought(stage(*typed(*misses * 10)), "sword") == "attack ogre with sword"
    assert fought(stage(*typed(*misses * 25)), "sword") is None


def test_what_one_fights_with_is_not_put_away() -> None:
    box = Thing("display case", holds=True)
    put = Sentence(("put", "*", "in", "*"), 0.015)
    assert pair_worth(put, Thing("sword"), box) == 0
    assert pair_worth(put, Thing("egg", prized=True), box) > pair_worth(put, Thing("egg"), box)


def test_the_second_time_a_way_is_refused_for_the_load_it_is_put_down(words: Vocabulary) -> None:
    load = ("lamp", "rope", "loaf", "key")
    once = stage(*typed(("up", NARROW)), carried=load)
    assert squeeze(once, words) is None
    twice = stage(*typed(("up", NARROW), ("up", NARROW)), carried=load)
    put_down = squeeze(twice, words)
    assert put_down is not None
    assert put_down.command.startswith("drop ")
    light = stage(
        *typed(("up", NARROW), ("up", NARROW), ("drop rope", "Dropped.")), carried=("lamp", "key")
    )
    then = squeeze(light, words)
    assert then is not None
    assert then.command == "up"
