"""Gymnasium environments: a story, and a seat at a Mafia table.

    import gymnasium, ludens.bridges.gym

    env = gymnasium.make("ludens/Adventure-v0", story="drowned_clock", observations="state")
    env = gymnasium.make("ludens/Mafia-v0", seats=7, seat=2)

Importing this module registers both. Needs the extra `gym`.
"""

from __future__ import annotations

import string
import tempfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ludens.adventure.settings import PerceptionKind
from ludens.bridges.sitting import SeatedTable, decided, default_for
from ludens.bridges.walking import Point, Walk
from ludens.episode.errors import LudensError
from ludens.episode.store import Store
from ludens.mafia.decision import Ask
from ludens.mafia.seats import SeatId

CHARACTERS = "".join(chr(n) for n in range(32, 127)) + "\n" + "".join(map(chr, range(160, 592)))
"""Letters of an observation: Latin ones, with their accents. Others are shown as `?`."""
COMMAND_CHARACTERS = string.ascii_lowercase + string.digits + " .,'\"-"
LONGEST_TEXT = 20_000
"""Characters of an observation; what is longer is cut at its beginning."""
LONGEST_COMMAND = 100
LONGEST_WORDS = 1_200
_SHOWN = frozenset(CHARACTERS)


def shown(text: str) -> str:
    """Return a text as the observation space has it."""
    plain = text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2014: "-"})
    kept = "".join(letter if letter in _SHOWN else "?" for letter in plain)
    return kept[-LONGEST_TEXT:]


def text_space(longest: int = LONGEST_TEXT, letters: str = CHARACTERS) -> spaces.Text:
    """Return a space of texts, the empty one among them."""
    return spaces.Text(max_length=longest, min_length=0, charset=letters)


class AdventureEnv(gymnasium.Env[Any, str]):
    """A Z-machine story: the action is a command, the reward the points that it brought.

    Observations are the story's words (`text`), or these with the room, what is carried, the score
    and the number of moves (`state`). `snapshot` and `restore` go back to any place.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        story: str | Path | None = None,
        *,
        observations: str = "text",
        perception: str = "text",
        turns: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a story by its file or name; after `turns` commands it is truncated.

        `perception` tells how score, room and hands are known: from the `text` alone or by reading
        the machine's `state`. Raises LudensError.
        """
        if observations not in ("text", "state"):
            raise LudensError(f"observations are text or state, not {observations!r}")
        self.story, self.turns, self.render_mode = story, turns, render_mode
        self.perception = PerceptionKind(perception)
        self.has_state = observations == "state"
        self.action_space = text_space(LONGEST_COMMAND, COMMAND_CHARACTERS)
        words = text_space()
        self.observation_space = words
        if self.has_state:
            count = spaces.Box(-32768, 32767, shape=(), dtype=np.int32)
            self.observation_space = spaces.Dict(
                {
                    "text": words,
                    "room": text_space(200),
                    "carrying": text_space(2000),
                    "score": count,
                    "moves": spaces.Box(0, 2**31 - 1, shape=(), dtype=np.int32),
                }
            )
        self.walk: Walk | None = None
        self._text = ""
        self._taken = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the story anew; the same seed gives the same story."""
        super().reset(seed=seed)
        self.close()
        dice = int(self.np_random.integers(2**31))
        self.walk = Walk(self.story, seed=dice, perception=self.perception)
        self._text, self._taken = self.walk.opening, 0
        return self._observation(), self._info()

    def step(self, action: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Type a command."""
        walk = self._open
        before = walk.score
        self._text = walk.send(action.strip() or "look")
        self._taken += 1
        reward = float(walk.score - before)
        is_over = walk.is_over
        is_cut = not is_over and self._taken >= self.turns
        return self._observation(), reward, is_over, is_cut, self._info()

    def snapshot(self) -> tuple[Point, str, int]:
        """Return the place where the story stands."""
        return self._open.snapshot(), self._text, self._taken

    def restore(self, place: tuple[Point, str, int]) -> tuple[Any, dict[str, Any]]:
        """Go back to a place since the last reset; returns as `reset` does."""
        point, self._text, self._taken = place
        self._open.restore(point)
        return self._observation(), self._info()

    def render(self) -> Any:
        """Return the story's last words."""
        return self._text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the interpreter. Safe to call twice."""
        if self.walk is not None:
            self.walk.close()
            self.walk = None

    @property
    def _open(self) -> Walk:
        if self.walk is None:
            raise LudensError("call reset() first")
        return self.walk

    def _observation(self) -> Any:
        if not self.has_state:
            return shown(self._text)
        walk = self._open
        return {
            "text": shown(self._text),
            "room": shown(walk.room)[:200],
            "carrying": shown(", ".join(walk.carrying))[:2000],
            "score": np.array(walk.score, dtype=np.int32),
            "moves": np.array(walk.moves, dtype=np.int32),
        }

    def _info(self) -> dict[str, Any]:
        walk = self._open
        return {
            "score": walk.score,
            "max_score": walk.max_score,
            "moves": walk.moves,
            "won": walk.has_won,
            "died": walk.is_dead,
        }


ASKS = tuple(Ask)
"""What a seat can be asked; the observation's `ask` counts them from 0."""


