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
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from cast import aligned, fitted_on, is_person, load, novels_of, plain
from sklearn.ensemble._hist_gradient_boosting.binning import _BinMapper
from sklearn.ensemble._hist_gradient_boosting.grower import TreeGrower
from sklearn.linear_model import LogisticRegression

from ludens.story.cast.attribution import (
    Attribution,
    Chapter,
    Model,
    after_round,
    all_rounds,
    likeliest,
    settled,
    turn_rows,
)
from ludens.story.cast.names import FEATURES, count_forms, form_features, taken_apart
from ludens.story.cast.narrator import people_of_book
from ludens.story.corpus.reading.read import read_book
from ludens.story.fitted import Trees, trees_from

DATA = Path(__file__).parents[1] / "src/ludens/story/cast/data"
TREES, RATE, LEAVES, SMALLEST, PENALTY = 120, 0.07, 12, 40, 5.0
ROUNDS = 2
NO_TREES = trees_from({"baseline": 0.0, "depth": 0, "trees": [[[0, 0, 0, 0, 0]]]})
PRECISION = 0.85
"""Of the speeches attributed, what must be right on novels left out."""
SURE = 0.95
"""Likewise of those that are given to somebody as their own words."""
STEP, LOWEST = 0.0025, 0.3
"""Steps in which a margin is looked for, and the least chance that may be a cut."""
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
    asked: list[tuple[int, int, frozenset[int]]]
    """For each annotated quotation its chapter (-1: not found), its speech and who speaks."""


def told(path: Path) -> Told:
    novel = load(path)
    book = read_book(path / "novel_text.txt")
    taken = taken_apart([c.paragraphs for c in book.chapters])
    people = people_of_book(taken)
    attribution = Attribution(people, Model((), NO_TREES, 1.0))
    chapters = [attribution.prepared(each, number=n) for n, each in enumerate(taken)]
    ours = [
        (plain(q.text), c, n)
        for c, made in enumerate(chapters)
        for n, speech in enumerate(made.speeches)
        for q in taken[c][speech.paragraph].quotations
    ]
    found: list[list[Counter[str]]] = [[Counter() for _ in c.speeches] for c in chapters]
    places: dict[int, tuple[int, int]] = {}
    for own, number, speaker in sorted(aligned([text for text, *_ in ours], novel)):
        _, chapter, speech = ours[own]
        found[chapter][speech][speaker] += 1
        places.setdefault(number, (chapter, speech))
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
    asked = [
        (*places.get(number, (-1, -1)), meant(parts[0].speaker))
        for number, parts in enumerate(novel.quotations)
    ]
    return Told(path.name, chapters, truth, asked)


class Table(NamedTuple):
    """Rows of features, whether each is right (-1: not known), and the speech of each."""

    rows: np.ndarray
    right: np.ndarray
    speech: np.ndarray


def table(novel: Told, rounds: list[Trees], turns: Trees) -> Table:
    """Return what a novel's candidates show after some rounds."""
    rows, right, of, first = [], [], [], 0
    chances = all_rounds(novel.chapters, rounds, turns)
    shown = after_round(novel.chapters, chances, turns) if rounds else []
    for n, (made, truth) in enumerate(zip(novel.chapters, novel.truth, strict=True)):
        if made.of:
            rows.append(shown[n] if rounds else made.rows)
            right.append([float(p in truth[s]) if -1 not in truth[s] else -1.0 for s, p in made.of])
            of.append([first + s for s, _ in made.of])
        first += len(made.speeches)
    return Table(np.vstack(rows), np.concatenate(right), np.concatenate(of))


def turn_table(novel: Told, rounds: list[Trees]) -> Table:
    """Return what tells who goes on in a novel's talk: see attribution.turn_rows."""
    rows, right, of, first = [], [], [], 0
    chances = all_rounds(novel.chapters, rounds, NO_TREES)
    for made, truth, likely in zip(novel.chapters, novel.truth, chances, strict=True):
        for at in range(2, len(truth)):
            now, before, earlier = truth[at], truth[at - 1], truth[at - 2]
            known = now and before and earlier and -1 not in now | before | earlier
            if known and not made.speeches[at].goes_on:
                right += [float(bool(now & before)), float(bool(now & earlier - before))]
            else:
                right += [-1.0, -1.0]
            of += [first + at, first + at]
        rows.append(turn_rows(made, likely)[4:])
        first += len(truth)
    return Table(np.vstack(rows), np.array(right), np.array(of))


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


