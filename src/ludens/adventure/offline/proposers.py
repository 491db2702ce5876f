"""Who proposes: exploring, handling, combining, and what the texts tell.

Each is generic over the tables of `knowledge/` and takes what is known of a room; none holds a word
of English. What speaks for a proposal are its features, which `value.py` weighs.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ludens.adventure.briefing import stash_of
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.knowledge.actions import Action, Slot, actions
from ludens.adventure.memory.record import (
    ANYWHERE,
    HANDS,
    NOWHERE,
    ORDERED,
    STASHING,
    UNLOADING,
    Attempt,
    Memory,
    Tally,
    hands_in,
)
from ludens.adventure.methods import carries_out
from ludens.adventure.offline.facts import LIVING, PASSAGES, SHAFTS, Facts, Rooms, Thing, head
from ludens.adventure.offline.failing import Failing
from ludens.adventure.offline.proposal import Proposal, Valued
from ludens.adventure.offline.value import Features
from ludens.adventure.offline.wording import Wording
from ludens.adventure.plans import LOCKING
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.exits import ExitStatus, Room
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

TOLD, GUESSED, BARRED = "way told", "way guessed", "way barred"
"""The rules of exploring."""
ASLANT = frozenset(way for way in DIRECTIONS if len(way) > len("north") + 1)
"""The four ways between the points of the compass."""
UPRIGHT, THROUGH = frozenset({"up", "down"}), frozenset({"in", "out"})
_MAY_OPEN = UPRIGHT | THROUGH
"""Ways that a hole or a door may make, whatever the description names."""
MANY = 4
"""Ways with one refusal from which on it is for any way: a door may be in the way of two."""
STEPS = 4
"""Steps of what a text tells the reader to do that are thought of at once."""
TOPICS = 12
"""Names heard last in a place that one speaks of: talk is of what is at hand."""
DROP, STASH, HELD, FETCH = UNLOADING, STASHING, "held", "fetch"
LAMP = 100
"""How many actions a lamp counts for: every one in the dark."""
AGAIN = "again"
"""The feature of what was tried before."""
DEEDS = 8192
"""Things, and pairs of them, of which it is kept what is done with them."""
CROSSED = (
    *("fits", "item", "no class", "mere scenery", "held", "fixed", "alive", "obstacle"),
    *("listed", "new", "bare", "revealed", "is locked", "is not open", "dark"),
)
"""Features that speak for some rules and against others: each has a weight for each rule too."""
RULE, ROOM, TOOL = "rule", "room", "tool"
"""Whose luck counts."""
NONE = Features({})
_TRAIT = re.compile(r"(?:not )?[a-z]+")


Found = TypeVar("Found")
Deed = tuple[Action, str, bool, bool, bool]
"""What is done with a thing: the row, the command, whether it is for such a thing, whether it is a
long shot, and whether it is worth a turn at once."""


class DeedByTool(NamedTuple):
    """What is done with a thing by a tool."""

    number: int
    """Of the row."""
    row: Action
    command: str
    fits: bool
    """It is for such a thing."""
    tool_fits: bool
    far: bool
    """It is a long shot by what the two are."""


@dataclass(frozen=True, slots=True)
class OfTurn:
    """What is the same for all rooms at a turn."""

    at: tuple[int, ...]
    asked: frozenset[str]
    """What refusals speak of."""
    endless: frozenset[tuple[str, str, str]]
    """Ways that lead from places of a name and look to their like."""
    told: tuple[object, ...]
    """What else proposals anywhere are read from: what the texts tell to do, and what was put down
    for good."""
    spoken_for: dict[tuple[RoomId, str, bool], Features]
    """What was found to speak for each thing, by its room and name, held or not."""
    read: dict[RoomId, tuple[object, ...]]
    """The versions of what is read for what a room offers."""
    valued: dict[tuple[RoomId, bool], list[Valued]]
    """What could be done where one is, without and with long shots, the most valuable first."""


@dataclass(slots=True)
class Proposers:
    """All proposers for one story."""

    words: Vocabulary
    without: frozenset[str] = frozenset()
    """Ids of rules that are switched off."""
    wording: Wording = field(init=False)
    alone: tuple[Action, ...] = field(init=False)
    with_tool: tuple[Action, ...] = field(init=False)
    errand: tuple[Action, ...] = field(init=False)
    """What is worth a walk at once."""
    anywhere: tuple[Action, ...] = field(init=False)
    in_the_dark: tuple[Action, ...] = field(init=False)
    spoken: tuple[Action, ...] = field(init=False)
    where: frozenset[str] = field(init=False)
    """Ids of rows that depend on who is there."""
    _suiting: dict[tuple[frozenset[str], bool], tuple[tuple[Action, bool], ...]] = field(
        default_factory=dict
    )

    _done_with: dict[tuple[object, ...], tuple[Deed, ...]] = field(default_factory=dict)
    _done_by: dict[tuple[object, ...], tuple[DeedByTool, ...]] = field(default_factory=dict)
    now: OfTurn = field(init=False)
    _luck: dict[tuple[str, str], Features] = field(default_factory=dict)
    """How each rule, room, tool and verb fared, as of now."""
    rooms: Rooms = field(init=False)
    failing: Failing = field(default_factory=Failing)

    def __post_init__(self) -> None:
        self.rooms = Rooms(self.words)
        self.now = OfTurn((), frozenset(), frozenset(), (), {}, {}, {})
        self.wording = Wording(self.words)
        rows = [row for row in actions() if row.id not in self.without]
        free = [row for row in rows if not row.keeper and not row.dark]
        self.spoken = tuple(row for row in free if row.about)
        free = [row for row in free if not row.about]
        self.alone = tuple(
            row for row in free if not row.place and (row.tool is None or row.tool.optional)
        )
        self.with_tool = tuple(row for row in free if row.tool is not None)
        self.errand = tuple(row for row in self.with_tool if row.first)
        self.anywhere = tuple(row for row in free if row.place)
        self.in_the_dark = tuple(row for row in rows if row.dark)
        self.where = frozenset(row.id for row in rows if row.where)

    def usually(
        self, state: AdventureState, facts: Facts, *, long_shots: bool = True
    ) -> Iterator[Proposal]:
        """Yield what could be done in a room by shared verbs, each command once."""
        self.look(state)
        seen: set[str] = set()
        for proposal in self._all(state, facts, long_shots):
            if proposal.rule in self.without or (proposal.long_shot and not long_shots):
                continue
            if proposal.command not in seen:
                seen.add(proposal.command)
                yield proposal

    def _all(self, state: AdventureState, facts: Facts, long_shots: bool) -> Iterator[Proposal]:
        yield from self.explore(state, facts, long_shots)
        yield from self.instructed(state, facts)
        if facts.dark:
            if facts.present:
                yield from self.reach(state, facts)
                yield from self.handle(state, facts, facts.held, long_shots)
            if long_shots:
                yield from self.here(state, facts)
            return
        yield from self.handle(state, facts, facts.handled, long_shots)
        yield from self.combine(state, facts, long_shots)
        yield from self.unload(state, facts)
        if long_shots:
            yield from self.converse(state, facts)
            yield from self.here(state, facts)

    def explore(self, state: AdventureState, facts: Facts, long_shots: bool) -> Iterator[Proposal]:
        """Propose ways that nobody went, those that a text tells of and others, and barred ones.

        Where a door, a hole or the like came to light or opened, every way may have become one.
        A way that led from places like this one to more of their like is a long shot: an endless
        road, a desert.
        """
        room = state.map.rooms.get(facts.room)
        if room is None:
            return
        known = room.exits
        endless = frozenset() if long_shots else self.now.endless
        told = [way for way, exit_ in known.items() if exit_.status is not ExitStatus.ABSENT]
        news = _passages_changed(state, facts)
        named = _ways_named(room.description)
        no_ways = _refusals_of_any_way(room)
        for way, exit_ in known.items():
            if (room.name, room.description, way) in endless:
                continue
            tried = state.memory.attempt(facts.room, way)
            is_news = tried is not None and tried.turn < news
            if tried is not None and not is_news and not _may_be_tried(state, facts, tried):
                continue
            features = {"dark": float(facts.dark)}
            if exit_.status is ExitStatus.UNEXPLORED:
                features["sure"] = exit_.confidence
                yield self._proposal(state, facts, way, TOLD, (), NONE, features, tried)
                continue
            barred = exit_.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED)
            eased = barred and tried is not None and tried.outdated
            barred = barred and exit_.reason not in no_ways
            may_be = way in _MAY_OPEN or way in named
            if eased:
                yield self._proposal(
                    *(state, facts, way, TOLD, (), NONE, features | {"sure": 1.0}, None), first=True
                )
            elif barred or (is_news and may_be and exit_.status is ExitStatus.ABSENT):
                yield self._proposal(state, facts, way, BARRED, (), NONE, features, tried)
        shaft = any(not SHAFTS.isdisjoint(thing.classes) for thing in facts.here)
        for way in DIRECTIONS:
            tried = state.memory.attempt(facts.room, way)
            may_be = way in _MAY_OPEN or way in named
            if way in known or (tried is not None and (tried.turn >= news or not may_be)):
                continue
            if (room.name, room.description, way) in endless:
                continue
            features = {
                "ways": math.log1p(len(told)),
                "aslant": float(way in ASLANT),
                "upright": float(way in UPRIGHT),
                "through": float(way in THROUGH),
                "shaft": float(way in UPRIGHT and shaft),
                "dark": float(facts.dark),
            }
            far = any(_ways_named(one) for one in no_ways)
            if long_shots or not far:
                yield self._proposal(state, facts, way, GUESSED, (), NONE, features, tried, far)

    def handle(
        self,
        state: AdventureState,
        facts: Facts,
        things: tuple[Thing, ...],
        long_shots: bool,
    ) -> Iterator[Proposal]:
        """Propose what is done with one thing.

        What a row is for makes sense, and so does taking what lies there; all else that the row
        allows is a long shot.
        """
        if facts.watched and not facts.present:
            things = (*things, *facts.held)
        for thing in things:
            left = self._is_left(state, thing)
            about, spoken_for = (thing.name,), self._of_thing(state, facts, thing)
            elsewhere = thing.held and not facts.present
            for row, command, fits, far, grab in self._deeds(thing):
                if (far and not long_shots) or (elsewhere and not row.where):
                    continue
                if row.makes == HELD and left:
                    continue
                done = row.where and not facts.watched
                if done and state.memory.attempt(HANDS, command) is not None:
                    continue
                more = {"fits": 1.0} if fits else {}
                yield from self._once(
                    *(state, facts, command, row, about, spoken_for, more, far), first=grab
                )

    def _deeds(self, thing: Thing) -> tuple[Deed, ...]:
        """Return what is done with one thing by what it is, whatever was done with it so far."""
        kind = _kind(thing)
        found = self._done_with.get(kind)
        if found is None:
            found = tuple(self._all_deeds(thing))
            _keep(self._done_with, kind, found)
        return found

    def _all_deeds(self, thing: Thing) -> Iterator[Deed]:
        for row, meant in self._suited(thing.classes, proven=_is_proven(thing)):
            if row.object is not None and not _may_be(row.object, thing):
                continue
            command = self.wording.say(row, thing.name)
            if command is None:
                continue
            fits = meant or _is_known_undone(row, thing)
            lies = row.makes == HELD and _lies_there(thing) and _is_for(row, thing)
            far = not (fits or lies or (row.object is None and not _is_only_named(thing)))
            grab = _is_brought_in(thing) and not thing.classes.isdisjoint(row.grab)
            yield row, command, fits, far, grab

    def _suited(self, classes: frozenset[str], *, proven: bool) -> tuple[tuple[Action, bool], ...]:
        """Return what is done with one thing of these classes, and whether it is meant for it."""
        key = classes, proven
        if key not in self._suiting:
            fitting = ((row, row.object is None or row.object.fits(classes)) for row in self.alone)
            self._suiting[key] = tuple(
                (row, fits and row.object is not None)
                for row, fits in fitting
                if fits or (row.any and (proven or row.looks))
            )
        return self._suiting[key]

    def combine(
        self,
        state: AdventureState,
        facts: Facts,
        long_shots: bool,
        *,
        errand: bool = False,
    ) -> Iterator[Proposal]:
        """Propose what is done with one thing by means of another that is held.

        What no row knows as a tool for it is tried where a row may be, or where an answer about
        the thing speaks of it.
        """
        proven = [(thing, _kind(thing)) for thing in facts.handled if _is_proven(thing)]
        wanted = _spoken_for(state.memory, facts.room)
        pairs = (
            (deed, tool, thing)
            for tool in facts.held
            for thing, kind in proven
            if thing.name != tool.name
            for deed in self._deeds_by(tool, thing, kind)
            if (long_shots or not deed.far) and (deed.row.first or not errand)
        )
        for deed, tool, thing in sorted(pairs, key=lambda pair: pair[0].number):
            row, command, things = deed.row, deed.command, (thing.name, tool.name)
            fits, tool_fits = deed.fits, deed.tool_fits
            asked = fits and (head(thing.name), head(tool.name)) in wanted
            if not (tool_fits or row.any or asked):
                continue
            tool_fits = tool_fits or asked
            sure = fits and tool_fits
            sure = sure and (row.object is None or _stands(row.object, thing))
            more = {
                "surely": float(sure),
                "fits": float(fits),
                "tool fits": float(tool_fits),
                "specific": float(tool_fits and not row.any),
            }
            yield from self._once(
                *(state, facts, command, row, things, self._of_thing(state, facts, thing), more),
                luck=(self.luck(state, TOOL, tool.name),),
                long_shot=not (fits and (tool_fits or thing.obstacle)),
                first=asked or (bool(row.persist) and tool_fits and thing.obstacle),
                goes_on=bool(row.persist) and thing.obstacle,
            )

    def _deeds_by(
        self, tool: Thing, thing: Thing, kind: tuple[object, ...]
    ) -> tuple[DeedByTool, ...]:
        """Return what is done with a thing by a tool, by what they are."""
        key = kind, tool.name, tool.classes
        found = self._done_by.get(key)
        if found is None:
            found = tuple(self._all_deeds_by(tool, thing))
            _keep(self._done_by, key, found)
        return found

    def _all_deeds_by(self, tool: Thing, thing: Thing) -> Iterator[DeedByTool]:
        for number, row in enumerate(self.with_tool):
            assert row.tool is not None
            tool_fits = row.tool.fits(tool.classes)
            fits = row.object is None or row.object.fits(thing.classes)
            if row.object is not None and "alive" in row.object.classes:
                fits = fits or thing.alive
            if not (fits or _could_be(row, thing)):
                continue
            if row.object is not None and not _may_be(row.object, thing):
                continue
            command = self.wording.say(row, thing.name, tool.name)
            if command is not None:
                far = not (fits and tool_fits)
                yield DeedByTool(number, row, command, fits, tool_fits, far)

    def converse(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose speaking with who is here of what is carried, and of what was named last."""
        heard = state.memory.sightings.get(facts.room, {})
        newest = sorted(heard, key=lambda name: -heard[name].turn)[:TOPICS]
        topics = {head(one): "heard" for one in newest} | {head(t.name): "held" for t in facts.held}
        for thing in facts.here:
            if not thing.alive:
                continue
            for row in self.spoken:
                for topic, how in topics.items():
                    command = self.wording.say(row, thing.name, topic=topic)
                    if command is not None and topic not in thing.name.split():
                        absent = how == "heard" and any(
                            seen.absent for name, seen in heard.items() if head(name) == topic
                        )
                        more = {"fits": 1.0, f"topic {how}": 1.0, "topic absent": float(absent)}
                        about, spoken_for = (thing.name,), self._of_thing(state, facts, thing)
                        yield from self._once(
                            state, facts, command, row, about, spoken_for, more, True
                        )

    def instructed(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose the next step of what a text tells the reader to do, where it can be done.

        What a refusal tells is done at once, "You'll have to get out of the bed first", and then
        what was refused.
        """
        waiting = _waiting(state, facts.room)
        for command, refused in waiting.items():
            if refused.reopened(state.items, state.score):
                yield self._proposal(
                    *(state, facts, command, ORDERED, (), NONE, {}, None), first=True
                )
        for plan in state.plans.known:
            for number, (_, step) in enumerate(plan.left[:STEPS]):
                features = {"later": math.log1p(number), "steps": math.log1p(len(plan.steps))}
                if step.command in DIRECTIONS:
                    if not number and facts.room == plan.room:
                        yield self._proposal(
                            state, facts, step.command, ORDERED, (), NONE, features, None
                        )
                    break
                about = tuple(self.words.phrases(step.command.partition(" ")[2]))
                meant = [_meant(facts, name) for name in about]
                if None in meant or _is_elsewhere(state, step.place, facts.room):
                    continue
                barred = bool(meant) and all(
                    thing is not None and thing.obstacle for thing in meant
                )
                asked = barred or (len(plan.steps) == 1 and bool(waiting))
                begun = _is_under_way(state, facts.room, step.command)
                first = begun or (asked and not number and plan.origin == facts.room)
                for command in (step.command, *_with_keys(step.command, facts)):
                    tried = state.memory.attempt(facts.room, command)
                    if tried is None or _may_be_tried(state, facts, tried):
                        yield self._proposal(
                            *(state, facts, command, ORDERED, about, NONE, dict(features), tried),
                            first=first,
                        )

    def here(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose what is done with nothing."""
        for row in self.anywhere:
            command = self.wording.say(row)
            if command is not None:
                yield from self._once(state, facts, command, row, (), NONE, {}, True)

    def reach(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose what anybody reaches for in the dark, as far as the story knows its name."""
        for row in self.in_the_dark:
            command = self.wording.say(row, row.dark)
            if command is not None and self.words.knows(row.dark):
                about, more = (row.dark,), {"fits": 1.0}
                yield from self._once(state, facts, command, row, about, NONE, more, False)

    def unload(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose putting something down for what could not be taken here with so full hands.

        It is worth what is to be taken is; what no action asks for goes first. In the room where
        things are kept (seed 000, §13) that is done for what lies elsewhere too: there it is found
        again. What a refusal asks for is not: it would be taken up again.
        """
        spare = [
            thing
            for thing in facts.held
            if thing.id is not None and "worn" not in thing.traits.split()
        ]
        too_much = {room: names for room in state.map.rooms if (names := _too_much(state, room))}
        if not facts.present or not spare or not too_much:
            return
        yield from self._making_room(state, facts, spare, too_much.pop(facts.room, set()), DROP)
        loose = [thing for thing in spare if head(thing.name) not in self.now.asked]
        if too_much and loose and stash_of(state) == facts.room:
            for room, names in too_much.items():
                there = self.rooms.facts(state, room)
                yield from self._making_room(state, there, loose, names, STASH)

    def _making_room(
        self,
        state: AdventureState,
        there: Facts,
        spare: Sequence[Thing],
        too_much: Collection[str],
        rule: str,
    ) -> Iterator[Proposal]:
        """Propose putting down the least of what is held, for what was too much there."""
        wanted = [one for one in there.here if not one.fixed and not self._is_left(state, one)]
        for row in self.alone:
            for thing in wanted if row.makes == HELD else ():
                if self.wording.say(row, thing.name) in too_much:
                    more = {"fits": float(row.object is None or row.object.fits(thing.classes))}
                    of_it = self._of_thing(state, there, thing)
                    taking = self._proposal(state, there, "", row.id, (), of_it, more, None)
                    name, here = self.least(state, spare).name, state.map.here or NOWHERE
                    parts, luck = taking.parts, taking.luck
                    yield Proposal(f"{DROP} {name}", here, rule, (name,), parts, luck)

    def least(self, state: AdventureState, things: Collection[Thing]) -> Thing:
        """Return what one can do without best: what no refusal speaks of and little is left to
        do with.
        """
        asked = self.now.asked

        def key(one: Thing) -> tuple[bool, int, int, str]:
            return head(one.name) in asked, self.uses(state, one), self._serves(one), one.name

        return min(things, key=key)

    def tools(self, state: AdventureState) -> tuple[Thing, ...]:
        """Return what one carries that some deed is done with wherever it can be."""
        held = self.rooms.facts(state, state.map.here or NOWHERE).held
        return tuple(
            thing
            for thing in held
            if any(row.tool is not None and row.tool.fits(thing.classes) for row in self.errand)
        )

    def errands(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Yield what is worth a walk at once with some tools, as if they were held there."""
        for one in self.combine(state, facts, False, errand=True):
            if one.at_once:
                yield one

    def taking(self, thing: Thing) -> str | None:
        """Return how a thing is taken."""
        rows = (row for row in self.alone if row.makes == HELD)
        return next((self.wording.say(row, thing.name) for row in rows), None)

    def uses(self, state: AdventureState, tool: Thing) -> int:
        """Return how much that was not tried yet would make sense to do with a thing, anywhere."""
        rows = [row for row in self.with_tool if row.tool is not None and tool.classes]
        rows = [row for row in rows if row.tool is not None and row.tool.classes]
        rows = [row for row in rows if row.tool is not None and row.tool.fits(tool.classes)]
        return sum(
            self._is_open(state, facts.room, row, thing, tool)
            for facts in (self._of_rooms(state) if rows else ())
            for thing in facts.here
            if _is_proven(thing)
            for row in rows
        )

    def _is_open(
        self, state: AdventureState, room: RoomId, row: Action, thing: Thing, tool: Thing
    ) -> bool:
        """Tell whether doing something with a tool makes sense and was not tried."""
        if row.object is None or thing.name == tool.name or not _may_be(row.object, thing):
            return False
        alive = "alive" in row.object.classes and thing.alive
        if not (row.object.fits(thing.classes) or alive):
            return False
        command = self.wording.say(row, thing.name, tool.name)
        tried = state.memory.attempt(room, command) if command is not None else None
        return command is not None and (tried is None or tried.reopened(state.items, state.score))

    def _of_rooms(self, state: AdventureState) -> list[Facts]:
        return [self.rooms.facts(state, room) for room in state.map.rooms]

    def _is_left(self, state: AdventureState, thing: Thing) -> bool:
        """Tell whether a thing was put down for good, and nothing has asked for it."""
        return thing.id in state.memory.left and head(thing.name) not in self.now.asked

    def look(self, state: AdventureState) -> OfTurn:
        """Take in what is the same for all rooms, and how rules, tools and verbs fared by now."""
        memory = state.memory
        at = memory.stamps.newest, state.map.stamps.newest, state.items.version, state.turn
        if self.now.at != at:
            asked, endless = memory.asked_for(), _endless_ways(state.map)
            self.now = OfTurn(at, asked, endless, _told(state), {}, {}, {})
            for (kind, name), features in self._luck.items():
                features.become(_luck_of(state, kind, name))
        return self.now

    def luck(self, state: AdventureState, kind: str, name: str) -> Features:
        """Return how a rule, a room, a tool or a verb fared: as of now, wherever it is held."""
        found = self._luck.get((kind, name))
        if found is None:
            found = self._luck[kind, name] = Features(_luck_of(state, kind, name))
        return found

    def _serves(self, thing: Thing) -> int:
        """Return how many actions ask for a thing of this kind to do them with."""
        rows = (row.tool for row in self.with_tool if row.tool is not None and not row.any)
        return sum(tool.fits(thing.classes) for tool in rows) + ("lamp" in thing.classes) * LAMP

    def _once(
        self,
        state: AdventureState,
        facts: Facts,
        command: str,
        row: Action,
        things: tuple[str, ...],
        spoken_for: Features,
        features: dict[str, float],
        long_shot: bool,
        first: bool = False,
        goes_on: bool = False,
        luck: tuple[Features, ...] = (),
    ) -> Iterator[Proposal]:
        """Yield a proposal unless it was tried, and nothing that it failed under has changed."""
        tried = self._tried(state, facts.room, row, command)
        once = row.once and tried is not None and not tried.undone
        goes_on = goes_on and tried is not None and _goes_on(tried, row.persist)
        if tried is not None and (once or not (goes_on or _may_be_tried(state, facts, tried))):
            return
        room = state.map.rooms.get(facts.room)
        if room is not None and command in room.exits:
            return
        long_shot = long_shot or row.spends
        if facts.dark:
            features["dark"] = 1.0
        sure = features.pop("surely", 1.0) > 0
        meant = (row.first or row.dark) and features.get("fits") and sure
        first = first or (bool(meant) and "bare" not in spoken_for)
        yield self._proposal(
            *(state, facts, command, row.id, things, spoken_for, features, tried),
            *(long_shot, first, luck),
        )

    def _tried(
        self, state: AdventureState, room: RoomId, row: Action, command: str
    ) -> Attempt | None:
        """Return the last time that a command was typed where it would come to the same."""
        if not row.where:
            return state.memory.attempt(room, command)
        pages = (state.memory.attempts.get(page, {}) for page in (hands_in(room), room))
        found = [page[command] for page in pages if command in page]
        return max(found, key=lambda one: one.turn, default=None)

    def _proposal(
        self,
        state: AdventureState,
        facts: Facts,
        command: str,
        rule: str,
        things: tuple[str, ...],
        spoken_for: Features,
        features: dict[str, float],
        tried: Attempt | None,
        long_shot: bool = False,
        first: bool = False,
        luck: tuple[Features, ...] = (),
    ) -> Proposal:
        """Return a proposal: what speaks for its thing, and what else does."""
        parts = [spoken_for]
        if spoken_for:
            parts.append(_crossed(tuple([name for name in CROSSED if name in spoken_for]), rule))
        if features:
            parts.append(_few(tuple(features.items()), rule))
        if tried is not None:
            parts.append(Features({AGAIN: 1.0, "times": math.log1p(tried.times)}))
        anywhere = bool(things) and facts.names_held.issuperset(things) and rule not in self.where
        luck = (self.luck(state, RULE, rule), self.luck(state, ROOM, facts.room), *luck)
        room = facts.room
        return Proposal(command, room, rule, things, tuple(parts), luck, anywhere, long_shot, first)

    def _of_thing(self, state: AdventureState, facts: Facts, thing: Thing) -> Features:
        """Return what a thing itself says for and against doing something with it."""
        now, key = self.now, (facts.room, thing.name, thing.held)
        if key not in now.spoken_for:
            now.spoken_for[key] = Features(_thing_features(state, facts.room, thing))
        return now.spoken_for[key]


def _too_much(state: AdventureState, room: RoomId) -> set[str]:
    """Return the commands that failed in a room with hands no fuller than they are now."""
    load, tried = state.items.load(), state.memory.attempts.get(room, {})
    return {name for name, one in tried.items() if one.load is not None and load >= one.load}


def rule_ids() -> tuple[str, ...]:
    """Return the id of every rule: those of the table and those that are no rows of it."""
    rows = (row.id for row in actions())
    return tuple(dict.fromkeys((*rows, TOLD, GUESSED, BARRED, ORDERED, DROP, STASH, FETCH)))


def usual_features(state: AdventureState, rule: str) -> dict[str, float]:
    """Return what speaks for anything that a rule proposes."""
    tally = state.memory.rules.get(rule, Tally())
    gains, fails = _given(state).get(rule, (0, 0))
    gains, tries = tally.gains + gains, tally.tries + gains + fails
    return {
        f"rule {rule}": 1.0,
        "luck": math.log((gains + 0.5) / (tries + 2.0)),
        "rule tries": math.log1p(tally.tries),
    }


def _luck_of(state: AdventureState, kind: str, name: str) -> dict[str, float]:
    """Return how a rule, a room, a tool or a verb fared so far."""
    match kind:
        case "tool":
            tally = state.memory.tally(NOWHERE, name, held=True)
            return {"tool tries": math.log1p(tally.tries)} if tally is not None else {}
        case "room":
            return {"room tries": math.log1p(len(state.memory.attempts.get(RoomId(name), ())))}
    return usual_features(state, name)


def _told(state: AdventureState) -> tuple[object, ...]:
    plans = [(plan.at, *plan.early, plan.room, plan.origin) for plan in state.plans.known]
    rooms = len(state.map.rooms) if plans else 0
    return *plans, rooms, *state.memory.left


def _waiting(state: AdventureState, room: RoomId) -> dict[str, Attempt]:
    """Return what was refused in a room until something else is done, by the command."""
    pages = (state.memory.attempts.get(page, {}) for page in (room, hands_in(room)))
    return {command: one for page in pages for command, one in page.items() if one.waits}


def _is_under_way(state: AdventureState, room: RoomId, order: str) -> bool:
    """Tell whether an order was tried just now, and in vain: with one key, say, of several."""
    pages = (state.memory.attempts.get(page, {}) for page in (room, hands_in(room)))
    tried = ((one, each) for page in pages for each, one in page.items() if one.turn == state.turn)
    return any(one.failed and " with " in each and carries_out(order, each) for one, each in tried)


def _meant(facts: Facts, name: str) -> Thing | None:
    """Return the thing at hand that an order names, by fewer or more words than it is known by."""
    words = frozenset(name.split())
    named = [thing for thing in facts.things if head(thing.name) == head(name)]
    found = (
        thing for thing in named if words <= (its := frozenset(thing.name.split())) or its < words
    )
    return next(found, None)


def _with_keys(command: str, facts: Facts) -> Iterator[str]:
    """Yield a deed that wants a key, and names none, with each key in the hands."""
    if command.startswith(LOCKING) and " with " not in command:
        for thing in facts.held:
            if "key" in thing.classes:
                yield f"{command} with {thing.name}"


def _is_elsewhere(state: AdventureState, place: str, room: RoomId) -> bool:
    """Tell whether a place is the name of a known room, and of another than this one."""
    if not place:
        return False
    named = {id_ for id_, known in state.map.rooms.items() if known.name.lower() == place}
    return bool(named) and room not in named


def _given(state: AdventureState) -> Mapping[str, Sequence[int]]:
    """Return how rules fared in other stories, as far as the episode was told."""
    found: Mapping[str, Sequence[int]] = (
        state.settings.get("adventure", {}).get("lessons", {}).get("fared", {})
    )
    return found


@lru_cache(maxsize=4096)
def _crossed(names: tuple[str, ...], rule: str) -> Features:
    """Return these features as each has a weight for a rule."""
    return Features({f"{name}/{rule}": 1.0 for name in names})


@lru_cache(maxsize=16384)
def _few(features: tuple[tuple[str, float], ...], rule: str) -> Features:
    """Return some features, and those of them that have a weight for each rule as such too."""
    found = {name: amount for name, amount in features if amount}
    return Features(found | {f"{name}/{rule}": 1.0 for name in found if name in CROSSED})


def _keep(known: dict[tuple[object, ...], Found], key: tuple[object, ...], found: Found) -> None:
    """Keep what was found, and nothing of before where that became too much."""
    if len(known) >= DEEDS:
        known.clear()
    known[key] = found


def _kind(thing: Thing) -> tuple[object, ...]:
    """Return all by which what may be done with a thing is told."""
    seen = thing.sighting
    told = (seen.present, seen.bare, seen.revealed, seen.listed, seen.new) if seen else ()
    return (
        *(thing.name, thing.classes, thing.id is None, thing.held, thing.fixed, thing.alive),
        *(thing.lifeless, thing.container, thing.traits, thing.obstacle, *told),
    )


def _is_proven(thing: Thing) -> bool:
    """Tell whether the story is known to answer to the thing's name."""
    if thing.id is not None or thing.alive:
        return True
    return thing.sighting is not None and thing.sighting.present


def _endless_ways(graph: WorldMap) -> frozenset[tuple[str, str, str]]:
    """Return name, look and way of places from which the way led to another of their like twice.

    In the dark all places are alike, and that tells nothing.
    """
    unseen = {(room.name, room.description) for room in graph.rooms.values() if room.dark}
    led: Counter[tuple[str, str, str]] = Counter()
    for room in graph.rooms.values():
        for way, exit_ in room.exits.items():
            there = graph.rooms.get(exit_.to) if exit_.to is not None else None
            explored = exit_.status is ExitStatus.EXPLORED
            if not explored or there is None or there is room or not room.description:
                continue
            look = room.name, room.description
            if (there.name, there.description) == look and look not in unseen:
                led[*look, way] += 1
    return frozenset(key for key, times in led.items() if times > 1)


def _passages_changed(state: AdventureState, facts: Facts) -> int:
    """Return the last turn that told something new of a thing here that one may go through."""
    turns = [-1]
    for thing in facts.here:
        if thing.sighting is not None and (
            thing.obstacle or not PASSAGES.isdisjoint(thing.classes)
        ):
            turns.append(thing.sighting.changed)
        if PASSAGES.isdisjoint(thing.classes):
            continue
        if thing.id is not None:
            turns.append(state.items.known[thing.id].last_seen)
        elif thing.sighting is not None and thing.sighting.revealed:
            turns.append(thing.sighting.turn)
    return max(turns)


def _spoken_for(memory: Memory, room: RoomId) -> set[tuple[str, str]]:
    """Return what answers in a room spoke of, with the thing that each was about."""
    return {
        (head(thing), head(name))
        for one in memory.attempts.get(room, {}).values()
        for thing in one.acted_on
        for name in one.spoken_of
    }


def _is_only_named(thing: Thing) -> bool:
    """Tell whether a text does no more than name a thing: it neither lists nor brings it in."""
    seen = thing.sighting
    if thing.id is not None:
        return False
    return seen is None or seen.bare or not (seen.revealed or seen.listed or seen.new)


def _refusals_of_any_way(room: Room) -> frozenset[str]:
    """Return the refusals that a room has for whatever way it does not have.

    They are given for many ways, or name the ways that there are.
    """
    told = Counter(one.reason for one in room.exits.values() if one.reason)
    return frozenset(
        reason for reason, times in told.items() if times >= MANY or len(_ways_named(reason)) > 1
    )


@lru_cache(maxsize=1024)
def _ways_named(text: str) -> frozenset[str]:
    """Return the ways that a description names, as such or within a longer word ("northward")."""
    words = re.findall(r"[a-z]+", text.lower())
    longest = sorted(DIRECTIONS, key=len, reverse=True)
    found = (next((way for way in longest if _is_said(way, word)), None) for word in words)
    return frozenset(way for way in found if way is not None)


def _is_said(way: str, word: str) -> bool:
    return word == way or (len(way) > len("down") and word.startswith(way))


def _is_brought_in(thing: Thing) -> bool:
    """Tell whether a text lists a thing, or speaks of it as of one that is new ("a sword")."""
    seen = thing.sighting
    return thing.id is not None or (seen is not None and (seen.listed or seen.revealed or seen.new))


def _lies_there(thing: Thing) -> bool:
    """Tell whether a text lists a thing as one that could be taken."""
    seen = thing.sighting
    return thing.id is not None or (seen is not None and (seen.listed or seen.revealed))


def _may_be_tried(state: AdventureState, facts: Facts, tried: Attempt) -> bool:
    """Tell whether what was tried may be tried again: one rule for all."""
    again = facts.again and tried.effect not in (Effect.DIED, Effect.NOT_UNDERSTOOD)
    return again or tried.reopened(state.items, state.score)


def _goes_on(tried: Attempt, most: int) -> bool:
    """Tell whether something that was begun is still under way: a fight, as a rule."""
    under_way = tried.affirmed or tried.times > 1
    return under_way and tried.effect is not Effect.DIED and tried.times < most


def _could_be(row: Action, thing: Thing) -> bool:
    """Tell whether a thing that an action is not known to be for could be one all the same."""
    living = row.object is not None and LIVING.issuperset(row.object.classes)
    return not thing.classes or (row.any and not living)


def _is_known_undone(row: Action, thing: Thing) -> bool:
    """Tell whether a thing is known to be as a deed would change it: a car "which is closed"."""
    if row.object is None or row.makes == HELD:
        return False
    return f"not {row.makes}" in row.object.state and thing.has(f"not {row.makes}") is True


def _is_for(row: Action, thing: Thing) -> bool:
    """Tell whether no class of a thing keeps it from what is done with any."""
    return row.object is None or thing.classes.isdisjoint(row.object.unless)


def _may_be(slot: Slot, thing: Thing) -> bool:
    """Tell whether a thing stands as a slot wants it, as far as is known."""
    if slot.held and not thing.held:
        return False
    if thing.lifeless and slot.classes and LIVING.issuperset(slot.classes):
        return False
    return all(thing.has(one) is not False for one in slot.state)


def _stands(slot: Slot, thing: Thing) -> bool:
    """Tell whether a thing is known to stand as a slot wants it, but for what nobody can see."""
    return all(thing.has(one) is True for one in slot.state if not one.startswith("not "))


def _thing_features(state: AdventureState, room: RoomId, thing: Thing) -> dict[str, float]:
    where = room if thing.id is not None else ANYWHERE
    tally = state.memory.tally(where, thing.name, held=thing.held)
    seen = thing.sighting
    features = {f"is {one}": 1.0 for one in _TRAIT.findall(thing.traits)}
    found = {
        "unproven": float(not _is_proven(thing)),
        "no class": float(not thing.classes),
        "mere scenery": float("scenery" in thing.classes),
        "item": float(thing.id is not None),
        "held": float(thing.held),
        "fixed": float(thing.fixed),
        "alive": float(thing.alive),
        "obstacle": float(thing.obstacle),
        "tries": math.log1p(tally.tries) if tally is not None else 0.0,
        "gains": math.log1p(tally.gains) if tally is not None else 0.0,
        "listed": float(seen is not None and seen.listed),
        "new": float(seen is not None and seen.new),
        "bare": float(seen is not None and seen.bare and thing.id is None),
        "revealed": float(seen is not None and seen.revealed),
    }
    return features | {name: amount for name, amount in found.items() if amount}
