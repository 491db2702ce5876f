"""Following: what the story's texts have told the player to do, as opportunities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.agents.offline.counsel import lying
from ludens.adventure.agents.offline.instruments import is_instrument
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing, words_of
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect, Order
from ludens.adventure.methods import METHODS, carries_out, tells_done, wordings
from ludens.adventure.plans import LASTING, Plan
from ludens.adventure.puzzles.naming import phrases_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId

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
        if plan.left and _failures(state, room, plan.left[0][1]):
            yield from _gathered(state, plan, room, near, worth)
            since = max(since, _taken_up(state, plan))
        waiting = reached = led = False
        for _, step in plan.left[:STEPS]:
            lasts = step.command.startswith(LASTING)
            if near.shows_done(step.command):
                continue
            if step.command in DIRECTIONS:
                if not reached and room == plan.room:
                    yield Opportunity(step.command, worth, ASKED_FOR, since=since, due=True)
                reached = led = True
                continue
            reached = True
            if waiting and not lasts:
                continue
            vain = min(_failures(state, room, step), MOST_VAIN)
            likely = worth * _fitting(state, room, step, led=led) * IN_VAIN**vain
            told_here = room == plan.origin
            for command, thing, seen in _said(vocabulary, step, near, led=led, here=told_here):
                news = max(since, seen)
                yield Opportunity(command, likely, ASKED_FOR, thing, since=news, due=True)
            waiting = waiting or not (lasts or vain)
            worth = worth if lasts else ORDERED_LATER


def _gathering(plan: Plan) -> list[str]:
    """Return what the done steps of a plan had one take, and none of them give away."""
    left = {number for number, _ in plan.left}
    done = [step.command for number, step in enumerate(plan.steps) if number not in left]
    given = " ".join(command for command in done if command.partition(" ")[0] in HANDED)
    taken = [one.removeprefix(LASTING) for one in done if one.startswith(LASTING)]
    return [name for name in taken if name not in given]


def _taken_up(state: AdventureState, plan: Plan) -> int:
    """Return the turn in which the last of what a plan had one take came into the hands."""
    names = [words_of(name) for name in _gathering(plan)]
    held = (state.items.known[id_] for id_ in state.items.carried())
    return max((item.last_seen for item in held if _is_called(names, item.name)), default=-1)


def _gathered(
    state: AdventureState, plan: Plan, room: RoomId, near: Near, worth: float
) -> Iterator[Opportunity]:
    """Yield the taking of what a plan had one take and was put down before it was done.

    The deed that comes next was in vain: perhaps for want of that.
    """
    for name in _gathering(plan):
        wanted = [words_of(name)]
        for where, item in () if near.holds(name) else lying(state, partial(_is_called, wanted)):
            if where == room:
                command, since = f"take {name}", item.last_seen
                yield Opportunity(command, worth, ASKED_FOR, name, since=since, due=True)


def _failures(state: AdventureState, room: RoomId, step: Order) -> int:
    """Return in how many rooms a step did nothing, or was the end."""
    here = any(
        attempt.effect in (Effect.DIED, Effect.NOTHING) and carries_out(step.command, command)
        for command, attempt in state.journal.attempts.get(room, {}).items()
    )
    return max(state.journal.barren.get(step.command, 0), int(here))


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

    def shows_done(self, order: str) -> bool:
        """Tell whether the name of what is carried says that this is done: a thing was taken, or
        one is called roasted where a text says to roast it.
        """
        if order.startswith(LASTING):
            return self.holds(order.removeprefix(LASTING))
        return tells_done(order, [thing.name for thing in self.held])

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


def _is_called(names: list[frozenset[str]], item: str) -> bool:
    return _is_any(words_of(item.lower()), names)


def _is_any(words: frozenset[str], names: Iterable[frozenset[str]]) -> bool:
    """Tell whether some words may be the name of one of several things, or part of it."""
    return any(words <= name or name <= words for name in names)
