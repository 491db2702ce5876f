"""The picture: where the player stands, as a mind is told it. Every part is bounded and true.

Nothing here is a guess of ours: ways, things, load, documents and obstacles are read from the
state, and what failed under the same facts is not proposed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import shorten

from ludens.adventure.dialogue import SENTENCE_END, STANDING
from ludens.adventure.directions import COMPASS, direction_of
from ludens.adventure.doubts import is_another_word, is_doubted, led_nowhere, to_explore
from ludens.adventure.english import LOOKING
from ludens.adventure.events import Effect
from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.knowledge.things import classes_of, noun_in
from ludens.adventure.memory.record import HANDS, NOWHERE, Document
from ludens.adventure.memory.standing import find
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.plan import Led, passing, print_of
from ludens.adventure.puzzles.book import Puzzle, pressing_first
from ludens.adventure.puzzles.events import BY_MODEL, PuzzleKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import (
    carries_light,
    heads,
    is_part,
    is_scenery,
    room_left,
    travel_costs,
    words,
)
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import (
    GONE,
    INVENTORY,
    ItemId,
    Place,
    RoomId,
    holder_of,
    in_room,
    inside,
)
from ludens.adventure.world.routes import Route, nearby, path
from ludens.adventure.world.ways import way_of

SHUT = word_set("shut")
WAYS, THINGS, SCENERY, ROOMS, UNTRIED, BARRED = 16, 30, 12, 40, 12, 4
LEFT_BEHIND, IN_A_ROOM, QUESTIONS, IDEAS, DOCUMENTS, TOO_MUCH, SCORED = 16, 8, 8, 4, 6, 4, 6
"""How many of each are told at most."""
OF_A_ROOM = 6
"""Ways of another room that are told."""
NAME, WORDS, SAID = 48, 140, 80
"""Characters of a name, and of what the story said, that are told at most."""
UNTRIED_WAY = "not tried"
DEPTH = 4
"""How deep things in things are told."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of this room."""

    direction: str
    told: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What is so now."""

    room: str
    """The name of the room; empty while it is unknown."""
    maze: bool
    """It looks like a maze, and the player has not left it to the mapper."""
    dark: bool
    """It has no light of its own."""
    lit: bool
    """A light that burns is carried."""
    description: str
    """As it was read; empty where it stands in what is told, or was never read."""
    ways: tuple[Way, ...]
    here: tuple[str, ...]
    """Things here, each with what is in or on it."""
    present: tuple[str, ...]
    """People and animals here, each as the text told of them last, where that is long ago."""
    scenery: tuple[str, ...]
    """What is here, cannot be taken and holds nothing."""
    carried: tuple[str, ...]
    load: str
    rooms: tuple[str, ...]
    """The nearest rooms that are not next door, each with the commands to walk there."""
    more_rooms: int
    unreachable: tuple[str, ...]
    """Known rooms to which no way is known."""
    untried: tuple[str, ...]
    """Ways in other rooms that nobody has gone, the nearest first."""
    explored: bool
    """No way is known, here or elsewhere, that nobody has gone and that can be reached."""
    barred: tuple[str, ...]
    """Ways in other rooms that are barred."""
    scored: tuple[str, ...]
    """What brought points on copies of the story and was not done since."""
    left_behind: tuple[str, ...]
    documents: tuple[str, ...]
    """What was read and is told nowhere any more."""
    questions: tuple[str, ...]
    """Open obstacles, those of this room first; what only refused stands in the dialogue."""
    ideas: tuple[str, ...]
    """What a puzzle agent that is a model would try about them, and nobody has."""


def picture(state: AdventureState, *, told_lately: str = "") -> Picture:
    """Return where the player stands; `told_lately` is what they read since they decided last."""
    here = state.map.here
    room = state.map.rooms[here] if here is not None else None
    routes = _routes(state)
    named = Names(state)
    ways = tuple(islice(_ways(state, named), WAYS))
    told = {way.direction for way in ways}
    beyond = [
        r
        for r in routes
        if len(r.commands) > 1
        or (way_of(r.commands[0]) not in told and not _fails(state, here, r.commands[0]))
    ]
    reached = {route.rooms[-1] for route in routes} | {here}
    description = room.description.strip() if room is not None else ""
    lately = " ".join(told_lately.split())
    return Picture(
        room=named(here) if here is not None else "",
        maze=_is_in_a_maze(state, here),
        dark=room is not None and room.dark,
        lit=carries_light(state.items),
        description=""
        if here is None or " ".join(description.split()) in lately or _is_above(state, here, lately)
        else "\n\n".join(_still_so(state, here, description)),
        ways=ways,
        here=tuple(_contents(state, in_room(here), plain=False)) if here is not None else (),
        scenery=tuple(islice(_scenery(state, here), SCENERY)) if here is not None else (),
        present=tuple(islice(_present(state, here, lately), THINGS)) if here is not None else (),
        carried=tuple(_contents(state, INVENTORY)),
        load=_load(state),
        rooms=tuple(f"{named(r.rooms[-1])} {len(r.commands)}" for r in beyond[:ROOMS]),
        more_rooms=max(0, len(beyond) - ROOMS),
        unreachable=tuple(_cut([named(id_) for id_ in _lost(state, reached)])),
        untried=tuple(islice(_untried(state, named, routes), UNTRIED)),
        explored=here is not None and next(to_explore(state), None) is None,
        barred=tuple(_barred(state, named, routes)),
        scored=tuple(_scored(state)),
        left_behind=tuple(islice(_left_behind(state, named, routes), LEFT_BEHIND)),
        documents=tuple(_documents(state, named)),
        questions=tuple(islice(_questions(state, named), QUESTIONS)),
        ideas=tuple(islice(_ideas(state, named), IDEAS)),
    )


def _lost(state: AdventureState, reached: Container[RoomId | None]) -> Iterator[RoomId]:
    """Yield the rooms to which no way is known, nor one that a trial has shown."""
    shown = {led.to.lower() for led in state.plan.passed.values()}
    for id_ in state.map.rooms:
        shown |= {way.leads_to.lower() for way in state.map.rooms[id_].exits.values()}
    for id_, room in state.map.rooms.items():
        if id_ not in reached and room.name.lower() not in shown:
            yield id_


def _scored(state: AdventureState) -> Iterator[str]:
    """Yield what brought points on copies, the most first, the newest of as many; and how many
    more there are.
    """
    newest = {str(one): one.points for one in reversed(state.plan.scored)}
    told = sorted(newest, key=lambda one: -newest[one])
    yield from told[:SCORED]
    if len(told) > SCORED:
        yield f"and {len(told) - SCORED} more"


def _cut(names: Sequence[str]) -> Iterator[str]:
    """Yield the last of some names, and how many more there are."""
    yield from names[-UNTRIED:]
    if len(names) > UNTRIED:
        yield f"and {len(names) - UNTRIED} more"


def _fails(state: AdventureState, here: RoomId | None, command: str) -> bool:
    """Tell whether the way next door was refused when it was gone or tried last."""
    return here is not None and led_nowhere(state, here, way_of(command))


def _is_above(state: AdventureState, here: RoomId, lately: str) -> bool:
    """Tell whether a mind is told every line of a room's description, word for word, and of which
    room it is: no other has the name.
    """
    room = state.map.rooms[here]
    lines = [line.strip() for line in room.description.split("\n") if line.strip()]
    alone = len(state.map.called_like(room.name)) == 1
    told = all(line in state.opening or state.dialogue.is_told(line) for line in lines)
    return bool(lately) and alone and told


def _is_in_a_maze(state: AdventureState, here: RoomId | None) -> bool:
    """Tell whether a mapper would take over here, if the player let it."""
    group = state.mazes.group_of(here)
    stopped = group is not None and group.interrupted is not None
    return not state.plan.lets_map and group is not None and (group.at_work or stopped)


def _still_so(state: AdventureState, here: RoomId, description: str) -> Iterator[str]:
    """Yield the paragraphs of a room's description without those about what is not there any more.

    The first is the room's own; others tell of things that lay there and of who came or went.
    """
    first, *others = description.split("\n\n")
    yield first
    gone = [
        words(item.name)
        for id_, item in state.items.known.items()
        if not is_scenery(state.items, id_) and state.items.whereabouts(id_) != in_room(here)
    ]
    for one in others:
        named = words(one)
        if not any(name and name <= named for name in gone):
            yield one


class Names:
    """Names of rooms, each telling one room: those of the same name carry their id."""

    def __init__(self, state: AdventureState) -> None:
        self._state = state
        self._count = Counter(room.name.lower() for room in state.map.rooms.values())

    def __call__(self, room: RoomId | None) -> str:
        """Return what a room is called."""
        world = self._state.map
        known = world.rooms.get(world.resolve(room)) if room is not None else None
        if known is None or room is None:
            return "some place"
        name = short(known.name, NAME)
        return name if self._count[known.name.lower()] < 2 else f"{name} ({world.resolve(room)})"


def short(text: str, most: int = WORDS) -> str:
    """Return a text in one line, cut where it is too long."""
    return shorten(" ".join(text.split()), most, placeholder="…")


def _routes(state: AdventureState) -> list[Route]:
    """Return the way to every other room that can be reached, the nearest first."""
    here = state.map.here
    if here is None:
        return []
    routes = list(nearby(state.map, here, travel_costs(state.items)))
    return sorted(routes, key=lambda route: len(route.commands))


def _ways(state: AdventureState, named: Names) -> Iterator[Way]:
    """Yield the ways out of here, each once: those that lead somewhere or may come first."""
    here = state.map.here
    if here is None:
        return
    exits = state.map.rooms[here].exits.items()
    order, barred, deeds = [*ExitStatus], dict[str, list[str]](), dict[str, list[str]]()
    facts = exits_in(state.map.rooms[here].description)
    told = {fact.direction: fact for fact in facts if fact.direction in state.map.rooms[here].exits}
    for direction, way in sorted(exits, key=lambda one: order.index(one[1].status)):
        fact = told.get(direction)
        guessed = way.status is ExitStatus.ASSUMED and not way.tried
        if guessed and fact is None and (told or _is_reached_otherwise(way, exits)):
            continue  # a guess of ours, where the text names other ways, or another way leads there
        if way.status is ExitStatus.UNEXPLORED and is_another_word(state, here, direction):
            continue
        if way.status is not ExitStatus.ABSENT:
            doubt = (
                f' ("{_around(fact.quote, direction)}")'
                if fact and is_doubted(state, here, fact)
                else ""
            )
            told_of = _of_way(way, here, named, doubt)
            if way.status is ExitStatus.UNEXPLORED and led_nowhere(state, here, direction):
                vain = _in_vain(state, here, direction)
                told_of = f"{told_of}, but also {vain}" if way.leads_to else vain
            passed = _passes(state, here, direction)
            if passed is not None and not (way.open or way.leads_to):
                told_of = "not gone" if told_of.startswith(UNTRIED_WAY) else told_of
                told_of += f", {_passed(passed)}"
            if way.deaths and _kills(state, here, direction):
                told_of += f", deadly ({way.deaths} died)"
            if way.status is ExitStatus.BLOCKED:
                barred.setdefault(told_of, []).append(short(direction, NAME))
            elif way.leads_to and direction_of(direction) is None:  # a deed, in one wording or more
                deeds.setdefault(told_of, []).append(short(direction, NAME))
            else:
                yield Way(short(direction, NAME), told_of)
    yield from (Way(" or ".join(same), told_of) for told_of, same in deeds.items())
    yield from (Way(", ".join(same), told_of) for told_of, same in barred.items())
    absent = [short(name, NAME) for name, way in exits if way.status is ExitStatus.ABSENT]
    if absent:
        yield Way(", ".join(absent[:WAYS]), "no way")


def _around(text: str, word: str) -> str:
    """Return what a text says about a word, in one line, cut where it is too long."""
    text = " ".join(text.split())
    at = max(0, text.lower().find(word) - SAID // 2)
    return f"{'…' if at else ''}{short(text[at:], SAID)}"


def _passes(state: AdventureState, room: RoomId, direction: str) -> Led | None:
    """Return what a way did in a trial of late, after other commands: from the room, or from what
    looked as it does now, before anybody had been there.
    """
    passed, known = state.plan.passed, state.map.rooms[room]
    before = passing(print_of(known.name, known.description), direction)
    return passed.get(passing(room, direction), passed.get(before))


def _passed(led: Led) -> str:
    """Return what is said of a way that was gone on a copy, once other commands had been typed."""
    shut = f'refused ("{short(led.reason, 80)}")' if led.reason else "passed"
    return f"{f'to {short(led.to, NAME)}' if led.to else shut} by a trial after other commands"


def _is_reached_otherwise(guess: Exit, exits: Iterable[tuple[str, Exit]]) -> bool:
    """Tell whether another way was gone or tried and leads where one is guessed to lead."""
    shown = (way for _, way in exits if way.open and (way.walked or way.tried))
    return any(way.to == guess.to for way in shown)


def _in_vain(state: AdventureState, room: RoomId, direction: str) -> str:
    """Return how a way failed of which the map does not know that it did."""
    tried = state.memory.attempt(room, direction)
    if tried is None or not tried.tried:
        return "gone, and not let through"
    if tried.effect is not Effect.DIED:
        return "refused, by a trial"
    return "ends the story, by a trial" if tried.ends else "deadly, by a trial"


def _of_way(way: Exit, here: RoomId, named: Names, doubt: str = "") -> str:
    """Return what is known of a way; `doubt` is what the text says against one not tried."""
    to = named(way.to) if way.to is not None else ""
    match way.status:
        case ExitStatus.EXPLORED if way.to == here:
            told = "leads in and back here"
        case ExitStatus.EXPLORED if way.random:
            told = f"leads to {len(way.walked)} places by turns"
        case ExitStatus.EXPLORED:
            told = to
        case ExitStatus.ASSUMED if way.tried:
            told = f"{to}, by a trial"
        case ExitStatus.ASSUMED:
            told = f"{to}, a guess: the way back"
        case ExitStatus.BLOCKED:
            how = "refused, by a trial" if way.tried else "refused"
            led = f" (it led to {to})" if to and way.walked else ""  # not where it was but a guess
            told = f'{how}: "{short(way.reason)}"{led}'
        case ExitStatus.UNEXPLORED if way.leads_to:
            told = f"not gone; to {short(way.leads_to, NAME)}, by a trial"
        case ExitStatus.CLOSED:
            told = f'gone: "{short(way.reason)}"'
        case _:
            told = f"{UNTRIED_WAY}{doubt}"
    if not way.one_way:
        return told
    return f"{told}, no way back found there" if way.leads_to else f"{told}, one way"


def _untried(state: AdventureState, named: Names, routes: Iterable[Route]) -> Iterator[str]:
    """Yield the ways in other rooms that nobody has gone, the nearest room first."""
    for route in routes:
        room = route.rooms[-1]
        exits = state.map.rooms[room].exits
        found = [
            name
            for name, way in exits.items()
            if way.status is ExitStatus.UNEXPLORED
            and not is_another_word(state, room, name)
            and (way.leads_to or not led_nowhere(state, room, name))
        ]
        against = {
            fact.direction
            for fact in exits_in(state.map.rooms[room].description)
            if is_doubted(state, room, fact)
        }
        if found:
            told = (
                short(name, NAME)
                + _of_untried(exits[name], _passes(state, room, name), shut=name in against)
                for name in found[:OF_A_ROOM]
            )
            more = f" and {len(found) - OF_A_ROOM} more" if len(found) > OF_A_ROOM else ""
            yield f"{named(room)}: {', '.join(told)}{more}"


def _of_untried(way: Exit, passed: Led | None, *, shut: bool) -> str:
    """Return what is known of a way that nobody has gone; `passed` is what it did in a trial, after
    other commands.
    """
    if way.leads_to:
        return f" (to {short(way.leads_to, NAME)}, by a trial)"
    if passed is not None:
        return f" ({_passed(passed)})"
    return " (doubtful, by the text)" if shut else ""


def _barred(state: AdventureState, named: Names, routes: Iterable[Route]) -> Iterator[str]:
    """Yield the barred ways in other rooms, the nearest first, those told alike together.

    A refusal that but names the ways that there are ("The only way is south") bars nothing.
    """
    told: dict[str, dict[str, list[str]]] = {}
    for route in routes:
        where = f"{named(route.rooms[-1])} ({len(route.commands)})"
        for name, way in state.map.rooms[route.rooms[-1]].exits.items():
            if way.status is ExitStatus.BLOCKED and not _names_another(way.reason, name):
                rooms = told.setdefault(short(way.reason, 80), {})
                rooms.setdefault(where, []).append(short(name, NAME))
    for said, rooms in islice(told.items(), BARRED):
        ways = (f"{where}, {', '.join(names)}" for where, names in islice(rooms.items(), BARRED))
        yield f'{" and ".join(ways)}: "{said}"'


def _names_another(reason: str, direction: str) -> bool:
    """Tell whether a refusal names other directions, and not the one that was gone."""
    named = words(reason) & COMPASS
    return bool(named) and direction not in named


def _is_somebody(item: Item) -> bool:
    """Tell whether a thing lives, by the senses or, where they do not know, by its name.

    A statue of a king does not, and a captain of the guard does.
    """
    head = item.name.lower().partition(" of ")[0]
    name = head if noun_in(head.split()) is not None else item.name
    return item.alive if item.alive is not None else "alive" in classes_of(name)


def _present(state: AdventureState, here: RoomId, lately: str) -> Iterator[str]:
    """Yield who is here, each once, with the last sentence about them that is not told above."""
    room = state.map.rooms[here]  # what other rooms' texts say is of others of the name
    since = [text for _, text in state.recent[room.last_seen - state.turn - 1 :]]
    texts = [room.description, *([state.opening] if not room.last_seen else []), *since]
    told: set[str] = set()
    for id_ in state.items.at(in_room(here)):
        item = state.items.known[id_]
        if not _is_somebody(item) or item.name.lower() in told:
            continue
        told.add(item.name.lower())
        said = next((one for text in reversed(texts) for one in _about(text, item.name)), "")
        thing = _thing(state, id_, item, 0, 1).replace("(alive; ", "(").removesuffix(" (alive)")
        yield f'{thing}: "{short(said)}"' if said and said not in lately else thing


def _about(text: str, name: str) -> Iterator[str]:
    """Yield the sentences of a text that name somebody."""
    for one in SENTENCE_END.split(text):
        if words(name) <= words(one):
            yield " ".join(one.split())


def _scenery(state: AdventureState, here: RoomId) -> Iterator[str]:
    """Yield the scenery of a room, each once, with how it stands."""
    fixed = [
        state.items.known[id_]
        for id_ in state.items.at(in_room(here))
        if is_scenery(state.items, id_)
    ]
    told = (
        (short(item.name, NAME), _how_it_stands(state, item) if _opens(item) else None)
        for item in fixed
    )
    yield from dict.fromkeys(f"{name} ({stands})" if stands else name for name, stands in told)


OPENING = frozenset({"door", "container", "lockable"})
"""Classes of things of which one wants to know how they stand."""


def _opens(item: Item) -> bool:
    """Tell whether a thing is called what one opens."""
    return any(not OPENING.isdisjoint(classes_of(word)) for word in item.name.split())


def _contents(
    state: AdventureState, place: Place, depth: int = 0, *, plain: bool = True
) -> Iterator[str]:
    """Yield what is at a place, each name once, with what is in or on it.

    If not `plain`, scenery and whoever is there are told elsewhere.
    """
    told: dict[str, list[ItemId]] = {}
    for id_ in state.items.at(place):
        other = is_scenery(state.items, id_) or _is_somebody(state.items.known[id_])
        if (plain or not other) and not is_part(state.items, id_):
            told.setdefault(state.items.known[id_].name.lower(), []).append(id_)
    for same in islice(told.values(), THINGS):
        item = state.items.known[same[0]]
        # one creature is often found twice, an object of the tree never
        number = 1 if item.alive or item.number is None else len(same)
        yield _thing(state, same[0], item, depth, number)


def _thing(state: AdventureState, id_: ItemId, item: Item, depth: int, number: int) -> str:
    """Return a thing with how it stands and what it holds; of several alike, the first's."""
    marks = [*([f"{number} of them"] if number > 1 else []), *_marks(item)]
    if (said := _how_it_stands(state, item)) is not None:
        marks.append(said)
    inner = list(_contents(state, inside(id_), depth + 1)) if depth < DEPTH else []
    if inner:
        lead = "shut, last seen in it" if said == "shut" else "holds"
        lead = "last seen in it" if item.open is False and said != "shut" else lead
        marks = [mark for mark in marks if mark != "shut"]
        marks.append(f"{lead}: {', '.join(inner)}")
    name = short(item.name, NAME)
    return f"{name} ({'; '.join(marks)})" if marks else name


