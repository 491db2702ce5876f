"""`ludens models`: which models there are, and how one of them does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import Annotated, Any

import typer
from rich.text import Text

from ludens.cli.console import out
from ludens.cli.options import (
    ConfigOption,
    JsonOption,
    SetOption,
    assignments,
    print_json,
    settings_in_force,
)
from ludens.cli.tables import print_table
from ludens.episode.state import merged
from ludens.llm.calls import MemoryCallLog, split_name
from ludens.llm.catalogue import ModelEntry, ProviderEntry, list_models, list_providers
from ludens.llm.errors import LLMError
from ludens.llm.keys import Keys
from ludens.llm.models import Models
from ludens.llm.presets import PRESETS
from ludens.llm.profiles import Caching, profile_of
from ludens.llm.settings import OFFLINE, LLMSettings, Rates, is_own
from ludens.llm.trial import ROLE, Step, try_model

UNPRICED = "unpriced"

app = typer.Typer(help="List providers and models, or try one.", invoke_without_command=True)


@app.callback()
def models(context: typer.Context, json: JsonOption = False, config: ConfigOption = None) -> None:
    """List providers (installed? key found?) and models (prices, abilities)."""
    if context.invoked_subcommand is not None:
        return
    settings = settings_in_force({}, config=config).llm
    providers = list_providers(settings, Keys())
    found = list_models(settings, datetime.now(UTC))
    if json:
        print_json(
            {
                "providers": [_provider_json(entry) for entry in providers],
                "models": [_model_json(entry) for entry in found],
            }
        )
        return
    _print_providers(providers)
    out.print()
    _print_models(found)
    out.print("\nUS dollars for a million tokens. Any other model name works as well.")
    more = [name for name in PRESETS if name not in settings.providers]
    out.print(Text(f"Known by name besides: {', '.join(more)}.", "dim"))


@app.command("try")
def try_(
    name: Annotated[str, typer.Argument(help="provider/model, or a provider (its strong model).")],
    sets: SetOption = None,
    json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Try a model in four short calls. A text, a structured reply, a shared prefix twice."""
    if name == OFFLINE or is_own(name):
        raise LLMError(f"{name} asks no model: there is nothing to try")
    flags = merged({"llm": {"models": {ROLE: name}}}, assignments(sets))
    chosen = settings_in_force(flags, config=config).llm
    steps, model = asyncio.run(_tried(chosen))
    if json:
        print_json({"model": model, "steps": [_step_json(step) for step in steps]})
    else:
        _print_steps(model, steps)
    if any(step.failed for step in steps):
        raise typer.Exit(1)


async def _tried(settings: LLMSettings) -> tuple[list[Step], str]:
    models = Models(settings, log=MemoryCallLog(), rng=Random(0))
    try:
        (name,) = models.names(ROLE)
        provider, model = split_name(name)
        profile = profile_of(settings.providers[provider].adapter, model)
        return [step async for step in try_model(models.for_agent(ROLE), profile)], name
    finally:
        await models.aclose()


def _print_providers(entries: list[ProviderEntry]) -> None:
    rows = []
    for entry in entries:
        if entry.key_env is None:
            key = "none needed"
        elif entry.key_source is not None:
            key = f"{entry.key_env} ({entry.key_source})"
        else:
            key = f"{entry.key_env} not set"
        package = "installed" if entry.is_installed else "missing"
        rows.append((entry.name, _mark(entry.is_ready), package, key, entry.address))
    print_table(out, ("provider", "ready", "package", "key", "address"), rows)
    for command in dict.fromkeys(each.install for each in entries if not each.is_installed):
        of = ", ".join(each.name for each in entries if each.install == command)
        out.print(Text.assemble((command, "cyan"), (f"    for {of}", "dim")), soft_wrap=True)


MODEL_HEADS = (
    *("model", "input", "cached", "written", "output"),
    *("schema", "temperature", "effort", "cache"),
)


def _print_models(entries: list[ModelEntry]) -> None:
    rows = []
    for entry in entries:
        profile = entry.profile
        efforts = "/".join(sorted(effort.value for effort in profile.efforts)) or "-"
        known = (
            profile.structured.value,
            _mark(profile.temperature),
            efforts,
            _cache_cell(profile.caching, profile.cache_floor),
        )
        rows.append(
            (
                entry.name,
                *_price_cells(entry.rates),
                *(known if profile.is_known else ("unknown: safe defaults", "", "", "")),
            )
        )
    print_table(out, MODEL_HEADS, rows)


STEP_HEADS = ("call", "ms", "in", "cached", "written", "out", "cost")


def _print_steps(model: str, steps: list[Step]) -> None:
    """Print the figures of each call, and below them what was said, whole."""
    rows = []
    for step in steps:
        if step.response is None:
            rows.append((step.what, *[""] * 6))
            continue
        usage = step.response.usage
        counts = (
            *(usage.input_tokens, usage.cached_tokens),
            *(usage.cache_write_tokens, usage.output_tokens),
        )
        rows.append(
            (
                step.what,
                f"{step.response.latency_ms:.0f}",
                *(str(count) for count in counts),
                _money(step.response.cost),
            )
        )
    print_table(out, STEP_HEADS, rows, title=model)
    out.print()
    for step in steps:
        said = " ".join(step.said.split())
        style = "red" if step.failed else ""
        out.print(Text.assemble((f"{step.what}: ", "dim"), (said, style)), soft_wrap=True)
        if step.response is not None:
            note = step.response.cache_note or "engaged"
            out.print(Text(f"  cache: {note}", "dim"), soft_wrap=True)


def _mark(yes: bool) -> str:
    return "yes" if yes else "no"


def _money(cost: Decimal | None) -> str:
    return UNPRICED if cost is None else f"${cost.normalize():f}"


def _price_cells(rates: Rates | None) -> tuple[str, str, str, str]:
    if rates is None:
        return (UNPRICED, "", "", "")
    found = (rates.input, rates.cached, rates.cache_write, rates.output)
    cells = tuple("" if rate is None else f"{rate.normalize():f}" for rate in found)
    return cells[0], cells[1], cells[2], cells[3]


def _cache_cell(caching: Caching, floor: int | None) -> str:
    if caching is Caching.NONE:
        return "-"
    return caching.value if not floor or floor == 1 else f"{caching.value} from {floor} tokens"


def _provider_json(entry: ProviderEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "adapter": entry.adapter,
        "ready": entry.is_ready,
        "installed": entry.is_installed,
        "key": entry.key_env,
        "key_found_in": entry.key_source,
        "address": entry.address,
    }


def _model_json(entry: ModelEntry) -> dict[str, Any]:
    profile = entry.profile
    return {
        "name": entry.name,
        "known": profile.is_known,
        "prices": entry.rates.model_dump(mode="json") if entry.rates else None,
        "schema": profile.structured.value,
        "temperature": profile.temperature,
        "efforts": sorted(effort.value for effort in profile.efforts),
        "caching": profile.caching.value,
        "cache_floor": profile.cache_floor,
    }


def _step_json(step: Step) -> dict[str, Any]:
    response = step.response.model_dump(mode="json") if step.response else None
    return {"call": step.what, "said": step.said, "failed": step.failed, "response": response}
