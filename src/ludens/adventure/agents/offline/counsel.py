"""Counsel: what the story's texts ask for, and what the puzzle agent suggests, as opportunities."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.nouns import liftable
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing, words_of
from ludens.adventure.agents.offline.ways_out import ways_eased
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect, Order
from ludens.adventure.kinds import LOOKING
from ludens.adventure.living import is_creature
from ludens.adventure.methods import METHODS, wordings
from ludens.adventure.plans import LASTING
from ludens.adventure.puzzles.accepting import tells_what_goes_there
from ludens.adventure.puzzles.along import ALONG
from ludens.adventure.puzzles.naming import phrases_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import room_left
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import RoomId, in_room

FOLLOWED = 2.5
"""The next step of what the story asks for step by step."""
ORDERED = 1.5
"""A single thing that the story asks for."""
ORDERED_LATER = 0.2
"""What it asks for after that."""
ELSEWHERE = 0.3
"""What is left of a step's worth in another room than the text says."""
IN_VAIN = 0.4
"""What is left of a step's worth for each room where it did nothing."""
MOST_VAIN = 4
STEPS = 8
"""Steps of a plan that are looked ahead."""
ASKED_FOR = "The story asks for it."
UNDOING = frozenset({"close", "shut", "lock"})
"""What may bar the very way that is to be gone first."""
HANDED = frozenset({"put", "give", "show", "drop"})
"""What one does with a thing that is in the hands."""
FIRST = "first"
"""The kind of idea that says what must be done before a refused command works."""
AGAIN = frozenset({FIRST, "open"})
"""The kinds of ideas that say how things must stand before a refused command works."""
SUGGESTED = 1.6
"""What the surest of the puzzle agent's ideas is worth: one that solves something opens more."""
PATIENCE = 5
"""Turns for which one waits for something that takes time."""
BIDED = 0.3
"""Waiting for it, and trying again what was too early."""
RELENTED, RELENTED_MUTE = 0.9, 0.4
"""What was refused, by an answer that tells what it wants, where something scored since; and taking
or opening something that was refused by any other.
"""
_GETTING = re.compile(r"^(?:take|get|pick up|open|enter) ")
RELENTS = 2
"""Tries after which it is let be."""
RELENTING = 40
"""Turns for which that holds."""
BURDENED = 0.6
"""What is left of it where something else must be put down for it."""
MEANS, SOUGHT = 0.3, 0.9
"""Taking up again what some way is gone with; and where something is looked for beyond it."""
FETCHED = 0.8
"""What is left of that for going to fetch what it wants."""


Advised = tuple[RoomId | None, Opportunity]
"""An opportunity and the room that it is for; None for any."""


def suggested(state: AdventureState, held: tuple[Thing, ...]) -> Iterator[Advised]:
    """Yield the puzzle agent's suggestions, and the taking of what lies about and one wants.

    A suggestion is worth a try where it is to be done, once everything for it is in the hands.
    """
    names = {thing.name for thing in held}
    held_items = [state.items.known[id_] for id_ in state.items.carried()]
    carried_names = {item.name.lower() for item in held_items} | names
    full = BURDENED if room_left(state.items) == 0 else 1.0
    for idea in state.puzzles.suggestions.values():
        missing = [name for name in idea.items if name.lower() not in carried_names]
        worth = SUGGESTED * idea.confidence
        if not missing:
            thing = idea.items[0].lower() if idea.items else ""
            put = idea.command.startswith(("put ", "drop "))  # it may be in the hands again
            due = put or idea.kind in AGAIN  # a door may have fallen shut again
            chance = Opportunity(idea.command, worth, idea.reason, thing, since=idea.turn, due=due)
            if idea.kind == ALONG:
                taken = max((i.last_seen for i in held_items if i.name in idea.items), default=-1)
                chance = replace(chance, since=max(taken, idea.turn), due=True, explained=True)
            yield idea.room, chance
        for name in missing:
            yield from _fetched(state, name, worth * FETCHED * full)