def _marks(item: Item) -> Iterator[str]:
    if item.alive:
        yield "alive"
    if item.worn:
        yield "worn"
    if item.lit is not None and item.light_source:
        yield "lit" if item.lit else "not lit"
    if item.fixed and not item.alive:
        yield "fixed"


def _how_it_stands(state: AdventureState, item: Item) -> str | None:
    """Return whether a thing is open, shut or locked; what a text said of it since, where one did.

    What no sense understood may be so all the same: "Silently, the box swings open."
    """
    if item.open is None and not item.locked:
        return None
    plain = "open" if item.open else "locked" if item.locked else "shut"
    said = state.dialogue.how_stands(item.name, item.last_seen)
    same = SHUT if plain == "shut" else frozenset({plain})
    return f'"{short(said, 80)}"' if said and not words(said) & STANDING <= same else plain


def _load(state: AdventureState) -> str:
    """Return how much is carried and how much may be, by what was met, and was refused here."""
    items = state.items
    load = items.load()
    told = []
    if items.carry_limit is not None:
        full = ": full" if room_left(items) == 0 else ""
        told.append(f"{load} in the hands, {items.carry_limit} at most{full}")
    here = [state.memory.attempts.get(page, {}) for page in (state.map.here or NOWHERE, HANDS)]
    refused = [
        command
        for page in here
        for command, one in page.items()
        if one.load is not None and not one.reopened(items, state.score)
    ]
    if refused:
        told.append(f"too much with this load: {'; '.join(refused[-TOO_MUCH:])}")
    return "; ".join(told)


