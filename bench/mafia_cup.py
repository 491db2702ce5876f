"""Are models of known strengths ranked right through the command line, when no more is called for?

    python bench/mafia_cup.py [--strengths 0.6 0.2 0] [--lineup sides] [--seats 9] [--seed 1]
        [--blocks 3] [--most 200] [--truth 400] [--memory 20] [--drawn 200] [--folder FOLDER]

Three models on one loopback server (tests/llm) that speaks the OpenAI wire format. Each decides by
the truth in a share of its turns (against the other side, the doctor for the town, nobody where
that is the best there is), and by lot in the others. `ludens mafia tournament` plays them as its
own report calls for, look by look, until it calls for no more, or for more than `--most` blocks.
Their true ratings come from `--truth` blocks of other deals, played in memory by the same rule.
Printed: each look; then whether the ranking is right, and which intervals hold the truth. With a
folder, a run goes on with what is there; `--memory 20` plays so many tournaments in memory instead.

`--drawn 200` plays none: who wins is drawn, by known ratings as town and as mafia, the deal's luck
(which all its games share) and each model's luck with the deal. For models that are alike, a little
and far apart, for one that is rarely beaten on a side and for one that never is on either, and for
4, 8, 22 and 64 blocks: how many of so many tournaments' intervals hold the truth, overall, as town,
as mafia, and those of differences. The truth is the fit to infinitely many games.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import math
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Reply
from ludens.episode.events import EpisodeStarted
from ludens.episode.game import Turn
from ludens.episode.generators import generator
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.agents.reply import CHOICE, NOBODY
from ludens.mafia.briefing import Briefing
from ludens.mafia.composition import deal
from ludens.mafia.decision import Decision
from ludens.mafia.loop import lay_table
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seating import seat_players
from ludens.mafia.seats import SeatId
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table
from ludens.mafia.tournament.plan import Cell, Tournament, read_tournament
from ludens.mafia.tournament.ratings import Matches
from ludens.mafia.tournament.results import GameResult, read_game
from ludens.mafia.tournament.standings import Scope, report
from ludens.mafia.tournament.uncertainty import Array
from mafia.playing import reply_to

MODELS = ("compatible/one", "compatible/two", "compatible/three")


@dataclass(frozen=True)
class Deal:
    """Who is what at a table, by name or by seat."""

    roles: Mapping[str, RoleName]

    def choice(self, me: str, field: str, can: Sequence[str], strength: float, dice: Random) -> str:
        """Return whom a model of a strength chooses of those it can; "" is nobody."""
        mafia = {name for name, role in self.roles.items() if ROLES[role].team is Team.MAFIA}
        protects = self.roles[me] == "doctor" and field == "target"
        meant = set(self.roles) - mafia if me in mafia or protects else mafia
        good = [name for name in can if name in meant] or [name for name in can if not name]
        return dice.choice(good if good and dice.random() < strength else can)


class Knowing(RandomPlayer):
    """A model of a strength, in memory."""

    def __init__(self, strength: float, deal: Deal) -> None:
        self.strength, self.deal = strength, deal

    async def decide(self, briefing: Briefing) -> Decision:
        decision = await super().decide(briefing)
        field = next((name for name in CHOICE.values() if hasattr(decision, name)), None)
        if field is None:
            return decision
        can = [*map(str, briefing.options), *[""] * briefing.may_pass]
        chosen = self.deal.choice(str(briefing.seat), field, can, self.strength, briefing.dice())
        return decision.model_copy(update={field: SeatId(int(chosen)) if chosen else None})


def played(cell: Cell, strengths: Mapping[str, float]) -> GameResult:
    """Play a game of a plan in memory."""
    roles = deal(cell.tournament.mafia.composition(), generator(cell.seed, "roles"))
    dealt = Deal({str(seat): role for seat, role in enumerate(roles)})
    seated = tuple(Knowing(strengths[model], dealt) for model in cell.models)
    _, log = asyncio.run(rehearse(Table(cell.tournament.mafia, seated), cell.seed))
    result = read_game(log, cell.models, block=cell.block)
    assert result is not None, "a game in memory is played to its end"
    return result


def named(plan: Tournament) -> dict[tuple[str, ...], Deal]:
    """Return who is what at each table of a plan, by the names of those who sit there."""
    deals: dict[tuple[str, ...], Deal] = {}
    table = seat_players(plan.mafia)
    for seed in {cell.seed for cell in plan.games()}:
        turn = Turn(0, MafiaState())
        turn.emit(EpisodeStarted(game="mafia", seed=seed, subject="", settings={}, version=""))
        lay_table(table, turn)
        roles = deal(plan.mafia.composition(), generator(seed, "roles"))
        found = Deal(dict(zip(turn.state.names, roles, strict=True)))
        assert deals.setdefault(turn.state.names, found) == found, "one cast, two deals"
    return deals


def reply(asked: Asked, deals: Mapping[tuple[str, ...], Deal], strength: float) -> Answer:
    """Return a valid reply to a briefing, of a model of a strength."""
    assert asked.schema is not None
    names = tuple(dict.fromkeys(re.findall(r"^- Seat \d+: (\w+)", asked.text, re.MULTILINE)))
    me = re.findall(r"^You are (\w+), in seat", asked.text, re.MULTILINE)[0]
    task = asked.messages[-1][1].split("## What you are asked")[1]
    values = {**reply_to(asked.schema, task), "beliefs": []}
    for field in set(CHOICE.values()) & set(values):
        offered = task.rpartition(f"`{field}`")[2].splitlines()[0]
        nobody = [word for word in sorted(set(NOBODY.values())) if f'"{word}"' in offered]
        can = [name for name in names if re.search(rf"\b{name}\b", offered)] + [""] * len(nobody)
        dice = Random(hashlib.sha256((asked.model + asked.text).encode()).digest())
        values[field] = deals[names].choice(me, field, can, strength, dice) or nobody[0]
    return Reply(json.dumps(values))


@dataclass(frozen=True)
class Cup:
    """A tournament that is played on as its report calls for."""

    file: Path
    lineup: str
    seats: int
    first: int
    most: int
    strengths: Mapping[str, float]

    def plan(self, blocks: int, seed: int) -> Tournament:
        self.file.write_text(
            f"models = {json.dumps(MODELS)}\nlineup = {json.dumps(self.lineup)}\n"
            f"blocks = {blocks}\nseed = {seed}\n[mafia]\nseats = {self.seats}\n"
        )
        return read_tournament(self.file)

    def on_the_wire(self, seed: int) -> Iterator[dict[str, Any]]:
        """Yield each report of the command."""
        deals = named(self.plan(self.most, seed))

        def answer(asked: Asked) -> Answer:
            return reply(asked, deals, self.strengths[f"compatible/{asked.model}"])

        with in_a_thread(OpenAIServer(answer)) as server:
            command = [sys.executable, "-m", "ludens", "mafia", "tournament", str(self.file)]
            command += ["--json", "--concurrent", "16"]
            command += ["--store", str(self.file.parent / "store.db")]
            command += ["--set", f"llm.providers.compatible.base_url={server.base_url}"]
            called: int | None = self.first
            while called is not None and called <= self.most:
                self.plan(called, seed)
                ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
                told = json.loads(ran.stdout.strip().splitlines()[-1])
                yield told
                called = told["blocks_called_for"]

    def in_memory(self, seed: int) -> Iterator[dict[str, Any]]:
        """Yield each report of the same models and deals, played in memory."""
        games: dict[str, GameResult] = {}
        called: int | None = self.first
        while called is not None and called <= self.most:
            cells = list(self.plan(called, seed).games())
            games |= {c.key: played(c, self.strengths) for c in cells if c.key not in games}
            told = asdict(report([games[cell.key] for cell in cells]))
            yield told
            called = told["blocks_called_for"]


STRENGTHS = {
    "alike": ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    "a little apart": ((0.6, 0.0, -0.6), (0.5, 0.0, -0.5)),
    "far apart": ((2.0, 0.0, -2.0), (1.5, 0.0, -1.5)),
    "one rarely beaten as town": ((5.0, 0.0, -0.5), (0.5, 0.0, -0.5)),
    "one rarely beaten as mafia": ((0.5, 0.0, -0.5), (5.0, 0.0, -0.5)),
    "one that wins everything": ((99.0, 0.0, -0.5), (99.0, 0.0, -0.5)),
}
"""Log-odds of three models as town and as mafia."""
ADVANTAGE = -0.2
"""The town's log-odds among equal models."""
DEAL, WITH_DEAL = 1.0, 0.4
"""The standard deviations of a deal's log-odds and of how a model gets on with it, by side."""


