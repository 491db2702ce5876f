"""The search itself: try commands from states, keep what is new, remember what came of it.

Pure policy: the same story, snapshots, settings and dice give the same finds, however the steps are
sliced. Facts, novelty, noise, experience, candidates and open lists each stand in a module of
their own; here they are put together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, islice, permutations
from random import Random

from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.directions import direction_of
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.zstory import read_zstory
from ludens.adventure.plan import fingerprint
from ludens.adventure.search.candidates import IDLE, KEYS, LOOK, Candidate, Grammar, Reach
from ludens.adventure.search.experience import Experience, Situation
from ludens.adventure.search.facts import SLOT, Facts, Noise, Thing, View
from ludens.adventure.search.frontier import Frontier, Node
from ludens.adventure.search.novelty import Level, Novelty
from ludens.adventure.search.prior import Prior
from ludens.adventure.search.simulator import Outcome, Simulator, StateKey
from ludens.adventure.settings import SearchSettings
from ludens.adventure.vocabulary import Vocabulary

FRESH = (0.0, 0.02, 0.1, 0.1, 0.3, 0.5, 0.8, 2.0)
"""What a state that nobody has gone on from is worth, by its level."""
GAIN = (0.0, 0.0, 0.02, 0.02, 0.1, 0.2, 1.0, 5.0)
"""What the score of the state before it has yielded, by the level of a new state."""
ABSURD = 60
"""Sentences about what is not there, of which nothing but the parser takes note."""
TOPICS = 8
"""Names met last that are talked about."""
ROOMS = 40
"""Places found last that are told as finds."""
ALIKE = 5
"""Answers of a batch that, all the same, make a state seem one where nothing is answered."""
CUT = 0.1
"""The least share of the worth of a batch's first command that another is worth."""
ALL = 3
"""Stages of thinking of commands for a state: the likely ones, all that name one thing, all."""
REPEATS = 8
"""How often a command of which something else may come each time is given in a row."""
THOUGHT, MOST = 4000, 200
"""Commands with two things or a topic that are weighed at a state, and that are to be tried."""
REST = (0.1, 0.03, 0.005, 0.0)
"""What is worth less than this is left until the next stage of thinking has brought its own."""
HOPED = 0.25
"""The share of a new state's worth, as first thought, that its best command must have."""
STALE = 0.1
"""What such a state is worth beside others."""


class Kind(StrEnum):
    """What a find is."""

    VICTORY = "victory"
    SCORE = "score"
    ROOM = "room"


@dataclass(frozen=True, slots=True)
class Find:
    """Something worth typing: its commands, from the snapshot that was searched from."""

    kind: Kind
    commands: tuple[str, ...]
    answers: tuple[str, ...]
    """The fingerprint of the answer to each."""
    score: int
    """The score afterwards."""
    steps: int
    """Steps of the search after which it was found."""
    text: str
    """The answer to the last of its commands."""
    leads_on: bool = True
    """The search has gone from where it ends to another place."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found by now."""

    finds: tuple[Find, ...]
    """The best first: victories, scores from the highest down, places from the last on."""
    steps: int
    """Interpreter steps spent in all."""
    score: int
    """The score at the beginning."""
    states: int
    """States that were kept."""
    places: int
    """Places that were reached."""


Proposals = Callable[[Sequence[Thing]], Iterable[Candidate]]
"""What others would try with the things at hand."""


@dataclass(slots=True)
class _Finds:
    """What was found, as it is found."""

    victories: list[tuple[Node, int]] = field(default_factory=list)
    """Each with a higher score than those found before it, the last one first."""
    scores: dict[int, tuple[Node, int]] = field(default_factory=dict)
    rooms: list[tuple[Node, int]] = field(default_factory=list)


