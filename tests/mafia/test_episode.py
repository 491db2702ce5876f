"""A game as an episode: killed and resumed, forked, shown as it was."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from launching import Launched
from ludens.episode.control import Control
from ludens.episode.errors import StoreLockedError
from ludens.episode.events import EpisodeId, Event, Outcome
from ludens.episode.game import Turn
from ludens.episode.history import read_events, state_at
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.mafia.agenda import due
from ludens.mafia.events import Phase, RulesChanged
from ludens.mafia.game import Mafia
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.view import PublicRecord


def new(seed: int = 3, **settings: Any) -> NewEpisode:
    table = MafiaSettings(**{"seats": 8, "narrator": True, **settings})
    return NewEpisode(
        game="mafia",
        subject="table",
        seed=seed,
        model="offline",
        settings={"mafia": table.model_dump(mode="json")},
    )


def log_of(store: Store, episode: str) -> list[tuple[int, int, str, str]]:
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(EpisodeId(episode))]


async def played(store: Store, seed: int = 3, **settings: Any) -> EpisodeRow:
    runner = Runner(store, Mafia())
    return await runner.play(runner.create(new(seed, **settings)))


class Dying(MafiaSession):
    """A session that falls over in the middle of chosen turns, after the deed was done."""

    deaths: set[int]

    async def play(self, turn: Turn[MafiaState]) -> None:
        await super().play(turn)
        if turn.number in self.deaths:
            self.deaths.remove(turn.number)
            raise RuntimeError("the lights went out")


class DyingMafia(Mafia):
    def __init__(self, deaths: set[int]) -> None:
        super().__init__()
        self.deaths = deaths

    def open(self, stage: Any) -> MafiaSession:
        session = super().open(stage)
        dying = Dying(session.table, session.models)
        dying.deaths = self.deaths
        return dying


HERE = Path(__file__).parent


async def test_a_game_that_dies_in_every_single_turn_is_the_same_game(sqlite_store: Store) -> None:
    whole = await played(sqlite_store, seats=5)
    runner = Runner(sqlite_store, DyingMafia(set(range(1, whole.turns + 1))))
    row = runner.create(new(seats=5))
    deaths = 0
    while row.outcome is None:
        try:
            row = await runner.play(sqlite_store.episode(row.id))
        except RuntimeError:
            deaths += 1
    assert deaths == whole.turns
    # Only the first event differs: it names the game's own class.
    assert log_of(sqlite_store, row.id)[1:] == log_of(sqlite_store, whole.id)[1:]


async def test_turns_that_were_lost_unwritten_come_out_the_same(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = await played(sqlite_store)
    runner = Runner(sqlite_store, Mafia())
    row = runner.create(new())

    def refuse(*_: Any) -> None:
        raise StoreLockedError("the store is locked")

    with monkeypatch.context() as locked:
        locked.setattr(Store, "append", refuse)
        with pytest.raises(StoreLockedError):
            await runner.play(row)
    assert log_of(sqlite_store, row.id) == []
    await runner.play(sqlite_store.episode(row.id))
    assert log_of(sqlite_store, row.id) == log_of(sqlite_store, whole.id)


class Onlooker(Hook):
    """Counts what is on the log when it is told of a turn."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seen: list[tuple[int, int]] = []

    def on_turn_end(self, moment: Moment) -> None:
        self.seen.append((moment.turn, self.store.episode(moment.episode).turns))


async def test_who_is_told_of_a_turn_finds_it_on_the_log(sqlite_store: Store) -> None:
    onlooker = Onlooker(sqlite_store)
    runner = Runner(sqlite_store, Mafia(), hooks=Hooks.of([onlooker]))
    row = await runner.play(runner.create(new()))
    assert onlooker.seen == [(turn, turn) for turn in range(row.turns + 1)]


