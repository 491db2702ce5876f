"""The layout of an episode's map, from its state at the end and its log."""

from __future__ import annotations

from typing import Any

from ludens.adventure.mazes.events import MazeRoomFound
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import ExitExplored
from ludens.adventure.world.places import RoomId
from ludens.episode.game import Game
from ludens.episode.history import state_at
from ludens.episode.store import EpisodeRow, Store
from ludens.web.atlas.atlas import Atlas, draw_atlas
from ludens.web.atlas.clusters import Cluster
from ludens.web.logs import log_lines


def draw_episode(store: Store, game: Game[Any], row: EpisodeRow) -> Atlas:
    """Return the layout of an adventure's map, for all its turns."""
    state = state_at(store, game, row, row.turns) if row.last_seq >= 0 else game.state()
    ways = (
        (RoomId(line.data["room"]), line.data["direction"], RoomId(line.data["to"]))
        for line in log_lines(store, row, [ExitExplored])
    )
    return draw_atlas(state.map, ways, _clusters(store, row, state))


def _clusters(store: Store, row: EpisodeRow, state: AdventureState) -> list[Cluster]:
    """Return the mazes with every room that was ever found in them, each in one maze only."""
    maze_of: dict[RoomId, str] = {}
    for line in log_lines(store, row, [MazeRoomFound]) if state.mazes.groups else ():
        if not line.data.get("outside", False):
            maze_of[RoomId(line.data["room"])] = str(line.data["group"])
    return [
        Cluster(
            name, group.entry_room_id, tuple(room for room, maze in maze_of.items() if maze == name)
        )
        for name, group in state.mazes.groups.items()
    ]
