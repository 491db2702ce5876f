"""Ideas: what may solve a puzzle, from its words, the things known and the story's own grammar.

Each generator yields ideas with a rough chance; the best of each command stands. What failed
before is left out, and each failure of the same kind makes its like less likely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.kinds import LOOKING
from ludens.adventure.puzzles.along import taken_along
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.conditions import in_condition
from ludens.adventure.puzzles.deeds_wanted import wanted
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.footholds import footholds
from ludens.adventure.puzzles.naming import COMMON, asks_for, call, head, speaks_of, telling_words
from ludens.adventure.puzzles.needs import LIGHTS, NEEDS, is_meant, needs_in
from ludens.adventure.puzzles.performing import performed
from ludens.adventure.puzzles.pointed import pointed
from ludens.adventure.puzzles.reserve import HANDING, RESERVED
from ludens.adventure.puzzles.retrying import SET_DOWN, again, set_down
from ludens.adventure.puzzles.sentences_in import orders_in
from ludens.adventure.puzzles.states import told_first
from ludens.adventure.puzzles.thinking import FAR, Idea, Thinking, Tool, Why, bring
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import INVENTORY

NAMED, WANTED = 0.6, 0.8
"""A thing that the puzzle's own words name, and one that they ask for outright."""
TOLD_TOGETHER = 0.5
"""Two things that one clue names together."""
TOLD, TOLD_IN_A_CLUE = 0.35, 0.2
"""A sentence of the story's grammar that a refusal says, and that some other text says."""
ALIKE = 0.35
"""A thing that shares a word with what the puzzle is about."""
OFFERED = 0.12
"""Giving something to a creature that nothing speaks for."""
OPENING = 0.5
WORTH_ANOTHER = 3
"""Gains since a failure that make it worth another try."""
SHORT = 120
"""Characters of a description that tells of the thing itself, and not of much else."""
WRITTEN = 300
"""Characters of a clue from which on it tells nothing of the thing that it was read on."""
TIRED = 3
"""Tries of one command in one place, after which it is let be."""
OFTEN = 9
"""The same, for setting down what is taken up again for its own use."""
BARREN = 3
"""Rooms where a command did nothing, after which it is not tried in another."""
FAILURE = 0.6
"""What is left of a chance after each failed attempt at the puzzle."""
SPENT_KEY = 0.25
"""What is left of the chance of a key that has opened something: most open one thing."""
SAME_KEY = 0.92
"""A key that shares a word with its lock."""


def ideas(thinking: Thinking, puzzle: Puzzle) -> list[Idea]:
    """Return what may solve a puzzle, the likeliest first; each command once."""
    best: dict[str, Idea] = {}
    for idea in _all(thinking, puzzle):
        known = best.get(idea.command)
        if known is None or known.chance < idea.chance:
            best[idea.command] = idea
    for command, idea in best.items():
        if command.split()[0] in HANDING and not thinking.kept.isdisjoint(idea.items):
            best[command] = replace(idea, chance=idea.chance * RESERVED)
    failed = [attempt.command for attempt in puzzle.attempts if not attempt.worked]
    left = [idea for idea in best.values() if not is_spent(thinking.state, idea)]
    if failed:
        left = [
            replace(idea, chance=idea.chance * FAILURE ** _alike(idea, failed)) for idea in left
        ]
    return sorted(left, key=lambda idea: (-idea.chance, idea.command))


def _alike(idea: Idea, failed: list[str]) -> int:
    """Return how many failures speak against an idea: of its verb, with a tool of its kind.

    That somebody hungry did not want a letter says nothing of what they think of bread.
    """
    verb = idea.command.partition(" ")[0]
    need = next((need for need in NEEDS if need.name == idea.kind), None)
    alike = [other.partition(" ")[2] for other in failed if other.partition(" ")[0] == verb]
    return sum(need is None or need.helps(_JOINT.split(rest)[0]) for rest in alike)


_JOINT = re.compile(r" (?:to|in|on|with|at|from) ")
"""What stands between a tool and what it is for."""


def is_spent(state: AdventureState, idea: Idea) -> bool:
    """Tell whether an idea was tried and the world has given no reason to try it again."""
    attempt = state.journal.attempt(idea.room, idea.command)
    if attempt is None:
        return state.journal.barren.get(idea.command, 0) >= BARREN
    freed = idea.kind == SET_DOWN and attempt.effect is Effect.CHANGED
    worked = attempt.effect is Effect.SCORED or attempt.telling or freed
    if attempt.turn < idea.renewed or (worked and _is_undone(state, idea, attempt.turn)):
        return attempt.times > (OFTEN if freed else TIRED)
    if attempt.effect is not Effect.NOTHING or attempt.times >= TIRED:
        return True
    return state.journal.gains - attempt.gains < WORTH_ANOTHER