def _left_behind(state: AdventureState, named: Names, routes: Iterable[Route]) -> Iterator[str]:
    """Yield what lies elsewhere and can be taken, room by room, the nearest first."""
    for route in routes:
        room = route.rooms[-1]
        lying = [
            short(state.items.known[id_].name, NAME)
            for id_ in state.items.here(room)
            if not state.items.known[id_].fixed
            and not _is_somebody(state.items.known[id_])
            and not is_part(state.items, id_)
            and not _is_somebodys(state, id_)
        ]
        if lying := [*dict.fromkeys(lying)]:
            more = f" and {len(lying) - IN_A_ROOM} more" if len(lying) > IN_A_ROOM else ""
            told = f"{', '.join(lying[:IN_A_ROOM])}{more}"
            yield f"{told} ({named(room)}, {len(route.commands)})"


def _is_somebodys(state: AdventureState, id_: ItemId) -> bool:
    """Tell whether somebody has a thing: it was given, or taken by them."""
    holder, seen = holder_of(state.items.known[id_].place), {id_}
    while holder is not None and holder in state.items.known and holder not in seen:
        if _is_somebody(state.items.known[holder]):
            return True
        seen.add(holder)
        holder = holder_of(state.items.known[holder].place)
    return False


def _documents(state: AdventureState, named: Names) -> Iterator[str]:
    """Yield what was read and stands in the dialogue no more, the newest first."""
    told: dict[tuple[str, RoomId], Document] = {}
    for one in reversed(state.memory.documents):
        told.setdefault((one.command, one.room), one)
    lost = (one for one in told.values() if not _is_told(state, one))
    for one in islice(lost, DOCUMENTS):
        yield f'"{short(one.command, NAME)}" ({named(one.room)}, turn {one.turn})'


