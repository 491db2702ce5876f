"""The map as one SVG file, for documents and other programs: no page and no script is needed.

Rooms stand as on the page. A maze is a frame around its rooms, which bear their numbers in the
order of their discovery, in them what lies there: its markers. Where the ways of a maze lead is
told in words below its rooms, as lines would cover each other.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ludens.adventure.directions import SHORT
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId, in_room
from ludens.web.atlas.atlas import Atlas, draw_atlas
from ludens.web.atlas.clusters import Cluster
from ludens.web.atlas.geometry import PORTS, Point

STYLE = """
svg { background: #fff; font: 12px sans-serif; }
.room rect { fill: #fff; stroke: #333; }
.room.dark rect { fill: #ddd; }
.room.here rect { stroke-width: 3; }
.link { fill: none; stroke: #333; }
.one-way { marker-end: url(#head); }
.stub { stroke: #999; stroke-dasharray: 2 2; }
.maze > rect { fill: #f4efe4; stroke: #a67c2e; stroke-dasharray: 6 3; }
.maze > text { fill: #7a5a1e; font-weight: bold; }
.things, .ways { font-size: 9px; fill: #7a5a1e; }
text { text-anchor: middle; }
.maze > text { text-anchor: start; }
"""
LETTERS = 20
"""Of a room's name on one line."""
SMALL_LETTERS, SMALL_LINE = 32, 11.0
"""Of small print on one line, and from line to line."""
BRIEF = {way: short for short, way in reversed(SHORT.items()) if len(short) <= 2}
STUB = 12.0
"""Length of the stroke that stands for a way not tried."""
FRAME = 14.0
"""Between a maze's rooms and the frame around them."""


def picture(world: WorldMap, items: Items, clusters: Sequence[Cluster] = ()) -> str:
    """Return a map with its mazes as the text of an SVG file."""
    atlas = draw_atlas(world, clusters=clusters)
    box = [atlas["left"] - 30, atlas["top"] - 30, atlas["width"] + 60, atlas["height"] + 80]
    svg = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{value:g}" for value in box),
        width=f"{box[2]:g}",
        height=f"{box[3]:g}",
    )
    SubElement(svg, "style").text = STYLE
    head = SubElement(
        SubElement(svg, "defs"),
        "marker",
        id="head",
        viewBox="0 0 8 8",
        refX="8",
        refY="4",
        markerWidth="8",
        markerHeight="8",
        orient="auto",
    )
    SubElement(head, "path", d="M0,0L8,4L0,8z")
    _Drawing(svg, world, items, atlas).draw(clusters)
    indent(svg)
    return tostring(svg, encoding="unicode")


class _Drawing:
    """One map being drawn."""

    def __init__(self, svg: Element, world: WorldMap, items: Items, atlas: Atlas) -> None:
        self.svg, self.world, self.items, self.atlas = svg, world, items, atlas
        self.names: dict[RoomId, str] = {id_: room.name for id_, room in world.rooms.items()}
        self.mazes: dict[RoomId, str] = {}

    def draw(self, clusters: Sequence[Cluster]) -> None:
        for cluster in clusters:
            self._maze(cluster)
        for link in self.atlas["links"]:
            one_way = "" if link["back"] else " one-way"
            SubElement(self.svg, "path", {"class": f"link{one_way}", "d": link["path"]})
        for room in self.world.rooms:
            if room in self.atlas["rooms"]:
                self._room(room)

    def _maze(self, cluster: Cluster) -> None:
        rooms = [id_ for id_ in cluster.rooms if id_ in self.world.rooms]
        corners = [self.atlas["rooms"][id_] for id_ in rooms if id_ in self.atlas["rooms"]]
        if not corners:
            return
        for number, id_ in enumerate(rooms, 1):
            self.mazes[id_] = cluster.name
            self.names[id_] = f"{self.names[id_]} {number}"
        width, height = self.atlas["box"]
        left = min(x for x, _ in corners) - FRAME
        top = min(y for _, y in corners) - FRAME
        group = SubElement(self.svg, "g", {"class": "maze"})
        SubElement(
            group,
            "rect",
            x=f"{left:g}",
            y=f"{top:g}",
            width=f"{max(x for x, _ in corners) + width + FRAME - left:g}",
            height=f"{max(y for _, y in corners) + height + FRAME + 3 * SMALL_LINE - top:g}",
            rx="8",
        )
        _text(group, (left + 4, top - 4), f"{cluster.name}: {len(rooms)} rooms")

    def _room(self, id_: RoomId) -> None:
        room, (left, top) = self.world.rooms[id_], self.atlas["rooms"][id_]
        width, height = self.atlas["box"]
        kinds = ["room"] + ["dark"] * room.dark + ["here"] * (id_ == self.world.here)
        group = SubElement(self.svg, "g", {"class": " ".join(kinds), "id": id_})
        SubElement(group, "title").text = "\n".join([self.names[id_], *self._ways(id_)])
        SubElement(
            group,
            "rect",
            x=f"{left:g}",
            y=f"{top:g}",
            width=f"{width:g}",
            height=f"{height:g}",
            rx="4",
        )
        lines = textwrap.wrap(self.names[id_], LETTERS, max_lines=2, placeholder="…") or ["?"]
        things = [self.items.known[item].name for item in self.items.at(in_room(id_))]
        middle = top + (height / 2 if not things or id_ not in self.mazes else height / 3)
        for number, line in enumerate(lines):
            _text(
                group, (left + width / 2, middle + 4 + 13 * (number - (len(lines) - 1) / 2)), line
            )
        if things and id_ in self.mazes:
            told = textwrap.shorten(", ".join(things), SMALL_LETTERS, placeholder="…")
            _text(group, (left + width / 2, top + height - 5), told, "things")
        if id_ in self.mazes:
            self._below(group, (left + width / 2, top + height), id_)
        for way, exit_ in room.exits.items():
            if exit_.status is ExitStatus.UNEXPLORED and way in PORTS and id_ not in self.mazes:
                self._stub(group, (left, top), way)

    def _stub(self, group: Element, corner: Point, way: str) -> None:
        width, height = self.atlas["box"]
        dx, dy = PORTS[way]
        x, y = corner[0] + dx, corner[1] + dy
        to_x = STUB * ((dx > width / 2) - (dx < width / 2)) if dx in (0.0, width) else 0.0
        to_y = STUB * ((dy > height / 2) - (dy < height / 2))
        ends: Mapping[str, str] = {
            "x1": f"{x:g}",
            "y1": f"{y:g}",
            "x2": f"{x + to_x:g}",
            "y2": f"{y + to_y:g}",
        }
        SubElement(group, "line", {"class": "stub", **ends})

    def _below(self, group: Element, at: Point, id_: RoomId) -> None:
        """Write below a room of a maze where its ways lead: a number means a room of the maze."""
        told = [
            f"{BRIEF.get(way, way)}→{to.removeprefix(f'{self.world.rooms[id_].name} ')}"
            for way, to in (line.split(": ", 1) for line in self._ways(id_))
        ]
        lines = textwrap.wrap(" · ".join(told), SMALL_LETTERS, max_lines=3, placeholder="…")
        for number, line in enumerate(lines, 1):
            _text(group, (at[0], at[1] + number * SMALL_LINE), line, "ways")

    def _ways(self, id_: RoomId) -> list[str]:
        """Return where the ways of a room lead, a line each."""
        told = []
        for way, exit_ in self.world.rooms[id_].exits.items():
            if exit_.to is not None and exit_.open:
                to = self.names.get(self.world.resolve(exit_.to), "?")
                told.append(f"{way}: {to}")
        return told


def _text(group: Element, at: Point, words: str, kind: str = "") -> None:
    shown = {"class": kind} if kind else {}
    SubElement(group, "text", {"x": f"{at[0]:g}", "y": f"{at[1]:g}", **shown}).text = "".join(
        char for char in words if char.isprintable()
    )
