"""Ideas: what may solve a puzzle, from its words, the things known and the story's own grammar.

Each generator yields ideas with a rough chance; the best of each command stands. What failed
before is left out, and each failure of the same kind makes its like less likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from ludens.adventure.events import Effect
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.naming import call, head, speaks_of, telling_words
from ludens.adventure.puzzles.needs import LIGHTS, Need, needs_in, needs_met_by
from ludens.adventure.puzzles.sentences_in import orders_in
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import GONE, INVENTORY, UNKNOWN, ItemId, RoomId
from ludens.adventure.world.routes import Route, path

NAMED = 0.6
"""A thing that the puzzle's own words name."""
TOLD_TOGETHER = 0.5
"""Two things that one clue names together."""
TOLD, TOLD_IN_A_CLUE = 0.35, 0.2
"""A sentence of the story's grammar that a refusal says, and that some other text says."""
ALIKE = 0.35
"""A thing that shares a word with what the puzzle is about."""
OFFERED = 0.12
"""Giving something to a creature that nothing speaks for."""
AGAIN = 0.3
"""What failed before, once more was gained."""
OPENING = 0.5
FAR = 0.9
"""What is left of a chance when the thing must be fetched first."""
WORTH_ANOTHER = 3
"""Gains since a failure that make it worth another try."""
TIRED = 3
"""Tries of one command in one place, after which it is let be."""
BARREN = 3
"""Rooms where a command did nothing, after which it is not tried in another."""
FAILURE = 0.6
"""What is left of a chance after each failed attempt at the puzzle."""
SAME_KEY = 0.92
"""A key that shares a word with its lock."""
MOST_TOOLS = 40
"""Things that are thought of, those in hand first."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A command that may help, what it needs, and how likely it is to work."""

    command: str
    room: RoomId | None
    items: tuple[str, ...]
    chance: float
    reason: str
    kind: str = ""
    """What sort of idea it is, by which kinds are compared."""


@dataclass(frozen=True, slots=True)
class Why:
    """What speaks for an idea: in words, and as a kind by which ideas are compared."""

    reason: str
    kind: str


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that could be brought to bear."""

    id: ItemId
    item: Item
    name: str
    """What to call it."""
    held: bool


@dataclass(slots=True)
class Thinking:
    """What is known when ideas are looked for; made once for all puzzles."""

    state: AdventureState
    vocabulary: Vocabulary
    tools: list[Tool] = field(default_factory=list)
    receivers: list[tuple[ItemId, Item]] = field(default_factory=list)
    """What something may be given to or put into: creatures and fixed containers."""
    _routes: dict[RoomId, Route | None] = field(default_factory=dict)
    _fitting: dict[str, list[Tool]] = field(default_factory=dict)
    """For each need, by its name, the tools that help."""
    _names: list[tuple[str, ItemId, Item]] = field(default_factory=list)
    """Every known item under its name in small letters."""
    _called: dict[str, list[tuple[ItemId, Item]]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: AdventureState, vocabulary: Vocabulary) -> Thinking:
        """Look at everything that is carried or can be fetched."""
        thinking = cls(state, vocabulary)
        thinking._names = [(i.name.lower(), id_, i) for id_, i in state.items.known.items()]
        thinking.receivers = [
            (id_, item)
            for id_, item in state.items.known.items()
            if item.alive or (item.fixed and item.container)
        ]
        held = set(state.items.carried())
        known = sorted(state.items.known.items(), key=lambda entry: entry[0] not in held)
        for id_, item in known:
            if item.fixed or item.alive or item.place in (GONE, UNKNOWN):
                continue
            where = state.items.whereabouts(id_)
            room = state.items.room_of(id_)
            if where == INVENTORY or (room is not None and thinking.reachable(room)):
                thinking.tools.append(
                    Tool(id_, item, call(vocabulary, item.name), where == INVENTORY)
                )
            if len(thinking.tools) >= MOST_TOOLS:
                break
        for tool in thinking.tools:
            for need in needs_met_by(tool.item.name):
                thinking._fitting.setdefault(need.name, []).append(tool)
        return thinking

    def fitting(self, need: Need) -> list[Tool]:
        """Return the tools that help with a need."""
        return self._fitting.get(need.name, [])

    def called(self, ending: str) -> list[tuple[ItemId, Item]]:
        """Return the known items whose name ends so, in the order they were first seen."""
        if ending not in self._called:
            self._called[ending] = [
                (id_, item) for name, id_, item in self._names if name.endswith(ending)
            ]
        return self._called[ending]

    def route(self, room: RoomId) -> Route | None:
        """Return the way to a room from where the player is."""
        if room not in self._routes:
            here = self.state.map.here
            self._routes[room] = path(self.state.map, here, room) if here is not None else None
        return self._routes[room]

    def reachable(self, room: RoomId) -> bool:
        """Tell whether a way to a room is known."""
        return self.route(room) is not None

    def sentence(self, shapes: tuple[tuple[str, ...], ...], tool: str, target: str) -> str | None:
        """Return the first of these sentences that the story's grammar takes."""
        for shape in shapes:
            if target == "" and "O" in shape:
                continue
            pattern = ("*" if word in ("T", "O") else word for word in shape)
            if self.vocabulary.takes(*pattern):
                return " ".join({"T": tool, "O": target}.get(word, word) for word in shape)
        return None


