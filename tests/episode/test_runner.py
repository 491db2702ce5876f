"""Episodes are played, limited, paused, resumed and forked."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from sqlalchemy import update

from episode.pig import DieMade, Pig, PigSession, PigState
from ludens.episode.control import Control
from ludens.episode.deleting import delete_episode
from ludens.episode.errors import (
    EpisodeEndedError,
    EpisodeTakenError,
    NoSuchEpisodeError,
    NoSuchTurnError,
)
from ludens.episode.events import EpisodeId, Outcome
from ludens.episode.game import Turn
from ludens.episode.history import read_events, state_at
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.keeping import set_tags
from ludens.episode.lease import STALE_AFTER
from ludens.episode.lease import Runner as Holder
from ludens.episode.runner import Runner, require_room
from ludens.episode.schema import episode
from ludens.episode.store import EpisodeRow, NewEpisode, Store


def new(seed: int = 7, **settings: Any) -> NewEpisode:
    return NewEpisode(game="pig", subject="pig", seed=seed, model="offline", settings=settings)


def log_of(store: Store, episode: str) -> list[tuple[int, int, str, str]]:
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(EpisodeId(episode))]


async def played(store: Store, seed: int = 7, **settings: Any) -> EpisodeRow:
    runner = Runner(store, Pig())
    return await runner.play(runner.create(new(seed, **settings)))


async def test_an_episode_is_played_to_its_end(store: Store) -> None:
    row = await played(store)
    assert row.outcome is Outcome.VICTORY
    assert row.status == "ended"
    assert row.headline["score"] >= 100
    assert row.runner is None


async def test_the_same_seed_gives_the_same_log(sqlite_store: Store) -> None:
    first, second = await played(sqlite_store), await played(sqlite_store)
    assert log_of(sqlite_store, first.id) == log_of(sqlite_store, second.id)
    other = await played(sqlite_store, seed=8)
    assert log_of(sqlite_store, first.id)[1:] != log_of(sqlite_store, other.id)[1:]


async def test_a_limit_ends_an_episode_with_its_reason(sqlite_store: Store) -> None:
    row = await played(sqlite_store, limits={"turns": 5})
    assert (row.outcome, row.turns) == (Outcome.LIMIT, 5)
    assert row.reason == "the limit of 5 turns was reached"


async def test_turns_without_progress_are_limited(sqlite_store: Store) -> None:
    row = await played(sqlite_store, pig={"goal": 10**6}, limits={"idle_turns": 12, "turns": None})
    assert row.outcome is Outcome.LIMIT
    assert row.reason == "no progress for 12 turns"


async def test_a_limited_episode_goes_on_under_a_higher_limit(sqlite_store: Store) -> None:
    runner = Runner(sqlite_store, Pig())
    row = await played(sqlite_store, limits={"turns": 5})
    row = await runner.play(row, {"limits": {"turns": None}})
    whole = await played(sqlite_store)
    assert row.outcome is Outcome.VICTORY
    played_on = [e for e in log_of(sqlite_store, row.id) if e[2] in ("rolled", "held")]
    uninterrupted = [e for e in log_of(sqlite_store, whole.id) if e[2] in ("rolled", "held")]
    assert [e[1:] for e in played_on] == [e[1:] for e in uninterrupted]


async def test_turns_that_are_behind_are_no_limit_to_go_on_with(sqlite_store: Store) -> None:
    control = Control()
    runner = Runner(
        sqlite_store, Pig(lambda turn: setattr(control, "pause", turn == 5)), Hooks(), control
    )
    row = await runner.play(runner.create(new()))
    assert (row.outcome, row.turns) == (None, 5)
    require_room(sqlite_store, Pig(), row, {"limits": {"turns": 6}})
    require_room(sqlite_store, Pig(), row)
    require_room(sqlite_store, Pig(), runner.create(new()))  # of which nothing has happened yet
    with pytest.raises(EpisodeEndedError, match="has 5 turns, and the limit of 3 turns"):
        require_room(sqlite_store, Pig(), row, {"limits": {"turns": 3}})


async def test_an_ended_episode_is_not_resumed(sqlite_store: Store) -> None:
    row = await played(sqlite_store)
    with pytest.raises(EpisodeEndedError, match="ludens fork"):
        await Runner(sqlite_store, Pig()).play(row)


async def test_a_paused_episode_resumes_to_the_log_of_an_uninterrupted_one(store: Store) -> None:
    whole = await played(store)
    control = Control()

    def pause(turn: int) -> None:
        control.pause = turn % 3 == 0

    runner = Runner(store, Pig(pause), Hooks(), control)
    row = runner.create(new())
    runs = 0
    while row.outcome is None:
        control.pause = False
        row = await runner.play(row)
        runs += 1
    assert runs > 3
    assert log_of(store, row.id) == log_of(store, whole.id)


async def test_a_failure_mid_turn_leaves_the_log_whole_and_resumable(store: Store) -> None:
    whole = await played(store)
    failing = {4, 9}

    def fail(turn: int) -> None:
        if turn in failing:
            failing.remove(turn)
            raise RuntimeError("the cat walked over the keyboard")

    game = Pig(fail)
    runner = Runner(store, game)
    row = runner.create(new())
    for _ in range(2):
        with pytest.raises(RuntimeError):
            await runner.play(row)
    row = await runner.play(store.episode(row.id))
    assert log_of(store, row.id) == log_of(store, whole.id)
    assert all(session.closed for session in game.sessions)


async def test_state_at_any_turn_is_the_fold_of_the_log_to_there(sqlite_store: Store) -> None:
    states: dict[int, PigState] = {}
    game = Pig()

    class Keep(Hook):
        def on_turn_end(self, moment: Moment) -> None:
            states[moment.turn] = state_at(
                sqlite_store, game, sqlite_store.episode(moment.episode), moment.turn
            )

    runner = Runner(sqlite_store, game, Hooks.of([Keep()]))
    row = await runner.play(runner.create(new()))
    assert len(states) == row.turns + 1
    for turn, state in states.items():
        assert state_at(sqlite_store, game, row, turn) == state
        assert game.headline(state)["score"] == state.total
    with pytest.raises(NoSuchTurnError):
        state_at(sqlite_store, game, row, row.turns + 1)


async def test_states_kept_whole_equal_states_folded(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.episode.runner.STATE_SNAPSHOT_BYTES", 100)
    row = await played(sqlite_store)
    kept = sqlite_store.snapshot(row.id, "state", turn=row.turns)
    assert kept is not None
    from_snapshot = state_at(sqlite_store, Pig(), row, row.turns)
    folded = PigState()
    for line, event in read_events(sqlite_store, Pig(), row):
        folded.turn = line.turn
        folded.apply(event)
    assert from_snapshot == folded


async def test_a_kept_state_that_this_version_cannot_read_is_folded_anew(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.episode.runner.STATE_SNAPSHOT_BYTES", 100)
    monkeypatch.setattr(PigState, "dump", lambda state: b'{"older": 1}')
    row = await played(sqlite_store)
    folded = PigState()
    for line, event in read_events(sqlite_store, Pig(), row):
        folded.turn = line.turn
        folded.apply(event)
    assert state_at(sqlite_store, Pig(), row, row.turns) == folded


async def test_a_fork_shares_its_parents_past_then_goes_its_own_way(store: Store) -> None:
    game = Pig()
    parent = await played(store)
    runner = Runner(store, game)
    fork = runner.fork(parent, 6, {"pig": {"goal": 60}}, seed=99)
    assert state_at(store, game, fork, 6) == state_at(store, game, parent, 6)
    fork = await runner.play(fork)
    shared = [e for e in log_of(store, parent.id) if e[1] <= 6]
    assert log_of(store, fork.id)[: len(shared)] == shared
    assert log_of(store, fork.id) != log_of(store, parent.id)
    assert state_at(store, game, fork, fork.turns).settings["pig"] == {"goal": 60}
    assert (fork.parent_id, fork.parent_turn) == (parent.id, 6)
    assert store.episode(parent.id) == parent


async def test_a_fork_can_be_forked_an_ended_turn_too_and_needs_no_parent(
    sqlite_store: Store,
) -> None:
    parent = await played(sqlite_store)
    runner = Runner(sqlite_store, Pig())
    child = runner.fork(parent, parent.turns, {"pig": {"goal": 150}})
    child = await runner.play(child)
    assert child.outcome is Outcome.VICTORY
    assert child.headline["score"] >= 150
    grandchild = await runner.play(runner.fork(child, 3, {"limits": {"turns": 4}}))
    assert grandchild.turns == 4
    log = log_of(sqlite_store, grandchild.id)
    for gone in (parent, child):
        delete_episode(sqlite_store, gone.id)
    grown = await runner.play(grandchild, {"limits": {"turns": 6}})
    assert grown.turns == 6
    assert log_of(sqlite_store, grandchild.id)[: len(log)] == log


async def test_a_fork_of_a_turn_that_is_not_there_is_refused(sqlite_store: Store) -> None:
    parent = await played(sqlite_store, limits={"turns": 3})
    with pytest.raises(NoSuchTurnError, match="turns 0 to 3"):
        Runner(sqlite_store, Pig()).fork(parent, 4, {})


async def test_what_was_deleted_meanwhile_is_neither_forked_nor_deleted_again(store: Store) -> None:
    parent = await played(store, limits={"turns": 3})
    delete_episode(store, parent.id)
    with pytest.raises(NoSuchEpisodeError, match="has been deleted"):
        store.fork(parent, 2, {}, {})
    with pytest.raises(NoSuchEpisodeError, match="has been deleted"):
        delete_episode(store, parent.id)
    assert store.episodes() == []


async def test_two_runners_cannot_play_one_episode(store: Store) -> None:
    runner = Runner(store, Pig())
    row = runner.create(new())
    store.claim(row.id, Holder.here())
    with pytest.raises(EpisodeTakenError, match="is being played by process"):
        await runner.play(row)


async def test_a_runner_that_lost_its_episode_writes_nothing_more(store: Store) -> None:
    def steal(turn: int) -> None:
        if turn == 3:
            with store.database.write() as connection:
                connection.exec_driver_sql("UPDATE episode SET runner = NULL")

    runner = Runner(store, Pig(steal))
    row = runner.create(new())
    with pytest.raises(EpisodeTakenError, match="taken over"):
        await runner.play(row)
    assert store.episode(row.id).turns == 2
    assert max(e.turn for e in store.events(row.id)) == 2
    row = await Runner(store, Pig()).play(row)
    assert log_of(store, row.id) == log_of(store, (await played(store)).id)


async def test_who_lost_an_episode_at_its_opening_leaves_it_to_who_plays_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Holder.here()

    async def steal(_: PigSession, turn: Turn[PigState]) -> None:
        turn.emit(DieMade(faces=6))
        with store.database.write() as connection:
            connection.execute(update(episode).values(runner=other.dump()))

    monkeypatch.setattr(PigSession, "opening", steal)
    with pytest.raises(EpisodeTakenError, match="taken over"), store.entered(new()) as row:
        await Runner(store, Pig()).play(row)
    assert store.episode(row.id).last_seq == -1, "it is there, and nothing of it was written"


async def test_a_dead_runner_does_not_keep_an_episode(store: Store) -> None:
    runner = Runner(store, Pig())
    row = runner.create(new())
    here = Holder.here()
    store.claim(row.id, replace(here, born=here.born - 1000.0, token="gone"))
    assert (await runner.play(row)).outcome is Outcome.VICTORY


async def test_a_runner_whose_process_cannot_be_seen_is_waited_for(store: Store) -> None:
    runner = Runner(store, Pig())
    row = runner.create(new())
    here = Holder.here()
    elsewhere = replace(here, space="another container", pid=2**22 + 1, token="there")
    store.claim(row.id, elsewhere)
    with pytest.raises(EpisodeTakenError, match="is being played by process"):
        await runner.play(row)
    assert not elsewhere.is_alive(time.time() - STALE_AFTER - 1)


async def test_an_episode_that_was_tagged_can_be_deleted(store: Store) -> None:
    row = await played(store)
    set_tags(store, row.id, ["kept"])
    delete_episode(store, row.id)
    assert store.episodes() == []


async def test_what_is_set_already_leaves_nothing_on_the_log(sqlite_store: Store) -> None:
    store, control = sqlite_store, Control(pause=True)
    runner = Runner(store, Pig(), Hooks(), control)
    chosen = {"pig": {"goal": 90}}
    row = await runner.play(runner.create(new(**chosen)))
    assert row.outcome is None
    control.pause = False
    row = await runner.play(row, chosen)
    assert log_of(store, row.id) == log_of(store, (await played(store, **chosen)).id)


class _Repeating(PigSession):
    def repeats(self) -> bool:
        return True


async def test_a_clock_that_goes_back_keeps_no_turn_from_the_log(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets, later = count(10**9, -3600), Store.append
    written: list[int] = []

    def append(store: Store, identity: EpisodeId, commits: Any, holder: Any) -> None:
        written.append(len(commits))
        later(store, identity, commits, holder)

    monkeypatch.setattr("episode.pig.PigSession", _Repeating)
    monkeypatch.setattr("ludens.episode.runner.WRITTEN_WITHIN", 0.0)
    monkeypatch.setattr("time.time", lambda: float(next(sets)))
    monkeypatch.setattr(Store, "append", append)
    row = await played(sqlite_store)
    assert len(written) > row.turns / 4


async def test_stopping_ends_an_episode_for_good_but_not_for_ever(sqlite_store: Store) -> None:
    control = Control(stop=True)
    runner = Runner(sqlite_store, Pig(), Hooks(), control)
    row = await runner.play(runner.create(new()))
    assert (row.outcome, row.turns) == (Outcome.STOPPED, 0)
    control.stop = False
    assert (await runner.play(row)).outcome is Outcome.VICTORY


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
async def test_connections_that_are_cut_in_mid_turn_cost_no_turn(store: Store) -> None:
    def cut(turn: int) -> None:
        if turn == 4:
            with another.database.write() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

    another = Store.open(store.database.url.render_as_string(hide_password=False))
    runner = Runner(store, Pig(cut))
    row = await runner.play(runner.create(new()))
    another.close()
    assert log_of(store, row.id)[1:] == log_of(store, (await played(store)).id)[1:]
