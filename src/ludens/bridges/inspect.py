"""inspect_ai: a story and a seat at a Mafia table as tasks, with their scorers.

    inspect eval ludens/bridges/inspect.py@adventure --model openai/... -T story=drowned_clock
    inspect eval ludens/bridges/inspect.py@mafia --model openai/... -T seats=7

`inspect` asks the model and keeps the log; Ludens plays. Needs the extra `inspect`.
"""

from __future__ import annotations

import asyncio
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from ludens.bridges.trajectories import SYSTEM
from ludens.bridges.walking import Walk
from ludens.episode.history import state_at
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_table
from ludens.llm.base import BaseLLM, OnText
from ludens.llm.request import LLMRequest, Role
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.tokens import estimate_tokens
from ludens.mafia.game import Mafia
from ludens.mafia.seating import seat_role
from ludens.settings import load_settings

STORE = "ludens"
"""Where a sample's result stands in its store, for the scorer."""


@task
def adventure(
    story: str = "drowned_clock", turns: int = 100, seeds: int = 3, perception: str = "text"
) -> Task:
    """A story: the score is the share of its points, or the points if nobody knows how many."""
    samples = [
        Sample(input=f"Play {story}, seed {seed}.", id=f"{story}-{seed}", metadata={"seed": seed})
        for seed in range(1, seeds + 1)
    ]
    return Task(
        dataset=samples,
        solver=play_story(story, turns, perception),
        scorer=share_of_points(),
        metadata={"story": story, "turns": turns, "perception": perception},
    )


@solver
def play_story(story: str, turns: int, perception: str) -> Solver:
    """Let the model type commands until the story is over or the turns are used up."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seed = state.metadata["seed"]
        walk = await asyncio.to_thread(lambda: Walk(story, seed=seed, perception=perception))
        try:
            state.messages = [ChatMessageSystem(content=SYSTEM)]
            heard = walk.opening
            while walk.moves < turns and not walk.is_over and not state.completed:
                state.messages.append(ChatMessageUser(content=heard.strip() or "(nothing)"))
                state = await generate(state)
                lines = state.output.completion.strip().splitlines()
                before = walk.moves
                heard = await asyncio.to_thread(walk.send, lines[-1].strip() if lines else "look")
                if walk.moves == before:  # it could not be typed, which costs the turn
                    walk.moves += 1
            state.store.set(
                STORE,
                {
                    "score": walk.score,
                    "max_score": walk.max_score,
                    "moves": walk.moves,
                    "won": walk.has_won,
                },
            )
        finally:
            walk.close()
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def share_of_points() -> Scorer:
    """The share of a story's points, or the points themselves where nobody knows how many."""

    async def score(state: TaskState, target: Target) -> Score:
        told: dict[str, Any] = state.store.get(STORE, {})
        points, most = told.get("score", 0), told.get("max_score")
        value = points / most if most else float(points)
        said = f"{points} of {most or 'unknown'} points in {told.get('moves', 0)} moves"
        return Score(value=value, explanation=said, metadata=told)

    return score


@task
def mafia(seats: int = 7, games: int = 5, others: str = "offline") -> Task:
    """A seat at a table, another one in each game: the score is the share of games it won."""
    samples = [
        Sample(
            input=f"Play seat {number % seats} of {seats}.",
            id=f"table-{number}",
            metadata={"seed": number + 1, "seat": number % seats},
        )
        for number in range(games)
    ]
    return Task(dataset=samples, solver=take_seat(seats, others), scorer=has_won())


@solver
def take_seat(seats: int, others: str) -> Solver:
    """Let the model play a seat, with the briefings that any model is given here."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seat, seed = state.metadata["seat"], state.metadata["seed"]
        model = InspectModel()
        flags: dict[str, Any] = {"mafia": {"seats": seats}}
        if others != "offline":
            flags["llm"] = {"models": {"default": others}}
        with tempfile.TemporaryDirectory() as folder:
            store = Store.open(str(Path(folder) / "table.db"))
            try:
                game = Mafia(stand_ins={seat_role(seat): model})
                runner = Runner(store, game)
                row = await runner.play(runner.create(new_table(load_settings(flags), seed=seed)))
                final = state_at(store, game, row, row.turns)
                state.store.set(
                    STORE,
                    {
                        "won": seat in final.public.winners,
                        "role": final.roles[seat],
                        "turns": row.turns,
                        "reason": row.reason,
                    },
                )
            finally:
                store.close()
        state.messages += model.said
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def has_won() -> Scorer:
    """1 for a game won, 0 for one lost."""

    async def score(state: TaskState, target: Target) -> Score:
        told: dict[str, Any] = state.store.get(STORE, {})
        explanation = f"as {told.get('role')}: {told.get('reason')}"
        return Score(value=float(told.get("won", False)), explanation=explanation, metadata=told)

    return score


class InspectModel(BaseLLM):
    """The model that inspect evaluates, as a model of ours; `said` is all that was said."""

    def __init__(self) -> None:
        self._model = get_model()
        self.said: list[ChatMessage] = []

    @property
    def name(self) -> str:
        """As inspect names it, after `inspect/`."""
        return f"inspect/{self._model.name}"

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Ask through inspect, which counts, caches and logs."""
        asked = _messages(request)
        output = await self._model.generate(asked)
        self.said += [*asked, ChatMessageAssistant(content=output.completion)]
        told = "\n".join(message.text for message in asked)
        used = output.usage
        usage = Usage(
            input_tokens=used.input_tokens if used else estimate_tokens(told),
            output_tokens=used.output_tokens if used else estimate_tokens(output.completion),
        )
        text = output.completion
        return LLMResponse(text=text, model=self.name, usage=usage, cost=Decimal(0))


def _messages(request: LLMRequest) -> list[ChatMessage]:
    system = "\n\n".join(block.text for block in request.system)
    messages: list[ChatMessage] = [ChatMessageSystem(content=system)] if system else []
    for message in request.messages:
        text = "\n".join(block.text for block in message.blocks)
        is_ours = message.role is Role.ASSISTANT
        messages.append(
            ChatMessageAssistant(content=text) if is_ours else ChatMessageUser(content=text)
        )
    return messages
