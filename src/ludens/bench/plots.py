"""Plots of a report, as SVG to be put into a page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from ludens.bench.measures import Measured, grouped
from ludens.bench.report import Line
from ludens.episode.curves import mean_curve
from ludens.episode.errors import LudensError
from ludens.installing import install_command


class PlotsMissingError(LudensError):
    """The extra that brings Matplotlib is not installed."""


def score_plots(results: Sequence[Measured]) -> dict[str, str]:
    """Return, for each story, the mean score against turns of each model and variant, as SVG."""
    subjects: dict[str, list[list[Measured]]] = {}
    for (game, subject, *_), group in grouped(results).items():
        if game == "adventure":
            subjects.setdefault(subject, []).append(group)
    return {subject: _score_plot(groups) for subject, groups in subjects.items()}


def _score_plot(groups: list[list[Measured]]) -> str:
    figure, axes = _figure()
    for group in groups:
        curve = mean_curve([one.curve for one in group], max(one.turns for one in group))
        label = f"{group[0].model}, {group[0].variant}"
        axes.step(*zip(*curve, strict=True), where="post", label=label)
    axes.set_xlabel("turn")
    axes.set_ylabel("score, mean of seeds")
    axes.legend(frameon=False)
    return _svg(figure)


def cost_plot(lines: Sequence[Line]) -> str | None:
    """Return what share of the points each model gets for its money, as SVG; None if it is free."""
    priced = [line for line in lines if line.cost and line.share is not None]
    if not priced:
        return None
    figure, axes = _figure()
    for line in priced:
        assert line.share is not None
        axes.scatter(float(line.cost) / line.episodes, line.share.mean)
        label = f"{line.subject}: {line.model}, {line.variant}"
        axes.annotate(label, (float(line.cost) / line.episodes, line.share.mean), fontsize=8)
    axes.set_xlabel("US dollars an episode")
    axes.set_ylabel("share of the points")
    return _svg(figure)


def calibration_plot(lines: Sequence[Line]) -> str | None:
    """Return how often what tables believed was so, as SVG; None where nobody believed anything."""
    told = [line for line in lines if line.calibration]
    if not told:
        return None
    figure, axes = _figure()
    axes.plot((0, 1), (0, 1), color="#999", linewidth=1)
    for line in told:
        given, found, _ = zip(*line.calibration, strict=True)
        label = f"{line.subject} seats: {line.model}, {line.variant}"
        axes.plot(given, found, marker="o", label=label)
    axes.set_xlabel("chance of being mafia, as believed")
    axes.set_ylabel("how often it was so")
    axes.legend(frameon=False)
    return _svg(figure)


def _figure() -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError:
        raise PlotsMissingError(f"plots need Matplotlib: {install_command('bench')}") from None
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]
