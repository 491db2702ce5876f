"""What an answer is read with, and what it tells of a place in the form that is compared."""

from __future__ import annotations

from ludens.adventure.events import Asked, RoomId, StatusLine
from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.facts import PlaceFact, Reading
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import lines_of, plain, sentences_of
from ludens.adventure.perception.lexical import read
from ludens.adventure.perception.memory import Description
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.status import location_in, status_names
from ludens.adventure.perception.titles import Expectation, Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.ways import leaves_the_world, way_of

MENTIONED = 0.5
"""The confidence from which a mentioned exit is put on the map."""


def reading_of(state: AdventureState, percept: Percept) -> Reading:
    """Return what the lexical reader makes of an observation in the light of the state."""
    memory = state.text_memory
    current = memory.status.get(StatusLine.CURRENT, 0)
    lagging = memory.status.get(StatusLine.LAGGING, 0)
    other = memory.status.get(StatusLine.OTHER, 0)
    usable = current >= lagging
    here = state.map.here
    title = memory.names.get(here, "") if here is not None else ""
    room = state.map.rooms.get(here) if here is not None else None
    expected = Expectation(
        kind=kind_of(percept.command) if percept.command and room is not None else Kind.OPENING,
        known=memory.titles.keys(),
        styles=memory.styles,
        status=percept.observation.status if usable else None,
        status_trusted=usable and current > 2 * other,
        in_dark=room is not None and room.dark,
    )
    return read(percept.observation.text, percept.command, expected, title)


def described(place: PlaceFact, reading: Reading) -> Description:
    """Return what stands below a title in plain form: the description, and what follows it."""
    description: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(lines_of(place.body)):
        sentences = sentences_of(line.text)
        plain_ones = [plain(sentence) for sentence in sentences]
        if number == 0 and not is_listing(sentences[0]):
            description += plain_ones
        else:
            rest += plain_ones
    return Description(
        sentences=(*description, *rest),
        described=len(description),
        exits=tuple(fact.direction for fact in reading.exits if fact.confidence >= MENTIONED),
        body=place.body,
    )


def asked_by(command: str, *, died: bool = False) -> Asked:
    """Return what a command asked for."""
    if died or leaves_the_world(way_of(command)):
        return Asked.RETURN
    if is_walk(command):
        return Asked.WALK
    kind = kind_of(command) if command else Kind.OPENING
    if kind is Kind.MOVING:
        return Asked.MOVE
    return Asked.LOOK if kind is Kind.LOOKING else Asked.OTHER


def meant_by(state: AdventureState, percept: Percept) -> str:
    """Return the command that an answer is to: of a LOOK on top of a turn, the turn's command."""
    looks = kind_of(percept.command) is Kind.LOOKING
    return (
        state.command if looks and kind_of(state.command) is not Kind.LOOKING else percept.command
    )


def status_of(
    state: AdventureState, percept: Percept, place: PlaceFact, origin: RoomId | None, room: RoomId
) -> StatusLine | None:
    """Say what the status line names, where the room before had another title."""
    status = percept.observation.status
    if not location_in(status) or not place.title or origin == room:
        return None
    before = state.text_memory.names.get(origin, "") if origin is not None else ""
    if plain(before) == plain(place.title):
        return None
    if status_names(status, place.title):
        return StatusLine.CURRENT
    if before and status_names(status, before):
        return StatusLine.LAGGING
    return StatusLine.OTHER