async def test_turns_that_rules_and_dice_make_are_written_together(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.episode.runner.WRITTEN_WITHIN", 3600.0)
    written: list[int] = []
    append = Store.append

    def count(store: Store, identity: EpisodeId, commits: Any, holder: Any) -> None:
        written.append(len(commits))
        append(store, identity, commits, holder)

    monkeypatch.setattr(Store, "append", count)
    row = await played(sqlite_store)
    assert written == [row.turns + 1]


def _survives_kills(store_url: str, kills: int, dice: Random) -> None:
    store = Store.open(store_url)
    runner = Runner(store, Mafia())
    settings = {"seats": 15, "rules": {"max_days": 12}}
    whole = asyncio.run(runner.play(runner.create(new(**settings))))
    expected = log_of(store, whole.id)
    while kills:
        row = runner.create(new(**settings))
        while row.outcome is None:
            child = Launched(
                [store_url, row.id], cwd=HERE, env=os.environ, main="mafia.play_table:main"
            )
            # Killed at once when it has got somewhere, wherever that is: mid-night, mid-vote.
            wanted = store.episode(row.id).turns + dice.randint(1, 60)
            while kills and store.episode(row.id).turns < wanted and not child.has_ended():
                pass
            if kills and not child.has_ended():
                os.kill(child.pid, signal.SIGKILL)
                kills -= 1
            child.wait()
            row = store.episode(row.id)
            assert log_of(store, row.id) == expected[: row.last_seq + 1]
        assert log_of(store, row.id) == expected
    store.close()


def test_a_killed_game_is_resumed_to_the_same_end(tmp_path: Path) -> None:
    _survives_kills(str(tmp_path / "store.db"), 3, Random(1))


@pytest.mark.long
def test_a_hundred_kills_change_no_game(tmp_path: Path) -> None:
    _survives_kills(str(tmp_path / "store.db"), 100, Random(2))


async def test_a_game_paused_mid_vote_and_mid_night_goes_on(sqlite_store: Store) -> None:
    whole = await played(sqlite_store)
    places = {}
    for turn in range(1, whole.turns):
        state = state_at(sqlite_store, Mafia(), whole, turn)
        pending = due(state)
        if pending is not None and state.phase in (Phase.VOTE, Phase.NIGHT, Phase.NIGHT_ZERO):
            places.setdefault(state.phase, turn)
    assert len(places) == 3

    class Pausing(MafiaSession):
        async def play(self, turn: Turn[MafiaState]) -> None:
            await super().play(turn)
            control.pause = turn.number in places.values()

    class PausingMafia(Mafia):
        def open(self, stage: Any) -> MafiaSession:
            session = super().open(stage)
            return Pausing(session.table, session.models)

    control = Control()
    runner = Runner(sqlite_store, PausingMafia(), control=control)
    row = runner.create(new())
    runs = 0
    while row.outcome is None:
        control.pause = False
        row = await runner.play(row)
        runs += 1
    assert runs == 4
    assert log_of(sqlite_store, row.id)[1:] == log_of(sqlite_store, whole.id)[1:]


async def test_a_fork_has_its_parents_past_and_another_future(sqlite_store: Store) -> None:
    parent = await played(sqlite_store)
    runner = Runner(sqlite_store, Mafia())
    turn = parent.turns // 2
    fork = runner.fork(parent, turn, {}, seed=99)
    assert state_at(sqlite_store, Mafia(), fork, turn) == state_at(
        sqlite_store, Mafia(), parent, turn
    )
    fork = await runner.play(fork)
    assert fork.outcome is Outcome.ENDED
    assert log_of(sqlite_store, fork.id) != log_of(sqlite_store, parent.id)


async def test_a_fork_under_other_rules_announces_and_applies_them(sqlite_store: Store) -> None:
    parent = await played(sqlite_store)
    runner = Runner(sqlite_store, Mafia())
    fork = runner.fork(parent, 12, {"mafia": {"rules": {"reveal_roles": True}}})
    fork = await runner.play(fork)
    events = [event for _, event in read_events(sqlite_store, Mafia(), fork)]
    assert len([e for e in events if isinstance(e, RulesChanged)]) == 1
    state = state_at(sqlite_store, Mafia(), fork, fork.turns)
    later = [death for death in state.public.deaths if death.role is not None]
    assert later == state.public.deaths
    assert state.public.rules.reveal_roles


async def test_a_seat_can_be_given_to_another_player_in_a_fork(sqlite_store: Store) -> None:
    parent = await played(sqlite_store)
    runner = Runner(sqlite_store, Mafia())
    fork = await runner.play(
        runner.fork(parent, 10, {"mafia": {"players": {"0": "random", "1": "random"}}})
    )
    assert fork.outcome is Outcome.ENDED

    def thoughts(row: EpisodeRow, seat: int) -> list[Event]:
        log = read_events(sqlite_store, Mafia(), row)
        return [e for line, e in log if line.turn > 10 and getattr(e, "seat", -1) == seat]

    assert not [e for e in thoughts(fork, 0) if e.type == "mind_kept"], (
        "random players do not think"
    )
    assert [e for e in thoughts(parent, 0) if e.type == "mind_kept"]


async def test_the_ended_game_forked_at_its_end_ends_again(sqlite_store: Store) -> None:
    parent = await played(sqlite_store)
    runner = Runner(sqlite_store, Mafia())
    fork = await runner.play(runner.fork(parent, parent.turns, {}))
    assert fork.outcome is Outcome.ENDED
    assert fork.turns == parent.turns + 1


async def test_a_state_kept_whole_equals_one_folded(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.episode.runner.STATE_SNAPSHOT_BYTES", 2000)
    row = await played(sqlite_store, seats=10)
    assert sqlite_store.snapshot(row.id, "state", turn=row.turns) is not None
    folded = MafiaState()
    for line, event in read_events(sqlite_store, Mafia(), row):
        folded.turn = line.turn
        folded.apply(event)
        if line.turn % 10 == 0:
            document = folded.dump()
            assert MafiaState.load(document) == folded
    assert state_at(sqlite_store, Mafia(), row, row.turns) == folded


async def test_a_turn_is_one_decision(sqlite_store: Store) -> None:
    deeds = {
        "strategy_noted",
        "speech_given",
        "ballot_cast",
        "kill_proposed",
        "night_acted",
    }
    row = await played(sqlite_store)
    for turn in range(1, row.turns + 1):
        events: list[Event] = [e for line, e in read_events(sqlite_store, Mafia(), row, turn=turn)]
        assert sum(event.type in deeds for event in events) == 1


def test_a_table_that_makes_no_game_is_refused_by_its_settings() -> None:
    with pytest.raises(ValueError, match="have won before"):
        MafiaSettings(seats=5, roles={"mafia": 3})
    with pytest.raises(ValueError, match="no seat 9"):
        MafiaSettings(seats=5, players={9: "random"})


def test_states_of_two_games_share_nothing() -> None:
    first, second = MafiaState(), MafiaState()
    first.living.append(1)
    first.public.living.append(1)
    assert second.living == second.public.living == PublicRecord().living == []
