"""What the search expects of a command that has done nothing yet."""

from __future__ import annotations

from math import exp

import pytest

from ludens.adventure.search.candidates import Candidate, Proposed
from ludens.adventure.search.prior import FEATURES, Prior, weights

TAKE = Candidate("take lamp", ("take", 1), named=("lamp",))
LIGHT = Candidate("light lamp with match", ("light", 2), named=("lamp", "match"))


def test_a_command_is_worth_the_exponential_of_its_weighed_features() -> None:
    prior = Prior()
    commands = [
        TAKE,
        LIGHT,
        Candidate("ask troll about axe", "ask", topic="axe", named=("troll",)),
        Candidate("take axe", ("take", 1), named=("axe",), proposed=Proposed.FITTING),
        Candidate("pray", "pray", proposed=Proposed.ANYTHING),
    ]
    for won, command in enumerate(commands):
        for _ in range(won + 1):
            prior.count(command, 0.1 * won)
            prior.fail(command)
    for command in commands:
        for is_idle in (False, True):
            features = prior.features(command, is_idle=is_idle)
            weighed = sum(a * b for a, b in zip(weights(), features, strict=True))
            assert prior.worth(command, is_idle=is_idle) == pytest.approx(exp(weighed))


def test_what_has_failed_is_worth_less_than_what_was_not_tried() -> None:
    prior = Prior()
    before = prior.worth(LIGHT, is_idle=False)
    prior.count(LIGHT, 0.0)
    prior.fail(LIGHT)
    assert prior.worth(LIGHT, is_idle=False) < before


def test_every_feature_has_a_weight() -> None:
    assert len(weights()) == len(FEATURES)
