"""`ludens map` and `ludens show --map`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run

COMMANDS = "n\ns\n# a comment\ndown\n\ntake all\nup\n"


@pytest.fixture
def walk(tmp_path: Path) -> str:
    path = tmp_path / "walk.txt"
    path.write_text(COMMANDS, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("perception", ["state", "text"])
def test_a_walk_prints_the_world_that_resulted(ludens: Run, walk: str, perception: str) -> None:
    flags = ("--commands", walk, "--perception", perception, "--json")
    shown = ludens("map", "drowned_clock", *flags)
    assert shown.returncode == 0, shown.stderr
    world = json.loads(shown.stdout)
    assert world.keys() == {"rooms", "items", "room_by_turn", "conflicts", "mazes"}
    rooms = {room["id"]: room for room in world["rooms"]}
    assert [rooms[id_]["name"] for id_ in world["room_by_turn"]] == [
        *("Warden's Hut", "Crest of the Dam", "Foot of the Steps", "Foot of the Steps"),
        "Crest of the Dam",
    ]
    numbered = [room["location"] is not None for room in world["rooms"]]
    assert all(numbered) if perception == "state" else not any(numbered)
    first = rooms[world["room_by_turn"][1]]
    assert first["exits"]["down"] | {"status": "explored"} == first["exits"]["down"]
    assert first["exits"]["down"]["destination"] == world["room_by_turn"][2]
    carried = {item["name"] for item in world["items"] if item["location"] == "inventory"}
    assert any("sledge" in name for name in carried)
    assert all({"id", "name", "location", "properties"} <= item.keys() for item in world["items"])


def test_a_walk_is_drawn_and_told_as_a_picture(ludens: Run, walk: str) -> None:
    drawn = ludens("map", "drowned_clock", "--commands", walk)
    assert drawn.returncode == 0
    assert "Crest of the Dam" in drawn.stdout
    picture = ludens("map", "drowned_clock", "--commands", walk, "--svg")
    assert picture.returncode == 0
    assert picture.stdout.startswith("<svg ")


def test_what_cannot_be_walked_is_told_in_a_line(ludens: Run, walk: str, tmp_path: Path) -> None:
    for story, commands, code, complaint in (
        ("nosuch", walk, 1, "there is no story file 'nosuch'"),
        ("drowned_clock", str(tmp_path / "none.txt"), 1, "cannot be read"),
        ("drowned_clock", str(tmp_path), 1, "cannot be read"),
    ):
        refused = ludens("map", story, "--commands", commands)
        assert refused.returncode == code
        assert complaint in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
    both = ludens("map", "drowned_clock", "--commands", walk, "--json", "--svg")
    assert both.returncode == 2
    assert "--json or --svg" in both.stderr


def test_an_episodes_map_is_drawn_as_it_was(ludens: Run) -> None:
    played = json.loads(ludens("play", "--json", "--seed", "3", "--max-turns", "12").stdout)
    early, late = (
        ludens("show", played["episode"], "--map", "--turn", str(turn)) for turn in (0, 12)
    )
    assert (early.returncode, late.returncode) == (0, 0)
    assert "Crest of the Dam" in early.stdout
    assert len(late.stdout.splitlines()) > len(early.stdout.splitlines())


def test_a_waiting_key_is_pressed_unless_keys_are_said_to_be_in_the_file(
    ludens: Run, tmp_path: Path
) -> None:
    story = Path(__file__).parents[1] / "adventure" / "interpreter" / "stories" / "oddities.z5"
    walk = tmp_path / "keys.txt"
    walk.write_text("key\nlook\n", encoding="utf-8")
    flags = ("--commands", str(walk), "--perception", "text", "--json")
    turns = {
        keys: json.loads(ludens("map", str(story), *flags, "--keys", keys).stdout)["room_by_turn"]
        for keys in ("words", "always", "strict")
    }
    assert all(len(rooms) == 2 for rooms in turns.values())
    refused = ludens("map", str(story), *flags, "--keys", "sometimes")
    assert refused.returncode == 2
    assert "strict" in refused.stderr
