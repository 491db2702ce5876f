"""What the briefings say of urgent puzzles, of a stash, and to a player who goes in circles."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from adventure.agents_stage import HERE, brief, item, stage
from ludens.adventure.agents.llm_player import tail
from ludens.adventure.agents.llm_puzzle_agent import facts
from ludens.adventure.agents.puzzle_agent import Scene
from ludens.adventure.agents.settings import PuzzleSettings
from ludens.adventure.briefing import load
from ludens.adventure.events import CommandChosen, CommandJudged, Effect, TextObserved
from ludens.adventure.mazes.events import Evidence, MazeDetected, MazePhaseBegan, Phase
from ludens.adventure.memory.record import Attempt
from ludens.adventure.offline.facts import facts_of
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposers import DROP, FETCH, STASH
from ludens.adventure.offline.puzzle_agent import OfflinePuzzleAgent
from ludens.adventure.offline.reasons import reasons
from ludens.adventure.picture import open_puzzles
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
)
from ludens.adventure.puzzles.settling import settle
from ludens.adventure.puzzles.strategy import strategy
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
)
from ludens.adventure.world.map_events import (
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, RoomId, in_room
from ludens.adventure.world.routes import path
from ludens.episode.events import Event

LANE, MILL, PIT = (RoomId(name) for name in ("lane", "mill", "pit"))


def puzzle(number: int, kind: PuzzleKind, summary: str, room: RoomId = HERE) -> PuzzleFound:
    return PuzzleFound(puzzle=PuzzleId(f"p{number}"), kind=kind, summary=summary, room=room)


def on(state: AdventureState, turn: int, events: Iterable[Event]) -> AdventureState:
    state.turn = turn
    for event in events:
        state.apply(event)
    return state


def typed(state: AdventureState, *commands: str) -> AdventureState:
    """Type commands, each answered alike."""
    for command in commands:
        told = (CommandChosen(command=command), TextObserved(text="Nothing happens."))
        on(state, state.turn + 1, told)
    return state


def lane_and_mill() -> list[Event]:
    """A lane beyond the yard, and a mill beyond that, with a way that nobody tried."""
    return [
        RoomFound(room=LANE, name="Lane"),
        RoomFound(room=MILL, name="Mill"),
        ExitExplored(room=HERE, direction="north", to=LANE),
        ExitExplored(room=LANE, direction="south", to=HERE),
        ExitExplored(room=LANE, direction="north", to=MILL),
        ExitExplored(room=MILL, direction="south", to=LANE),
        ExitSeen(room=LANE, direction="east"),
    ]


def test_urgent_puzzles_come_first_in_every_briefing() -> None:
    state = stage(puzzle(1, PuzzleKind.URGENT, "The dam is giving way.", LANE), *lane_and_mill())
    on(state, 9, [puzzle(2, PuzzleKind.CLUE, "A carved word."), puzzle(3, PuzzleKind.OTHER, "A.")])
    assert open_puzzles(state)[0].kind is PuzzleKind.URGENT
    told = facts(state, "why")["puzzles"]
    assert isinstance(told, list)
    assert told[0][2] == "The dam is giving way."
    words = tail(brief(state))
    assert words.index("The dam is giving way.") < words.index("A carved word.")


@pytest.mark.parametrize(
    ("text", "urgent"),
    [
        ("The water is rising.", True),
        ("A fuse hisses. Only five turns left!", True),
        ("The water is cold. A clock ticks on the wall.", False),
    ],
)
def test_what_passes_with_time_is_a_puzzle_and_heard_again_the_same(
    text: str, urgent: bool
) -> None:
    agent = OfflinePuzzleAgent(Vocabulary(find_story("drowned_clock").data), PuzzleSettings())
    state = on(stage(), 6, [CommandChosen(command="wait"), TextObserved(text=text)])
    found = asyncio.run(agent.evaluate(Scene(state, (), "a new room", by_rule=True)))
    kinds = [event.kind for event in found if isinstance(event, PuzzleFound)]
    assert kinds == [PuzzleKind.URGENT] * urgent
    on(state, 8, [*found, TextObserved(text=text)])
    again = asyncio.run(agent.evaluate(Scene(state, (), "a new room", by_rule=True)))
    assert [type(event) for event in again] == [PuzzleChanged] * urgent


@pytest.mark.parametrize(
    ("command", "text", "kind"),
    [
        ("take anvil", "It would not move for three of you.", PuzzleKind.REFUSED),
        ("open register", "Sallowford School. Twenty-one names.", PuzzleKind.CLUE),
        ("fill lamp", "You pour until it is full. The can feels no lighter.", PuzzleKind.CLUE),
    ],
)
def test_an_answer_without_a_word_of_refusal_is_a_clue_and_no_puzzle_to_be_solved(
    command: str, text: str, kind: PuzzleKind
) -> None:
    agent = OfflinePuzzleAgent(Vocabulary(find_story("drowned_clock").data), PuzzleSettings())
    state = on(stage(), 6, [CommandChosen(command=command), TextObserved(text=text)])
    judged = CommandJudged(
        room=HERE,
        command=command,
        effect=Effect.NOTHING,
        novel=True,
        affirmed=True,
        things=(command.split()[1],),
    )
    assert [found.kind for found in agent.obstacles(state, [judged])] == [kind]


def test_who_goes_in_circles_is_told_what_else_there_is_to_do() -> None:
    state = stage(*lane_and_mill(), carried=("rope", "key"), here=("gate", "urn"))
    on(state, 6, [puzzle(1, PuzzleKind.LOCKED, "The gate is locked.")])
    assert strategy(state) == []
    on(state, 50, [])
    typed(state, *["unlock gate with key"] * 3)
    told = strategy(state)
    assert [line.partition(":")[0] for line in told] == [
        "explore",
        "use another thing on this",
        "go where nobody was lately",
        "do something unusual with what nobody has touched",
    ]
    assert "nobody has gone east in Lane, 1 away" in told[0]
    assert told[1].endswith("Not tried: rope")
    assert "Lane (turn 5, 1 away), Mill (turn 5, 2 away)" in told[2]
    assert told[3].endswith(": urn")
    assert facts(state, "why")["stuck"] == told


def full(*more: Event, carried: tuple[str, ...] = ("rope", "key", "garlic")) -> AdventureState:
    limit = CarryLimitMet(carried=len(carried), text="Your load is too heavy.")
    return stage(*lane_and_mill(), limit, *more, carried=carried)


def test_a_stash_is_the_room_in_the_middle_once_the_hands_are_full() -> None:
    assert load(stage(*lane_and_mill(), carried=("rope",))) == []
    told = load(full())
    assert told[0] == "The stash for what is not needed now is Lane, 1 away."
    assert told[1].startswith("To be put down there first: ")


def test_no_stash_is_in_the_dark_or_beside_somebody() -> None:
    assert "is here" in load(full(RoomChanged(room=LANE, dark=True)))[0]
    state = full()
    on(state, 6, [ItemMoved(item=item("rope"), place=in_room(LANE), how=Handling.DROPPED)])
    on(state, 6, [ItemChanged(item=item("rope"), alive=True)])
    assert not any("Lane" in line for line in load(state))


def test_where_things_were_put_down_stays_the_stash() -> None:
    moved = [
        ItemMoved(item=item(name), place=in_room(MILL), how=Handling.DROPPED)
        for name in ("rope", "key")
    ]
    state = on(full(), 8, moved)
    held = "It holds: key, rope."
    assert load(state) == [f"The stash for what is not needed now is Mill, 2 away. {held}"]
    on(state, 9, [PlayerMoved(room=MILL, how=Movement.WALKED, via="north")])
    assert "is here" in load(state)[0]
    assert any(line.startswith("The stash") for line in brief(state).warnings())
    assert state.items.whereabouts(item("garlic")) == INVENTORY


def test_a_maze_that_is_mapped_again_is_solved_once() -> None:
    state = stage()
    found = MazeDetected(
        group="m1", evidence=Evidence.ALIKE, entry_room=HERE, suspected_rooms=(LANE, MILL)
    )
    mapped = MazePhaseBegan(group="m1", phase=Phase.MAPPED)
    solved = 0
    for turn, event in enumerate((found, mapped, mapped), 6):
        on(state, turn, [event])
        for told in settle(state, (event,)):
            state.apply(told)
            solved += isinstance(told, PuzzleSolved)
    assert solved == 1


def planner() -> OfflinePlanner:
    return OfflinePlanner(Vocabulary(find_story("drowned_clock").data))


def too_full(*more: Event) -> AdventureState:
    """Hands as full as they can be in the lane; in the mill a lamp was too much with them."""
    lamp = ItemFound(item=item("lamp"), name="lamp", place=in_room(MILL), portable=True)
    state = full(lamp, *more)
    on(state, 7, [PlayerMoved(room=LANE, how=Movement.WALKED, via="north")])
    failed = Attempt(turn=6, effect=Effect.NOTHING, load=state.items.load())
    state.memory.attempts[MILL] = {"take lamp": failed}
    return state


def stashed(state: AdventureState) -> list[str]:
    facts = facts_of(state, planner().vocabulary, LANE)
    found = planner().proposers.usually(state, facts)
    return [one.command for one in found if one.rule == STASH]


def test_the_offline_company_makes_room_at_the_stash_for_what_was_too_much_elsewhere() -> None:
    state = too_full()
    (command,) = stashed(state)
    put_down = item(command.removeprefix("drop "))
    assert "at the stash" in reasons().rules[STASH]
    on(state, 8, [CommandChosen(command=command, rule=STASH)])
    on(state, 8, [ItemMoved(item=put_down, place=in_room(LANE), how=Handling.DROPPED)])
    things = (str(put_down),)
    judged = CommandJudged(room=LANE, command=command, effect=Effect.CHANGED, things=things)
    on(state, 8, [judged])
    assert stashed(state) == [], "a hand is free"
    usual = planner().proposers.usually(state, facts_of(state, planner().vocabulary, LANE))
    assert f"take {put_down}" not in {one.command for one in usual}


def test_nothing_is_put_down_at_the_stash_while_nothing_was_too_much() -> None:
    state = too_full()
    state.memory.attempts[MILL] = {}
    assert stashed(state) == []


def test_what_a_refusal_asks_for_is_not_put_down_at_the_stash() -> None:
    state = too_full()
    asked = Attempt(turn=6, effect=Effect.NOTHING)
    asked.spoken_of = dict.fromkeys(("rope", "key", "garlic"), "held")
    state.memory.attempts[HERE] = {"push gate": asked}
    assert stashed(state) == []


def test_who_fetches_something_puts_down_at_the_stash_on_the_way() -> None:
    state = too_full()
    on(state, 8, [PlayerMoved(room=HERE, how=Movement.WALKED, via="south")])
    mind = planner()
    held = mind.proposers.rooms.facts(state, HERE).held
    way = path(state.map, HERE, MILL)
    plan = mind._fetch(state, way, "lamp", "take lamp", held[0])
    put_down = f"drop {held[0].name}"
    told = [(step.command, step.rule) for step in plan.steps]
    go = ("north", "go")
    assert told == [go, (put_down, STASH), go, ("take lamp", FETCH)]
    unkept = OfflinePlanner(mind.vocabulary, frozenset({STASH}))
    plan = unkept._fetch(state, way, "lamp", "take lamp", held[0])
    assert [step.rule for step in plan.steps] == ["go", "go", DROP, FETCH]
