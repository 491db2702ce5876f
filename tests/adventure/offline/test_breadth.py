"""What many small stories ask for: names told apart, instruments, water on a fire, loads."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.affordances import favour, promise
from ludens.adventure.agents.offline.announcements import announced
from ludens.adventure.agents.offline.load import LADEN
from ludens.adventure.agents.offline.player import is_far_out
from ludens.adventure.enumerations import enumerated
from ludens.adventure.events import CommandChosen, CommandJudged, Effect, TextObserved
from ludens.adventure.naming import clues_in
from ludens.adventure.puzzles.conditions import CONDITION
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.puzzles.ideas import ideas
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Article, Vocabulary
from ludens.adventure.world.map_events import ExitBlocked, ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId

WORDS = Vocabulary(find_story("four_parts_copper").data)
SHED = RoomId("r2")
KNOWN = frozenset("red green white button box old tin lamp table chair".split())


def told(kind: PuzzleKind, quote: str, *things: str, **more: str) -> PuzzleFound:
    where = {"puzzle": PuzzleId("p1"), "summary": quote, "room": HERE}
    return PuzzleFound(kind=kind, quote=quote, things=things, **where, **more)


def likely(state: AdventureState) -> dict[str, float]:
    thinking = Thinking.of(state, WORDS)
    found = ideas(thinking, state.puzzles.puzzles[PuzzleId("p1")])
    return {idea.command: idea.chance for idea in found}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "A panel of three buttons: red, green and white.",
            ["red button", "green button", "white button"],
        ),
        ("A red and a green button are let into it.", ["red button", "green button"]),
        ("There is a lamp, a box and an old tin.", []),
        ("A table and a chair stand here.", []),
    ],
)
def test_things_told_apart_by_a_word_each_have_a_name_each(text: str, names: list[str]) -> None:
    assert list(enumerated(text, KNOWN.__contains__, KNOWN.__contains__)) == names


def test_many_of_a_kind_promise_what_one_does() -> None:
    assert promise("buttons") == promise("button") > 0
    assert favour("open", "white hives") == favour("open", "hive") > 0


def test_a_number_brings_things_in_like_an_article() -> None:
    assert WORDS.mentions("Six bells hang there.")["bells"] is Article.INDEFINITE


def test_what_may_be_typed_is_no_clue() -> None:
    advice = "Say what you would do with the bell: ring it, turn it, give it to someone, oil it."
    assert clues_in(WORDS, advice, "bell") == ()
    assert clues_in(WORDS, "Dig the clay with a spade.")


def test_an_instrument_is_played_where_somebody_stands_in_the_way() -> None:
    found = told(PuzzleKind.BLOCKED, "The pony blocks the way.", "pony", direction="up")
    with_bell = likely(stage(found, carried=("bell",), here=("pony",)))
    assert "ring bell" in with_bell
    assert "ring spade" not in likely(stage(found, carried=("spade",), here=("pony",)))


def test_water_is_brought_to_a_fire_that_bars_the_way() -> None:
    found = told(PuzzleKind.REFUSED, "You would have to put the fire out first.", "fire")
    best = next(iter(likely(stage(found, carried=("bucket", "ledger"), here=("fire",)))))
    assert best.split()[0] in ("douse", "extinguish", "pour")
    assert "bucket" in best


@pytest.mark.parametrize(
    "refusal",
    [
        "The bridge will not bear you and all that you are carrying.",
        "The ice won't hold your weight with so much to carry.",
    ],
)
def test_what_does_not_bear_one_with_a_load_is_gone_without_it(refusal: str) -> None:
    assert LADEN.search(refusal)


def test_what_is_too_dirty_is_cleaned_and_then_tried_again() -> None:
    command = "put ledger in trough"
    found = told(PuzzleKind.REFUSED, "It is too dirty.", "trough", "ledger", command=command)
    state = stage(found, carried=("ledger",), here=("trough",))
    cleaning = [command for command in likely(state) if command.startswith("clean ")]
    assert cleaning == ["clean trough", "clean ledger"]
    worked = SuggestionMade(
        suggestion=SuggestionId("s1"),
        puzzle=PuzzleId("p1"),
        command=cleaning[0],
        room=HERE,
        confidence=0.5,
        reason="",
        kind=CONDITION,
    )
    done = CommandJudged(room=HERE, command=cleaning[0], effect=Effect.SCORED)
    after = stage(found, worked, done, carried=("ledger",), here=("trough",))
    assert not any(isinstance(event, PuzzleSolved) for event in settle(after, [done]))


def test_what_the_story_tells_of_its_own_accord_makes_a_barred_way_worth_going_again() -> None:
    barred = ExitBlocked(room=HERE, direction="north", reason="The sea is over the causeway.")
    refused = CommandJudged(room=HERE, command="north", effect=Effect.NOTHING)
    news = "You wait a while.\n\nThe last water runs off the causeway."
    heard = stage(barred, refused, *answered("wait", news))
    heard.turn += 2
    assert [chance.command for _, chance in announced(heard)] == ["north"]
    nothing = stage(barred, refused, *answered("wait", "You wait a while.\n\nA gull cries."))
    nothing.turn += 2
    assert not list(announced(nothing))
    asked = stage(barred, refused, *answered("examine causeway", "The causeway is under water."))
    asked.turn += 2
    assert not list(announced(asked))


def answered(command: str, text: str) -> tuple[CommandChosen, TextObserved]:
    return CommandChosen(command=command), TextObserved(text=text)


def test_what_is_too_heavy_to_lift_is_pushed_where_a_way_leads() -> None:
    heavy = "It is far too heavy to lift. You might push it about."
    found = told(PuzzleKind.REFUSED, heavy, "bench", command="take bench")
    shed = (
        RoomFound(room=SHED, name="Shed"),
        ExitExplored(room=HERE, direction="east", to=SHED),
    )
    assert "push bench east" in likely(stage(*shed, found, here=("bench",)))
    light = told(PuzzleKind.REFUSED, "It is nailed down.", "bench", command="take bench")
    assert "push bench east" not in likely(stage(*shed, light, here=("bench",)))


def test_what_is_too_high_is_reached_from_on_top_of_something() -> None:
    found = told(PuzzleKind.BLOCKED, "You would need something to stand on.", direction="up")
    assert "stand on bench" in likely(stage(found, here=("bench",)))
    standing = stage(found, here=("bench",))
    standing.posture.on, standing.posture.since = "bench", standing.turn
    best = likely(standing)
    assert best["up"] > 0.5
    assert "stand on bench" not in best


def test_who_got_through_where_the_way_was_barred_looks_round_first() -> None:
    found = told(PuzzleKind.BLOCKED, "The bees are in the way.", "bees", direction="east")
    shed = (
        RoomFound(room=SHED, name="Shed"),
        ExitExplored(room=HERE, direction="east", to=SHED),
    )
    assert is_far_out(stage(*shed, found), SHED)
    assert not is_far_out(stage(*shed), SHED)
