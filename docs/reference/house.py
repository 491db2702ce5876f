"""The drawing of the house: the packages in their layers and who imports whom, from the code."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
WIDTH, ROW, BOX_HEIGHT, MARGIN = 860, 104, 52, 16

ABOUT = {
    "cli": "one module a command",
    "bridges": "into other people's tools",
    "api": "what `import ludens` gives",
    "web": "the page, its API",
    "bench": "suites, statistics, reports",
    "hooks": "pictures, speech, metrics",
    "owning": "what an import may choose",
    "games": "which games there are",
    "settings": "all configuration, typed",
    "adventure": "stories of the Z-machine",
    "mafia": "a table of players",
    "story": "a game inside a book",
    "episode": "log, calls, forks, limits, hooks",
    "llm": "every model behind one interface",
    "installing": "how what is missing is had",
    "writable": "text that can be kept",
}
"""What is written in each box; a test holds it to the layers."""


def layers() -> list[list[str]]:
    """Return the layers from the top, as the import contract has them."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = rules["tool"]["importlinter"]["contracts"]
    found = next(c["layers"] for c in contracts if c["type"] == "layers")
    return [[p.strip().removeprefix("ludens.") for p in layer.split("|")] for layer in found]


def imports() -> dict[tuple[str, str], int]:
    """Return how many modules of one package import how many of another, counted as pairs."""
    graph = grimp.build_graph("ludens")
    known = {name for layer in layers() for name in layer}
    counts: dict[tuple[str, str], int] = {}
    for importer in graph.modules:
        above = _package(importer)
        for imported in graph.find_modules_directly_imported_by(importer):
            pair = (above, _package(imported))
            if pair[0] != pair[1] and set(pair) <= known:
                counts[pair] = counts.get(pair, 0) + 1
    return counts


def _package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def drawing() -> str:
    """Return the drawing as SVG; its colours follow the page's."""
    rows = layers()
    boxes: dict[str, tuple[float, float, float]] = {}
    for number, names in enumerate(rows):
        width = min(260.0, (WIDTH - MARGIN * (len(names) + 1)) / len(names))
        left = (WIDTH - width * len(names) - MARGIN * (len(names) - 1)) / 2
        for place, name in enumerate(names):
            boxes[name] = (left + place * (width + MARGIN), MARGIN + number * ROW, width)
    counts = imports()
    most = max(counts.values())
    lines = [
        _arrow(boxes[above], boxes[below], count, most)
        for (above, below), count in sorted(counts.items())
    ]
    height = MARGIN * 2 + ROW * (len(rows) - 1) + BOX_HEIGHT
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            'font-family="sans-serif" aria-label="The packages of Ludens in layers">',
            "<style>rect{fill:#f4f1ea;stroke:#3d4a5c}text{fill:#1d2733;text-anchor:middle}"
            ".n{font-weight:600;font-size:15px}.a{font-size:11px}"
            "path{fill:none;stroke:#7b8aa0;opacity:.55}</style>",
            *lines,
            *(_box(name, place) for name, place in boxes.items()),
            "</svg>",
        )
    )


def _box(name: str, place: tuple[float, float, float]) -> str:
    left, top, width = place
    middle = left + width / 2
    return (
        f'<rect x="{left:.0f}" y="{top}" width="{width:.0f}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="n" x="{middle:.0f}" y="{top + 22}">{escape(name)}</text>'
        f'<text class="a" x="{middle:.0f}" y="{top + 40}">{escape(ABOUT[name])}</text>'
    )


def _arrow(
    above: tuple[float, float, float], below: tuple[float, float, float], count: int, most: int
) -> str:
    start, end = above[0] + above[2] / 2, below[0] + below[2] / 2
    top, bottom = above[1] + BOX_HEIGHT, below[1]
    bend = (bottom - top) / 2
    width = 1 + 5 * (count / most) ** 0.5
    return (
        f'<path d="M{start:.0f} {top} C{start:.0f} {top + bend:.0f} {end:.0f} '
        f'{bottom - bend:.0f} {end:.0f} {bottom}" stroke-width="{width:.1f}">'
        f"<title>{count} imports</title></path>"
    )
