"""What was refused for a reason, what has begun to work, and what is hidden, is tried again."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.critic import OfflineCritic
from ludens.adventure.agents.offline.light import can_wait
from ludens.adventure.agents.offline.reconsidering import reconsidered
from ludens.adventure.agents.offline.setting_going import set_going
from ludens.adventure.agents.offline.situation import Situation
from ludens.adventure.agents.offline.things import carried
from ludens.adventure.agents.offline.uncovering import uncovered
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.hiding import hiding_in
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.naming import listed_in
from ludens.adventure.perception.items_text import handled_in
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary

WORDS = Vocabulary(find_story("four_parts_copper").data)


def answered(state: AdventureState, command: str, text: str) -> CommandJudged:
    """Judge an answer and fold it, a turn later."""
    judged = judge_command(Before.of(state), WORDS, command, text, ())
    state.turn += 1
    state.apply(judged)
    return judged


def scored(state: AdventureState, command: str, *things: str) -> None:
    state.turn += 1
    state.apply(CommandJudged(room=HERE, command=command, effect=Effect.SCORED, things=things))


def again(state: AdventureState) -> list[str]:
    return [chance.command for _, chance in reconsidered(state)]


def test_a_deed_is_tried_once_more_after_each_score_with_what_its_refusal_speaks_of() -> None:
    state = stage()
    judged = answered(state, "push bellows", "Half of it. In the crucible there is too little tin.")
    assert "crucible" in judged.speaks
    assert not again(state)
    scored(state, "put kettle in furnace", "kettle", "furnace")
    assert not again(state)
    for _ in range(5):
        scored(state, "put kettle in crucible", "kettle", "crucible")
        assert again(state) == ["push bellows"]
        answered(state, "push bellows", "Half of it. In the crucible there is too little tin.")
        assert not again(state)


def test_what_came_too_early_is_tried_again_where_something_scored() -> None:
    state = stage(carried=("thimble",))
    assert answered(state, "put thimble in crucible", "The metal is not white yet.").premature
    scored(state, "push bellows", "bellows")
    assert again(state) == ["put thimble in crucible"]


def test_somebody_who_refused_may_think_otherwise_once_something_scored_there() -> None:
    state = stage(carried=("collar",))
    answered(state, "give collar to cinder", "She takes one step and stops, a foot in the air.")
    scored(state, "lift hoof", "hoof")
    assert again(state) == ["give collar to cinder"]


def test_what_has_begun_to_work_is_gone_on_with_though_it_was_typed_last() -> None:
    state = stage()
    answered(state, "push bellows", "The fire climbs round the pot. Red heat; it wants more.")
    assert again(state) == ["push bellows"]
    assert OfflineCritic(WORDS).opinion(state, "push bellows").score > 0.5
    answered(state, "push bellows", "The fire climbs round the pot. Red heat; it wants more.")
    assert not again(state)
    answered(state, "push tap", "You lean on it and think of dinner.")
    assert OfflineCritic(WORDS).opinion(state, "push tap").score < 0.5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You can see there is something in the hoof.", ("in hoof",)),
        ("The left side sags, with something heavy in it.", ("in coat",)),
        ("Something glints beneath the bed.", ("beneath bed",)),
        ("It is empty. It wants something in it that will smoulder.", ()),
        ("There is something about the bed that you like.", ()),
    ],
)
def test_a_text_tells_where_something_is_hidden(text: str, found: tuple[str, ...]) -> None:
    assert hiding_in(WORDS, text, "coat") == found


def test_where_something_is_said_to_be_one_looks_at_once_until_a_look_gained() -> None:
    state = stage(ThingsMentioned(room=HERE, names=("coat",), hiding=("in coat",)))
    looks = [chance.command for _, chance in uncovered(state, WORDS)]
    assert looks[0] == "look in coat"
    state.turn += 1
    judged = CommandJudged(
        room=HERE, command="look in coat", effect=Effect.SCORED, things=("coat",)
    )
    state.apply(judged)
    assert not list(uncovered(state, WORDS))


def test_what_takes_one_thing_after_the_other_is_no_machine_to_be_set_going() -> None:
    state = stage()
    scored(state, "put kettle in crucible", "kettle", "crucible")
    assert not list(set_going(state, WORDS))
    scored(state, "put handle on pump", "handle", "pump")
    assert any(chance.command == "pull pump" for _, chance in set_going(state, WORDS))


def test_a_name_that_the_parser_takes_for_something_else_gives_way_to_a_better_one() -> None:
    state = stage(carried=("sack of charcoal",))
    assert [thing.name for thing in carried(state, WORDS)] == ["sack"]
    text = "It is alight.\nYou need to be holding the piece of sacking before you can put it in."
    assert answered(state, "put sack in furnace", text).misnamed == ("sack",)
    assert [thing.name for thing in carried(state, WORDS)] == ["charcoal"]


def test_what_belongs_to_somebody_is_listed_and_what_was_taken_is_no_thing() -> None:
    text = "A stable.\n\nCinder's collar hangs on its nail."
    assert listed_in(WORDS, text, shown=True) == ("cinder collar",)
    assert not handled_in("You have taken what you need.", "take charcoal").taken


def test_a_lamp_that_burned_is_lit_in_the_dark_and_nowhere_for_other_reasons() -> None:
    assert can_wait("light", "brass lamp")
    assert not can_wait("light", "candle")
    assert not can_wait("open", "brass lamp")


def test_one_looks_where_keys_are_kept_while_something_is_locked() -> None:
    lock = PuzzleFound(
        puzzle=PuzzleId("p1"),
        kind=PuzzleKind.LOCKED,
        summary="locked",
        room=HERE,
        quote="The gate is locked.",
        things=("gate",),
    )
    assert Situation.of(stage(lock), WORDS).concerns.keyless
    assert not Situation.of(stage(), WORDS).concerns.keyless
    assert not Situation.of(stage(lock, carried=("mine key",)), WORDS).concerns.keyless
