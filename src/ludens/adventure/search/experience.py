"""What trying has taught: which acts do something, with which things, and what they do where.

The worth of a command is the chance that it makes something new, times how new that would be. What
is known to do something at a place is foreseen; what did nothing in the same situation is worth
nothing; the rest is judged by its act and its things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from ludens.adventure.search.candidates import Candidate
from ludens.adventure.search.facts import View
from ludens.adventure.search.novelty import Level, Novelty
from ludens.adventure.search.prior import Prior

WON = (0.0, 0.0, 0.1, 0.2, 0.3, 1.0, 2.0, 5.0)
"""What a new state is worth, by its level."""
FORESEEN = (0.0, 0.0, 0.03, 0.1, 0.4, 0.7, 2.0, 5.0)
"""The same, of a state that is expected from what the command did before at the place."""
ARRIVING = 1.0
"""Of a place that is expected and was not reached at this score."""
WAY = 0.5
"""Of a way that nobody has tried here."""
REVEALED = 0.1
"""Of a way that was refused, where something has been done that was not so at any refusal."""
WANDERING = 0.1
"""Of a way that has led to more than one place."""
BARRED = 0.1
"""Of a way that was refused in words of its own, when things stand otherwise at its place; as most
ways are refused there is none."""
GOOD = 0.05
"""Success of an act that is tried among the first."""
SECOND = 0.05
"""Of what has come to nothing once where it may have been chance, beside a first attempt."""
CHANCE = 0.5
"""Of what is answered otherwise each time: a fight, a lock that is picked."""
VARIED = 0.3
"""The least share of different answers among those to a command that is worth repeating."""
ROWS = 4
"""How often that is done at a place and score."""
DOUBTS = 2
"""How often it is tried whether an answer means that the hands are full."""
HOPE = 0.02
"""The least worth that is given a second chance."""
_MANY = 1 << 16
"""More things than anybody carries."""


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a command did at a place, the last time that it did anything."""

    added: frozenset[int]
    removed: frozenset[int]
    place: Hashable
    gain: int


@dataclass(frozen=True, slots=True)
class Situation:
    """How things stand at a place, as far as that may decide what comes of a command."""

    around: frozenset[Hashable] = frozenset()
    """What is there and not carried, how it stands, and what was changed there."""
    done: frozenset[int] = frozenset()
    """The facts that commands given there have made so."""


@dataclass(slots=True)
class _Failed:
    """Under what a command has failed."""

    score: int
    """The highest score."""
    under: frozenset[int]
    """All that had been done at its place."""
    times: int = 0

    def may_do(self, score: int, situation: Situation) -> bool:
        """Tell whether something is so now that was not so at any failure."""
        return score > self.score or not situation.done <= self.under

    def again(self, score: int, situation: Situation) -> None:
        """Note another failure."""
        self.score = max(self.score, score)
        self.under |= situation.done
        self.times += 1