def _fetched(state: AdventureState, name: str, worth: float) -> Iterator[Advised]:
    """Yield the taking of something that an idea wants and that was left in a room."""
    if is_creature(name) or liftable(name.lower()) < 1:
        return
    for room, item in _lying(state, lambda known: known.lower() == name.lower()):
        if item.name == name and not item.alive:
            reason = f"The {name} is wanted elsewhere."
            command = f"take {name.lower()}"
            yield room, Opportunity(command, worth, reason, since=item.last_seen, due=True)


def _lying(
    state: AdventureState, is_called: Callable[[str], bool]
) -> Iterator[tuple[RoomId, Item]]:
    """Yield the things of some name that can be seen in a room and may be taken, with the room."""
    for id_, item in state.items.known.items():
        if is_called(item.name) and not item.fixed:
            room = state.items.room_of(id_)
            if room is not None and id_ in state.items.visible_at(in_room(room)):
                yield room, item


def biding(state: AdventureState) -> Iterator[Advised]:
    """Yield waiting where something takes time, and then what was to be waited for once more."""
    room = state.map.here
    bide = state.journal.bides.get(room) if room is not None else None
    if bide is None or room is None:
        return
    passed = state.turn - bide.turn
    if passed <= PATIENCE:
        yield room, Opportunity("wait", BIDED, "It takes its time.", since=state.turn + 1)
    if PATIENCE <= passed <= 2 * PATIENCE and _failed(state, room, bide.command) >= 0:
        yield room, Opportunity(bide.command, BIDED, "Time has passed.", since=bide.turn + 1)


def eased(state: AdventureState) -> Iterator[Advised]:
    """Yield the barred ways again of which something was done about what stood against them."""
    done = max((*state.journal.touched.values(), state.items.lightened), default=-1)
    shut = (ExitStatus.BLOCKED, ExitStatus.CLOSED)
    barred = {room for status in shut for room, _ in state.map.graph.exits_with(status)}
    for id_, room in state.map.rooms.items() if barred else ():
        if id_ not in barred:
            continue
        for chance in ways_eased(room, id_, state.journal, state.items, done):
            yield id_, chance


def relented(state: AdventureState) -> Iterator[Advised]:
    """Yield what was refused where something scored not long ago: what stood against it may have
    been just that.

    The dog that lay on the coat was fed: the coat.
    """
    lately = {
        room: turn for room, turn in state.journal.solved.items() if state.turn - turn <= RELENTING
    }
    wanting = {
        (p.room, p.command)
        for p in state.puzzles.open()
        if p.room in lately and not tells_what_goes_there(p.command, p.quote)
    }
    for room, turn in lately.items():
        for command, attempt in state.journal.attempts.get(room, {}).items():
            refused = attempt.effect is Effect.NOTHING and attempt.telling and attempt.turn < turn
            if not refused or attempt.times > RELENTS:
                continue
            wants = (room, command) in wanting and LOOKING.match(command) is None
            if wants or _may_be_got(state, room, command):
                reason = "Something was achieved here since."
                worth = (RELENTED if wants else RELENTED_MUTE) / attempt.times
                yield room, Opportunity(command, worth, reason, since=turn, due=True)


def _may_be_got(state: AdventureState, room: RoomId, command: str) -> bool:
    """Tell whether a command opens something, or takes what may lie loose in a room."""
    if _GETTING.match(command) is None:
        return False
    thing = command.partition(" ")[2]
    said = state.journal.mentioned.get(room, {}).get(thing)
    loose = said is not None and (said.listed or said.new)
    lying = _lying(state, lambda known: _called(known, thing))
    return command.startswith("open ") or loose or any(where == room for where, _ in lying)


