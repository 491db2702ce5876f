"""The `ludens` command."""

from __future__ import annotations

import sys

import typer

from ludens import __version__
from ludens.cli.commands import Commands
from ludens.cli.console import err
from ludens.episode.errors import LudensError

app = typer.Typer(
    name="ludens",
    cls=Commands,
    help="A company of LLM agents that plays text games, and runs them, on the record.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; an error a person can act on is one line and exit code 1."""
    try:
        app()
    except Exception as error:
        if not _is_for_the_user(error):
            raise
        err.print(f"ludens: {error}", style="red", markup=False)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


def _is_for_the_user(error: Exception) -> bool:
    # Imported here because `ludens --help` asks no model.
    from ludens.llm.errors import LLMError  # noqa: PLC0415

    return isinstance(error, (LudensError, LLMError))
