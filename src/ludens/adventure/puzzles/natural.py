"""Ideas that need no puzzle: what things are for by their names, and what worked with their like.

A spade and clay belong together before anybody has failed to dig; and where one thing went into the
crucible and scored, the next may too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ludens.adventure.english import SAID_OF_THINGS
from ludens.adventure.events import Effect
from ludens.adventure.experience import Attempt
from ludens.adventure.mentions import Mention, Standing
from ludens.adventure.puzzles.accepting import accepted
from ludens.adventure.puzzles.conditions import conditions
from ludens.adventure.puzzles.ideas import SAME_KEY, SPENT_KEY
from ludens.adventure.puzzles.namesakes import namesakes
from ludens.adventure.puzzles.naming import COMMON, call, fullest, head, telling_words
from ludens.adventure.puzzles.needs import LIGHTS, NEEDS, WEAPONS, Need, needs_met_by
from ludens.adventure.puzzles.thinking import FAR, PERSONAL, Idea, Thinking, Tool, has_burned
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import RoomId, in_room

BY_NATURE = 0.6
"""What is left of a need's chance where only the names speak for it."""
AS_BEFORE = 0.45
"""What worked with one thing, with another."""
ANOTHER = 0.4
"""What is left of that for each thing with which it did not work."""
SCENERY = 0.6
"""What is left of a chance where the thing is only a word in a description."""
UNLIKE = 0.3
"""What is left of that where the one scored when it was taken and the other did not."""
LET_DOWN = 0.9
"""Tying a rope to what may hold it, where one looks down on what lies below."""
DESCENT = "descent"
"""The kind of that idea: climbing elsewhere says nothing of it."""
AKIN = 0.4
"""Joining two things that are called after the same whole."""
ASKED = 0.5
"""Putting anything at hand into what is made to take something: the answer tells what it takes."""
_LOCKABLE = frozenset(
    (
        "door gate chest box desk cabinet drawer grate grating hatch trapdoor safe cupboard coffer "
        "case casket trunk locker cell cage padlock lock portal strongbox"
    ).split()
)
_JOININGS = tuple(
    tuple(shape.split())
    for shape in "attach T to O,fit T to O,put T on O,put T in O,hang T on O,tie T to O".split(",")
)
_JOINING = frozenset({"in", "on", "to", "into", "onto", "at"})


def is_needed(name: str) -> bool:
    """Tell whether a thing of this name is kept at hand: what gives light, what one fights with."""
    return LIGHTS.search(name) is not None or WEAPONS.search(name) is not None


def natural_ideas(thinking: Thinking) -> Iterator[Idea]:
    """Yield what could be done with what is at hand, anywhere that a way leads."""
    for room in thinking.state.map.rooms:
        if thinking.reachable(room):
            for name, full, item in _things(thinking, room):
                yield from _with(thinking, room, name, full, item)
    yield from conditions(thinking)
    yield from namesakes(thinking)
    yield from _akin(thinking)
    yield from _as_before(thinking)
    yield from _into_receptacles(thinking)
    yield from accepted(thinking)


def _things(thinking: Thinking, room: RoomId) -> Iterator[tuple[str, str, Item | None]]:
    """Yield what stands in a room, and what its description only mentions: how to call it, and the
    fullest name that it was given there.
    """
    state = thinking.state
    last = set()
    for id_ in state.items.visible_at(in_room(room)):
        item = state.items.known[id_]
        last.add(item.name.lower().rsplit(" ", 1)[-1])
        name = call(thinking.vocabulary, item.name)
        yield name, name, item
    page = state.journal.mentioned.get(room, {})
    full_names = fullest(tuple(page))
    for name, said in page.items():
        there = said.standing is Standing.PRESENT
        if said.dull or head(name) in last or not (there or _is_fixture(said)):
            continue
        full = full_names[name]
        is_thing = needs_of(full, alive=False) and thinking.vocabulary.verb(head(name)) is None
        if is_thing or thinking.lives(name):
            yield head(name) if name in state.journal.clumsy else name, full, None