def _is_undone(state: AdventureState, idea: Idea, turn: int) -> bool:
    """Tell whether what was put somewhere in a turn is in the hands again."""
    held = (state.items.known[id_] for id_ in state.items.at(INVENTORY))
    put = idea.command.startswith(("put ", "drop "))
    return put and any(item.name in idea.items and item.last_seen > turn for item in held)


def _all(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    if puzzle.kind is PuzzleKind.DARK:
        yield from _make_light(thinking, puzzle)
        return
    if puzzle.kind is PuzzleKind.CLUE:
        yield from _told(thinking, puzzle, TOLD_IN_A_CLUE)
        yield from _told_together(thinking, puzzle)
        yield from _wished_for(thinking, puzzle)
        yield from taken_along(thinking, puzzle)
        return
    targets = puzzle.things[:3]
    alive = puzzle.kind is PuzzleKind.CREATURE or _is_alive(thinking, targets)
    yield from _by_need(thinking, puzzle, targets, alive)
    yield from _at_sources(thinking, puzzle, targets)
    yield from _by_name(thinking, puzzle, targets, alive)
    yield from _alike_things(thinking, puzzle, targets)
    yield from _told(thinking, puzzle, TOLD)
    yield from told_first(thinking, puzzle)
    yield from wanted(thinking, puzzle)
    yield from performed(thinking, puzzle, alive=alive)
    yield from in_condition(thinking, puzzle)
    yield from footholds(thinking, puzzle)
    yield from pointed(thinking, puzzle)
    if alive:
        yield from _offers(thinking, puzzle, targets)
    else:
        yield from _opening(thinking, puzzle, targets)
    yield from set_down(thinking, puzzle)
    yield from taken_along(thinking, puzzle)
    yield from again(thinking, puzzle)


def _is_alive(thinking: Thinking, targets: tuple[str, ...]) -> bool:
    if any(thinking.lives(target) for target in targets):
        return True
    return any(speaks_of(telling_words(t), name) for t in targets for name in thinking.living)


def _words(thinking: Thinking, puzzle: Puzzle, target: str) -> str:
    """Return everything that was said of a puzzle: its sign, its things, their descriptions."""
    told = [item.description for _, item in thinking.called(target) if item.description]
    return " ".join([puzzle.quote, target, *told])


def _by_need(
    thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...], alive: bool
) -> Iterator[Idea]:
    for number, target in enumerate(targets):
        words = _words(thinking, puzzle, target)
        for need in needs_in(words):
            if need.alive is not None and need.alive is not alive:
                continue
            if thinking.is_met(need, target) or not (alive or is_meant(need, puzzle.quote, target)):
                continue
            fitting = thinking.fitting(need)
            for tool in fitting:
                if _is_target(tool, (target,)) or (tool.item.worn and need.name in WORN):
                    continue
                command = thinking.sentence(need.sentences, tool.name, target)
                if command is None:
                    continue
                chance = need.chance / (1 + 0.5 * number) / (1 + 0.35 * (len(fitting) - 1))
                if need.name == "key":
                    chance = _of_a_key(puzzle, tool, target, chance, len(fitting))
                    chance *= SPENT_KEY if tool.name in thinking.state.journal.served else 1.0
                reason = f"The {tool.item.name} may help with {need.name}."
                yield bring(thinking, puzzle, tool, command, chance, why=Why(reason, need.name))


REFILLING = frozenset({"fuel"})
WORN = frozenset({"shelter"})
"""Needs that are met by wearing something."""
FROM_SOURCE = (
    ("fill", "O", "from", "T"),
    ("fill", "O", "with", "T"),
    ("refill", "O"),
    ("fill", "O"),
)
"""How something is filled at what stays where it is."""


