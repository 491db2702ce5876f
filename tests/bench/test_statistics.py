"""Intervals and paired tests: they say what the data says, and no more."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.bench.statistics import mean, paired


def test_an_interval_holds_the_mean_and_narrows_with_more_values() -> None:
    dice = np.random.default_rng(1)
    few, many = mean(dice.normal(10, 2, 8).tolist()), mean(dice.normal(10, 2, 800).tolist())
    for found in (few, many):
        assert found.low is not None
        assert found.high is not None
        assert found.low < found.mean < found.high
    assert many.high - many.low < few.high - few.low  # type: ignore[operator]  # both are known


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    dice = np.random.default_rng(2)
    found = [mean(dice.normal(5, 1, 40).tolist()) for _ in range(200)]
    held = sum((one.low or 0) <= 5 <= (one.high or 0) for one in found)
    assert 180 <= held <= 199


def test_one_value_has_no_interval_and_equal_values_have_a_point() -> None:
    assert mean([3.0]).low is None
    assert (mean([3.0, 3.0]).low, mean([3.0, 3.0]).high) == (3.0, 3.0)


def test_the_same_values_differ_by_nothing() -> None:
    found = paired([1, 2, 3], [1, 2, 3])
    assert (found.more, found.less, found.equal) == (0, 0, 3)
    assert found.p_value == 1.0
    assert found.effect is None


def test_a_steady_gain_is_found_although_subjects_differ_widely() -> None:
    before = [float(x) for x in range(0, 200, 10)]
    after = [x + 1 + (i % 3) for i, x in enumerate(before)]
    found = paired(before, after)
    assert found.more == 20
    assert found.difference.mean == pytest.approx(1.95)
    assert found.p_value is not None
    assert found.p_value < 0.001
    assert found.effect is not None
    assert found.effect > 2


def test_noise_is_no_gain() -> None:
    dice = np.random.default_rng(3)
    found = paired(dice.normal(0, 1, 40).tolist(), dice.normal(0, 1, 40).tolist())
    assert found.p_value is not None
    assert found.p_value > 0.05


def test_differences_that_are_all_the_same_have_no_effect_size() -> None:
    first = [0.1, 0.2, 0.7]
    found = paired(first, [value + 0.04 for value in first])  # the sums differ in their last bits
    assert (found.effect, found.more) == (None, 3)
    again = paired([0.1 + 0.2, 1.0], [0.3, 1.0])
    assert (again.equal, again.effect, again.p_value) == (2, None, 1.0)
