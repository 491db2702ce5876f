"""Nothing that a user can name is without its words: settings, commands, events, hooks, scripts."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "reference"))

import commands  # noqa: E402 - the pages' own modules, as MkDocs imports them
import events  # noqa: E402
import house  # noqa: E402
import http_api  # noqa: E402
import pages  # noqa: E402
import settings  # noqa: E402

import hooks  # noqa: E402
from ludens.episode.hooks import HOOK_METHODS, Hook  # noqa: E402
from ludens.settings import setting_names  # noqa: E402


def test_every_setting_has_its_meaning() -> None:
    told = {each.name: each for each in settings.settings()}
    assert set(told) == set(setting_names())
    places = [
        s
        for place, models in settings.REPEATED.items()
        for m in models
        for s in settings.settings(m, f"{place}.")
    ]
    suite = [s for prefix, model in settings.SUITE for s in settings.suite_settings(model, prefix)]
    assert [
        s.name
        for s in (*told.values(), *places, *suite)
        if not s.meaning and not s.name.endswith(".adapter")
    ] == []


def test_every_command_and_option_has_its_words() -> None:
    silent = []
    for words, command in commands.commands():
        if not command.help:
            silent.append(words)
        for row in filter(None, map(commands._row, command.params)):
            if not row[1]:
                silent.append(f"{words} {row[0]}")
    assert silent == []


def test_every_event_has_its_words() -> None:
    silent = [
        event.type
        for group in events.groups().values()
        for event in group
        if not event.__dict__.get("__doc__")
    ]
    assert silent == []


def test_every_hook_method_has_its_words_and_somebody_calls_it() -> None:
    page = hooks.page()
    for name in HOOK_METHODS:
        assert getattr(Hook, name).__doc__, name
        assert f"`{name}`" in page
    called = {event.hook for group in events.groups().values() for event in group if event.hook}
    assert called <= set(HOOK_METHODS)


def test_every_hook_that_comes_with_ludens_is_told_of() -> None:
    told = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    for name, cls in hooks.hooks():
        assert f"`{name}`" in told
        assert cls.__doc__


def test_every_address_of_the_api_says_what_it_does() -> None:
    for path, methods in http_api.document()["paths"].items():
        for method, said in methods.items():
            assert said.get("description") or said.get("summary"), f"{method} {path}"


def test_the_drawing_shows_every_package_and_no_import_runs_upwards() -> None:
    layers = house.layers()
    place = {name: row for row, names in enumerate(layers) for name in names}
    assert set(place) == set(house.ABOUT)
    packages = {
        p.stem for p in (ROOT / "src/ludens").iterdir() if not p.name.startswith((".", "_"))
    }
    assert packages - {"py"} == set(place)
    counts = house.imports()
    assert all(place[above] < place[below] for above, below in counts)
    drawing = house.drawing()
    assert drawing.count("<path") == len(counts)


def test_every_page_is_written_by_the_code_without_a_gap() -> None:
    for path, make in pages.PAGES.items():
        text = make()
        assert text.strip(), path
        assert not re.search(r"\bNone\b \|", text), path


def test_every_script_of_the_bench_is_named_where_its_figure_stands() -> None:
    told = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    scripts = [path for path in (ROOT / "bench").glob("**/*.py") if _is_script(path)]
    assert scripts
    for path in scripts:
        assert f"`{path.relative_to(ROOT)}" in told, path
    for named in re.findall(r"`(bench/[\w/]+\.py)", told):
        assert (ROOT / named).is_file(), named


def _is_script(path: Path) -> bool:
    return "__main__" in path.read_text(encoding="utf-8")


def test_every_dependency_earns_its_place_in_words_and_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=!~\[;]", each)[0].lower() for each in project["dependencies"]}
    page = (ROOT / "docs" / "design" / "dependencies.md").read_text(encoding="utf-8")
    rows = page.split("By hand")[0].splitlines()
    told = {
        name.strip().lower()
        for row in rows
        if row.startswith("| ") and not row.startswith("| package")
        for name in row.split("|")[1].split(",")
    }
    assert told == wanted


def test_every_page_and_design_note_is_in_the_nav() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert str(page.relative_to(ROOT / "docs")) in nav, page


def test_every_dependency_says_what_it_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "design" / "dependencies.md").read_text(encoding="utf-8").lower()
    rows = [line.split("|") for line in page.splitlines() if line.count("|") == 4]
    for each in project["dependencies"]:
        name = re.split(r"[<>=\[]", each)[0].lower()
        told = [row for row in rows if name in re.split(r"[ ,]+", row[1].strip())]
        assert told, name
        assert told[0][2].strip(), name
        assert told[0][3].strip(), name
