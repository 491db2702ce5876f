"""Fit what tells people from other names, and who says what: see bench/cast.py.

    python bench/cast_fit.py FOLDER names|speech [--all] [--out FILE]

Fits on the fitting half, or with `--all` on every novel of the folder, and writes
src/ludens/story/cast/data/names.json or attribution.json, or FILE. What ships is fitted on every
novel with the choices that were made on the fitting half.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from cast import aligned, fitted_on, is_person, load, novels_of, plain
from sklearn.ensemble._hist_gradient_boosting.binning import _BinMapper
from sklearn.ensemble._hist_gradient_boosting.grower import TreeGrower
from sklearn.linear_model import LogisticRegression

from ludens.story.cast.attribution import (
    GAPS,
    Attribution,
    Chapter,
    Model,
    after_round,
    all_rounds,
    likeliest,
    settled,
)
from ludens.story.cast.names import FEATURES, count_forms, form_features, taken_apart
from ludens.story.cast.narrator import people_of_book
from ludens.story.corpus.reading.read import read_book
from ludens.story.fitted import Trees, trees_from

DATA = Path(__file__).parents[1] / "src/ludens/story/cast/data"
TREES, RATE, LEAVES, SMALLEST, PENALTY = 120, 0.07, 12, 40, 5.0
ROUNDS = 2
PRECISION = 0.85
"""Of the speeches attributed, what must be right on novels left out."""
FEWEST = 3
"""Times that a form must stand to be fitted on."""


def fit_names(paths: list[Path]) -> dict[str, object]:
    table, truth, weight = [], [], []
    for path in paths:
        novel = load(path)
        words = {w for own in novel.aliases.values() for alias in own for w in alias.split()}
        aliases = {alias for own in novel.aliases.values() for alias in own}
        book = read_book(path / "novel_text.txt")
        counts, small = count_forms(taken_apart([c.paragraphs for c in book.chapters]))
        for form, count in counts.items():
            plain = " ".join(form)
            if count.all < FEWEST:
                continue
            named = plain in aliases
            if not named and any(word in words for word in form[-1:]):
                continue
            features = form_features(form, counts, small)
            table.append([features[name] for name in FEATURES])
            truth.append(named)
            weight.append(1 + np.log(count.all))
    model = LogisticRegression(C=1.0, max_iter=2000)
    model.fit(np.array(table), np.array(truth), sample_weight=np.array(weight))
    right = (model.predict(np.array(table)) == np.array(truth)).mean()
    print(f"{len(truth)} forms, {sum(truth)} of people; {right:.3f} right on what was fitted")
    named = {n: round(float(w), 3) for n, w in zip(FEATURES, model.coef_[0], strict=True)}
    return {
        "provenance": f"bench/cast_fit.py on {len(paths)} novels of the PDNC",
        "weights": named,
        "intercept": round(float(model.intercept_[0]), 3),
    }


class Told(NamedTuple):
    """A novel's chapters with the true speakers."""

    name: str
    chapters: list[Chapter]
    truth: list[list[frozenset[int]]]
    """For each chapter and speech, the people who are its annotated speaker; none: unknown."""


def told(path: Path) -> Told:
    novel = load(path)
    book = read_book(path / "novel_text.txt")
    taken = taken_apart([c.paragraphs for c in book.chapters])
    people = people_of_book(taken)
    attribution = Attribution(people, Model((), np.zeros((GAPS, 2)), 1.0))
    chapters = [attribution.prepared(paragraphs) for paragraphs in taken]
    ours = [
        (plain(q.text), c, n)
        for c, made in enumerate(chapters)
        for n, speech in enumerate(made.speeches)
        for q in taken[c][speech.paragraph].quotations
    ]
    found: list[list[Counter[str]]] = [[Counter() for _ in c.speeches] for c in chapters]
    for own, _, speaker in aligned([text for text, *_ in ours], novel):
        _, chapter, speech = ours[own]
        found[chapter][speech][speaker] += 1
    who: dict[str, frozenset[int]] = {}

    def meant(name: str) -> frozenset[int]:
        if name not in who:
            aliases = novel.aliases.get(name, frozenset({plain(name)}))
            who[name] = frozenset(
                n for n, p in enumerate(people) if is_person(p.name, p.aliases, aliases)
            )
        return who[name]

    truth = [
        [meant(c.most_common(1)[0][0]) if c else frozenset({-1}) for c in each] for each in found
    ]
    return Told(path.name, chapters, truth)


def answering(novels: list[Told]) -> np.ndarray:
    """Return for each gap how often the last speaker goes on, and how often the one before does."""
    counts = np.ones((GAPS, 3))
    for novel in novels:
        for made, truth in zip(novel.chapters, novel.truth, strict=True):
            for at in range(2, len(truth)):
                now, before, earlier = truth[at], truth[at - 1], truth[at - 2]
                if not (now and before and earlier) or made.speeches[at].goes_on:
                    continue
                gap = made.speeches[at].paragraph - made.speeches[at - 1].paragraph
                what = 0 if now & before else 1 if now & earlier else 2
                counts[min(gap, GAPS) - 1, what] += 1
    return counts[:, :2] / counts.sum(axis=1, keepdims=True)


class Table(NamedTuple):
    """Rows of features, whether each is right (-1: not known), and the speech of each."""

    rows: np.ndarray
    right: np.ndarray
    speech: np.ndarray


