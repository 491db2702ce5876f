"""A report in its formats: a table, Markdown, HTML, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum

from jinja2 import Environment, PackageLoader, StrictUndefined

from ludens.bench.comparing import Comparison
from ludens.bench.measures import Measured
from ludens.bench.plots import calibration_plot, cost_plot, score_plots
from ludens.bench.report import Line, lines
from ludens.bench.statistics import Mean
from ludens.episode.errors import LudensError


class Format(StrEnum):
    """How a report is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    JSON = "json"
    TALES = "tales"
    """Told by `ludens.bridges.tales`."""


COLUMNS: Mapping[str, Callable[[Line], str]] = {
    "subject": lambda line: line.subject + (" seats" if line.game == "mafia" else ""),
    "model": lambda line: line.model,
    "variant": lambda line: line.variant,
    "n": lambda line: str(line.episodes),
    "score": lambda line: interval(line.value),
    "of": lambda line: _number(line.most, 0),
    "share": lambda line: interval(line.share, percent=True),
    "turns": lambda line: _number(line.turns, 0),
    "cut": lambda line: _percent(line.cut or None),
    "rooms": lambda line: _number(line.rooms, 1),
    "stuck": lambda line: f"{line.stuck:.0%}" if line.game == "adventure" else "",
    "loops": lambda line: _number(line.loops, 1) if line.game == "adventure" else "",
    "broken": lambda line: _percent(line.loops_broken),
    "acts": lambda line: _number(line.interventions, 1) if line.game == "adventure" else "",
    "brier": lambda line: _number(line.brier, 3),
    "own accepted": lambda line: _percent(line.own_accepted),
    "false accepted": lambda line: _percent(line.false_accepts),
    "calls/turn": lambda line: _number(line.calls_per_turn or None, 2),
    "tokens in": lambda line: _number(line.input_tokens or None, 0),
    "tokens out": lambda line: _number(line.output_tokens or None, 0),
    "cached": lambda line: _percent(line.hit_rate),
    "cost $": lambda line: f"{line.cost:.4f}" if line.cost else "",
    "s": lambda line: _number(line.seconds, 1),
}
"""The columns of a report by their heads; a column in which no line says anything is left out."""
NAMES = 3
"""How many of them say what a line is about."""
AGENT_COLUMNS = (
    *("subject", "model", "variant", "agent", "calls", "tokens in", "tokens out", "cached"),
)


def filled(found: Sequence[Line]) -> tuple[list[str], list[list[str]]]:
    """Return the heads and rows of a report without the columns in which no line says anything."""
    told = {head: [cell(line) for line in found] for head, cell in COLUMNS.items()}
    kept = [head for head, column in told.items() if any(column)]
    return kept, [[told[head][n] for head in kept] for n in range(len(found))]


def agent_cells(line: Line) -> list[list[str]]:
    """Return the calls of each agent, an episode, in the order of AGENT_COLUMNS."""
    return [
        [
            *(line.subject, line.model, line.variant, agent),
            *(f"{use[name]:.1f}" for name in use),
        ]
        for agent, use in line.agents.items()
    ]


def interval(value: Mean | None, *, percent: bool = False) -> str:
    """Return a mean with its interval."""
    if value is None:
        return ""
    form = ".1%" if percent else ".1f"
    if value.low is None or value.high is None:
        return f"{value.mean:{form}}"
    return f"{value.mean:{form}} [{value.low:{form}}, {value.high:{form}}]"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def written(suite: str, results: Sequence[Measured], format_: Format) -> str:
    """Return a report as text in any format but the terminal's."""
    found = lines(results)
    match format_:
        case Format.JSON:
            document = {"suite": suite, "lines": [line.document() for line in found]}
            return json.dumps(document, indent=2)
        case Format.CSV:
            return _csv(results)
        case Format.HTML:
            return _html(suite, results, found)
        case _:
            return _markdown(found)


COMPARED = ("measure", "difference", "more", "less", "equal", "p", "d")
"""The heads of a comparison."""


def comparison_cells(one: Comparison) -> list[str]:
    """Return one measure of a comparison, in the order of COMPARED."""
    pair = one.paired
    return [
        one.measure,
        interval(pair.difference, percent=one.is_share),
        *(str(number) for number in (pair.more, pair.less, pair.equal)),
        "" if pair.p_value is None else f"{pair.p_value:.3g}",
        "" if pair.effect is None else f"{pair.effect:.2f}",
    ]


def comparison_title(own: Sequence[Comparison]) -> str:
    """Return what the measures of one game compare, and on how many pairs."""
    first, number = own[0], own[0].paired.difference.number
    pairs = f"{number} {'pair' if number == 1 else 'pairs'}"
    return f"{first.game}: {first.second} less {first.first}, {pairs}"


def by_game(found: Sequence[Comparison]) -> list[list[Comparison]]:
    """Return the comparisons of each game."""
    games = dict.fromkeys(one.game for one in found)
    return [[one for one in found if one.game == game] for game in games]


def written_comparison(found: Sequence[Comparison], format_: Format) -> str:
    """Return a comparison as text in any format but the terminal's; raises LudensError."""
    match format_:
        case Format.JSON:
            return json.dumps([asdict(one) for one in found], indent=2)
        case Format.MARKDOWN:
            return "\n\n".join(
                f"{comparison_title(own)}\n\n"
                + _markdown_table(COMPARED, [comparison_cells(one) for one in own])
                for own in by_game(found)
            )
        case Format.CSV:
            return _csv_table(
                (
                    *("game", "first", "second", "pairs", "measure", "difference", "low", "high"),
                    *("more", "less", "equal", "p", "d"),
                ),
                [
                    [
                        *(one.game, one.first, one.second, one.paired.difference.number),
                        *(one.measure, one.paired.difference.mean),
                        *(one.paired.difference.low, one.paired.difference.high),
                        *(one.paired.more, one.paired.less, one.paired.equal),
                        *(one.paired.p_value, one.paired.effect),
                    ]
                    for one in found
                ],
            )
        case _:
            raise LudensError(
                f"a comparison is not written as {format_.value}: table, markdown, csv or json"
            )


def _markdown(found: Sequence[Line]) -> str:
    return _markdown_table(*filled(found))


def _markdown_table(heads: Sequence[str], told: Sequence[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *told]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows
    )


def _csv_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return buffer.getvalue()


def _csv(results: Sequence[Measured]) -> str:
    """Return every episode as a row: what somebody else's statistics start from."""
    names = (
        *("game", "subject", "model", "variant", "seed", "episode", "turns", "outcome", "value"),
        *("most", "rooms", "items", "deaths", "stuck_turns", "seconds", "cost"),
    )
    totals = ("calls", "input_tokens", "output_tokens", "cached_tokens")
    return _csv_table(
        (*names, *totals),
        (
            [*(getattr(one, name) for name in names), *(one.total(name) for name in totals)]
            for one in results
        ),
    )


def _html(suite: str, results: Sequence[Measured], found: Sequence[Line]) -> str:
    environment = Environment(
        loader=PackageLoader("ludens.bench", "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    heads, rows = filled(found)
    return environment.get_template("report.html.jinja").render(
        suite=suite,
        episodes=len(results),
        columns=heads,
        rows=rows,
        plots=score_plots(results),
        cost=cost_plot(found),
        calibration=calibration_plot(found),
        agent_columns=AGENT_COLUMNS,
        agents=[row for line in found for row in agent_cells(line)],
    )
