"""What comes from a file is data: whole or refused, and never power."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

import launching
from ludens.adventure.transcript import transcript
from ludens.cli.summary import summary
from ludens.episode.calls import calls_of
from ludens.episode.checking import check_episode
from ludens.episode.errors import LudensError, TransferError
from ludens.episode.history import read_events, state_at
from ludens.episode.settings import Whose
from ludens.episode.store import Store
from ludens.episode.transfer import export_lines, import_lines
from ludens.games import GAMES
from ludens.owning import imported_settings, reaching, settings_to_go_on
from ludens.settings import Settings, setting_names
from promises.test_hooks_and_signals import environment

Lines = list[dict[str, Any]]


@pytest.fixture(scope="session")
def exported(played: Path) -> list[list[str]]:
    store = Store.open(str(played))
    made = [list(export_lines(store, row, GAMES)) for row in store.episodes()]
    store.close()
    return made


@pytest.fixture
def files(exported: list[list[str]]) -> list[Lines]:
    """What is exported of each episode; the test may change it."""
    return [[json.loads(line) for line in lines] for lines in exported]


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Iterator[Store]:
    """A store with what may not be harmed."""
    shutil.copy(played, tmp_path / "store.db")
    opened = Store.open(str(tmp_path / "store.db"))
    yield opened
    opened.close()


def signed(lines: Lines) -> list[str]:
    """Return a file that says of itself what is true of it, whatever was done to its lines."""
    body = [json.dumps(line) for line in lines if "end" not in line]
    counts = dict.fromkeys(("blob", "event", "snapshot", "call", "lost"), 0)
    for line in lines:
        kind = next(iter(line), "")
        if kind in counts:
            counts[kind] += 1
    digest = hashlib.sha256("".join(line + "\n" for line in body).encode()).hexdigest()
    return [*body, json.dumps({"end": {"lines": counts, "sha256": digest}})]


def renamed(lines: Lines, name: str) -> Lines:
    head = {**lines[0], "episode": {**lines[0]["episode"], "id": name}}
    return [head, *lines[1:]]


def bring(store: Store, lines: list[str]) -> str:
    return import_lines(store, lines, GAMES, check=imported_settings)


# Whole or refused


def test_a_file_that_lacks_any_line_is_refused(store: Store, files: list[Lines]) -> None:
    before = [row.id for row in store.episodes()]
    for lines in files:
        whole = [json.dumps(line) for line in renamed(lines, "whole")]
        for gone in {1, 2, len(whole) // 2, len(whole) - 2, len(whole) - 1}:
            with pytest.raises(TransferError):
                bring(store, [*whole[:gone], *whole[gone + 1 :]])
            with pytest.raises(TransferError):
                bring(store, whole[:gone])
    assert [row.id for row in store.episodes()] == before


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800"])
def test_a_text_that_no_store_can_keep_is_refused(
    store: Store, files: list[Lines], escape: str
) -> None:
    for lines in files:
        line = next(line for line in lines if line.get("event", {}).get("turn") == 1)
        changed = re.sub(r'": ?"', lambda found: found[0] + escape, line["event"]["data"])
        assert changed != line["event"]["data"]
        line["event"] = {**line["event"], "data": changed}
        with pytest.raises(TransferError):
            bring(store, signed(renamed(lines, "evil")))


@pytest.mark.parametrize("said", [{"id": "last"}, {"subject": "../../another story"}])
def test_a_header_that_passes_for_something_else_is_refused(
    store: Store, files: list[Lines], said: dict[str, str]
) -> None:
    for lines in files:
        head = {**lines[0], "episode": {**lines[0]["episode"], "id": "another", **said}}
        with pytest.raises(TransferError):
            bring(store, signed([head, *lines[1:]]))


IMPOSSIBLE = {
    "role_dealt": [{"role": "nobody"}, {"seat": -1}, {"seat": 99}],
    "exit_seen": [{"direction": ""}],
    "score_change": [{"score": 10**400}, {"score": 1 << 63}],
}


@pytest.mark.parametrize("type_", list(IMPOSSIBLE))
def test_an_event_that_cannot_have_happened_is_refused(
    store: Store, files: list[Lines], type_: str
) -> None:
    found = 0
    for lines in files:
        for at, line in enumerate(lines):
            if line.get("event", {}).get("type") == type_:
                found += 1
                for changes in IMPOSSIBLE[type_]:
                    data = json.dumps({**json.loads(line["event"]["data"]), **changes})
                    changed = {"event": {**line["event"], "data": data}}
                    with pytest.raises(TransferError, match="happened"):
                        bring(
                            store, signed(renamed([*lines[:at], changed, *lines[at + 1 :]], "evil"))
                        )
                break
    assert found


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_a_number_that_is_none_is_refused(store: Store, files: list[Lines], number: str) -> None:
    def put(document: str, name: str) -> str:
        return json.dumps({**json.loads(document), name: "@"}).replace('"@"', number)

    head = files[0][0]["episode"]
    changed = {**head, "id": "evil", "settings": put(head["settings"], "seed")}
    with pytest.raises(TransferError, match=r"number that no store keeps|are no JSON"):
        bring(store, signed([{**files[0][0], "episode": changed}, *files[0][1:]]))
    for lines in files:
        for at, line in enumerate(lines):
            kind = next(iter(line))
            if kind == "call" or line[kind].get("type") == "episode_started":
                name = {"call": "request", "event": "data"}[kind]
                values = {**line[kind], name: put(line[kind][name], "seed")}
                odd = [*lines[:at], {kind: values}, *lines[at + 1 :]]
                with pytest.raises(TransferError, match=r"happened|been made"):
                    bring(store, signed(renamed(odd, "evil")))


def test_the_setting_that_no_episode_records_is_named(store: Store, files: list[Lines]) -> None:
    lines = renamed(files[0], "evil")
    settings = {**json.loads(lines[0]["episode"]["settings"]), "hooks": ["x:Y"]}
    head = {**lines[0], "episode": {**lines[0]["episode"], "settings": json.dumps(settings)}}
    with pytest.raises(TransferError, match="records no setting 'hooks'"):
        bring(store, signed([head, *lines[1:]]))


def test_a_file_is_the_same_whatever_variables_one_has(
    store: Store, files: list[Lines], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    lines = [line for line in renamed(files[0], "azure") if "end" not in line]
    head, started = lines[0]["episode"], next(line["event"] for line in lines if "event" in line)
    settings = json.loads(head["settings"])
    settings["llm"]["models"] = {"default": {"models": ["azure/x"]}}
    settings["llm"].get("providers", {}).pop("azure", None)
    head["settings"] = json.dumps(settings)
    started["data"] = json.dumps({**json.loads(started["data"]), "settings": settings})
    assert import_lines(store, signed(lines), GAMES, check=imported_settings) == "azure"


# Never power


def _choices(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _choices(inner, f"{name}.{key}" if name else key)
    else:
        yield f"{name}={value}"


@pytest.mark.parametrize("game", list(GAMES))
def test_an_imported_episode_chooses_no_server_key_path_or_hook(store: Store, game: str) -> None:
    row = next(row for row in store.episodes() if row.game == game)
    evil = "http://203.0.113.9/v1"
    recorded: dict[str, Any] = {
        **row.settings,
        "hooks": ["os:system"],
        "store": "/etc/passwd",
        "limits": {"turns": 9, "cost": None},
    }
    recorded["llm"] = {
        **row.settings["llm"],
        "models": {"default": {"models": ["compatible/m"]}},
        "providers": {
            "compatible": {"adapter": "compatible", "base_url": evil, "key_env": "SECRET"},
            "openai": {"adapter": "openai", "base_url": evil, "key_env": "AWS_SECRET"},
        },
    }
    for name in setting_names():
        path = name.split(".")
        is_power = path[-1].endswith(("url", "key_env", "folder", "_model"))
        if is_power and path[-1] != "by_model" and path[0] != "llm":
            target = recorded
            for part in path[:-1]:
                target = target.setdefault(part, {})
            target[path[-1]] = evil
    own = Settings.model_validate({"limits": {"cost": "2"}})
    settings, told = settings_to_go_on(row, recorded, own)
    mine = own.model_dump(mode="json")
    assert settings["llm"]["providers"] == mine["llm"]["providers"]
    assert settings["limits"]["cost"] == "2"
    assert settings["limits"]["turns"] == 9
    assert not [choice for choice in _choices(settings) if "203.0.113" in choice]
    assert settings.keys() <= {"limits", "llm", game}
    assert any(each.theirs == evil for each in told)


class _Section(BaseModel):
    folder: str | None = None


class _Settings(BaseModel):
    size: Annotated[int, Field(ge=0)] | None = None
    choice: Whose | Literal["a", "b"] = "a"
    pairs: dict[str, tuple[int, ...]] = {}
    words: Annotated[tuple[str, ...], Whose.EPISODES] = ()
    keeps: Annotated[bool, Whose.PERSONS] = False
    section: _Section = _Section()
    sections: tuple[_Section, ...] = ()
    anything: Any = None


def test_a_setting_whose_type_may_name_anything_is_the_person_s_own_unless_it_says_not() -> None:
    own = ["pairs", "keeps", "section", "sections", "anything"]
    assert list(reaching(_Settings, "new")) == [f"new.{name}" for name in own]


def test_an_imported_episode_opens_no_file_as_a_model(store: Store) -> None:
    row = store.episodes()[0]
    for name in ("/etc/passwd", "../../key.gguf"):
        wanted = {"llm": {"models": {"default": {"models": [f"embedded/{name}"]}}}}
        with pytest.raises(LudensError, match="not in your folder of models"):
            settings_to_go_on(row, wanted, Settings())


def test_the_server_that_a_person_names_for_a_fork_is_asked_and_never_passes_for_the_file_s(
    store: Store, files: list[Lines], model_url: str, tmp_path: Path
) -> None:
    lines = next(each for each in files if each[0]["episode"]["game"] == "adventure")
    bring(store, signed(renamed(lines, "stranger")))
    asks = f"llm.providers.compatible.base_url={model_url}"
    place = ["--store", str(tmp_path / "store.db"), "--json"]
    fork = ["fork", "stranger", "--turn", "2", "--max-turns", "3", *place]
    sets = ["--set", asks, "--model", "compatible/m"]
    done = launching.run([*fork, *sets], cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert model_url not in done.stderr
    row = store.episode(json.loads(done.stdout)["episode"])
    assert list(calls_of(store, row.id))
    assert "compatible/m" in json.dumps(row.settings["llm"]["models"])
    assert model_url not in json.dumps(row.settings)
    again = ["fork", row.id, "--turn", "3", "--max-turns", "3", "--model", "offline", *place]
    done = launching.run(again, cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert model_url not in done.stderr


# Hostile files

DEEP: Any = 0
for _ in range(900):
    DEEP = [DEEP]
NASTY: list[Any] = [
    None, True, -1, 0, 2**31, 2**63, 2**200, -(2**70), 1e308, 0.5, "", "\x1b[2J\x07", "\ud800",
    "\x00", "a" * 70_000, "[red]", "../../etc/passwd", "../x", "null", "{}", "[]", [], {}, [[]],
    {"base64": "!"}, {"base64": ""}, {"blob": "00"}, {"text": {"blob": "zz"}}, DEEP, "1e999", "NaN",
    "9" * 5000,
    '{"a":' * 500, "victory", "failed", "lxxxxxxx", 1e300, "\u202e", "'; DROP TABLE call",
]  # fmt: skip
BOMB = base64.b64encode(zlib.compress(b"\0" * 80_000_000, 9)).decode()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(min(len(value), 5)):
            yield from places(value[number], (*path, number))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    key = path[0]
    if isinstance(value, dict):
        return {**value, key: put(value[key], path[1:], new)}
    return [put(v, path[1:], new) if i == key else v for i, v in enumerate(value)]


def mangled(lines: Lines, dice: Random) -> Lines:
    """Return a file with one thing in it that is hostile, its checksum right all the same."""
    lines = [line for line in lines if "end" not in line]
    match dice.randrange(8):
        case 0:
            del lines[dice.randrange(1, len(lines))]
        case 1:
            lines.insert(dice.randrange(1, len(lines)), dice.choice(lines[1:]))
        case 2:
            a, b = dice.randrange(1, len(lines)), dice.randrange(1, len(lines))
            lines[a], lines[b] = lines[b], lines[a]
        case 3:
            lines.append({"blob": {"hash": lines[1].get("blob", {}).get("hash"), "codec": "zlib",
                                   "data": {"base64": BOMB}}})  # fmt: skip
        case 4 | 5:  # inside the JSON that stands in a column
            number = dice.choice([i for i, line in enumerate(lines) if "event" in line])
            data = json.loads(lines[number]["event"]["data"])
            data = put(data, dice.choice(list(places(data))), dice.choice(NASTY))
            lines[number] = put(lines[number], ("event", "data"), json.dumps(data))
        case _:
            number = dice.choice([0, dice.randrange(len(lines)), dice.randrange(len(lines))])
            path = dice.choice(list(places(lines[number]))[1:])
            lines[number] = put(lines[number], path, dice.choice(NASTY))
    return lines


def _attacked(store: Store, files: list[Lines], seed: int) -> None:
    dice = Random(seed)
    kept = {row.id: len(store.events(row.id)) for row in store.episodes()}
    lines = mangled(renamed(dice.choice(files), "hostile"), dice)
    try:
        identity = bring(store, signed(lines))
    except TransferError as refusal:
        assert len(str(refusal)) < 500
        identity = None
    except UnicodeEncodeError:  # the test's own: JSON cannot hold it
        return
    rows = store.episodes()
    assert store.unreadable() == {}
    assert {row.id: len(store.events(row.id)) for row in rows if row.id in kept} == kept
    if identity is None or identity in kept:
        assert len(rows) == len(kept)
        return
    row = store.episode(identity)
    assert check_episode(store, GAMES, row.id) == []
    assert json.loads(json.dumps(summary(store, row), default=str))
    for turn in {0, row.turns}:
        state_at(store, GAMES[row.game], row, turn)
    log = read_events(store, GAMES[row.game], row)
    if row.game == "adventure":
        assert list(transcript(row.subject, (event for _, event in log)))
    assert list(export_lines(store, row, GAMES))


@pytest.mark.parametrize("seed", range(24))
def test_a_hostile_file_is_refused_in_one_line_or_harmless(
    store: Store, files: list[Lines], seed: int
) -> None:
    _attacked(store, files, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_five_hundred_hostile_files(store: Store, files: list[Lines], seed: int) -> None:
    _attacked(store, files, seed)


def test_an_import_that_has_spent_what_one_allows_plays_no_turn_more(tmp_path: Path) -> None:
    file, here, there = (str(tmp_path / name) for name in ("table.jsonl", "here.db", "there.db"))
    environment = {**os.environ, "HOME": str(tmp_path)}

    def ludens(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return launching.run(words, cwd=tmp_path, env={**environment, **more})

    assert ludens("mafia", "--max-turns", "5", "--store", here).returncode == 0
    assert ludens("export", "last", "-o", file, "--store", here).returncode == 0
    assert ludens("import", file, "--store", there).returncode == 0
    words = ("resume", "last", "--max-turns", "9", "--json", "--store", there)
    refused = ludens(*words, LUDENS_LIMITS__SECONDS="0.000001")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "limit of 1e-06 seconds was reached: lift it" in refused.stderr
    allowed = ludens(*words)
    assert json.loads(allowed.stdout)["turns"] == 9, allowed.stderr