def needed(state: AdventureState, sought: frozenset[RoomId] = frozenset()) -> Iterator[Advised]:
    """Yield the ways that failed for want of what they were gone with, and the taking of that.

    What leads to where something is `sought` is worth more, and is thought of before it fails.
    """
    for place, ways in state.journal.passes.items():
        for way, names in ways.items():
            failed = _failed(state, place, way)
            exit_ = state.map.exit(place, way)
            leads = exit_ is not None and exit_.to in sought
            if failed < 0 and not leads:
                continue
            worth = SOUGHT if leads else MEANS
            if carried := _carried(state, names):
                since, reason = max(i.last_seen for i in carried), "What it takes is at hand again."
                yield place, Opportunity(way, worth, reason, since=since)
                continue
            for name in names:
                for room, item in _lying(state, partial(_called, name=name)):
                    reason = f"Going {way} takes the {name}."
                    since = item.last_seen
                    yield room, Opportunity(f"take {name}", worth, reason, since=since, due=True)


def lacks_means(state: AdventureState, room: RoomId, way: str) -> bool:
    """Tell whether a way failed since it was gone with the help of things that are not carried."""
    names = state.journal.passes.get(room, {}).get(way)
    return names is not None and _failed(state, room, way) >= 0 and not _carried(state, names)


def _failed(state: AdventureState, room: RoomId, way: str) -> int:
    """Return the turn in which a way failed, the last time that it was tried; -1 if it led on."""
    attempt = state.journal.attempt(room, way)
    return attempt.turn if attempt is not None and attempt.effect is Effect.NOTHING else -1


def _carried(state: AdventureState, names: tuple[str, ...]) -> list[Item]:
    items = (state.items.known[id_] for id_ in state.items.carried())
    return [item for item in items if any(_called(item.name, name) for name in names)]


def _called(item: str, name: str) -> bool:
    return item.lower().rsplit(" ", 1)[-1] == name.rsplit(" ", 1)[-1]


def ordered(
    vocabulary: Vocabulary,
    state: AdventureState,
    room: RoomId,
    held: tuple[Thing, ...],
    around: tuple[Thing, ...],
) -> Iterator[Opportunity]:
    """Yield what the story has told the player to do and can be done in a room.

    The next deed of a plan, the ways to it from where the last one was done, and what may as well
    be done early; the other deeds wait for their turn, unless the next one was tried in vain.
    """
    near = Near.of(held, around)
    for plan in state.plans.known:
        worth = FOLLOWED if len(plan.steps) > 1 else ORDERED
        since = plan.marks[-1][0] if plan.marks else plan.read
        waiting = reached = led = False
        for _, step in plan.left[:STEPS]:
            lasts = step.command.startswith(LASTING)
            if lasts and near.holds(step.command.removeprefix(LASTING)):
                continue
            if step.command in DIRECTIONS:
                if not reached and room == plan.room:
                    yield Opportunity(step.command, worth, ASKED_FOR, since=since, due=True)
                reached = led = True
                continue
            reached = True
            if waiting and not lasts:
                continue
            vain = min(state.journal.barren.get(step.command, 0), MOST_VAIN)
            likely = worth * _fitting(state, room, step, led=led) * IN_VAIN**vain
            told_here = room == plan.origin
            for command, thing, seen in _said(vocabulary, step, near, led=led, here=told_here):
                news = max(since, seen)
                yield Opportunity(command, likely, ASKED_FOR, thing, since=news, due=True)
            waiting = waiting or not (lasts or state.journal.barren.get(step.command))
            worth = worth if lasts else ORDERED_LATER


def _fitting(state: AdventureState, room: RoomId, step: Order, *, led: bool) -> float:
    """Return how well a room fits where a step is to be done, from ELSEWHERE to 1.

    Where the text names a place that no known room is called by, any room fits, unless ways lead
    there that have not been gone (`led`).
    """
    words = set(step.place.split())
    if not words or words <= set(state.map.rooms[room].name.lower().split()):
        return 1.0
    rooms = state.map.rooms.values()
    known = led or any(words <= set(other.name.lower().split()) for other in rooms)
    return ELSEWHERE if known else 1.0


