"""`ludens stories`: ours, those found, and free ones to get."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from ludens.adventure.free_stories import FOLDER, download, free_stories, free_story, stories_in
from ludens.adventure.stories import bundled
from ludens.cli.console import out
from ludens.cli.options import JsonOption, print_json

app = typer.Typer(help="List the stories that can be played, or get one.")


@app.callback(invoke_without_command=True)
def stories(context: typer.Context, json: JsonOption = False) -> None:
    """List the stories that can be played, or get one."""
    if context.invoked_subcommand is not None:
        return
    found = list(stories_in())
    here = {path.name for path in found}
    rows = [
        *((one.name, "ours", f"{one.title}: {one.blurb}") for one in bundled()),
        *((str(path), "found", "") for path in found),
        *(
            (one.name, "to get", f"{one.licence}; ludens stories get {one.name}")
            for one in free_stories()
            if one.file not in here
        ),
    ]
    if json:
        print_json([dict(zip(("story", "kind", "about"), row, strict=True)) for row in rows])
        return
    table = Table("story", "", "about", box=None, pad_edge=False, header_style="dim")
    for row in rows:
        table.add_row(*map(Text, row))
    out.print(table)


@app.command()
def get(
    name: Annotated[str, typer.Argument(help="The story, as `ludens stories` names it.")],
    json: JsonOption = False,
) -> None:
    """Download a freely licensed story into .stories/ and check that it is the right one."""
    story = free_story(name)
    path = download(story, FOLDER)
    if json:
        print_json({**story.model_dump(), "path": str(path)})
        return
    out.print(Text(f"{path}\nSHA-256 {story.sha256}\n{story.licence}: {story.terms}"))
    out.print(Text(f"Play it: ludens play {path}"))
