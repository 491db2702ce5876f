"""`ludens mafia`: a table of social deduction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from ludens.cli.console import err, out
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    end_with,
    opened_store,
    play_episode,
    print_json,
    settings_in_force,
    without_none,
)
from ludens.cli.mafia_person import TerminalPerson
from ludens.cli.mafia_tournament import tournament
from ludens.cli.mafia_view import MafiaView, print_finale
from ludens.cli.summary import summary
from ludens.cli.terminal import counted, print_hints, to_go_on, to_see_calls
from ludens.episode.calls import usage
from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.events import Outcome
from ludens.episode.history import read_events, state_at
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.views import view_lines
from ludens.episode.visibility import PUBLIC, View, Viewer, parse_viewer
from ludens.games import new_table, player_of
from ludens.llm.settings import LLMSettings
from ludens.mafia.agents.human_player import Person
from ludens.mafia.agents.page_person import PagePerson
from ludens.mafia.game import Mafia
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.telling import transcript
from ludens.settings import Settings

app = typer.Typer(invoke_without_command=True)
app.command("tournament")(tournament)


@app.callback()
def mafia(
    context: typer.Context,
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
    sets: SetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a game of Mafia; or a tournament of them."""
    if context.invoked_subcommand is not None:
        return
    seats_played = _numbered(seat or [], "--seat 3=MODEL")
    chairs: dict[int, Chair] = {
        number: Chair.RANDOM for number, name in seats_played.items() if name == Chair.RANDOM
    }
    if human is not None:
        chairs[human] = Chair.HUMAN
    models: dict[str, Any] = {
        seat_role(number): name for number, name in seats_played.items() if number not in chairs
    }
    if model is not None and model != Chair.RANDOM:
        models["default"] = model
    flags: dict[str, Any] = {
        "limits": {"turns": max_turns},
        "llm": {"models": models},
        "mafia": {
            "seats": seats,
            "player": Chair.RANDOM if model == Chair.RANDOM else None,
            "players": chairs or None,
            "roles": _counted(role or [], "--role jester=1") or None,
            "human_seconds": clock,
            "narrator": narrator or None,
        },
    }
    flags = merged(without_none(flags), assignments(sets))
    settings = settings_in_force(flags, store=store, config=config)
    if human is not None and human >= settings.mafia.seats:
        raise LudensError(
            f"there is no seat {human}; this table has seats 0 to {settings.mafia.seats - 1}"
        )
    viewer = viewer_named(view, settings.mafia.seats)
    new = new_table(settings, seed=seed)
    with opened_store(settings) as opened, opened.entered(new) as row:
        watch_table(opened, settings, row, viewer=viewer, json=json)


def watch_table(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    viewer: Viewer = PUBLIC,
    json: bool,
    control: Control | None = None,
) -> None:
    """Play a game in front of the user: the table as a viewer sees it, or one JSON object.

    A game that the page started (`control`) asks the people at the table on their pages.
    """
    table = MafiaSettings.model_validate(row.settings.get("mafia", {}))
    humans = [seat for seat in range(table.seats) if table.chair(seat) is Chair.HUMAN]
    person: Person | None = None
    if humans and control is not None:
        person = PagePerson(store, row.id, control)
    elif humans:
        viewer, person = Viewer(View.SEAT, humans[0]), TerminalPerson(err if json else out)
    game = Mafia(person)
    if json:
        row = play_episode(store, settings, row, changes=changes, game=game, control=control)
        print_json(table_summary(store, row))
        end_with(row)
        return
    shown = MafiaView(out, viewer)
    if row.last_seq >= 0:
        shown.catch_up(event for _, event in read_events(store, game, row))
    row = play_episode(
        store, settings, row, changes=changes, game=game, hooks=(shown,), control=control
    )
    if row.outcome is Outcome.ENDED:
        print_finale(state_at(store, game, row, row.turns))
    out.print(Text(f"\nEpisode {row.id}, {counted(row.turns, 'turn')}.", "dim"))
    print_hints(
        out,
        (
            *to_go_on(row),
            *to_see_calls(row, usage(store, row.id)),
            (f"export {row.id} --format transcript --view viewer", "read it with every secret"),
            (f"briefings {row.id}", "read what each player was told"),
            (f"fork {row.id} --turn {row.turns // 2}", "play on from there differently"),
        ),
    )
    end_with(row)


def table_summary(store: Store, row: EpisodeRow) -> dict[str, Any]:
    """Return what `ludens mafia --json` prints; null where a value is unknown."""
    common = summary(store, row)
    kept = {key: value for key, value in common.items() if key in COMMON}
    if row.last_seq < 0:
        return kept
    state = state_at(store, Mafia(), row, row.turns)
    settings = MafiaSettings.model_validate(row.settings.get("mafia", {}))
    llm = LLMSettings.model_validate(row.settings.get("llm", {}))
    return {
        **kept,
        "days": state.day,
        "winner": state.team.value if state.team else None,
        "seats": [
            {
                "seat": number,
                "name": name,
                "player": player_of(settings, llm, number),
                "role": state.roles[SeatId(number)],
                "alive": number in state.living,
                "won": number in state.public.winners,
            }
            for number, name in enumerate(state.names)
        ],
    }


def table_lines(store: Store, row: EpisodeRow, view: str, *, as_text: bool) -> Iterator[str]:
    """Return a game as a viewer may see it, as JSON lines or to be read.

    Raises LudensError for a view or a seat that there is not.
    """
    viewer = viewer_named(view, MafiaSettings.model_validate(row.settings.get("mafia", {})).seats)
    log = read_events(store, Mafia(), row)
    if as_text:
        return iter(transcript((event for _, event in log), viewer))
    return view_lines(log, viewer)


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


def viewer_named(text: str, seats: int) -> Viewer:
    """Return the viewer that an option names, at a table of so many; raises LudensError."""
    try:
        viewer = parse_viewer(text)
    except ValueError as error:
        raise LudensError(str(error)) from error
    if viewer.seat is not None and viewer.seat >= seats:
        raise LudensError(f"there is no seat {viewer.seat}; that table has seats 0 to {seats - 1}")
    return viewer


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


def _counted(texts: list[str], example: str) -> dict[str, int]:
    pairs = _pairs(texts, example)
    wrong = [f"{key}={value}" for key, value in pairs if not value.isdigit()]
    if wrong:
        raise LudensError(f"{wrong[0]!r} is not of the form {example}")
    return {key: int(value) for key, value in pairs}
