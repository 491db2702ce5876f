"""What an answer is read with, and what it tells of a place in the form that is compared."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.perception.commands import is_walk, kind_of, meant
from ludens.adventure.perception.events import Asked, StatusLine
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.facts import Holder, ItemFact, PlaceFact, Reading
from ludens.adventure.perception.items_text import (
    handled_in,
    inventory_in,
    is_listing,
    is_too_much,
    items_in,
)
from ludens.adventure.perception.layout import Line, lines_of, plain, sentences_of
from ludens.adventure.perception.memory import Description
from ludens.adventure.perception.outcomes import ending_in, question_in, score_in
from ludens.adventure.perception.places import is_dark, places_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.refusals import is_refusal
from ludens.adventure.perception.titles import Expectation, Kind, location_in, status_names
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import leaves_the_world, way_of

DARK_ROOM_WORDS = 200
"""A text longer than this that says it is dark somewhere describes more than darkness."""


def read(text: str, command: str, expected: Expectation, here: str = "") -> Reading:
    """Return what a text says in answer to a command. `here` is the current room's title."""
    places, messages = places_in(text, expected, here)
    place = places[-1] if places else None
    inventory = inventory_in(text, command)
    handled = handled_in(text, command)
    ending = ending_in(text)
    walks = is_walk(command)
    refusal = None
    if walks and place is None and ending is None and messages:
        refusal = sentences_of(" ".join(messages))[0]
    return Reading(
        places=places,
        dark=place.dark if place is not None else is_dark(text) and len(text) < DARK_ROOM_WORDS,
        refusal=refusal,
        exits=exits_in(" ".join(place.body.split()))
        if place is not None and not place.dark
        else (),
        items=inventory if inventory is not None else _items(text, place, expected.kind),
        taken=handled.taken,
        dropped=handled.dropped,
        inventory=inventory is not None,
        too_much=is_too_much(text),
        score=score_in(text),
        ending=ending,
        question=question_in(text),
        messages=messages,
    )


def _items(text: str, place: PlaceFact | None, kind: Kind) -> tuple[ItemFact, ...]:
    """Return the listed items: of the place shown, or of what was looked into."""
    if place is not None:
        return items_in(place.body)
    inside = tuple(fact for fact in items_in(text) if fact.holder is not Holder.ROOM)
    return inside if kind is not Kind.MOVING else ()


DESCRIPTION_LINES = 3
"""Lines below a title among which the description is looked for."""
DESCRIPTION_LENGTH = 60
"""Characters from which the first line describes the place."""
TOGETHER = 2
"""More descriptions than this must have stood right below their titles to make it a habit."""
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
        kind=_kind(percept.command, somewhere=room is not None),
        known=memory.titles.keys(),
        styles=memory.styles,
        status=percept.observation.status if usable else None,
        status_trusted=usable and current > 2 * other,
        in_dark=room is not None and room.dark,
        together=memory.together > TOGETHER + 4 * memory.apart,
        untitled=memory.untitled > 0 or (room is None and not memory.titles and bool(memory.looks)),
    )
    return read(percept.observation.text, percept.command, expected, title)


def is_refused_in_the_dark(reading: Reading) -> bool:
    """Return whether a way was refused first, and then the light went out."""
    first = reading.messages[0] if reading.messages else ""
    return is_refusal(first) and not is_dark(first)


def described(place: PlaceFact, reading: Reading) -> Description:
    """Return what stands below a title in plain form: the description, and what follows it.

    What stands apart, where descriptions do not, is no description but what happens.
    """
    every = lines_of(place.body)
    lines = [line for line in every if not line.bracketed]
    lines += [line for line in every if line.bracketed]
    end = _description_end(lines)
    description = [plain(sentence) for line in lines[:end] for sentence in sentences_of(line.text)]
    rest = [plain(sentence) for line in lines[end:] for sentence in sentences_of(line.text)]
    text = Description(
        sentences=(*description, *rest),
        described=len(description),
        listed=tuple(
            plain(sentence)
            for line in lines
            for sentence in sentences_of(line.text)
            if is_listing(sentence)
        ),
        exits=tuple(fact.direction for fact in reading.exits if fact.confidence >= MENTIONED),
        body=place.body,
    )
    return text.model_copy(update={"described": 0}) if place.detached else text


def _kind(command: str, *, somewhere: bool) -> Kind:
    """Return what a command is answered with; before any place was shown, keys turn pages."""
    if not command or (not somewhere and len(command.strip()) < 2):
        return Kind.OPENING
    return kind_of(command)


def asked_by(
    command: str,
    *,
    died: bool = False,
    carried: bool = False,
    further: bool = False,
    same_title: bool = False,
    hinted: bool = False,
) -> Asked:
    """Return what a command asked for.

    IN and OUT that show the title of the room where the player is are about a vehicle. `carried`
    says that the answer tells of being carried off, `hinted` that what came before hints at it;
    `further` that it shows another place first: nobody stayed there, and who is shown the place
    where the way began is back.
    """
    if died or leaves_the_world(way_of(command)):
        return Asked.RETURN
    if further and is_walk(command):
        return Asked.OTHER if same_title else Asked.CARRIED
    if carried and command and kind_of(command) is not Kind.LOOKING:
        return Asked.CARRIED
    if is_walk(command):
        vehicle = same_title and way_of(command) in ("in", "out")
        return Asked.MOVE if vehicle else Asked.WALK
    kind = kind_of(command) if command else Kind.OPENING
    if kind is Kind.MOVING:
        return Asked.MOVE
    if kind is not Kind.LOOKING:
        return Asked.OTHER
    return Asked.LOOK_AFTER if hinted else Asked.LOOK


def _description_end(lines: Sequence[Line]) -> int:
    """Return how many of the lines below a title describe the place.

    Most describe it in the first line, of several sentences or of some length. Where the first is
    short, a remark or an aside may stand before the description, which is then the longest of the
    first lines. What lists things, and what comes after, tells what is there.
    """
    ends = [
        number
        for number, line in enumerate(lines)
        if line.paragraph or line.bracketed or line.indent or is_listing(sentences_of(line.text)[0])
    ]
    first = [line.text for line in lines[: min([DESCRIPTION_LINES, *ends])]]
    if not first or len(first[0]) >= DESCRIPTION_LENGTH or len(sentences_of(first[0])) > 1:
        return min(1, len(first))
    return 1 + max(range(len(first)), key=lambda number: (len(first[number]), -number))


def meant_by(state: AdventureState, percept: Percept) -> str:
    """Return the command that an answer is to: of a LOOK on top of a turn, the turn's command."""
    if kind_of(percept.command) is not Kind.LOOKING:
        return percept.command
    turn = meant(state.recent, state.command)
    return turn if kind_of(turn) is not Kind.LOOKING else percept.command


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
