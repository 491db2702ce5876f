"""`ludens map`: the world that a list of commands shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.protocol import InterpreterFault
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.mapping import Keys, Mapping, map_story, rooms_by_turn
from ludens.adventure.mazes.noticing import suspected
from ludens.adventure.settings import AdventureSettings, MazeSettings, PerceptionKind
from ludens.adventure.story_library import find_story
from ludens.adventure.world.document import map_in_words, world_document
from ludens.adventure.world.places import RoomId
from ludens.cli.console import out, write_line
from ludens.cli.house import JsonOption, print_json
from ludens.episode.errors import LudensError
from ludens.web.atlas.clusters import Cluster
from ludens.web.atlas.picture import picture

MAZES = MazeSettings()


class MapError(LudensError):
    """The story could not be walked."""


def map_(
    story: Annotated[str, typer.Argument(help="A story file, or a bundled story's name.")],
    commands: Annotated[Path, typer.Option("--commands", help="Commands to type, one a line.")],
    perception: Annotated[
        PerceptionKind, typer.Option("--perception", help="state or text.")
    ] = PerceptionKind.STATE,
    seed: Annotated[int, typer.Option("--seed", help="Of the story's own random numbers.")] = 1,
    keys: Annotated[
        Keys,
        typer.Option(
            "--keys",
            help="Where the story waits for a key: words presses it if the next line is a word, "
            "always presses it, strict takes the next line for the key (<enter>, <space>, q).",
        ),
    ] = Keys.WORDS,
    json: JsonOption = False,
    svg: Annotated[bool, typer.Option("--svg", help="Print the drawing as SVG.")] = False,
) -> None:
    """Type a file's commands into a story and print the world that resulted."""
    if json and svg:
        raise typer.BadParameter("choose --json or --svg, not both")
    mazes = Mazes()
    mapping = _walked(story, _read(commands), perception, seed, keys, mazes.watch)
    if json:
        print_json({**document(mapping), "mazes": mazes.document(mapping)})
        return
    if svg:
        write_line(picture(mapping.state.map, mapping.state.items, mazes.clusters(mapping)))
        return
    out.print(map_in_words(mapping.state.map))


def document(mapping: Mapping) -> dict[str, Any]:
    """Return the world of a walk as JSON values; `room_by_turn` begins after the first command."""
    world = world_document(mapping.state.map, mapping.state.items)
    return {**world, "room_by_turn": rooms_by_turn(mapping.turns)[1:]}


class Mazes:
    """The rooms of a walk that look like parts of mazes."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[RoomId, None]] = {}
        self._entries: dict[str, RoomId] = {}

    def watch(self, mapping: Mapping) -> None:
        """Take in the last turn."""
        found = suspected(mapping.state, MAZES)
        if found is not None:
            self._rooms.setdefault(found.title, {}).update(dict.fromkeys(found.rooms))
            if found.entry is not None:
                self._entries.setdefault(found.title, found.entry)

    def clusters(self, mapping: Mapping) -> list[Cluster]:
        """Return each maze with its rooms as they are known at the end."""
        resolve = mapping.state.map.resolve
        return [
            Cluster(
                title.title() or "Maze",
                resolve(self._entries[title]) if title in self._entries else None,
                tuple(dict.fromkeys(resolve(room) for room in rooms)),
            )
            for title, rooms in self._rooms.items()
        ]

    def document(self, mapping: Mapping) -> list[dict[str, Any]]:
        """Return each maze as JSON values: its rooms' title in plain form, and their ids."""
        return [
            {"title": title, "rooms": list(cluster.rooms)}
            for title, cluster in zip(self._rooms, self.clusters(mapping), strict=True)
        ]


def _walked(
    name: str,
    commands: list[str],
    perception: PerceptionKind,
    seed: int,
    keys: Keys,
    watch: Callable[[Mapping], None],
) -> Mapping:
    settings = AdventureSettings()
    story = find_story(name)
    interpreter = open_interpreter(story, settings.engine, seed=seed, deadline=settings.deadline)
    try:
        calibration = None
        if perception is PerceptionKind.STATE:
            calibration = calibrate(interpreter, story.data, interpreter.start())
        senses = senses_for(story, calibration)
        return map_story(interpreter, commands, senses, keys=keys, watch=watch)
    except InterpreterFault as fault:
        raise MapError(f"the interpreter gave up at {fault.command!r}: {fault.detail}") from fault
    finally:
        interpreter.close()


def _read(path: Path) -> list[str]:
    """Return the commands of a file, one a line; empty lines and `#` comments are left out."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise MapError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MapError(f"{path} cannot be read: it is no text in UTF-8") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