def _is_told(state: AdventureState, document: Document) -> bool:
    """Tell whether every line of a document stands in the dialogue."""
    lines = (line.strip() for line in document.text.split("\n"))
    return all(state.dialogue.is_told(line) for line in lines if line)


def open_puzzles(state: AdventureState) -> list[Puzzle]:
    """Return the puzzles that stand in the way still, each thing or way once.

    Urgent ones come first, then those of this room, then the newest.
    """
    here = state.map.here
    found: dict[tuple[RoomId | None, str], Puzzle] = {}
    for puzzle in pressing_first(state.puzzles.open(), here):
        key = (puzzle.room, puzzle.direction or " ".join(puzzle.things[:1]) or puzzle.summary)
        if _stands(state, puzzle):
            found.setdefault(key, puzzle)
    return list(found.values())


def _stands(state: AdventureState, puzzle: Puzzle) -> bool:
    """Tell whether nothing that happened since has done with a puzzle."""
    room = state.map.resolve(puzzle.room) if puzzle.room is not None else None
    if puzzle.direction is not None and room is not None:
        way = state.map.exit(room, puzzle.direction)
        return way is not None and way.status is ExitStatus.BLOCKED
    known = state.map.rooms.get(room) if room is not None else None
    if puzzle.kind is PuzzleKind.DARK:
        return known is not None and known.dark
    if puzzle.kind is PuzzleKind.MAZE:
        return True
    things = [found for name in puzzle.things if (found := find(state.items, name)) is not None]
    if puzzle.things and not things and _was_consumed(state, puzzle.things[0]):
        return False
    if puzzle.kind is PuzzleKind.LOCKED and any(state.items.known[id_].open for id_ in things):
        return False
    if not puzzle.command:
        return True
    if LOOKING.match(puzzle.command) is not None:
        return False
    tried = state.memory.attempt(room, puzzle.command)
    if tried is None or not tried.failed:
        return tried is None and puzzle.changed >= state.turn
    return not tried.reopened(state.items, state.score) and not _had_since(state, things, puzzle)


