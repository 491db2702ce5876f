"""`ludens play`: a new episode of a story."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludens.adventure.settings import Engine, PerceptionKind
from ludens.bench.lineups import chosen_players
from ludens.cli.browser import is_watched, open_page
from ludens.cli.console import out
from ludens.cli.ending import wait_for_signal
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    end_with,
    opened_store,
    play_episode,
    print_json,
    settings_in_force,
    without_none,
)
from ludens.cli.summary import summary
from ludens.cli.terminal import TerminalView, print_ending
from ludens.episode.calls import usage
from ludens.episode.control import Control
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.games import BY_HAND, as_shown_to_a_person, new_adventure, recorded
from ludens.owning import own_settings
from ludens.settings import Settings

if TYPE_CHECKING:
    from ludens.cli.adventure_person import TerminalHand

MaxTurns = Annotated[
    int | None, typer.Option("--max-turns", min=1, help="End the episode after this many turns.")
]
Model = Annotated[
    str | None, typer.Option("--model", help="Who plays: offline, random, or provider/model.")
]
Perception = Annotated[
    PerceptionKind | None,
    typer.Option("--perception", help="state: the machine's memory is read too; text: fair play."),
]


Agent = Annotated[
    str | None,
    typer.Option("--agent", help="A player of your own: FILE.py, FILE.py:Class or module:Class."),
]


Searches = Annotated[
    bool | None,
    typer.Option(
        "--search/--no-search",
        help="Try commands on snapshots before typing: what is done where no model plays.",
    ),
]
SHOWN_TURNS, SHOWN_STEPS = 300, 20_000
"""Turns and steps of search of the bundled story that is shown to whoever names none: from nothing
installed to the end of this game is to take 90 s (docs/figures.md)."""


def with_search(
    settings: Settings, new: NewEpisode, search: bool | None, *, named: bool
) -> Settings | None:
    """Return the settings with search switched as it is to be; None: as they are.

    A company without a model searches, unless the person or their settings say otherwise; and
    where no story is `named` it shows the bundled one for as long as a first look takes.
    """
    chosen = settings.adventure.search
    by_default = (
        new.model == "offline"
        and settings.adventure.engine is Engine.JERICHO
        and "enabled" not in chosen.model_fields_set
    )
    if search is None and not by_default:
        return None
    changes: dict[str, Any] = {"enabled": search is not False}
    if by_default and not named and "turns" not in settings.limits.model_fields_set:
        if "budget" not in chosen.model_fields_set:
            changes["budget"] = SHOWN_STEPS
        limits = settings.limits.model_copy(update={"turns": SHOWN_TURNS})
        settings = settings.model_copy(update={"limits": limits})
    adventure = settings.adventure.model_copy(update={"search": chosen.model_copy(update=changes)})
    return settings.model_copy(update={"adventure": adventure})


def play(
    story: Annotated[
        str | None, typer.Argument(help="A story file, or the name of a bundled story.")
    ] = None,
    model: Model = None,
    agent: Agent = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same episode.")
    ] = None,
    max_turns: MaxTurns = None,
    perception: Perception = None,
    engine: Annotated[Engine | None, typer.Option("--engine", help="The interpreter.")] = None,
    human: Annotated[
        bool,
        typer.Option("--human", help="You play: type here or on the page; /hint asks the company."),
    ] = False,
    search: Searches = None,
    no_web: Annotated[bool, typer.Option("--no-web", help="Do not open the page.")] = False,
    sets: SetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Play a story with the company, from its beginning."""
    flags = {
        "limits": {"turns": max_turns},
        "adventure": {"perception": perception, "engine": engine},
    }
    flags = merged(without_none(flags), chosen_players("adventure", model, agent))
    flags = merged(flags, assignments(sets))
    settings = settings_in_force(flags, store=store, config=config)
    if human:
        flags = merged(as_shown_to_a_person(settings), flags)
        settings = settings_in_force(flags, store=store, config=config)
    new = new_adventure(settings, story, seed=seed)
    if human:
        new = replace(new, model=BY_HAND)
    switched = with_search(settings, new, search, named=story is not None)
    if switched is not None:
        settings = switched
        new = replace(new, settings=recorded(settings))
    searched = settings.adventure.search
    if searched.enabled and not json:
        out.print(
            f"It may try {searched.budget:,} commands on snapshots before it types, and begins "
            f"with up to {min(searched.slice, searched.budget):,}; --no-search plays without.",
            style="dim",
        )
    from ludens.adventure.lessons.carrying import with_lessons  # noqa: PLC0415 - it brings the game

    with opened_store(settings) as opened, opened.entered(with_lessons(opened, new)) as row:
        hand = hand_of(opened, row, settings) if human else None
        if no_web or json or not is_watched():
            watch(opened, settings, row, json=json, hand=hand)
            return
        with page_beside(opened, settings, row, config):
            watch(opened, settings, row, json=False, hand=hand)


@contextmanager
def page_beside(
    store: Store, settings: Settings, row: EpisodeRow, config: Path | None
) -> Iterator[None]:
    """Show the episode on its page for as long as the block lasts.

    When the episode has ended, the page stays until Ctrl-C or SIGTERM. Whoever left the game
    before its end has left the page as well: one signal ends the process.
    """
    # Imported here because FastAPI takes half a second that --no-web does not need.
    from ludens.web.page import NOT_BUILT, is_built  # noqa: PLC0415
    from ludens.web.security import Access  # noqa: PLC0415
    from ludens.web.serving import served_beside  # noqa: PLC0415

    if not is_built():
        out.print(NOT_BUILT.strip(), style="dim")
        yield
        return
    with served_beside(settings, config) as address:
        url = address.url(Access(), f"/episodes/{row.id}")
        out.print(f"Watch it at {url}", style="dim")
        open_page(url)
        yield
        if store.episode(row.id).outcome is not None:
            out.print(f"The page stays at {url} until you press Ctrl-C.", style="dim")
            wait_for_signal()


def hand_of(store: Store, row: EpisodeRow, settings: Settings) -> TerminalHand:
    """Return who types at this terminal; only they need the company, which they may ask."""
    from ludens.cli.adventure_person import TerminalHand  # noqa: PLC0415

    return TerminalHand(store, row.id, partial(own_settings, settings, tell=None))


def watch(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    json: bool,
    control: Control | None = None,
    hand: TerminalHand | None = None,
) -> None:
    """Play an episode in front of the user: transcript and ending, or one JSON object."""
    if row.game == "mafia":
        from ludens.cli.mafia import watch_table  # noqa: PLC0415 - it brings the whole table

        watch_table(store, settings, row, changes=changes, json=json, control=control)
        return
    if row.game == "story":
        from ludens.cli.story import watch_story  # noqa: PLC0415 - it brings the whole reader

        watch_story(store, settings, row, changes=changes, json=json, control=control)
        return
    if json:
        played = play_episode(store, settings, row, changes=changes, control=control)
        print_json(summary(store, played))
        end_with(played)
        return
    with TerminalView(out, row, by_hand=hand is not None) as view:
        if hand is not None:
            control = hand.begin()
        control = control or Control(listens=True, on_hold=view.on_hold)
        row = play_episode(store, settings, row, changes=changes, hooks=(view,), control=control)
    print_ending(out, row, usage(store, row.id))
    end_with(row)
