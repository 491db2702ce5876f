"""Make the table of words that are near in meaning: `python bench/grounding/kin.py`.

Words of the small embedding model's vocabulary (all-MiniLM-L6-v2, Apache-2.0) that English stories
use are compared one by one; the nearest of each go to src/ludens/story/language/data/kin.json. The
table is read where no model is installed.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from ludens.story.language.background import background
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import stem
from ludens.story.retrieval.minilm import minilm
from ludens.story.retrieval.wordpiece import vocabulary

RESULT = Path(__file__).parents[2] / "src/ludens/story/language/data/kin.json"
LEAST, MOST = 0.55, 10
"""The least likeness (cosine) of two words, and the most kin of one."""


def main() -> None:
    known = background().counts
    forms: dict[str, str] = {}
    for word in vocabulary():
        if word.isascii() and word.isalpha() and len(word) > 2:
            root = stem(word)
            if root in known and root not in STOPWORDS:
                forms[root] = min(word, forms.get(root, word), key=len)
    stems = sorted(forms)
    rows = minilm().embed([forms[root] for root in stems])
    likeness = rows @ rows.T
    np.fill_diagonal(likeness, 0)
    table: dict[str, dict[str, int]] = {}
    for at, root in enumerate(stems):
        order = np.argsort(-likeness[at], kind="stable")[:MOST]
        near = {stems[n]: round(100 * float(likeness[at, n])) for n in order}
        near = {other: value for other, value in near.items() if value >= 100 * LEAST}
        if near:
            table[root] = near
    document = {"source": "all-MiniLM-L6-v2 (Apache-2.0), cosine of words alone, %", "kin": table}
    RESULT.write_text(json.dumps(document, separators=(",", ":")) + "\n")
    print(f"{sum(map(len, table.values()))} pairs of {len(table)} stems")


if __name__ == "__main__":
    main()
