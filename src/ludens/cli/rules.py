"""`ludens rules`: what the offline player knows to do, and what each rule is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from ludens.adventure.offline.ledger import RuleEntry, entries
from ludens.cli.console import out
from ludens.cli.options import JsonOption, print_json
from ludens.cli.tables import print_table
from ludens.episode.errors import LudensError


def rules(
    name: Annotated[str | None, typer.Argument(help="A rule's id, to see it whole.")] = None,
    json: JsonOption = False,
) -> None:
    """List the offline player's rules, with what each brought."""
    found = entries()
    if name is not None:
        found = [entry for entry in found if entry.id == name]
        if not found:
            raise LudensError(f"there is no rule {name!r}; `ludens rules` lists them")
    if json:
        print_json({"rules": [entry.model_dump(mode="json") for entry in found]})
        return
    heads = ("rule", "worth", "gained", "acts on", "with", "said as")
    print_table(out, heads, [_row(entry) for entry in found])
    out.print(
        "\nworth: what a try brought on average where it was tried on snapshots; points are 1, a "
        "room or an item is .5.\ngained: tries that brought one of these, or opened the way to it."
    )


def _row(entry: RuleEntry) -> tuple[str, ...]:
    return (
        entry.id,
        f"{entry.worth:.3f}",
        f"{entry.gains} of {entry.tries}" if entry.tries else "never met",
        ", ".join(entry.acts_on),
        ", ".join(entry.tools),
        " | ".join(entry.wordings),
    )
