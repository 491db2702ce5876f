"""`ludens help`: the documents, wherever Ludens is installed."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from ludens.cli.commands import COMMANDS, FORMER, load
from ludens.cli.console import out, write_lines
from ludens.cli.tables import print_table
from ludens.episode.errors import LudensError

FIRST = "index"
"""The page to begin with."""

_ASIDE = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")


def help_(
    topic: Annotated[
        str | None, typer.Argument(help="A document, or a command; without one: what there is.")
    ] = None,
) -> None:
    """Read a document, or what a command takes."""
    pages = _pages()
    if topic is None:
        rows = [(name, _title(page)) for name, page in pages.items()]
        print_table(out, ("topic", "what it tells"), rows)
        out.print(f"\nludens help {FIRST} is where to start; a command's name tells what it takes.")
        return
    if topic in pages:
        _print_page(pages[topic].read_text("utf-8"), pages)
        if topic in COMMANDS:
            out.print(f"\n`ludens {topic} --help` tells what the command takes.")
        return
    name = FORMER.get(topic, topic)
    if name not in COMMANDS:
        raise LudensError(f"there is nothing on {topic!r}; `ludens help` lists the topics")
    command: Any = load(name, COMMANDS[name])
    names = ["-h", "--help"]
    context = typer.Context(command, info_name=f"ludens {name}", help_option_names=names)
    typer.echo(command.get_help(context))


def _pages() -> dict[str, Path]:
    """Return the documents by name: those of the package, or of the clone it stands in."""
    shipped = Path(str(files("ludens").joinpath("pages")))
    folder = shipped if shipped.is_dir() else Path(__file__).parents[3] / "docs"
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


def _title(page: Path) -> str:
    with page.open(encoding="utf-8") as lines:
        return next((line[2:].strip() for line in lines if line.startswith("# ")), page.stem)


def _print_page(text: str, pages: dict[str, Path]) -> None:
    """Print a page: laid out at a terminal, as it is written anywhere else."""

    def told(link: re.Match[str]) -> str:
        words, name = link[1], Path(link[2]).stem
        return f"{words} (ludens help {name})" if name in pages else words

    text = _LINK.sub(told, _ASIDE.sub("", text))
    if not sys.stdout.isatty():
        write_lines(text.splitlines())
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - the list of topics needs none

    out.print(Markdown(text))
