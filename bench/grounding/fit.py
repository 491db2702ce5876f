"""Fit the referee's scorer and say what it reaches on stories it was not fitted on.

    python bench/grounding/fit.py features.json [--write]

What is reported comes from folds by story: a score is given by a model that saw neither the story
nor the story that a foreign question was written for, and the threshold that accepts 95% of the own
questions is set on the other stories. `--write` fits on all of them and writes
src/ludens/story/referee/data/calibration.json, with these figures and where the data came from.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

RESULT = Path(__file__).parents[2] / "src/ludens/story/referee/data/calibration.json"
FOLDS = 6
STRENGTH = 0.01
"""Inverse strength of the L2 penalty; from 0.003 to 0.1 figures differ by about a point."""
OWN_WEIGHT = 3.0
"""Own questions are fewer than foreign ones, and one lost costs a player a turn."""
CLIP = 4.0
APPROVED, REJECTED = 0.08, 0.03
"""Shares of the own questions below the two cuts of the scale."""

BASELINES = ("bm25", "cover_3", "cover_7", "likeness", "match_words_2")


class Rows:
    def __init__(self, rows: list[dict], dense: bool) -> None:
        self.story = np.array([row["story"] for row in rows])
        self.source = np.array([row["source"] for row in rows])
        self.variant = np.array([row["variant"] for row in rows])
        self.size = np.array([row["size"] for row in rows])
        self.own = self.variant == "own"
        names = [n for n in rows[0]["features"] if dense or not is_dense(n)]
        self.names = names
        self.table = np.array([[row["features"][n] for n in names] for row in rows])


def is_dense(name: str) -> bool:
    return name.startswith(("likeness", "match", "joint", "weakest", "unmatched"))


def fitted(table: np.ndarray, own: np.ndarray):
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    model = LogisticRegression(C=STRENGTH, max_iter=4000)
    scaled = np.clip((table - mean) / scale, -CLIP, CLIP)
    model.fit(scaled, own, sample_weight=np.where(own, OWN_WEIGHT, 1.0))
    return mean, scale, model.coef_[0], model.intercept_[0]


def scored(fit, table: np.ndarray) -> np.ndarray:
    mean, scale, weights, intercept = fit
    return 1 / (1 + np.exp(-(np.clip((table - mean) / scale, -CLIP, CLIP) @ weights + intercept)))


def out_of_fold(rows: Rows) -> np.ndarray:
    stories = np.array(sorted(set(rows.story)))
    fold = dict(zip(stories, np.random.RandomState(0).permutation(len(stories)) % FOLDS))
    of_story = np.array([fold[name] for name in rows.story])
    of_source = np.array([fold[name] for name in rows.source])
    scores = np.zeros(len(rows.story))
    for number in range(FOLDS):
        seen = (of_story != number) & (of_source != number)
        scores[of_story == number] = scored(
            fitted(rows.table[seen], rows.own[seen]), rows.table[of_story == number]
        )
    return scores


def reached(rows: Rows, scores: np.ndarray) -> dict[str, dict[str, float]]:
    """Return false accepts (%) at 95% accepted, threshold set on other stories, and AUROC."""
    found = {}
    for size in ("short", "long"):
        here = rows.size == size
        for variant in ("plain", "names", "roles"):
            accepted = []
            for story in set(rows.story):
                others = here & rows.own & (rows.story != story)
                cut = np.quantile(scores[others], 0.05)
                accepted.append(
                    scores[here & (rows.variant == variant) & (rows.story == story)] >= cut
                )
            both = here & (rows.own | (rows.variant == variant))
            found[f"{size} {variant}"] = {
                "false_accepts": round(100 * float(np.concatenate(accepted).mean()), 1),
                "auroc": round(float(roc_auc_score(rows.own[both], scores[both])), 3),
            }
    return found


def shown(name: str, figures: dict[str, dict[str, float]]) -> None:
    cells = "  ".join(f"{v['false_accepts']:5.1f} ({v['auroc']:.3f})" for v in figures.values())
    print(f"{name:>24}  {cells}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("features", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    data = json.loads(options.features.read_text())
    print(
        f"{'false accepts % (AUROC)':>24}  "
        + "  ".join(f"{s} {v:<8}" for s in ("short", "long") for v in ("plain", "names", "roles"))
    )
    document: dict[str, object] = {
        "provenance": "FairytaleQA validation split (uci-soe/FairytaleQAData, Apache-2.0), "
        f"{len({row['story'] for row in data})} stories, bench/grounding",
    }
    has_dense = any(is_dense(name) for name in data[0]["features"])
    for kind in ("lexical", *(["dense"] if has_dense else [])):
        rows = Rows(data, kind == "dense")
        scores = out_of_fold(rows)
        figures = reached(rows, scores)
        shown(kind, figures)
        mean, scale, weights, intercept = fitted(rows.table, rows.own)
        document[kind] = {
            "held_out": figures,
            "approve": round(float(np.quantile(scores[rows.own], APPROVED)), 5),
            "reject": round(float(np.quantile(scores[rows.own], REJECTED)), 5),
            "intercept": round(float(intercept), 5),
            "features": rows.names,
            "means": [round(float(x), 5) for x in mean],
            "scales": [round(float(x), 5) for x in scale],
            "weights": [round(float(x), 5) for x in weights],
        }
    every = Rows(data, has_dense)
    for name in BASELINES:
        if name in every.names:
            shown(f"{name} alone", reached(every, every.table[:, every.names.index(name)]))
    if options.write:
        RESULT.write_text(json.dumps(document, indent=1) + "\n")
        print(f"wrote {RESULT.name}")


if __name__ == "__main__":
    main()
