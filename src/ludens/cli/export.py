"""`ludens export` and `ludens import`: episodes as files."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from ludens.adventure.transcript import transcript
from ludens.bench.standing import episodes_of
from ludens.cli.console import counted, err, write_data, write_lines
from ludens.cli.house import (
    BEGUN,
    ConfigOption,
    EpisodeArgument,
    StoreOption,
    chosen,
    opened_store,
    settings_in_force,
)
from ludens.cli.mafia import table_lines, viewer_named
from ludens.episode.errors import TransferError
from ludens.episode.history import read_events
from ludens.episode.store import Store
from ludens.episode.transfer import bounded_lines, export_lines, import_lines
from ludens.episode.writing import names_folder, write_file
from ludens.games import GAMES, game_of
from ludens.owning import imported_settings


class Format(StrEnum):
    """What an export is for."""

    JSONL = "jsonl"
    """Everything: `ludens import` brings it back."""
    TRANSCRIPT = "transcript"
    """To be read."""
    HTML = "html"
    """To be watched: one page that needs no network."""
    TRAJECTORIES = "trajectories"
    """To train on: chats, and decisions with rewards."""


def export(
    episode: EpisodeArgument = "last",
    form: Annotated[
        Format, typer.Option("--format", help="jsonl, transcript, html or trajectories.")
    ] = Format.JSONL,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="A file instead of standard output (-); a folder for a data set of trajectories.",
        ),
    ] = None,
    without_story: Annotated[
        bool,
        typer.Option("--without-story", help="Leave the story file out, if you may not share it."),
    ] = False,
    suite: Annotated[
        str | None,
        typer.Option("--suite", help="Trajectories of every finished episode of a suite."),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option("--view", help="As who may see it: public, viewer, analysis or seat:N."),
    ] = None,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Write an episode to standard output or a file: whole, or as one viewer may see it."""
    settings = settings_in_force({}, store=store, config=config)
    if output == "-":
        output = None
    with opened_store(settings) as opened:
        if form is Format.TRAJECTORIES:
            _write_trajectories(opened, episode, suite, output)
            return
        row = chosen(opened, episode, BEGUN)
        if view is not None and row.game != "mafia":
            raise TransferError(
                f"episode {row.id} is a game of {row.game}, in which nothing is hidden; "
                "export it without --view"
            )
        if form is Format.HTML:
            # Imported here because FastAPI takes half a second that no other format needs.
            from ludens.web.replay import replay_page  # noqa: PLC0415

            seen_by = viewer_named(view, row.headline["seats"]) if view is not None else None
            lines = iter([replay_page(opened, game_of(row), row, seen_by)])
        elif row.game == "mafia" and (view is not None or form is Format.TRANSCRIPT):
            lines = table_lines(opened, row, view or "public", as_text=form is Format.TRANSCRIPT)
        elif row.game == "story" and form is Format.TRANSCRIPT:
            from ludens.story.telling import conversation  # noqa: PLC0415 - this game's own

            told = (event for _, event in read_events(opened, game_of(row), row))
            lines = iter(conversation(told))
        elif form is Format.TRANSCRIPT:
            events = (event for _, event in read_events(opened, game_of(row), row))
            lines = iter(transcript(row.subject, events))
        else:
            lines = export_lines(opened, row, GAMES, with_subject=not without_story)
        _write(lines, output, is_data=form in (Format.JSONL, Format.HTML))


def _write_trajectories(store: Store, name: str, suite: str | None, output: str | None) -> None:
    """Write JSON lines, or a folder with Parquet if `output` has no ending and is no file yet."""
    place = Path(output or "")
    from ludens.bridges.trajectories import (  # noqa: PLC0415 - it brings every game
        Chat,
        Step,
        as_lines,
        rows_of,
        write_dataset,
    )

    if suite is not None:
        of_suite = episodes_of(store.episodes(), suite)
        found = [row for row in of_suite if row.outcome is not None]
        if not found:
            raise TransferError(f"no episode of a suite {suite!r} is finished")
    else:
        found = [chosen(store, name, BEGUN)]
    if place.suffix.lower() == ".parquet":
        raise TransferError(
            f"Parquet is written as a folder: -o {place.with_suffix('')}; for JSON lines give a "
            "file that ends in .jsonl"
        )
    rows: Iterator[Chat | Step] = (each for row in found for each in rows_of(store, row))
    first = next(rows, None)
    if first is None:
        what = f"episode {found[0].id}" if len(found) == 1 else counted(len(found), "episode")
        raise TransferError(
            f"nothing to train on in {what}: of a story its commands are kept, of tables and books "
            "the replies of models that the game took"
        )
    rows = chain([first], rows)
    is_folder = output is not None and names_folder(output)
    if not output or (not is_folder and (place.suffix or (place.exists() and not place.is_dir()))):
        _write(as_lines(rows), output, is_data=True)
        return
    if place.is_dir() and any(place.iterdir()):
        raise TransferError(f"{output} holds files already; give a new or an empty folder")
    counts = write_dataset(rows, place)
    told = ", ".join(counted(count, kind.removesuffix("s")) for kind, count in counts.items())
    err.print(f"{output}: {told} of {counted(len(found), 'episode')}")


def _write(lines: Iterator[str], output: str | None, *, is_data: bool) -> None:
    if output is not None:
        write_file(lines, output)
    elif is_data:
        write_data(lines)
    else:
        write_lines(lines)


def import_(
    file: Annotated[Path, typer.Argument(help="What `ludens export` wrote; - for standard input.")],
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Bring an exported episode into the store."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        try:
            with (
                open(0, encoding="utf-8", closefd=False)
                if str(file) == "-"
                else file.open(encoding="utf-8")
            ) as stream:
                lines = bounded_lines(stream)
                identity = import_lines(opened, lines, GAMES, check=imported_settings)
        except UnicodeDecodeError as error:
            raise TransferError(f"{file} is no text in UTF-8") from error
        except OSError as error:
            raise TransferError(f"{file} cannot be read: {error.strerror}") from error
    err.print(f"Episode {identity} is in the store: ludens show {identity}")
