"""`ludens replay`: play a recorded episode again, and see that it comes out the same."""

from __future__ import annotations

import tempfile
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from ludens.cli.console import out
from ludens.cli.house import (
    BEGUN,
    ConfigOption,
    EpisodeArgument,
    JsonOption,
    StoreOption,
    chosen,
    opened_store,
    play_episode,
    print_json,
    require_own_game,
    settings_in_force,
)
from ludens.episode.calls import calls_of
from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeForked, EpisodeReopened
from ludens.episode.history import read_events
from ludens.episode.replaying import OpenToTheOutside, as_new, first_difference, stretches
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import game_of
from ludens.llm.cassettes import Cassette


class ReplayDiffersError(LudensError):
    """The episode did not come out the same."""


class ReplayFailedError(LudensError):
    """The episode cannot be played again."""


def replay(
    episode: EpisodeArgument,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no provider: answer from the record alone.")
    ] = True,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play an episode again from its record, with no provider; fail where it differs."""
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened, tempfile.TemporaryDirectory() as folder:
        row = chosen(opened, episode, BEGUN)
        recorded = opened.events(row.id)  # of one moment: it may be played on meanwhile
        turns = groupby(calls_of(opened, row.id), key=lambda pair: pair[0])
        cassette = Cassette.from_turns([call for _, call in calls] for _, calls in turns)
        require_own_game(row)
        scratch = Store.open(str(Path(folder) / "replay.db"))
        again = row
        try:
            again = scratch.episode(scratch.create(as_new(opened, row)))
            quiet = settings.model_copy(update={"hooks": ()})
            game = game_of(row)
            if isinstance(game, OpenToTheOutside):
                log = read_events(opened, game, row)
                game = game.as_recorded([(line.turn, event) for line, event in log])
            for stretch in stretches(recorded):
                opening = stretch.opening
                changes = None
                if isinstance(opening, EpisodeForked):
                    runner = Runner(scratch, game)
                    again = runner.fork(again, again.turns, opening.changes, seed=opening.seed)
                elif isinstance(opening, EpisodeReopened):
                    changes = opening.changes
                again = play_episode(
                    scratch,
                    quiet,
                    again,
                    changes=changes,
                    cassette=cassette,
                    game=game,
                    until=stretch.until,
                )
            difference = first_difference(recorded, scratch.events(again.id), game)
        except LudensError as error:  # what is played is a copy, and goes by a name of its own
            raise ReplayFailedError(str(error).replace(again.id, row.id)) from error
        finally:
            scratch.close()
    if difference is not None:
        raise ReplayDiffersError(difference)
    if json:
        print_json({"episode": row.id, "turns": again.turns, "same": True})
    else:
        out.print(f"Episode {row.id}: {again.turns} turns played again, every event the same.")
