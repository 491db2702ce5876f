"""The games that this house plays, and how an episode of one is entered."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludens.adventure.agents.settings import PlayerKind
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.story_library import find_story
from ludens.episode.errors import LudensError
from ludens.episode.game import Game
from ludens.episode.own_agents import short_name, with_pinned
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, NewEpisode
from ludens.llm.settings import OFFLINE, LLMSettings, RoleClass, is_own
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.settings import Settings, check_settings
from ludens.story.settings import Weighing

if TYPE_CHECKING:
    from ludens.story.corpus.book import Book


class Games(Mapping[str, Game[Any]]):
    """The games by name, each imported when it is asked for: who plays one waits for no other."""

    def __init__(self, **places: str) -> None:
        self._places = places
        self._games: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._games:
            module, _, cls = self._places[name].partition(":")
            self._games[name] = getattr(import_module(module), cls)()
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


GAMES = Games(
    adventure="ludens.adventure.game:Adventure",
    mafia="ludens.mafia.game:Mafia",
    story="ludens.story.game:Story",
)

MOST_SEEDS = 2**31
"""Seeds that are drawn lie below this; any other may be given."""
MOST_SECRET_SEEDS = 2**63
"""The same, where nobody may find out which was drawn."""


def game_of(row: EpisodeRow) -> Game[Any]:
    """Return the game of an episode; raises LudensError for one this version does not have."""
    try:
        return GAMES[row.game]
    except KeyError:
        raise LudensError(
            f"episode {row.id} is a game of {row.game!r}, which this version of Ludens lacks"
        ) from None


def new_adventure(
    settings: Settings, story: StoryFile | str | None = None, *, seed: int | None = None
) -> NewEpisode:
    """Return a new episode of a story: a file, its path, a bundled one's name, or the first one.

    Without a seed one is drawn. Raises StoryRefused when there is no such story.
    """
    settings = with_loop_breaking(_pinned(settings))
    if not isinstance(story, StoryFile):
        story = find_story(story)
    return NewEpisode(
        game="adventure",
        subject=story.name,
        subject_hash=story.sha256,
        subject_content=story.data,
        seed=seed if seed is not None else secrets.randbelow(MOST_SEEDS),
        model=adventurers(settings),
        settings=recorded(settings),
    )


BY_HAND = "human"
"""Who plays an episode that a person plays from its beginning, for lists."""
COMMA = ", "
"""What stands between two who play one episode."""


def as_shown_to_a_person(settings: Settings) -> dict[str, Any]:
    """Return what else is set where a person plays: unless the perception was chosen, what they
    are shown of the world is what the text tells."""
    is_chosen = "perception" in settings.adventure.model_fields_set
    return {} if is_chosen else {"adventure": {"perception": PerceptionKind.TEXT.value}}


def player_after(row: EpisodeRow, changes: Mapping[str, Any]) -> str | None:
    """Return who plays an episode once its settings are changed; None: as before."""
    is_kept = (
        not {"llm", "mafia"} & changes.keys()
        and "player" not in changes.get("adventure", {})
        and "weighing" not in changes.get("story", {})
    )
    if is_kept:
        return None
    return players_named(row.game, merged(row.settings, dict(changes)))


def players_named(game: str, settings: Mapping[str, Any]) -> str:
    """Return who plays a game by its settings, for lists."""
    named_by = {"adventure": adventurers, "mafia": table_names, "story": storytellers}
    names = named_by.get(game, model_names)
    return names(Settings.model_validate(settings))


def players_told(row: EpisodeRow) -> list[str]:
    """Return everybody who plays or played an episode, in the order of their names.

    Whoever took over is one of them, and so is the company to whom a person left it.
    """
    names = set(row.model.split(COMMA))
    decided = row.headline.get("decided_by", ())
    if "human" in decided:
        names.add(BY_HAND)
    if row.model == BY_HAND and "company" in decided:
        names.update(players_named(row.game, row.settings).split(COMMA))
    return sorted(names)


def new_table(settings: Settings, *, seed: int | None = None) -> NewEpisode:
    """Return a new game of Mafia. Without a seed one is drawn.

    Where a person sits the seed is drawn from so many that nobody can try them all: it would tell
    who was dealt what.
    """
    settings = _pinned(settings)
    table = settings.mafia
    chairs = [table.chair(seat) for seat in range(table.seats)]
    drawn = secrets.randbelow(MOST_SECRET_SEEDS if Chair.HUMAN in chairs else MOST_SEEDS)
    return NewEpisode(
        game="mafia",
        subject=f"table of {table.seats}",
        seed=seed if seed is not None else drawn,
        model=table_names(settings),
        settings=settings.model_dump(mode="json", include={"limits", "llm", "mafia"}),
    )


def new_story(
    settings: Settings, corpus: Book | str | None = None, *, seed: int | None = None
) -> NewEpisode:
    """Return a new game inside a book: one that was read, a path, a bundled tale's name, or the
    first tale.

    Without a seed one is drawn. Raises CorpusRefusedError when there is no such book.
    """
    from ludens.story.library import find_book  # noqa: PLC0415 - it brings the readers of files

    book = find_book(corpus) if corpus is None or isinstance(corpus, str) else corpus
    return NewEpisode(
        game="story",
        subject=book.title,
        subject_hash=book.sha256,
        subject_content=book.to_bytes(),
        seed=seed if seed is not None else secrets.randbelow(MOST_SEEDS),
        model=storytellers(settings),
        settings=settings.model_dump(mode="json", include={"limits", "llm", "story"}),
    )


def table_names(settings: Settings) -> str:
    """Return who plays at a table, for lists: each once, in the order of their names."""
    table = settings.mafia
    names = [player_of(table, settings.llm, seat) for seat in range(table.seats)]
    return COMMA.join(sorted(set(names)))


def player_of(table: MafiaSettings, llm: LLMSettings, seat: int) -> str:
    """Return who plays a seat: `human`, `random`, `offline`, or its models."""
    from ludens.mafia.seating import seat_role  # noqa: PLC0415 - it brings every player

    chair = table.chair(seat)
    if chair is not Chair.MODEL:
        return chair.value
    chosen = llm.role(seat_role(seat), RoleClass.DECIDER).models or ()
    return " or ".join(short_name(name) for name in chosen)


def adventurers(settings: Settings) -> str:
    """Return who plays a story, for lists: as `model_names`, or the baseline that plays alone."""
    match settings.adventure.player.kind:
        case PlayerKind.RANDOM:
            return PlayerKind.RANDOM.value
        case PlayerKind.BARE:
            return f"{PlayerKind.BARE.value}:{model_names(settings)}"
        case _:
            return model_names(settings)


def storytellers(settings: Settings) -> str:
    """Return who plays in a book, for lists: as `model_names`, or what referees instead of it."""
    names = model_names(settings)
    weighing = settings.story.weighing
    return weighing.value if names == OFFLINE and weighing is not Weighing.EVIDENCE else names


def model_names(settings: Settings) -> str:
    """Return who plays, for lists: the models that the settings name, or `offline`."""
    chosen = [
        short_name(name) for role in settings.llm.models.values() for name in role.models or ()
    ]
    return COMMA.join(dict.fromkeys(chosen)) or OFFLINE


def _pinned(settings: Settings) -> Settings:
    """Return the settings with the source of every agent of a user's own."""
    return settings.model_copy(update={"llm": with_pinned(settings.llm)})


def with_loop_breaking(settings: Settings) -> Settings:
    """Return the settings with loop-breaking's preset chosen by who plays, where none is set."""
    from ludens.adventure.agents.player import PLAYER  # noqa: PLC0415 - it brings the whole state

    names = settings.llm.role(PLAYER, RoleClass.DECIDER).models or ()
    is_model = any(name != OFFLINE and not is_own(name) for name in names)
    stuck = settings.adventure.stuck.for_player(is_model=is_model)
    adventure = settings.adventure.model_copy(update={"stuck": stuck})
    return settings.model_copy(update={"adventure": adventure})


def recorded(settings: Settings) -> dict[str, Any]:
    """Return what an episode records of the settings: all that decides what follows.

    Raises SettingsError where they have been changed into some that do not go together.
    """
    kept = settings.model_dump(mode="json", include={"limits", "adventure", "llm"})
    check_settings(kept)
    return kept
