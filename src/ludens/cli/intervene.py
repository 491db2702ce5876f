"""`ludens intervene`: a person speaks to an episode that is being played."""

from __future__ import annotations

from typing import Annotated

import typer
from pydantic import ValidationError

from ludens.adventure.agents.human_player import HumanPlayer
from ludens.cli.console import out
from ludens.cli.house import (
    IN_PLAY,
    ConfigOption,
    EpisodeArgument,
    StoreOption,
    chosen,
    opened_store,
    settings_in_force,
)
from ludens.episode.control import RequestKind, ask
from ludens.episode.errors import LudensError


def intervene(
    episode: EpisodeArgument,
    command: Annotated[
        str | None,
        typer.Argument(help="A command to type in the company's place; the game is held after it."),
    ] = None,
    order: Annotated[
        RequestKind | None,
        typer.Option("--order", help="pause, step, resume or stop, instead of a command."),
    ] = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Type a command into a game being played elsewhere, or hold it and let it go on."""
    if (command is None) == (order in (None, RequestKind.COMMAND)):
        raise LudensError("give either a command to type, or --order pause, step, resume or stop")
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, IN_PLAY)
        if row.game != "adventure":
            raise LudensError("only a story takes commands from outside")
        if row.outcome is not None:
            raise LudensError(f"episode {row.id} is over: {row.reason}")
        if command is None:
            assert order is not None
            ask(opened, row.id, order)
            out.print(f"Asked: {order.value}.")
            return
        try:
            person = HumanPlayer(command=command)
        except ValidationError:
            raise LudensError("a command is one line of printable text, at most 200") from None
        ask(opened, row.id, RequestKind.COMMAND, person.model_dump())
        out.print(f"Asked: > {command}")
