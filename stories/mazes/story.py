"""An invented maze as a story for the Z-machine: Inform 6 through a template."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ludens.adventure.interpreter.story_file import StoryFile, read_story
from mazes.spec import MazeSpec
from mazes.texts import NOISES

PROPERTIES = {
    "north": "n_to",
    "northeast": "ne_to",
    "east": "e_to",
    "southeast": "se_to",
    "south": "s_to",
    "southwest": "sw_to",
    "west": "w_to",
    "northwest": "nw_to",
    "up": "u_to",
    "down": "d_to",
}
THIEF_SHARE = 2
"""Chances in a hundred that the thief takes something in a turn."""


class CompilerMissing(Exception):
    """There is no Inform 6 compiler; on Debian: apt install inform6-compiler inform6-library."""


def source(spec: MazeSpec) -> str:
    """Return the Inform 6 source of a maze."""
    folder = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=folder, undefined=StrictUndefined)
    template = environment.get_template("maze.inf.jinja")
    return template.render(spec=spec, properties=PROPERTIES, thief_share=THIEF_SHARE, noises=NOISES)


def compiled(spec: MazeSpec) -> StoryFile:
    """Return the story of a maze; raises CompilerMissing."""
    compiler = shutil.which("inform6")
    if compiler is None:
        raise CompilerMissing("there is no inform6 here")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "maze.inf"
        path.write_text(source(spec), encoding="utf-8")
        run = subprocess.run(
            [compiler, path.name, "maze.z5"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        target = Path(folder) / "maze.z5"
        if not target.exists():
            raise ValueError(f"maze {spec.seed} does not compile:\n{run.stdout}{run.stderr}")
        return read_story(target.read_bytes(), f"maze-{spec.seed}")
