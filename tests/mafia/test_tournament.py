"""Tournaments: fair by construction, resumable, and counted rightly."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.episode.store import Store
from ludens.llm.scripted import ScriptedLLM
from ludens.mafia.composition import composition_for, deal
from ludens.mafia.game import Mafia
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.tournament.plan import Lineup, Tournament, TournamentError, read_tournament
from ludens.mafia.tournament.results import GameResult, SeatResult
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import standings, wilson

SCRIPT = Path(__file__).parent / "play_tournament.py"
CUP = """
name = "cup"
models = ["offline", "random"]
blocks = 2
[mafia]
seats = 5
personas = false
"""


def tournament(models: list[str], seats: int = 5, **values: object) -> Tournament:
    return Tournament(models=models, mafia=MafiaSettings(seats=seats, personas=False), **values)


def places(plan: Tournament) -> tuple[Counter[tuple[str, int]], Counter[tuple[str, str]]]:
    """Return how often each model is in each seat and in each role."""
    from ludens.episode.generators import generator

    seats: Counter[tuple[str, int]] = Counter()
    roles: Counter[tuple[str, str]] = Counter()
    for cell in plan.games():
        dealt = deal(composition_for(plan.mafia.seats), generator(cell.seed, "roles"))
        for seat, model in enumerate(cell.models):
            seats[model, seat] += 1
            roles[model, dealt[seat]] += 1
    return seats, roles


@pytest.mark.parametrize("models", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seats", [5, 7, 8])
def test_a_rotation_puts_each_model_into_each_seat_and_role_equally_often(
    models: int, seats: int
) -> None:
    names = [f"p/{number}" for number in range(models)]
    plan = tournament(names, seats, blocks=models)
    in_seats, in_roles = places(plan)
    for counted in (in_seats, in_roles):
        for place in {place for _, place in counted}:
            assert len({counted[name, place] for name in names}) == 1


def test_where_models_fill_the_seats_evenly_a_single_block_is_fair() -> None:
    in_seats, _ = places(tournament(["p/0", "p/1", "p/2", "p/3"], 8, blocks=1))
    assert set(in_seats.values()) == {2}


def test_sides_put_each_model_on_either_side_against_each_other() -> None:
    plan = tournament(["p/0", "p/1", "p/2"], 7, blocks=4, lineup=Lineup.SIDES)
    games = list(plan.games())
    assert len(games) == 4 * 6
    in_seats, in_roles = places(plan)
    for counted in (in_seats, in_roles):
        for place in {place for _, place in counted}:
            assert len({counted[name, place] for name in plan.models}) == 1
    assert all(len(set(cell.models)) == 2 for cell in games)


def test_the_games_of_a_block_have_one_deal_and_those_of_another_have_another() -> None:
    seeds = [cell.seed for cell in tournament(["p/0", "p/1"], blocks=3).games()]
    assert len(seeds) == 15
    assert len(set(seeds)) == 3


async def test_a_tournament_is_played_once_and_resumed_where_it_stopped(
    sqlite_store: Store,
) -> None:
    plan = tournament(["offline", "random"], blocks=2)
    run = TournamentRun(sqlite_store, plan)
    finished: list[str] = []

    def stop_after_four(cell: object, row: object) -> None:
        finished.append("game")
        run.control.pause = len(finished) == 4

    await run.play(on_game=stop_after_four)
    assert 4 <= len(finished) < 10
    begun = len(sqlite_store.episodes())
    run.control.pause = False
    await run.play(concurrent=3, on_game=lambda cell, row: finished.append("game"))
    assert len(finished) == 10
    assert len(sqlite_store.episodes()) == 10 >= begun
    await run.play(on_game=lambda cell, row: finished.append("again"))
    assert "again" not in finished
    results = run.results()
    assert len(results) == 10
    assert {seat.model for game in results for seat in game.seats} == {"offline", "random"}


def test_a_tournament_killed_in_the_middle_ends_with_the_same_ratings(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(CUP)
    stores = [str(tmp_path / f"{name}.db") for name in ("whole", "killed")]
    for decisions in (1, 40, 90):
        command = [sys.executable, SCRIPT, stores[1], file, str(decisions)]
        ended = subprocess.run(command, check=False)
        assert ended.returncode == -9
        store = Store.open(stores[1])
        assert any(row.outcome is None for row in store.episodes())
        store.close()
    told = []
    for url in stores:
        command = [sys.executable, "-m", "ludens", "mafia", "tournament", str(file), "--json"]
        ended = subprocess.run(
            [*command, "--store", url], check=True, capture_output=True, cwd=tmp_path, text=True
        )
        told.append(json.loads(ended.stdout))
    whole, killed = told
    assert killed == whole
    assert killed["games"] == killed["finished"] == killed["decided"] == 10
    store = Store.open(stores[1])
    played = Counter(row.settings["tournament"]["game"] for row in store.episodes())
    store.close()
    assert set(played.values()) == {1}, "no game was entered twice"
    assert len(played) == 10


async def test_more_blocks_add_games_and_repeat_none(sqlite_store: Store) -> None:
    await TournamentRun(sqlite_store, tournament(["offline", "random"], blocks=1)).play()
    first = {row.id for row in sqlite_store.episodes()}
    await TournamentRun(sqlite_store, tournament(["offline", "random"], blocks=2)).play()
    assert len({row.id for row in sqlite_store.episodes()}) == 10
    assert first <= {row.id for row in sqlite_store.episodes()}


async def test_results_do_not_depend_on_how_many_are_played_at_once(tmp_path: Path) -> None:
    tables = []
    for concurrent in (1, 4):
        store = Store.open(str(tmp_path / f"{concurrent}.db"))
        run = TournamentRun(store, tournament(["offline", "random"], blocks=1))
        await run.play(concurrent=concurrent)
        tables.append(standings(run.results()))
        store.close()
    assert tables[0] == tables[1]


async def test_what_models_cost_and_get_wrong_is_counted(sqlite_store: Store) -> None:
    broken = ScriptedLLM.saying("no json", name="scripted/broken")
    game = Mafia(stand_ins={"seat:0": broken})
    plan = tournament(["offline"], blocks=1)
    await TournamentRun(sqlite_store, plan, game=game).play()
    (standing,) = standings(TournamentRun(sqlite_store, plan).results())
    assert standing.refused > 0
    assert standing.defaults > 0
    assert standing.cost == Decimal(0), "a scripted model is free, and says so"


def seat(number: int, model: str, role: str, winner: Team, **values: object) -> SeatResult:
    return SeatResult(
        seat=number,
        model=model,
        role=role,
        won=ROLES[role].team is winner,
        brier=values.pop("brier", ()),
        refused=0,
        defaults=0,
        cost=Decimal("0.10"),
        **values,
    )


def game(winner: Team, town: str, mafia: str) -> GameResult:
    seats = [seat(n, town, "villager", winner, brier=(0.04, 0.16)) for n in range(4)]
    return GameResult("e", winner, (*seats, seat(4, mafia, "mafia", winner)))


def test_the_better_model_stands_first_with_the_higher_ratings() -> None:
    results = [game(Team.TOWN, "good", "bad"), game(Team.MAFIA, "bad", "good")] * 30
    good, bad = standings(results)
    assert (good.model, bad.model) == ("good", "bad")
    for side in (Team.TOWN, Team.MAFIA):
        assert good.wins[side].share == 1.0
        assert bad.wins[side].share == 0.0
        assert good.wins[side].games == 30
        assert good.ratings[side].low > bad.ratings[side].high
    assert good.brier == pytest.approx(0.10)
    assert good.cost == Decimal("0.10")


def test_seats_that_win_together_are_one_trial() -> None:
    (only,) = standings([game(Team.TOWN, "a", "a"), game(Team.MAFIA, "a", "a")])
    assert only.seats == 10
    assert only.wins[Team.TOWN].games == 2
    low, high = wilson(1, 2)
    assert (only.wins[Team.TOWN].low, only.wins[Team.TOWN].high) == pytest.approx((low, high))


def test_an_unpriced_call_makes_the_cost_unknown_and_not_zero() -> None:
    unpriced = GameResult(
        "e",
        Team.TOWN,
        tuple(
            SeatResult(n, "a", "villager" if n else "mafia", bool(n), (), 0, 0, None)
            for n in range(5)
        ),
    )
    (only,) = standings([unpriced])
    assert only.cost is None
    assert only.brier is None


def test_wilsons_interval_is_the_published_one() -> None:
    # Newcombe (1998), table I: 81 of 263 and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 200), st.integers(1, 200))
def test_wilsons_interval_holds_the_share(wins: int, games: int) -> None:
    wins = min(wins, games)
    low, high = wilson(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("models = []", "models"),
        ('models = ["a/b", "a/b"]', "named twice"),
        ('models = ["offline"]\nlineup = "sides"', "sides need two"),
        ('models = ["offline"]\nrounds = 3', "rounds"),
        ('models = ["offline"]\n[mafia]\nplayers = {1 = "random"}', "given by `models`"),
        ("models = [", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(text)
    with pytest.raises(TournamentError, match=message):
        read_tournament(file)
    with pytest.raises(TournamentError, match="cannot be read"):
        read_tournament(tmp_path / "none.toml")
