"""`ludens stuck`: where loop-breaking would have acted on a recorded episode."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludens.adventure.settings import AdventureSettings
from ludens.adventure.stuck.analysis import Analysis, analyse
from ludens.cli.console import out
from ludens.cli.house import (
    STORY,
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    chosen,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.episode.calls import calls_of
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events
from ludens.episode.state import merged
from ludens.games import game_of
from ludens.settings import check_settings

MOST_ROOMS = 10
"""Rooms that are listed."""


def stuck(
    episode: EpisodeArgument,
    sets: SetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Replay an episode against loop-breaking: when it was stuck, and what would have been saved.

    The settings are the episode's own, with --set adventure.stuck.NAME=VALUE on top.
    """
    settings = settings_in_force({}, store=store, config=config)
    changes = assignments(sets)
    with opened_store(settings) as opened:
        row = chosen(opened, episode, STORY)
        if row.game != "adventure":
            raise LudensError(f"episode {row.id} is a game of {row.game}; only stories get stuck")
        check_settings(changes)
        recorded = merged(row.settings.get("adventure", {}), changes.get("adventure", {}))
        lines = read_events(opened, game_of(row), row)
        calls = Counter(turn for turn, _ in calls_of(opened, row.id))
    turns = (
        (turn, [event for _, event in group])
        for turn, group in groupby(lines, key=lambda line: line[0].turn)
    )
    found = analyse(turns, AdventureSettings.model_validate(recorded).stuck, dict(calls))
    if json:
        print_json({"episode": row.id, **found.model_dump(mode="json")})
    else:
        out.print(report(row.id, found))


def report(episode: str, found: Analysis) -> RenderableType:
    """Return an analysis as tables for the terminal."""
    parts: list[RenderableType] = [_timeline(found), _rooms(found), _actions(found)]
    if found.termination is None:
        verdict = f"Episode {episode}: {found.turns} turns, never stuck for good."
    else:
        share = found.turns_saved / found.turns if found.turns else 0.0
        verdict = (
            f"Episode {episode}: {found.turns} turns; it would have ended at turn "
            f"{found.termination}, which saves {found.turns_saved} turns ({share:.0%}) and "
            f"{found.calls_saved} model calls."
        )
    return Group(*parts, Text(verdict))


def _timeline(found: Analysis) -> Table:
    table = Table("turn", "score", title="Score", title_justify="left")
    for turn, score in found.scores:
        table.add_row(str(turn), str(score))
    return table


def _rooms(found: Analysis) -> Table:
    table = Table("room", "turns", title="Where the time went", title_justify="left")
    for name, turns in list(found.visits.items())[:MOST_ROOMS]:
        table.add_row(Text(name), str(turns))
    return table


def _actions(found: Analysis) -> Table:
    table = Table("turn", "", "", title="Where loop-breaking acts", title_justify="left")
    for period in found.stuck:
        table.add_row(f"{period.first}-{period.last}", "idle", f"{period.turns} turns, no progress")
    for action in found.actions:
        table.add_row(str(action.turn), action.kind, Text(action.what))
    return table
