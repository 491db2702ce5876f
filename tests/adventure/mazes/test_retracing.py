"""A maze stands on the map once: also one that was walked in before, or that one comes back to."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator

import pytest
from mazes.play import StoryTrial
from mazes.spec import Plan, invent
from mazes.story import compiled

from ludens.adventure.loop import play_turn
from ludens.adventure.mazes.detection import look_of
from ludens.adventure.mazes.events import Phase
from ludens.adventure.perception.corrections import corrections, relabel
from ludens.adventure.perception.events import Asked
from ludens.adventure.perception.memory import Description, Step, StepKind, TextMemory
from ludens.adventure.recovery import go_to
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitExplored, ExitForgotten, RoomFound
from ludens.adventure.world.places import RoomId

DEAD_ENDED = Plan(rooms=(4, 6), degree=(2, 5), one_way=0.5, dead_ends=(1, 2), house=True)


@pytest.fixture(scope="module")
def mapped() -> Iterator[StoryTrial]:
    """A maze that the company mapped by its text; the story can be gone on with."""
    if shutil.which("inform6") is None:
        pytest.skip("needs inform6 to compile maze stories")
    spec = invent(0, DEAD_ENDED)
    compiled(spec)
    story = StoryTrial(spec, PerceptionKind.TEXT)
    close, story.interpreter.close = story.interpreter.close, lambda: None  # type: ignore[method-assign]
    asyncio.run(story.play(600))
    yield story
    close()


def test_what_was_drawn_before_a_maze_was_noticed_is_no_room_beside_it(mapped: StoryTrial) -> None:
    state, group = mapped.state, mapped.state.mazes.groups["1"]
    assert group.phase is Phase.MAPPED
    early = {turn: mapped.past.state(turn).map.here for turn in range(group.created_turn)}
    strays = [
        room
        for room, known in state.map.rooms.items()
        if look_of(known.description) in group.looks and room not in group.room_ids
    ]
    assert strays == []
    assert any(
        here is not None and state.map.resolve(here) in group.room_ids for here in early.values()
    ), "it was walked in before"


def test_a_moment_in_a_mapped_maze_that_comes_back_draws_no_room(mapped: StoryTrial) -> None:
    state = mapped.state
    rooms = set(state.map.rooms)
    inside = [
        n for n in range(len(mapped.turns)) if _then(mapped, n) in state.mazes.groups["1"].room_ids
    ]
    for moment in (inside[len(inside) // 2], inside[-1]):
        turn = mapped._turn()
        go_to(mapped.company, turn, moment, "to see it again")
        assert state.map.here == _then(mapped, moment)
        mapped.past.keep(state, mapped.company.saved)
        for _ in range(12):
            turn = mapped._turn()
            asyncio.run(play_turn(mapped.company, turn))
            mapped.past.keep(state, mapped.company.saved)
    assert set(state.map.rooms) == rooms


def _then(story: StoryTrial, turn: int) -> RoomId | None:
    """Return the room of an earlier turn, as it is called now."""
    here = story.past.state(turn).map.here
    return story.state.map.resolve(here) if here is not None else None


HALL, MAZE = RoomId("r1"), RoomId("maze_1_1")


def walked_through() -> tuple[AdventureState, TextMemory]:
    """A hall with a way into a maze; the senses thought two rooms of what is one of the maze's."""
    memory = TextMemory(texts=[Description(body="A hall."), Description(body="All alike.")])
    told = [
        ("", HALL, 0, Asked.LOOK),
        ("north", MAZE, 1, Asked.WALK),
        ("east", MAZE, 1, Asked.WALK),
    ]
    for turn, (way, room, text, asked) in enumerate(told):
        title = "hall" if room == HALL else "maze"
        step = Step(turn=turn, room=room, way=way, text=text, asked=asked, title=title)
        memory.steps.append(step)
        memory.printed[title] = title.title()
    state = AdventureState()
    world = state.map
    for room in (HALL, MAZE):
        world.apply(RoomFound(room=room, name=room), 0)
    for direction in ("west", "down"):
        world.apply(ExitExplored(room=MAZE, direction=direction, to=HALL), 0)
    return state, memory


def test_one_room_of_a_maze_may_be_several_that_the_senses_thought_of() -> None:
    _, memory = walked_through()
    assert relabel(memory, [0, 1, 2], 7).rooms == [HALL, MAZE, MAZE]
    memory.steps = [s.model_copy(update={"room": HALL}) for s in memory.steps]
    assert relabel(memory, [0, 1, 2], 7).rooms == [HALL, "r7", "r8"], (
        "the senses' own are told apart"
    )


def test_the_senses_take_no_way_off_the_map_that_the_mapper_drew() -> None:
    state, memory = walked_through()
    world: WorldMap = state.map
    memory.steps.append(Step(turn=3, room=HALL, way="west", kind=StepKind.REFUSED))
    events = corrections(world, memory, [RoomId("r9"), MAZE, MAZE, RoomId("r9")])
    assert not [e for e in events if isinstance(e, ExitForgotten) and e.room == MAZE]
    for event in events:
        world.apply(event, 4)
    assert world.rooms[MAZE].exits.keys() == {"west", "down"}
