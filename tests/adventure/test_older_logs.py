"""Episodes that an earlier version recorded are shown, replayed and gone on with."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from begun import new_store
from ludens.adventure.events import CommandJudged, Effect, Foreseen, ThingsMentioned
from ludens.adventure.game import Adventure
from ludens.adventure.settings import AdventureSettings
from ludens.adventure.world.places import RoomId
from ludens.cli.app import app
from ludens.episode.errors import DamagedError
from ludens.episode.events import EpisodeId, EventCodec, UnknownEventError
from ludens.episode.history import state_at

LOG = Path(__file__).parent / "logs" / "rules_of_old.jsonl.gz"
"""Fourteen turns of the earlier offline player, with the story file."""
CODEC = EventCodec(Adventure.events)


def ludens(folder: Path, *line: str) -> str:
    result = CliRunner().invoke(app, [*line, "--store", str(folder / "store.db")])
    assert result.exit_code == 0, result.output
    return result.output


def test_an_episode_of_an_earlier_player_is_shown_at_every_turn_and_played_on(
    tmp_path: Path,
) -> None:
    written, content = tmp_path / "old.jsonl", gzip.decompress(LOG.read_bytes())
    written.write_bytes(content)
    id_ = EpisodeId(json.loads(content.splitlines()[0])["episode"]["id"])
    ludens(tmp_path, "import", str(written))
    store = new_store(tmp_path / "store.db")
    row = store.episode(id_)
    states = [state_at(store, Adventure(), row, turn) for turn in range(row.turns + 1)]
    assert [state.turn for state in states] == list(range(15))
    assert states[-1].map.here is not None
    assert "turn 7" in ludens(tmp_path, "show", row.id, "--turn", "7").lower()
    ludens(tmp_path, "resume", row.id, "--max-turns", "18")
    assert store.episode(row.id).turns == 18


@pytest.mark.parametrize("kind", [ThingsMentioned, CommandJudged])
def test_fields_that_nobody_reads_any_more_are_passed_over(
    kind: type[ThingsMentioned | CommandJudged],
) -> None:
    event = (
        ThingsMentioned(room=RoomId("r1"), names=("lamp",))
        if kind is ThingsMentioned
        else CommandJudged(room=RoomId("r1"), command="take lamp", effect=Effect.CHANGED)
    )
    older = json.loads(event.line()) | {name: ["lamp"] for name in kind.dropped}
    assert CODEC.decode(kind.type, json.dumps(older)) == event


def test_rooms_of_a_maze_that_were_only_supposed_to_be_one_are_one() -> None:
    line = '{"group":"1","room":"maze_1_2","into":"maze_1_1","reason":"alike","sure":false}'
    event = CODEC.decode("maze_rooms_joined", line)
    assert event.line() == line.replace(',"sure":false', "")


def test_what_an_earlier_version_foresaw_is_read_and_changes_nothing() -> None:
    line = '{"room":"r1","steps":2,"found":[{"command":"jump","prospect":"kills"}]}'
    assert CODEC.decode("foreseen", line) == Foreseen()


def test_rules_that_are_gone_need_no_switching_off() -> None:
    given = {"player": {"without": ["set", "told by a text", "own verb", "fetch"]}}
    assert AdventureSettings.model_validate(given).player.without == ("fetch",)


def test_mechanisms_of_loop_breaking_that_are_gone_need_no_switching_off() -> None:
    given = {"stuck": {"thrashing": {"enabled": False}, "camping": {"turns": 7}}}
    assert AdventureSettings.model_validate(given).stuck.camping.turns == 7


def test_an_event_of_no_version_is_told_by_its_name() -> None:
    with pytest.raises(UnknownEventError, match="an event 'dreamt'"):
        CODEC.decode("dreamt", "{}")


@pytest.mark.parametrize("line", ['{"living', '"living"'])
def test_a_line_that_is_cut_is_damage_also_where_fields_were_dropped(line: str) -> None:
    cut = [name for name, each in CODEC.types.items() if each.dropped]
    assert cut
    for name in cut:
        with pytest.raises(DamagedError, match="`ludens doctor --check`"):
            CODEC.decode(name, line)


def test_an_event_that_cannot_be_read_is_damage_in_one_line() -> None:
    with pytest.raises(DamagedError, match="this log's episode_ended cannot be read") as caught:
        EventCodec(()).decode("episode_ended", '{"outcome": "dreamt", "reason": ""}')
    assert "\n" not in str(caught.value)
