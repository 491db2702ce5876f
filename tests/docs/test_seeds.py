"""Every row of the table of requirements names what is there."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "reference"))

import commands  # noqa: E402 - the page's own module, as MkDocs imports it

NUMBER = re.compile(r"00[0-4]-\w+(?:\.\d+)?")
TOOLS = frozenset({"lint-imports"})


def rows() -> list[list[str]]:
    lines = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8").splitlines()
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in split if NUMBER.match(row[0])]


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return what a module defines at its top, and the methods of its classes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = [node.body for node in tree.body if isinstance(node, ast.ClassDef)]
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(n.name for n in chain(tree.body, *inner) if isinstance(n, kinds))


def what_is_missing(cell: str, known: frozenset[str]) -> list[str]:
    """Return what a cell names in code and the repository has not."""
    missing = []
    for said in re.findall(r"`([^`]+)`", cell):
        if said.startswith("ludens "):
            found = said in known
        elif said.startswith("python "):
            found = (ROOT / said.split()[1]).exists()
        elif said in TOOLS:
            found = True
        else:
            place, _, name = said.replace("::", ":").partition(":")
            path = ROOT / place if place.startswith("tests/") else ROOT / "src" / "ludens" / place
            found = path.exists() and (not name or name in names_in(path))
        missing += [] if found else [said]
    return missing


def test_every_requirement_has_a_number_of_its_own_and_no_empty_cell() -> None:
    numbers = [row[0] for row in rows()]
    assert len(numbers) > 120
    assert len(set(numbers)) == len(numbers)
    assert [row for row in rows() if len(row) != 5 or not all(row)] == []


@pytest.mark.parametrize("column", [2, 3], ids=["where it lives", "what shows it"])
def test_what_a_requirement_names_is_there(column: int) -> None:
    known = frozenset(words for words, _ in commands.commands())
    wrong = {row[0]: gone for row in rows() if (gone := what_is_missing(row[column], known))}
    assert wrong == {}
    assert [row[0] for row in rows() if "`" not in row[column]] == []


def test_a_name_that_is_gone_is_found() -> None:
    gone = "`adventure/loop.py:no_such_thing`, `tests/nowhere.py`, `ludens nothing`"
    assert len(what_is_missing(gone, frozenset())) == 3


def test_every_test_that_the_page_s_docs_name_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "web.md").read_text(encoding="utf-8")))
    assert len(named) > 30
    modules = (ROOT / "tests").rglob("test_*.py")
    assert named - frozenset(chain.from_iterable(map(names_in, modules))) == set()
