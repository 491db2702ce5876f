"""Evidence from one part of a book: what a question says must stand together, more or less.

In a long book every word of a foreign question stands somewhere. What tells is whether one scene
has them (with words of near meaning counted in part), whether that scene stands out from the rest
of the book, whether the words that it has together would meet by chance, and whether it has them
in the question's order.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ludens.story.language.kin import kin_of
from ludens.story.referee.places import Places, stretched
from ludens.story.referee.terms import Kind, Term

Row = NDArray[np.float32]

SCENE, EPISODE = 25, 90
"""Sentences of a scene, and of what hangs together around it."""
HEAVY = 2.5
"""Nats: a word of at least this weight is missed when a scene lacks it."""
CLOSE_UPS = 4
"""Stretches that are looked at word by word."""
STRETCH = 4
"""Sentences of each."""
APART = 4
"""Content words between two that still stand beside each other."""


def local_evidence(terms: list[Term], places: Places) -> dict[str, float]:
    """Return the features for a prompt with these terms."""
    weight = np.array([term.weight for term in terms], np.float32)
    mass = float(weight.sum())
    is_name = np.array([term.kind is Kind.NAME for term in terms])
    one = places.hits([term.stem for term in terms])
    near = _near(terms, one, places)
    features: dict[str, float] = {}
    near_at: dict[int, Row] = {}
    for length in (1, 2, 3, 7, SCENE, EPISODE):
        table = _spread(near, length)
        near_at[length] = table
        features[f"near_{length}"] = float((weight @ table).max()) / mass
    scene, wide = _spread(one, SCENE), _spread(one, EPISODE)
    features["cover_scene"] = float((weight @ scene).max()) / mass
    features["cover_episode"] = float((weight @ wide).max()) / mass
    blend = _blend(weight, near_at) / mass
    best = int(blend.argmax())
    features["blend"] = float(blend[best])
    features["blend_lead"] = features["blend"] - _elsewhere(blend, best, EPISODE)
    features["scene_lead"] = _lead(weight @ near_at[SCENE] / mass, SCENE)
    features["episode_lead"] = _lead(weight @ near_at[EPISODE] / mass, EPISODE)
    deviation = float(blend.std()) + 1e-6
    features["blend_z"] = min((features["blend"] - float(blend.mean())) / deviation, 12.0)
    low, high = max(0, best - SCENE), best + SCENE
    features["around_best"] = float(weight @ one[:, low:high].max(axis=1)) / mass
    features["near_around_best"] = float(weight @ near[:, low:high].max(axis=1)) / mass
    heavy = weight > HEAVY
    if heavy.any():
        features["weakest_3"] = float(near_at[3][heavy].min(axis=0).max())
        features["weakest_scene"] = float(near_at[SCENE][heavy].min(axis=0).max())
        features["weakest_episode"] = float(near_at[EPISODE][heavy].min(axis=0).max())
    else:
        features |= dict.fromkeys(("weakest_3", "weakest_scene", "weakest_episode"), 1.0)
    features |= _with_whom(weight, is_name, one, near_at)
    features |= _meetings(weight, one)
    features |= _close_up(terms, places, blend)
    return features


def _near(terms: list[Term], one: Row, places: Places) -> Row:
    """Return for each term and sentence how near a word of it comes, from 0 to 1."""
    near = one.copy()
    for at, term in enumerate(terms):
        for other, likeness in kin_of(term.stem).items():
            rows = places.rows(other)
            if rows is not None:
                near[at, rows] = np.maximum(near[at, rows], likeness)
    return near


def _spread(hits: Row, length: int) -> Row:
    """Return, for each row, the best of it and the next ones of a stretch, by doubling."""
    whole, reached = hits, 1
    while reached < length:
        step = min(reached, length - reached)
        shifted = np.zeros_like(whole)
        if step < whole.shape[1]:
            shifted[:, :-step] = whole[:, step:]
        whole = np.maximum(whole, shifted)
        reached += step
    return whole


def _blend(weight: Row, tables: dict[int, Row]) -> Row:
    """Return for each row how well it, its stretch and its scene have what is said."""
    size = tables[1].shape[1]
    total = np.zeros(size, np.float32)
    for length, share in ((1, 0.3), (3, 0.3), (7, 0.2)):
        total += share * (weight @ tables[length])
    back = SCENE // 2
    scene = weight @ tables[SCENE]
    centred = np.zeros(size, np.float32)
    centred[back:] = scene[: size - back] if size > back else 0
    total += 0.2 * np.maximum(centred, scene)
    return total


def _elsewhere(scores: Row, best: int, apart: int) -> float:
    """Return the best score that is not near the best of all."""
    rest = np.concatenate([scores[: max(0, best - apart)], scores[best + apart :]])
    return float(rest.max()) if len(rest) else 0.0


def _lead(scores: Row, length: int) -> float:
    best = int(scores.argmax())
    return float(scores[best]) - _elsewhere(scores, best, length)


def _with_whom(
    weight: Row, is_name: NDArray[np.bool_], one: Row, near_at: dict[int, Row]
) -> dict[str, float]:
    """Return how well what is said stands where those who are named are."""
    if not is_name.any() or is_name.all():
        whole = float((weight @ near_at[3]).max()) / float(weight.sum())
        return {"named": float(is_name.any()), "with_named": whole, "with_named_scene": whole}
    rest = weight * ~is_name
    named = _spread(one[is_name], SCENE).min(axis=0)
    beside = np.zeros_like(named)
    back = min(SCENE // 2, len(named) - 1)
    beside[back:] = named[: len(named) - back]
    beside = np.maximum(beside, named)
    mass = float(rest.sum())
    return {
        "named": 1.0,
        "with_named": float((rest @ near_at[3] * beside).max()) / mass,
        "with_named_scene": float((rest @ near_at[SCENE] * named).max()) / mass,
    }


def _meetings(weight: Row, one: Row) -> dict[str, float]:
    """Return how far pairs of words meet more often than chance would have it (nats)."""
    if len(weight) < 2:
        return {"meetings": 0.0, "meetings_missed": 0.0}
    table = stretched(one, 3)
    rows = table.shape[1]
    count = table.sum(axis=1)
    met = table @ table.T
    expected = np.outer(count, count) / rows
    upper = np.triu_indices(len(weight), 1)
    pair = np.sqrt(np.outer(weight, weight))[upper]
    lift = np.log((met[upper] + 0.5) / (expected[upper] + 0.5))
    total = float(pair.sum())
    return {
        "meetings": float((pair * np.clip(lift, 0, 3)).sum()) / total,
        "meetings_missed": float((pair * np.clip(-lift, 0, 3)).sum()) / total,
    }


def _close_up(terms: list[Term], places: Places, blend: Row) -> dict[str, float]:
    """Return how well the best stretches have the words in the question's order and side by
    side."""
    weights = {term.stem: term.weight for term in terms}
    order = [term.stem for term in terms]
    mass = sum(weights.values())
    pairs = list(pairwise(order))
    pair_mass = sum(weights[a] + weights[b] for a, b in pairs)
    ordered = beside = dense = 0.0
    for row in _peaks(blend):
        found = places.stems(row, STRETCH)
        at: dict[str, list[int]] = {}
        for place, stem in enumerate(found):
            if stem in weights:
                at.setdefault(stem, []).append(place)
        ordered = max(ordered, _in_order(order, found, weights) / mass)
        if pairs:
            met = sum(
                weights[a] + weights[b]
                for a, b in pairs
                if any(abs(x - y) <= APART for x in at.get(a, ()) for y in at.get(b, ()))
            )
            beside = max(beside, met / pair_mass)
        dense = max(dense, _dense(at, weights, len(found)) / mass)
    if not pairs:
        beside = ordered
    return {"in_order": ordered, "side_by_side": beside, "dense": dense}


def _peaks(blend: Row) -> list[int]:
    scores = blend.copy()
    found = []
    for _ in range(CLOSE_UPS):
        row = int(scores.argmax())
        if scores[row] <= 0:
            break
        found.append(row)
        scores[max(0, row - STRETCH + 1) : row + STRETCH] = 0
    return found


def _in_order(order: list[str], found: list[str], weights: dict[str, float]) -> float:
    """Return the weight of the heaviest common subsequence."""
    best = [0.0] * (len(order) + 1)
    for stem in found:
        if stem not in weights:
            continue
        for place in range(len(order), 0, -1):
            if order[place - 1] == stem:
                best[place] = max(best[place], max(best[:place]) + weights[stem])
    return max(best)


def _dense(at: dict[str, list[int]], weights: dict[str, float], size: int) -> float:
    """Return the weight found within the tightest window of a dozen content words."""
    best = 0.0
    starts = sorted({place for places_ in at.values() for place in places_})
    for start in starts:
        inside = sum(
            weights[stem]
            for stem, places_ in at.items()
            if any(start <= place < start + 12 for place in places_)
        )
        best = max(best, inside)
    return best
