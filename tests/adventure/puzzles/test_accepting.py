"""What goes into a receptacle, as the refusal of something else tells it."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.counsel import relented
from ludens.adventure.events import CommandJudged, Effect, TextObserved, ThingsMentioned
from ludens.adventure.puzzles.accepting import accepted, taken
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.puzzles.natural import natural_ideas
from ludens.adventure.puzzles.noticing import new_puzzles
from ludens.adventure.puzzles.thinking import Thinking
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged
from ludens.episode.events import Event

WORDS = Vocabulary(find_story("four_parts_copper").data)
TELLS = "Nothing goes in the trough but water and clay."


@pytest.mark.parametrize(
    ("sentence", "kinds"),
    [
        ("Only copper and tin go in there.", {"copper", "tin"}),
        (TELLS, {"water", "clay"}),
        ("The furnace is for charcoal.", {"charcoal"}),
        ("The slot only takes coins.", {"coins"}),
        ("The trough is for loam: clay, and chaff, and water.", {"clay", "chaff", "water"}),
        ("The chute can't contain things.", set()),
        ("There is nothing here to put it in.", set()),
    ],
)
def test_a_refusal_tells_what_goes_somewhere(sentence: str, kinds: set[str]) -> None:
    assert taken(sentence) == kinds


def refused(command: str = "put key in trough") -> PuzzleFound:
    return PuzzleFound(
        puzzle=PuzzleId("p1"),
        kind=PuzzleKind.REFUSED,
        summary=TELLS,
        room=HERE,
        quote=TELLS,
        things=("trough", "key"),
        command=command,
    )


def ideas(*events: Event) -> dict[str, float]:
    state = stage(refused(), *events, carried=("block of clay", "spade"), here=("bucket of water",))
    return {idea.command: idea.chance for idea in accepted(Thinking.of(state, WORDS))}


def test_what_is_called_so_is_put_there_and_fetched_for_it() -> None:
    found = ideas()
    assert set(found) == {"put block clay in trough", "put bucket in trough"}
    assert found["put bucket in trough"] < found["put block clay in trough"]
    assert not set(accepted(Thinking.of(stage(refused("push trough")), WORDS))), (
        "only what was put there tells what goes there"
    )


def test_what_is_described_so_is_put_there_as_well_and_nothing_twice_in_vain() -> None:
    described = ItemChanged(item=item("spade"), description="It is caked with clay.")
    assert "put spade in trough" in ideas(described)
    failed = CommandJudged(room=HERE, command="put spade in trough", effect=Effect.NOTHING)
    assert "put spade in trough" not in ideas(described, failed)


def test_such_a_refusal_is_noticed_and_what_it_refused_is_not_tried_again() -> None:
    failed = CommandJudged(
        room=HERE, command="put key in trough", effect=Effect.NOTHING, things=("key", "trough")
    )
    heard = TextObserved(text=TELLS)
    (found,) = new_puzzles(stage(heard, failed), WORDS, (heard, failed))
    assert (found.quote, found.things[0]) == (TELLS, "trough")
    scored = CommandJudged(
        room=HERE, command="put clay in trough", effect=Effect.SCORED, things=("clay", "trough")
    )
    state = stage(refused(), failed.model_copy(update={"novel": True}))
    state.turn += 1
    state.apply(scored)
    assert not list(relented(state))


def test_each_receptacle_is_asked_once_with_what_the_story_has_a_word_for() -> None:
    page = ThingsMentioned(room=HERE, names=("casting pit",))
    state = stage(page, carried=("spade", "bucket"))
    asked = [idea.command for idea in natural_ideas(Thinking.of(state, WORDS))]
    assert "put spade in casting pit" in asked
    balked = CommandJudged(
        room=HERE, command="put spade in casting pit", effect=Effect.NOT_UNDERSTOOD
    )
    state.apply(balked)
    asked = [idea.command for idea in natural_ideas(Thinking.of(state, WORDS))]
    assert "put bucket in casting pit" in asked
    state.apply(CommandJudged(room=HERE, command="put bucket in pit", effect=Effect.NOTHING))
    kinds = {idea.kind for idea in natural_ideas(Thinking.of(state, WORDS))}
    assert "receptacle" not in kinds
