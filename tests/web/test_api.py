"""The record over HTTP, and what a person may do with it."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import quote

import pytest
from pydantic import BaseModel

from ludens.adventure.hinting import TAG as HINT
from ludens.adventure.stories import bundled_story
from ludens.adventure.world.map_events import RoomFound
from ludens.episode.calls import EpisodeCalls
from ludens.episode.control import RequestKind, ask
from ludens.episode.keeping import set_tags
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.structured import complete_json
from ludens.web.cards import Cards
from web.conftest import (
    TURNS,
    Served,
    house_settings,
    in_a_loop_of_its_own,
    made,
    play,
    serving,
    until,
)


def test_the_library_lists_finds_and_sorts(served: Served, store: Store, row: EpisodeRow) -> None:
    store.create(NewEpisode(game="mafia", subject="table of 7", seed=1, model="x", settings={}))
    cards = served.get("/api/episodes")
    assert cards["total"] == 2
    by_score = served.get("/api/episodes?sort=score")["episodes"]
    assert by_score[0]["id"] == row.id
    found = served.get("/api/episodes?words=drowned")["episodes"]
    assert [card["id"] for card in found] == [row.id]
    card = found[0]
    assert (card["title"], card["turns"], card["status"]) == ("The Drowned Clock", TURNS, "ended")
    assert card["answered"] == 4
    assert (card["calls"], card["tokens"], card["cost"]) == (4, 1680, "0.0084")
    assert card["sparkline"][-1] == [TURNS, card["score"]]
    assert served.get("/api/episodes?show=live")["total"] == 0
    assert served.get("/api/episodes?game=mafia")["total"] == 1
    assert served.get("/api/episodes?limit=1&offset=1")["episodes"] == cards["episodes"][1:]


ROUTER = "openrouter/any"


@pytest.mark.parametrize("form", [ROUTER, [ROUTER], {"models": ROUTER}, {"models": [ROUTER]}])
def test_a_model_that_cannot_be_asked_is_refused_at_its_field(
    served: Served, monkeypatch: pytest.MonkeyPatch, form: object
) -> None:
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)
    settings = {"models": {"default": form}}
    wanted = {"game": "adventure", "subject": {"bundled": "drowned_clock"}, "settings": settings}
    answer = served.ask("/api/episodes", wanted)
    assert answer.status == 422
    assert "openrouter needs its" in answer.json["fields"]["llm.models.default"]
    assert served.ask("/api/episodes/last/fork", {"turn": 9, "settings": settings}).status == 422
    assert served.get("/api/episodes")["total"] == 1, "nothing was begun"


@pytest.mark.parametrize("form", ["agent:x.py", ["agent:x:Y"], {"models": 5}, 5, None, [None]])
def test_what_is_no_model_of_a_provider_is_asked_nothing(served: Served, form: object) -> None:
    wanted = {"game": "story", "settings": {"models": {"default": form}}}
    assert served.ask("/api/episodes", {**wanted, "subject": {"tale": "none"}}).status == 422


HALF = "\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"settings": {"models": {"default": HALF}}}),
        ("", {"settings": {"game": {"player": {"without": [HALF]}}}}),
        ("", {"settings": {"game": {HALF: 1}}}),
        ("", {"game": "mafia", "settings": {"game": {"cast": [HALF]}}}),
        ("", {"subject": {"bundled": HALF}}),
        ("", {"subject": {HALF: 1}}),
        ("", {HALF: 1}),
        ("/last/fork", {"turn": 2, "settings": {"game": {"player": {"without": HALF}}}}),
        ("/last/control", {"kind": HALF}),
    ],
)
def test_half_a_character_is_refused_in_one_line(served: Served, path: str, body: object) -> None:
    answer = served.ask(f"/api/episodes{path}", body)
    assert answer.status in (409, 422)
    assert answer.json["error"]


def test_events_come_in_pages_that_join(served: Served, row: EpisodeRow) -> None:
    seqs: list[int] = []
    following: int | None = 0
    while following is not None:
        page = served.get(f"/api/episodes/{row.id}/events?from_seq={following}&limit=77")
        seqs += [event["seq"] for event in page["events"]]
        following = page["next_seq"]
    assert seqs == list(range(row.last_seq + 1))


def test_any_turn_is_given_as_it_was(served: Served, row: EpisodeRow) -> None:
    turn = served.get("/api/episodes/last/turns/7")
    assert (turn["turn"], turn["state"]["turn"]) == (7, 7)
    assert {event["turn"] for event in turn["events"]} == {7}
    assert turn["headline"]["rooms"] == len(turn["state"]["map"]["rooms"])


def test_the_map_holds_every_room_and_every_frame(served: Served, row: EpisodeRow) -> None:
    atlas = served.get(f"/api/episodes/{row.id}/map")["atlas"]
    stretch = served.get(f"/api/episodes/{row.id}/stretch?first={TURNS}&last={TURNS}")
    assert set(stretch["frame"]["rooms"]) <= set(atlas["rooms"])


def test_marks_and_figures_agree_with_the_headline(served: Served, row: EpisodeRow) -> None:
    marks = served.get("/api/episodes/last/marks")["marks"]
    metrics = served.get("/api/episodes/last/metrics")
    series = {one["name"]: one["points"] for one in metrics["series"]}
    assert series["rooms"][-1][1] == row.headline["rooms"]
    assert sum(mark["kind"] == "room" for mark in marks) == row.headline["rooms"] - 1
    assert marks[-1]["kind"] == "end"
    (agent,) = metrics["agents"]
    assert (agent["name"], agent["calls"], agent["hit_rate"]) == ("player", 4, 0.75)
    assert sum(metrics["by_agent"][0]["tokens"]) == 1680


def test_words_are_found_whatever_their_case(served: Served, row: EpisodeRow) -> None:
    found = served.get("/api/episodes/last/search?words=CREST%20of")["found"]
    assert found[0]["turn"] == 0
    assert "Crest of the Dam" in found[0]["excerpt"]
    assert served.get('/api/episodes/last/search?words=%25"')["found"] == []
    quick = served.get("/api/episodes/last/search?quick=true&words=CREST%20of")
    assert (quick["found"], quick["next_turn"]) == (found, None)
    on = served.get(f"/api/episodes/last/search?words=CREST%20of&from_turn={found[0]['turn'] + 1}")
    assert on["found"] == [each for each in found if each["turn"] > found[0]["turn"]]


def test_what_no_page_shows_is_not_found(served: Served, row: EpisodeRow) -> None:
    events = served.get("/api/episodes/last/events?limit=1000")["events"]
    (room, *_) = (e["data"]["room"] for e in events if e["type"] == RoomFound.type)
    assert served.get(f"/api/episodes/last/search?words={quote(room)}")["found"] == []


def test_a_call_is_shown_as_it_was_made(served: Served, row: EpisodeRow) -> None:
    assert served.get("/api/episodes/last/turns/4/calls")["calls"] == []
    (first,) = served.get("/api/episodes/last/turns/5/calls")["calls"]
    (second,) = served.get("/api/episodes/last/turns/6/calls")["calls"]
    assert first["previous_turn"] is None
    assert [block["shared"] for block in second["prompt"]] == [True, False]
    assert second["shared_characters"] == len("You play a story. " * 8)
    assert (second["reply"], second["parsed"]) == ('{"command": "wait 6"}', {"command": "wait 6"})
    assert [(d["sign"], d["text"]) for d in second["difference"] if d["sign"] in "+-"] == [
        ("-", "Turn 5."),
        ("+", "Turn 6."),
    ]
    assert "$OPENAI_API_KEY" in second["curl"]
    assert "Turn 6." in second["curl"]


class Chosen(BaseModel):
    command: str


def test_a_reply_that_cannot_be_read_counts_among_the_failed(
    served: Served, store: Store, row: EpisodeRow
) -> None:
    calls = EpisodeCalls(store, row.id)
    calls.begin_turn(9)
    replies = iter(["Sure! Here is what I think.", '{"command": "wait"}'])

    async def complete(request: LLMRequest) -> LLMResponse:
        response = LLMResponse(text=next(replies), model="openai/gpt-6-astra")
        calls.record(made(request, response=response))
        return response

    asked = LLMRequest.of("Choose.", agent="critic")
    in_a_loop_of_its_own(complete_json(complete, asked, Chosen, retries=1))
    found = served.get("/api/episodes/last/calls?agent=critic")
    assert [call["unreadable"] is not None for call in found["calls"]] == [True, False]
    assert (found["sums"]["calls"], found["sums"]["failed"]) == (2, 1)
    (failed,) = served.get("/api/episodes/last/calls?failed=true")["calls"]
    assert failed["unreadable"].startswith("It is not JSON")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/episodes/zzzz", 404),
        ("/api/episodes/last/turns/99999", 404),
        ("/api/episodes/last/stretch?first=99999", 404),
        ("/api/episodes/Not%20an%20id", 422),
        ("/api/episodes?limit=0", 422),
        ("/api/episodes/last/search?words=a", 422),
        ("/api/nothing", 404),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(served: Served, path: str, status: int) -> None:
    answer = served.ask(path)
    assert answer.status == status
    assert "\n" not in answer.json["error"]
    assert answer.json["error"]


def test_a_wrong_setting_is_told_by_its_field(served: Served) -> None:
    wrong = {"limits": {"turns": 0}, "game": {"engine": "brass"}, "models": {"default": "x/y"}}
    answer = served.ask("/api/episodes", {"settings": wrong})
    assert answer.status == 422
    assert {"limits.turns", "adventure.engine", "llm"} <= set(answer.json["fields"])
    unknown = served.ask("/api/episodes", {"settings": {"game": {"perseption": "text"}}})
    assert "did you mean adventure.perception" in unknown.json["error"]


@pytest.mark.parametrize(
    "story",
    [
        {"bundled": "the_wrong_clock"},
        {"file": base64.b64encode(b"no story").decode(), "file_name": "notes"},
        {"file": "%%%"},
    ],
)
def test_what_is_no_story_is_refused(served: Served, story: dict[str, str]) -> None:
    answer = served.ask("/api/episodes", {"subject": story})
    assert answer.status == 422
    assert answer.json["fields"]["story"]


def test_an_episode_begun_from_the_page_is_played_to_its_limit(
    served: Served, store: Store
) -> None:
    data = bundled_story("drowned_clock").read_bytes()
    story = {"file": base64.b64encode(data).decode(), "file_name": "mine"}
    body = {"subject": story, "seed": 9, "settings": {"limits": {"turns": 4}}}
    made = served.ask("/api/episodes", body)
    assert made.status == 201
    identity = made.json["episode"]
    until(lambda: store.episode(identity).outcome is not None)
    row = store.episode(identity)
    assert (row.turns, row.seed, row.subject, row.outcome) == (4, 9, "mine", "limit")


def test_taking_over_typing_stepping_and_ending(served: Served, store: Store) -> None:
    """One child process goes through all of it: it takes seconds to start."""
    body = {"by_hand": True, "settings": {"limits": {"turns": 50}}}
    identity = served.ask("/api/episodes", body).json["episode"]
    path = f"/api/episodes/{identity}"

    def card() -> dict[str, object]:
        found: dict[str, object] = served.get(path)["card"]
        return found

    until(lambda: card()["status"] == "held")
    assert card()["turns"] == 0
    typed = served.ask(f"{path}/control", {"kind": "command", "decision": {"command": "look"}})
    assert typed.status == 202
    until(lambda: card()["turns"] == 1)
    entry = served.get(f"{path}/stretch?first=1&last=1")["turns"][0]["entry"]
    assert (entry["command"], entry["by"]) == ("look", "human")
    assert (card()["model"], card()["perception"]) == ("human", "text")
    served.ask(f"{path}/control", {"kind": "step"})
    until(lambda: card()["turns"] == 2)
    assert (card()["status"], card()["model"]) == ("held", "human, offline")
    for name in ("human", "offline"):
        found = served.get(f"/api/episodes?model={name}")
        assert identity in [each["id"] for each in found["episodes"]]
        assert found["models"] == ["human", "offline"]
    served.ask(f"{path}/control", {"kind": "stop"})
    until(lambda: card()["outcome"] == "stopped")
    assert card()["turns"] == 2
    fork = served.ask(f"{path}/fork", {"turn": 1, "settings": {"limits": {"turns": 3}}})
    assert fork.status == 201
    child = fork.json["episode"]
    until(lambda: store.episode(child).outcome is not None)
    assert (store.episode(child).turns, store.episode(child).parent_turn) == (3, 1)
    hint = served.ask(f"{path}/fork", {"turn": 1, "settings": {"limits": {"turns": 2}}}).json
    until(lambda: store.episode(hint["episode"]).outcome is not None)
    set_tags(store, hint["episode"], [HINT])
    assert [each["id"] for each in served.get(path)["family"]] == [identity, child]
    own = served.get(f"/api/episodes/{hint['episode']}")["family"]
    assert [each["id"] for each in own] == [identity, child, hint["episode"]]
    over = served.ask(f"{path}/fork", {"turn": 2, "settings": {"limits": {"turns": 2}}})
    assert (over.status, *over.json["fields"]) == (422, "limits.turns")


def test_a_limit_must_be_raised_to_go_on(served: Served, row: EpisodeRow) -> None:
    answer = served.ask("/api/episodes/last/control", {"kind": "resume"})
    assert answer.status == 422
    assert "limits.turns" in answer.json["fields"]


def test_what_a_person_asked_is_not_lost_with_the_turn_that_a_failing_model_dropped(
    tmp_path: Path,
) -> None:
    away = {
        "models": {"default": "away/any"},
        "providers": {"away": {"adapter": "compatible", "base_url": "http://127.0.0.1:9/v1"}},
        "retries": {"attempts": 1},
    }
    with serving(tmp_path / "away.db", llm=away) as served:
        body = {"game": "story", "hold": True}
        path = f"/api/episodes/{served.ask('/api/episodes', body).json['episode']}"

        def card() -> dict[str, object]:
            found: dict[str, object] = served.get(path)["card"]
            return found

        until(lambda: card()["status"] == "held")
        asked = {"kind": "command", "decision": {"prompt": "Who is here?"}}
        assert served.ask(f"{path}/control", asked).status == 202
        until(lambda: served.get(path)["trouble"])
        rules = {"kind": "resume", "settings": {"on_model_failure": "offline"}}
        assert served.ask(f"{path}/control", rules).status == 202
        until(lambda: card()["turns"] == 1 and card()["status"] == "held")
        assert b"Who is here?" in served.ask(f"{path}/stretch?first=1&last=1").body


def test_nothing_can_be_typed_at_a_table(served: Served, store: Store) -> None:
    new = NewEpisode(game="mafia", subject="table", seed=1, model="offline", settings={})
    identity = store.create(new)
    answer = served.ask(
        f"/api/episodes/{identity}/control", {"kind": "command", "decision": {"command": "vote"}}
    )
    assert answer.status == 409


def test_a_game_that_fails_says_why(served: Served, store: Store, row: EpisodeRow) -> None:
    """An episode that keeps no story cannot be played, and the page is told so."""
    new = NewEpisode(
        game="adventure",
        subject="lost",
        seed=1,
        model="offline",
        settings={"limits": {"turns": 5}, "adventure": {}},
    )
    identity = store.create(new)
    served.ask(f"/api/episodes/{identity}/control", {"kind": "resume"})
    trouble = until(lambda: served.get(f"/api/episodes/{identity}")["trouble"])
    assert "keeps no story" in trouble


def test_secrets_never_reach_the_page(served: Served, store: Store) -> None:
    settings = {
        "llm": {
            "providers": {
                "mine": {"base_url": "https://me:hunter2@host:8/v1?key=k", "api_key": "hunter2"}
            }
        }
    }
    new = NewEpisode(game="adventure", subject="x", seed=1, model="offline", settings=settings)
    identity = store.create(new)
    assert b"hunter2" not in served.ask(f"/api/episodes/{identity}").body


def test_large_seeds_keep_all_their_digits(served: Served, store: Store) -> None:
    new = NewEpisode(game="adventure", subject="x", seed=2**62 + 1, model="offline", settings={})
    identity = store.create(new)
    assert served.get(f"/api/episodes/{identity}")["card"]["seed"] == str(2**62 + 1)


def test_requests_wait_for_the_runner_that_plays(served: Served, store: Store, shelf: Path) -> None:
    """A request to an episode that another process plays is a row for that process."""
    from ludens.episode.lease import Runner as Holder

    assert house_settings(shelf).store == str(shelf)
    identity = store.create(
        NewEpisode(game="adventure", subject="x", seed=1, model="offline", settings={})
    )
    holder = Holder.here()
    store.claim(identity, holder)
    assert served.get(f"/api/episodes/{identity}")["card"]["status"] == "playing"
    served.ask(f"/api/episodes/{identity}/control", {"kind": "pause"})
    with store.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT episode_id, kind, taken FROM control").all()
    assert [tuple(found) for found in rows] == [(identity, "pause", None)]
    holder.retire()
    assert ask(store, identity, RequestKind.RESUME) == 2


def test_turns_in_which_the_players_model_could_not_be_had_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "away.db"
    llm = {
        "models": {"player": "away/gpt"},
        "providers": {"away": {"adapter": "compatible", "base_url": "http://127.0.0.1:9/v1"}},
        "retries": {"attempts": 1},
    }
    store = Store.open(str(path))
    row = play(store, house_settings(path, limits={"turns": 5}, llm=llm))
    (card,) = Cards(store).of([row])
    assert (card.answered, card.away) == (0, 5)
    store.close()
