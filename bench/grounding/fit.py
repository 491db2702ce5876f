"""Fit the referee's scorer on one set of stories, and say what it reaches on another.

    python bench/grounding/fit.py train.jsonl dev.jsonl [--write]

`train.jsonl` and `dev.jsonl` are what `features.py` makes of FairytaleQA's training and validation
split. The strength of the penalty is chosen on the training stories by cross-validation over
stories; what it reaches on each, left out, alone and in the longest books, is printed too. The
scorer that is fitted on them ships, and is reported on all stories of the other split,
of which nothing is chosen or fitted: false accepts at a threshold that accepts 95% of the own
questions of the other stories, with intervals bootstrapped over stories. `--write` writes
src/ludens/story/referee/data/calibration.json, with these figures and where the data came from. Run
bench/prompts.py FOLDER --dense --write after it: with embeddings the cut for rejecting is by
prompts to novels.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

RESULT = Path(__file__).parents[2] / "src/ludens/story/referee/data/calibration.json"
FOLDS = 5
STRENGTHS = (0.003, 0.01)
"""Inverse strengths of the L2 penalty to choose from."""
OWN_WEIGHT = 3.0
"""Own questions are fewer than foreign ones, and one lost costs a player a turn."""
CLIP = 4.0
SHORT_ROWS, LONG_ROWS = 6.0, 8.0
"""Logarithms of the sentences (and the gaps between chapters) up to which a text is short, and from
which it is long: 400 and 3,000."""
APPROVED, REJECTED = 0.08, 0.04
"""Shares of the own questions below the two cuts of the scale."""
SIZES, VARIANTS = ("short", "long"), ("plain", "names", "roles")
RESAMPLES = 400

ALONE = {"bm25": "bm25", "coverage": "cover_3"}
"""What a suite may referee a book by instead, and the feature that it is."""
BASELINES = ("bm25", "cover_3", "cover_7", "blend", "likeness", "match_words_2")


class Rows:
    def __init__(self, rows: list[dict], names: list[str]) -> None:
        self.story = np.array([row["story"] for row in rows])
        self.variant = np.array([row["variant"] for row in rows])
        self.size = np.array([SIZES[row["bound"] > 1] for row in rows])
        self.own = self.variant == "own"
        self.bound = np.array([row["bound"] for row in rows])
        self.names = names
        self.table = np.array([[row["features"][n] for n in names] for row in rows])

    def part(self, chosen: np.ndarray) -> Rows:
        part = object.__new__(Rows)
        part.names = self.names
        for name in ("story", "variant", "size", "own", "bound", "table"):
            setattr(part, name, getattr(self, name)[chosen])
        return part


def is_dense(name: str) -> bool:
    return name.startswith(("likeness", "match", "joint")) or name in {"weakest", "unmatched"}


def by_length(scaled: np.ndarray, log_rows: np.ndarray) -> np.ndarray:
    """Return features shared by all lengths, those of short texts, those of long ones."""
    share = np.clip((log_rows - SHORT_ROWS) / (LONG_ROWS - SHORT_ROWS), 0, 1)[:, None]
    return np.hstack([scaled, scaled * (1 - share), scaled * share, share])


class Fit:
    """A logistic regression whose weights go from those of short texts to those of long ones."""

    def __init__(self, rows: Rows, strength: float) -> None:
        self.at = rows.names.index("log_rows")
        self.mean, self.scale = rows.table.mean(axis=0), rows.table.std(axis=0) + 1e-6
        model = LogisticRegression(C=strength, max_iter=4000)
        weights = np.where(rows.own, OWN_WEIGHT, 1.0)
        model.fit(self._inputs(rows.table), rows.own, sample_weight=weights)
        self.coefficients, self.intercept = model.coef_[0], float(model.intercept_[0])

    def _inputs(self, table: np.ndarray) -> np.ndarray:
        scaled = np.clip((table - self.mean) / self.scale, -CLIP, CLIP)
        return by_length(scaled, table[:, self.at])

    def scores(self, table: np.ndarray) -> np.ndarray:
        total = self._inputs(table) @ self.coefficients + self.intercept
        return 1 / (1 + np.exp(-np.clip(total, -30, 30)))

    def document(self) -> dict[str, object]:
        count = len(self.mean)
        shared, short, long = np.split(self.coefficients[:-1], [count, 2 * count])
        rounded = {
            "means": self.mean,
            "scales": self.scale,
            "weights": shared + short,
            "long_weights": shared + long,
        }
        return {
            "intercept": round(self.intercept, 5),
            "long_intercept": round(self.intercept + float(self.coefficients[-1]), 5),
            "short_rows": SHORT_ROWS,
            "long_rows": LONG_ROWS,
            **{name: [round(float(x), 5) for x in values] for name, values in rounded.items()},
        }


def out_of_fold(rows: Rows, strength: float) -> np.ndarray:
    stories = np.array(sorted(set(rows.story)))
    order = np.random.RandomState(0).permutation(len(stories)) % FOLDS
    fold = dict(zip(stories, order, strict=True))
    of_story = np.array([fold[name] for name in rows.story])
    scores = np.zeros(len(rows.story))
    for number in range(FOLDS):
        fit = Fit(rows.part(of_story != number), strength)
        scores[of_story == number] = fit.scores(rows.table[of_story == number])
    return scores


def cuts(rows: Rows, scores: np.ndarray) -> dict[str, float]:
    """Return for each size the score that accepts 95% of the own questions."""
    return {
        size: float(np.quantile(scores[(rows.size == size) & rows.own], 0.05)) for size in SIZES
    }


def reached(rows: Rows, scores: np.ndarray, cut: dict[str, float]) -> dict[str, dict]:
    """Return false accepts and own accepts (%) at the cuts, AUROC, and 95% intervals by story."""
    dice = np.random.RandomState(1)
    stories = sorted(set(rows.story))
    found = {}
    for size in SIZES:
        here = rows.size == size
        for variant in VARIANTS:
            foreign = here & (rows.variant == variant)
            both = foreign | (here & rows.own)
            passed = {s: scores[foreign & (rows.story == s)] >= cut[size] for s in stories}
            drawn = [
                100 * np.concatenate([passed[s] for s in dice.choice(stories, len(stories))]).mean()
                for _ in range(RESAMPLES)
            ]
            low, high = np.percentile(drawn, [2.5, 97.5])
            found[f"{size} {variant}"] = {
                "false_accepts": round(100 * float((scores[foreign] >= cut[size]).mean()), 1),
                "interval": [round(float(low), 1), round(float(high), 1)],
                "auroc": round(float(roc_auc_score(rows.own[both], scores[both])), 3),
            }
        own = scores[here & rows.own]
        found[f"{size} own accepted"] = round(100 * float((own >= cut[size]).mean()), 1)
    return found


def above(rows: Rows, scores: np.ndarray) -> np.ndarray:
    """Return how far each score is above the cut that the other stories' own questions set."""
    found = np.zeros(len(scores))
    for story in sorted(set(rows.story)):
        own = rows.story == story
        cut = cuts(rows.part(~own), scores[~own])
        found[own] = scores[own] - np.array([cut[size] for size in rows.size[own]])
    return found


