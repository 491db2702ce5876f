"""An MCP server: an assistant plays a story, has the company play on, looks, and forks.

    ludens mcp

Every command is a turn of an episode on the record, so whatever the assistant does can be watched
at the page, resumed, forked and replayed like any other. Needs the extra `mcp` (the official SDK).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ludens import __version__
from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.events import TextObserved
from ludens.adventure.game import Adventure
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.stories import bundled
from ludens.adventure.story_library import stories_in
from ludens.adventure.transcript import transcript
from ludens.adventure.world.places import INVENTORY
from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events, state_at
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of, new_adventure
from ludens.settings import Settings, load_settings
from ludens.writable import writable

INSTRUCTIONS = (
    "Play interactive fiction with Ludens. Begin with play_story, then type one command at a "
    "time. Every command is a turn on the record: look shows any turn, fork goes back to one, and "
    "company_plays lets Ludens' own agents play on."
)


_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")
MOST_LISTED = 1000


class _One(Hook):
    """Lets an episode play so many turns, then pauses it."""

    def __init__(self, control: Control, turns: int) -> None:
        self.control, self.left = control, turns

    def on_turn_end(self, moment: Moment) -> None:
        """Count a turn."""
        self.left -= 1
        self.control.pause = self.left <= 0


def make_server(store: Store, settings: Settings) -> MCPServer[Any]:
    """Return the server over a store."""
    server: MCPServer[Any] = MCPServer("ludens", version=__version__, instructions=INSTRUCTIONS)
    house = _House(store, settings)
    for tool in (
        house.list_stories,
        house.list_episodes,
        house.play_story,
        house.type_command,
        house.company_plays,
        house.look,
        house.fork,
        house.read_transcript,
    ):
        server.tool()(_telling(tool))
    return server


def _telling(tool: Callable[_Asked, Awaitable[_Answer]]) -> Callable[_Asked, Awaitable[_Answer]]:
    """Return a tool that tells the assistant why something is refused."""

    @wraps(tool)
    async def told(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Answer:
        try:
            return await tool(*args, **kwargs)
        except LudensError as error:
            raise ToolError(writable(str(error))) from error

    return told


class _House:
    """The tools, each an async method whose docstring the assistant reads."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    async def list_stories(self) -> list[dict[str, str]]:
        """List the stories that can be played."""
        ours = [{"story": one.name, "about": one.blurb} for one in bundled()]
        return [*ours, *({"story": path.stem, "about": str(path)} for path in stories_in())]

    async def list_episodes(self, limit: int = 20) -> list[dict[str, Any]]:
        """List the newest episodes: who played what, how far, and how it ended."""
        return [
            _headline(row) for row in self.store.episodes(limit=max(1, min(limit, MOST_LISTED)))
        ]

    async def play_story(self, story: str | None = None, seed: int | None = None) -> dict[str, Any]:
        """Begin a story (a name from list_stories, or a file) and return its opening.

        Nothing of the story's memory is read but what its text says.
        """
        chosen = {"adventure": {"perception": PerceptionKind.TEXT}}
        settings = load_settings({**chosen, "store": self.settings.store})
        with self.store.entered(new_adventure(settings, story, seed=seed)) as row:
            return self._told(await self._played(row, Adventure(), 1))

    async def type_command(self, episode: str, command: str) -> dict[str, Any]:
        """Type one command into a story and return what it answers, with the score."""
        row = self._adventure(episode)
        line = " ".join(command.split())[:200] or "look"
        game = Adventure(typed={row.turns + 1: HumanPlayer(command=line)})
        return self._told(await self._played(row, game, 1))

    async def company_plays(self, episode: str, turns: int = 10) -> dict[str, Any]:
        """Let Ludens' own agents play on for some turns, and return where that led."""
        row = self._adventure(episode)
        return self._told(await self._played(row, Adventure(), max(1, min(turns, 200))))

    async def look(self, episode: str, turn: int | None = None) -> dict[str, Any]:
        """Show an episode as it was at a turn (by default the last): text, room, ways, hands."""
        return self._told(self.store.episode(episode), turn)

    async def fork(self, episode: str, turn: int) -> dict[str, Any]:
        """Make a new episode that shares another's turns up to one, to be played differently."""
        parent = self.store.episode(episode)
        row = Runner(self.store, game_of(parent)).fork(parent, turn, {})
        return self._told(row)

    async def read_transcript(self, episode: str, last: int = 20) -> str:
        """Return the last turns of a story as they read."""
        row = self._adventure(episode)
        kept = max(0, row.turns - last)
        log = read_events(self.store, Adventure(), row)
        told = (event for line, event in log if line.turn >= kept)
        return "\n".join(transcript(row.subject, told))

    def _adventure(self, name: str) -> EpisodeRow:
        row = self.store.episode(name)
        if row.game != "adventure":
            raise LudensError(
                f"episode {row.id} is a game of {row.game}; only stories are typed to"
            )
        return row

    async def _played(self, row: EpisodeRow, game: Adventure, turns: int) -> EpisodeRow:
        control = Control()
        hooks = Hooks.of([_One(control, turns)])
        return await Runner(self.store, game, hooks, control).play(row)

    def _told(self, row: EpisodeRow, turn: int | None = None) -> dict[str, Any]:
        row = self.store.episode(row.id)
        number = row.turns if turn is None else turn
        state = state_at(self.store, game_of(row), row, number)
        told = {**_headline(row), "turn": number}
        if not isinstance(state, AdventureState):
            return told
        texts = [
            event.text
            for _, event in read_events(self.store, Adventure(), row, turn=number)
            if isinstance(event, TextObserved)
        ]
        world, here = state.map, state.map.here
        return {
            **told,
            "text": "\n\n".join(texts).strip(),
            "score": state.tally.best,
            "room": world.rooms[here].name if here is not None else None,
            "ways": list(world.rooms[here].exits) if here is not None else [],
            "carrying": [state.items.known[item].name for item in state.items.at(INVENTORY)],
        }


def _headline(row: EpisodeRow) -> dict[str, Any]:
    return {
        "episode": row.id,
        "game": row.game,
        "subject": row.subject,
        "model": row.model,
        "turns": row.turns,
        "outcome": row.outcome.value if row.outcome else None,
        "score": row.headline.get("score"),
        "max_score": row.headline.get("max_score"),
    }
