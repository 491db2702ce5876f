"""OpenEnv: a server of stories for trainers that speak its protocol, verifiers among them.

    uvicorn --factory ludens.bridges.openenv:app

A client's `reset(seed=1, story="drowned_clock")` begins a story, each `step` types a command; the
reward is the points that it brought. Each session has its own story. Needs the extra `openenv`.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from ludens.adventure.settings import PerceptionKind
from ludens.bridges.walking import Walk
from ludens.episode.errors import LudensError

SESSIONS = 16
"""Stories at once; each is a process of the interpreter."""


class Command(Action):
    """What is typed."""

    command: str


class Heard(Observation):
    """What the story says, and how one stands."""

    text: str
    room: str
    score: int
    max_score: int | None
    moves: int


class StoryEnvironment(Environment[Command, Heard, State]):
    """A Z-machine story."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = True

    def __init__(self) -> None:
        super().__init__()
        self._walk: Walk | None = None
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        story: str | None = None,
        perception: str = PerceptionKind.TEXT.value,
        **_: Any,
    ) -> Heard:
        """Begin a story: a name from `ludens stories`, or a file of the server's machine."""
        self.close()
        self._walk = Walk(story, seed=seed or 0, perception=perception)
        self._state = State(episode_id=episode_id, story=self._walk.story.name)
        return self._heard(self._walk, self._walk.opening, 0)

    def step(self, action: Command, timeout_s: float | None = None, **_: Any) -> Heard:
        """Type a command; raises LudensError before a story is begun."""
        if self._walk is None:
            raise LudensError("reset begins a story; step types into it")
        before = self._walk.score
        text = self._walk.send(action.command)
        self._state.step_count += 1
        return self._heard(self._walk, text, self._walk.score - before)

    @property
    def state(self) -> State:
        """The session's episode and the number of its steps."""
        return self._state

    def close(self) -> None:
        """End the story. Safe to call twice."""
        if self._walk is not None:
            self._walk.close()
            self._walk = None

    @staticmethod
    def _heard(walk: Walk, text: str, reward: int) -> Heard:
        return Heard(
            text=text,
            room=walk.room,
            score=walk.score,
            max_score=walk.max_score,
            moves=walk.moves,
            done=walk.is_over,
            reward=float(reward),
        )


def app() -> FastAPI:
    """Return the server, as uvicorn asks for it."""
    served: FastAPI = create_fastapi_app(
        StoryEnvironment, Command, Heard, max_concurrent_envs=SESSIONS
    )
    return served
