"""`ludens briefings`: every prompt or briefing that an agent was given."""

from __future__ import annotations

import json as json_
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from ludens.cli.console import out, write_data
from ludens.cli.house import (
    ConfigOption,
    EpisodeArgument,
    StoreOption,
    Wanted,
    chosen,
    opened_store,
    settings_in_force,
)
from ludens.episode.calls import calls_of
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.llm.request import LLMRequest
from ludens.llm.settings import OFFLINE
from ludens.mafia.briefings import given_briefings

Given = dict[str, Any]
"""A briefing as JSON: turn, agent, attempt, system (a list of texts) and user, at least."""


BRIEFED = Wanted(
    "episode with briefings (a table, or a game played by a model)",
    lambda row: row.last_seq >= 0 and (row.game in SOURCES or row.model != OFFLINE),
)


def briefings(
    episode: EpisodeArgument,
    agent: Annotated[
        str | None, typer.Option("--agent", help="Only this agent's: seat:3, player, narrator.")
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", min=0, help="Only this turn's.")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, for each briefing.")
    ] = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Print what each agent was given for each decision, offline agents too."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, BRIEFED)
        source = SOURCES.get(row.game, _of_calls)
        found = 0
        for given in source(opened, row):
            if agent not in (None, given["agent"]) or turn not in (None, given["turn"]):
                continue
            found += 1
            if json:
                write_data([json_.dumps(given, ensure_ascii=False)])
            else:
                _print(given)
    if not found:
        raise LudensError(_why_none(row, agent, turn))


def _why_none(row: EpisodeRow, agent: str | None, turn: int | None) -> str:
    told = f"episode {row.id} has no briefing"
    if agent is not None:
        told += f" of an agent {agent!r}"
    if turn is not None:
        told += f" in turn {turn}"
    if row.game not in SOURCES and row.model == OFFLINE:
        told += f": offline agents of a game of {row.game} read the state itself and no prompt"
    return told


def _of_table(store: Store, row: EpisodeRow) -> Iterator[Given]:
    """Yield what the seats and the narrator were given: the log tells, whoever played."""
    log = ((line.turn, event) for line, event in read_events(store, game_of(row), row))
    for given in given_briefings(log):
        yield {**asdict(given), "system": list(given.system)}


def _of_calls(store: Store, row: EpisodeRow) -> Iterator[Given]:
    """Yield the prompts on the record of calls."""
    for turn, call in calls_of(store, row.id):
        yield {
            "turn": turn,
            "agent": call.agent,
            "attempt": call.attempt,
            "model": f"{call.provider}/{call.model}",
            "system": [block.text for block in call.request.system],
            "user": _messages(call.request),
        }


def _messages(request: LLMRequest) -> str:
    if len(request.messages) == 1:
        return "\n".join(block.text for block in request.messages[0].blocks)
    return "\n\n".join(
        f"[{message.role.value}]\n" + "\n".join(block.text for block in message.blocks)
        for message in request.messages
    )


SOURCES: dict[str, Callable[[Store, EpisodeRow], Iterator[Given]]] = {"mafia": _of_table}
"""Where a game's briefings are found, if not among its calls."""


def _print(given: Given) -> None:
    ask = f", {given['ask']}" if "ask" in given else ""
    again = f", attempt {given['attempt']}" if given["attempt"] > 1 else ""
    out.rule(Text(f"turn {given['turn']}: {given['agent']}{ask}{again}", "bold"), align="left")
    for block in given["system"]:
        out.print(Text(block, "dim"), soft_wrap=True)
    out.print(Text(given["user"]), soft_wrap=True)