def _is_fixture(said: Mention) -> bool:
    """Tell whether a name that nobody has looked at is surely something's: the deed proves it."""
    return said.standing is Standing.UNTRIED and not (said.bare or said.listed)


def _looks_down(thinking: Thinking, room: RoomId) -> bool:
    """Tell whether one looks down in a room on what lies below, where no way down was gone yet."""
    place = thinking.state.map.rooms[room]
    down = place.exits.get("down")
    gone = down is not None and bool(down.walked)
    return not gone and _DROPS.search(place.description) is not None


def _with(
    thinking: Thinking, room: RoomId, name: str, full: str, item: Item | None
) -> Iterator[Idea]:
    alive = thinking.lives(name, item)
    known = [item] if item is not None else [other for _, other in thinking.called(name)]
    for need in needs_of(full, alive=alive):
        if need.name in _MET and any(map(_MET[need.name], known)):
            continue
        fitting = thinking.fitting(need)
        for tool in fitting:
            if tool.item is item or tool.name == name:
                continue
            if need.name == "kindling" and tool.item.lit:
                continue
            command = thinking.sentence(need.sentences, tool.name, name)
            if command is None:
                continue
            chance = need.chance * BY_NATURE / (1 + 0.25 * (len(fitting) - 1))
            down = need.name == "climbing" and _looks_down(thinking, room)
            if need.name == "key" and _share(tool, name):
                chance = SAME_KEY
            elif down:
                chance = LET_DOWN
            elif item is None:
                chance *= SCENERY
            if need.name == "key" and tool.name in thinking.state.journal.served:
                chance *= SPENT_KEY
            yield Idea(
                command=command,
                room=room,
                items=(tool.item.name,),
                chance=chance if tool.held else chance * 0.9,
                reason=f"The {tool.item.name} may be for the {name}: {need.name}.",
                kind=DESCENT if down else need.name,
            )


@lru_cache(maxsize=20_000)
def needs_of(name: str, *, alive: bool) -> tuple[Need, ...]:
    """Return what a thing of this name may be in need of."""
    return tuple(need for need in NEEDS if suits(need, name, alive=alive))


def suits(need: Need, name: str, *, alive: bool) -> bool:
    """Tell whether a thing of this name may be in need of this."""
    if need.alive is not None and need.alive is not alive:
        return False
    if need.name == "key":
        return not _LOCKABLE.isdisjoint(name.split())
    return (need.name in ("food", "fighting") and alive) or need.suits(name)


def _is_open(item: Item) -> bool:
    return item.locked is False or item.open is True


def _is_lit(item: Item) -> bool:
    return item.lit is True or has_burned(item)


_DROPS = re.compile(
    r"\b(?:(?:sheer|steep|precipitous|long|dizzying|vertical) (?:drop|fall|descent)"
    r"|drops? (?:away|off|straight|sheer)|(?:far|room|floor|ground|depths?) below|below you"
    r"|(?:pit|shaft|abyss|precipice|chasm|well|hole) (?:falls|drops|opens|yawns|leads|goes) "
    r"|too (?:far|high|deep) to jump|bottomless)\b",
    re.IGNORECASE,
)
"""What a room is described by where one may let oneself down."""
_MET = {"key": _is_open, "fire": _is_lit}
"""By what is seen that a thing needs something no longer."""


def _share(tool: Tool, name: str) -> bool:
    return bool(
        (telling_words(tool.item.name) & telling_words(name)) - COMMON - {"key", "keys", "lock"}
    )