class Search:
    """A search from a snapshot, which may be gone on with at any time, from another one too."""

    def __init__(
        self,
        simulator: Simulator,
        story: bytes,
        perception: Facts,
        settings: SearchSettings,
        dice: Random,
        proposals: Proposals | None = None,
        *,
        prior: Prior | None = None,
    ) -> None:
        self._simulator = simulator
        self._facts = perception
        self._batch = settings.batch
        self._dice = dice
        self._proposals = proposals
        self._vocabulary = Vocabulary(story)
        self._grammar = Grammar(read_zstory(story), self._vocabulary)
        self._noise = Noise(perception.is_lasting, perception.is_moving)
        self._novelty = Novelty(self._noise)
        self._experience = Experience(self._novelty, prior)
        self._reach = Reach(self._vocabulary, dice)
        self._frontier = Frontier(dice)
        self._nodes: list[Node] = []
        self._local: dict[Hashable, set[int]] = defaultdict(set)
        """Slots that commands have changed at a place, whatever they are of: a window, a door."""
        self._found = _Finds()
        self._proven: set[int] = set()
        """Soft slots that once kept what was put into them."""
        self._snapshot = b""
        self._reopened = 0
        """Steps spent when what was set aside was opened again."""
        self._allowed = 0
        self.steps = 0
        """Interpreter steps spent."""

    def run(self, snapshot: bytes, steps: int) -> Found:
        """Spend so many more steps (a batch more at most) from a snapshot.

        However the steps are sliced, the same comes of them in all. From another snapshot than
        before it goes on with all that it has learnt, and with the states that come after this one.
        """
        if snapshot != self._snapshot:
            self._allowed = self.steps
            self._snapshot = snapshot
            self._set_out()
        self._allowed += steps
        while self.steps < self._allowed:
            node = self._frontier.next()
            if node is not None:
                if node.stage or not self._is_overrated(node):
                    self._go_on(node)
            elif not self._reopen():
                break
        return self.found()

    def found(self) -> Found:
        """Return what has been found by now."""
        found, root = self._found, self._nodes[0]
        scores = sorted(found.scores.items(), reverse=True)
        nodes = [
            *((Kind.VICTORY, *pair) for pair in found.victories),
            *((Kind.SCORE, *pair) for score, pair in scores if score > root.score),
            *((Kind.ROOM, *pair) for pair in found.rooms[: -ROOMS - 1 : -1]),
        ]
        leads_on = self._experience.leads_on
        finds = tuple(_find(kind, one, steps, leads_on(one.place)) for kind, one, steps in nodes)
        places = len(self._novelty.places)
        return Found(finds, self.steps, root.score, len(self._nodes), places)

    def without_detours(self, find: Find, steps: int) -> Find:
        """Return a find of the last search without the commands that its points do not need.

        Stretches are left out by turns, the long ones first, until so many steps are spent (a line
        more at most). One that ends the story, or that waits for a key on its way, is left as it
        is.
        """
        size, until = len(find.commands) // 2, self.steps + steps
        while size:
            at = 0
            while at < len(find.commands) and self.steps < until:
                line = self._line([*find.commands[:at], *find.commands[at + size :]])
                if line and line[-1].score >= find.score and _is_alive(line[-1]):
                    find = _along(find, line)
                else:
                    at += size
            size //= 2
        return find

    def without_deeds(self, find: Find, steps: int) -> Find:
        """Return the way to a room without the deeds that it does not need, as far as so many
        steps tell (a line more at most).
        """
        at, until = 0, self.steps + steps
        while at < len(find.commands) and self.steps < until:
            if direction_of(find.commands[at]) is None:
                line = self._line([*find.commands[:at], *find.commands[at + 1 :]])
                if line and line[-1].text == find.text:
                    find = _along(find, line)
                    continue
            at += 1
        return find

    def _line(self, commands: Sequence[str]) -> list[Node]:
        """Give some commands from where this search began; none if one of them cannot be given."""
        node, line = self._nodes[0], list[Node]()
        for command in commands:
            (outcome,) = outcomes = self._try(node.key, [command])
            (key,), (view,) = self._read(node.view, outcomes)
            if view is None or outcome.wants is not Wants.LINE:
                line.clear()
                break
            node = self._after(node, outcome, view, self._simulator.keep(0) if key is None else key)
            line.append(node)
        for node in line:
            self._simulator.forget(node.key)
        return line

    def _set_out(self) -> None:
        """Begin from the snapshot: what is new is new since then."""
        known = (one for one in self._nodes if self._simulator.snapshot(one.key) == self._snapshot)
        root = next(known, None) or self._begin()
        kept = [node for node in self._nodes if root in node.line()]
        for node in set(self._nodes).difference(kept, [root]):
            self._simulator.forget(node.key)
        root.parent = None
        self._nodes = []
        self._found = _Finds()
        self._frontier = Frontier(self._dice)
        self._novelty.forget()
        for node in dict.fromkeys([root, *kept]):
            self._take_in(node)

    def _take_in(self, node: Node) -> None:
        """Take in a state that is there already when a search begins."""
        is_new_place = node.place not in self._novelty.places
        node.level = self._novelty.take(node.view)
        self._nodes.append(node)
        if node.parent is not None:
            self._note(node, judge(node.text, node.wants), is_new_place)
        if node.is_open and not node.is_over:
            worth = self._next_worth(node) if node.stage else FRESH[node.level]
            self._frontier.add(node, worth)

    def _begin(self) -> Node:
        """Read a beginning, and learn what changes of itself."""
        is_first = not self._nodes
        key = self._simulator.root(self._snapshot)
        (look,) = self._try(key, [LOOK])
        if look.fault is not None:
            raise look.fault
        view = self._facts.begin(look, self._asking(key))
        reach = self._facts.things(look, view)
        root = Node(key, None, "", "", view, look.wants, Level.SCORE, reach)
        self._hear(view, self._try(key, IDLE), everything=True)
        if self._facts.reads_memory and is_first:
            absent = self._reach.absent(reach)
            every = enumerate(self._grammar.acts() if absent else ())
            said = [one.say([absent[at % len(absent)]]) for at, one in every]
            self._hear(view, self._try(key, said[:ABSURD]))
        return root

    def _try(self, key: StateKey, commands: Sequence[str]) -> list[Outcome]:
        self.steps += len(commands)
        return self._simulator.try_all(key, commands, memory=self._facts.reads_memory)

    def _asking(self, key: StateKey) -> Callable[[Sequence[str]], list[Outcome]]:
        return lambda commands: self._try(key, commands)

    def _read(
        self, before: View, outcomes: Sequence[Outcome]
    ) -> tuple[list[StateKey | None], list[View | None]]:
        """Read what came of the last batch; None where the interpreter failed.

        Who reads memory asks nothing; who reads text alone asks on from every state, and so these
        must be kept first: after that the batch is no longer the last one.
        """
        keys: list[StateKey | None] = [None] * len(outcomes)
        if not self._facts.reads_memory:
            keys = [
                None if one.fault else self._simulator.keep(at) for at, one in enumerate(outcomes)
            ]
        views = [
            None
            if one.fault
            else self._facts.view(
                one, before, self._noise.slots, _ask_nothing if key is None else self._asking(key)
            )
            for one, key in zip(outcomes, keys, strict=True)
        ]
        return keys, views

    def _is_overrated(self, node: Node) -> bool:
        """Think about a state for the first time; put it back if less is to be done than hoped."""
        self._think(node)
        best = node.todo[-1] if node.todo else None
        worth = self._experience.worth(node.view, node.situation, best) if best else REST[1]
        if node.level < Level.UNHEARD and worth < FRESH[node.level] * HOPED:
            self._frontier.add(node, worth, is_weighed=True)
            return True
        return False

    def _go_on(self, node: Node) -> None:
        """Try the worthiest commands that are left at a state."""
        batch: list[Candidate] = []
        later: list[Candidate] = []
        least, enriches = 0.0, False
        while len(batch) < self._batch:
            worth = self._next_worth(node)
            if not batch and node.stage < ALL and worth < REST[node.stage]:
                self._think(node)
            elif not node.todo or worth < least:
                break
            else:
                one = node.todo.pop()
                if self._experience.enriches(node.view, one):
                    if enriches:
                        later.append(one)
                        continue
                    enriches = True
                least = max(least, CUT * worth)
                batch.append(one)
        node.todo.extend(later)
        node.expanded += 1
        node.tried.update(one.command for one in batch)
        alike = bool(batch) and self._carry_out(node, batch)
        worth = max(self._next_worth(node), REST[node.stage])
        node.is_open = worth > 0
        if node.is_open:
            self._frontier.add(node, worth * (STALE if alike else 1))

    def _next_worth(self, node: Node) -> float:
        """Return the worth of the command that is next, having dropped those of none."""
        while node.todo:
            worth = self._experience.worth(node.view, node.situation, node.todo[-1])
            if worth > 0:
                return worth
            node.todo.pop()
        return 0.0

    def _think(self, node: Node) -> None:
        """Think of more commands for a state: simple ones first, then the many."""
        node.stage += 1
        tried = node.tried
        every = [one for one in (*node.todo, *self._candidates(node)) if one.command not in tried]
        worths = [self._experience.worth(node.view, node.situation, one) for one in every]
        ranked = sorted(
            (worth * (1 + 0.3 * self._dice.random()), index)
            for index, worth in enumerate(worths)
            if worth > 0
        )
        node.todo = [every[at] for _, at in ranked[-MOST:]]

    def _carry_out(self, node: Node, batch: Sequence[Candidate]) -> bool:
        """Try commands and learn; tell whether the story had one answer for all of them."""
        outcomes = self._try(node.key, [candidate.command for candidate in batch])
        keys, views = self._read(node.view, outcomes)
        if self._facts.reads_memory:
            keys = self._doubt(node, views)
        chances: list[tuple[Candidate, Node]] = []
        hindered: list[tuple[Candidate, str]] = []
        for index, view in enumerate(views):
            if view is not None:
                key, outcome = keys[index], outcomes[index]
                kept = self._learn(node, batch[index], outcome, view, index, key)
                if not kept and self._may_come_otherwise(node, batch[index], outcome, view):
                    key = self._simulator.keep(index) if key is None else key
                    chances.append((batch[index], self._after(node, outcome, view, key)))
                elif key is not None and not kept:
                    self._simulator.forget(key)
                if view.held == node.view.held and self._experience.is_hindered(
                    node.view, batch[index], outcome.text
                ):
                    hindered.append((batch[index], outcome.text))
        for candidate, answer in hindered:
            self._make_room(node, candidate, answer)
        for candidate, after in chances:
            self._repeat(after, candidate)
        return len(outcomes) >= ALIKE and len({outcome.text for outcome in outcomes}) == 1

    def _make_room(self, node: Node, candidate: Candidate, answer: str) -> None:
        """Put down one thing after another to see whether what failed is done with free hands."""
        acts = list(self._experience.releasing)
        held = [thing for thing in node.things if thing.held and thing.key not in candidate.named]
        putting_down = [
            next((one for act in acts for one in self._grammar.of(thing) if one.act == act), None)
            for thing in self._dice.sample(held, min(REPEATS, len(held)))
        ]
        commands = [one.command for one in putting_down if one is not None]
        outcomes = self._try(node.key, commands)
        views = self._read(node.view, outcomes)[1]
        ways = [
            self._after(node, outcome, view, self._simulator.keep(index))
            for index, (outcome, view) in enumerate(zip(outcomes, views, strict=True))
            if view is not None and view.held < node.view.held and outcome.wants is Wants.LINE
        ]
        for after in ways:
            outcomes = self._try(after.key, [candidate.command])
            keys, views = self._read(after.view, outcomes)
            view = views[0]
            if view is None:
                continue
            if not view.held.isdisjoint(candidate.named):
                self._experience.learn_hindrance(node.view, candidate, answer)
            if self._learn(after, candidate, outcomes[0], view, 0, keys[0]):
                return

    def _may_come_otherwise(
        self, node: Node, candidate: Candidate, outcome: Outcome, view: View
    ) -> bool:
        """Tell whether the same once more may do what it did not: a fight, a lock picked."""
        goes_on = outcome.wants is Wants.LINE and (view.place, view.score) == (
            node.place,
            node.score,
        )
        return (
            goes_on
            and judge(outcome.text, outcome.wants) is Verdict.NORMAL
            and self._experience.may_repeat(node.view, candidate)
        )

    @staticmethod
    def _after(node: Node, outcome: Outcome, view: View, key: StateKey) -> Node:
        """Return a state on the way of repeating a command, which is not gone on from otherwise."""
        return Node(
            key, node, outcome.command, outcome.text, view, outcome.wants, Level.KNOWN, (),
            node.depth + 1, node.situation,
        )  # fmt: skip

    def _repeat(self, node: Node, candidate: Candidate) -> None:
        """Give the same command several times in a row, until something new comes of it."""
        for _ in range(REPEATS):
            outcomes = self._try(node.key, [candidate.command])
            keys, views = self._read(node.view, outcomes)
            view, key, outcome = views[0], keys[0], outcomes[0]
            if view is None or self._learn(node, candidate, outcome, view, 0, key):
                return
            verdict = judge(outcome.text, outcome.wants)
            if verdict is not Verdict.NORMAL or outcome.wants is not Wants.LINE:
                return
            key = self._simulator.keep(0) if key is None else key
            node = self._after(node, outcome, view, key)

    def _doubt(self, node: Node, views: Sequence[View | None]) -> list[StateKey | None]:
        """Look round where only soft slots have changed, and learn which of them last.

        Returns the states, which had to be kept for it if there was any.
        """
        doubtful: dict[int, set[int]] = {}
        for index, view in enumerate(views):
            if view is None or view.place != node.place or view.score != node.score:
                continue
            changed = {one >> SLOT for one in self._noise.without(view.facts ^ node.view.facts)}
            if changed and not changed <= self._proven and all(map(self._facts.is_soft, changed)):
                doubtful[index] = changed
        if not doubtful or node.wants is not Wants.LINE:
            return [None] * len(views)
        keys = [
            None if view is None else self._simulator.keep(index)
            for index, view in enumerate(views)
        ]
        here = self._after_looking(node.key, node.view)
        for index, changed in doubtful.items():
            key, view = keys[index], views[index]
            assert key is not None and view is not None
            there = self._after_looking(key, view)
            differ = {fact >> SLOT for fact in there ^ here}
            self._proven.update(changed & differ)
            self._noise.hear(slot << SLOT for slot in changed - differ - self._proven)
        return keys

    def _after_looking(self, key: StateKey, view: View) -> frozenset[int]:
        (look,) = self._try(key, [LOOK])
        if look.fault is not None or look.wants is not Wants.LINE:
            return view.facts
        return self._facts.view(look, view, self._noise.slots, _ask_nothing).facts

    def _learn(
        self,
        node: Node,
        candidate: Candidate,
        outcome: Outcome,
        after: View,
        index: int,
        key: StateKey | None,
    ) -> bool:
        """Learn what a command did, and keep the state if it is new; tell whether it was kept."""
        before = node.view
        changed = after.facts ^ before.facts
        self._noise.count(changed)
        same = after.score == before.score and after.place == before.place
        if same and outcome.wants is node.wants and not self._noise.without(changed):
            self._experience.learn_nothing(before, node.situation, candidate, outcome.text)
            return False
        if after.place == before.place:
            moved = {one >> SLOT for one in (*before.carried, *after.carried, *after.dull)}
            slots = {one >> SLOT for one in self._noise.without(changed)}
            self._local[after.place].update(
                slot for slot in slots - moved if not self._facts.is_soft(slot)
            )
        is_new_place = after.place not in self._novelty.places
        level = self._novelty.take(after)
        self._experience.learn(before, node.situation, after, candidate, outcome.text, level)
        verdict = judge(outcome.text, outcome.wants)
        if level is Level.KNOWN and verdict is not Verdict.VICTORY:
            return False
        self._frontier.reward(before.score, GAIN[level])
        if verdict in (Verdict.DEATH, Verdict.DEFEAT):
            return False
        is_over = verdict in (Verdict.ENDED, Verdict.VICTORY)
        if verdict is Verdict.ENDED and after.score <= max(self._found.scores, default=0):
            return False
        kept = self._simulator.keep(index) if key is None else key
        reach = () if is_over else self._facts.things(outcome, after)
        child = Node(
            kept, node, candidate.command, outcome.text, after, outcome.wants, level, reach,
            node.depth + 1,
        )  # fmt: skip
        self._nodes.append(child)
        self._note(child, verdict, is_new_place)
        child.is_over = is_over
        if not is_over:
            self._frontier.add(child, FRESH[level], is_weighed=level is Level.ASIDE)
        return True

    def _note(self, node: Node, verdict: Verdict, is_new_place: bool) -> None:
        """Note a state as a find, if it is one."""
        won = self._found.victories
        if verdict is Verdict.VICTORY and (not won or node.score > won[0][0].score):
            won.insert(0, (node, self.steps))
        if node.score not in self._found.scores:
            self._found.scores[node.score] = (node, self.steps)
        if is_new_place:
            self._found.rooms.append((node, self.steps))

    def _candidates(self, node: Node) -> list[Candidate]:
        """Return what may be typed at a state at this stage of thinking about it."""
        if node.wants is Wants.KEY:
            node.stage = ALL
            return [Candidate(key, ("key", key)) for key in KEYS]
        if node.stage == 1:
            slots = self._local[node.place]
            done = frozenset(fact for fact in node.view.facts if fact >> SLOT in slots)
            there = [(thing.key, thing.likeness) for thing in node.reach if not thing.held]
            node.situation = Situation(done.union(there), done)
            node.things = self._reach.of(
                node.place, node.reach, node.text, lambda lines: self._examine(node, lines)
            )
            proposed = self._proposals(node.things) if self._proposals is not None else ()
            every = [*proposed, *self._grammar.ways()]
            good = self._experience.good()
            every.extend(one for one in self._of_one(node) if one.act in good)
        elif node.stage == 2:
            every = [*self._of_one(node), *self._grammar.plain()]
        else:
            every = [*islice(self._of_many(node), THOUGHT)]
        unique: dict[Hashable, Candidate] = {}
        for one in every:
            unique.setdefault((one.act, one.named, one.topic), one)
        return list(unique.values())

    def _of_many(self, node: Node) -> Iterator[Candidate]:
        """Yield what may be said with two of the things at hand or a topic, the pairs by chance."""
        pairs = list(permutations(node.things, 2))
        self._dice.shuffle(pairs)
        met = list(self._reach.met)[-TOPICS:]
        return chain(
            chain.from_iterable(self._grammar.about(topic, node.things) for topic in met),
            chain.from_iterable(self._grammar.of_two(*pair) for pair in pairs),
        )

    def _of_one(self, node: Node) -> Iterator[Candidate]:
        return chain.from_iterable(map(self._grammar.of, node.things))

    def _examine(self, node: Node, commands: Sequence[str]) -> list[Outcome]:
        """Ask about names; what the parser notes of it is noise."""
        outcomes = self._try(node.key, commands)
        if self._facts.reads_memory:
            self._hear(node.view, outcomes)
        return outcomes

    def _hear(self, before: View, outcomes: Sequence[Outcome], *, everything: bool = False) -> None:
        """Learn from what does nothing what changes all the same: everything, or soft slots."""
        keys, views = self._read(before, outcomes)
        for outcome, key, after in zip(outcomes, keys, views, strict=True):
            if after is not None and outcome.wants is Wants.LINE:
                changed = after.facts ^ before.facts
                self._noise.hear(
                    one for one in changed if everything or self._facts.is_soft(one >> SLOT)
                )
            if key is not None:
                self._simulator.forget(key)

    def _reopen(self) -> bool:
        """Open again what was set aside, when nothing is left; tell whether that may help.

        What failed may be tried again, and of some things that nobody has seen it is tried blindly.
        """
        if self.steps == self._reopened:
            return False
        self._reopened = self.steps
        self._experience.forget_failures()
        self._reach.guess()
        for node in self._nodes:
            if not node.is_over:
                node.stage, node.is_open, node.expanded = 0, True, 0
                self._frontier.add(node, FRESH[node.level])
        return True