def drawn(matches: Matches, blocks: int, odds: Array, dice: np.random.Generator) -> Matches:
    """Return a tournament of sides of which each game is drawn."""
    size = matches.ratings
    luck = DEAL * dice.normal(size=(blocks, 1, 1))
    luck = luck + WITH_DEAL * dice.normal(size=(blocks, size, 1))
    luck = (luck - WITH_DEAL * dice.normal(size=(blocks, 1, size))).reshape(blocks, -1)
    won = (dice.random(luck.shape) < 1 / (1 + np.exp(-odds - luck))).astype(float)
    return replace(matches, won=won, lost=1 - won)


def forever(matches: Matches, odds: Array) -> Matches:
    """Return how infinitely many games come out: each kind by its chance over all deals."""
    at, weights = np.polynomial.hermite_e.hermegauss(61)
    luck = math.sqrt(DEAL**2 + 2 * WITH_DEAL**2) * at
    chance = (1 / (1 + np.exp(-odds[:, None] - luck))) @ weights / weights.sum()
    chance = np.tile(np.where(np.abs(odds) > 50, odds > 0, chance), (2, 1))
    return replace(matches, won=1e6 * chance, lost=1e6 * (1 - chance))


def sides(models: int, *, by_side: bool) -> Matches:
    """Return each model as town against each as mafia."""
    town = np.repeat(np.eye(models), models, axis=0)
    mafia = np.tile(np.eye(models), (models, 1))
    counted = np.concatenate([town, -mafia], axis=1) if by_side else town - mafia
    features = np.concatenate([np.ones((models**2, 1)), counted], axis=1)
    nothing = np.zeros((1, models**2))
    return Matches(features, models, nothing, nothing)


