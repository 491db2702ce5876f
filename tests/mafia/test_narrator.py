"""The narrator: when it speaks, of what, and to whom (seed 003)."""

from __future__ import annotations

import pytest

from ludens.episode.events import Event
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer, project
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.events import (
    DawnBroke,
    GameDecided,
    Moment,
    Narrated,
    Phase,
    PhaseBegan,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render_scene
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table


class Keeping(OfflineNarrator):
    """Keeps what it was given."""

    scenes: list[Scene] = []  # noqa: RUF012  # emptied by the fixture

    async def narrate(self, scene: Scene) -> str:
        self.scenes.append(scene)
        return await super().narrate(scene)


@pytest.fixture
async def log() -> list[Event]:
    Keeping.scenes.clear()
    players = (OfflinePlayer(PublicBeliefs()),) * 9
    settings = MafiaSettings(seats=9, narrator=True)
    _, log = await rehearse(Table(settings, players, Keeping()), 5)
    return log


def told_after(log: list[Event], kind: type[Event]) -> list[Narrated | None]:
    """Return what was narrated right after each event of a kind."""
    followed = zip(log, [*log[1:], None], strict=True)
    return [
        after if isinstance(after, Narrated) else None
        for event, after in followed
        if isinstance(event, kind)
    ]


async def test_the_narrator_introduces_the_game_before_anybody_has_spoken(log: list[Event]) -> None:
    first = next(i for i, e in enumerate(log) if isinstance(e, Narrated))
    assert log[first].moment is Moment.INTRODUCTION
    assert not any(isinstance(event, SpeechGiven) for event in log[:first])


async def test_the_narrator_announces_the_first_day_on_which_nobody_has_died(
    log: list[Event],
) -> None:
    days = [e for e in log if isinstance(e, PhaseBegan) and e.phase is Phase.DAY]
    told = [e for e in log if isinstance(e, Narrated) and e.moment is Moment.FIRST_DAY]
    assert len(days) > 1
    assert len(told) == 1
    assert log[log.index(told[0]) - 1] is days[0]
    (scene,) = [scene for scene in Keeping.scenes if scene.moment is Moment.FIRST_DAY]
    assert "Nobody has died" in render_scene(scene)[1]


async def test_the_narrator_announces_every_night_by_who_is_dead(log: list[Event]) -> None:
    told = told_after(log, DawnBroke)
    names = next(event.names for event in log if event.type == "table_laid")
    dawns = [event for event in log if isinstance(event, DawnBroke)]
    assert any(dawn.killed for dawn in dawns)
    for dawn, narrated in zip(dawns, told, strict=True):
        assert narrated is not None
        assert narrated.moment is Moment.DAWN
        assert all(names[seat] in narrated.text for seat in dawn.killed)


async def test_the_narrator_announces_every_vote_and_the_end(log: list[Event]) -> None:
    votes = told_after(log, VotesCounted)
    assert len(votes) > 1
    assert all(told is not None and told.moment is Moment.VOTE for told in votes)
    (ending,) = told_after(log, GameDecided)
    assert ending is not None
    assert ending.moment is Moment.ENDING


async def test_the_narrator_remarks_on_a_role_that_is_claimed(log: list[Event]) -> None:
    claimed = [e for e in log if isinstance(e, SpeechGiven) and e.claims not in (None, "villager")]
    told = [e for e in log if isinstance(e, Narrated) and e.moment is Moment.KEY_MOMENT]
    assert claimed
    assert 1 <= len(told) <= len(claimed)


async def test_the_narrator_is_heard_by_those_who_watch_and_by_no_player(log: list[Event]) -> None:
    for event in log:
        if isinstance(event, Narrated):
            assert project(event, PUBLIC) is not None
            assert project(event, VIEWER) is not None
            assert all(project(event, Viewer(View.SEAT, seat)) is None for seat in range(9))


async def test_without_a_narrator_the_same_game_is_played() -> None:
    logs = []
    for narrator in (None, OfflineNarrator()):
        settings = MafiaSettings(seats=7, narrator=narrator is not None)
        _, log = await rehearse(Table(settings, (RandomPlayer(),) * 7, narrator), 3)
        logs.append([event for event in log[1:] if not isinstance(event, Narrated)])
    assert logs[0] == logs[1]
