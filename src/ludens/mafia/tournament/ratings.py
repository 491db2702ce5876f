"""Ratings of models as town and as mafia: one fit to all games at once, so their order is nothing.

The chance that the town wins is a logistic function of how good the models of the town are, less
how good those of the mafia are, each model weighing as much as it has seats of its side (Bradley
and Terry 1952, for teams). Each rating is held by one imagined game against an average table, half
won, as Coulom's BayesElo does, so that a model that wins every game has a rating too. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.mafia.roles import Team
from ludens.mafia.tournament.results import GameResult
from ludens.mafia.tournament.uncertainty import Array

POINTS = 400.0 / math.log(10.0)
"""Rating points of a log-odd: 400 points are odds of ten to one, as in chess (Elo 1978)."""
IMAGINED = 1.0
"""How many games hold a rating in its place."""
STEPS = 50
"""Most steps of Newton's method."""
CLOSE = 1e-6
"""Points by which a last step moves no rating."""


def shares(results: Sequence[GameResult], models: Sequence[str], team: Team) -> Array:
    """Return which part of a side's seats each model had, by game."""
    rows = np.zeros((len(results), len(models)))
    for row, game in enumerate(results):
        held = [seat.model for seat in game.seats if seat.team is team]
        rows[row] = [held.count(model) / max(len(held), 1) for model in models]
    return rows


@dataclass(frozen=True, slots=True)
class Matches:
    """The games as a regression: what each rating counts in each game, and how it went."""

    features: Array
    """By game: 1 for the town's advantage, then what each rating counts."""
    ratings: int
    """How many ratings are compared with each other: the models."""
    won: Array
    """By game: 1 when the town won, 0 when the mafia did, a half when neither."""
    block: NDArray[np.int64]
    """By game: the number of its block, from 0."""

    @classmethod
    def of(
        cls, results: Sequence[GameResult], models: Sequence[str], *, by_side: bool = False
    ) -> Matches:
        """Return the games of a tournament, with one rating a model or one for each side."""
        town, mafia = (shares(results, models, team) for team in (Team.TOWN, Team.MAFIA))
        counted = np.concatenate([town, -mafia], axis=1) if by_side else town - mafia
        outcome = {Team.TOWN: 1.0, Team.MAFIA: 0.0}
        blocks = {block: n for n, block in enumerate(sorted({game.block for game in results}))}
        return cls(
            features=np.concatenate([np.ones((len(results), 1)), counted], axis=1),
            ratings=len(models),
            won=np.array([outcome.get(game.team, 0.5) if game.team else 0.5 for game in results]),
            block=np.array([blocks[game.block] for game in results], dtype=np.int64),
        )

    def tell(self) -> bool:
        """Tell whether the games say more of every difference than the imagined ones do.

        Where each model has as many seats in every game, whoever has more of the mafia's has fewer
        of the town's, and how good it is on either side cannot be told from who wins.
        """
        contrast = np.linalg.svd(np.ones((1, self.ratings)))[2][1:].T
        sides = (self.features.shape[1] - 1) // self.ratings
        size = self.ratings - 1
        basis = np.zeros((self.features.shape[1], 1 + sides * size))
        basis[0, 0] = 1.0
        for side in range(sides):
            rows = slice(1 + side * self.ratings, 1 + (side + 1) * self.ratings)
            basis[rows, 1 + side * size : 1 + (side + 1) * size] = contrast
        projected = self.features @ basis
        for side in range(sides):
            own = np.zeros(basis.shape[1], dtype=bool)
            own[1 + side * size : 1 + (side + 1) * size] = True
            one, other = projected[:, own], projected[:, ~own]
            left = one - other @ np.linalg.lstsq(other, one, rcond=None)[0]
            if size and float(np.linalg.eigvalsh(left.T @ left)[0]) < IMAGINED:
                return False
        return True

    def fitted(self, weights: Array) -> tuple[Array, Array, Array]:
        """Return ratings in points, the same for each row of weights, a weight for each block, and
        the standard errors by the curvature of the fit.

        By side and model, by row before; the mean of a side is 0. The curvature tells how unsure a
        model is that nobody has beaten: no draw of its blocks differs, and only the imagined games
        hold its rating. A draw's ratings are a step of
        Newton's method from those of all games (Moulton and Zeger 1991): whole fits of few games
        lie much further apart than the ratings are unsure, since some draws have no upset at all.
        """
        values, influence, covariance = self._fit()
        drawn = values + (weights - 1.0) @ influence
        centring = np.eye(self.ratings) - 1.0 / self.ratings
        errors = []
        for first in range(1, len(values), self.ratings):
            side = slice(first, first + self.ratings)
            own = centring @ covariance[side, side] @ centring
            errors.append(np.sqrt(np.maximum(np.diag(own), 0.0)) * POINTS)
        return self._centred(values[None])[0], self._centred(drawn), np.array(errors)

    def _centred(self, values: Array) -> Array:
        sides = values[:, 1:].reshape(len(values), -1, self.ratings) * POINTS
        # Rounded, so that the last digits of sums do not make a difference out of none.
        centred: Array = np.round(sides - sides.mean(axis=2, keepdims=True), 6)
        return centred

    def _fit(self) -> tuple[Array, Array, Array]:
        """Return the log-odds, how far each block moves them, and their covariance by curvature."""
        size = self.features.shape[1]
        # No table is average without the town's advantage, so that has no imagined game but a
        # part of one, which keeps it finite where one side has won them all.
        held = IMAGINED * np.eye(size)
        held[0, 0] /= 4.0
        values: Array = np.zeros(size)
        for _ in range(STEPS):
            chance, pull = _logistic(self.features @ values), _logistic(values)
            slope = self.features.T @ (self.won - chance) + held @ (0.5 - pull)
            bend = (self.features.T * (chance * (1 - chance))) @ self.features
            bend += held * (pull * (1 - pull))
            step = np.asarray(np.linalg.solve(bend, slope), dtype=np.float64)
            values += np.clip(step, -2.0, 2.0)
            if np.abs(step).max() * POINTS < CLOSE:
                break
        scores = self.features * (self.won - _logistic(self.features @ values))[:, None]
        by_block = np.zeros((int(self.block.max()) + 1, size))
        np.add.at(by_block, self.block, scores)
        covariance = np.asarray(np.linalg.inv(bend), dtype=np.float64)
        return values, by_block @ covariance, covariance


def _logistic(values: Array) -> Array:
    chances: Array = 1.0 / (1.0 + np.exp(-values))
    return chances
