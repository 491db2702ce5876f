"""Who may see what is declared on an event's fields, and holds."""

from __future__ import annotations

import json

import pytest

from ludens.episode.events import EpisodeEnded, EpisodeForked, EpisodeStarted, Event, Outcome
from ludens.episode.store import EventRow
from ludens.episode.views import view_lines
from ludens.episode.visibility import (
    ANALYSIS,
    PUBLIC,
    TABLE,
    VIEWER,
    Backstage,
    Own,
    Public,
    Shared,
    Shown,
    UndeclaredFieldError,
    View,
    Viewer,
    VisibleEvent,
    insiders,
    parse_viewer,
    project,
    seen_as_data,
    shares,
)


class Whispered(VisibleEvent):
    seat: Public[int]
    words: Own[str]
    to: Shared[int] = 0
    audience: Shared[tuple[int, ...]] = ()
    music: Shown[str] = ""
    cost: Backstage[int] = 0


EVENT = Whispered(seat=1, words="psst", to=10, audience=(1, 10), music="violins", cost=3)


def seat(number: int) -> Viewer:
    return Viewer(View.SEAT, number)


@pytest.mark.parametrize(
    ("viewer", "fields"),
    [
        (seat(0), {"seat"}),
        (seat(1), {"seat", "words", "to", "audience"}),
        (seat(10), {"seat", "to", "audience"}),
        (TABLE, {"seat"}),
        (PUBLIC, {"seat", "music"}),
        (VIEWER, {"seat", "words", "to", "audience", "music"}),
        (ANALYSIS, {"seat", "words", "to", "audience", "music", "cost"}),
    ],
    ids=lambda value: str(value) if isinstance(value, Viewer) else "",
)
def test_each_viewer_sees_the_fields_declared_for_them(viewer: Viewer, fields: set[str]) -> None:
    seen = project(EVENT, viewer)
    assert seen is not None
    assert set(seen.__dict__) == fields
    assert set(seen_as_data(EVENT, viewer) or {}) == fields | {"type"}


def test_a_hidden_field_is_absent_and_not_blank() -> None:
    seen = project(EVENT, TABLE)
    assert seen is not None
    with pytest.raises(AttributeError):
        _ = seen.words
    with pytest.raises(AttributeError):
        _ = seen.to  # which has a default that must not be taken for what is so


def test_an_event_of_which_nothing_may_be_seen_does_not_exist_for_the_viewer() -> None:
    class Secret(VisibleEvent):
        seat: Own[int]

    assert project(Secret(seat=3), TABLE) is None
    assert project(Secret(seat=3), seat(1)) is None
    assert project(Secret(seat=3), seat(3)) is not None


def test_insiders_are_the_seats_that_see_more_than_the_table() -> None:
    assert insiders(EVENT) == (1, 10)


def test_an_event_is_shared_out_as_each_would_see_it() -> None:
    class Whisper(VisibleEvent):
        seat: Public[int]
        words: Own[str]

    for event in (EVENT, Whisper(seat=2, words="psst")):
        table, told = shares(event)
        seen = project(event, TABLE)
        assert table is not None
        assert seen is not None
        assert table.__dict__ == seen.__dict__
        assert [number for number, _ in told] == list(insiders(event))
        for number, part in told:
            mine = project(event, seat(number))
            assert mine is not None
            assert part.__dict__ == mine.__dict__


def test_a_wholly_public_event_is_shown_as_it_is() -> None:
    class Bell(VisibleEvent):
        times: Public[int]

    bell = Bell(times=3)
    assert project(bell, TABLE) is bell
    assert insiders(bell) == ()


def test_a_field_without_a_declaration_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(UndeclaredFieldError, match=r"Careless\.words must declare exactly one"):

        class Careless(VisibleEvent):
            seat: Public[int]
            words: str


def test_a_declaration_for_seats_that_no_field_names_is_refused() -> None:
    with pytest.raises(UndeclaredFieldError, match="there is no such field"):

        class Careless(VisibleEvent):
            words: Own[str]


def test_a_seed_or_settings_are_never_shown_to_a_seat_or_the_public() -> None:
    started = EpisodeStarted(
        game="mafia", seed=4242, subject="t", settings={"k": "secret"}, version="1"
    )
    forked = EpisodeForked(parent="p", turn=1, seed=77, changes={"k": "secret"})
    for viewer in (TABLE, PUBLIC, seat(0)):
        shown = json.dumps([seen_as_data(started, viewer), seen_as_data(forked, viewer)])
        assert "4242" not in shown
        assert "secret" not in shown
        assert "77" not in shown


def test_everybody_sees_how_an_episode_ended() -> None:
    ended = EpisodeEnded(outcome=Outcome.ENDED, reason="the town wins")
    assert project(ended, seat(3)) == ended


def test_a_view_of_a_log_does_not_count_what_happened_in_secret() -> None:
    class Step(VisibleEvent):
        seat: Own[int]

    class Bell(VisibleEvent):
        times: Public[int]

    events: list[Event] = [Bell(times=1), Step(seat=1), Step(seat=1), Bell(times=2)]
    log = [(EventRow(n, n, 1.5 * n, e.type, ""), e) for n, e in enumerate(events)]
    public = [json.loads(line) for line in view_lines(log, PUBLIC)]
    assert public == [
        {"n": 0, "type": "bell", "times": 1},
        {"n": 1, "type": "bell", "times": 2},
    ]
    analysis = [json.loads(line) for line in view_lines(log, ANALYSIS)]
    assert analysis[1] == {"n": 1, "turn": 1, "seq": 1, "time": 1.5, "type": "step", "seat": 1}


@pytest.mark.parametrize("text", ["public", "viewer", "analysis", "seat:10"])
def test_views_are_named_as_they_are_written(text: str) -> None:
    assert str(parse_viewer(text)) == text


@pytest.mark.parametrize("text", ["", "seat", "seat:", "seat:x", "table", "public:1", "seat:-1"])
def test_what_names_no_view_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="there is no view"):
        parse_viewer(text)