def fitted(made: dict[str, Table], parts: int) -> tuple[dict[str, object], dict[str, Trees]]:
    """Return trees fitted on all novels, and for each novel trees fitted without its part."""
    names = list(made)
    left_out: dict[str, Trees] = {}
    for part in range(parts):
        own = names[part::parts]
        trees, _ = boosted(together([made[name] for name in names if name not in own]))
        left_out.update(dict.fromkeys(own, trees))
    return boosted(together(list(made.values())))[1], left_out


Judged = tuple[np.ndarray, np.ndarray]
"""The chances of a novel's quotations by trees that were fitted without it, and which are right."""


def precision_at(judged: list[Judged], cuts: Iterable[float]) -> float:
    """Return the lesser of two means of how often attributed quotations are right: over novels,
    where a long one counts no more than a short one, and over quotations."""
    told = [right[own >= cut] for (own, right), cut in zip(judged, cuts, strict=True)]
    told = [each for each in told if len(each)]
    if not told:
        return 1.0
    return float(min(np.mean([each.mean() for each in told]), np.concatenate(told).mean()))


def cut_of(judged: list[Judged], precision: float) -> float:
    """Return the least chance from which attributed quotations are right so often."""
    chances = np.unique(np.floor(1000 * np.concatenate([each for each, _ in judged])) / 1000)
    best = 1.0
    for cut in chances[chances >= LOWEST][::-1]:
        if precision_at(judged, [cut] * len(judged)) >= precision:
            best = float(cut)
    return best


def cuts_left_out(judged: list[Judged], precision: float) -> tuple[list[float], float]:
    """Return each novel's cut, chosen by the others, and how much more precise than it must be a
    cut is chosen to be: a choice flatters itself, so as much as makes novels right that had no
    part in it, in their mean."""
    for margin in np.arange(0, 1 - precision, STEP):
        cuts = [
            cut_of([each for each in judged if each is not own], precision + margin)
            for own in judged
        ]
        if precision_at(judged, cuts) >= precision:
            break
    return cuts, float(margin)


def shown(what: str, judged: list[tuple[np.ndarray, np.ndarray, float]]) -> None:
    every = sum(len(right) for _, right, _ in judged)
    given = sum(int((chances >= cut).sum()) for chances, _, cut in judged)
    hits = sum(int(right[chances >= cut].sum()) for chances, right, cut in judged)
    whole = sum(int(right.sum()) for _, right, _ in judged)
    print(
        f"{what:>24}: {every} quotations, recall {hits / every:.3f} at precision "
        f"{hits / max(given, 1):.3f}, cut {judged[0][2]:.3f}; all given: {whole / every:.3f}",
        flush=True,
    )


def fit_speech(novels: list[Told], parts: int) -> dict[str, object]:
    """Fit the rounds; a novel is seen as rounds that were fitted without its part made of it."""
    without: dict[str, list[Trees]] = {novel.name: [] for novel in novels}
    turns = {novel.name: NO_TREES for novel in novels}
    documents: list[dict[str, object]] = []
    of_turns: dict[str, object] = {}
    for number in range(ROUNDS):
        made = {n.name: table(n, without[n.name], turns[n.name]) for n in novels}
        whole, left_out = fitted(made, parts)
        documents.append(whole)
        for name, trees in left_out.items():
            without[name] = [*without[name], trees]
        if not number:
            talk = {n.name: turn_table(n, without[n.name]) for n in novels}
            of_turns, turns = fitted(talk, parts)
    judged = []
    for novel in novels:
        own = turns[novel.name]
        likely = all_rounds(novel.chapters, without[novel.name], own)
        best = [
            likeliest(made_, settled(made_, chances, own))
            for made_, chances in zip(novel.chapters, likely, strict=True)
        ]
        given = [best[c][n] if c >= 0 else (-1, 0.0) for c, n, _ in novel.asked]
        right = [who in meant for (who, _), (*_, meant) in zip(given, novel.asked, strict=True)]
        judged.append((np.array([chance for _, chance in given]), np.array(right)))
    chosen = {}
    for what, precision in (("cut", PRECISION), ("sure", SURE)):
        cuts, margin = cuts_left_out(judged, precision)
        for novel, own_, cut in zip(novels, judged, cuts, strict=True):
            shown(novel.name, [(*own_, cut)])
        shown("each by the others' cut", [(*j, cut) for j, cut in zip(judged, cuts, strict=True)])
        cut = cut_of(judged, precision + margin)
        shown("all by one cut", [(*each, cut) for each in judged])
        print(f"{'margin':>24}: {margin:.4f}")
        chosen[what] = round(cut, 4)
    return {
        "provenance": f"bench/cast_fit.py on {', '.join(n.name for n in novels)} (PDNC)",
        **chosen,
        "turns": of_turns,
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
