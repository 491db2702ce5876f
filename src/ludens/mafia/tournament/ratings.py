"""Ratings of models as town and as mafia: one fit to all games at once, so their order is nothing.

The chance that the town wins is a logistic function of how good the models of the town are, less
how good those of the mafia are, each model weighing as much as it has seats of its side (Bradley
and Terry 1952, for teams). The fit is held by Jeffreys' prior (Firth 1993), so that a model that
wins every game has a rating too (Heinze and Schemper 2002). Pure.

Intervals are by bootstrap over blocks. Drawing blocks anew says nothing of a model that nobody has
beaten, since no draw has a game that it lost. So blocks are weighted instead of drawn (Rubin 1981,
"The Bayesian Bootstrap"), and each kind of game has half-imagined games beside those that were
played, won by the town and by the mafia, of the weight that Jeffreys' prior has there (Muliere and
Secchi 1996, of a proper prior). With one model and independent games that is Jeffreys' interval
of a share; as there (Brown, Cai and DasGupta 2001), an end beyond which no game holds a rating is
open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.mafia.roles import Team
from ludens.mafia.tournament.results import GameResult
from ludens.mafia.tournament.uncertainty import (
    CONFIDENCE,
    RESAMPLES,
    Array,
    alike,
    spread_over,
    swapped,
    t_quantile,
)

POINTS = 400.0 / math.log(10.0)
"""Rating points of a log-odd: 400 points are odds of ten to one, as in chess (Elo 1978)."""
STEPS = 60
"""Most steps of Newton's method."""
CLOSE = 1e-4
"""Points by which a last step moves no rating."""
ROUNDED = 1e-6
"""Beside 1: what is as small as this is 0 but for the digits of sums."""
LEAST = 1e-9
"""Games that hold what nothing else holds, so that there is a fit at all."""
NEARLY = 1e-3
"""Imagined games of each kind that hold a fit nearly not at all."""
SLIGHT = 0.02
"""Of a log-odd by each log-odd of what holds a fit: what moves less does not move with it."""
MANY = 1000
"""Blocks of which there are enough for the normal distribution."""


def shares(results: Sequence[GameResult], models: Sequence[str], team: Team) -> Array:
    """Return which part of a side's seats each model had, by game."""
    rows = np.zeros((len(results), len(models)))
    for row, game in enumerate(results):
        held = [seat.model for seat in game.seats if seat.team is team]
        rows[row] = [held.count(model) / max(len(held), 1) for model in models]
    return rows


@dataclass(frozen=True, slots=True)
class Bounds:
    """A figure of the ratings in points, with its 95 % interval; an end may be infinite."""

    value: float
    low: float
    high: float
    error: float
    """Its standard error, by how the blocks lie apart; NaN where they do not tell."""


