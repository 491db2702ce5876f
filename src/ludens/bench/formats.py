"""A report in its formats: a table, Markdown, HTML, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from enum import StrEnum

from jinja2 import Environment, PackageLoader, StrictUndefined
from rich.table import Table
from rich.text import Text

from ludens.bench.measures import Measured
from ludens.bench.plots import calibration_plot, cost_plot, score_plots
from ludens.bench.report import Line, lines
from ludens.bench.statistics import Mean


class Format(StrEnum):
    """How a report is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    JSON = "json"


COLUMNS = (
    *("subject", "model", "variant", "n", "score", "of", "share", "turns", "rooms", "stuck"),
    *(
        "loops",
        "broken",
        "acts",
        "brier",
        "calls/turn",
        "tokens in",
        "tokens out",
        "cached",
        "cost $",
        "s",
    ),
)
AGENT_COLUMNS = (
    *("subject", "model", "variant", "agent", "calls", "tokens in", "tokens out", "cached"),
)


def filled(found: Sequence[Line]) -> tuple[list[str], list[list[str]]]:
    """Return the heads and rows of a report without the columns in which no line says anything."""
    rows = [cells(line) for line in found]
    kept = [n for n in range(len(COLUMNS)) if any(row[n] for row in rows)]
    return [COLUMNS[n] for n in kept], [[row[n] for n in kept] for row in rows]


def cells(line: Line) -> list[str]:
    """Return a line of the report as texts, in the order of COLUMNS."""
    return [
        line.subject if line.game != "mafia" else f"{line.subject} seats",
        line.model,
        line.variant,
        str(line.episodes),
        interval(line.value),
        _number(line.most, 0),
        interval(line.share, percent=True),
        _number(line.turns, 0),
        _number(line.rooms, 1),
        f"{line.stuck:.0%}",
        _number(line.loops, 1),
        _percent(line.loops_broken),
        _number(line.interventions, 1),
        _number(line.brier, 3),
        _percent(line.own_accepted),
        _percent(line.false_accepts),
        _number(line.calls_per_turn, 2),
        _number(line.input_tokens, 0),
        _number(line.output_tokens, 0),
        _percent(line.hit_rate),
        f"{line.cost:.4f}" if line.cost else "",
        _number(line.seconds, 1),
    ]


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


def table(suite: str, found: Sequence[Line]) -> Table:
    """Return a report for the terminal."""
    heads, rows = filled(found)
    shown = Table(*heads, title=suite, title_justify="left")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    return shown


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


def _markdown(found: Sequence[Line]) -> str:
    heads, told = filled(found)
    rows = [heads, ["---"] * len(heads), *told]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows
    )


def _csv(results: Sequence[Measured]) -> str:
    """Return every episode as a row: what somebody else's statistics start from."""
    names = (
        *("game", "subject", "model", "variant", "seed", "episode", "turns", "outcome", "value"),
        *("most", "rooms", "items", "deaths", "stuck_turns", "seconds", "cost"),
    )
    totals = ("calls", "input_tokens", "output_tokens", "cached_tokens")
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*names, *totals])
    for one in results:
        values = [getattr(one, name) for name in names]
        writer.writerow([*values, *(one.total(name) for name in totals)])
    return buffer.getvalue()


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
