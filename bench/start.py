"""What it takes to start: the commands beside a bare Python, in one run.

Prints the least CPU time (user and system, children included) and the least wall time of several
runs. `ludens play` is timed to its first line of story, with the episode's first turn committed.

    python bench/start.py [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LUDENS = str(Path(sys.executable).parent / "ludens")


def import_of(module: str) -> list[str]:
    return [sys.executable, "-c", f"import {module}"]


COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import pydantic, asyncio": import_of("asyncio, pydantic as p\nclass M(p.BaseModel): x: int"),
    "import ludens": import_of("ludens"),
    "import ludens.llm.models": import_of("ludens.llm.models"),
    "ludens --help": [LUDENS, "--help"],
    "ludens play --help": [LUDENS, "play", "--help"],
    "ludens models": [LUDENS, "models"],
    "ludens episodes": [LUDENS, "episodes"],
    "ludens play, 1 turn": [LUDENS, "play", "--no-web", "--max-turns", "1"],
}


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(command: list[str], runs: int, environ: dict[str, str]) -> tuple[float, float]:
    """Return the least CPU and wall time of a command, in seconds."""
    best_cpu = best_wall = float("inf")
    for _ in range(runs):
        began, used = time.perf_counter(), cpu()
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        best_wall = min(best_wall, time.perf_counter() - began)
        best_cpu = min(best_cpu, cpu() - used)
    return best_cpu, best_wall


def first_line(runs: int, environ: dict[str, str]) -> float:
    """Return the least wall time until `ludens play` shows the story, in seconds."""
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        command = [LUDENS, "play", "--no-web", "--max-turns", "2"]
        with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            best = min(best, time.perf_counter() - began)
            child.stdout.read()
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "XDG_DATA_HOME": folder, "PYTHONUNBUFFERED": "1"}
        bare = None
        for name, command in COMMANDS.items():
            used, wall = timed(command, runs, environ)
            bare = bare or used
            print(
                f"{name:28} CPU {used * 1000:7.0f} ms ({used / bare:5.1f} x bare)"
                f"   wall {wall * 1000:7.0f} ms"
            )
        wall = first_line(runs, environ)
        print(f"{'ludens play: first line':28} {'':25}    wall {wall * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