def loss(rows: Rows, scores: np.ndarray) -> float:
    """Return what is made small on the training stories: the mean of the six false accepts (%)."""
    at = reached(rows, scores, cuts(rows, scores))
    return float(np.mean([at[f"{s} {v}"]["false_accepts"] for s in SIZES for v in VARIANTS]))


def shown(name: str, figures: dict[str, dict]) -> None:
    cells = []
    for size in SIZES:
        for variant in VARIANTS:
            v = figures[f"{size} {variant}"]
            low, high = v["interval"]
            cells.append(f"{v['false_accepts']:5.1f} [{low:4.1f} {high:4.1f}] {v['auroc']:.3f}")
    print(f"{name:>22}  " + "  ".join(cells))


def chosen_strength(rows: Rows) -> float:
    losses = {strength: loss(rows, out_of_fold(rows, strength)) for strength in STRENGTHS}
    told = ", ".join(f"{strength}: {value:.1f}" for strength, value in losses.items())
    print(f"training, mean false accepts by strength: {told}")
    return min(losses, key=losses.__getitem__)


def alone(rows: Rows, feature: str) -> dict[str, object]:
    """Return a baseline's feature with the two cuts of its scale, by the own questions."""
    value = np.maximum(0, rows.table[rows.own, rows.names.index(feature)])
    scores = value / (1 + value)
    cut = {"approve": APPROVED, "reject": REJECTED}
    return {"feature": feature} | {
        k: round(float(np.quantile(scores, q)), 5) for k, q in cut.items()
    }


def load(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("train", type=Path)
    parser.add_argument("dev", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    train, dev = load(options.train), load(options.dev)
    document: dict[str, object] = {
        "provenance": "FairytaleQA (uci-soe/FairytaleQAData, Apache-2.0): fitted on "
        f"{len({row['story'] for row in train})} stories of the training split, reported on "
        f"{len({row['story'] for row in dev})} of the validation split, bench/grounding",
    }
    every = list(train[0]["features"])
    print(" " * 24 + "".join(f"{f'{s} {v}':<26}" for s in SIZES for v in VARIANTS))
    for kind in ("lexical", *(["dense"] if any(map(is_dense, every)) else [])):
        names = [name for name in every if kind == "dense" or not is_dense(name)]
        fitted, told = Rows(train, names), Rows(dev, names)
        strength = chosen_strength(fitted)
        out = out_of_fold(fitted, strength)
        ends = np.isin(fitted.bound, (1, fitted.bound.max()))
        left_out = fitted.part(ends)
        shown(f"{kind}, left out", reached(left_out, out[ends], cuts(left_out, out[ends])))
        fit = Fit(fitted, strength)
        scores = fit.scores(told.table)
        figures = reached(told, above(told, scores), dict.fromkeys(SIZES, 0.0))
        shown(kind, figures)
        own = out[fitted.own]
        approve = float(np.quantile(own, APPROVED))
        print(
            f"{'own accepted (%)':>22}  "
            + ", ".join(f"{size} {figures[f'{size} own accepted']}" for size in SIZES)
            + f"; approved where it ships {100 * (scores[told.own] >= approve).mean():.1f}"
        )
        document[kind] = {
            "strength": strength,
            "reported": figures,
            "approve": round(approve, 5),
            "reject": round(float(np.quantile(own, REJECTED)), 5),
            "features": names,
            **fit.document(),
        }
    whole = Rows(dev, every)
    for name in BASELINES:
        if name in every:
            value = whole.table[:, every.index(name)]
            shown(f"{name} alone", reached(whole, above(whole, value), dict.fromkeys(SIZES, 0.0)))
    fitted = Rows(train, every)
    document["alone"] = {name: alone(fitted, feature) for name, feature in ALONE.items()}
    if options.write:
        RESULT.write_text(json.dumps(document, indent=1) + "\n")
        print(f"wrote {RESULT.name}")


if __name__ == "__main__":
    main()
