"""Fit what tells answers that have nothing to do with their text: `referee/support.py`.

    python bench/grounding/answers_fit.py BEGIN_DEV_FOLDER [--write]

The folder holds the dev files of BEGIN (Dziri and others 2022), conversations about a text.
Beside them, paraphrases.jsonl has honest answers to passages of fairy tales in other words.
Reported by cross-validation over texts, together with the comparison word by word. The cut spares
every paraphrase by a fit that did not see its text, with MARGIN to spare. `In play` is what is left
of both where somebody who plays a part answers, whose voice tells nothing.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold

from ludens.story.referee.replies import judge_answer
from ludens.story.referee.support import FEATURES, LEAST, is_unsupported, support_features
from ludens.story.referee.verdict import Decision

RESULT = Path(__file__).parents[2] / "src/ludens/story/referee/data/support.json"
PARAPHRASES = Path(__file__).parent / "paraphrases.jsonl"
ASIDE = Path(__file__).parent / "paraphrases_aside.jsonl"
"""Paraphrases of novels and other tales, only reported: what ships, on them."""
WEIGHT = 3.0
"""What a paraphrase counts for each answer of BEGIN: there are seven times as many of these."""
MARGIN = 0.25
"""In log-odds: paraphrases that are not known yet may be worse than the worst that is."""
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
    judged = [row for row in rows(options.folder) if row["begin_label"] != "Generic"]
    paraphrases, aside = (
        [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in (PARAPHRASES, ASIDE)
    )
    pairs = [(row["response"], row["knowledge"]) for row in judged]
    pairs += [(row["answer"], row["knowledge"]) for row in paraphrases]
    paraphrase = np.arange(len(pairs)) >= len(judged)
    honest = np.array([row["begin_label"] == "Fully attributable" for row in judged])
    honest = np.append(honest, np.ones(len(paraphrases), bool))
    features = [support_features(answer, [text]) for answer, text in pairs]
    table = np.array([[each[name] for name in FEATURES] for each in features])
    short = np.array([np.expm1(each["words"]) < LEAST - 0.5 for each in features])
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - mean) / scale
    weight = np.where(paraphrase, WEIGHT, 1.0)
    chances = np.zeros(len(pairs))
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    for fitted, left_out in folds.split(scaled, honest, [text for _, text in pairs]):
        model = LogisticRegression(C=0.3, max_iter=2000)
        model.fit(scaled[fitted], ~honest[fitted], sample_weight=weight[fitted])
        chances[left_out] = model.predict_proba(scaled[left_out])[:, 1]
    chances[short] = 0
    worst = chances[paraphrase].max()
    cut = float(1 / (1 + (1 - worst) / worst * np.exp(-MARGIN)))
    compared = np.array(
        [
            judge_answer(answer, [text], unsupported=False).decision is Decision.REJECTED
            for answer, text in pairs
        ]
    )
    in_play = np.array([is_unsupported(answer, [text], in_play=True) for answer, text in pairs])
    begin = ~paraphrase
    print(f"AUROC {roc_auc_score(~honest[begin], chances[begin]):.3f}, cut {cut:.3f}")
    for name, rejected in (
        ("word by word", compared),
        ("unsupported", chances >= cut),
        ("both", compared | (chances >= cut)),
        ("as it ships, in play", compared | in_play),
    ):
        print(
            f"{name:>20}: rejected {rejected[honest & begin].mean():.3f} of "
            f"{(honest & begin).sum()} attributable, {rejected[~honest].mean():.3f} of "
            f"{(~honest).sum()} others, {rejected[paraphrase].sum()} of {paraphrase.sum()} "
            "paraphrases"
        )
    lost = [
        row["id"]
        for row in aside
        for in_play_too in (False, True)
        if judge_answer(row["answer"], [row["knowledge"]], in_play=in_play_too).decision
        is Decision.REJECTED
    ]
    print(f"as it ships: rejected of {len(aside)} paraphrases kept aside: {lost or 'none'}")
    if options.write:
        model = LogisticRegression(C=0.3, max_iter=2000).fit(scaled, ~honest, sample_weight=weight)
        document = json.loads(RESULT.read_text("utf-8")) | {
            "provenance": f"BEGIN dev, {len(judged)} answers, {len(paraphrases)} paraphrases, "
            "bench/grounding/answers_fit.py",
            "weights": dict(zip(FEATURES, (model.coef_[0] / scale).round(5).tolist(), strict=True)),
            "intercept": round(float(model.intercept_[0] - (model.coef_[0] / scale) @ mean), 5),
            "cut": round(cut, 4),
        }
        RESULT.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
