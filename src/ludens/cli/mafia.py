"""`ludens mafia`: a table of social deduction."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import typer

from ludens.cli.console import out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    StoreOption,
    opened_store,
    play_episode,
    print_json,
    settings_in_force,
)
from ludens.cli.mafia_view import MafiaView
from ludens.cli.summary import summary
from ludens.episode.errors import LudensError
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.episode.visibility import PUBLIC, View, Viewer, parse_viewer
from ludens.mafia.game import Mafia
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import MafiaSettings
from ludens.settings import Settings


def mafia(
    seats: Annotated[
        int | None, typer.Option("--seats", min=5, max=15, help="How many players.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same game.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", help="Who plays: offline, random, or provider/model."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", help="Who plays one seat: 3=MODEL; may be given again."),
    ] = None,
    role: Annotated[
        list[str] | None,
        typer.Option("--role", help="How many of a role: jester=1; may be given again."),
    ] = None,
    human: Annotated[
        int | None, typer.Option("--human", min=0, help="Take this seat yourself.")
    ] = None,
    clock: Annotated[
        float | None,
        typer.Option("--clock", min=1, help="Seconds you have for a decision."),
    ] = None,
    narrator: Annotated[
        bool, typer.Option("--narrator", help="Let somebody tell the show.")
    ] = False,
    view: Annotated[
        str, typer.Option("--view", help="What to print: public, viewer, analysis or seat:N.")
    ] = "public",
    max_turns: Annotated[
        int | None, typer.Option("--max-turns", min=1, help="End the game after this many turns.")
    ] = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a game of Mafia."""
    players = _numbered(seat or [], "--seat 3=MODEL")
    if human is not None:
        players[human] = "human"
    flags: dict[str, Any] = {
        "limits": {"turns": max_turns},
        "mafia": {
            "seats": seats,
            "player": model,
            "players": players or None,
            "roles": {name: int(count) for name, count in _pairs(role or [], "--role jester=1")}
            or None,
            "human_seconds": clock,
            "narrator": (model or "offline") if narrator else None,
        },
    }
    settings = settings_in_force(flags, store=store, config=config)
    viewer = _viewer(view, human)
    with opened_store(settings) as opened:
        row = opened.episode(
            opened.create(
                NewEpisode(
                    game="mafia",
                    subject=f"table of {settings.mafia.seats}",
                    seed=seed if seed is not None else secrets.randbelow(2**31),
                    model=settings.mafia.player,
                    settings=settings.model_dump(mode="json", include={"limits", "mafia"}),
                )
            )
        )
        watch_table(opened, settings, row, viewer=viewer, json=json)


def watch_table(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    viewer: Viewer = PUBLIC,
    json: bool,
) -> None:
    """Play a game in front of the user: the table as a viewer sees it, or one JSON object."""
    if json:
        print_json(table_summary(store, play_episode(store, settings, row, changes=changes)))
        return
    row = play_episode(store, settings, row, changes=changes, hooks=(MafiaView(out, viewer),))
    out.print(f"\nEpisode {row.id}, {row.turns} turns: ludens export {row.id} --view viewer")


def table_summary(store: Store, row: EpisodeRow) -> dict[str, Any]:
    """Return what `ludens mafia --json` prints; null where a value is unknown."""
    common = summary(store, row)
    kept = {key: value for key, value in common.items() if key in COMMON}
    if row.last_seq < 0:
        return kept
    state = state_at(store, Mafia(), row, row.turns)
    settings = MafiaSettings.model_validate(row.settings.get("mafia", {}))
    return {
        **kept,
        "days": state.day,
        "winner": state.team.value if state.team else None,
        "seats": [
            {
                "seat": number,
                "name": name,
                "player": settings.player_at(number),
                "role": state.roles[SeatId(number)],
                "alive": number in state.living,
                "won": number in state.public.winners,
            }
            for number, name in enumerate(state.names)
        ],
    }


COMMON = (
    "episode",
    "game",
    "seed",
    "model",
    "turns",
    "outcome",
    "reason",
    "calls",
    "input_tokens",
    "output_tokens",
    "cached_tokens",
    "cost",
    "seconds",
)


def _viewer(text: str, human: int | None) -> Viewer:
    if human is not None:
        return Viewer(View.SEAT, human)
    try:
        return parse_viewer(text)
    except ValueError as error:
        raise LudensError(str(error)) from error


def _pairs(texts: list[str], example: str) -> list[tuple[str, str]]:
    pairs = []
    for text in texts:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise LudensError(f"{text!r} is not of the form {example}")
        pairs.append((key, value))
    return pairs


def _numbered(texts: list[str], example: str) -> dict[int, str]:
    pairs = _pairs(texts, example)
    wrong = [key for key, _ in pairs if not key.isdigit()]
    if wrong:
        raise LudensError(f"{wrong[0]!r} is no seat; write {example}")
    return {int(key): value for key, value in pairs}
