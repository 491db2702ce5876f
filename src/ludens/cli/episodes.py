"""`ludens episodes`: what has been played."""

from __future__ import annotations

from datetime import datetime

from ludens.cli.console import out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    StoreOption,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.summary import summary
from ludens.cli.tables import print_table
from ludens.installing import program


def episodes(
    json: JsonOption = False, store: StoreOption = None, config: ConfigOption = None
) -> None:
    """List the episodes, newest first."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        rows = opened.episodes()
        if json:
            print_json([summary(opened, row) for row in rows])
            return
    if not rows:
        out.print(f"No episode yet. Play one: {program()} play")
        return
    table = []
    for row in rows:
        score, highest = row.headline.get("score"), row.headline.get("max_score")
        table.append(
            (
                row.id,
                row.game,
                row.subject,
                row.model,
                str(row.turns),
                "" if score is None else f"{score}/{highest}" if highest else str(score),
                row.outcome.value if row.outcome else row.status,
                _when(row.created),
            )
        )
    heads = ("episode", "game", "subject", "model", "turns", "score", "status", "when")
    print_table(out, heads, table)


def _when(created: float) -> str:
    """Return the time of today, the day of this year, or the year."""
    then, now = datetime.fromtimestamp(created), datetime.now()
    if then.date() == now.date():
        return then.strftime("%H:%M")
    return then.strftime("%d %b" if then.year == now.year else "%Y")