def _had_since(state: AdventureState, things: list[ItemId], puzzle: Puzzle) -> bool:
    """Tell whether what could not be taken is in the hands by now."""
    taken = puzzle.command.partition(" ")[0] in ("take", "get")
    return taken and any(state.items.whereabouts(id_) == INVENTORY for id_ in things[:1])


def _was_consumed(state: AdventureState, name: str) -> bool:
    gone = (item for item in state.items.known.values() if item.place == GONE)
    return any(name in heads(item.name) or item.name.lower() == name for item in gone)


def _questions(state: AdventureState, named: Names) -> Iterator[str]:
    here = state.map.here
    for puzzle in open_puzzles(state):
        if puzzle.direction is not None:
            continue  # told as a way that is barred
        if puzzle.kind in (PuzzleKind.REFUSED, PuzzleKind.CLUE) and puzzle.command:
            continue  # told where it was answered
        where = "here" if puzzle.room == here else named(puzzle.room)
        near = ""
        if here is not None and puzzle.room is not None and puzzle.room != here:
            route = path(state.map, here, state.map.resolve(puzzle.room))
            near = f", {len(route.commands)}" if route is not None else ""
        yield f"{short(puzzle.summary)} ({where}{near})"


def _ideas(state: AdventureState, named: Names) -> Iterator[str]:
    """Yield a model's ideas that did not fail there under the same facts.

    The offline puzzle agent's are its planner's; told to minds, none was of use.
    """
    here = state.map.here
    standing = {puzzle.id for puzzle in open_puzzles(state)}
    surest = sorted(state.puzzles.suggestions.values(), key=lambda one: -one.confidence)
    for one in surest:
        room = state.map.resolve(one.room) if one.room is not None else here
        tried = state.memory.attempt(room, one.command)
        done = tried is not None and not tried.reopened(state.items, state.score)
        if done or one.kind != BY_MODEL or (one.puzzle is not None and one.puzzle not in standing):
            continue
        if (way := _as_way(state, room, one.command)) is not None and way.open:
            continue
        lacking = [name for name in one.items if not _is_held(state, name)]
        needs = f"; needs {', '.join(_place_of(state, named, name) for name in lacking)}"
        where = "here" if room == here else named(room)
        yield f"{short(one.command, NAME)} ({where}{needs if lacking else ''})"