@dataclass(frozen=True, slots=True)
class Matches:
    """The games as a regression: what each rating counts in each kind of game, and how it went."""

    features: Array
    """By kind of game: 1 for the town's advantage, then what each rating counts."""
    ratings: int
    """How many ratings are compared with each other: the models."""
    won: Array
    """By block and kind: games that the town won; one that nobody won is half a game."""
    lost: Array

    @classmethod
    def of(
        cls, results: Sequence[GameResult], models: Sequence[str], *, by_side: bool = False
    ) -> Matches:
        """Return the games of a tournament, with one rating a model or one for each side."""
        town, mafia = (shares(results, models, team) for team in (Team.TOWN, Team.MAFIA))
        counted = np.concatenate([town, -mafia], axis=1) if by_side else town - mafia
        rows = np.concatenate([np.ones((len(results), 1)), np.round(counted, 9)], axis=1)
        kinds, kind = np.unique(rows, axis=0, return_inverse=True)
        blocks = {block: n for n, block in enumerate(sorted({game.block for game in results}))}
        outcome = {Team.TOWN: 1.0, Team.MAFIA: 0.0}
        won, lost = np.zeros((2, len(blocks), len(kinds)))
        for game, column in zip(results, kind.ravel(), strict=True):
            town_won = outcome.get(game.team, 0.5) if game.team else 0.5
            won[blocks[game.block], column] += town_won
            lost[blocks[game.block], column] += 1.0 - town_won
        return cls(features=kinds, ratings=len(models), won=won, lost=lost)

    @property
    def sides(self) -> int:
        """Return how many ratings a model has."""
        return int(self.features.shape[1] - 1) // self.ratings

    def tell(self) -> bool:
        """Tell whether the games say more of every difference than a single one would.

        Where each model has as many seats in every game, whoever has more of the mafia's has fewer
        of the town's, and how good it is on either side cannot be told from who wins.
        """
        played = (self.won + self.lost).sum(axis=0)
        size = self.ratings - 1
        projected = self.features @ self._basis() * np.sqrt(played)[:, None]
        for side in range(self.sides):
            own = np.zeros(projected.shape[1], dtype=bool)
            own[1 + side * size : 1 + (side + 1) * size] = True
            one, other = projected[:, own], projected[:, ~own]
            left = one - other @ np.linalg.lstsq(other, one, rcond=None)[0]
            if size and float(np.linalg.eigvalsh(left.T @ left)[0]) < 1.0:
                return False
        return True

    def _basis(self) -> Array:
        """Return coordinates in which the mean of each side's ratings is 0."""
        contrast = np.linalg.svd(np.ones((1, self.ratings)))[2][1:].T
        size = self.ratings - 1
        basis = np.zeros((self.features.shape[1], 1 + self.sides * size))
        basis[0, 0] = 1.0
        for side in range(self.sides):
            rows = slice(1 + side * self.ratings, 1 + (side + 1) * self.ratings)
            basis[rows, 1 + side * size : 1 + (side + 1) * size] = contrast
        return basis

    def bounds(self, wanted: Array) -> list[Bounds]:
        """Return figures of the ratings: each row says how often each rating counts in one.

        Each side's ratings have the mean 0. What no game tells is 0, and its interval infinite.
        """
        basis, played = self._basis(), self.won + self.lost
        told = _told(self.features @ basis * np.sqrt(played.sum(axis=0))[:, None])
        rows = self.features @ basis @ told
        meant = np.concatenate([np.zeros((len(wanted), 1)), wanted], axis=1) @ basis
        counted = meant @ told
        is_told = np.abs(meant - counted @ told.T).max(axis=1, initial=0.0) < ROUNDED
        won, lost = self.won.sum(axis=0), self.lost.sum(axis=0)
        fit, imagined, covariance = _firth(rows, won, lost)
        # Rounded, so that the last digits of sums do not make a difference out of none.
        values = np.round(counted @ fit * POINTS, 6)
        pull = (self.won - played * _logistic(rows @ fit)) @ rows
        moved = pull @ covariance @ counted.T * POINTS
        reach = self._reach(self._drawn(rows, imagined) @ counted.T * POINTS - values)
        free = counted @ _unheld(rows, won, lost)
        return [
            Bounds(
                value=float(value),
                low=float(value - below) if is_told[n] and free[n] > -SLIGHT else -math.inf,
                high=float(value + above) if is_told[n] and free[n] < SLIGHT else math.inf,
                error=spread_over(moved[:, n]),
            )
            for n, (value, below, above) in enumerate(zip(values, *reach, strict=True))
        ]

    def _drawn(self, rows: Array, imagined: Array) -> Array:
        """Return a fit to each draw of weights of the blocks and of imagined halves of games."""
        dice = np.random.default_rng(len(self.won))
        weights = dice.exponential(size=(RESAMPLES, len(self.won)))
        halves = np.maximum(imagined / 2.0, LEAST)
        won, lost = (
            weights @ games + dice.gamma(halves, size=(RESAMPLES, len(halves)))
            for games in (self.won, self.lost)
        )
        return _fits(rows, won, lost)

    def _reach(self, apart: Array) -> Array:
        """Return how far below and above figures their intervals reach; infinite of one block.

        With few blocks, how far the draws lie apart is itself unsure: as much as Student's t and
        B/(B-1) make a symmetric interval wider (Hesterberg 2015), either part is made wider here.
        """
        blocks = len(self.won)
        if blocks < 2:
            return np.full((2, apart.shape[1]), math.inf)
        outside = (1 - CONFIDENCE) / 2
        low, high = np.quantile(apart, [outside, 1 - outside], axis=0)
        wider = t_quantile(1 - outside, blocks - 1) / t_quantile(1 - outside, MANY)
        reach = np.maximum(np.array([-low, high]), 0.0) * wider * math.sqrt(blocks / (blocks - 1))
        return np.asarray(reach, dtype=np.float64)

    def chance_alike(self, side: int) -> float:
        """Return how likely models of one strength on a side would be told apart as much.

        Looked at once, at a number of games that did not depend on them.
        """
        basis = self._basis()
        size = self.ratings - 1
        kept = np.ones(basis.shape[1], dtype=bool)
        kept[1 + side * size : 1 + (side + 1) * size] = False
        own = slice(1 + side * self.ratings, 1 + (side + 1) * self.ratings)
        centring = np.eye(self.ratings) - 1.0 / self.ratings
        return alike(self._scores(self.features[:, own] @ centring, self.features @ basis[:, kept]))

    def chance_of_pair(self, side: int, one: int, other: int) -> float:
        """Return the same of two models, whatever the others are."""
        first = 1 + side * self.ratings
        apart = np.zeros(self.features.shape[1])
        apart[first + one], apart[first + other] = 0.5, -0.5
        basis = self._basis()
        # All that is at right angles to their difference is left when they have one rating.
        line = basis.T @ apart
        merged = basis @ np.linalg.svd(line[None, :])[2][1:].T
        return swapped(self._scores((self.features @ apart)[:, None], self.features @ merged)[:, 0])

    def _scores(self, tested: Array, others: Array) -> Array:
        """Return by block how the games pull at what is tested, where that is 0 and others are
        fitted; as much of the pull as is no pull at others."""
        played = (self.won + self.lost).sum(axis=0)
        rows = others @ _told(others * np.sqrt(played)[:, None])
        fit, _, _ = _firth(rows, self.won.sum(axis=0), self.lost.sum(axis=0))
        chance = _logistic(rows @ fit)
        weight = (played * chance * (1 - chance))[:, None]
        shared = np.linalg.solve(rows.T @ (weight * rows), rows.T @ (weight * tested))
        pull: Array = (self.won - (self.won + self.lost) * chance) @ (tested - rows @ shared)
        return pull


