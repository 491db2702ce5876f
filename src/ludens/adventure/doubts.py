"""Ways that a text speaks against, before anybody has tried them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludens.adventure.directions import DIRECTIONS, direction_of
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.knowledge.replies import names_harm
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.facts import ExitFact
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import WORD, travel_costs, words
from ludens.adventure.world.exits import ExitStatus, Room
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import Frontier, Route, frontiers, nearby

ONE_WAY = phrase("exits_text_one_way")
WARNING = phrase("doubts_warning")
ALIKE = 2
"""Words that a mention of a way has in common with what was said where that direction is barred."""


def is_doubted(state: AdventureState, room: RoomId, fact: ExitFact) -> bool:
    """Tell whether a mention of a way says that it is shut, or speaks of what barred it elsewhere.

    "There are thick bushes to the south" is as good as tried where "The bushes are far too thick"
    was the answer to SOUTH in another room.
    """
    if fact.shut:
        return True
    told = words(fact.quote)
    for id_, known in state.map.rooms.items():
        way = known.exits.get(fact.direction)
        barred = id_ != room and way is not None and way.status is ExitStatus.BLOCKED
        if way is not None and barred and len(words(way.reason) & told) >= ALIKE:
            return True
    return False


DOUBTED = 0.35
"""How likely a way leads on that its text calls shut: 11 of 30 did (`bench/ways_read.py`)."""
UNSAID = 0.5
"""How likely one does that was noticed otherwise than by a text."""
GUESSED = (0.19, 0.1, 0.05)
"""How likely an unread direction leads on where no way, one, two or more are read."""


def is_another_word(state: AdventureState, room: RoomId, direction: str) -> bool:
    """Tell whether a direction is but another word for a way that the room has.

    "The stairs go up to the south": SOUTH. Of 29 such words in published stories none led anywhere
    that the compass direction beside it did not (19 to the same place, 6 nowhere where it led on).
    """
    known = state.map.rooms.get(room)
    if known is None:
        return False
    return any(
        said["word"].lower() == direction and said["way"].lower() in known.exits
        for said in ONE_WAY.finditer(known.description)
    )


def led_nowhere(state: AdventureState, room: RoomId, direction: str) -> bool:
    """Tell whether a way was gone in vain, whatever the senses made of it, and would be again.

    One goes in, is thrown out, and stands where one stood: the way is not on the map.
    """
    tried = state.memory.attempt(room, direction)
    failed = tried is not None and tried.failed
    return failed and not (tried and tried.reopened(state.items, state.score))


def chance(state: AdventureState, room: RoomId, direction: str) -> float:
    """Return how likely a way that nobody has gone leads on, by what is read in its room."""
    fact = _told(state, room, direction)
    known = state.map.rooms.get(room)
    if known is not None and direction in known.exits and known.exits[direction].leads_to:
        return 1.0
    if fact is None and known is not None and direction not in known.exits:
        if direction in _named_where_refused(known):
            return UNSAID
        read = len(exits_in(known.description))
        return GUESSED[min(read, len(GUESSED) - 1)]
    if fact is None:
        return UNSAID
    doubted = is_doubted(state, room, fact) or (known is not None and _is_said_of_all(known))
    return DOUBTED if doubted else fact.confidence


def _refusals(room: Room) -> list[str]:
    return [way.reason for way in room.exits.values() if way.status is ExitStatus.BLOCKED]


def _is_said_of_all(room: Room) -> bool:
    """Tell whether two ways of a room were refused in the same words."""
    refused = _refusals(room)
    return len(refused) > len(set(refused))


def _named_where_refused(room: Room) -> list[str]:
    """Return the directions that the refusals of other ways name: "You can only go east"."""
    told = set(WORD.findall(" ".join(_refusals(room)).lower()))
    return [direction for direction in DIRECTIONS if direction in told]


def is_meant(state: AdventureState, room: RoomId, direction: str) -> bool:
    """Tell whether what is read of a way names something that the player's goal names as well."""
    fact = _told(state, room, direction)
    return fact is not None and not words(fact.quote).isdisjoint(words(state.plan.goal))


