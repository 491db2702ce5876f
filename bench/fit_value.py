"""Fits the value of proposals on labels that cost nothing.

The offline planner plays the stories of the list (half `tune`), and at every turn some of what it
could do is tried on a snapshot and labelled by what it did: points, a new place, a new thing in the
hands, a thing come to light, a thing as it never was, a name not heard before; and by what of
this can be had in one command after it and could not before. A Poisson regression over the
features is fitted to these labels and written beside the code; the loss on stories left out is
printed, beside that of a constant and of the weights in use.

What takes several steps is credited to each of them where a way to progress is known: a story is
played along it, and a proposal that does what the way does is worth what comes after, each turn by
`DISCOUNT` less. The ways are the walkthroughs of our own stories (`--more`) and what search found
in the published ones (`--routes`, written by `search.py`).

    python bench/fit_value.py --collect labels.jsonl --turns 200
    python bench/fit_value.py --collect labels.jsonl --routes routes.jsonl --more stories/*.z5
    python bench/fit_value.py --fit labels.jsonl --write
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import PoissonRegressor
from sklearn.metrics import mean_poisson_deviance
from sklearn.model_selection import GroupKFold

import ludens.adventure.offline as offline
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Trial, Wants
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe, Reading
from ludens.adventure.offline.facts import facts_of
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposal import Proposal
from ludens.adventure.offline.proposers import DROP
from ludens.adventure.offline.value import MOST, PROGRESS, Features, value
from ludens.adventure.plan import Plan
from ludens.adventure.plan import command as plan_of
from ludens.adventure.state import AdventureState
from ludens.episode.game import Stage
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.settings import load_settings

BEST, OTHERS = 8, 8
"""Proposals that are labelled at a turn: the most valuable, and as many drawn by lot."""
STRAYS = 0.3
"""How often the labelling player does one of the others, so that more is seen of the world."""
FEW = 1500
"""Proposals below which a story weighs less than others."""
DISCOUNT = 0.8
"""What progress one turn later is worth now."""
WEIGHTS = Path(offline.__file__).with_name("weights.json")
TRIED = WEIGHTS.with_name("tried.json")
PACE = "rule tries"
"""The feature of how often a rule was tried; the others that begin so name the rule."""
GAINS = frozenset({"score", "room", "item"})


@dataclass
class Labeller:
    """What proposals do, read from the machine's memory."""

    probe: Probe
    rooms: set[int] = field(default_factory=set)
    held: set[int] = field(default_factory=set)
    states: dict[int, set[bytes]] = field(default_factory=dict)
    """The attributes that each object has had."""

    def note(self, reading: Reading) -> None:
        """Take what is so by now as known."""
        if reading.location is not None:
            self.rooms.add(reading.location)
        if reading.player is not None:
            self.held.update(reading.objects.descendants(reading.player))
        for number in range(1, len(reading.objects) + 1):
            state = reading.objects.attribute_bytes(number)
            self.states.setdefault(number, set()).add(state)

    def gains(self, before: Reading, waited: Reading, after: Reading) -> list[str]:
        """Return what was gained in between, beyond what waiting brings."""
        made: list[str] = []
        if before.score is not None and after.score is not None:
            made += ["score"] * (after.score > max(before.score, waited.score or 0))
        place = after.location
        if place is not None and place not in self.rooms and place != waited.location:
            made.append("room")
        if after.player is not None:
            new = set(after.objects.descendants(after.player)) - self.held
            made += ["item"] * bool(new)
        return made

    def changes(self, before: Reading, waited: Reading, after: Reading) -> bool:
        """Tell whether an object is as it never was, and waiting would not have made it so."""
        player = before.player or 0
        for number in range(1, len(after.objects) + 1):
            now = after.objects.attribute_bytes(number)
            if number == player or now == waited.objects.attribute_bytes(number):
                continue
            if now not in self.states.get(number, ()):
                return True
        return False


