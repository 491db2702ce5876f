"""Who proposes: exploring, handling, combining, and what the texts tell.

Each is generic over the tables of `knowledge/` and takes what is known of a room; none holds a word
of English. What speaks for a proposal are its features, which `value.py` weighs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.actions import Action, Slot, actions
from ludens.adventure.memory.record import Attempt, Memory, Tally
from ludens.adventure.offline.facts import Facts, Thing
from ludens.adventure.offline.proposal import Proposal
from ludens.adventure.offline.wording import Wording
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import room_left
from ludens.adventure.world.exits import ExitStatus

TOLD, GUESSED, BARRED = "way told", "way guessed", "way barred"
"""The rules of exploring."""
SAID, ORDERED = "told by a text", "instruction"
STEPS = 4
"""Steps of what a text tells the reader to do that are thought of at once."""
DROP = "drop"


@dataclass(slots=True)
class Proposers:
    """All proposers for one story."""

    words: Vocabulary
    without: frozenset[str] = frozenset()
    """Ids of rules that are switched off."""
    wording: Wording = field(init=False)
    alone: tuple[Action, ...] = field(init=False)
    with_tool: tuple[Action, ...] = field(init=False)
    anywhere: tuple[Action, ...] = field(init=False)
    usual: frozenset[str] = field(init=False)
    """The verbs of the table."""

    def __post_init__(self) -> None:
        self.wording = Wording(self.words)
        rows = [row for row in actions() if row.id not in self.without]
        free = [row for row in rows if not row.keeper]
        self.alone = tuple(
            row for row in free if not row.place and (row.tool is None or row.tool.optional)
        )
        self.with_tool = tuple(row for row in free if row.tool is not None)
        self.anywhere = tuple(row for row in free if row.place)
        self.usual = frozenset(one.split()[0] for row in actions() for one in row.say)

    def of(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Yield all that could be done in a room; each command once."""
        seen: set[str] = set()
        for proposal in self._all(state, facts):
            if proposal.rule not in self.without and proposal.command not in seen:
                seen.add(proposal.command)
                yield proposal

    def _all(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        yield from self.explore(state, facts)
        yield from self.instructed(state, facts)
        if facts.dark:
            yield from self.handle(state, facts, facts.held)
            return
        yield from self.handle(state, facts, facts.things)
        yield from self.combine(state, facts)
        yield from self.told(state, facts)
        yield from self.here(state, facts)
        yield from self.unload(state, facts)

    def explore(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose ways that nobody went, those that a text tells of and others, and barred ones."""
        room = state.map.rooms.get(facts.room)
        if room is None:
            return
        known = room.exits
        told = [way for way, exit_ in known.items() if exit_.status is not ExitStatus.ABSENT]
        for way, exit_ in known.items():
            tried = state.memory.attempt(facts.room, way)
            features = {"deaths": float(exit_.to_blame), "dark": float(facts.dark)}
            if exit_.status is ExitStatus.UNEXPLORED:
                features["sure"] = exit_.confidence
                yield self._proposal(state, facts, way, TOLD, (), features, tried)
                continue
            barred = exit_.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED)
            if barred and (tried is None or _may_be_tried(state, tried)):
                yield self._proposal(state, facts, way, BARRED, (), features, tried)
        described = room.description.lower().split()
        for way in DIRECTIONS:
            if way in known or state.memory.attempt(facts.room, way) is not None:
                continue
            features = {
                "named": float(way in described),
                "ways": math.log1p(len(told)),
                "vertical": float(way in ("up", "down", "in", "out")),
                "dark": float(facts.dark),
            }
            yield self._proposal(state, facts, way, GUESSED, (), features, None)

    def handle(
        self, state: AdventureState, facts: Facts, things: tuple[Thing, ...]
    ) -> Iterator[Proposal]:
        """Propose what is done with one thing."""
        for thing in things:
            proven = thing.id is not None or (thing.sighting is not None and thing.sighting.present)
            for row in self.alone:
                fits = row.object is None or row.object.fits(thing.classes)
                if not fits and not row.any:
                    continue
                if not proven and row.id not in ("examine", "take"):
                    continue
                if row.object is not None and not _may_be(row.object, thing):
                    continue
                command = self.wording.say(row, thing.name)
                if command is not None:
                    features = _thing_features(state, thing, fits=fits and row.object is not None)
                    yield from self._once(state, facts, command, row, (thing.name,), features)

    def combine(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose what is done with one thing by means of another that is held."""
        proven = [
            thing
            for thing in facts.things
            if thing.id is not None or (thing.sighting is not None and thing.sighting.present)
        ]
        for row in self.with_tool:
            assert row.tool is not None
            for tool in facts.held:
                tool_fits = row.tool.fits(tool.classes)
                if not tool_fits and not row.any:
                    continue
                for thing in proven:
                    if thing.name == tool.name:
                        continue
                    fits = row.object is None or row.object.fits(thing.classes)
                    if row.object is not None and "alive" in row.object.classes:
                        fits = fits or thing.alive
                    if not fits or (row.object is not None and not _may_be(row.object, thing)):
                        continue
                    command = self.wording.say(row, thing.name, tool.name)
                    if command is None:
                        continue
                    features = _thing_features(state, thing, fits=fits)
                    features["tool fits"] = float(tool_fits)
                    features["tool tries"] = _log_tries(state.memory, tool.name)
                    things = (thing.name, tool.name)
                    yield from self._once(state, facts, command, row, things, features)

    def told(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose the story's own verbs with the things that a text names beside them."""
        names = {thing.name.rsplit(" ", 1)[-1]: thing for thing in facts.things}
        for verb in state.memory.verbs_told:
            if verb in self.usual or not self.words.takes(verb, "*"):
                continue
            for head in names.keys() & state.memory.told_with(verb):
                thing = names[head]
                command = f"{verb} {thing.name}"
                tried = state.memory.attempt(facts.room, command)
                if tried is None or _may_be_tried(state, tried):
                    features = _thing_features(state, thing, fits=False)
                    about = (thing.name,)
                    yield self._proposal(state, facts, command, SAID, about, features, tried)

    def instructed(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose the next step of what a text tells the reader to do, where it can be done."""
        names = {thing.name.rsplit(" ", 1)[-1] for thing in facts.things}
        for plan in state.plans.known:
            for number, (_, step) in enumerate(plan.left[:STEPS]):
                command = step.command
                features = {"later": math.log1p(number), "steps": math.log1p(len(plan.steps))}
                if command in DIRECTIONS:
                    if not number and facts.room == plan.room:
                        yield self._proposal(state, facts, command, ORDERED, (), features, None)
                    break
                about = tuple(self.words.phrases(command.partition(" ")[2]))
                if all(name.rsplit(" ", 1)[-1] in names for name in about):
                    tried = state.memory.attempt(facts.room, command)
                    if tried is None or _may_be_tried(state, tried):
                        yield self._proposal(state, facts, command, ORDERED, about, features, tried)

    def here(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose what is done with nothing."""
        for row in self.anywhere:
            command = self.wording.say(row)
            if command is not None:
                yield from self._once(state, facts, command, row, (), {})

    def unload(self, state: AdventureState, facts: Facts) -> Iterator[Proposal]:
        """Propose putting something down where the load was too much for what lies here."""
        if room_left(state.items) != 0:
            return
        for thing in facts.held:
            if thing.id is None or "lamp" in thing.classes or "worn" in thing.traits.split():
                continue
            features = {"tries": _log_tries(state.memory, thing.name)}
            command = f"{DROP} {thing.name}"
            yield self._proposal(state, facts, command, DROP, (thing.name,), features, None)

    def _once(
        self,
        state: AdventureState,
        facts: Facts,
        command: str,
        row: Action,
        things: tuple[str, ...],
        features: dict[str, float],
    ) -> Iterator[Proposal]:
        """Yield a proposal unless it was tried, and nothing that it failed under has changed."""
        tried = state.memory.attempt(facts.room, command)
        if tried is not None and (row.once or not _may_be_tried(state, tried)):
            return
        features["lit" if row.makes == "lit" else "lighting"] = float(facts.dark)
        yield self._proposal(state, facts, command, row.id, things, features, tried)

    def _proposal(
        self,
        state: AdventureState,
        facts: Facts,
        command: str,
        rule: str,
        things: tuple[str, ...],
        features: dict[str, float],
        tried: Attempt | None,
    ) -> Proposal:
        tally = state.memory.rules.get(rule, Tally())
        features[f"rule {rule}"] = 1.0
        if features.get("fits"):
            features[f"fits {rule}"] = 1.0
        features["luck"] = math.log((tally.gains + 0.5) / (tally.tries + 2.0))
        features["rule tries"] = math.log1p(tally.tries)
        if tried is not None:
            features["again"] = 1.0
            features["times"] = math.log1p(tried.times)
        if things and _told_together(state.memory, command, things):
            features["told"] = 1.0
        held = facts.names_held
        anywhere = bool(things) and held.issuperset(things)
        return Proposal(command, facts.room, rule, things, features, anywhere)


def _may_be_tried(state: AdventureState, tried: Attempt) -> bool:
    """Tell whether what was tried may be tried again: one rule for all."""
    return tried.reopened(state.items, state.score)


def _may_be(slot: Slot, thing: Thing) -> bool:
    """Tell whether a thing stands as a slot wants it, as far as is known."""
    if slot.held and not thing.held:
        return False
    return all(thing.has(one) is not False for one in slot.state)


def _log_tries(memory: Memory, name: str) -> float:
    return math.log1p(memory.things.get(name, Tally()).tries)


def _thing_features(state: AdventureState, thing: Thing, *, fits: bool) -> dict[str, float]:
    """Return what a thing itself says for and against doing something with it."""
    tally = state.memory.things.get(thing.name, Tally())
    seen = thing.sighting
    return {
        "fits": float(fits),
        "no class": float(not thing.classes),
        "mere scenery": float("scenery" in thing.classes),
        "item": float(thing.id is not None),
        "held": float(thing.held),
        "fixed": float(thing.fixed),
        "alive": float(thing.alive),
        "tries": math.log1p(tally.tries),
        "gains": math.log1p(tally.gains),
        "listed": float(seen is not None and seen.listed),
        "new": float(seen is not None and seen.new),
        "bare": float(seen is not None and seen.bare and thing.id is None),
        "revealed": float(seen is not None and seen.revealed),
    }


def _told_together(memory: Memory, command: str, things: tuple[str, ...]) -> bool:
    """Tell whether a sentence of the story has the verb and the last word of a thing."""
    told = memory.told_with(command.split(" ", 1)[0])
    return bool(told) and any(name.rsplit(" ", 1)[-1] in told for name in things)
