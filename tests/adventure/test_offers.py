"""What rooms offer is kept as long as nothing that it was read from has changed, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from begun import new_store
from ludens.adventure.briefing import Briefing
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.memory.record import Memory
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.offline.proposers import Proposers
from ludens.adventure.plan import Plan
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.world.places import RoomId
from ludens.episode.game import Stage
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode
from ludens.settings import load_settings

TURNS = 25


class Watched(OfflinePlanner):
    """The planner, with somebody who looks at every state before it decides."""

    __slots__ = ("look_at",)
    look_at: Callable[[OfflinePlanner, AdventureState], None]

    async def decide(self, briefing: Briefing) -> Plan:
        self.look_at(self, briefing.state)
        return await OfflinePlanner.decide(self, briefing)


def played(
    folder: Path, perception: str, look_at: Callable[[OfflinePlanner, AdventureState], None]
) -> None:
    class Staged(Adventure):
        def open(self, stage: Stage) -> AdventureSession:
            session = super().open(stage)
            watched = Watched(session.company.vocabulary)
            watched.look_at = look_at
            session.company.player = watched
            return session

    flags = {"limits": {"turns": TURNS}, "adventure": {"perception": perception}}
    settings = load_settings(flags, environ={}, folder=folder)
    story = find_story("drowned_clock")
    store = new_store(folder / "store.db")
    runner = Runner(store, Staged())
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=story.name,
            subject_hash=story.sha256,
            subject_content=story.data,
            seed=1,
            model="offline",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )
    assert asyncio.run(runner.play(row)).turns == TURNS
    store.close()


def offered(planner: OfflinePlanner, state: AdventureState) -> dict[tuple[RoomId, bool], object]:
    return {
        (room, far): [
            (worth, one.command, one.rule, one.at_once, one.features)
            for worth, one in planner.valued(state, room, long_shots=far)
        ]
        for room in state.map.rooms
        for far in (False, True)
    }


@pytest.mark.parametrize("perception", ["text", "state"])
def test_who_kept_what_rooms_offer_values_it_as_one_who_reads_all_of_it_anew(
    tmp_path: Path, perception: str
) -> None:
    def compare(planner: OfflinePlanner, state: AdventureState) -> None:
        if state.map.here is None:
            return
        anew = OfflinePlanner(planner.vocabulary)
        assert offered(planner, state) == offered(anew, state), state.turn
        errands, all_errands = (list(one.offers.errands(state)) for one in (planner, anew))
        assert errands == all_errands, state.turn
        memory = Memory.model_validate_json(state.memory.model_dump_json())
        assert state.memory.asked_for() == memory.asked_for(), state.turn

    played(tmp_path, perception, compare)


def test_of_the_rooms_elsewhere_few_are_read_again_in_a_turn(tmp_path: Path) -> None:
    read, rooms = 0, 0
    usually = Proposers.usually

    def counted(*args: object, **options: object) -> object:
        nonlocal read
        read += not args[2].present  # type: ignore[attr-defined] # the facts
        return usually(*args, **options)  # type: ignore[arg-type]

    def ask(planner: OfflinePlanner, state: AdventureState) -> None:
        nonlocal rooms
        for room in state.map.rooms:
            if room != state.map.here:
                rooms += 1
                planner.valued(state, room, long_shots=False)

    with patch.object(Proposers, "usually", counted):
        played(tmp_path, "text", ask)
    assert 2 * read < rooms