def is_warned_of(state: AdventureState, found: Frontier) -> bool:
    """Tell whether the player's notes warn of a way, or of a place on the walk to it.

    A line warns that speaks of harm or says not to; one that names directions, of those ways alone.
    """
    return any(_warns(state, line, found) for line in _warnings(state))


def is_harmful(state: AdventureState, found: Frontier) -> bool:
    """Tell whether the text of a room says of a way that it harms."""
    fact = _told(state, found.room, found.direction)
    return fact is not None and names_harm(fact.quote)


def is_warned_against(
    state: AdventureState, room: RoomId, command: str, things: Iterable[str]
) -> bool:
    """Tell whether the player's notes warn of doing something, or of the place where it is done.

    A line warns of what is done whose verb and thing it names. Who is in a place is no longer
    warned of it.
    """
    way = direction_of(command)
    at_once = Route(rooms=(room,), commands=(), cost=0.0)
    found = Frontier(room, way or "", at_once, 1.0)
    is_elsewhere = room != state.map.here
    heads = {name.rsplit(" ", 1)[-1].lower() for name in things}
    for line in _warnings(state):
        told = words(line)
        if command.partition(" ")[0] in told and not heads.isdisjoint(told):
            return True
        if (way is not None or is_elsewhere) and _warns(state, line, found):
            return True
    return False


def _warnings(state: AdventureState) -> Iterator[str]:
    """Yield the lines of the player's notes that warn of something."""
    for line in state.plan.notes.splitlines():
        if names_harm(line) or WARNING.search(line):
            yield line


def _warns(state: AdventureState, line: str, found: Frontier) -> bool:
    told = words(line)
    ways = {direction_of(word) for word in told} - {None}
    fact = _told(state, found.room, found.direction)
    if fact is not None and len(words(fact.quote) & told) >= ALIKE:
        return True
    places = () if ways else found.route.rooms[1:]
    named = any(words(state.map.rooms[room].name) <= told for room in (found.room, *places))
    return named and (not ways or found.direction in ways)


def _told(state: AdventureState, room: RoomId, direction: str) -> ExitFact | None:
    """Return what the text of a room says of a way."""
    known = state.map.rooms.get(room)
    facts = exits_in(known.description) if known is not None else ()
    return next((fact for fact in facts if fact.direction == direction), None)


def to_explore(state: AdventureState) -> Iterator[Frontier]:
    """Yield the ways that nobody has gone, each once, the nearest first."""
    here = state.map.here
    if here is not None:
        for one in frontiers(state.map, here, travel_costs(state.items)):
            known = is_another_word(state, one.room, one.direction)
            if not known and not led_nowhere(state, one.room, one.direction):
                yield one


def to_guess(state: AdventureState) -> Iterator[Frontier]:
    """Yield the directions that no text names and nobody has gone, those of the nearest room first.

    Where a text says nothing, a way leads all the same often enough to be worth its turn when
    nothing else is left (`bench/ways_read.py`). What two ways were refused with holds for all but
    those that it names.
    """
    here = state.map.here
    if here is None or here not in state.map.rooms:
        return
    costs = travel_costs(state.items)
    ways = [way for way in DIRECTIONS if not state.memory.was_never_understood(way)]
    at_once = Route(rooms=(here,), commands=(), cost=0.0)
    for route in (at_once, *nearby(state.map, here, costs)):
        id_ = route.rooms[-1]
        room = state.map.rooms[id_]
        if room.dark:
            continue
        for direction in _named_where_refused(room) if _is_said_of_all(room) else ways:
            if direction not in room.exits and not is_another_word(state, id_, direction):
                yield Frontier(id_, direction, route, route.cost + 1)