def _as_way(state: AdventureState, room: RoomId | None, command: str) -> Exit | None:
    return state.map.exit(room, way_of(command)) if room is not None else None


def _is_held(state: AdventureState, name: str) -> bool:
    id_ = find(state.items, name)
    return id_ is not None and state.items.whereabouts(id_) == INVENTORY


def _place_of(state: AdventureState, named: Names, name: str) -> str:
    id_ = find(state.items, name)
    room = state.items.room_of(id_) if id_ is not None else None
    return f"{name} ({named(room)})" if room is not None else name


def _kills(state: AdventureState, room: RoomId | None, command: str) -> bool:
    """Tell whether a command that killed has not been survived since."""
    tried = state.memory.attempt(room, command)
    return tried is None or tried.effect is Effect.DIED


def _ends(state: AdventureState, room: RoomId | None, command: str) -> bool:
    tried = state.memory.attempt(room, command)
    return tried is not None and bool(tried.ends)


def deadly(state: AdventureState, most: int = 4) -> list[str]:
    """Return what killed the player or ended the story, the newest last, each once."""
    named = Names(state)
    told = [
        f'"{short(one.command, NAME)}" in {named(one.room)}'
        + (" (the story ended)" if _ends(state, one.room, one.command) else "")
        for one in state.lessons.deaths
        if _kills(state, one.room, one.command)
    ]
    return list(dict.fromkeys(told))[-most:]