def _ask_nothing(commands: Sequence[str]) -> list[Outcome]:
    raise AssertionError("who reads memory asks nothing")


def worth_telling(found: Found) -> tuple[Find, ...]:
    """Return the finds that a mind may want to know of: a victory, the nearest gain, and the one
    that gains most for its commands. The beginning of another is left out.
    """
    gains = [find for find in found.finds if find.kind is not Kind.ROOM]
    if not gains:
        return ()
    best = max(gains, key=lambda find: (find.score - found.score) / len(find.commands))
    wanted = dict.fromkeys((gains[0],) if gains[0].kind is Kind.VICTORY else ())
    wanted |= dict.fromkeys((min(gains, key=lambda find: len(find.commands)), best))
    lines = [find.commands for find in wanted]
    return tuple(
        find
        for find in wanted
        if not any(find.commands == line[: len(find.commands)] != line for line in lines)
    )


def _along(find: Find, line: Sequence[Node]) -> Find:
    """Return a find by another line of states."""
    return replace(
        find,
        commands=tuple(one.command for one in line),
        answers=tuple(fingerprint(one.text) for one in line),
        text=line[-1].text,
    )


def _is_alive(one: Node) -> bool:
    return judge(one.text, one.wants) is Verdict.NORMAL


def _find(kind: Kind, node: Node, steps: int, leads_on: bool) -> Find:
    line = list(node.line())[::-1]
    commands = tuple(one.command for one in line)
    answers = tuple(fingerprint(one.text) for one in line)
    return Find(kind, commands, answers, node.score, steps, node.text, leads_on)