def holding(tournaments: int, blocks: int, town: Sequence[float], mafia: Sequence[float]) -> str:
    """Return how many intervals hold the truth, of models of known ratings."""
    models = len(town)
    odds = ADVANTAGE + np.subtract.outer(np.array(town), np.array(mafia)).ravel()
    told = []
    for scopes, by_side in (((Scope.OVERALL,), False), ((Scope.TOWN, Scope.MAFIA), True)):
        plan = sides(models, by_side=by_side)
        dice = np.random.default_rng(blocks)
        own = np.eye(models * len(scopes)).reshape(len(scopes), models, -1)
        apart = np.array([[a - b for a, b in combinations(side, 2)] for side in own])
        wanted = np.concatenate([own, apart], axis=1).reshape(-1, models * len(scopes))
        truth = [
            math.copysign(math.inf, b.value) if math.isinf(b.low + b.high) else b.value
            for b in forever(plan, odds).bounds(wanted)
        ]
        held = np.array(
            [
                [b.low <= t <= b.high for b, t in zip(found.bounds(wanted), truth, strict=True)]
                for found in (drawn(plan, blocks, odds, dice) for _ in range(tournaments))
            ]
        ).reshape(tournaments, len(scopes), -1)
        for side, scope in enumerate(scopes):
            ratings, differences = held[:, side, :models], held[:, side, models:]
            told.append(f"{scope} {ratings.mean():.1%}, differences {differences.mean():.1%}")
    return "; ".join(told)


def ends(rating: Mapping[str, float | None]) -> tuple[float, float]:
    """Return the ends of an interval, of which JSON has none that is infinite."""
    low, high = rating["low"], rating["high"]
    return -math.inf if low is None else low, math.inf if high is None else high


def look(told: Mapping[str, Any]) -> str:
    """Return what a report says, in a line."""
    ratings = [
        f"{row['model']} {each['value']:+.0f} ({low:+.0f} to {high:+.0f})"
        for row in told["standings"]
        for each in (row["ratings"][Scope.OVERALL],)
        for low, high in (ends(each),)
    ]
    return (
        f"{told['blocks']} blocks, {told['games']} games: {', '.join(ratings)}; called for: "
        f"{told['blocks_called_for']} (expected {told['blocks_expected']})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strengths", type=float, nargs=3, default=[0.6, 0.2, 0.0])
    parser.add_argument("--lineup", default="sides")
    parser.add_argument("--seats", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--truth", type=int, default=400)
    parser.add_argument("--memory", type=int, default=0, help="so many, in memory instead")
    parser.add_argument("--drawn", type=int, default=0, help="so many, drawn by known ratings")
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    if args.drawn:
        for name, (town, mafia) in STRENGTHS.items():
            for number in (4, 8, 22, 64):
                held = holding(args.drawn, number, town, mafia)
                print(f"{name}, {number} blocks, intervals that hold: {held}", flush=True)
        return
    strengths = dict(zip(MODELS, args.strengths, strict=True))
    here = args.folder or Path(tempfile.mkdtemp())
    here.mkdir(exist_ok=True)
    cup = Cup(here / "cup.toml", args.lineup, args.seats, args.blocks, args.most, strengths)
    far = cup.plan(args.truth, args.seed + 1_000_000)
    settled = report([played(cell, strengths) for cell in far.games()])
    truth = {row.model: row.ratings[Scope.OVERALL] for row in settled.standings}
    for model, rating in truth.items():
        print(f"{model} {strengths[model]}: {rating.value:+.0f} ", end="")
        print(f"({rating.low:+.0f} to {rating.high:+.0f}) in {settled.games} games in memory")
    ended = right = held = 0
    seeds = range(args.seed, args.seed + (args.memory or 1))
    for seed in seeds:
        told: dict[str, Any] = {}
        for told in cup.in_memory(seed) if args.memory else cup.on_the_wire(seed):
            if not args.memory:
                print(time.strftime("%H:%M"), look(told), flush=True)
        if args.memory:
            print(f"seed {seed}: {look(told)}", flush=True)
        ratings = {row["model"]: row["ratings"][Scope.OVERALL] for row in told["standings"]}
        ended += told["blocks_called_for"] is None
        right += [*ratings] == sorted(MODELS, key=lambda model: -strengths[model])
        for model in MODELS:
            low, high = ends(ratings[model])
            held += low <= truth[model].value <= high
    print(
        f"of {len(seeds)}: no more called for in {ended}, ranked right {right}; intervals that "
        f"hold the truth: {held} of {3 * len(seeds)}"
    )


if __name__ == "__main__":
    main()
