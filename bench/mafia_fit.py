"""Fit what the offline players' evidence means, on games whose truth is known.

    python bench/mafia_fit.py [--games 400] [--rounds 3]

Each round plays games of an offline town, half of them against an offline mafia and half against
a random one, and takes the public record at every count of votes. A table's likelihood is that of
its true team among all possible ones, summed over the kinds of mafia there may be: the one that
imitates the town, and the one that does as it likes. Each kind is fitted to its own games first (a
conditional logit, which is convex), then all together without being told whose game a record is
of; a small penalty keeps weights of rare deeds near zero. The next round plays with the weights
found. Prints the weights as they stand in `ludens/mafia/agents/offline/weights.py`, and the loss
on games left out, of either half, beside that of no evidence and of the weights of before.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludens.episode.events import Event
from ludens.episode.game import Turn
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.evidence import Deed, Evidence, EvidenceReader, Trait
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline.weights import FITTED, Weights
from ludens.mafia.agents.offline.worlds import still_playing, teams
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.composition import count_of
from ludens.mafia.events import VotesCounted
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table

sys.path.insert(0, str(Path(__file__).parent))
from mafia_strength import BySide

SIZES = (6, 7, 8, 9, 10, 11, 12)
PENALTY = 10.0
STEPS = 150
RIVALS = -2
"""The weight of two who claim one role: what the town does is the same against any mafia."""


def features(evidence: Evidence, matrix: np.ndarray) -> np.ndarray:
    """Return what each weight is multiplied with, by team."""
    columns = []
    other = 1.0 - matrix
    for actor, target in ((matrix, matrix), (other, matrix), (matrix, other)):
        columns += [np.einsum("wi,ij,wj->w", actor, evidence.deeds[deed], target) for deed in Deed]
    columns += [matrix @ evidence.traits[trait] for trait in Trait]
    columns.append(np.einsum("wi,ij,wj->w", other, evidence.rivals, other) / 2.0)
    return np.stack(columns, axis=1)


def samples(kinds: Sequence[Weights], games: int, first_seed: int) -> tuple[list, list]:
    """Return (features, certain scores, row of the true team) at each count of votes.

    Of games against an offline mafia, and of those against a random one.
    """
    found: tuple[list, list] = ([], [])
    half = 0
    reader = EvidenceReader()

    def watch(turn: Turn[MafiaState], event: Event) -> None:
        if not isinstance(event, VotesCounted):
            return
        state = turn.state
        record = state.public
        matrix = teams(len(record.names), count_of(record.composition, Team.MAFIA))
        evidence = reader.read(record)
        living = np.zeros(len(record.names))
        living[record.living] = 1.0
        certain = matrix @ evidence.certain + still_playing(matrix, living)
        truth = np.array(
            [float(ROLES[state.roles[s]].team is Team.MAFIA) for s in sorted(state.roles)]
        )
        row = int(np.flatnonzero((matrix == truth).all(axis=1))[0])
        possible = certain > certain.max() - 30.0
        if possible.sum() > 1 and possible[row]:
            keep = np.flatnonzero(possible)
            found[half].append(
                (
                    features(evidence, matrix[keep]),
                    certain[keep],
                    int(np.flatnonzero(keep == row)[0]),
                )
            )

    async def play() -> None:
        nonlocal half
        for number in range(games):
            seats = SIZES[number // 2 % len(SIZES)]
            half = number % 2
            offline = OfflinePlayer(PublicBeliefs(kinds))
            mafia = RandomPlayer() if half else offline
            settings = MafiaSettings(seats=seats, personas=False)
            table = Table(settings, (BySide(offline, mafia),) * seats)
            await rehearse(table, first_seed + number, watch)

    asyncio.run(play())
    return found


def loss_and_slope(values: np.ndarray, data: list) -> tuple[float, np.ndarray]:
    """Return the mean loss and its slope; `values` has a row for each kind, its prior last."""
    loss, slope = 0.0, np.zeros_like(values)
    for table, certain, row in data:
        scores = table @ values[:, :-1].T + values[:, -1] + certain[:, None]
        shares = np.exp(scores - scores.max())
        whole, true = shares.sum(), shares[row].sum()
        loss -= float(np.log(true / whole))
        shares /= whole
        kinds = scores[row] - scores[row].max()
        of_true = np.exp(kinds) / np.exp(kinds).sum()
        slope[:, :-1] += shares.T @ table - np.outer(of_true, table[row])
        slope[:, -1] += shares.sum(axis=0) - of_true
    return loss / len(data), slope / len(data)


def fit(start: np.ndarray, data: list) -> np.ndarray:
    """Return the weights of the least penalised loss, by Adam."""
    values, first, second = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        _, slope = loss_and_slope(values, data)
        slope += PENALTY * values / len(data)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        rate = 0.05 if step < 0.6 * STEPS else 0.02
        values -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return values


def as_matrix(kinds: Sequence[Weights]) -> np.ndarray:
    return np.stack(
        [
            np.concatenate([w.both, w.on_mafia, w.by_mafia, w.traits, [w.rivals, w.prior]])
            for w in kinds
        ]
    )


def as_weights(values: np.ndarray) -> tuple[Weights, ...]:
    n = len(Deed)
    return tuple(
        Weights(v[:n], v[n : 2 * n], v[2 * n : 3 * n], v[3 * n : -2], float(v[-2]), float(v[-1]))
        for v in values
    )


def show(weights: Weights) -> None:
    for name in ("both", "on_mafia", "by_mafia"):
        row = getattr(weights, name)
        print(f"    {name}=_deeds(")
        for deed in Deed:
            print(f"        {deed.name.lower()}={row[deed]:.2f},")
        print("    ),")
    print(f"    traits=np.array([{', '.join(f'{v:.2f}' for v in weights.traits)}]),")
    print(f"    rivals={weights.rivals:.2f},")
    print(f"    prior={weights.prior:.2f},")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    values = as_matrix(FITTED)
    data: tuple[list, list] = ([], [])
    for round_ in range(args.rounds):
        first_seed = 1_000_000 * (round_ + 1)
        new = samples(as_weights(values), args.games, first_seed)
        held = samples(as_weights(values), args.games // 4, first_seed + 500_000)
        for kept, half in zip(data, new, strict=True):
            kept.extend(half)
        own = np.concatenate([fit(values[k : k + 1], half) for k, half in enumerate(data)])
        found = fit(own, data[0] + data[1])
        found[:, RIVALS] = found[0, RIVALS]
        print(f"round {round_ + 1}: {len(data[0])} and {len(data[1])} records")
        for name, half in zip(("an offline mafia", "a random mafia"), held, strict=True):
            none, before, alone, after = (
                loss_and_slope(v, half)[0] for v in (np.zeros_like(values), values, own[:1], found)
            )
            print(
                f"  held-out loss against {name}: no evidence {none:.3f}, before {before:.3f}, "
                f"the first kind alone {alone:.3f}, all {after:.3f}",
                flush=True,
            )
        # Halfway: what the players do changes with what they believe of each other.
        values = found if round_ == 0 else (values + found) / 2.0
    for weights in as_weights(values):
        show(weights)
        print()


if __name__ == "__main__":
    main()
