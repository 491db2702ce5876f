"""Tournaments: fair by construction, resumable, and counted rightly."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from typer.testing import CliRunner

from begun import new_store
from launching import Launched
from ludens.cli.app import app
from ludens.episode.calls import calls_of
from ludens.episode.generators import generator
from ludens.episode.store import Store
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.scripted import ScriptedLLM
from ludens.mafia.composition import composition_for, deal
from ludens.mafia.game import Mafia
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.tournament.plan import Lineup, Tournament, TournamentError, read_tournament
from ludens.mafia.tournament.ratings import Matches
from ludens.mafia.tournament.results import GameResult, SeatResult, Spent, identified
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import Scope, report
from ludens.mafia.tournament.telling import remarks, tables, words
from ludens.mafia.tournament.uncertainty import (
    alike,
    chance_whenever,
    reach_whenever,
    shaffer,
    share_of,
    swapped,
    t_quantile,
)

HERE = Path(__file__).parent
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
    assert len(in_seats) == 4 * 8
    assert set(in_seats.values()) == {1}


def test_sides_put_each_model_on_either_side_against_each_other() -> None:
    plan = tournament(["p/0", "p/1", "p/2"], 7, blocks=4, lineup=Lineup.SIDES)
    games = list(plan.games())
    assert len(games) == 4 * 9
    in_seats, in_roles = places(plan)
    for counted in (in_seats, in_roles):
        for place in {place for _, place in counted}:
            assert len({counted[name, place] for name in plan.models}) == 1


@given(st.integers(1, 6), st.integers(5, 12), st.integers(1, 7), st.sampled_from(Lineup))
def test_no_game_of_a_plan_is_another_game_of_it(
    models: int, seats: int, blocks: int, lineup: Lineup
) -> None:
    assume(lineup is Lineup.ROTATION or models > 1)
    names = [f"p/{number}" for number in range(models)]
    plan = tournament(names, seats, blocks=blocks, lineup=lineup)
    games = list(plan.games())
    assert len({cell.key for cell in games}) == len(games) == blocks * plan.games_a_block()
    assert len({(cell.seed, cell.models) for cell in games}) == len(games)
    later = tournament(names, seats, blocks=blocks + 1, lineup=lineup)
    assert [cell.key for cell in later.games()][: len(games)] == [cell.key for cell in games]


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
    for decisions in (1, 70):
        command = [stores[1], file, str(decisions)]
        main = "mafia.play_tournament:main"
        ended = Launched(command, cwd=HERE, env=os.environ, main=main).wait()
        assert ended.returncode == -9
        store = Store.open(stores[1])
        assert any(row.outcome is None for row in store.episodes())
        store.close()
    told = []
    for url in stores:
        command = ["mafia", "tournament", str(file), "--json", "--store", url]
        ended = CliRunner().invoke(app, command, catch_exceptions=False)
        assert ended.exit_code == 0, ended.output
        told.append(json.loads(ended.stdout.strip().splitlines()[-1]))
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
        store = new_store(tmp_path / f"{concurrent}.db")
        run = TournamentRun(store, tournament(["offline", "random"], blocks=1))
        await run.play(concurrent=concurrent)
        rows = report(run.results()).standings
        tables.append(rows)
        store.close()
    assert tables[0] == tables[1]


async def test_what_models_cost_and_get_wrong_is_counted(sqlite_store: Store) -> None:
    broken = ScriptedLLM.saying("no json", name="scripted/broken")
    game = Mafia(stand_ins={"seat:0": broken})
    plan = tournament(["offline"], blocks=1)
    await TournamentRun(sqlite_store, plan, game=game).play()
    (standing,) = report(TournamentRun(sqlite_store, plan).results()).standings
    assert standing.games == 1, "one model has one way to sit"
    assert standing.calls > 0
    assert standing.input_tokens > 0
    assert standing.refused > 0
    assert standing.defaults > 0
    assert standing.cost == Decimal(0), "a scripted model is free, and says so"


async def test_calls_that_were_never_made_are_no_failed_ones(sqlite_store: Store) -> None:
    down = CallFailedError(ErrorKind.SERVER, "down", model="scripted/broken")
    game = Mafia(stand_ins={"seat:0": ScriptedLLM.saying(down, name="scripted/broken")})
    llm = {
        "retries": {"attempts": 1},
        "circuit": {"failures": 2, "cooldown": 3600},
    }
    plan = tournament(["offline"], blocks=1, llm={**llm, "on_model_failure": "offline"})
    run = TournamentRun(sqlite_store, plan, game=game)
    await run.play()
    (result,) = run.results()
    (row,) = sqlite_store.episodes()
    recorded = [call for _, call in calls_of(sqlite_store, row.id)]
    broken = result.seats[0]
    assert len(recorded) > 2, "each decision it was not asked for stands on the record"
    assert (broken.spent.calls, broken.spent.failed) == (2, 2)
    assert broken.defaults == len(recorded), "and is counted, as a default"


def seat(number: int, model: str, role: str, winner: Team | None, **values: object) -> SeatResult:
    return SeatResult(number, model, role, won=ROLES[role].team is winner, **values)


def game(winner: Team | None, town: str, mafia: str, block: int = 0) -> GameResult:
    seats = [seat(n, town, "villager", winner, beliefs=((0.2, False),)) for n in range(4)]
    return GameResult("e", block, winner, (*seats, seat(4, mafia, "mafia", winner)))


def sided(better: Callable[[str, str, int], Team], models: str, blocks: int) -> list[GameResult]:
    """Return a tournament of sides; `better` says who wins: town, mafia, block."""
    return [
        game(better(town, mafia, block), town, mafia, block)
        for block in range(blocks)
        for town in models
        for mafia in models
    ]


def rotated(blocks: int, winner: Callable[[int], Team]) -> list[GameResult]:
    results = []
    for number, cell in enumerate(tournament(["p/0", "p/1", "p/2"], 9, blocks=blocks).games()):
        roles = deal(composition_for(9), generator(cell.seed, "roles"))
        won = winner(number)
        seats = [seat(n, m, roles[n], won) for n, m in enumerate(cell.models)]
        results.append(GameResult("e", cell.block, won, tuple(seats)))
    return results


def test_the_better_model_stands_first_and_is_told_apart_on_the_side_it_is_better_on() -> None:
    def winner(town: str, mafia: str, block: int) -> Team:
        if mafia == "g":  # the good one loses as mafia once in six blocks
            return Team.TOWN if block % 6 == 0 else Team.MAFIA
        return Team.MAFIA if block % 3 == 0 else Team.TOWN

    found = report(sided(winner, "bg", 60))
    assert [row.model for row in found.standings] == ["g", "b"]
    apart = {d.scope for d in found.differences if d.told_apart}
    assert Scope.MAFIA in apart
    assert Scope.TOWN not in apart
    good, bad = found.standings
    assert good.ratings[Scope.MAFIA].low > bad.ratings[Scope.MAFIA].high
    assert good.wins[Team.MAFIA].value > bad.wins[Team.MAFIA].value
    assert found.matrix["b"]["g"].value < found.matrix["b"]["b"].value


def test_the_interval_of_a_model_that_nobody_beat_holds_what_many_more_games_say() -> None:
    def winner(town: str, mafia: str, block: int) -> Team:
        lost = {"g": 40, "m": 3, "b": 1}[town]
        return Team.MAFIA if block % lost == lost - 1 and (town, mafia) != ("b", "b") else Team.TOWN

    few, many = (report(sided(winner, "gmb", blocks)) for blocks in (24, 240))
    (early,), (late,) = (
        [row.ratings[Scope.TOWN] for row in found.standings if row.model == "g"]
        for found in (few, many)
    )
    assert few.standings[0].wins[Team.TOWN].value == 1.0
    assert early.low <= late.value <= early.high


def test_a_model_that_wins_everything_has_no_upper_end_and_a_report_says_why() -> None:
    """Only how it was held by imagined games bounded it: so its truth was in half the intervals."""

    def winner(town: str, mafia: str, block: int) -> Team:
        if "g" in (town, mafia) and town != mafia:
            return Team.TOWN if town == "g" else Team.MAFIA
        return Team.TOWN if (block + (town < mafia)) % 2 else Team.MAFIA

    found = report(sided(winner, "gmb", 22))
    good, *others = found.standings
    assert good.model == "g"
    for scope in Scope:
        assert math.isinf(good.ratings[scope].high)
        assert math.isfinite(good.ratings[scope].low)
        assert all(math.isinf(row.ratings[scope].low) for row in others)
        (apart,) = (
            d for d in found.differences if d.scope is scope and {d.above, d.below} == {*"mb"}
        )
        assert math.isfinite(apart.low)
        assert math.isfinite(apart.high)
    (line,) = remarks(found)
    assert line.startswith("The rating of g (overall, as town, as mafia) has no upper end: ")
    drawn = {table.about: table.rows for table in tables(found)}
    assert drawn["Ratings"][0][2].endswith("or more)")
    assert [row[0] for row in drawn["Differences"]] == [
        f"{one.model} - {other.model}" for one, other in combinations(found.standings, 2)
    ]


def test_intervals_hold_the_truth_of_a_model_that_is_rarely_beaten() -> None:
    dice = np.random.default_rng(3)
    odds = np.array([[0.0, 4.5, 5.0], [-0.5, 0.0, 0.5], [-1.0, -0.5, 0.0]]).ravel()
    rows = [(t, m) for t in range(3) for m in range(3)]
    features = np.array([[1.0, *(np.eye(3)[t]), *(-np.eye(3)[m])] for t, m in rows])
    chance = 1 / (1 + np.exp(-odds))
    won = np.tile(1e6 * chance, (2, 1))
    always = Matches(features, 3, won, 1e6 - won)
    wanted = np.eye(6)
    truth = [bounds.value for bounds in always.bounds(wanted)]
    held = []
    for _ in range(60):
        won = (dice.random((16, 9)) < chance).astype(float)
        found = Matches(features, 3, won, 1 - won).bounds(wanted)
        held += [b.low <= true <= b.high for b, true in zip(found, truth, strict=True)]
    assert 0.9 <= np.mean(held) < 1.0


@pytest.mark.parametrize("blocks", [8, 20])
def test_equal_models_differ_at_one_look_in_about_five_of_a_hundred(blocks: int) -> None:
    pulls = np.random.default_rng(1).choice([-2.0, -1, 0, 1, 2, 3], size=(150, blocks, 3))
    assert 0.01 < np.mean([alike(each) <= 0.05 for each in pulls]) < 0.1
    assert 0.01 < np.mean([swapped(e[:, 0] - e[:, 1]) <= 0.05 for e in pulls]) < 0.1


def test_what_differs_at_one_look_is_no_reason_to_end_a_tournament() -> None:
    """It takes more to be told apart however often one looks; both are in the report."""
    better = sided(lambda t, m, b: Team.TOWN if (t < m) != (b % 9 == 0) else Team.MAFIA, "ab", 9)
    found = report(better)
    overall = found.differences[0]
    assert (overall.differs, overall.told_apart) == (True, False)
    assert found.alike[Scope.OVERALL] == overall.once
    assert found.blocks_called_for is not None
    told = list(words(found, 4))
    assert told[0].startswith("At one look, if 9 blocks were fixed beforehand: a above b (p 0.0")
    assert told[1] == "Told apart, however often you look: none; differences so far may be chance."
    assert len(told) == 3  # the last says how many games are called for


def test_of_equal_parts_one_half_is_beyond() -> None:
    assert swapped(np.ones(6)) == 1 / 2**6
    assert swapped(np.zeros(6)) == 0.5


def test_all_models_together_are_looked_at_before_pairs() -> None:
    assert shaffer([0.01, 0.02, 0.3], 0.03, 3) == [0.03, 0.03, 0.3]
    assert shaffer([0.01], 0.01, 2) == [0.01]
    assert shaffer([0.01, 0.02, 0.02, 0.5, 0.5, 0.5], 0.001, 4)[:2] == [0.03, 0.06]


def test_the_order_of_games_is_nothing_to_a_rating() -> None:
    results = sided(lambda t, m, b: Team.TOWN if (b + (t < m)) % 3 else Team.MAFIA, "abc", 6)
    assert report(results) == report(results[::-1])


def test_who_wins_does_not_tell_sides_apart_where_every_model_has_as_many_seats() -> None:
    results = rotated(6, lambda number: Team.TOWN if number % 2 else Team.MAFIA)
    assert all(list(row.ratings) == [Scope.OVERALL] for row in report(results).standings)


def test_games_of_one_block_are_no_more_evidence_than_the_block() -> None:
    few = sided(lambda t, m, b: Team.TOWN if b % 2 else Team.MAFIA, "ab", 4)
    many = [result for result in few for _ in range(20)]
    one, other = (report(results).standings[0].wins[Team.TOWN] for results in (few, many))
    assert (one.low, one.high) == pytest.approx((other.low, other.high))


def test_a_report_of_one_block_is_sure_of_nothing() -> None:
    found = report(sided(lambda t, m, b: Team.TOWN if m == "b" else Team.MAFIA, "ab", 1))
    assert not [d for d in found.differences if d.told_apart]
    assert (found.blocks_called_for, found.blocks_expected) == (2, None)
    assert (found.standings[0].wins[Team.MAFIA].low, found.standings[0].wins[Team.MAFIA].high) == (
        0.0,
        1.0,
    )


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12))
def test_an_interval_holds_its_share_and_is_one_of_shares(blocks: list[tuple[int, int]]) -> None:
    found = share_of([min(pair) for pair in blocks], [max(pair) for pair in blocks])
    if any(max(pair) for pair in blocks):
        assert found is not None
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
    else:
        assert found is None


def test_students_t_is_the_published_one() -> None:
    for freedom, value in ((1, 12.706), (2, 4.303), (5, 2.571), (30, 2.042)):
        assert t_quantile(0.975, freedom) == pytest.approx(value, rel=2e-3)


def test_what_is_told_apart_is_so_however_often_one_looks() -> None:
    values = np.random.default_rng(1).normal(size=(1000, 200))
    ever = np.zeros(len(values), dtype=bool)
    for blocks in range(2, 201):
        seen = values[:, :blocks]
        found = seen.mean(axis=1) / seen.std(axis=1, ddof=1) * np.sqrt(blocks)
        ever |= np.abs(found) >= reach_whenever(0.05, blocks)
    assert 0.01 < ever.mean() < 0.05


@given(st.integers(2, 400), st.floats(0.001, 0.2))
def test_the_reach_of_a_chance_is_where_it_is_met(blocks: int, chance: float) -> None:
    reach = reach_whenever(chance, blocks)
    if math.isfinite(reach):
        assert chance_whenever(reach, blocks) == pytest.approx(chance)
    else:
        assert chance_whenever(1e9, blocks) > chance * 0.99


def test_a_report_calls_for_more_until_each_model_is_told_from_the_next() -> None:
    """And for twice what there is at most: how far models lie apart after few is mostly chance."""

    few = report(sided(lambda t, m, b: Team.TOWN if (b + (t < m)) % 3 else Team.MAFIA, "ab", 4))
    assert few.blocks_called_for == 8
    unsure = report(sided(lambda t, m, b: Team.TOWN if b % 2 else Team.MAFIA, "ab", 5))
    assert (unsure.blocks_called_for, unsure.blocks_expected) == (10, None)
    mixed = [
        sided(lambda t, m, b: Team.TOWN if m == "b" or b % 8 == 0 else Team.MAFIA, "ab", blocks)
        for blocks in (3, 24)
    ]
    assert report(mixed[0]).blocks_called_for is not None
    told = report(mixed[1])
    assert told.differences[0].told_apart
    assert told.differences[0].low > 0
    assert told.blocks_called_for is None


def test_a_report_says_that_a_lineup_can_hardly_tell_models_apart() -> None:
    def told(results: list[GameResult], games_a_block: int) -> str:
        return " ".join(words(report(results), games_a_block))

    few, many = (rotated(b, lambda n: Team.TOWN if n % 7 else Team.MAFIA) for b in (3, 90))
    assert "hardly" not in told(few, 3)
    fewest = report(many).blocks_fewest
    assert fewest is not None
    assert f"it takes {fewest} blocks ({3 * fewest} games). The town won 86%" in told(many, 3)
    assert "Who wins hardly tells these models apart here" in told(many, 3)
    assert 'lineup = "sides" tells more' in told(many, 3)
    always = sided(lambda t, m, b: Team.TOWN, "ab", 4)
    assert "One side won every game" in told(always, 4)
    assert 'lineup = "sides"' not in told(always, 4).partition("One side won")[2]
    good = sided(lambda t, m, b: Team.TOWN if m == "b" or b % 8 == 0 else Team.MAFIA, "ab", 24)
    assert "hardly" not in told(good, 4)


def test_whoever_believes_everybody_alike_finds_the_mafia_as_often_as_by_lot() -> None:
    guilty = [True, True, False, False, False]
    assert identified(dict.fromkeys(range(2, 5), 0.5) | {0: 0.5}, guilty) == (2.0, 0.5)
    assert identified({0: 0.9, 1: 0.8, 2: 0.1}, guilty) == (2.0, 2.0)
    assert identified({}, guilty) == (0.0, 0.0)


def test_an_unpriced_call_makes_the_cost_unknown_and_not_zero() -> None:
    seats = [
        seat(n, "a", "villager" if n else "mafia", Team.TOWN, spent=Spent(calls=1, cost=None))
        for n in range(5)
    ]
    (only,) = report([GameResult("e", 0, Team.TOWN, tuple(seats))]).standings
    assert only.cost is None
    assert only.brier is None


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
