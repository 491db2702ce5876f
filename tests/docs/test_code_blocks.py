"""Every block of code in the docs does what it says: shell, Python, TOML, SQL.

Shell blocks are run line by line, offline, in a folder of their own. A block that cannot be run
here says what it needs in a comment before it (`<!-- needs: a key -->`); its commands and options
are looked up all the same.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from docs.blocks import PAGES, ROOT, Block, blocks, commands
from docs.shell import NotACommand, Place, check, filled_in
from llm.harness import KEY
from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from ludens.bench.suite import Suite
from ludens.settings import SettingsError, check_settings
from promises.model import anything

BLOCKS = [block for page in PAGES for block in blocks(page)]
KNOWN = {"", "sh", "python", "toml", "sql", "text", "ts", "json", "yaml"}
ELSEWHERE = {
    "docs/mafia.md": "tests/mafia/test_docs.py",
    "docs/querying.md": "tests/bench/test_querying.py",
}
"""Pages whose Python, TOML or SQL another test runs with more than is to be had here."""


def of(*languages: str, needing: bool = False) -> list[Any]:
    return [
        pytest.param(block, id=block.name)
        for block in BLOCKS
        if block.language in languages and bool(block.needs) == needing
    ]


def _has_key(case: Any) -> bool:
    (block,) = case.values
    return bool(block.needs == "a key")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("docs") / "here")
    made.furnish()
    return made


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("block", of("sh"))
def test_a_shell_block_runs(block: Block, place: Place) -> None:
    shown = block.page.parent.name == "examples" or "examples/" in block.code
    if shown and not (place.folder / "examples").exists():
        place.copy_examples()
    if "suite.toml" in block.code:
        (place.folder / "suite.toml").write_text(_suite_told_on(block.page))
    place.begin_anew()
    for line in commands(block):
        place.run(filled_in(line))


def _suite_told_on(page: Path) -> str:
    """Return the examples' suite, or that of the docs: with fewer turns and seeds, less search."""
    if page.parent.name == "examples":
        told = (page.parent / "suite.toml").read_text(encoding="utf-8")
    else:
        told = next(b.code for b in blocks(ROOT / "docs" / "bench.md") if b.language == "toml")
    less = re.sub(r"budget = \d+", "budget = 50", re.sub(r"turns = \d+", "turns = 4", told))
    return re.sub(r"seeds = \d+", "seeds = 1", less)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("block", [case for case in of("sh", needing=True) if _has_key(case)])
def test_a_shell_block_that_needs_a_key_runs_against_a_model_on_this_machine(
    block: Block, place: Place
) -> None:
    with in_a_thread(OpenAIServer(anything)) as server:
        address = {"LUDENS_LLM__PROVIDERS__OPENAI__BASE_URL": server.base_url}
        for line in commands(block):
            place.run(filled_in(line), OPENAI_API_KEY=KEY, **address)
        assert server.requests


@pytest.mark.parametrize("block", of("sh", needing=True))
def test_a_shell_block_that_needs_more_calls_what_there_is(block: Block) -> None:
    for line in commands(block):
        check(filled_in(line))


@pytest.mark.parametrize("block", of("python"))
def test_a_python_block_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if _is_elsewhere(block):
        ast.parse(block.code)
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDENS_STORE", str(tmp_path / "store.db"))
    names: dict[str, Any] = {"__name__": "docs"}
    for earlier in blocks(block.page):
        if earlier.language == "python" and earlier.line <= block.line and not earlier.needs:
            code = compile(earlier.code, block.name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            result = eval(code, names)
            if asyncio.iscoroutine(result):
                asyncio.run(result)


@pytest.mark.parametrize("block", of("python", needing=True))
def test_a_python_block_that_needs_more_imports_what_there_is(block: Block) -> None:
    lines = [node for node in ast.parse(block.code).body if isinstance(node, ast.ImportFrom)]
    assert lines
    try:
        exec(compile(ast.Module(lines, []), block.name, "exec"), {})
    except ModuleNotFoundError as error:
        assert (error.name or "").split(".")[0] != "ludens"
        pytest.skip(f"{error.name} is not installed")


@pytest.mark.parametrize("block", of("toml"))
def test_a_toml_block_is_settings_or_a_suite(block: Block) -> None:
    values = tomllib.loads(block.code)
    if _is_elsewhere(block):
        return
    if "name" in values:
        Suite.model_validate(values)
    else:
        check_settings(values)


@pytest.mark.parametrize("block", of("json", "yaml"))
def test_a_block_of_data_can_be_read(block: Block) -> None:
    if block.language == "json":
        json.loads(block.code)


def test_what_another_test_runs_is_run_there() -> None:
    for page, test in ELSEWHERE.items():
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_no_block_is_of_a_language_that_nothing_runs() -> None:
    assert {block.language for block in BLOCKS} <= KNOWN
    assert not [b.name for b in BLOCKS if b.language == "sql" and not _is_elsewhere(b)]
    unread = [b for b in BLOCKS if not b.language and re.search(r"^\S*(ludens|pip) ", b.code, re.M)]
    assert not [b.name for b in unread], "a block with a command is a shell's"


def test_a_block_says_that_it_needs_something_only_where_it_is_so() -> None:
    known = (
        "a key",
        "a cluster",
        "a PostgreSQL server",
        "a server",
        "a store",
        "TextWorld",
        "Ray",
        "a package",
    )
    known += ("a game", "a person", "the network")
    for block in BLOCKS:
        if block.needs:
            assert block.needs.startswith(known), block.name


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("ludens plya", "no command"),
        ("ludens play --fast", "--fast"),
        ("ludens bench rnu suite.toml", "rnu"),
        ("make everything", "everything"),
        ("pip install 'ludens[magic]'", "magic"),
        ("python bench/nothing.py", "nothing"),
        ("python bench/start.py --rnus 3", "--rnus"),
        ("frobnicate", "frobnicate"),
    ],
)
def test_a_wrong_command_in_the_docs_is_noticed(line: str, complaint: str) -> None:
    with pytest.raises(NotACommand, match=complaint):
        check(line)


def test_a_wrong_setting_in_the_docs_is_noticed() -> None:
    with pytest.raises(SettingsError):
        check_settings(tomllib.loads("[adventure]\nperceptoin = 'text'"))


def _is_elsewhere(block: Block) -> bool:
    return str(block.page.relative_to(ROOT)) in ELSEWHERE
