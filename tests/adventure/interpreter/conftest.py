"""What the tests of the interpreters share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from adventure.interpreter.family import children, leave_out_others
from ludens.adventure.interpreter.dfrotz import DfrotzInterpreter, find_dfrotz
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import EngineMissing, Interpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.settings import Engine

Opener = Callable[..., Interpreter]


def skip_without_dfrotz() -> None:
    try:
        find_dfrotz()
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(autouse=True)
def no_child_is_left() -> Iterator[None]:
    """Whatever a test does, no child of it is alive afterwards."""
    leave_out_others()
    yield
    assert not children()


@pytest.fixture(params=list(Engine))
def open_on_each_engine(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Open stories on one engine after the other; all are closed at the end."""
    if request.param is Engine.DFROTZ:
        skip_without_dfrotz()
    opened: list[Interpreter] = []

    def opener(story: StoryFile, *, seed: int = 7, deadline: float = 20) -> Interpreter:
        interpreter = open_interpreter(story, request.param, seed=seed, deadline=deadline)
        opened.append(interpreter)
        return interpreter

    yield opener
    for interpreter in opened:
        interpreter.close()


@pytest.fixture
def jericho() -> Iterator[Callable[..., JerichoInterpreter]]:
    """Open stories on the default engine; all are closed at the end."""
    opened: list[JerichoInterpreter] = []

    def opener(story: StoryFile, *, seed: int = 7, deadline: float = 20) -> JerichoInterpreter:
        opened.append(JerichoInterpreter(story, seed=seed, deadline=deadline))
        return opened[-1]

    yield opener
    for interpreter in opened:
        interpreter.close()


@pytest.fixture
def dfrotz() -> Iterator[Callable[..., DfrotzInterpreter]]:
    """Open stories on the second engine; all are closed at the end."""
    skip_without_dfrotz()
    opened: list[DfrotzInterpreter] = []

    def opener(story: StoryFile, *, seed: int = 7, deadline: float = 20) -> DfrotzInterpreter:
        opened.append(DfrotzInterpreter(story, seed=seed, deadline=deadline))
        return opened[-1]

    yield opener
    for interpreter in opened:
        interpreter.close()
