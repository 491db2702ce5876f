"""The views that people query say what the events say, on either database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert, inspect, select, text

from ludens.adventure.events import CommandChosen, ScoreChanged, TextObserved
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzleSolved,
    PuzzleStatus,
)
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import (
    ExitExplored,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
    RoomsMerged,
)
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room
from ludens.episode.checking import check_store
from ludens.episode.events import Event
from ludens.episode.lease import Runner
from ludens.episode.migrate import MIGRATIONS
from ludens.episode.schema import blob, episode, event, snapshot
from ludens.episode.store import NewEpisode, Store, TurnCommit

DOCK, SHED, LOFT = RoomId("r1"), RoomId("r2"), RoomId("r3")
ROPE = ItemId("i7")
DOOR, NOISE = PuzzleId("p1"), PuzzleId("p2")

TOLD: list[list[Event]] = [
    [
        RoomFound(room=DOCK, name="Dock", location=12),
        PlayerMoved(room=DOCK, how=Movement.START),
        TextObserved(text="Dock\nA dock."),
        PuzzleFound(puzzle=DOOR, kind=PuzzleKind.LOCKED, summary="A locked door", room=DOCK),
        PuzzleFound(puzzle=NOISE, kind=PuzzleKind.CLUE, summary="A noise"),
    ],
    [
        CommandChosen(command="north"),
        TextObserved(text="Darkness."),
        TextObserved(text='Shed\nA rope, and a sign: "42%".'),
        RoomFound(room=SHED, name="Darkness"),
        RoomChanged(room=SHED, name="Shed"),
        ExitExplored(room=DOCK, direction="north", to=SHED),
        ExitExplored(room=SHED, direction="south", to=DOCK, assumed=True),
        PlayerMoved(room=SHED, how=Movement.WALKED),
        ItemFound(item=ROPE, name="rope", place=in_room(SHED)),
        PuzzleChanged(puzzle=DOOR, summary="An oak door, locked", reason="seen"),
    ],
    [
        CommandChosen(command="take rope"),
        ItemMoved(item=ROPE, place=INVENTORY, how=Handling.TAKEN),
        ItemChanged(item=ROPE, name="tarred rope"),
        ScoreChanged(score=5, max_score=50),
        RoomFound(room=LOFT, name="Loft"),
        RoomsMerged(room=LOFT, into=SHED, reason="the same"),
        PuzzleSolved(puzzle=DOOR, reason="open"),
        PuzzleChanged(puzzle=NOISE, status=PuzzleStatus.ABANDONED),
    ],
    [CommandChosen(command="south"), PlayerMoved(room=DOCK, how=Movement.WALKED)],
]


def told(store: Store) -> str:
    """An episode with these events."""
    runner = Runner.here()
    new = NewEpisode(game="adventure", subject="s", seed=1, model="offline", settings={})
    identity = store.create(new, runner)
    seq = 0
    for turn, events in enumerate(TOLD):
        lines = [(event.type, event.line()) for event in events]
        store.append(identity, [TurnCommit(turn, seq, lines, {})], runner)
        seq += len(lines)
    return identity


def rows(store: Store, view: str, identity: str, order: str) -> list[tuple[Any, ...]]:
    query = text(f"SELECT * FROM {view} WHERE episode_id = :id ORDER BY {order}")
    with store.database.read() as connection:
        return [tuple(row)[1:] for row in connection.execute(query, {"id": identity})]


def test_turns_tell_what_was_typed_and_answered_where(store: Store) -> None:
    shown = [(n, *rest) for n, _, *rest in rows(store, "turns", told(store), "turn")]
    assert shown == [
        (0, 5, None, "Dock\nA dock.", "r1", None),
        (1, 10, "north", 'Shed\nA rope, and a sign: "42%".', "r2", None),
        (2, 8, "take rope", None, "r2", 5),
        (3, 2, "south", None, "r1", 5),
    ]


def test_rooms_have_their_newest_name_and_the_turn_they_were_found(store: Store) -> None:
    assert rows(store, "rooms", told(store), "room") == [
        ("r1", "Dock", 0, 12, 2, 3, None),
        ("r2", "Shed", 1, None, 1, 1, None),
        ("r3", "Loft", 2, None, 0, None, "r2"),
    ]


def test_connections_tell_how_often_a_way_was_walked(store: Store) -> None:
    assert rows(store, "connections", told(store), "room") == [
        ("r1", "north", "r2", 1, 1, 1),
        ("r2", "south", "r1", 1, 1, 0),
    ]


def test_items_are_where_they_last_were(store: Store) -> None:
    assert rows(store, "items", told(store), "item") == [("i7", "tarred rope", 1, "inventory", 2)]


def test_puzzles_stand_as_they_were_last_said_to(store: Store) -> None:
    assert rows(store, "puzzles", told(store), "puzzle") == [
        ("p1", "locked", "An oak door, locked", "r1", 0, "solved", 2),
        ("p2", "clue", "A noise", None, 0, "abandoned", 2),
    ]


def test_views_of_one_episode_hold_nothing_of_another(store: Store) -> None:
    first, second = told(store), told(store)
    for view, order in (("turns", "turn"), ("rooms", "room"), ("items", "item")):
        shown = [rows(store, view, one, order) for one in (first, second)]
        assert len(shown[0]) == len(shown[1]) > 0


def test_a_store_of_an_older_ludens_is_brought_to_this_one(store: Store, tmp_path: Path) -> None:
    identity = told(store)
    old = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with old.begin() as there, store.database.read() as here:
        config.attributes["connection"] = there
        command.upgrade(config, "0002")
        for table in (episode, blob, event, snapshot):
            then = [column["name"] for column in inspect(there).get_columns(table.name)]
            for row in here.execute(select(table)).mappings():
                there.execute(insert(table).values({name: row[name] for name in then}))
    old.dispose()
    opened = Store.open(str(tmp_path / "old.db"))
    assert len(rows(opened, "turns", identity, "turn")) == len(TOLD)
    assert opened.episode("last").id == identity
    assert list(check_store(opened, {})) == []
    opened.close()