@dataclass(slots=True)
class _Local:
    """What is known of one place."""

    idle: dict[tuple[str, Hashable], _Failed] = field(default_factory=dict)
    """Commands that did nothing, with how what they name stood, or what was around."""
    effects: dict[str, _Effect] = field(default_factory=dict)
    answers: dict[str, tuple[int, set[str]]] = field(default_factory=dict)
    """How often a command was tried, and how its answers began."""
    arrivals: dict[Hashable, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    """Where a way has led to."""
    refused: dict[Hashable, tuple[str, _Failed]] = field(default_factory=dict)
    """What a way was refused with."""
    full: dict[str, int] = field(default_factory=dict)
    """With how many things at the least a command was answered that the hands are full."""


class Experience:
    """What trying has taught in one search."""

    def __init__(self, novelty: Novelty, prior: Prior | None = None) -> None:
        self._novelty = novelty
        self._prior = prior or Prior()
        self._at: dict[Hashable, _Local] = defaultdict(_Local)
        self._refusals: dict[str, int] = defaultdict(int)
        self._usual = ""
        self._takes: set[Hashable] = set()
        """Acts by which what was named came to be carried."""
        self._taken: set[Hashable] = set()
        """Things that were taken once."""
        self._hands_full: set[str] = set()
        """What is answered where something is not done for want of a free hand."""
        self._most = 0
        """How much was carried at most."""
        self._doubts: dict[str, int] = defaultdict(int)
        """How often it was tried whether an answer is one of those."""
        self._released: set[Hashable] = set()
        """Where it was tried already to put things down so that something may be done."""
        self.releasing: dict[Hashable, None] = {}
        """Acts by which what was carried came to lie at the place."""
        self._repeated: dict[Hashable, int] = defaultdict(int)
        """How often a command was repeated in a row at a place and score."""

    def leads_on(self, place: Hashable) -> bool:
        """Tell whether a way was gone from a place to another one."""
        arrivals = self._at[place].arrivals.values() if place in self._at else ()
        return any(ends - {place} for ends in arrivals)

    def worth(self, view: View, situation: Situation, candidate: Candidate) -> float:
        """Return what a command is worth at a state; 0: it is not to be tried."""
        here, command = self._at[view.place], candidate.command
        if here.full and len(view.held) >= here.full.get(command, _MANY):
            return 0.0
        failed = here.idle.get((command, candidate.state or situation.around))
        idle = failed is not None
        effect = here.effects.get(command)
        if effect is not None and not idle:
            foreseen = self._foreseen(view, effect)
            if foreseen:
                return foreseen
        if candidate.is_way:
            if len(here.arrivals.get(candidate.act, ())) > 1:
                return WANDERING
            if effect is not None:
                return 0.0
            return self._worth_of_way(view, situation, candidate, is_idle=idle)
        if idle or effect is not None:
            if failed is not None and failed.may_do(view.score, situation):
                return self._prior.worth(candidate, is_idle=True)
            worth = self._prior.worth(candidate, is_idle=False)
            return worth * self._chance(here, command) if worth >= HOPE else 0.0
        return self._prior.worth(candidate, is_idle=False)

    def _worth_of_way(
        self, view: View, situation: Situation, candidate: Candidate, *, is_idle: bool
    ) -> float:
        """Return what a way is worth that has led nowhere yet."""
        known = self._at[view.place].refused.get(candidate.act)
        if known is None:
            return WAY
        refusal, failed = known
        if not situation.done <= failed.under:
            return REVEALED
        if is_idle or self._refusals[refusal] * 2 >= self._refusals[self._usual]:
            return 0.0
        return BARRED / (1 + failed.times)

    def enriches(self, view: View, candidate: Candidate) -> bool:
        """Tell whether a command is known to bring something about at its place.

        Of several such commands at a state one is enough: the others are to be given after it.
        """
        effect = self._at[view.place].effects.get(candidate.command)
        return effect is not None and effect.place == view.place and effect.gain == 0

    def good(self) -> frozenset[Hashable]:
        """Return the acts with one thing that have done something often enough to come first."""
        return frozenset(act for act, rate in self._prior.rates(1).items() if rate >= GOOD)

    @staticmethod
    def _chance(here: _Local, command: str) -> float:
        """Return how likely it is that a command does what it did not do before."""
        tries, said = here.answers[command]
        if len(said) == 1:
            return SECOND if tries == 1 else 0.0
        return CHANCE * (len(said) - 1) / tries

    def may_repeat(self, view: View, candidate: Candidate) -> bool:
        """Tell whether a command is worth repeating in a row; counts that it will be."""
        tries, said = self._at[view.place].answers[candidate.command]
        key = (view.score, view.place, candidate.command)
        if len(said) < 2 or len(said) < VARIED * tries or self._repeated[key] >= ROWS:
            return False
        self._repeated[key] += 1
        return True

    def is_hindered(self, view: View, candidate: Candidate, answer: str) -> bool:
        """Tell whether what was not taken may be taken with free hands.

        So it is where the answer is known to mean that, for what was taken before, and a few times
        for any answer where as much is carried as ever. Once a place and score; counts that it
        will be tried.
        """
        key = (view.score, view.place, candidate.command)
        if key in self._released or not view.held.isdisjoint(candidate.named):
            return False
        said = _first_line(answer)
        if said not in self._hands_full:
            if candidate.act not in self._takes:
                return False
            if not self._taken.issuperset(candidate.named):
                if len(view.held) < self._most or self._doubts[said] >= DOUBTS:
                    return False
                self._doubts[said] += 1
        self._released.add(key)
        return True

    def learn_hindrance(self, view: View, candidate: Candidate, answer: str) -> None:
        """Learn that it was for want of a free hand that a command was answered so."""
        self._hands_full.add(_first_line(answer))
        here = self._at[view.place]
        here.full[candidate.command] = len(view.held)
        here.idle = {one: at for one, at in here.idle.items() if one[0] != candidate.command}

    def learn_nothing(
        self, before: View, situation: Situation, candidate: Candidate, answer: str
    ) -> None:
        """Learn that a command did nothing, and what was answered."""
        here, command = self._at[before.place], candidate.command
        _hear(here, command, answer)
        if _first_line(answer) in self._hands_full:
            held = len(before.held)
            here.full[command] = min(here.full.get(command, held), held)
            return
        if candidate.is_way:
            self._refuse(before, situation, candidate, answer)
        known = here.effects.pop(command, None)
        failing = (command, candidate.state or situation.around)
        failed = here.idle.setdefault(failing, _Failed(before.score, situation.done))
        failed.again(before.score, situation)
        if known is None:
            self._prior.count(candidate, 0.0)
        self._prior.fail(candidate)

    def _refuse(
        self, before: View, situation: Situation, candidate: Candidate, answer: str
    ) -> None:
        """Learn that a way led nowhere, whatever else came of it: somebody bars it."""
        refused = self._at[before.place].refused
        failed = refused[candidate.act][1] if candidate.act in refused else _Failed(0, frozenset())
        failed.again(before.score, situation)
        refused[candidate.act] = (answer, failed)
        self._refusals[answer] += 1
        self._usual = max(self._usual, answer, key=lambda text: self._refusals[text])

    def learn(
        self,
        before: View,
        situation: Situation,
        after: View,
        candidate: Candidate,
        answer: str,
        level: Level,
    ) -> None:
        """Learn what a command did."""
        here = self._at[before.place]
        _hear(here, candidate.command, answer)
        self._most = max(self._most, len(after.held))
        if after.held > before.held and not after.held.isdisjoint(candidate.named):
            self._takes.add(candidate.act)
            self._taken.update(candidate.named)
        if after.dull and len(candidate.named) == 1:
            self.releasing[candidate.act] = None
        if candidate.is_way and after.place == before.place and after.score == before.score:
            self._refuse(before, situation, candidate, answer)
            return
        if candidate.command not in here.effects:
            self._prior.count(candidate, WON[level])
        if candidate.is_way and after.place != before.place:
            here.arrivals[candidate.act].add(after.place)
        here.effects[candidate.command] = _Effect(
            after.facts - before.facts,
            before.facts - after.facts,
            after.place,
            after.score - before.score,
        )

    def forget_failures(self) -> None:
        """Let what did nothing be tried again."""
        for here in self._at.values():
            here.idle.clear()
            here.full.clear()
        self._prior.forget_failures()

    def _foreseen(self, view: View, effect: _Effect) -> float:
        score = view.score + effect.gain
        level = self._novelty.foresee(view, effect.place, score, effect.added, effect.removed)
        if level is Level.PLACE:
            return ARRIVING if effect.gain >= 0 else FORESEEN[Level.PAIR]
        return FORESEEN[level] if effect.gain >= 0 else min(FORESEEN[level], FORESEEN[Level.PAIR])


def _first_line(answer: str) -> str:
    return answer.strip().partition("\n")[0]


def _hear(here: _Local, command: str, answer: str) -> None:
    tries, said = here.answers.setdefault(command, (0, set()))
    said.add(_first_line(answer))
    here.answers[command] = (tries + 1, said)
