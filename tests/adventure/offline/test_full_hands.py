"""What could not be taken for the load is come back for, with room in the hands."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.critic import OfflineCritic
from ludens.adventure.agents.offline.full_hands import roomier, unburden
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.perception.items_text import is_too_much
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import CarryLimitMet, Handling, ItemMoved
from ludens.adventure.world.map_events import Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import RoomId, in_room

WORDS = Vocabulary(find_story("drowned_clock").data)
POST = RoomId("r2")


def judged(command: str, effect: Effect = Effect.NOTHING, **more: object) -> CommandJudged:
    told = {"room": POST, "command": command, "effect": effect, "things": ("disc",)}
    return CommandJudged.model_validate({**told, **more})


def laden(*events: CommandJudged) -> AdventureState:
    """With full hands at a post, and then in the yard again."""
    state = stage(
        RoomFound(room=POST, name="Post"),
        CarryLimitMet(carried=2),
        judged("take disc", overloaded=True),
        *events,
        carried=("lamp", "bell"),
    )
    state.turn += 1
    return state


def put_down(state: AdventureState, thing: str) -> None:
    state.turn += 1
    state.apply(ItemMoved(item=item(thing), place=in_room(HERE), how=Handling.DROPPED))


def test_what_could_not_be_taken_for_the_load_is_taken_once_there_is_room() -> None:
    state = laden()
    assert not list(roomier(state))
    put_down(state, "bell")
    ((room, chance),) = roomier(state)
    assert (room, chance.command, chance.since) == (POST, "take disc", state.turn)
    state.apply(judged("take disc", Effect.CHANGED))
    assert not list(roomier(state))


def test_what_was_carried_before_is_not_come_back_for() -> None:
    state = laden(judged("take bell", overloaded=True))
    state.apply(ItemMoved(item=item("bell"), place=in_room(HERE), how=Handling.TAKEN))
    put_down(state, "bell")
    assert [chance.command for _, chance in roomier(state)] == ["take disc"]


def test_where_nothing_can_be_put_down_it_is_put_down_elsewhere_once() -> None:
    assert unburden(laden(), WORDS) is None, "there it can be put down"
    refused = judged("drop bell", things=("bell",))
    state = laden(refused)
    decision = unburden(state, WORDS)
    assert decision is not None and decision.command == "drop bell"
    put_down(state, "bell")
    assert unburden(state, WORDS) is None
    state = laden(refused)
    state.apply(PlayerMoved(room=POST, how=Movement.WALKED, via="south"))
    assert unburden(state, WORDS) is None


def test_the_critic_lets_it_be_taken_and_a_refusal_counts_no_more_once_it_worked() -> None:
    state = stage(
        CommandJudged(
            room=HERE, command="take peel", effect=Effect.NOTHING, overloaded=True, things=("peel",)
        ),
        CommandReviewed(command="take peel", score=0.05, reason="", adjusted=0.05, accepted=False),
        carried=("bell",),
        here=("peel",),
    )
    critic = OfflineCritic(WORDS)
    assert critic.opinion(state, "take peel").score < 0.1
    put_down(state, "bell")
    assert critic.opinion(state, "take peel").score > 0.3
    assert state.journal.refused
    state.apply(
        CommandJudged(room=HERE, command="take peel", effect=Effect.CHANGED, things=("peel",))
    )
    assert not state.journal.refused


def test_as_much_as_one_can_is_too_much() -> None:
    assert is_too_much("You are holding as much as you can manage.")