class MafiaEnv(gymnasium.Env[dict[str, Any], dict[str, Any]]):
    """A seat at a Mafia table: the reward is 1 at the end for whoever won, else 0.

    An action names somebody (`choice`: a seat, or the number of seats for nobody) and says
    something (`words`); what does not fit what is asked costs nothing, and the default is taken:
    `info["valid"]` tells. Every game is an episode in `store`, a temporary one unless it is named.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        seats: int = 7,
        seat: int = 0,
        *,
        model: str = "offline",
        store: str | None = None,
        settings: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a table; `model` plays every other seat (offline, random, provider/model)."""
        self.seats, self.seat, self.model, self.settings = seats, seat, model, settings
        self.render_mode = render_mode
        self._folder = tempfile.TemporaryDirectory() if store is None else None
        folder = self._folder.name if self._folder is not None else ""
        self._store = Store.open(store or str(Path(folder) / "tables.db"))
        self.observation_space = spaces.Dict(
            {
                "text": text_space(),
                "ask": spaces.Discrete(len(ASKS)),
                "choices": spaces.MultiBinary(seats + 1),
            }
        )
        self.action_space = spaces.Dict(
            {"choice": spaces.Discrete(seats + 1), "words": text_space(LONGEST_WORDS)}
        )
        self.table: SeatedTable | None = None
        self._ask = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Lay a new table; the same seed deals the same roles."""
        super().reset(seed=seed)
        self._leave()
        self.table = SeatedTable(
            self._store,
            seats=self.seats,
            own=(self.seat,),
            model=self.model,
            seed=int(self.np_random.integers(2**31)),
            settings=self.settings,
        )
        return self._observation(), {"valid": True}

    def step(
        self, action: dict[str, Any]
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide what the seat is asked."""
        table = self._open
        if table.briefing is None:
            raise LudensError("the game is over; call reset()")
        number = int(action["choice"])
        chosen = SeatId(number) if number < self.seats else None
        decision = decided(table.briefing, chosen, str(action["words"]))
        table.answer(decision if decision is not None else default_for(table.briefing))
        is_over = table.briefing is None
        reward = float(is_over and self.seat in table.winners)
        info = {"valid": decision is not None}
        return self._observation(), reward, is_over, False, info

    def render(self) -> Any:
        """Return what the seat is told."""
        return self._open.told() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Leave the table and close the store."""
        self._leave()
        self._store.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _leave(self) -> None:
        if self.table is not None:
            self.table.close()
            self.table = None

    @property
    def _open(self) -> SeatedTable:
        if self.table is None:
            raise LudensError("call reset() first")
        return self.table

    def _observation(self) -> dict[str, Any]:
        table = self._open
        choices = np.zeros(self.seats + 1, dtype=np.int8)
        if table.briefing is not None:
            self._ask = ASKS.index(table.briefing.ask)
            choices[list(table.briefing.options)] = 1
            choices[self.seats] = table.briefing.may_pass or not table.briefing.options
        return {"text": shown(table.told()), "ask": self._ask, "choices": choices}


gymnasium.register("ludens/Adventure-v0", entry_point=AdventureEnv, disable_env_checker=True)
gymnasium.register("ludens/Mafia-v0", entry_point=MafiaEnv, disable_env_checker=True)
