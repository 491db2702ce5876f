"""A state before a decision, made from events, for tests of the agents."""

from __future__ import annotations

from random import Random

from ludens.adventure.briefing import Briefing
from ludens.adventure.events import StoryOpened, TextObserved
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room
from ludens.episode.events import Event

HERE = RoomId("r1")


def stage(
    *events: Event,
    text: str = "",
    carried: tuple[str, ...] = (),
    here: tuple[str, ...] = (),
    turn: int = 5,
) -> AdventureState:
    """A room with things in it and in the hands; an item's id is its name with underscores."""
    state = AdventureState()
    opened = StoryOpened(
        title="t", version=5, release=1, serial="1", checksum=0, engine="e", perception="text"
    )
    folded: list[Event] = [
        opened,
        RoomFound(room=HERE, name="Yard"),
        PlayerMoved(room=HERE, how=Movement.START),
        TextObserved(text=text),
        *(ItemFound(item=item(name), name=name, place=INVENTORY) for name in carried),
        *(ItemFound(item=item(name), name=name, place=in_room(HERE)) for name in here),
        *events,
    ]
    state.turn = turn
    for event in folded:
        state.apply(event)
    return state


def item(name: str) -> ItemId:
    return ItemId(name.replace(" ", "_"))


def brief(state: AdventureState) -> Briefing:
    return Briefing(turn=state.turn + 1, state=state, dice=Random(0))
