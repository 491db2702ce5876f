"""How people talk: whether a speech has the words of somebody's others.

After a round everybody's likely speeches are known, by their chances. Their words, against those of
all speeches, say how well another speech is theirs: `thquare`, `my dear`, whom they call what. A
speech never counts for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

PRIOR = 300.0
"""Words of the whole book that are mixed with what somebody says."""
FEWEST = 3
"""Times that a word must be said to tell anything."""
MOST = 10.0
"""Beyond which the likelihood says no more."""

Rows = NDArray[np.float64]


def manner_of(
    words: Sequence[Sequence[Sequence[str]]],
    of: Sequence[Sequence[tuple[int, int]]],
    chances: Sequence[Rows],
) -> list[Rows]:
    """Return for each chapter's rows how much better the person's words fit than the book's.

    Of each chapter, `words` has the words of its speeches, `of` the speech and the person of each
    row, `chances` the row's chance. The columns are the logarithm for the whole speech, and a word.
    """
    every = Counter(word for chapter in words for speech in chapter for word in speech)
    place = {word: n for n, word in enumerate(w for w, times in every.items() if times >= FEWEST)}
    said = [[_counted(speech, place) for speech in chapter] for chapter in words]
    people = 1 + max((person for chapter in of for _, person in chapter), default=0)
    theirs = np.zeros((people, len(place)))
    whole = np.zeros(len(place))
    for chapter in said:
        for which, times in chapter:
            whole[which] += times
    for chapter, rows, likely in zip(said, of, chances, strict=True):
        for (speech, person), chance in zip(rows, likely, strict=True):
            which, times = chapter[speech]
            theirs[person, which] += chance * times
    whole = np.maximum(whole, 1.0) / max(whole.sum(), 1.0)
    totals = theirs.sum(axis=1)
    found: list[Rows] = []
    for chapter, rows, likely in zip(said, of, chances, strict=True):
        columns = np.zeros((len(rows), 2))
        for row, ((speech, person), chance) in enumerate(zip(rows, likely, strict=True)):
            which, times = chapter[speech]
            length = times.sum()
            if not length:
                continue
            usual = whole[which]
            others = theirs[person, which] - chance * times
            total = totals[person] - chance * length
            fit = np.log((others + PRIOR * usual) / ((total + PRIOR) * usual))
            likelihood = float(fit @ times)
            columns[row] = np.clip(likelihood, -MOST, MOST), likelihood / length
        found.append(columns)
    return found


def _counted(
    speech: Sequence[str], place: dict[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    times = Counter(place[word] for word in speech if word in place)
    return np.array(list(times), np.int64), np.array(list(times.values()), np.float64)
