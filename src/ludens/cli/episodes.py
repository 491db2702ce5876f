"""`ludens episodes`: what has been played."""

from __future__ import annotations

from datetime import datetime

from rich.table import Table

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
        out.print("No episode yet. Play one: ludens play")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("episode", "game", "subject", "model", "turns", "score", "status", "when"):
        table.add_column(name, justify="right" if name in ("turns", "score") else "left")
    for row in rows:
        score, highest = row.headline.get("score"), row.headline.get("max_score")
        table.add_row(
            row.id,
            row.game,
            row.subject,
            row.model,
            str(row.turns),
            "" if score is None else f"{score}/{highest}" if highest else str(score),
            row.outcome.value if row.outcome else row.status,
            datetime.fromtimestamp(row.created).strftime("%Y-%m-%d %H:%M"),
        )
    out.print(table)
