"""Deeds with things: one wording for each, keys that have done their work, what texts speak for."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.counsel import eased, relented
from ludens.adventure.agents.offline.nouns import notice
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.outlook import once_more
from ludens.adventure.agents.offline.pairing import pair_worth
from ludens.adventure.agents.offline.player import is_far_out
from ludens.adventure.agents.offline.setting_going import SOON, set_going
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.events import CommandJudged, Effect, ScoreChanged, ThingsMentioned
from ludens.adventure.judgement import Before, fingerprint, judge_command
from ludens.adventure.puzzles.ideas import is_spent
from ludens.adventure.puzzles.natural import natural_ideas, wholes
from ludens.adventure.puzzles.retrying import SET_DOWN
from ludens.adventure.puzzles.thinking import Idea, Thinking
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.map_events import ExitBlocked, ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

WORDS = Vocabulary(find_story("drowned_clock").data)
UNLOCK, OPEN = (
    Sentence(("unlock", "*", "with", "*"), 0.1),
    Sentence(("open", "*", "with", "*"), 0.1),
)


def worth_of(state: AdventureState, command: str) -> float:
    offers = Opportunities(WORDS).ranked(state, HERE)
    return next((one.worth for one in offers if one.command == command), 0.0)


def test_an_act_upon_two_things_has_one_wording() -> None:
    state = stage(carried=("iron key",), here=("chest",))
    commands = {one.command for one in Opportunities(WORDS).ranked(state, HERE)}
    both = {"unlock chest with iron key", "open chest with iron key"}
    assert len(both & commands) == 1


def test_a_key_that_has_opened_something_hardly_opens_another_thing() -> None:
    key, chest = Thing("iron key"), Thing("chest", locked=True)
    spent = Thing("iron key", served=True)
    assert pair_worth(UNLOCK, spent, chest) < pair_worth(UNLOCK, key, chest) / 2
    assert pair_worth(OPEN, spent, chest) < pair_worth(OPEN, key, chest) / 2


def test_what_is_open_or_no_longer_locked_needs_no_key() -> None:
    assert pair_worth(UNLOCK, Thing("iron key"), Thing("gate", open=True)) == 0
    assert pair_worth(UNLOCK, Thing("iron key"), Thing("gate", locked=False)) == 0


def test_what_a_text_says_is_tied_may_be_untied_before_anybody_looked_at_it() -> None:
    named = ThingsMentioned(room=HERE, names=("beam", "cord"))
    tied = named.model_copy(update={"clues": ("@tie @untie beam cord",)})
    assert worth_of(stage(named), "untie beam") == 0
    assert worth_of(stage(tied), "untie beam") > worth_of(stage(tied), "examine beam")


def test_what_is_called_after_one_whole_belongs_together() -> None:
    state = stage(ThingsMentioned(room=HERE, names=("pendulum rod",)), carried=("pendulum bob",))
    ideas = {idea.command for idea in natural_ideas(Thinking.of(state, WORDS))}
    assert any("pendulum bob" in one and "pendulum rod" in one for one in ideas)
    assert wholes("brass lamp") == wholes("old lamp") == ()


def test_what_was_renewed_in_vain_is_renewed_less() -> None:
    failed = CommandJudged(
        room=HERE, command="ring lamp", effect=Effect.NOTHING, things=("lamp",), novel=True
    )
    journal = stage(failed).journal
    first = once_more(journal, HERE, "ring lamp", since=9)
    journal.apply(failed, 6)
    assert once_more(journal, HERE, "ring lamp", since=9) < first


def test_counts_name_nothing() -> None:
    assert "three" not in WORDS.mentions("The score has gone up by three points.")


def test_what_was_refused_is_tried_again_where_something_scored_since() -> None:
    refused = CommandJudged(
        room=HERE, command="take coat", effect=Effect.NOTHING, things=("coat",), novel=True
    )
    bolted = refused.model_copy(update={"command": "take bellows", "things": ("bellows",)})
    page = ThingsMentioned(room=HERE, names=("coat", "bellows"), new=("coat",))
    fed = CommandJudged(
        room=HERE, command="give loaf to dog", effect=Effect.SCORED, things=("loaf", "dog")
    )
    state = stage(page, refused, bolted)
    assert list(relented(state)) == []
    state.turn += 1
    state.apply(fed)
    assert [(room, one.command) for room, one in relented(state)] == [(HERE, "take coat")]


def test_a_long_reply_is_one_however_the_deed_was_worded() -> None:
    long = "You fit it to the square and turn. It goes round lightly: there is nothing on the end."
    told = f"(the clock)\n{long} You let it run back, and wonder where the weight may be."
    assert fingerprint(told, ("wheel",)) == fingerprint(told.partition("\n")[2], ("square",))
    short = ("The wheel does not turn.", "The square does not turn.")
    assert fingerprint(short[0], ("wheel",)) == fingerprint(short[1], ("square",))
    assert fingerprint(told, ("wheel",)) != fingerprint(short[0], ("wheel",))


def test_a_refusal_of_a_deed_with_a_tool_is_about_what_it_was_done_to() -> None:
    text = "There is nothing here worth the digging."
    state = stage(carried=("spade",))
    state.journal.replies[fingerprint(text, ("lamp", "spade"))] = 1
    judged = judge_command(Before.of(state), WORDS, "dig lamp with iron key", text, [])
    assert judged.about == ("lamp",)


def test_what_ends_the_story_without_winning_it_is_no_gain() -> None:
    text = (
        "You burnt the bun!\n\n*** You lost! ***\n\nYou scored 1 out of a possible 3, in 6 turns."
        "\n\nWould you like to RESTART, RESTORE a saved game or QUIT?"
    )
    scored: list[Event] = [ScoreChanged(score=1, max_score=3)]
    judged = judge_command(Before.of(stage()), WORDS, "light lamp", text, scored)
    assert (judged.effect, judged.gained) == (Effect.DIED, False)


def test_to_learn_how_something_stands_changes_nothing() -> None:
    learnt: list[Event] = [ItemChanged(item=item("desk"), open=False)]

    def effect(command: str, text: str) -> Effect:
        return judge_command(Before.of(stage()), WORDS, command, text, learnt).effect

    assert effect("put lamp in desk", "The desk is closed.") is Effect.NOTHING
    assert effect("open desk", "It's locked.") is Effect.NOTHING
    assert effect("close desk", "You close the desk.") is Effect.CHANGED


def test_that_something_is_still_missing_is_a_refusal() -> None:
    judged = judge_command(Before.of(stage()), WORDS, "light lamp", "You still miss a wick.", [])
    assert not judged.affirmed


def test_what_is_written_is_worth_a_look_before_what_is_not() -> None:
    assert notice("ledger") > 2 * notice("oven")


def test_who_is_where_one_only_comes_with_something_looks_round_before_leaving() -> None:
    going = CommandJudged(
        room=HERE, command="south", effect=Effect.MOVED, things=(), means=("sledge",)
    )
    state = stage(
        RoomFound(room=RoomId("r2"), name="Post"),
        ExitExplored(room=HERE, direction="south", to=RoomId("r2")),
        going,
    )
    assert is_far_out(state, RoomId("r2"))
    assert not is_far_out(state, HERE)


def test_what_was_set_down_and_taken_up_again_is_set_down_again() -> None:
    idea = Idea("drop sledge", HERE, ("sledge",), 0.6, "", SET_DOWN)
    down = CommandJudged(
        room=HERE, command="drop sledge", effect=Effect.CHANGED, things=("sledge",)
    )
    state = stage(down, carried=("sledge",))
    assert is_spent(state, idea)
    state.items.known[item("sledge")].last_seen = state.turn + 1
    assert not is_spent(state, idea)


def test_a_barred_way_that_was_eased_in_vain_is_worth_less_each_time() -> None:
    state = stage(ExitBlocked(room=HERE, direction="north", reason="The gate is locked."))
    worths = []
    for _ in range(2):
        state.turn += 1
        state.apply(CommandJudged(room=HERE, command="north", effect=Effect.NOTHING))
        state.turn += 1
        opened = judged_of("oil gate", "gate")
        state.apply(opened)
        worths += [chance.worth for _, chance in eased(state) if chance.command == "north"]
    first, second = worths
    assert 0 < second < first


def judged_of(command: str, *things: str) -> CommandJudged:
    return CommandJudged(room=HERE, command=command, effect=Effect.CHANGED, things=things)


def test_what_a_text_brings_in_is_looked_at_before_what_it_takes_for_granted() -> None:
    page = ThingsMentioned(room=HERE, names=("disc", "wire"), new=("disc",))
    state = stage(page)
    assert worth_of(state, "examine disc") > 2 * worth_of(state, "examine mud")
    known = stage(ThingsMentioned(room=HERE, names=("disc", "wire")))
    assert worth_of(state, "examine disc") > worth_of(known, "examine disc")


def test_what_was_completed_by_a_deed_that_scored_is_set_going() -> None:
    fitted = CommandJudged(
        room=HERE, command="put bob on rod", effect=Effect.SCORED, things=("rod",)
    )
    state = stage(fitted)
    state.turn += 1
    found = {chance.command: chance.since for _, chance in set_going(state, WORDS)}
    assert found["push rod"] == 5, "it counts as new, whatever was tried before"
    state.turn += SOON
    assert not list(set_going(state, WORDS))
    last = CommandJudged(room=HERE, command="untie knot", effect=Effect.SCORED, things=("knot",))
    state.apply(last)
    later = {chance.command: chance.since for _, chance in set_going(state, WORDS)}
    assert later["push rod"] == state.turn, "it may have been the last part that was wanting"
    failed = fitted.model_copy(update={"effect": Effect.CHANGED})
    assert not list(set_going(stage(failed), WORDS))
