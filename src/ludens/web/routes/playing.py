"""What a person may do: begin an episode, fork one, hold it, let it step, decide, end it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from fastapi import APIRouter
from pydantic import TypeAdapter, ValidationError

from ludens.adventure.hinting import ask_company
from ludens.episode.control import RequestKind, ask, dropped_request, last_request
from ludens.episode.errors import EpisodeEndedError
from ludens.episode.events import Outcome
from ludens.episode.runner import Runner
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow
from ludens.games import BY_HAND, GAMES, as_shown_to_a_person, game_of, player_after
from ludens.llm.catalogue import list_providers
from ludens.llm.keys import Keys
from ludens.llm.settings import OnModelFailure
from ludens.owning import kept_on_record, models_asked, own_settings
from ludens.settings import (
    Problem,
    Settings,
    SettingsError,
    check_recorded,
    check_settings,
    in_words,
)
from ludens.web.documents import (
    Accepted,
    Changes,
    ControlRequest,
    ForkRequest,
    HintDocument,
    NewEpisodeRequest,
    Seed,
)
from ludens.web.house import House, TheEpisode, TheHouse
from ludens.web.seeing import require_open
from ludens.web.views.registry import view_of

router = APIRouter(tags=["playing"])

WAITING = frozenset({RequestKind.PAUSE, RequestKind.STEP, RequestKind.COMMAND})
"""What is asked of a game that is held before and after."""


@router.post("/episodes", status_code=201)
def begin_episode(house: TheHouse, request: NewEpisodeRequest) -> Accepted:
    """Begin a new episode; a process of its own plays it."""
    if request.game not in GAMES:
        problem = Problem("game", f"one of: {', '.join(GAMES)}")
        raise SettingsError(f"there is no game {request.game!r}", [problem])
    changes = _as_settings(request.game, request.settings)
    if request.by_hand and request.game == "adventure":
        changes = merged(as_shown_to_a_person(house.settings), changes)
    own = house.settings.model_dump(mode="json", include={"limits", "llm", request.game})
    own["llm"] = merged(own["llm"], _waits_for_models(house.settings))
    with _all_told() as wrong:
        with wrong():
            seed = _read_seed(request.seed)
        with wrong():
            settings = check_settings(merged(own, changes))
        with wrong():
            _require_ready(check_settings(merged(own, _models_of(changes))), changes)
    view = view_of(GAMES[request.game])
    house.children.require_place()
    new = view.begin(house.store, settings, request.subject, seed)
    if request.by_hand:
        new = replace(new, model=BY_HAND)
    identity = house.store.create(new)
    hold = request.hold or request.by_hand
    _play(house, house.store.episode(identity), hold=hold, changes={})
    return Accepted(episode=identity)


@router.post("/episodes/{episode}/fork", status_code=201)
def fork_episode(house: TheHouse, row: TheEpisode, request: ForkRequest) -> Accepted:
    """Make a new episode that shares this one's turns, and play it from there."""
    require_open(row)
    changes = _as_settings(row.game, request.settings)
    if changes.get("llm"):
        changes["llm"] = _waits_for_models(house.settings) | changes["llm"]
    with _all_told() as wrong:
        with wrong():
            seed = _read_seed(request.seed)
        with wrong():
            settings = _check(row, changes)
            _require_room(request.turn, settings)
        with wrong():
            _require_ready(_check(row, _models_of(changes)), changes)
    house.children.require_place()
    fork = Runner(house.store, game_of(row)).fork(
        row,
        request.turn,
        kept_on_record(row, changes),
        seed=seed,
        model=player_after(row, changes),
    )
    _play(house, fork, hold=request.hold, changes=changes)
    return Accepted(episode=fork.id)


