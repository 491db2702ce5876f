"""Boosted trees that were fitted elsewhere: read from their file, added up with numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Trees(NamedTuple):
    """An additive model of small trees. A leaf's children are itself."""

    baseline: float
    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    depth: int

    def scores(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the trees add up to for each row of features."""
        total = np.full(len(rows), self.baseline)
        if not len(rows):
            return total
        at_row, at_tree = np.arange(len(rows)), np.arange(len(self.feature))[:, None]
        node = np.zeros((len(self.feature), len(rows)), np.int32)
        for _ in range(self.depth):  # all trees at once
            goes_left = rows[at_row, self.feature[at_tree, node]] <= self.threshold[at_tree, node]
            node = np.where(goes_left, self.left[at_tree, node], self.right[at_tree, node])
        for told in self.value[at_tree, node]:  # in their order, as floats are added
            total += told
        return total


def trees_from(document: Mapping[str, Any]) -> Trees:
    """Return the trees of a document as `bench` writes it."""
    rows: Sequence[Sequence[Sequence[float]]] = document["trees"]
    most = max(len(tree) for tree in rows)
    table = np.zeros((len(rows), most, 5))
    for number, tree in enumerate(rows):
        table[number, : len(tree)] = tree
    return Trees(
        float(document["baseline"]),
        table[:, :, 0].astype(np.int32),
        table[:, :, 1],
        table[:, :, 2].astype(np.int32),
        table[:, :, 3].astype(np.int32),
        table[:, :, 4],
        int(document["depth"]),
    )
