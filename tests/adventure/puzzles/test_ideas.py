"""Puzzles are matched to things: by what the words need, by names, by the story's own sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.agents.settings import PuzzleSettings
from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    Fault,
    ScoreChanged,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.puzzles.book import HIGH
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    SuggestionClosed,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.puzzles.ideas import ideas
from ludens.adventure.puzzles.naming import call, speaks_of, telling_words
from ludens.adventure.puzzles.natural import natural_ideas
from ludens.adventure.puzzles.retrying import EASED
from ludens.adventure.puzzles.sentences_in import orders_in
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.puzzles.timing import INSISTENT, RESERVED, USUAL, measure, why_now
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked, ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId, in_room
from ludens.episode.events import Event

VOCABULARY = Vocabulary(find_story("four_parts_copper").data)
AGENT = OfflinePuzzleAgent(VOCABULARY, PuzzleSettings(adaptive=False))
SHED = RoomId("r2")


def puzzle(kind: PuzzleKind, quote: str, *things: str, **more: str) -> PuzzleFound:
    return PuzzleFound(
        puzzle=PuzzleId("p1"),
        kind=kind,
        summary=quote,
        room=HERE,
        quote=quote,
        things=things,
        **more,
    )


def best(state: AdventureState) -> list[tuple[str, float]]:
    thinking = Thinking.of(state, VOCABULARY)
    return [
        (idea.command, idea.chance)
        for idea in ideas(thinking, state.puzzles.puzzles[PuzzleId("p1")])
    ]


@pytest.mark.parametrize(
    ("found", "carried", "command"),
    [
        (
            puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate"),
            ("mine key",),
            "unlock gate with mine key",
        ),
        (
            puzzle(PuzzleKind.REFUSED, "It is too stiff for fingers.", "wheel"),
            ("grease",),
            "oil wheel with grease",
        ),
        (
            puzzle(
                PuzzleKind.REFUSED,
                "It is too stiff for fingers. It wants a spade.",
                "clay",
                command="dig clay",
            ),
            ("spade",),
            "dig clay with spade",
        ),
        (
            puzzle(PuzzleKind.CREATURE, "The pony is hungry.", "pony"),
            ("apple",),
            "give apple to pony",
        ),
        (
            puzzle(PuzzleKind.REFUSED, "It still wants chaff and water.", "trough"),
            ("chaff",),
            "put chaff in trough",
        ),
    ],
)
def test_the_likeliest_idea_brings_what_is_needed(
    found: PuzzleFound, carried: tuple[str, ...], command: str
) -> None:
    state = stage(found, carried=(*carried, "ledger"), here=found.things)
    assert best(state)[0][0] == command


def test_a_key_that_shares_a_word_with_its_lock_is_nearly_certain() -> None:
    found = puzzle(PuzzleKind.LOCKED, "The mine gate is locked.", "gate")
    command, chance = best(stage(found, carried=("mine key", "key"), here=("gate",)))[0]
    assert command == "unlock gate with mine key"
    assert chance >= HIGH


def test_what_failed_is_not_proposed_again_and_makes_its_like_less_likely() -> None:
    found = puzzle(PuzzleKind.CREATURE, "The pony is hungry.", "pony")
    carried = ("apple", "cake")
    fresh = dict(best(stage(found, carried=carried, here=("pony",))))
    failed = [
        SuggestionMade(
            suggestion=SuggestionId("s1"),
            puzzle=PuzzleId("p1"),
            command="give apple to pony",
            room=HERE,
            confidence=0.5,
            reason="",
        ),
        CommandJudged(room=HERE, command="give apple to pony", effect=Effect.NOTHING),
        SuggestionClosed(suggestion=SuggestionId("s1"), worked=False),
    ]
    later = dict(best(stage(found, *failed, carried=carried, here=("pony",))))
    assert "give apple to pony" not in later
    assert later["give cake to pony"] < fresh["give cake to pony"]


def test_a_thing_that_must_be_fetched_counts_if_a_way_leads_there() -> None:
    found = puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate")
    key = ItemFound(item=item("mine key"), name="mine key", place=in_room(SHED))
    shed = RoomFound(room=SHED, name="Shed")
    way = ExitExplored(room=HERE, direction="east", to=SHED)
    assert ("unlock gate with mine key" in dict(best(stage(found, shed, way, key)))) is True
    assert ("unlock gate with mine key" in dict(best(stage(found, shed, key)))) is False


def test_ideas_are_sentences_of_the_story() -> None:
    found = puzzle(PuzzleKind.REFUSED, "The lid won't budge.", "lid")
    for command, _ in best(stage(found, carried=("spade", "grease", "mine key"), here=("lid",))):
        words = command.split()
        assert VOCABULARY.verb(words[0]) is not None, command


def test_the_words_of_a_refusal_hold_the_verb() -> None:
    text = "It would have to be dug out. Somebody ought to turn the wheel."
    assert ("turn wheel", "wheel") in list(orders_in(VOCABULARY, text))


def test_names_are_called_by_the_words_the_parser_knows() -> None:
    assert call(VOCABULARY, "block of clay") == "block clay"
    assert speaks_of(telling_words("He is a fool for honey."), "honeycomb")
    assert not speaks_of(telling_words("He is a fool."), "honeycomb")


def evaluated(state: AdventureState, *events: Event) -> Sequence[Event]:
    return asyncio.run(AGENT.evaluate(Scene(state, events, "test")))


def test_a_barred_way_a_refusal_and_a_clue_are_found_with_what_they_are_about() -> None:
    barred = ExitBlocked(room=HERE, direction="north", reason="The iron gate is locked.")
    refused = CommandJudged(
        room=HERE, command="turn wheel", effect=Effect.NOTHING, novel=True, things=("wheel",)
    )
    text = TextObserved(text="The wheel won't budge.")
    state = stage(barred, refused)
    found = [e for e in evaluated(state, barred, text, refused) if isinstance(e, PuzzleFound)]
    assert [(p.kind, p.direction) for p in found] == [
        (PuzzleKind.LOCKED, "north"),
        (PuzzleKind.REFUSED, None),
    ]
    assert found[1].things == ("wheel",)
    assert found[1].command == "turn wheel"
    again = stage(barred, refused, *found)
    assert not [e for e in evaluated(again, barred, text, refused) if isinstance(e, PuzzleFound)]


def test_suggestions_carry_items_way_and_confidence() -> None:
    found = puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate")
    shed = RoomFound(room=SHED, name="Shed")
    there = ExitExplored(room=HERE, direction="east", to=SHED)
    moved = found.model_copy(update={"room": SHED})
    state = stage(shed, there, moved, carried=("mine key",))
    made = [e for e in evaluated(state) if isinstance(e, SuggestionMade)]
    [one] = [e for e in made if e.command == "unlock gate with mine key"]
    assert one.items == ("mine key",)
    assert one.way == ("east",)
    assert one.room == SHED
    assert 0 < one.confidence <= 1


def test_the_same_state_gives_the_same_proposals_and_nothing_twice() -> None:
    found = puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate")
    state = stage(found, carried=("mine key",), here=("gate",))
    first = evaluated(state)
    assert first == evaluated(state)
    for event in first:
        state.apply(event)
    assert not [e for e in evaluated(state) if isinstance(e, SuggestionMade)]


def settled(state: AdventureState, *events: Event) -> list[Event]:
    for event in events:
        state.apply(event)
    found = []
    for event in settle(state, events):
        state.apply(event)
        found.append(event)
    return found


def judged(command: str, effect: Effect, *things: str, gained: bool = False) -> CommandJudged:
    return CommandJudged(room=HERE, command=command, effect=effect, things=things, gained=gained)


def suggestion(command: str) -> SuggestionMade:
    return SuggestionMade(
        suggestion=SuggestionId("s1"),
        puzzle=PuzzleId("p1"),
        command=command,
        room=HERE,
        confidence=0.5,
        reason="",
    )


@pytest.mark.parametrize(
    "happened",
    [
        (ItemChanged(item=item("gate"), locked=False),),
        (ExitExplored(room=HERE, direction="north", to=SHED),),
        (judged("push gate", Effect.SCORED, "gate"),),
        (judged("unlock gate with key", Effect.CHANGED),),
    ],
)
def test_a_puzzle_is_solved_when_the_way_opens_the_thing_gives_way_or_it_scores(
    happened: tuple[Event, ...],
) -> None:
    found = puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate", direction="north")
    state = stage(found, suggestion("unlock gate with key"), here=("gate",))
    events = settled(state, *happened)
    assert [e.puzzle for e in events if isinstance(e, PuzzleSolved)] == ["p1"]
    assert not state.puzzles.suggestions, "what was suggested for it is closed"


def test_a_tried_suggestion_is_closed_and_remembered() -> None:
    found = puzzle(PuzzleKind.LOCKED, "The gate is locked.", "gate")
    state = stage(found, suggestion("push gate"), here=("gate",))
    [closed] = settled(state, judged("push gate", Effect.NOTHING, "gate"))
    assert closed == SuggestionClosed(
        suggestion=SuggestionId("s1"), worked=False, reason="tried: nothing"
    )
    attempts = state.puzzles.puzzles[PuzzleId("p1")].attempts
    assert [(a.command, a.worked) for a in attempts] == [("push gate", False)]
    assert (state.puzzles.worked, state.puzzles.failed) == (0, 1)


def test_a_load_set_down_is_no_way_opened_but_the_way_is_tried_again() -> None:
    found = puzzle(
        PuzzleKind.BLOCKED, "The sledge is wider than the way.", "sledge", direction="north"
    )
    failed = judged("north", Effect.NOTHING)
    state = stage(found, failed, suggestion("drop sledge"), carried=("sledge",))
    state.turn += 1
    dropped = ItemMoved(item=item("sledge"), place=in_room(HERE), how=Handling.DROPPED)
    events = settled(state, dropped, judged("drop sledge", Effect.CHANGED, "sledge"))
    assert not [e for e in events if isinstance(e, PuzzleSolved)]
    assert best(state)[0][0] == "north"


def test_what_failed_is_tried_again_once_what_it_wanted_was_done() -> None:
    refused = puzzle(
        PuzzleKind.REFUSED, "It might turn for a little grease.", "wheel", command="turn wheel"
    )
    failed = judged("turn wheel", Effect.NOTHING, "wheel")
    state = stage(refused, failed, carried=("grease",), here=("wheel",))
    assert "turn wheel" not in dict(best(state))
    state.turn += 1
    greased = judged("put grease on wheel", Effect.NOTHING, "grease", "wheel")
    events = settled(state, greased.model_copy(update={"affirmed": True, "novel": True}))
    assert not [e for e in events if isinstance(e, PuzzleSolved)]
    assert best(state)[0] == ("turn wheel", EASED)


def test_what_was_refused_of_another_kind_does_not_speak_against_what_is_needed() -> None:
    found = puzzle(PuzzleKind.CREATURE, "The pony is hungry.", "pony")
    carried = ("apple", "ledger")
    fresh = dict(best(stage(found, carried=carried, here=("pony",))))
    failed = [
        suggestion("give ledger to pony"),
        judged("give ledger to pony", Effect.NOTHING, "ledger", "pony"),
        SuggestionClosed(suggestion=SuggestionId("s1"), worked=False),
    ]
    later = dict(best(stage(found, *failed, carried=carried, here=("pony",))))
    assert later["give apple to pony"] == fresh["give apple to pony"]


def test_what_is_asked_for_outright_is_a_better_idea_than_what_is_only_named() -> None:
    def chance(quote: str) -> float:
        found = puzzle(PuzzleKind.REFUSED, quote, "wheel", command="turn wheel")
        ideas_now = dict(best(stage(found, carried=("spade",), here=("wheel",))))
        return ideas_now["turn wheel with spade"]

    assert chance("Founders use a spade.") > chance("A spade has left its mark.")


def test_what_opens_and_what_was_not_to_be_taken_is_no_tool() -> None:
    door = ItemChanged(item=item("door"), open=True)
    refused = judged("take spade", Effect.NOTHING, "spade")
    state = stage(door, refused, here=("door", "spade", "grease"))
    assert [tool.name for tool in Thinking.of(state, VOCABULARY).tools] == ["grease"]


def test_the_parser_that_asks_which_is_told_by_another_word() -> None:
    which = CommandJudged(
        room=HERE,
        command="light furnace with sack",
        effect=Effect.NOT_UNDERSTOOD,
        things=("furnace", "sack"),
        about=("sack",),
        fault=Fault.AMBIGUOUS,
    )
    state = stage(which, carried=("sack of charcoal",))
    assert [tool.name for tool in Thinking.of(state, VOCABULARY).tools] == ["charcoal"]


def test_a_receptacle_is_asked_once_what_it_takes() -> None:
    there = ThingsMentioned(room=HERE, names=("crucible",))
    looked = judged("examine crucible", Effect.NOTHING, "crucible")
    state = stage(there, looked, carried=("apple",))
    tries = [idea.command for idea in natural_ideas(Thinking.of(state, VOCABULARY))]
    assert "put apple in crucible" in tries
    state.apply(judged("put apple in crucible", Effect.NOTHING, "apple", "crucible"))
    tries = [idea.command for idea in natural_ideas(Thinking.of(state, VOCABULARY))]
    assert "put apple in crucible" not in tries


def test_the_agent_thinks_when_there_is_reason_to_and_every_few_turns() -> None:
    state = stage(turn=9)
    state.puzzles.looked = 7
    assert why_now(state, (), every=5) is None
    assert why_now(state, (RoomFound(room=SHED, name="Shed"),), every=5) == "a new room"
    assert why_now(state, (TextObserved(text="It won't budge."),), every=5) is not None
    state.turn = 12
    assert why_now(state, (), every=5) == "time passed"


def test_it_says_less_while_progress_is_fast_and_more_while_the_player_struggles() -> None:
    state = stage(ScoreChanged(score=5), turn=10)
    assert measure(state, adaptive=True) is RESERVED
    assert measure(state, adaptive=True, sparing=False) is USUAL, "rules are not distracted"
    state.turn = 20
    assert measure(state, adaptive=True) is USUAL
    state.turn = 40
    assert measure(state, adaptive=True) is INSISTENT
    assert measure(state, adaptive=False) is USUAL


def test_repeated_commands_without_progress_bring_a_change_of_plan() -> None:
    state = stage(
        ThingsMentioned(room=HERE, names=("pump",)),
        *(
            e
            for _ in range(4)
            for e in (CommandChosen(command="push pump"), TextObserved(text="No."))
        ),
        turn=30,
    )
    state.progress_turn = 2
    from ludens.adventure.world.map_events import ExitSeen

    state.apply(ExitSeen(room=HERE, direction="west"))
    made = [e for e in evaluated(state) if isinstance(e, SuggestionMade) and e.puzzle is None]
    assert "west" in [e.command for e in made]


def test_any_order_of_puzzle_events_folds() -> None:
    state = stage(SuggestionClosed(suggestion=SuggestionId("s9"), worked=True))
    assert state.puzzles.suggestions == {}


def test_a_refusal_that_names_the_deed_that_is_wanted_is_followed() -> None:
    sand = puzzle(PuzzleKind.REFUSED, "It would have to be dug away.", "clay", command="open clay")
    assert best(stage(sand, carried=("spade", "bucket")))[0][0] == "dig clay with spade"
    shut = puzzle(PuzzleKind.REFUSED, "It may not be seen from here.", "clay")
    assert not any(command.startswith("see") for command, _ in best(stage(shut)))


def test_a_long_description_names_much_that_the_thing_has_nothing_to_do_with() -> None:
    found = puzzle(PuzzleKind.REFUSED, "The weight does not move.", "weight", command="push weight")
    told = "It is as heavy as a weight."
    for text, tells in ((told, True), (f"{told} {'So it goes. ' * 12}", False)):
        described = ItemChanged(item=item("sledge"), description=text)
        state = stage(found, described, carried=("sledge",), here=("weight",))
        assert ("put sledge in weight" in dict(best(state))) is tells