def _at_sources(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    """What is carried and wants filling may be brought to what it is filled from."""
    for target in targets[:1]:
        mine = [
            tool for tool in thinking.tools if tool.held and target in (tool.name, tool.item.name)
        ]
        told = needs_in(_words(thinking, puzzle, target))
        needs = [need for need in told if need.name in REFILLING and need.suits(target)]
        if not mine or not needs:
            continue
        for room, name in thinking.sources(tuple(needs)):
            for shape in FROM_SOURCE:
                command = thinking.sentence((shape,), name, mine[0].name)
                if command is not None:
                    chance = needs[0].chance * (1.0 if shape is FROM_SOURCE[0] else 0.8)
                    reason = f"The {target} may be filled at the {name}."
                    yield Idea(command, room, (mine[0].item.name,), chance, reason, needs[0].name)


def _of_a_key(puzzle: Puzzle, tool: Tool, target: str, chance: float, keys: int) -> float:
    """A key that shares a word with its lock fits; a single key fits most likely."""
    if puzzle.kind is not PuzzleKind.LOCKED and "lock" not in puzzle.quote.lower():
        return chance * 0.4
    shared = telling_words(tool.item.name) & telling_words(f"{target} {puzzle.summary}")
    if shared - COMMON - {"key", "keys", "door", "lock"}:
        return SAME_KEY
    return chance if keys == 1 else chance * 0.9


def _is_target(tool: Tool, targets: tuple[str, ...]) -> bool:
    """Tell whether a tool is what the puzzle is about, by its last word."""
    return head(tool.name) in {head(target) for target in targets}


PLACING = (("put", "T", "in", "O"), ("put", "T", "on", "O"), ("tie", "T", "to", "O"))
GIVING = (("give", "T", "to", "O"), ("show", "T", "to", "O"))


def _by_name(
    thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...], alive: bool
) -> Iterator[Idea]:
    """Things that the puzzle's own words name: "it wants a spade", "a fool for honey"."""
    words = telling_words(puzzle.quote)
    deed = puzzle.command if LOOKING.match(puzzle.command) is None else ""
    verb, _, rest = deed.partition(" ")
    for tool in thinking.tools:
        if not speaks_of(words, tool.item.name) or _is_target(tool, targets):
            continue
        reason = f"The story's own words speak of the {tool.item.name}."
        wanted = asks_for(puzzle.quote, tool.item.name)
        why = Why(reason, "wanted" if wanted else "named")
        sure = WANTED if wanted else NAMED
        if rest and "with" not in rest.split() and tool.name not in rest:
            once_more = bring(thinking, puzzle, tool, deed, sure * 0.8, why=why)
            yield replace(once_more, renewed=tool.item.last_seen)
            if thinking.vocabulary.takes(verb, "*", "with", "*"):
                said_with = f"{deed} with {tool.name}"
                yield bring(thinking, puzzle, tool, said_with, sure, why=why)
                continue
        for shapes in (GIVING[:1], GIVING[1:]) if alive else (PLACING[:1], PLACING[1:2]):
            for target in targets[:1]:
                said = thinking.sentence(shapes, tool.name, target)
                if said is not None:
                    first = shapes[0] in (GIVING[0], PLACING[0])
                    likely = sure if puzzle.command else sure * 0.5
                    chance = likely if first else likely * 0.5
                    yield bring(thinking, puzzle, tool, said, chance, why=why)