@router.post("/episodes/{episode}/control", status_code=202)
def control_episode(house: TheHouse, row: TheEpisode, request: ControlRequest) -> Accepted:
    """Ask something of an episode; if nobody plays it, a process begins to."""
    require_open(row)
    payload: dict[str, Any] = {}
    if request.kind is RequestKind.COMMAND:
        payload = view_of(game_of(row)).decision(request.decision)
    changes = _as_settings(row.game, request.settings)
    if row.outcome not in (None, Outcome.LIMIT, Outcome.STOPPED):
        raise EpisodeEndedError(
            f"the episode has ended: {row.reason}; fork it from an earlier turn"
        )
    if row.outcome is not None:
        house.children.let_end(row.id, row.updated)
    elif request.now and house.children.drop_turn(row.id):
        row = house.store.episode(row.id)
    if row.status == "playing" or house.children.is_playing(row.id):
        ask(house.store, row.id, request.kind, payload)
        return Accepted(episode=row.id)
    settings = _check(row, changes)
    _require_room(row.turns, settings)
    house.children.require_place()
    before = last_request(house.store, row.id)
    is_held = request.kind is RequestKind.PAUSE and bool(changes)
    is_tried_again = is_held or request.kind is RequestKind.RESUME
    dropped = dropped_request(house.store, row) if is_tried_again else None
    if dropped is not None:  # what a person decided is done first, and then the game is theirs
        before = dropped - 1
    elif request.kind in WAITING:
        ask(house.store, row.id, RequestKind.PAUSE)
    if dropped is None and request.kind is not RequestKind.PAUSE:
        ask(house.store, row.id, request.kind, payload)
    house.children.play(row.id, orders_from=before, changes=changes)
    return Accepted(episode=row.id)


@router.post("/episodes/{episode}/hint")
def ask_for_a_hint(house: TheHouse, row: TheEpisode) -> HintDocument:
    """Return what the company would type now; nothing of it touches the game."""
    require_open(row)
    own = partial(own_settings, house.settings, tell=None)
    hint = asyncio.run(ask_company(house.store, row, own))
    return HintDocument(**asdict(hint))


def _waits_for_models(settings: Settings) -> dict[str, Any]:
    """Return what is done where a model fails, unless that was set: somebody watches, so the game
    rests until they say what is to be done, and no rules race through the story instead."""
    is_set = "on_model_failure" in settings.llm.model_fields_set
    return {} if is_set else {"on_model_failure": OnModelFailure.PAUSE}


def _play(house: House, row: EpisodeRow, *, hold: bool, changes: dict[str, Any]) -> None:
    before = last_request(house.store, row.id)
    if hold:
        ask(house.store, row.id, RequestKind.PAUSE)
    house.children.play(row.id, orders_from=before, changes=changes)


def _as_settings(game: str, changes: Changes) -> dict[str, Any]:
    """Return the changes as they stand in a settings file."""
    llm: dict[str, Any] = {"models": changes.models} if changes.models else {}
    if changes.on_model_failure is not None:
        llm["on_model_failure"] = changes.on_model_failure
    sections = {"limits": changes.limits, game: changes.game, "llm": llm}
    return {name: values for name, values in sections.items() if values}


def _models_of(changes: dict[str, Any]) -> dict[str, Any]:
    """Return who plays, by itself: what is wrong with it is told beside what else is wrong."""
    return {"llm": changes["llm"]} if "llm" in changes else {}


def _check(row: EpisodeRow, changes: dict[str, Any]) -> Settings:
    """Return an episode's settings with changes over them; raises SettingsError."""
    return check_recorded(merged(row.settings, changes))


@contextmanager
def _all_told() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Give what notes the problems of each check; raise one error for all of them in the end."""
    found: list[SettingsError] = []

    @contextmanager
    def noted() -> Iterator[None]:
        try:
            yield
        except SettingsError as error:
            found.append(error)

    yield noted
    if found:
        raise SettingsError(str(found[0]), [each for one in found for each in one.problems])


def _read_seed(seed: object) -> int | None:
    try:
        return _SEED.validate_python(seed)
    except ValidationError as error:
        message = in_words(error.errors()[0]["msg"])
        raise SettingsError(f"seed: {message}", [Problem("seed", message)]) from None


_SEED: TypeAdapter[int | None] = TypeAdapter(Seed | None)


def _require_ready(settings: Settings, changes: dict[str, Any]) -> None:
    """Refuse models that a person named and that cannot be asked from here."""
    providers = {each.name: each for each in list_providers(settings.llm, Keys())}
    for model in models_asked(changes):
        provider = providers.get(model.partition("/")[0])
        if provider is None:  # one of the user's own
            message = f"{model} is named on the command line only"
        elif not provider.is_installed:
            message = f"{provider.name} needs its package: {provider.install}"
        elif not provider.is_ready:
            message = (
                f"{provider.name} needs its key in {provider.key_env}, in .env or where this "
                "server was started"
            )
        else:
            continue
        raise SettingsError(message, [Problem("llm.models.default", message)])


def _require_room(turn: int, settings: Settings) -> None:
    """Refuse to go on from a turn if that would end at once."""
    most = settings.limits.turns
    if most is not None and turn >= most:
        problem = Problem("limits.turns", f"give a number above {turn}")
        raise SettingsError(
            f"at turn {turn} the limit of {most} turns is reached; raise limits.turns", [problem]
        )
