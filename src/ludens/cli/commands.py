"""The commands, each loaded when it is called: `ludens --help` imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


@dataclass(frozen=True, slots=True)
class Command:
    """Where a command is, and what the list of commands says of it."""

    module: str
    """In this package."""
    name: str
    """A function, or a typer.Typer with commands of its own."""
    help: str
    """The beginning of the command's own help; a test holds it to that."""


COMMANDS: Mapping[str, Command] = {
    "play": Command("play", "play", "Play a story with the company, from its beginning."),
    "mafia": Command("mafia", "app", "Play a game of Mafia; or a tournament of them."),
    "book": Command("story", "app", "Play inside a book; or use the parts that referee it."),
    "episodes": Command("episodes", "app", "List the episodes, newest first."),
    "show": Command("show", "show", "Show an episode as it was at a turn."),
    "resume": Command("resume", "resume", "Go on with an episode that was interrupted."),
    "fork": Command("fork", "fork", "Make a new episode that shares another's turns."),
    "intervene": Command(
        "intervene", "intervene", "Type a command into a game being played elsewhere."
    ),
    "export": Command("export", "export", "Write an episode to standard output or a file."),
    "import": Command("export", "import_", "Bring an exported episode into the store."),
    "replay": Command("replay", "replay", "Play an episode again from its record."),
    "map": Command("mapping", "map_", "Type a file's commands into a story and print the world."),
    "stuck": Command("stuck", "stuck", "Replay an episode against loop-breaking."),
    "briefings": Command("briefings", "briefings", "Print what each agent was given."),
    "calls": Command("calls", "calls", "List an episode's calls to models."),
    "serve": Command("serve", "serve", "Show every episode on a page."),
    "mcp": Command("mcp", "mcp", "Serve stories to an assistant over MCP."),
    "doctor": Command("doctor", "doctor", "Tell what is installed and what is missing."),
    "bench": Command("bench", "app", "Suites of episodes, and what they tell."),
    "stories": Command(
        "stories", "app", "List the stories that can be played, get one or make one."
    ),
    "rules": Command("rules", "rules", "List the offline player's rules, with what each brought."),
    "query": Command("query", "query", "Ask all episodes at once, in SQL."),
    "models": Command("models", "app", "List providers and models, or try one."),
    "help": Command("help", "help_", "Read a document, or what a command takes."),
}
"""Every command, in the order of the help."""


FORMER = {"story": "book"}
"""Names that commands once had; they still work, and say what they are called now."""


class Commands(TyperGroup):
    """The group of all commands, as typer asks for it."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return [*COMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, imported now; None if there is none of that name."""
        if cmd_name in FORMER:
            now = FORMER[cmd_name]
            typer.echo(f"ludens {cmd_name} is called ludens {now} now", err=True)
            cmd_name = now
        command = COMMANDS.get(cmd_name)
        return super().get_command(ctx, cmd_name) if command is None else load(cmd_name, command)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of the commands for the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in COMMANDS.items()])


def load(name: str, command: Command) -> Any:
    """Import a command and return it in the form that typer runs."""
    found = getattr(import_module(f"{__package__}.{command.module}"), command.name)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(
            add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
        )
        alone.command(name)(found)
        found = alone
    found._add_completion = False  # the whole command has it, once
    found.rich_markup_mode = None
    loaded = typer.main.get_command(found)
    loaded.name = name
    return loaded