def _alike_things(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    """Things whose name or description shares a telling word with what the puzzle is about."""
    for target in targets[:1]:
        about = telling_words(target)
        for tool in thinking.tools:
            shared = (about & telling_words(tool.item.name)) - COMMON
            described = tool.item.description if len(tool.item.description) <= SHORT else ""
            told = about & telling_words(described) - COMMON
            if not (shared or told) or _is_target(tool, (target,)):
                continue
            command = thinking.sentence(PLACING, tool.name, target)
            if command is not None:
                reason = f"The {tool.item.name} has to do with {', '.join(sorted(shared or told))}."
                chance = ALIKE if shared else ALIKE * 0.4
                yield bring(thinking, puzzle, tool, command, chance, why=Why(reason, "alike"))


def _offers(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    for target in targets[:1]:
        for tool in islice((tool for tool in thinking.tools if tool.may_be_given), 8):
            command = thinking.sentence(GIVING[:1], tool.name, target)
            if command is not None:
                reason = f"Perhaps {target} has a use for the {tool.item.name}."
                yield bring(thinking, puzzle, tool, command, OFFERED, why=Why(reason, "offered"))


def _opening(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    """Open what bars a way, or try the way again where what barred it gave way."""
    for target in targets[:2]:
        items = [item for _, item in thinking.called(target)]
        if any(item.open is False and not item.locked for item in items):
            command = thinking.sentence((("open", "O"),), "", target)
            if command is not None:
                yield Idea(command, puzzle.room, (), OPENING, f"The {target} is closed.", "open")
        if puzzle.direction and any(item.open for item in items):
            reason = f"The {target} is open now."
            yield Idea(puzzle.direction, puzzle.room, (), 0.8, reason, "open")


def _make_light(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    for tool in thinking.tools:
        item = tool.item
        if item.lit or not (item.light_source or LIGHTS.search(item.name)):
            continue
        for shape, chance in ((("light", "O"), 0.75), (("turn", "on", "O"), 0.7)):
            command = thinking.sentence((shape,), "", tool.name)
            if command is not None:
                reason = f"It is dark, and the {item.name} may give light."
                likely = chance if tool.held else 0.5
                yield Idea(command, puzzle.room, (item.name,), likely, reason, "light")
    way = puzzle.direction or _way_into(puzzle)
    if way is None or puzzle.room is None:
        return
    for tool in thinking.tools:
        if tool.item.lit:
            since = tool.item.last_seen
            reason = f"The {tool.item.name} gives light."
            items = (tool.item.name,)
            yield Idea(way, puzzle.room, items, 0.8, reason, "light", renewed=since)


def _way_into(puzzle: Puzzle) -> str | None:
    """Return the way that was gone into the dark, if that is how the puzzle was found."""
    return puzzle.command if puzzle.command in DIRECTIONS else None


def _told(thinking: Thinking, puzzle: Puzzle, chance: float) -> Iterator[Idea]:
    """Sentences that the words of the puzzle themselves hold: "turn the third wheel"."""
    for command, thing in orders_in(thinking.vocabulary, puzzle.quote):
        room = thinking.room_of(thing)
        if room is not None and thinking.reachable(room):
            yield Idea(command, room, (), chance, f"The text says so: {command}.", "told")


def _told_together(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Two known things in one sentence of a clue: one is for the other."""
    for sentence in puzzle.quote.split(". "):
        words = telling_words(sentence)
        tools = [tool for tool in thinking.tools if speaks_of(words, tool.item.name)]
        yield from _into(thinking, puzzle, words, tools)
        if not tools:
            continue
        others = [(id_, item) for id_, item in thinking.receivers if speaks_of(words, item.name)]
        for id_, item in others[:4]:
            alive = thinking.lives(item.name, item)
            shapes = GIVING if alive else PLACING
            target = call(thinking.vocabulary, item.name)
            room = thinking.state.items.room_of(id_)
            for tool in tools[:4]:
                command = thinking.sentence(shapes, tool.name, target)
                if speaks_of(telling_words(tool.item.name), item.name) or room is None:
                    continue
                if command is not None:
                    chance = TOLD_TOGETHER if alive else TOLD_TOGETHER * 0.5
                    reason = f"A clue names the {tool.item.name} and the {item.name} together."
                    idea = bring(thinking, puzzle, tool, command, chance, why=Why(reason, "clue"))
                    yield replace(idea, room=room)


def _into(
    thinking: Thinking, puzzle: Puzzle, words: frozenset[str], tools: list[Tool]
) -> Iterator[Idea]:
    """What a sentence names together with a receptacle, or tells of either, belongs in there."""
    about = puzzle.things[:1] if len(puzzle.quote) <= WRITTEN else ()
    mine = [tool for tool in thinking.tools if about and head(tool.name) == head(about[0])]
    for room, name in thinking.receptacles:
        if not thinking.reachable(room) or not (name in about or speaks_of(words, head(name))):
            continue
        for tool in (*tools[:4], *(tool for tool in mine if tool not in tools[:4])):
            command = thinking.sentence(PLACING, tool.name, name)
            if command is not None and head(tool.name) != head(name):
                reason = f"A clue names the {tool.item.name} and the {name} together."
                chance = TOLD_TOGETHER if tool.held else TOLD_TOGETHER * FAR
                yield Idea(command, room, (tool.item.name,), chance, reason, "clue")


def _wished_for(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """What somebody has spoken of may be what they want."""
    targets = [name for name in puzzle.things[:1] if thinking.lives(name)]
    words = telling_words(puzzle.quote)
    for target in targets:
        for tool in thinking.tools:
            if not speaks_of(words, tool.item.name):
                continue
            command = thinking.sentence(GIVING, tool.name, target)
            if command is not None:
                reason = f"The {target} has spoken of the {tool.item.name}."
                why = Why(reason, "wished for")
                yield bring(thinking, puzzle, tool, command, TOLD_TOGETHER, why=why)