@dataclass(frozen=True, slots=True)
class Near:
    """What is at hand for a step."""

    held: tuple[Thing, ...]
    here: tuple[Thing, ...]
    _known: dict[tuple[str, bool], bool] = field(default_factory=dict)

    @classmethod
    def of(cls, held: tuple[Thing, ...], around: Iterable[Thing]) -> Near:
        """Take what is surely there."""
        here = tuple(thing for thing in around if thing.proven or not thing.bare)
        return cls(held, here)

    def holds(self, name: str) -> bool:
        """Tell whether a thing of this name is carried."""
        if (name, True) not in self._known:
            self._known[name, True] = _at_hand(name, self.held)
        return self._known[name, True]

    def has(self, name: str) -> bool:
        """Tell whether a thing of this name is carried or there."""
        if (name, False) not in self._known:
            self._known[name, False] = self.holds(name) or _at_hand(name, self.here)
        return self._known[name, False]

    def newest(self, names: Iterable[str]) -> int:
        """Return the turn in which the last of these things came into view, those held first."""
        seen = (_seen(name, self.held if self.holds(name) else self.here) for name in names)
        return max(seen, default=-1)


def _said(
    vocabulary: Vocabulary, step: Order, near: Near, *, led: bool, here: bool
) -> Iterator[tuple[str, str, int]]:
    """Yield the commands that do a step with what is at hand, each with the thing it is about.

    The number is the turn in which the last of its things came into view.

    What needs nothing of the place waits until the ways to the right one were gone (`led`); what
    names nothing is done where the text was read (`here`).
    """
    verb, _, rest = step.command.partition(" ")
    names = phrases_in(vocabulary, rest)
    shapes = (("*",), ("*", "with", "*"))
    known = any(vocabulary.takes(verb, *shape) for shape in shapes)
    if not (known or len(names) > 1 or verb in METHODS):
        if here:
            yield step.command, "", -1
        return
    mine = verb in HANDED or " with " in rest
    tool = names[-1] if " with " in rest else names[0] if names else ""
    others = [name for name in names if name != tool] if mine else names
    if not names or (mine and not near.holds(tool)):
        return
    if not all(map(near.has, others)):
        return
    if led and verb in UNDOING:
        return
    if led and verb not in ("take", "examine") and all(map(near.holds, names)):
        return
    thing = others[0] if others else tool
    seen = near.newest(names)
    for command in worded(vocabulary, step.command, near.held, near.here):
        yield command, thing, seen


def worded(
    vocabulary: Vocabulary, order: str, held: tuple[Thing, ...], here: tuple[Thing, ...]
) -> Iterator[str]:
    """Yield how an order is said: as it is, or with what it takes, which is picked up first."""
    verb, _, rest = order.partition(" ")
    plain, with_tool = vocabulary.takes(verb, "*"), vocabulary.takes(verb, "*", "with", "*")
    if plain or " with " in rest or verb in (*METHODS, *HANDED):
        for command in wordings(vocabulary, order, [one.name for one in (*held, *here)]):
            lying = [one for one in here if not one.fixed and command.endswith(f" {one.name}")]
            handy = lying and verb in METHODS and METHODS[verb].verb == verb
            yield f"take {lying[0].name}" if handy else command
    if with_tool and " with " not in rest and verb not in METHODS:
        for tool in held if not plain or verb in ("unlock", "lock") else ():
            if is_instrument(Sentence((verb,), 0.0), tool.name):
                yield f"{order} with {tool.name}"


def _seen(name: str, things: Iterable[Thing]) -> int:
    """Return the last turn in which a thing of this name came into view; -1 if none did."""
    asked = [words_of(name)]
    return max((one.seen for one in things if _is_any(words_of(one.name), asked)), default=-1)


def _at_hand(name: str, things: Iterable[Thing]) -> bool:
    return _is_any(words_of(name), [words_of(thing.name) for thing in things])


def _is_any(words: frozenset[str], names: Iterable[frozenset[str]]) -> bool:
    """Tell whether some words may be the name of one of several things, or part of it."""
    return any(words <= name or name <= words for name in names)
