"""An exported episode, imported, is the same episode."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from begun import new_store
from episode.pig import Pig
from episode.test_runner import log_of, new, played
from ludens.episode.errors import ImportedError, TransferError
from ludens.episode.history import state_at
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.episode.transfer import export_lines, import_lines

PIG = {"pig": Pig()}


@pytest.fixture
def other(tmp_path: Path) -> Store:
    return new_store(tmp_path / "other.db")


async def test_an_imported_episode_is_the_same_and_goes_on(store: Store, other: Store) -> None:
    row = await played(store, limits={"turns": 20})
    import_lines(other, export_lines(store, row, PIG), PIG)
    copy = other.episode(row.id)
    assert copy.imported is not None
    assert replace(copy, imported=None) == row
    assert log_of(other, row.id) == log_of(store, row.id)
    assert state_at(other, Pig(), copy, 11) == state_at(store, Pig(), row, 11)
    assert list(export_lines(other, copy, PIG)) == list(export_lines(store, row, PIG))
    with pytest.raises(ImportedError):  # not under whatever settings it brings
        await Runner(other, Pig()).play(copy)
    here = Runner(store, Pig())
    there = Runner(other, Pig(), own=lambda _, recorded: recorded)
    more = {"limits": {"turns": None}}
    row, copy = await here.play(row, more), await there.play(copy, more)
    assert log_of(other, row.id) == log_of(store, row.id)


async def test_importing_twice_changes_nothing(sqlite_store: Store) -> None:
    row = await played(sqlite_store, limits={"turns": 5})
    lines = list(export_lines(sqlite_store, row, PIG))
    assert import_lines(sqlite_store, lines, PIG) == row.id
    assert list(export_lines(sqlite_store, row, PIG)) == lines


async def test_one_file_may_be_imported_several_times_at_once(store: Store, other: Store) -> None:
    row = await played(other, limits={"turns": 5})
    lines = list(export_lines(other, row, PIG))
    with ThreadPoolExecutor(8) as several:
        imports = [several.submit(import_lines, store, lines, PIG) for _ in range(8)]
    assert [done.result() for done in imports] == [row.id] * 8


async def test_another_log_under_the_same_id_is_refused(sqlite_store: Store, other: Store) -> None:
    row = await played(sqlite_store, limits={"turns": 5})
    lines = list(export_lines(sqlite_store, row, PIG))
    import_lines(other, lines, PIG)
    await Runner(sqlite_store, Pig()).play(row, {"limits": {"turns": 9}})
    with pytest.raises(TransferError, match="another log"):
        import_lines(sqlite_store, lines, PIG)


@pytest.mark.parametrize("cut", [1, 5, -1])
async def test_a_file_cut_off_is_refused_whole(sqlite_store: Store, other: Store, cut: int) -> None:
    row = await played(sqlite_store, limits={"turns": 5})
    lines = [
        line for line in export_lines(sqlite_store, row, PIG) if not line.startswith('{"snapshot')
    ]
    with pytest.raises(TransferError):
        import_lines(other, lines[:cut], PIG)
    assert other.episodes() == []


async def test_every_damaged_line_is_refused(sqlite_store: Store, other: Store) -> None:
    row = await played(sqlite_store, limits={"turns": 3})
    lines = list(export_lines(sqlite_store, row, PIG))
    for number, line in enumerate(lines):
        if line.startswith('{"snapshot'):
            continue
        for damaged in (
            line[: len(line) // 2],
            "[]",
            '{"dragon":{}}',
            line.replace("data", "dota"),
        ):
            if damaged == line:
                continue
            with pytest.raises(TransferError):
                import_lines(other, [*lines[:number], damaged, *lines[number + 1 :]], PIG)
    assert other.episodes() == []


async def test_the_subject_can_be_left_out_of_an_export(
    sqlite_store: Store, tmp_path: Path
) -> None:
    story = b"a story that may not be shared"
    runner = Runner(sqlite_store, Pig())
    fresh = new(limits={"turns": 2})
    row = runner.create(type(fresh)(**{**_fields(fresh), "subject_content": story}))
    row = await runner.play(row)
    assert sqlite_store.subject_content(row) == story
    with_story = sum("blob" in line[:8] for line in export_lines(sqlite_store, row, PIG))
    lines = list(export_lines(sqlite_store, row, PIG, with_subject=False))
    assert with_story == sum("blob" in line[:8] for line in lines) + 1
    other = new_store(tmp_path / "other.db")
    there = other.episode(import_lines(other, lines, PIG))
    assert other.subject_content(there) is None
    other.close()


def _fields(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in type(value).__slots__}