def _told(rows: Array) -> Array:
    """Return the directions of which the rows say something, a column each."""
    _, sizes, directions = np.linalg.svd(rows, full_matrices=False)
    kept: Array = directions[sizes > sizes[0] * ROUNDED].T
    return kept


def _firth(rows: Array, won: Array, lost: Array) -> tuple[Array, Array, Array]:
    """Return the fit under Jeffreys' prior, the imagined games that this prior is by kind of game,
    half of them won, and the covariance by curvature."""
    fit: Array = np.zeros(rows.shape[1])
    played = won + lost
    for _ in range(STEPS):
        chance = _logistic(rows @ fit)
        bend = played * chance * (1 - chance)
        covariance = np.linalg.inv((rows.T * bend) @ rows)
        imagined = bend * np.einsum("ki,ij,kj->k", rows, covariance, rows)
        step = covariance @ (rows.T @ (won + imagined / 2.0 - (played + imagined) * chance))
        fit = fit + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() * POINTS < CLOSE:
            break
    return fit, np.asarray(imagined, np.float64), np.asarray(covariance, np.float64)


def _fits(rows: Array, won: Array, lost: Array) -> Array:
    """Return the likeliest fit for each row of games won and lost by kind."""
    size = rows.shape[1]
    products = (rows[:, :, None] * rows[:, None, :]).reshape(len(rows), size * size)
    fits: Array = np.zeros((len(won), size))
    left = np.arange(len(won))
    for _ in range(STEPS):
        chance = _logistic(fits[left] @ rows.T)
        played = won[left] + lost[left]
        slope = (won[left] - played * chance) @ rows - LEAST * fits[left]
        bend = played * chance * (1 - chance) @ products
        bend = bend.reshape(-1, size, size) + LEAST * np.eye(size)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        fits[left] += np.clip(step, -2.0, 2.0)
        left = left[np.abs(step).max(axis=1, initial=0.0) * POINTS >= CLOSE]
        if not len(left):
            break
    return fits


def _unheld(rows: Array, won: Array, lost: Array) -> Array:
    """Return in which direction a fit moves further and further as it is held less and less; 0
    where games hold it.

    That is where no game was lost, or none was won, that would have been likelier to be
    (Albert and Anderson 1984, "separation").
    """
    nearly, less = (
        _fits(rows, (won + hold)[None], (lost + hold)[None])[0] for hold in (NEARLY, NEARLY / 1e3)
    )
    moved = (less - nearly) / math.log(1e3)
    kinds = rows @ moved
    is_held = (won > 0) & (lost > 0)
    return moved if np.abs(kinds[is_held]).max(initial=0.0) < SLIGHT else np.zeros_like(moved)


def _logistic(values: Array) -> Array:
    chances: Array = 1.0 / (1.0 + np.exp(-values))
    return chances
