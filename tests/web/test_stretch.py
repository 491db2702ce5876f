"""Turns as the page shows them: the same whichever way they are read."""

from __future__ import annotations

import pytest

from ludens.adventure.game import Adventure
from ludens.episode.errors import NoSuchTurnError
from ludens.episode.history import read_events, state_at
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import ANALYSIS
from ludens.web.patch import patched
from ludens.web.stretch import begin_telling, read_stretch, read_trail
from ludens.web.turn_messages import missed_messages
from ludens.web.views.adventure.frame import FrameMaker

GAME = Adventure()


def test_frames_folded_from_patches_equal_frames_of_states(store: Store, row: EpisodeRow) -> None:
    stretch = read_stretch(store, GAME, row, 0, row.turns, viewer=ANALYSIS)
    frame, before = stretch["frame"], None
    for document in stretch["turns"]:
        frame = patched(frame, document["patch"])
        turn = document["entry"]["turn"]
        state = state_at(store, GAME, row, turn)
        events = [event for _, event in read_events(store, GAME, row, turn=turn)]
        assert frame == FrameMaker(before).frame(state, events)
        before = state


def test_any_stretch_agrees_with_the_whole(store: Store, row: EpisodeRow) -> None:
    whole = read_stretch(store, GAME, row, 0, row.turns, viewer=ANALYSIS)
    frame = whole["frame"]
    for document in whole["turns"][1:31]:
        frame = patched(frame, document["patch"])
    part = read_stretch(store, GAME, row, 30, 45, viewer=ANALYSIS)
    assert part["frame"] == frame
    assert [t["entry"] for t in part["turns"]] == [t["entry"] for t in whole["turns"][30:46]]
    assert [t["patch"] for t in part["turns"][1:]] == [t["patch"] for t in whole["turns"][31:46]]


def test_the_turn_after_a_plan_ended_takes_its_end_away(store: Store, row: EpisodeRow) -> None:
    whole = read_stretch(store, GAME, row, 0, row.turns, viewer=ANALYSIS)["turns"]
    ends = [n for n, turn in enumerate(whole) if "over" in (turn["patch"].get("plan") or {})]
    after = next(n + 1 for n in ends if whole[n]["patch"]["plan"]["over"])
    telling = begin_telling(store, GAME, row, after, ANALYSIS)
    told = telling.tell(store.events(row.id, from_turn=after, to_turn=after))
    assert told.patch == whole[after]["patch"]


def test_a_stretch_ends_where_the_log_ends(store: Store, row: EpisodeRow) -> None:
    stretch = read_stretch(store, GAME, row, row.turns - 1, row.turns + 500, viewer=ANALYSIS)
    assert (stretch["last"], len(stretch["turns"])) == (row.turns, 2)
    assert stretch["turns"][-1]["last_seq"] == row.last_seq
    with pytest.raises(NoSuchTurnError):
        read_stretch(store, GAME, row, row.turns + 2, row.turns + 9, viewer=ANALYSIS)


def test_the_trail_is_the_last_steps_before_a_turn(store: Store, row: EpisodeRow) -> None:
    turns = read_stretch(store, GAME, row, 0, row.turns, viewer=ANALYSIS)["turns"]
    moves = [t["entry"]["moved"] for t in turns[:40] if "moved" in t["entry"]]
    steps = [[move["from"], move["via"], move["to"]] for move in moves if move["from"]]
    seq = store.events(row.id, from_turn=40, limit=1)[0].seq
    assert read_trail(store, row, seq) == steps[-10:]


def test_calls_are_counted_with_their_turn(store: Store, row: EpisodeRow) -> None:
    entries = {
        t["entry"]["turn"]: t["entry"]
        for t in read_stretch(store, GAME, row, 4, 9, viewer=ANALYSIS)["turns"]
    }
    assert (entries[5]["calls"], entries[5]["tokens"], entries[5]["cost"]) == (1, 420, "0.0021")
    assert "calls" not in entries[9]


def test_messages_for_a_late_viewer_join_without_a_gap(store: Store, row: EpisodeRow) -> None:
    seq = 0
    while seq <= row.last_seq:
        messages = missed_messages(store, GAME, row, seq, ANALYSIS)
        assert messages[0].first_seq <= seq
        for message in messages:
            assert message.first_seq <= seq <= message.last_seq
            seq = message.last_seq + 1
    assert missed_messages(store, GAME, row, seq, ANALYSIS) == []
