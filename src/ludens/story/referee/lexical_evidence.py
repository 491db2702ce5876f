"""Evidence from words alone: how well one sentence, three or seven cover what a prompt says."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.story.referee.places import Places, stretched
from ludens.story.referee.terms import Kind, Term

Row = NDArray[np.float32]


class LexicalEvidence(NamedTuple):
    """What the words show."""

    features: dict[str, float]
    best_row: int
    """The row of `Places` at which the best stretch of three sentences begins."""
    wide_rows: list[int]
    """Rows at which the best stretches of seven sentences begin, the best first."""
    missing: list[Term]
    """Terms that the book does not have at all."""
    missing_near: list[Term]
    """Terms that it has, but nowhere near the best stretch."""


def lexical_evidence(terms: list[Term], places: Places) -> LexicalEvidence:
    """Return the evidence for a prompt with these terms."""
    weight = np.array([term.weight for term in terms], np.float32)
    kinds = np.array([term.kind for term in terms])
    subject = np.array([term.is_subject for term in terms], np.float32)
    mass = float(weight.sum())
    one = places.hits([term.stem for term in terms])
    two, three, seven = (stretched(one, n) for n in (2, 3, 7))
    count = np.array([places.count(term.stem) for term in terms], np.float32)
    known = (count > 0).astype(np.float32)

    features: dict[str, float] = {
        "mass": mass,
        "terms": float(len(terms)),
        "log_rows": math.log(places.size + 1),
        "cover_book": float(weight @ known) / mass,
        "heaviest_missing": float((weight * (1 - known)).max()),
    }
    cover = {1: weight @ one, 2: weight @ two, 3: weight @ three, 7: weight @ seven}
    for length, row in cover.items():
        features[f"cover_{length}"] = float(row.max()) / mass
        features[f"uncovered_{length}"] = mass - float(row.max())
    features |= _surprise(count, places.size, {1: one, 3: three, 7: seven})
    blend = 0.5 * cover[1] + 0.3 * cover[3] + 0.2 * cover[7]
    features["cover_blend"] = float(blend.max()) / mass
    at3, at7 = int(cover[3].argmax()), int(cover[7].argmax())
    for kind in Kind:
        own = weight * (kinds == kind)
        features |= _by_kind(kind, own, known, three=three, seven=seven, at=(at3, at7))
    features["heaviest_missing_3"] = float((weight * (1 - three[:, at3])).max())
    features["heaviest_missing_7"] = float((weight * (1 - seven[:, at7])).max())
    features["missing_3"] = float((1 - three[:, at3]).sum())
    features["missing_7"] = float((1 - seven[:, at7]).sum())
    plain = weight * (kinds != Kind.NAME)
    features["mass_plain"] = float(plain.sum())
    features["cover_plain_1"] = _share(plain, one)
    features["cover_plain_3"] = _share(plain, three)
    features["together_1"], features["together_3"] = (_together(weight, t) for t in (one, three))
    features |= _who_does_what(weight, subject, one, two, features["cover_2"])

    wide = np.argsort(-cover[7], kind="stable")[:4]
    missing = [term for term, is_known in zip(terms, known, strict=True) if not is_known]
    near = [
        t for t, here in zip(terms, seven[:, at7], strict=True) if not here and t not in missing
    ]
    return LexicalEvidence(features, at3, [int(row) for row in wide], missing, near)


def _surprise(count: Row, rows: int, tables: dict[int, Row]) -> dict[str, float]:
    """Return how unlikely the best stretch is if words fell by chance (nats)."""
    found: dict[str, float] = {}
    chance = np.clip((count + 0.5) / (rows + 1), 1e-6, 1)
    for length, table in tables.items():
        surprise = -np.log(np.clip(1 - (1 - chance) ** length, 1e-9, 1)).astype(np.float32)
        best = float((surprise @ table).max())
        found[f"surprise_{length}"] = best
        found[f"surprise_net_{length}"] = best - math.log(rows + 1)
        found[f"surprise_share_{length}"] = best / (float(surprise.sum()) + 1e-9)
    return found


def _by_kind(
    kind: Kind, own: Row, known: Row, *, three: Row, seven: Row, at: tuple[int, int]
) -> dict[str, float]:
    """Return how names, nouns or verbs are covered: where all are covered best, and at best."""
    mass = float(own.sum())
    names = [f"{kind}_{what}" for what in ("present", "near_3", "near_7", "book", "best_3")]
    if not mass:
        return dict.fromkeys(names, 0.0)
    values = (
        1.0,
        float(own @ three[:, at[0]]) / mass,
        float(own @ seven[:, at[1]]) / mass,
        float(own @ known) / mass,
        float((own @ three).max()) / mass,
    )
    return dict(zip(names, values, strict=True))


def _share(own: Row, table: Row) -> float:
    mass = float(own.sum())
    return float((own @ table).max()) / mass if mass else 0.0


def _together(weight: Row, table: Row) -> float:
    """Return the share of pairs of terms that stand together somewhere, by their weight."""
    if len(weight) < 2:
        return float(table.max())
    meet = (table @ table.T) > 0
    upper = np.triu_indices(len(weight), 1)
    pairs = (weight[:, None] + weight[None, :])[upper]
    return float((meet[upper] * pairs).sum() / pairs.sum())


def _who_does_what(
    weight: Row, subject: Row, one: Row, two: Row, otherwise: float
) -> dict[str, float]:
    """Return how well one place has both the subject of a question and what is said of it."""
    doer, deed = weight * subject, weight * (1 - subject)
    if not (doer.any() and deed.any()):
        values = (0.0, otherwise, otherwise, otherwise)
    else:
        both = np.minimum(doer @ two / doer.sum(), deed @ two / deed.sum())
        values = (1.0, float(both.max()), _share(deed, two), _share(doer, one))
    return dict(zip(("has_subject", "subject_and_deed", "deed", "subject"), values, strict=True))
