"""What a tournament says, in tables and sentences: the terminal and the page tell the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludens.mafia.roles import ROLES
from ludens.mafia.tournament.standings import BINS, SIDES, Rating, Report, Scope, Standing
from ludens.mafia.tournament.uncertainty import CONFIDENCE, Estimate

NOTE = (
    "In brackets 95% intervals, by bootstrap over blocks. Ratings: 0 is the models' mean, "
    "400 points are odds of ten to one. Intervals, and p where models are compared, hold for one "
    "look at a number of games that was fixed beforehand; where the two disagree, p counts. What "
    "is told apart is so however often you look: by that alone a tournament is to be ended."
)
"""How the tables are read."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table: what it is about, what its columns are called, and its lines."""

    about: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(found: Report) -> Iterator[Drawn]:
    """Yield tables: who wins, and how they play."""
    rows = found.standings
    yield _table(
        "Ratings",
        ("games", *(scope.value for scope in Scope)),
        {
            row.model: [str(row.games), *(_points(row.ratings.get(scope)) for scope in Scope)]
            for row in rows
        },
    )
    if found.differences:
        yield _differences(found)
    yield _table(
        "Wins by side",
        [f"wins as {team}" for team in SIDES],
        {row.model: [_share(row.wins.get(team)) for team in SIDES] for row in rows},
    )
    roles = [role for role in ROLES if any(role in row.roles for row in rows)]
    for start in range(0, len(roles), 4):
        some = roles[start : start + 4]
        yield _table(
            "Wins by role",
            [f"as {role}" for role in some],
            {row.model: [_share(row.roles.get(role)) for role in some] for row in rows},
        )
    yield _table(
        "Town against mafia",
        [f"town: {row.model}" for row in rows],
        {
            f"mafia: {mafia.model}": [
                _share(found.matrix.get(town.model, {}).get(mafia.model)) for town in rows
            ]
            for mafia in rows
        },
    )
    yield _table(
        "Votes and beliefs",
        ("votes on mafia", "mafia found", "Brier", "of the base rate"),
        {
            row.model: [_share(row.votes), _share(row.identified), _mean(row.brier), _base(row)]
            for row in rows
        },
    )
    powers = list(dict.fromkeys(role for row in rows for role in row.survival))
    if powers:
        yield _table(
            "Powers at the end",
            [f"{role} lives" for role in powers],
            {row.model: [_share(row.survival.get(role)) for role in powers] for row in rows},
        )
    yield from _curves(rows)
    yield _table(
        "What was used",
        ("calls", "tokens in", "cached", "out", "$"),
        {
            row.model: [
                f"{row.calls:.1f}",
                f"{row.input_tokens:.0f}",
                f"{row.cached_tokens:.0f}",
                f"{row.output_tokens:.0f}",
                "unpriced" if row.cost is None else f"{row.cost:.4f}",
            ]
            for row in rows
        },
        title="a seat and game",
    )
    yield _table(
        "What went wrong",
        ("invalid replies", "refusals", "failed calls", "defaults"),
        {
            row.model: [
                f"{each:.2f}" for each in (row.refused, row.refusals, row.failed, row.defaults)
            ]
            for row in rows
        },
        title="a seat and game",
    )


def _differences(found: Report) -> Drawn:
    """Return how far every two models are apart."""
    cells: dict[tuple[int, int], dict[Scope, str]] = {}
    order = [row.model for row in found.standings]
    for each in found.differences:
        above, below = order.index(each.above), order.index(each.below)
        points, low, high = each.points, each.low, each.high
        if below < above:  # on this side the other way round
            points, low, high = -points, -high, -low
        cells.setdefault((min(above, below), max(above, below)), {})[each.scope] = (
            f"{_points(Rating(points, low, high))}, {_p(each.once)}"
        )
    rows = {
        f"{order[first]} - {order[second]}": [told.get(scope, "-") for scope in Scope]
        for (first, second), told in sorted(cells.items())
    }
    return _table("Differences", [scope.value for scope in Scope], rows, title="pair")


def _curves(rows: Sequence[Standing]) -> Iterator[Drawn]:
    """Yield the reliability curves: how often it was so where about this was said."""
    believing = [row for row in rows if row.curve]
    if not believing:
        return

    def bin_of(said: float) -> int:  # what was sure belongs to the last one
        return min(BINS - 1, int(said * BINS))

    bins = sorted({bin_of(b.said) for row in believing for b in row.curve})
    lines: dict[str, list[str]] = {}
    for number in bins:
        found = [
            next((b for b in row.curve if bin_of(b.said) == number), None) for row in believing
        ]
        low, high = number / BINS, (number + 1) / BINS
        lines[f"{low:.1f} to {high:.1f}"] = [_share(b.true if b else None) for b in found]
    said = "said to be mafia; was mafia"
    yield _table("Said and so", [row.model for row in believing], lines, title=said)


def words(found: Report, games_a_block: int) -> Iterator[str]:
    """Yield in words which models differ, and how many games would tell it."""
    if found.alike:
        yield _at_one_look(found)
        yield _told_apart(found)
    if len(found.standings) > 1:
        yield " ".join(_called_for(found, games_a_block))


def remarks(found: Report) -> Iterator[str]:
    """Yield how the ratings of this report are to be read."""
    yield from _open_ends(found)
    if all(Scope.TOWN not in row.ratings for row in found.standings):
        yield (
            "Who wins does not tell ratings as town from those as mafia here; "
            'lineup = "sides" does with enough blocks.'
        )


def _as(scope: Scope) -> str:
    return "overall" if scope is Scope.OVERALL else f"as {scope}"