def _akin(thinking: Thinking) -> Iterator[Idea]:
    """Join what can be carried to what stays where it is and is called after the same whole: the
    mill wheel and the mill shaft.
    """
    parts: dict[str, list[Tool]] = {}
    for tool in thinking.tools:
        for whole in wholes(tool.item.name):
            parts.setdefault(whole, []).append(tool)
    for room, page in thinking.state.journal.mentioned.items() if parts else ():
        if room not in thinking.state.map.rooms or not thinking.reachable(room):
            continue
        for name in _named_after_wholes(tuple(page)):
            said = page[name]
            there = said.standing in (Standing.PRESENT, Standing.UNTRIED) and not said.listed
            whole = next((word for word in wholes(name) if word in parts), "")
            for tool in parts[whole] if whole and there else ():
                command = thinking.sentence(_JOININGS, tool.name, name)
                twins = set(tool.name.split()) & set(name.split()) >= set(tool.name.split())
                if command is not None and head(name) != head(tool.name) and not twins:
                    chance = AKIN if tool.held else AKIN * FAR
                    reason = f"The {tool.item.name} and the {name} are called alike."
                    yield Idea(command, room, (tool.item.name,), chance, reason, "akin")


@lru_cache(maxsize=5_000)
def _named_after_wholes(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if wholes(name))


@lru_cache(maxsize=20_000)
def wholes(name: str) -> tuple[str, ...]:
    """Return the words of a name that say what the thing is a part of, or belongs to."""
    before = name.lower().partition(" of ")[0].split()[:-1]
    return tuple(word for word in before if word not in COMMON and word not in SAID_OF_THINGS)


def _into_receptacles(thinking: Thinking) -> Iterator[Idea]:
    """Ask each receptacle what it takes, by putting something there that may be spared."""
    state = thinking.state
    spare = [tool for tool in thinking.tools if tool.held and not is_needed(tool.name)]
    for room, name in thinking.receptacles if spare else ():
        tried = state.journal.attempts.get(room, {})
        if room not in state.map.rooms or not thinking.reachable(room) or _was_asked(tried, name):
            continue
        for tool in spare:
            command = thinking.sentence(_PUTTING, tool.name, name)
            if command is not None and command not in tried and head(tool.name) != head(name):
                reason = f"What does the {name} take?"
                yield Idea(command, room, (tool.item.name,), ASKED, reason, "receptacle")
                break


def _was_asked(tried: Mapping[str, Attempt], name: str) -> bool:
    """Tell whether anything was put into what is called so, or so for short."""
    targets = (
        _INTO.split(command)[-1]
        for command, attempt in tried.items()
        if command.startswith("put ") and attempt.effect is not Effect.NOT_UNDERSTOOD
    )
    return any(f" {one}".endswith(f" {name}") or name.endswith(f" {one}") for one in targets)


_INTO = re.compile(r" (?:in|on) ")


_PUTTING = (("put", "T", "in", "O"), ("put", "T", "on", "O"))


def _as_before(thinking: Thinking) -> Iterator[Idea]:
    """Where `put X in Y` scored, put the others there too."""
    for room, page in thinking.state.journal.attempts.items():
        if room not in thinking.state.map.rooms or not thinking.reachable(room):
            continue
        for command, attempt in page.items():
            if attempt.effect is not Effect.SCORED:
                continue
            words = command.split()
            joints = [
                i for i, word in enumerate(words) if word in _JOINING and 1 < i < len(words) - 1
            ]
            if not joints:
                continue
            at = joints[0]
            verb, joint, target = words[0], words[at], " ".join(words[at + 1 :])
            if verb in PERSONAL:
                continue  # what one creature liked says nothing of what else it likes
            failures = sum(
                other.startswith(f"{verb} ") and other.endswith(f" {target}")
                for other, tried in page.items()
                if tried.effect in (Effect.NOTHING, Effect.CHANGED)
            )
            prized = thinking.state.journal.prized
            of_worth = head(" ".join(words[1:at])) in prized
            if joint == "with" or thinking.lives(target):
                continue
            for tool in thinking.tools:
                again = f"{verb} {tool.name} {joint} {target}"
                alike = not of_worth or head(tool.name) in prized
                if not alike and needs_met_by(tool.name):
                    continue  # a tool is no treasure
                if tool.name != target and again != command and not is_needed(tool.name):
                    chance = (AS_BEFORE if tool.held else AS_BEFORE * 0.7) * ANOTHER**failures
                    chance *= 1.0 if alike else UNLIKE
                    reason = f"{command!r} scored here."
                    yield Idea(again, room, (tool.item.name,), chance, reason, "as before")