def ideas(thinking: Thinking, puzzle: Puzzle) -> list[Idea]:
    """Return what may solve a puzzle, the likeliest first; each command once."""
    best: dict[str, Idea] = {}
    for idea in _all(thinking, puzzle):
        known = best.get(idea.command)
        if known is None or known.chance < idea.chance:
            best[idea.command] = idea
    failed = [attempt.command for attempt in puzzle.attempts if not attempt.worked]
    left = [
        replace(idea, chance=idea.chance * FAILURE ** _alike(idea.command, failed))
        for idea in best.values()
        if not is_spent(thinking.state, idea)
    ]
    return sorted(left, key=lambda idea: (-idea.chance, idea.command))


def _alike(command: str, failed: list[str]) -> int:
    verb = command.partition(" ")[0]
    return sum(other.partition(" ")[0] == verb for other in failed)


def is_spent(state: AdventureState, idea: Idea) -> bool:
    """Tell whether an idea was tried and the world has given no reason to try it again."""
    attempt = state.journal.attempt(idea.room, idea.command)
    if attempt is None:
        return state.journal.barren.get(idea.command, 0) >= BARREN
    if attempt.effect is not Effect.NOTHING or attempt.times >= TIRED:
        return True
    return state.journal.gains - attempt.gains < WORTH_ANOTHER


def _all(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    if puzzle.kind is PuzzleKind.DARK:
        yield from _make_light(thinking, puzzle)
        return
    if puzzle.kind is PuzzleKind.CLUE:
        yield from _told(thinking, puzzle, TOLD_IN_A_CLUE)
        yield from _told_together(thinking, puzzle)
        return
    targets = puzzle.things[:3]
    alive = puzzle.kind is PuzzleKind.CREATURE or _is_alive(thinking, targets)
    yield from _by_need(thinking, puzzle, targets, alive)
    yield from _by_name(thinking, puzzle, targets, alive)
    yield from _alike_things(thinking, puzzle, targets)
    yield from _told(thinking, puzzle, TOLD)
    if alive:
        yield from _offers(thinking, puzzle, targets)
    else:
        yield from _opening(thinking, puzzle, targets)
    yield from _again(thinking, puzzle)


def _is_alive(thinking: Thinking, targets: tuple[str, ...]) -> bool:
    items = thinking.state.items.known.values()
    return any(
        item.alive and speaks_of(telling_words(t), item.name) for t in targets for item in items
    )


def _words(thinking: Thinking, puzzle: Puzzle, target: str) -> str:
    """Return everything that was said of a puzzle: its sign, its things, their descriptions."""
    told = [item.description for _, item in thinking.called(target) if item.description]
    return " ".join([puzzle.quote, target, *told])


def _bring(puzzle: Puzzle, tool: Tool, command: str, chance: float, *, why: Why) -> Idea:
    return Idea(
        command=command,
        room=puzzle.room,
        items=(tool.item.name,),
        chance=chance if tool.held else chance * FAR,
        reason=why.reason,
        kind=why.kind,
    )


def _by_need(
    thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...], alive: bool
) -> Iterator[Idea]:
    for number, target in enumerate(targets):
        words = _words(thinking, puzzle, target)
        for need in needs_in(words):
            if need.alive is not None and need.alive is not alive:
                continue
            fitting = thinking.fitting(need)
            for tool in fitting:
                if _is_target(tool, (target,)):
                    continue
                command = thinking.sentence(need.sentences, tool.name, target)
                if command is None:
                    continue
                chance = need.chance / (1 + 0.5 * number) / (1 + 0.35 * (len(fitting) - 1))
                if need.name == "key":
                    chance = _of_a_key(puzzle, tool, target, chance, len(fitting))
                reason = f"The {tool.item.name} may help with {need.name}."
                yield _bring(puzzle, tool, command, chance, why=Why(reason, need.name))


def _of_a_key(puzzle: Puzzle, tool: Tool, target: str, chance: float, keys: int) -> float:
    """A key that shares a word with its lock fits; a single key fits most likely."""
    if puzzle.kind is not PuzzleKind.LOCKED and "lock" not in puzzle.quote.lower():
        return chance * 0.4
    shared = telling_words(tool.item.name) & telling_words(f"{target} {puzzle.summary}")
    if shared - {"key", "keys", "door", "lock"}:
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
    verb, _, rest = puzzle.command.partition(" ")
    for tool in thinking.tools:
        if not speaks_of(words, tool.item.name) or _is_target(tool, targets):
            continue
        reason = f"The story's own words speak of the {tool.item.name}."
        if rest and "with" not in rest.split() and tool.name not in rest:
            if thinking.vocabulary.takes(verb, "*", "with", "*"):
                yield _bring(
                    puzzle,
                    tool,
                    f"{puzzle.command} with {tool.name}",
                    NAMED,
                    why=Why(reason, "named"),
                )
                continue
            if tool.held:
                yield _bring(puzzle, tool, puzzle.command, NAMED * 0.8, why=Why(reason, "named"))
        for shapes in (GIVING[:1], GIVING[1:]) if alive else (PLACING[:1], PLACING[1:2]):
            for target in targets[:1]:
                said = thinking.sentence(shapes, tool.name, target)
                if said is not None:
                    first = shapes[0] in (GIVING[0], PLACING[0])
                    sure = NAMED if puzzle.command else NAMED * 0.5
                    chance = sure if first else sure * 0.5
                    yield _bring(puzzle, tool, said, chance, why=Why(reason, "named"))