def _at_one_look(found: Report) -> str:
    """Return which models differ, if this is the only look."""
    told, alike = [], {}
    for scope, chance in found.alike.items():
        differ = [d for d in found.differences if d.scope is scope and d.differs]
        if chance > 1 - CONFIDENCE:
            alike[scope] = _p(chance)
            continue
        pairs = ", ".join(f"{d.above} above {d.below} ({_p(d.once)})" for d in differ)
        unsure = f"the models differ ({_p(chance)}), but not yet any two of them"
        told.append(_of(scope, pairs or unsure))
    if alike:
        chances = ", ".join(
            chance if len(found.alike) == 1 else f"{_as(scope)} {chance}"
            for scope, chance in alike.items()
        )
        told.append(f"no difference beyond chance ({chances})")
    blocks = "1 block was" if found.blocks == 1 else f"{found.blocks} blocks were"
    return f"At one look, if {blocks} fixed beforehand: {'; '.join(told)}."


def _told_apart(found: Report) -> str:
    """Return which models differ, however often one has looked."""
    pairs = {
        scope: [d for d in found.differences if d.scope is scope and d.told_apart]
        for scope in found.alike
    }
    told = [
        _of(scope, ", ".join(f"{d.above} above {d.below} ({_p(d.chance)})" for d in apart))
        for scope, apart in pairs.items()
        if apart
    ]
    return (
        "Told apart, however often you look: "
        f"{'; '.join(told) or 'none; differences so far may be chance'}."
    )


def _of(scope: Scope, told: str) -> str:
    return told if scope is Scope.OVERALL else f"{_as(scope)}: {told}"


def _open_ends(found: Report) -> Iterator[str]:
    """Yield which ratings have an interval without an end, and why; those alike in one line."""
    open_: dict[tuple[str, str, str, str], list[str]] = {}
    for scope in found.alike:
        rated = {row.model: row.ratings[scope] for row in found.standings}
        unbeaten = [m for m, r in rated.items() if math.isinf(r.high) and math.isfinite(r.low)]
        winless = [m for m, r in rated.items() if math.isinf(r.low) and math.isfinite(r.high)]
        if not unbeaten or not winless:
            continue
        # Whichever are fewer open the ends of all others, whose distances from the mean they are.
        few, end, did, other = (
            (unbeaten, "upper", "lost", "lower")
            if len(unbeaten) <= len(winless)
            else (winless, "lower", "won", "upper")
        )
        key = " and ".join(few), end, did, other
        open_.setdefault(key, []).append(_as(scope))
    for (who, end, did, other), scopes in open_.items():
        yield (
            f"The rating of {who} ({', '.join(scopes)}) has no {end} end: in no draw of the "
            f"blocks are games {did} that would give it one. 0 being the models' mean, others' "
            f"have no {other} end. Read their differences and wins."
        )


def _called_for(found: Report, games_a_block: int) -> Iterator[str]:
    """Yield whether more games are called for, and how many."""
    called, expected = found.blocks_called_for, found.blocks_expected
    if called is None:
        yield "Each model is told from the next: no more games are called for."
        return
    yield (
        f"Not each model is told from the next: play on to {called} blocks "
        f"({called * games_a_block} games) and look again. With `blocks = {called}` in its file, "
        "`ludens mafia tournament` goes on."
    )
    if expected is not None:
        yield (
            f"If the differences are as they look now, it takes about {expected} blocks in all; "
            "after few blocks that is a guess."
        )
    yield from _hardly_told(found, games_a_block)


FAR = 1000
"""Games beyond which a report says that models can hardly be told apart: more than most can pay."""


def _hardly_told(found: Report, games_a_block: int) -> Iterator[str]:
    """Yield that these models can hardly be told apart so, where that is known."""
    fewest, town = found.blocks_fewest, found.town
    if town is None or found.blocks < 2:
        return
    if fewest is not None and fewest * games_a_block > FAR:
        yield (
            "Who wins hardly tells these models apart here: even if they differ by as much as "
            f"these games allow, it takes {fewest} blocks ({fewest * games_a_block} games)."
        )
    elif fewest is None and town.value in (0.0, 1.0):
        yield "One side won every game: who wins does not tell these models apart."
    else:
        return
    more = ' lineup = "sides" tells more with as many games.' if found.is_mixed else ""
    yield f"The town won {_share(town)} of the games.{more}"


def _p(chance: float) -> str:
    return f"p {chance:.3f}" if chance >= 0.001 else "p < 0.001"


def _table(
    about: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]], title: str = "model"
) -> Drawn:
    return Drawn(about, (title, *columns), [(name, *cells) for name, cells in rows.items()])


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}-{estimate.high * 100:.0f})"


def _mean(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    return f"{estimate.value:.3f} ({max(estimate.low, 0.0):.3f}-{min(estimate.high, 1.0):.3f})"


def _base(row: Standing) -> str:
    return "-" if row.base is None else f"{row.base:.3f}"


def _points(rating: Rating | None) -> str:
    if rating is None:
        return "-"
    value, low, high = rating.value, rating.low, rating.high
    if math.isinf(low) and math.isinf(high):
        return f"{_signed(value)} (?)"
    if math.isinf(high):
        return f"{_signed(value)} ({_signed(low)} or more)"
    if math.isinf(low):
        return f"{_signed(value)} ({_signed(high)} or less)"
    return f"{_signed(value)} ({_signed(low)} to {_signed(high)})"


def _signed(points: float) -> str:
    return f"{round(points):+d}" if round(points) else "0"
