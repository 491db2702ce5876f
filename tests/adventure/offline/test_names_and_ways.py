"""Which names mean one thing, and which ways out are worth a guess."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.things import Names
from ludens.adventure.agents.offline.ways_out import GUESSED_EXIT, UNNAMED, exits
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.journal import Standing
from ludens.adventure.judgement import is_refusal
from ludens.adventure.perception.refusals import denies
from ludens.adventure.puzzles.natural import needs_of
from ludens.adventure.puzzles.needs import needs_met_by
from ludens.adventure.world.map import Room


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
    assert "cooking" in {need.name for need in needs_of("stove", alive=False)}
    assert "bait" not in {need.name for need in needs_of("hole", alive=False)}
