"""What a turn costs: calls and prompt length of the company, beside a bare-transcript player.

1. An oracle behind the OpenAI wire (loopback, the official SDK) plays the walkthroughs of our
   stories with a model in every role; calls a turn are counted role by role.
2. The same for a bare player: one call a turn, with the transcript so far.
3. Along an offline episode of 1,000 turns: the length of the company's prompt, and that of the
   transcript that a bare player would be sent, at turns 50, 200, 500 and 1,000 (means of 16 turns).

    python bench/call_budget.py [--turns 1000] [STORY ...]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from adventure.oracle import Oracle
from llm.servers.openai import OpenAIServer
from ludens.adventure.agents.llm_player import prompt
from ludens.adventure.agents.settings import PlayerSettings
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import CommandChosen, TextObserved
from ludens.adventure.game import Adventure
from ludens.adventure.stories import bundled
from ludens.adventure.story_library import find_story
from ludens.episode.history import read_events, state_at
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

MARKS = (50, 200, 500, 1000)
AROUND = 15
"""Turns before each mark over which the mean is taken: one turn's answer is long or short."""


def enter(store: Store, story: str, flags: dict[str, Any], folder: Path) -> EpisodeRow:
    found = find_story(story)
    settings = load_settings(flags, environ={}, folder=folder)
    return Runner(store, Adventure()).create(
        NewEpisode(
            game="adventure",
            subject=found.name,
            subject_hash=found.sha256,
            subject_content=found.data,
            seed=1,
            model="bench",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )


async def with_oracle(store: Store, story: str, kind: str, folder: Path) -> None:
    oracle = Oracle(story)
    async with OpenAIServer(oracle) as server:
        flags = {
            "limits": {"turns": 600},
            "adventure": {"critic": {"by_model": True}, "player": {"kind": kind}},
            "llm": {
                "models": {"default": "compatible/oracle"},
                "providers": {"compatible": {"base_url": server.base_url}},
            },
        }
        row = await Runner(store, Adventure()).play(enter(store, story, flags, folder))
    calls = len(server.asked)
    sent = sum(usage.input_tokens for usage in server.billed)
    print(
        f"{story}, {kind}: {row.outcome}, score {row.headline['score']}; {calls} calls in "
        f"{row.turns} turns = {calls / row.turns:.2f} a turn; {sent / row.turns:,.0f} input tokens "
        f"a turn\n   {oracle.calls}"
    )


def lengths(store: Store, story: str, turns: int, folder: Path) -> None:
    flags = {
        "limits": {"turns": turns},
        "adventure": {"stuck": {"velocity": {"enabled": False}}},
    }
    row = enter(store, story, flags, folder)
    row = asyncio.run(Runner(store, Adventure()).play(row))
    said = dict.fromkeys(range(turns + 1), 0)
    for line, event in read_events(store, Adventure(), row):
        match event:
            case CommandChosen():
                said[line.turn] += len(event.command)
            case TextObserved():
                said[line.turn] += len(event.text)
    print(f"{story}, offline, {row.turns} turns: characters of a prompt")
    first = 0.0
    for mark in (m for m in MARKS if m <= row.turns):
        around = [_length(store, row, turn) for turn in range(mark - AROUND, mark + 1)]
        company = statistics.mean(around)
        first = first or company
        bare = sum(count for turn, count in said.items() if turn <= mark)
        print(
            f"   turn {mark:5}: company {company:7,.0f} (at most {max(around):,}), "
            f"{company / first:.2f} times the first   bare transcript {bare:9,}"
        )


def _length(store: Store, row: EpisodeRow, turn: int) -> int:
    state = state_at(store, Adventure(), row, turn)
    briefing = Briefing(turn=turn + 1, state=state, dice=Random(0))
    request = prompt(briefing, PlayerSettings())
    return sum(len(block.text) for message in request.messages for block in message.blocks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("stories", nargs="*", default=[story.name for story in bundled()])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        for story in options.stories:
            for kind in ("company", "bare"):
                asyncio.run(with_oracle(store, story, kind, Path(folder)))
        for story in options.stories:
            lengths(store, story, options.turns, Path(folder))


if __name__ == "__main__":
    main()