@dataclass
class LabellingPlayer:
    """The planner, and what its proposals would have done."""

    planner: OfflinePlanner
    company: Company
    labeller: Labeller
    story: str
    route: Sequence[str] = ()
    """A way to progress, walked first."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    ahead: list[float] = field(default_factory=list)
    """What each step of the route brought at once."""

    async def decide(self, briefing: Briefing) -> Plan:
        """Label some of what could be done, and do one of it."""
        state, dice = briefing.state, briefing.dice
        here = state.map.here
        if here is None or state.wants is not Wants.LINE:
            return await self.planner.decide(briefing)
        found = [one for _, one in self.planner.valued(state, here) if one.rule != DROP]
        facts = facts_of(state, self.planner.vocabulary, here)
        found += self.planner.proposers.by_own_verbs(state, facts)
        found = list({one.command: one for one in found}.values())
        others = found[BEST:]
        chosen = found[:BEST] + dice.sample(others, min(OTHERS, len(others)))
        if len(self.ahead) < len(self.route):
            step = self.route[len(self.ahead)]
            self.ahead.append(0.0)
            self.label(state, found, len(others), step)
            return plan_of(step, rule="route")
        self.label(state, chosen, len(others))
        if chosen and dice.random() < STRAYS:
            one = dice.choice(chosen)
            return plan_of(one.command, rule=one.rule)
        return await self.planner.decide(briefing)

    def credited(self) -> list[dict[str, Any]]:
        """Return the labels, those of a route's steps with what came of them later."""
        total, ahead = 0.0, {}
        for number in range(len(self.ahead) - 1, -1, -1):
            total = self.ahead[number] + DISCOUNT * total
            ahead[number] = total
        return [row | {"ahead": ahead.get(row["step"], 0.0)} for row in self.rows]

    def label(
        self,
        state: AdventureState,
        proposals: Sequence[Proposal],
        left: int,
        step: str | None = None,
    ) -> None:
        """Try proposals on a snapshot and keep what they did, and what can be done after them.

        Of the others than the most valuable some stand for all; with a step of the route what does
        the same is kept as well, and stands for itself.
        """
        interpreter, memory = self.company.interpreter, self.company.interpreter.memory()
        if memory is None or not isinstance(interpreter, JerichoInterpreter):
            return
        alike: set[str] = set()
        best = {one.command for one in proposals[:BEST]}
        if step is not None:
            proposals, alike = self._along(state, interpreter, memory, proposals, step)
        asked = [one.command for one in proposals]
        after = list(dict.fromkeys((*DIRECTIONS, *asked)))
        try:
            here = interpreter.snapshot()
            waited, *trials = interpreter.branch(here, ["wait", *after], memory=True)
            if waited.memory is None:
                return
            now = Moment(self.labeller, state, self.planner, memory, waited.memory)
            found = {trial.command: now.gained(trial) for trial in trials}
            changed = {one.command: now.changed(one) for one in trials if one.command in asked}
            news = {one.command: now.come_to_light(one) for one in trials if one.command in asked}
            opened = {
                command: self._opened(interpreter, here, command, others, now)
                for command in asked
                if (others := _then(command, after, found, changed, news))
            }
        except InterpreterFault:
            return
        finally:
            interpreter.restore(self.company.saved)
        told = {one.command: bool(now.named(one)) for one in trials}
        for one in proposals:
            made = found.get(one.command, []) or ["thing"] * bool(news.get(one.command))
            made = made or ["change"] * changed.get(one.command, False)
            row = {
                "story": self.story,
                "made": made or ["told"] * told.get(one.command, False),
                "next": opened.get(one.command, []),
                "step": len(self.ahead) - 1 if one.command in alike else -1,
                "stands": 1.0 if one.command in best | alike else max(1.0, left / OTHERS),
                "x": {k: v for k, v in one.features.items() if v},
            }
            self.rows.append(row)

    def _along(
        self,
        state: AdventureState,
        interpreter: JerichoInterpreter,
        memory: bytes,
        proposals: Sequence[Proposal],
        step: str,
    ) -> tuple[list[Proposal], set[str]]:
        """Return what to label at a step of the route, and which of it do what the step does."""
        likely = (
            list(proposals[:BEST]) + list(proposals[BEST:])[:: max(1, len(proposals) // OTHERS)]
        )
        here = interpreter.snapshot()
        try:
            asked = [one.command for one in proposals]
            waited, done, *trials = interpreter.branch(here, ["wait", step, *asked], memory=True)
        except InterpreterFault:
            return likely, set()
        finally:
            interpreter.restore(self.company.saved)
        if waited.memory is None or done.memory is None:
            return likely, set()
        now = Moment(self.labeller, state, self.planner, memory, waited.memory)
        self.ahead[-1] = worth(now.gained(done))
        effect = _effect(self.labeller.probe, done)
        if effect is None or effect == _effect(self.labeller.probe, waited):
            alike = {one.command for one in proposals if one.command == step}
        else:
            alike = {one.command for one in trials if _effect(self.labeller.probe, one) == effect}
        chosen = {one.command: one for one in likely}
        chosen |= {one.command: one for one in proposals if one.command in alike}
        return list(chosen.values()), alike

    def _opened(
        self,
        interpreter: JerichoInterpreter,
        here: bytes,
        command: str,
        others: Sequence[str],
        now: Moment,
    ) -> list[str]:
        """Return the most that one of some other commands brings after this one."""
        (trial,) = interpreter.branch(here, [command], memory=True)
        then = interpreter.branched(0)
        best: list[str] = []
        if trial.observation is None or trial.observation.wants is not Wants.LINE:
            return best
        if trial.memory is None or not now.is_here(trial.memory):
            return best
        for second in interpreter.branch(then, others, memory=True):
            gained = now.gained(second)
            if worth(gained) > worth(best):
                best = gained
        return best


def _effect(probe: Probe, trial: Trial) -> object:
    """Return where everything is and how it stands after a trial; None if that is not told."""
    if trial.memory is None:
        return None
    reading = probe.read(trial.memory)
    tree = reading.objects
    things = range(1, len(tree) + 1)
    stands = tuple((tree.parent(one), tree.attribute_bytes(one)) for one in things)
    return reading.location, reading.score, stands


def _then(
    command: str,
    after: Sequence[str],
    found: Mapping[str, list[str]],
    changed: Mapping[str, bool],
    news: Mapping[str, set[str]],
) -> list[str]:
    """Return what is worth trying after a command: what did nothing without it, and what is new."""
    if found[command]:
        return []
    others = [one for one in after if one != command and not found[one]]
    new = [f"{verb} {name}" for name in sorted(news[command]) for verb in ("take", "open", "enter")]
    return [*(others if changed[command] else ()), *new]


@dataclass
class Moment:
    """One moment of play, by which what comes of commands is read."""

    labeller: Labeller
    state: AdventureState
    planner: OfflinePlanner
    memory: InitVar[bytes]
    waited: InitVar[bytes]
    before: Reading = field(init=False)
    meanwhile: Reading = field(init=False)

    def __post_init__(self, memory: bytes, waited: bytes) -> None:
        self.before = self.labeller.probe.read(memory)
        self.labeller.note(self.before)
        self.meanwhile = self.labeller.probe.read(waited)

    def is_here(self, memory: bytes) -> bool:
        """Tell whether the player is where they are now, in an image of memory."""
        return self.labeller.probe.read(memory).location == self.before.location

    def named(self, trial: Trial) -> set[str]:
        """Return the last words of names in an answer that no text has had here."""
        if trial.observation is None or self.state.map.here is None:
            return set()
        known = self.state.memory.sightings.get(self.state.map.here, {}).keys()
        new = set(self.planner.vocabulary.phrases(trial.observation.text)) - known
        return {name.rpartition(" ")[2] for name in new}

    def come_to_light(self, trial: Trial) -> set[str]:
        """Return the last words of names that no text has had here, of what is at hand."""
        named = self.named(trial)
        if not named or trial.memory is None:
            return set()
        reading = self.labeller.probe.read(trial.memory)
        if reading.location is None or reading.location != self.before.location:
            return set()
        tree = reading.objects
        return named & {
            self.labeller.probe.name(tree, one).lower().rpartition(" ")[2]
            for one in tree.descendants(reading.location)
        }

    def gained(self, trial: Trial) -> list[str]:
        """Return what a command gains."""
        if trial.memory is None or trial.observation is None:
            return []
        if trial.observation.wants is Wants.NOTHING:
            return []
        after = self.labeller.probe.read(trial.memory)
        return self.labeller.gains(self.before, self.meanwhile, after)

    def changed(self, trial: Trial) -> bool:
        """Tell whether a command leaves a thing as it never was."""
        if trial.memory is None or trial.observation is None:
            return False
        if trial.observation.wants is Wants.NOTHING:
            return False
        after = self.labeller.probe.read(trial.memory)
        return self.labeller.changes(self.before, self.meanwhile, after)


class LabellingAdventure(Adventure):
    """The adventure with the labelling player in it."""

    def __init__(self, story: StoryFile, name: str, route: Sequence[str]) -> None:
        super().__init__()
        self.story, self.title, self.route = story, name, route
        self.player: LabellingPlayer | None = None

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together and change the player."""
        session = super().open(stage)
        company = session.company
        opening = company.interpreter.start()
        probe = Probe(self.story.data, calibrate(company.interpreter, self.story.data, opening))
        planner = OfflinePlanner(company.vocabulary)
        self.player = LabellingPlayer(planner, company, Labeller(probe), self.title, self.route)
        company.player = self.player
        return session


def collect(
    path: Path, name: str, perception: str, seed: int, turns: int, route: Sequence[str]
) -> list[dict[str, Any]]:
    """Play a story, along a route first if there is one, and return the labels."""
    story = open_story(path)
    game = LabellingAdventure(story, name, route)
    with tempfile.TemporaryDirectory() as folder:
        adventure = {"perception": perception}
        flags = {"limits": {"turns": turns}, "adventure": adventure}
        settings = load_settings(flags, environ={}, folder=Path(folder))
        store = Store.open(str(Path(folder) / "store.db"))
        runner = Runner(store, game)
        new = NewEpisode(
            game="adventure",
            subject=story.name,
            subject_hash=story.sha256,
            subject_content=story.data,
            seed=seed,
            model="offline",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
        asyncio.run(runner.play(runner.create(new)))
        store.close()
    return game.player.credited() if game.player is not None else []


def routes(options: argparse.Namespace) -> dict[str, list[str]]:
    """Return the ways to progress that are known, by story."""
    found: dict[str, list[str]] = {}
    if options.routes is not None:
        for one in options.routes.read_text(encoding="utf-8").splitlines():
            row = json.loads(one)
            found[row["story"]] = row["commands"]
    for path in options.more:
        walk = path.with_suffix(".walkthrough")
        if walk.is_file():
            lines = walk.read_text(encoding="utf-8").splitlines()
            found[path.stem] = [one for one in lines if one.strip() and not one.startswith("#")]
    return found


def listed(options: argparse.Namespace) -> list[tuple[Path, str]]:
    """Return the stories that may be fitted to: those of half `tune`, and others that are named."""
    with options.list.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["half"] == "tune"]
    found = [(options.stories / Path(row["file"]).name, row["name"]) for row in rows]
    found += [(path, path.stem) for path in options.more]
    return [(path, name) for path, name in found if not options.names or name in options.names]


def gather(options: argparse.Namespace) -> None:
    """Play all stories and write the labels as JSON lines."""
    ways = routes(options)
    with ProcessPoolExecutor(options.jobs) as pool, options.collect.open("a") as file:
        futures = {
            pool.submit(
                collect,
                *(path, name, perception, seed),
                max(options.turns, len(ways.get(name, ()))),
                ways.get(name, ()),
            ): name
            for seed in options.seeds
            for perception in options.perceptions
            for path, name in listed(options)
            if options.turns or name in ways
        }
        for future in as_completed(futures):
            try:
                rows = future.result()
            except Exception as error:  # one broken story must not end the run: it is told
                print(f"{futures[future]}: {type(error).__name__}: {error}", flush=True)
                continue
            file.writelines(json.dumps(row) + "\n" for row in rows)
            file.flush()
            mean = np.mean([label(row) for row in rows]) if rows else 0.0
            print(f"{futures[future]:14} {len(rows):6} labels, mean {mean:.4f}", flush=True)


def fit(options: argparse.Namespace) -> None:
    """Fit the weights, print the loss on stories left out, and write them if asked to."""
    rows = [json.loads(line) for line in options.fit.read_text().splitlines()]
    features = [row["x"] for row in rows]
    labels = np.array([label(row) for row in rows])
    stories = np.array([row["story"] for row in rows])
    weight = weights_of(rows)
    now = np.array([value(Features(one)) for one in features])
    kept = frequent(features, options.least)
    print(f"{len(rows)} labels of {len(set(stories))} stories, {len(kept)} features")
    names = DictVectorizer(sparse=True).fit([dict.fromkeys(kept, 1.0)])
    matrix = names.transform([{k: v for k, v in one.items() if k in kept} for one in features])
    losses: dict[float, float] = {}
    for alpha in options.alphas:
        left = np.zeros(len(rows))
        for train, test in GroupKFold(5).split(matrix, labels, stories):
            model = PoissonRegressor(alpha=alpha, max_iter=1000)
            model.fit(matrix[train], labels[train], sample_weight=weight[train])
            left[test] = model.predict(matrix[test])
        loss = mean_poisson_deviance(labels, np.maximum(left, 1e-9), sample_weight=weight)
        losses[alpha] = loss
        print(f"alpha {alpha:<8} loss on stories left out {loss:.4f}")
    mean = np.full(len(rows), np.average(labels, weights=weight))
    print(f"a constant {mean_poisson_deviance(labels, mean, sample_weight=weight):.4f}; ", end="")
    print(f"the weights in use {mean_poisson_deviance(labels, now, sample_weight=weight):.4f}")
    if options.write:
        model = PoissonRegressor(alpha=min(losses, key=lambda a: losses[a]), max_iter=1000)
        model.fit(matrix, labels, sample_weight=weight)
        found = {"bias": float(model.intercept_)}
        found |= dict(zip(names.get_feature_names_out(), map(float, model.coef_), strict=True))
        text = json.dumps({k: round(v, 4) for k, v in sorted(found.items())}, indent=1)
        WEIGHTS.write_text(text + "\n", encoding="utf-8")
        TRIED.write_text(json.dumps(fared(rows), indent=1) + "\n", encoding="utf-8")
        print(f"written to {WEIGHTS.name} and {TRIED.name}")


def weights_of(rows: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    """Return what each label weighs: as many as it stands for, and all stories alike, but for
    those of which there is little."""
    stories: Counter[str] = Counter()
    for row in rows:
        stories[row["story"]] += row["stands"]
    found = np.array([row["stands"] / max(stories[row["story"]], FEW) for row in rows])
    return found / found.mean()


def fared(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """Return how each rule fared: its tries, how many gained, and what one was worth."""
    found: dict[str, list[float]] = {}
    gained: Counter[str] = Counter()
    for row in rows:
        rule = next(name[5:] for name in row["x"] if name.startswith("rule ") and name != PACE)
        found.setdefault(rule, []).append(label(row))
        gained[rule] += not GAINS.isdisjoint((*row["made"], *row["next"]))
    return {
        rule: {"tries": len(one), "gains": gained[rule], "worth": round(float(np.mean(one)), 4)}
        for rule, one in sorted(found.items())
    }


def worth(made: Iterable[str]) -> float:
    """Return what kinds of progress come to."""
    return sum(PROGRESS[one] for one in made)


def label(row: Mapping[str, Any]) -> float:
    """Return what a proposal was worth: what it made, opened or led to, whichever is most."""
    return min(MOST, max(worth(row["made"]), worth(row["next"]), row.get("ahead", 0.0)))


def frequent(features: Iterable[dict[str, float]], least: int) -> set[str]:
    """Return the features that occur often enough to be fitted."""
    counts: dict[str, int] = {}
    for one in features:
        for name, amount in one.items():
            counts[name] = counts.get(name, 0) + (amount != 0)
    return {name for name, count in counts.items() if count >= least}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stories", type=Path, default=Path(".stories/published"))
    parser.add_argument("--list", type=Path, default=Path(".stories/published.csv"))
    parser.add_argument("--more", type=Path, nargs="+", default=[], help="other story files")
    parser.add_argument("--names", nargs="+")
    parser.add_argument("--routes", type=Path, help="ways to progress, as search.py writes them")
    parser.add_argument("--perceptions", nargs="+", default=["text", "state"])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--turns", type=int, default=200, help="0: along the routes alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--collect", type=Path, help="where the labels go")
    parser.add_argument("--fit", type=Path, help="labels to fit to")
    parser.add_argument("--alphas", type=float, nargs="+", default=[1e-3, 3e-4, 1e-4, 3e-5, 1e-5])
    parser.add_argument("--least", type=int, default=20, help="labels that a feature must have")
    parser.add_argument("--write", action="store_true", help="write the weights")
    options = parser.parse_args()
    if options.collect is None and options.fit is None:
        parser.error("say --collect FILE, --fit FILE or both")
    if options.collect is not None:
        gather(options)
    if options.fit is not None:
        fit(options)


if __name__ == "__main__":
    main()
