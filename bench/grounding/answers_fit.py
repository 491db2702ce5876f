"""Fit what tells answers that have nothing to do with their text: `referee/support.py`.

    python bench/grounding/answers_fit.py BEGIN_DEV_FOLDER [--write]

The folder holds the dev files of BEGIN (Dziri and others 2022). Reported by cross-validation over
answers, together with the comparison word by word.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from ludens.story.referee.replies import judge_answer
from ludens.story.referee.support import FEATURES, support_features
from ludens.story.referee.verdict import Decision

RESULT = Path(__file__).parents[2] / "src/ludens/story/referee/data/support.json"
HONEST_LOST = 0.012
"""Share of attributable answers that may be lost to this rule alone."""
FOLDS = 8


def rows(folder: Path) -> list[dict[str, str]]:
    found = []
    for path in sorted(folder.glob("*dev*.tsv")):
        with path.open(encoding="utf-8") as stream:
            found += list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    every = [row for row in rows(options.folder) if row["begin_label"] != "Generic"]
    honest = np.array([row["begin_label"] == "Fully attributable" for row in every])
    table = np.array(
        [
            [support_features(row["response"], [row["knowledge"]])[name] for name in FEATURES]
            for row in every
        ]
    )
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - mean) / scale
    chances = np.zeros(len(every))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    for fitted, left_out in folds.split(scaled, honest):
        model = LogisticRegression(C=0.3, max_iter=2000).fit(scaled[fitted], ~honest[fitted])
        chances[left_out] = model.predict_proba(scaled[left_out])[:, 1]
    cut = float(np.quantile(chances[honest], 1 - HONEST_LOST))
    compared = np.array(
        [
            judge_answer(row["response"], [row["knowledge"]], unsupported=False).decision
            is Decision.REJECTED
            for row in every
        ]
    )
    print(f"AUROC {roc_auc_score(~honest, chances):.3f}, cut {cut:.3f}")
    for name, rejected in (
        ("word by word", compared),
        ("unsupported", chances >= cut),
        ("both", compared | (chances >= cut)),
    ):
        print(
            f"{name:>14}: rejected {rejected[honest].mean():.3f} of {honest.sum()} attributable, "
            f"{rejected[~honest].mean():.3f} of {(~honest).sum()} others"
        )
    if options.write:
        model = LogisticRegression(C=0.3, max_iter=2000).fit(scaled, ~honest)
        document = {
            "provenance": f"BEGIN dev, {len(every)} answers, bench/grounding/answers_fit.py",
            "weights": dict(zip(FEATURES, (model.coef_[0] / scale).round(5).tolist(), strict=True)),
            "intercept": round(float(model.intercept_[0] - (model.coef_[0] / scale) @ mean), 5),
            "cut": round(cut, 4),
        }
        RESULT.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
