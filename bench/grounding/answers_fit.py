"""Fit what tells answers that have nothing to do with their text: `referee/support.py`.

    python bench/grounding/answers_fit.py BEGIN_DEV_FOLDER [--dense] [--write]

The folder holds the dev files of BEGIN (Dziri and others 2022), conversations about a text.
Beside them, paraphrases.jsonl has honest answers to passages of fairy tales in other words.
Reported by cross-validation over texts, together with the comparison word by word. The cut spares
every paraphrase by a fit that did not see its text, with MARGIN to spare. The voice of somebody who
plays a part tells nothing: `in_play` is a fit without it.
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
from ludens.story.referee.support import (
    LEAST,
    Compared,
    Rule,
    features_of_rule,
    likeness_features,
    name_of_rule,
    support_features,
)
from ludens.story.referee.verdict import Decision
from ludens.story.retrieval.embedding import TokenEmbedder
from ludens.story.retrieval.minilm import minilm

RESULT = Path(__file__).parents[2] / "src/ludens/story/referee/data/support.json"
PARAPHRASES = Path(__file__).parent / "paraphrases.jsonl"
ASIDE = Path(__file__).parent / "paraphrases_aside.jsonl"
"""Paraphrases of novels and other tales, only reported: what ships, on them."""
WEIGHT = 3.0
"""What a paraphrase counts for each answer of BEGIN: there are seven times as many of these."""
MARGIN = 0.25
"""In log-odds: paraphrases that are not known yet may be worse than the worst that is."""
FOLDS = 8
STRENGTH = 0.3
"""Inverse strength of the penalty."""


def rows(folder: Path) -> list[dict[str, str]]:
    found = []
    for path in sorted(folder.glob("*dev*.tsv")):
        with path.open(encoding="utf-8") as stream:
            found += list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return found


class Rows:
    """Answers with their features, judged by people; paraphrases stand last."""

    def __init__(self, folder: Path, dense: bool) -> None:
        judged = [row for row in rows(folder) if row["begin_label"] != "Generic"]
        paraphrases = read(PARAPHRASES)
        self.pairs = [(row["response"], row["knowledge"]) for row in judged]
        self.pairs += [(row["answer"], row["knowledge"]) for row in paraphrases]
        self.is_paraphrase = np.arange(len(self.pairs)) >= len(judged)
        honest = [row["begin_label"] == "Fully attributable" for row in judged]
        self.honest = np.array(honest + [True] * len(paraphrases))
        self.features = [support_features(answer, [text]) for answer, text in self.pairs]
        if dense:
            for features, (answer, text) in zip(self.features, self.pairs, strict=True):
                features.update(likeness_features(answer, compared_by(minilm(), text)))
        self.short = np.array([np.expm1(each["words"]) < LEAST - 0.5 for each in self.features])
        self.by_words = np.array(
            [
                judge_answer(answer, [text], unsupported=False).decision is Decision.REJECTED
                for answer, text in self.pairs
            ]
        )


def read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def compared_by(embedder: TokenEmbedder, text: str) -> Compared:
    return Compared(embedder, embedder.embed_words([text]))


def fitted(data: Rows, names: tuple[str, ...]) -> tuple[dict[str, object], np.ndarray]:
    """Return a rule, and whom it rejects by fits that did not see their texts."""
    table = np.array([[each[name] for name in names] for each in data.features])
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - mean) / scale
    weight = np.where(data.is_paraphrase, WEIGHT, 1.0)
    chances = np.zeros(len(table))
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    for seen, left_out in folds.split(scaled, data.honest, [text for _, text in data.pairs]):
        model = LogisticRegression(C=STRENGTH, max_iter=2000)
        model.fit(scaled[seen], ~data.honest[seen], sample_weight=weight[seen])
        chances[left_out] = model.predict_proba(scaled[left_out])[:, 1]
    chances[data.short] = 0
    worst = chances[data.is_paraphrase].max()
    cut = float(1 / (1 + (1 - worst) / worst * np.exp(-MARGIN)))
    begin = ~data.is_paraphrase
    print(f"  AUROC {roc_auc_score(~data.honest[begin], chances[begin]):.3f}, cut {cut:.3f}")
    model = LogisticRegression(C=STRENGTH, max_iter=2000)
    model.fit(scaled, ~data.honest, sample_weight=weight)
    weights = model.coef_[0] / scale
    rule = {
        "weights": dict(zip(names, weights.round(5).tolist(), strict=True)),
        "intercept": round(float(model.intercept_[0] - weights @ mean), 5),
        "cut": round(cut, 4),
    }
    return rule, chances >= cut


def shown(name: str, data: Rows, rejected: np.ndarray) -> None:
    attributable = data.honest & ~data.is_paraphrase
    print(
        f"{name:>20}: rejected {rejected[attributable].mean():.3f} of {attributable.sum()} "
        f"attributable, {rejected[~data.honest].mean():.3f} of {(~data.honest).sum()} others, "
        f"{rejected[data.is_paraphrase].sum()} of {data.is_paraphrase.sum()} paraphrases"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dense", action="store_true", help="with the small embedding model too")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    data = Rows(options.folder, options.dense)
    shown("word by word", data, data.by_words)
    document = json.loads(RESULT.read_text("utf-8"))
    document["provenance"] = (
        f"BEGIN dev, {sum(~data.is_paraphrase)} answers, {sum(data.is_paraphrase)} paraphrases, "
        "bench/grounding/answers_fit.py"
    )
    for dense in (False, True) if options.dense else (False,):
        for in_play in (False, True):
            name = name_of_rule(dense=dense, in_play=in_play)
            rule, rejected = fitted(data, features_of_rule(dense=dense, in_play=in_play))
            shown(name, data, rejected)
            shown("and word by word", data, data.by_words | rejected)
            document[name] = rule
            lost = []
            for row in read(ASIDE):
                answer, text = row["answer"], row["knowledge"]
                features = support_features(answer, [text])
                if dense:
                    features |= likeness_features(answer, compared_by(minilm(), text))
                by_words = judge_answer(answer, [text], unsupported=False)
                if Rule(**rule).rejects(features) or by_words.decision is Decision.REJECTED:
                    lost.append(row["id"])
            print(f"{'':>20}  of the paraphrases kept aside: {lost or 'none'}")
    if options.write:
        RESULT.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
