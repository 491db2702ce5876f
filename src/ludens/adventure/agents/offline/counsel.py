"""Counsel: what the story's texts ask for, and what the puzzle agent suggests, as opportunities."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ludens.adventure.agents.offline.nouns import liftable
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.offline.ways_out import ways_eased
from ludens.adventure.events import Effect
from ludens.adventure.kinds import LOOKING
from ludens.adventure.living import is_creature
from ludens.adventure.puzzles.accepting import tells_what_goes_there
from ludens.adventure.puzzles.along import ALONG
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import room_left
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import RoomId, in_room

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
    for room, item in lying(state, lambda known: known.lower() == name.lower()):
        if item.name == name and not item.alive:
            reason = f"The {name} is wanted elsewhere."
            command = f"take {name.lower()}"
            yield room, Opportunity(command, worth, reason, since=item.last_seen, due=True)


def lying(state: AdventureState, is_called: Callable[[str], bool]) -> Iterator[tuple[RoomId, Item]]:
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
    found = lying(state, lambda known: _called(known, thing))
    return command.startswith("open ") or loose or any(where == room for where, _ in found)


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
                for room, item in lying(state, partial(_called, name=name)):
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
