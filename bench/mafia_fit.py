"""Fit what the offline players' evidence means, on games whose truth is known.

    python bench/mafia_fit.py [--games 400] [--rounds 3]

Each round plays games of offline players against each other and, fewer, against a random mafia,
and takes the public record at every count of votes. A table's likelihood is that of its true team
among all possible ones (a conditional logit), so the fit is convex; a small penalty keeps weights
of rare deeds near zero. The next round plays with the weights found. Prints the weights as they
stand in `ludens/mafia/agents/offline/weights.py`, and the held-out loss beside that of no evidence.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
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


def features(evidence: Evidence, matrix: np.ndarray) -> np.ndarray:
    """Return what each weight is multiplied with, by team."""
    columns = []
    other = 1.0 - matrix
    for actor, target in ((matrix, matrix), (other, matrix), (matrix, other)):
        columns += [np.einsum("wi,ij,wj->w", actor, evidence.deeds[deed], target) for deed in Deed]
    columns += [matrix @ evidence.traits[trait] for trait in Trait]
    columns.append(np.einsum("wi,ij,wj->w", other, evidence.rivals, other) / 2.0)
    return np.stack(columns, axis=1)


def samples(weights: Weights, games: int, first_seed: int) -> list:
    """Return (features, certain scores, row of the true team) at each count of votes."""
    found = []
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
            found.append(
                (
                    features(evidence, matrix[keep]),
                    certain[keep],
                    int(np.flatnonzero(keep == row)[0]),
                )
            )

    async def play() -> None:
        for number in range(games):
            seats = SIZES[number % len(SIZES)]
            offline = OfflinePlayer(PublicBeliefs(weights))
            mafia = RandomPlayer() if number % 4 == 3 else offline
            settings = MafiaSettings(seats=seats, personas=False)
            table = Table(settings, (BySide(offline, mafia),) * seats)
            await rehearse(table, first_seed + number, watch)

    asyncio.run(play())
    return found


def loss_and_slope(values: np.ndarray, data: list) -> tuple[float, np.ndarray]:
    loss, slope = 0.0, np.zeros_like(values)
    for table, certain, row in data:
        scores = table @ values + certain
        scores -= scores.max()
        shares = np.exp(scores)
        shares /= shares.sum()
        loss -= float(np.log(shares[row]))
        slope += shares @ table - table[row]
    return loss / len(data), slope / len(data)


def fit(start: np.ndarray, data: list) -> np.ndarray:
    """Return the weights of the least penalised loss, by Adam."""
    values, first, second = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, 251):
        _, slope = loss_and_slope(values, data)
        slope += PENALTY * values / len(data)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        rate = 0.05 if step < 150 else 0.02
        values -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return values


def as_vector(weights: Weights) -> np.ndarray:
    return np.concatenate(
        [weights.both, weights.on_mafia, weights.by_mafia, weights.traits, [weights.rivals]]
    )


def as_weights(values: np.ndarray) -> Weights:
    n = len(Deed)
    return Weights(
        values[:n], values[n : 2 * n], values[2 * n : 3 * n], values[3 * n : -1], float(values[-1])
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    values = as_vector(FITTED)
    data: list = []
    for round_ in range(args.rounds):
        data += samples(as_weights(values), args.games, 1_000_000 * (round_ + 1))
        held = samples(as_weights(values), args.games // 4, 1_000_000 * (round_ + 1) + 500_000)
        before, _ = loss_and_slope(values, held)
        # Halfway: what the players do changes with what they believe of each other.
        values = (values + fit(values, data)) / 2.0
        after, _ = loss_and_slope(values, held)
        none, _ = loss_and_slope(np.zeros_like(values), held)
        print(
            f"round {round_ + 1}: {len(data)} records, held-out loss {before:.3f} -> {after:.3f} "
            f"(no evidence {none:.3f})"
        )
    show(as_weights(values))


if __name__ == "__main__":
    main()
