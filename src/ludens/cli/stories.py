"""`ludens stories`: ours, those made or found, and free ones to get."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from ludens.adventure.stories import bundled
from ludens.adventure.story_library import (
    FOLDER,
    Making,
    download,
    free_stories,
    free_story,
    is_made,
    make_story,
    stories_in,
)
from ludens.cli.console import out
from ludens.cli.options import JsonOption, print_json
from ludens.installing import program

app = typer.Typer(help="List the stories that can be played, get one or make one.")


@app.callback(invoke_without_command=True)
def stories(context: typer.Context, json: JsonOption = False) -> None:
    """List the stories that can be played, get one or make one."""
    if context.invoked_subcommand is not None:
        return
    found = list(stories_in())
    here = {path.name for path in found}
    rows = [
        *((one.name, "ours", f"{one.title}: {one.blurb}") for one in bundled()),
        *((path.stem, "made" if is_made(path) else "found", str(path)) for path in found),
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
    """Get a freely licensed story into .stories/. It is checked to be the right one."""
    story = free_story(name)
    path = download(story, FOLDER)
    if json:
        print_json({**story.model_dump(), "path": str(path)})
        return
    out.print(Text(f"{path}\nSHA-256 {story.sha256}\n{story.licence}: {story.terms}"))
    out.print(Text(f"Play it: {program()} play {path.stem}"))


@app.command()
def make(
    rooms: Annotated[int, typer.Option("--rooms", min=2, max=60, help="How many rooms.")] = 10,
    quest: Annotated[
        int, typer.Option("--quest", min=1, max=30, help="Commands of the shortest way to win.")
    ] = 5,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=65_535, help="The same seed gives the same story.")
    ] = 1,
    json: JsonOption = False,
) -> None:
    """Make a story with TextWorld, into .stories/. Any size; the same for the same seed."""
    path = make_story(Making(rooms=rooms, quest=quest, seed=seed), FOLDER)
    if json:
        print_json({"story": path.stem, "path": str(path), "rooms": rooms, "quest": quest})
        return
    out.print(Text(f"{path}\nPlay it: ludens play {path.stem}"))
