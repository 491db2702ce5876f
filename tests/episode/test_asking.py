"""A person in a role: keys, questions and answers, through the database."""

from __future__ import annotations

from dataclasses import replace

from ludens.episode.asking import (
    claim_role,
    give,
    given,
    held_roles,
    holds_role,
    pose,
    posed,
    withdraw,
)
from ludens.episode.control import Control, Listener, RequestKind, ask
from ludens.episode.events import EpisodeId
from ludens.episode.lease import Runner
from ludens.episode.store import NewEpisode, Store


def entered(store: Store) -> EpisodeId:
    return store.create(NewEpisode(game="mafia", subject="t", seed=1, model="human", settings={}))


def test_a_role_is_the_first_ones_who_claims_it_and_nobody_elses(store: Store) -> None:
    episode, other = entered(store), entered(store)
    key = claim_role(store, episode, "seat:1")
    assert key is not None
    assert claim_role(store, episode, "seat:1") is None
    assert holds_role(store, episode, "seat:1", key)
    assert not holds_role(store, episode, "seat:10", key)
    assert not holds_role(store, episode, "seat:1", key + "x")
    assert not holds_role(store, other, "seat:1", key)
    assert held_roles(store, episode) == {"seat:1"}
    assert claim_role(store, other, "seat:1") != key


def test_a_question_stands_until_it_is_taken_back(store: Store) -> None:
    episode = entered(store)
    assert posed(store, episode, "seat:1") is None
    left = pose(store, episode, "seat:1", "1 vote 0", details={"options": [2]}, until=9.5)
    pose(store, episode, "seat:10", "1 vote 0", details={}, until=None)
    assert posed(store, episode, "seat:1") == left
    newer = pose(store, episode, "seat:1", "1 vote 0", details={}, until=None)
    assert posed(store, episode, "seat:1") == replace(newer)
    withdraw(store, newer)
    withdraw(store, left)
    assert posed(store, episode, "seat:1") is None


def test_an_answer_is_found_by_its_place_and_the_newest_counts(store: Store) -> None:
    episode = entered(store)
    give(store, episode, "seat:1", "1 vote 0", {"choice": 3})
    give(store, episode, "seat:1", "1 vote 0", {"choice": 4})
    give(store, episode, "seat:1", "2 vote 0", {"choice": 5})
    assert given(store, episode, "seat:1", "1 vote 0") == {"choice": 4}
    assert given(store, episode, "seat:2", "1 vote 0") is None
    assert given(store, entered(store), "seat:1", "1 vote 0") is None


async def test_what_passes_between_a_person_and_a_role_is_no_request_to_the_runner(
    sqlite_store: Store,
) -> None:
    episode = entered(sqlite_store)
    control = Control(listens=True, after=0)
    listener = Listener(sqlite_store, episode, Runner.here(), control)
    listener.begin()
    claim_role(sqlite_store, episode, "seat:1")
    pose(sqlite_store, episode, "seat:1", "1 vote 0", details={}, until=None)
    give(sqlite_store, episode, "seat:1", "1 vote 0", {"choice": 3})
    ask(sqlite_store, episode, RequestKind.STEP)
    assert await listener.next_decision() is None
    assert listener.held
    assert not listener.waiting
