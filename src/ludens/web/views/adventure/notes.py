"""What happened in a turn of an adventure, in a person's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.adventure.events import GameWon, InterpreterFailed, PlayerDied, ScoreChanged
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitClosed,
    ExitExplored,
    MapContradicted,
    Resolution,
    RoomFound,
    RoomsMerged,
    VisitReassigned,
)
from ludens.adventure.world.places import GONE, INVENTORY, ItemId, RoomId, holder_of, room_of
from ludens.episode.events import Event, ModelFailed, ModelReturned
from ludens.episode.outages import told
from ludens.web.views.adventure.reasoning import company_notes
from ludens.web.views.view import Note, ending_notes, sentence

HANDLED = {
    Handling.TAKEN: "Took the {item}.",
    Handling.DROPPED: "Dropped the {item}.",
    Handling.PUT: "Put the {item} {place}.",
    Handling.CONSUMED: "The {item} is used up.",
    Handling.MOVED_BY_ITSELF: "The {item} went {place}.",
    Handling.VANISHED: "The {item} is no longer where it was.",
}
"""A thing merely noticed somewhere else is no news to a reader."""

BECAME = {
    "open": ("The {item} is open.", "The {item} is closed."),
    "locked": ("The {item} is locked.", "The {item} is unlocked."),
    "lit": ("The {item} gives light.", "The {item} is dark."),
    "worn": ("Wearing the {item}.", "Took off the {item}."),
}


def notes(state: AdventureState, events: Sequence[Event], score_before: int | None) -> list[Note]:
    """Return what changed, in order; what was seen for the first time is one note."""
    said: list[Note] = []
    seen = [event.item for event in events if isinstance(event, ItemFound)]
    if score_before is None and state.turn > 0:
        score_before = 0  # some stories tell of a score only when there is one
    for event in events:
        said += _of_the_map(state, event)
        if not (isinstance(event, ItemChanged) and event.item in seen):  # it was so before
            said += _of_items(state, event)
        said += company_notes(state, event)
        said += _of_the_game(event, score_before)
    if seen:
        names = ", ".join(_item(state, item) for item in seen)
        said.append(Note(kind="item", text=f"Seen for the first time: {names}."))
    return [*said, *ending_notes(events)]


def _of_the_map(state: AdventureState, event: Event) -> Iterator[Note]:
    match event:
        case RoomFound():
            yield Note(kind="room", text=f"A new room: {event.name}.")
        case ExitBlocked():
            where = f"{event.direction} of {_room(state, event.room)}"
            yield Note(kind="blocked", text=sentence(f"{where} is blocked: {event.reason}"))
        case ExitClosed():
            where = f"{event.direction} of {_room(state, event.room)}"
            yield Note(kind="map", text=sentence(f"{where} is no more: {event.reason}"))
        case ExitExplored(teleport=True):
            to = _room(state, event.to)
            yield Note(kind="map", text=f"“{event.direction}” carries to {to}.")
        case RoomsMerged():
            yield Note(kind="map", text=f"Two places are one: {_room(state, event.into)}.")
        case VisitReassigned():
            to = _room(state, event.to)
            yield Note(kind="map", text=f"Since turn {event.since} this was {to}.")
        case MapContradicted() if event.resolution is not Resolution.ASSUMPTION_CORRECTED:
            where = f"{event.direction} of {_room(state, event.room)}"
            found = _room(state, event.found) if event.found is not None else "nowhere"
            yield Note(kind="map", text=sentence(f"{where} led to {found} this time"))


def _of_items(state: AdventureState, event: Event) -> Iterator[Note]:
    match event:
        case ItemMoved():
            yield from _moved(state, event)
        case ItemChanged():
            yield from _changed(state, event)
        case ItemTransformed():
            old, new = _item(state, event.item), _item(state, event.into)
            yield Note(kind="item", text=f"The {old} became the {new}.")
        case LightFading():
            yield Note(kind="light", text=f"The light of the {_item(state, event.item)} fades.")
        case CarryLimitMet():
            yield Note(kind="item", text="The hands are full.")


def _of_the_game(event: Event, score_before: int | None) -> Iterator[Note]:
    match event:
        case ScoreChanged() if score_before is not None and event.score != score_before:
            change = event.score - score_before
            yield Note(kind="score", text=f"Score {event.score} ({change:+d}).")
        case PlayerDied():
            yield Note(kind="death", text="The player died.")
        case GameWon():
            yield Note(kind="victory", text="The story is won.")
        case InterpreterFailed():
            yield Note(kind="fault", text="The interpreter failed; the story was put back.")
        case ModelFailed() | ModelReturned():
            kind = "back" if isinstance(event, ModelReturned) else "fault"
            yield Note(kind=kind, text=told(event) or "")


def _moved(state: AdventureState, event: ItemMoved) -> Iterator[Note]:
    words = HANDLED.get(event.how)
    if words is not None:
        text = words.format(item=_item(state, event.item), place=_place(state, event))
        yield Note(kind="item", text=" ".join(text.split()).replace(" .", "."))


def _changed(state: AdventureState, event: ItemChanged) -> Iterator[Note]:
    for name, (so, not_so) in BECAME.items():
        value = getattr(event, name)
        if value is not None:
            words = so if value else not_so
            yield Note(kind="item", text=words.format(item=_item(state, event.item)))


def _place(state: AdventureState, event: ItemMoved) -> str:
    room, holder = room_of(event.place), holder_of(event.place)
    if room is not None:
        return f"to {_room(state, room)}"
    if holder is not None:
        return f"into the {_item(state, holder)}"
    return {INVENTORY: "to the player", GONE: "away"}.get(event.place, "somewhere")


def _room(state: AdventureState, room: RoomId) -> str:
    known = state.map.rooms.get(state.map.resolve(room))
    return known.name if known is not None else room


def _item(state: AdventureState, item: ItemId) -> str:
    known = state.items.known.get(item)
    return known.name if known is not None else item