def table(novel: Told, rounds: list[Trees], answers: np.ndarray) -> Table:
    """Return what a novel's candidates show after some rounds."""
    rows, right, of, first = [], [], [], 0
    chances = all_rounds(novel.chapters, rounds, answers)
    shown = after_round(novel.chapters, chances, answers) if rounds else []
    for n, (made, truth) in enumerate(zip(novel.chapters, novel.truth, strict=True)):
        if made.of:
            rows.append(shown[n] if rounds else made.rows)
            right.append([float(p in truth[s]) if -1 not in truth[s] else -1.0 for s, p in made.of])
            of.append([first + s for s, _ in made.of])
        first += len(made.speeches)
    return Table(np.vstack(rows), np.concatenate(right), np.concatenate(of))


def together(tables: list[Table]) -> Table:
    firsts = np.cumsum([0, *(int(each.speech[-1]) + 1 for each in tables)])
    return Table(
        np.vstack([each.rows for each in tables]),
        np.concatenate([each.right for each in tables]),
        np.concatenate([each.speech + first for each, first in zip(tables, firsts, strict=False)]),
    )


def boosted(data: Table) -> tuple[Trees, dict[str, object]]:
    """Fit trees whose scores are compared among the candidates of a speech.

    The loss is that of a choice: the logarithm of the chance that the right candidates have, where
    somebody else (the score 0) is right if none of them is. The growing of trees is scikit-learn's.
    """
    known = data.right >= 0
    rows, right = data.rows[known], data.right[known] > 0
    _, speech = np.unique(data.speech[known], return_inverse=True)
    mapper = _BinMapper(n_bins=255, random_state=0, n_threads=1)
    binned = mapper.fit_transform(rows)
    scores = np.zeros(len(rows))
    any_right = np.bincount(speech, right) > 0
    trees, depth = [], 0
    for _ in range(TREES):
        weights = np.exp(scores)
        total = 1 + np.bincount(speech, weights)
        chance = weights / total[speech]
        of_right = np.where(any_right, np.bincount(speech, chance * right), 1.0)
        gradients = chance - chance * right / of_right[speech]
        grower = TreeGrower(
            binned, gradients.astype(np.float32),
            np.maximum(chance * (1 - chance), 1e-4).astype(np.float32),
            max_leaf_nodes=LEAVES, min_samples_leaf=SMALLEST, l2_regularization=PENALTY,
            n_bins=256, n_bins_non_missing=mapper.n_bins_non_missing_, has_missing_values=False,
            shrinkage=RATE, n_threads=1,
        )  # fmt: skip
        grower.grow()
        predictor = grower.make_predictor(mapper.bin_thresholds_)
        scores += predictor.predict_binned(binned, mapper.missing_values_bin_idx_, 1)
        depth = max(depth, int(predictor.nodes["depth"].max()))
        trees.append([_node(n, node) for n, node in enumerate(predictor.nodes)])
    document = {"baseline": 0.0, "depth": depth, "trees": trees}
    return trees_from(document), document


def _node(number: int, node: np.void) -> list[float]:
    if node["is_leaf"]:
        return [0, 0, number, number, round(float(node["value"]), 5)]
    threshold = round(float(node["num_threshold"]), 5)
    return [int(node["feature_idx"]), threshold, int(node["left"]), int(node["right"]), 0]


def fit_speech(novels: list[Told], parts: int) -> dict[str, object]:
    """Fit the rounds; a novel is seen as rounds that were fitted without its part made of it."""
    without: dict[str, list[Trees]] = {novel.name: [] for novel in novels}
    documents = []
    answers = answering(novels)
    print("who answers:", answers.round(3).tolist())
    for _ in range(ROUNDS):
        made = {novel.name: table(novel, without[novel.name], answers) for novel in novels}
        documents.append(boosted(together(list(made.values())))[1])
        for part in range(parts):
            own = [novel.name for novel in novels[part::parts]]
            trees, _ = boosted(together([made[n.name] for n in novels if n.name not in own]))
            for name in own:
                without[name] = [*without[name], trees]
    chances, rights, speeches = [], [], 0
    for novel in novels:
        likely = all_rounds(novel.chapters, without[novel.name], answers)
        for made, truth, own in zip(novel.chapters, novel.truth, likely, strict=True):
            last = settled(made, own, answers)
            for speech, (person, chance) in enumerate(likeliest(made, last)):
                if -1 not in truth[speech]:
                    speeches += 1
                    chances.append(chance)
                    rights.append(person in truth[speech])
    order = np.argsort(-np.array(chances))
    hits = np.cumsum(np.array(rights)[order])
    precision = hits / np.arange(1, len(order) + 1)
    enough = np.nonzero(precision >= PRECISION)[0]
    at = int(enough[-1]) if len(enough) else 0
    cut = float(np.array(chances)[order][at])
    print(
        f"{speeches} speeches: at precision {PRECISION} recall {hits[at] / speeches:.3f}, cut "
        f"{cut:.3f}; all attributed: {hits[-1] / speeches:.3f} right"
    )
    return {
        "provenance": f"bench/cast_fit.py on {', '.join(n.name for n in novels)} (PDNC)",
        "cut": round(cut, 4),
        "answers": answers.round(4).tolist(),
        "rounds": documents,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("what", choices=("names", "speech"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument(
        "--parts", type=int, default=5, help="the second round sees each as trees without it do"
    )
    options = parser.parse_args()
    paths = novels_of(options.folder) if options.all else fitted_on(options.folder)
    if options.what == "names":
        (options.out or DATA / "names.json").write_text(
            json.dumps(fit_names(paths), indent=1) + "\n"
        )
        return
    document = fit_speech([told(path) for path in paths], options.parts)
    text = json.dumps(document, separators=(",", ":"))
    (options.out or DATA / "attribution.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
