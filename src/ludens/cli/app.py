"""The `ludens` command."""

from __future__ import annotations

import sys

import structlog
import typer

from ludens import __version__
from ludens.cli import (
    briefings,
    doctor,
    episodes,
    export,
    fork,
    mafia,
    mapping,
    models,
    play,
    replay,
    resume,
    serve,
    show,
)
from ludens.cli.console import err
from ludens.episode.errors import LudensError
from ludens.llm.errors import LLMError

app = typer.Typer(
    name="ludens",
    help="A company of LLM agents that plays text games, and runs them, on the record.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("mafia")(mafia.mafia)
app.command("episodes")(episodes.episodes)
app.command("show")(show.show)
app.command("resume")(resume.resume)
app.command("fork")(fork.fork)
app.command("export")(export.export)
app.command("import")(export.import_)
app.command("replay")(replay.replay)
app.command("map")(mapping.map_)
app.command("briefings")(briefings.briefings)
app.command("serve")(serve.serve)
app.command("doctor")(doctor.doctor)
app.add_typer(models.app, name="models")


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; an error a person can act on is one line and exit code 1."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    try:
        app()
    except (LudensError, LLMError) as error:
        err.print(f"ludens: {error}", style="red", markup=False)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