def _alike_things(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    """Things whose name or description shares a telling word with what the puzzle is about."""
    for target in targets[:1]:
        about = telling_words(target)
        for tool in thinking.tools:
            shared = about & telling_words(f"{tool.item.name} {tool.item.description}")
            if not shared or _is_target(tool, (target,)):
                continue
            command = thinking.sentence(PLACING, tool.name, target)
            if command is not None:
                reason = f"The {tool.item.name} has to do with {', '.join(sorted(shared))}."
                yield _bring(puzzle, tool, command, ALIKE, why=Why(reason, "alike"))


def _offers(thinking: Thinking, puzzle: Puzzle, targets: tuple[str, ...]) -> Iterator[Idea]:
    for target in targets[:1]:
        for tool in islice((tool for tool in thinking.tools if tool.held), 8):
            command = thinking.sentence(GIVING[:1], tool.name, target)
            if command is not None:
                reason = f"Perhaps {target} has a use for the {tool.item.name}."
                yield _bring(puzzle, tool, command, OFFERED, why=Why(reason, "offered"))


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


def _again(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """What failed or was barred may work once more was gained."""
    state = thinking.state
    if puzzle.room is None:
        return
    for command in (puzzle.command, puzzle.direction or ""):
        attempt = state.journal.attempt(puzzle.room, command) if command else None
        if attempt is not None and attempt.gains < state.journal.gains:
            gained = state.journal.gains - attempt.gains
            chance = AGAIN * min(1.0, gained / 4) / attempt.times
            yield Idea(command, puzzle.room, (), chance, "Much was gained since then.", "again")


def _make_light(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    for tool in thinking.tools:
        item = tool.item
        if item.lit or not (item.light_source or LIGHTS.search(item.name)):
            continue
        for shape, chance in ((("light", "O"), 0.75), (("turn", "on", "O"), 0.7)):
            command = thinking.sentence((shape,), "", tool.name)
            if command is not None:
                reason = f"It is dark, and the {item.name} may give light."
                yield Idea(
                    command, None, (item.name,), chance if tool.held else 0.5, reason, "light"
                )
    way = puzzle.direction
    if (
        way is not None
        and puzzle.room is not None
        and any(tool.item.lit for tool in thinking.tools)
    ):
        yield Idea(way, puzzle.room, (), 0.8, "There is light now.", "light")


def _told(thinking: Thinking, puzzle: Puzzle, chance: float) -> Iterator[Idea]:
    """Sentences that the words of the puzzle themselves hold: "turn the third wheel"."""
    for command, thing in orders_in(thinking.vocabulary, puzzle.quote):
        room = _room_of(thinking, thing)
        if room is not None and thinking.reachable(room):
            yield Idea(command, room, (), chance, f"The text says so: {command}.", "told")


def _told_together(thinking: Thinking, puzzle: Puzzle) -> Iterator[Idea]:
    """Two known things in one sentence of a clue: one is for the other."""
    for sentence in puzzle.quote.split(". "):
        words = telling_words(sentence)
        tools = [tool for tool in thinking.tools if speaks_of(words, tool.item.name)]
        if not tools:
            continue
        others = [(id_, item) for id_, item in thinking.receivers if speaks_of(words, item.name)]
        for id_, item in others[:4]:
            shapes = GIVING if item.alive else PLACING
            target = call(thinking.vocabulary, item.name)
            room = thinking.state.items.room_of(id_)
            for tool in tools[:4]:
                command = thinking.sentence(shapes, tool.name, target)
                if speaks_of(telling_words(tool.item.name), item.name) or room is None:
                    continue
                if command is not None:
                    chance = TOLD_TOGETHER if item.alive else TOLD_TOGETHER * 0.5
                    reason = f"A clue names the {tool.item.name} and the {item.name} together."
                    idea = _bring(puzzle, tool, command, chance, why=Why(reason, "clue"))
                    yield replace(idea, room=room)


def _room_of(thinking: Thinking, thing: str) -> RoomId | None:
    """Return where a thing is, or a room whose text names it; None if nobody met it."""
    state = thinking.state
    for id_, _ in thinking.called(thing):
        return state.items.room_of(id_)
    for room, names in state.journal.mentioned.items():
        if room in state.map.rooms and any(name.endswith(thing) for name in names):
            return room
    return None
