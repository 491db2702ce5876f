"""What of the models' failures goes on the log does not depend on chance."""

from __future__ import annotations

from itertools import permutations

from ludens.episode.outages import outage_events
from ludens.llm.calls import CallError, Service
from ludens.llm.errors import CallFailedError, ErrorKind


def test_it_is_told_alike_whoever_answers_first() -> None:
    failed = CallError(kind=ErrorKind.SERVER, message="HTTP 500")
    services = [
        Service("seat:2", "a/b"),
        Service("seat:1", "a/b", failed),
        Service("seat:3", "a/b"),
    ]
    told = [list(outage_events(each, {"seat:2", "seat:3"})) for each in permutations(services)]
    assert len(told[0]) == 3
    assert all(each == told[0] for each in told)


def test_how_often_a_model_was_asked_is_not_told() -> None:
    failure = CallFailedError(ErrorKind.SERVER, "HTTP 500", model="a/b")
    failure.took(5)
    assert str(failure) == "a/b: HTTP 500"
