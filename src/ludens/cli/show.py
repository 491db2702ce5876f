"""`ludens show`: an episode as it stood at any turn."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ludens.adventure.events import CommandChosen, TextObserved
from ludens.adventure.review.calibration import calibration
from ludens.adventure.state import AdventureState
from ludens.adventure.world.document import map_in_words
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import INVENTORY, Place, in_room
from ludens.cli.console import counted, out
from ludens.cli.house import (
    BEGUN,
    STORY,
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    chosen,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.mafia_view import print_turn
from ludens.cli.story_view import StoryView
from ludens.cli.terminal import in_words
from ludens.episode.calls import usage
from ludens.episode.checking import check_log
from ludens.episode.errors import LudensError
from ludens.episode.events import Event
from ludens.episode.history import read_events, state_at
from ludens.episode.store import EpisodeRow
from ludens.games import game_of
from ludens.mafia.state import MafiaState
from ludens.story.state import StoryState


def show(
    episode: EpisodeArgument,
    turn: Annotated[
        int | None, typer.Option("--turn", min=0, help="The turn; the last one if left out.")
    ] = None,
    drawn: Annotated[bool, typer.Option("--map", help="Draw the map as it was.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Show an episode as it was at a turn: what was said, where the player stood, what it knew."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, STORY if drawn else BEGUN)
        game = game_of(row)
        if drawn and row.game != "adventure":
            raise LudensError(f"episode {row.id} is a game of {row.game}; only stories have a map")
        number = row.turns if turn is None else turn
        check_log(opened, row.id, to_turn=number)
        state = state_at(opened, game, row, number)
        happened = [event for line, event in read_events(opened, game, row, turn=number)]
        used = usage(opened, row.id, to_turn=number)
    if json:
        print_json(
            {
                "episode": row.id,
                "turn": number,
                "turns": row.turns,
                "headline": game.headline(state),
                "events": [{"type": e.type, **e.model_dump(mode="json")} for e in happened],
                "state": state.document(),
            }
        )
        return
    if drawn and isinstance(state, AdventureState):
        out.print(map_in_words(state.map))
        return
    _print(row, number, state, happened)
    if used.calls:
        told = f"{in_words(used)}; ludens calls {row.id} lists them"
        out.print(Text(f"Calls so far: {told}", "dim"), soft_wrap=True)


def _print(row: EpisodeRow, turn: int, state: Any, happened: list[Event]) -> None:
    out.print(Text(f"{row.subject} · episode {row.id} · turn {turn} of {row.turns}", "dim"))
    if isinstance(state, MafiaState):
        print_turn(state, happened)
        return
    if isinstance(state, StoryState):
        StoryView(out).show_turn(state, happened)
        return
    for event in happened:
        match event:
            case CommandChosen():
                out.print(Text(f"> {event.command}", "bold cyan"))
                if event.reasoning:
                    out.print(Text(f"  {event.reasoning}", "dim italic"))
            case TextObserved():
                out.print(Text(event.text.strip()))
    if isinstance(state, AdventureState):
        out.print()
        out.print(_facts(state))


WAYS = {
    ExitStatus.UNEXPLORED: "not yet tried",
    ExitStatus.ASSUMED: "to {to}, not yet walked",
    ExitStatus.EXPLORED: "to {to}",
    ExitStatus.BLOCKED: "blocked: {reason}",
    ExitStatus.CLOSED: "no longer: {reason}",
}


def _names(state: AdventureState, place: Place) -> str:
    return ", ".join(state.items.known[item].name for item in state.items.at(place)) or "nothing"


def _facts(state: AdventureState) -> Table:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    here = state.map.here
    if here is not None:
        room = state.map.rooms[here]
        facts.add_row("Room", f"{room.name} (visits: {room.visits})")
        for direction, way in room.exits.items():
            to = state.map.rooms[way.to].name if way.to else ""
            if way.status is not ExitStatus.ABSENT:
                facts.add_row(f"  {direction}", WAYS[way.status].format(to=to, reason=way.reason))
        facts.add_row("Here", _names(state, in_room(here)))
    facts.add_row("Carrying", _names(state, INVENTORY))
    if state.score is not None:
        facts.add_row("Score", f"{state.score} of {state.max_score or 'unknown'}")
    critic = calibration(state.critic)
    if critic.commands:
        scored = counted(critic.commands, "command")
        facts.add_row("Critic", f"{scored} scored, {critic.refused} refused")
        facts.add_row("  Brier", f"{critic.brier:.3f} (always the mean: {critic.base:.3f})")
        for fifth in critic.buckets:
            said = f"{counted(fifth.commands, 'command')}, {fifth.worth_it:.0%} worth their turn"
            facts.add_row(f"  {fifth.low:.1f} to {fifth.high:.1f}", said)
    return facts
