"""Fits what the search expects of a command that has done nothing yet, on searches it makes.

The stories of the list (half `tune`) are searched, and every command that is tried is a label: its
features before, and what came of it (`experience.WON`). A Poisson regression is fitted to these and
written beside the code (`search/weights.json`); the loss on stories left out is printed, beside
that of a constant and of the weights in use. As commands are tried by the weights in use, what is
collected depends on them: collect and fit twice.

    python bench/fit_search.py --collect labels.jsonl --steps 10000
    python bench/fit_search.py --fit labels.jsonl --write
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from published import Listed, stories
from search import opening
from sklearn.linear_model import PoissonRegressor
from sklearn.metrics import mean_poisson_deviance
from sklearn.model_selection import GroupKFold

import ludens.adventure.search as package
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.search.candidates import Candidate, Knowledge
from ludens.adventure.search.prior import FEATURES, Prior, weights
from ludens.adventure.search.search import Search
from ludens.adventure.search.simulator import Simulator
from ludens.adventure.settings import SearchSettings
from ludens.adventure.vocabulary import Vocabulary

Label = tuple[tuple[float, ...], float]
"""The features of a command, and what it brought."""


class LabellingPrior(Prior):
    """Notes the features that a command last had before it was tried, and what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[Label] = []
        self._asked: dict[str, tuple[float, ...]] = {}

    def worth(self, candidate: Candidate, *, is_idle: bool) -> float:
        self._asked[candidate.command] = self.features(candidate, is_idle=is_idle)
        return super().worth(candidate, is_idle=is_idle)

    def count(self, candidate: Candidate, won: float) -> None:
        asked = self._asked.pop(candidate.command, None)
        if asked is not None:
            self.labels.append((asked, won))
        super().count(candidate, won)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stories", type=Path, default=Path(".stories/published"))
    parser.add_argument("--list", type=Path, default=Path(".stories/published.csv"))
    parser.add_argument("--names", nargs="+", help="only these stories")
    parser.add_argument("--collect", type=Path, help="a file to add labels to")
    parser.add_argument("--steps", type=int, default=10_000, help="of each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="stories at once")
    parser.add_argument("--fit", type=Path, nargs="+", help="files of labels")
    parser.add_argument("--penalty", type=float, default=1e-4, help="on the squares of the weights")
    parser.add_argument("--write", action="store_true", help="write the weights beside the code")
    options = parser.parse_args()
    options.half = "tune"
    if options.collect is not None:
        gather(options)
    if options.fit is not None:
        fit(options)


def gather(options: argparse.Namespace) -> None:
    """Search all stories and write the labels as JSON lines."""
    with ProcessPoolExecutor(options.jobs) as pool, options.collect.open("a") as file:
        futures = {
            pool.submit(collect, one, options.steps, options.seed): one for one in stories(options)
        }
        for future in as_completed(futures):
            one = futures[future]
            try:
                labels = future.result()
            except Exception as error:  # one broken story must not end the run: it is told
                print(f"{one.name}: {type(error).__name__}: {error}", flush=True)
                continue
            for features, won in labels:
                file.write(json.dumps({"story": one.name, "x": features, "y": won}) + "\n")
            file.flush()
            mean = np.mean([won for _, won in labels]) if labels else 0.0
            print(f"{one.name:14} {len(labels):6} labels, mean {mean:.4f}", flush=True)


def collect(one: Listed, steps: int, seed: int) -> Sequence[Label]:
    """Search a story under `state`, and return the labels."""
    story = open_story(one.path)
    prior = LabellingPrior()
    with JerichoInterpreter(story, seed=seed) as interpreter:
        snapshot, facts = opening(interpreter, story, "state")
        simulator = Simulator(story, seed=seed)
        knowledge = Knowledge(Vocabulary(story.data))
        search = Search(
            *(simulator, story.data, facts, SearchSettings(), Random(seed), knowledge), prior=prior
        )
        try:
            search.run(snapshot, steps)
        finally:
            simulator.close()
    return prior.labels


def fit(options: argparse.Namespace) -> None:
    """Fit the weights, print the loss on stories left out, and write them if asked to."""
    rows = [json.loads(line) for path in options.fit for line in path.read_text().splitlines()]
    x = np.array([row["x"] for row in rows])
    y = np.array([row["y"] for row in rows])
    groups = np.array([row["story"] for row in rows])
    told = np.zeros(len(y))
    means = np.zeros(len(y))
    for train, test in GroupKFold(min(10, len(set(groups)))).split(x, y, groups):
        told[test] = model(options.penalty).fit(x[train, 1:], y[train]).predict(x[test, 1:])
        means[test] = y[train].mean()
    now = np.exp(x @ np.array(weights()))
    print(f"{len(y)} labels of {len(set(groups))} stories, mean {y.mean():.4f}")
    print(f"deviance on stories left out {loss(y, told):.4f}, of a constant {loss(y, means):.4f},")
    print(f"by the weights in use (fitted to some of these stories) {loss(y, now):.4f}")
    for share in (0.02, 0.05, 0.1, 0.2):
        print(f"won by the best {share:4.0%} of the commands, left out {won(y, told, share):.0%}")
    whole = model(options.penalty).fit(x[:, 1:], y)
    found = dict(zip(FEATURES, (float(whole.intercept_), *whole.coef_.tolist()), strict=True))
    found = {name: round(value, 3) for name, value in found.items()}
    print(json.dumps(found, indent=1))
    if options.write:
        path = Path(package.__file__).parent / "weights.json"
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def model(penalty: float) -> PoissonRegressor:
    """Return a model to fit."""
    return PoissonRegressor(alpha=penalty, max_iter=1000)


def loss(labels: NDArray[np.float64], told: NDArray[np.float64]) -> float:
    """Return the mean Poisson deviance."""
    return float(mean_poisson_deviance(labels, np.maximum(told, 1e-6)))


def won(labels: NDArray[np.float64], told: NDArray[np.float64], share: float) -> float:
    """Return the share of all that was won that the best of the commands have won."""
    best = np.argsort(-told)[: int(len(labels) * share)]
    return float(labels[best].sum() / labels.sum())


if __name__ == "__main__":
    main()
