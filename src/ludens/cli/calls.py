"""`ludens calls`: whom an episode asked, and what that cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from decimal import Decimal
from typing import Annotated

import typer
from rich.text import Text

from ludens.bench.lineups import RANDOM
from ludens.bench.spending import Attempt, Spending, attempts, in_sum, spendings
from ludens.cli.console import counted, err, out
from ludens.cli.house import (
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    Wanted,
    chosen,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.tables import print_table
from ludens.games import BY_HAND
from ludens.llm.settings import OFFLINE

ASKED = Wanted(
    "episode that a model played",
    lambda row: row.last_seq >= 0 and row.model not in (OFFLINE, RANDOM, BY_HAND),
)
SUMS = ("agent", "model", "calls", "failed", "tokens in", "cached", "out", "cost", "s")
EACH = ("turn", "agent", "model", "try", "tokens in", "cached", "out", "cost", "s", "failure")


def calls(
    episode: EpisodeArgument,
    each: Annotated[
        bool, typer.Option("--each", help="A line for each call, not for each agent.")
    ] = False,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """List an episode's calls to models, with tokens, cost and time. Failed attempts count too."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, ASKED)
        made = attempts(opened, row.id)
    own = [one for one in made if not one.is_inherited]
    total = in_sum(own)
    if json:
        shown = [asdict(one) for one in (made if each else spendings(own))]
        print_json({"episode": row.id, "calls": shown, "total": asdict(total)})
        return
    if not made:
        out.print(f"Episode {row.id} asked no model: it cost nothing.")
        return
    if each:
        print_table(out, EACH, [_call(one) for one in made], names=3)
    else:
        _print_sums(spendings(own), total)
    if total.spared:
        told = (
            f"{counted(total.spared, 'call')} not made, because the model was down a moment before"
        )
        err.print(f"{told}: in no sum.", style="dim")
    if len(own) < len(made):
        told = f"{counted(len(made) - len(own), 'call')} of the past it shares with another episode"
        err.print(f"{told}: that one paid.", style="dim")
    _tell_unpriced(own)


def _print_sums(found: list[Spending], total: Spending) -> None:
    rows = [(one.agent, one.model, *_figures(one)) for one in found]
    print_table(out, SUMS, [*rows, ("in all", "", *_figures(total))], names=2)


def _figures(one: Spending) -> tuple[str, ...]:
    return (
        str(one.calls),
        str(one.failed),
        str(one.input_tokens),
        str(one.cached_tokens),
        str(one.output_tokens),
        money(one.cost),
        f"{one.seconds:.1f}",
    )


def _call(one: Attempt) -> tuple[str, ...]:
    return (
        str(one.turn),
        one.agent,
        one.model,
        str(one.attempt),
        str(one.input_tokens),
        str(one.cached_tokens),
        str(one.output_tokens),
        "" if one.failure else "paid before" if one.is_inherited else money(one.cost),
        f"{one.seconds:.1f}",
        one.failure or "",
    )


def money(cost: Decimal | None) -> str:
    """Return US dollars in words, to a hundredth of a cent."""
    return "unpriced" if cost is None else f"${cost:.4f}"


def _tell_unpriced(made: Iterable[Attempt]) -> None:
    """Say what would give the models a price that have none."""
    for name in dict.fromkeys(one.model for one in made if one.is_unpriced):
        provider, _, model = name.partition("/")
        rates = f"llm.providers.{provider}.rates"
        if "." in model:  # which would end the name of a setting
            how = f'[{rates}."{model}"] input = 1, output = 4 in ludens.toml'
        else:
            how = f"--set {rates}.{model}.input=1 --set {rates}.{model}.output=4"
        err.print(
            Text(f"{name} is on no list of prices, so its cost is not known. From the next", "dim")
        )
        err.print(Text(f"game on you can tell it, in dollars a million tokens: {how}", "dim"))
