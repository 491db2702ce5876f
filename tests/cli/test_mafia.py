"""`ludens mafia`, `ludens briefings`, and exports by view, as they are typed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Reply
from ludens.cli.app import app
from ludens.episode.errors import LudensError
from mafia.playing import reply_to

RUNNER = CliRunner()


def run(tmp_path: Path, *arguments: str, typed: str = "") -> str:
    result = RUNNER.invoke(app, [*arguments, "--store", str(tmp_path / "store.db")], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def played(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    line = run(tmp_path, "mafia", "--json", *arguments).strip().splitlines()[-1]
    found: dict[str, Any] = json.loads(line)
    return found


def episodes(tmp_path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(tmp_path, "episodes", "--json"))
    return found


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_table_is_played_and_told(tmp_path: Path) -> None:
    shown = run(tmp_path, "mafia", "--seats", "7", "--seed", "1", "--narrator")
    assert "At the table: mafia (2), detective, doctor, villager (3)." in shown
    assert "Day 1" in shown
    assert "wins." in shown
    assert "ludens briefings" in shown
    assert "thinks:" not in shown, "the table as the public sees it"


def test_the_json_of_a_game_says_who_played_what_and_who_won(tmp_path: Path) -> None:
    game = played(tmp_path, "--seats", "9", "--seed", "4")
    assert game["game"] == "mafia"
    assert game["outcome"] == "ended"
    assert game["winner"] in ("town", "mafia")
    assert len(game["seats"]) == 9
    assert {seat["player"] for seat in game["seats"]} == {"offline"}
    for seat in game["seats"]:
        assert seat["won"] == ((seat["role"] == "mafia") == (game["winner"] == "mafia"))


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    first, second = (played(tmp_path, "--seed", "8") for _ in range(2))
    exports = [run(tmp_path, "export", g["episode"], "--view", "viewer") for g in (first, second)]
    assert exports[0] == exports[1]


def test_views_show_more_and_more(tmp_path: Path) -> None:
    game = played(tmp_path, "--seats", "8", "--seed", "2", "--narrator")
    views = {
        view: lines(run(tmp_path, "export", game["episode"], "--view", view))
        for view in ("public", "seat:0", "viewer", "analysis")
    }
    types = {view: {line["type"] for line in found} for view, found in views.items()}
    assert "narrated" in types["public"]
    assert "mind_kept" not in types["public"]
    assert "narrated" not in types["seat:0"]
    assert {line["seat"] for line in views["seat:0"] if line["type"] == "role_dealt"} == {0}
    assert {line["seat"] for line in views["seat:0"] if line["type"] == "mind_kept"} == {0}
    assert {line["seat"] for line in views["viewer"] if line["type"] == "mind_kept"} == set(
        range(8)
    )
    assert all("time" in line for line in views["analysis"])
    assert not [line for line in views["public"] if "time" in line or "turn" in line]
    for view in ("public", "seat:0"):
        assert "4242" not in json.dumps(views[view])


def test_a_transcript_reads_as_the_viewer_saw_it(tmp_path: Path) -> None:
    game = played(tmp_path, "--seed", "3")
    export = ("export", game["episode"], "--format", "transcript")
    public, viewer = run(tmp_path, *export), run(tmp_path, *export, "--view", "viewer")
    assert "== Day 1 ==" in public
    assert "thinks:" not in public
    assert "thinks:" in viewer


def test_an_export_without_a_view_comes_back_as_the_same_game(tmp_path: Path) -> None:
    game = played(tmp_path, "--seed", "3")
    file = tmp_path / "game.jsonl"
    run(tmp_path, "export", game["episode"], "--output", str(file))
    other = tmp_path / "other"
    other.mkdir()
    run(other, "import", str(file))
    told = ("export", game["episode"], "--view", "viewer")
    assert run(other, *told) == run(tmp_path, *told)


@pytest.mark.parametrize("view", ["seat:9", "nobody", "seat:x"])
def test_a_view_that_there_is_not_is_refused(tmp_path: Path, view: str) -> None:
    game = played(tmp_path, "--seed", "3")
    with pytest.raises(LudensError, match=r"there is no (seat 9|view)"):
        run(tmp_path, "export", game["episode"], "--view", view)


def test_every_decision_has_its_briefing(tmp_path: Path) -> None:
    game = played(tmp_path, "--seats", "6", "--seed", "5", "--narrator")
    told = lines(run(tmp_path, "briefings", game["episode"], "--json"))
    assert {given["turn"] for given in told if given["agent"] != "narrator"} == set(
        range(1, game["turns"] + 1)
    )
    only = lines(run(tmp_path, "briefings", game["episode"], "--agent", "seat:3", "--json"))
    assert only == [given for given in told if given["agent"] == "seat:3"]
    for given in only:
        assert "in seat 3." in given["system"][1]
        assert "## What you are asked" in given["user"]
    assert "turn 1: seat:" in run(tmp_path, "briefings", game["episode"], "--turn", "1")


def test_seats_are_given_to_players_one_by_one(tmp_path: Path) -> None:
    game = played(tmp_path, "--model", "offline", "--seat", "2=random", "--seed", "1")
    assert [seat["player"] for seat in game["seats"]][:4] == [
        "offline",
        "offline",
        "random",
        "offline",
    ]
    assert played(tmp_path, "--model", "random", "--seed", "1")["model"] == "random"


def test_roles_are_asked_for_by_name(tmp_path: Path) -> None:
    game = played(tmp_path, "--seats", "9", "--role", "jester=1", "--seed", "2")
    assert "jester" in {seat["role"] for seat in game["seats"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seat", "2"), "not of the form"),
        (("--seat", "x=random"), "'x' is no seat"),
        (("--seat", "9=random"), "no seat 9"),
        (("--human", "7"), "no seat 7"),
        (("--role", "wizard=1"), "no role 'wizard'"),
        (("--role", "jester=many"), "not of the form"),
        (("--seat", "1=nobody/model"), "no provider 'nobody'"),
        (("--view", "sideways"), "there is no view"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(LudensError, match=message) as refused:
        played(tmp_path, *arguments)
    assert "\n" not in str(refused.value)


def test_a_person_takes_a_seat_and_sees_what_it_may(tmp_path: Path) -> None:
    typed = "good evening\n0\n1\nskip\n2\n3\n" * 40
    shown = run(tmp_path, "mafia", "--seats", "5", "--human", "0", "--seed", "6", typed=typed)
    assert "good evening" in shown
    assert " thinks: " not in shown
    dealt = re.findall(r"^    \w+: (?:mafia|detective|doctor|villager)\b", shown, re.MULTILINE)
    assert len(dealt) == 1, "its own role, until the end"


def test_who_asks_for_help_or_leaves_says_nothing_at_the_table(tmp_path: Path) -> None:
    typed = "help\n/foo\ngood evening\n1\n/quit\n"
    shown = run(tmp_path, "mafia", "--seats", "5", "--human", "0", "--seed", "4", typed=typed)
    assert "There is no /foo." in shown
    assert shown.count("good evening [nominates") == 1
    assert "help [nominates" not in shown
    (left,) = re.findall(r"ludens resume (\w+) +go on", shown)
    assert "/quit" not in run(tmp_path, "export", left, "--format", "transcript")


def test_a_limited_game_is_resumed(tmp_path: Path) -> None:
    game = played(tmp_path, "--seed", "3", "--max-turns", "9")
    assert (game["outcome"], game["turns"]) == ("limit", 9)
    run(tmp_path, "resume", game["episode"], "--max-turns", "900")
    whole = played(tmp_path, "--seed", "3")
    skip = {"episode_ended", "episode_reopened"}
    told = [
        [
            {k: v for k, v in line.items() if k not in ("n",)}
            for line in lines(run(tmp_path, "export", g["episode"], "--view", "viewer"))
            if line["type"] not in skip | {"episode_started"}
        ]
        for g in (game, whole)
    ]
    assert told[0] == told[1]


def test_a_turn_is_shown_with_what_everybody_believed(tmp_path: Path) -> None:
    game = played(tmp_path, "--seed", "3")
    shown = run(tmp_path, "show", game["episode"], "--turn", "12")
    assert "believes most likely mafia" in shown
    state = json.loads(run(tmp_path, "show", game["episode"], "--turn", "12", "--json"))
    assert state["state"]["phase"]


def test_a_person_at_the_table_hears_the_narrator_and_their_record_of_the_game_does_not(
    tmp_path: Path,
) -> None:
    typed = "good evening\n0\n1\nskip\n2\n3\n" * 40
    seated = ["mafia", "--seats", "5", "--human", "0", "--seed", "6", "--narrator"]
    shown = " ".join(run(tmp_path, *seated, typed=typed).split())
    (episode,) = (each["episode"] for each in episodes(tmp_path))
    lines = run(tmp_path, "export", episode, "--view", "public").splitlines()
    told = [json.loads(line) for line in lines]
    narrated = [line["text"] for line in told if line.get("type") == "narrated"]
    assert len(narrated) > 3
    assert all(" ".join(text.split()) in shown for text in narrated)
    assert "narrated" not in run(tmp_path, "export", episode, "--view", "seat:0")


def test_the_terminal_ends_on_who_fooled_whom_and_what_turned_the_game(tmp_path: Path) -> None:
    told = run(tmp_path, "mafia", "--seats", "9", "--seed", "11")
    ending = told.partition("The town wins.")[2]
    assert "The turning point\nDay " in ending
    assert re.search(r"Who saw it\n\w+ saw through \w+: \d+% mafia\.", ending)


def test_a_tournament_is_played_and_reported(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('name = "cup"\nmodels = ["offline", "random"]\n[mafia]\nseats = 5\n')
    told = json.loads(run(tmp_path, "mafia", "tournament", str(file), "--json"))
    assert (told["games"], told["finished"]) == (5, 5)
    assert {row["model"] for row in told["standings"]} == {"offline", "random"}
    again = run(tmp_path, "mafia", "tournament", str(file), "--report")
    assert "cup: 5 of 5 games finished" in again
    assert "offline" in again


def test_a_report_calls_for_games_until_each_model_is_told_from_the_next(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"

    def report_of(blocks: int) -> str:
        plan = f'models = ["offline", "random"]\nblocks = {blocks}\nlineup = "sides"\nseed = 3\n'
        file.write_text(f'name = "cup"\n{plan}[mafia]\nseats = 7\n')
        return run(tmp_path, "mafia", "tournament", str(file))

    blocks, told = 2, report_of(2)
    while "no more games are called for" not in told:
        called = re.search(r"play on to (\d+) blocks \((\d+) games\) and look again\.", told)
        assert called is not None
        assert blocks < int(called[1]) <= 2 * blocks
        assert int(called[2]) == 4 * int(called[1])
        assert "Told apart, however often you look: offline" not in told
        blocks = int(called[1])
        told = report_of(blocks)
    assert "Told apart, however often you look: offline above random" in " ".join(told.split())


def test_a_tournament_whose_server_goes_away_says_so_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'models = ["random", "compatible/m"]\nlineup = "sides"\nlongest_outage = 0\n'
        "[mafia]\nseats = 5\n[llm.retries]\nattempts = 1\n"
    )
    is_down = True

    def reply(asked: Asked) -> Answer:
        assert asked.schema is not None
        if is_down:
            return Failure(503)
        task = asked.messages[-1][1].split("## What you are asked")[1]
        return Reply(json.dumps(reply_to(asked.schema, task)))

    with in_a_thread(OpenAIServer(reply)) as server:
        place = f"llm.providers.compatible.base_url={server.base_url}"
        command = ["mafia", "tournament", str(file), "--set", place]
        ended = RUNNER.invoke(app, [*command, "--store", str(tmp_path / "store.db")])
        assert ended.exit_code == 3
        assert "tournament: 1 of 4 games finished" in ended.stdout
        again = ended.stdout.partition("Go on with: ")[2].splitlines()[0]
        assert again.endswith(f"ludens mafia tournament {file}")
        left = re.findall(r"^block 0, game \d: .* failed \(.*503", ended.stderr, re.MULTILINE)
        assert len(left) == 1
        assert "compatible/m cannot be had: 3 games wait for another run" in ended.stdout
        one = next(each["episode"] for each in episodes(tmp_path) if each["outcome"] is None)
        run(tmp_path, "resume", one, "--set", "llm.on_model_failure=offline", "--json")
        told = json.loads(run(tmp_path, "mafia", "tournament", str(file), "--report", "--json"))
        assert (told["finished"], told["decided"]) == (2, 2)
        assert {row["model"]: row["defaults"] > 0 for row in told["standings"]} == {
            "compatible/m": True,
            "random": False,
        }
        is_down = False
        told = json.loads(run(tmp_path, *command, "--json"))
    assert (told["finished"], told["decided"]) == (4, 4)
    assert {row["model"]: row["failed"] > 0 for row in told["standings"]} == {
        "compatible/m": True,
        "random": False,
    }
