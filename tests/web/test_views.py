"""What happened, in a person's words; which moments are marked."""

from __future__ import annotations

from typing import Any

import pytest

from ludens.adventure.events import By, CommandChosen, PlayerDied, ScoreChanged, TextObserved
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.events import LoopEnded, LoopKind
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import ExitBlocked, Movement, PlayerMoved, RoomFound
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room
from ludens.episode.events import EpisodeEnded, Event, ModelFailed, ModelReturned, Outcome
from ludens.episode.visibility import ANALYSIS
from ludens.llm.errors import ErrorKind
from ludens.web.views.adventure.view import AdventureView
from ludens.web.views.plain import PlainTeller
from ludens.web.views.view import Entry, LogLine

HALL, CELLAR, LAMP = RoomId("r1"), RoomId("r2"), ItemId("i1")
VIEW = AdventureView()


class Told:
    """Turns told one after another."""

    def __init__(self) -> None:
        self.state = AdventureState()
        self.teller = VIEW.teller(None, ANALYSIS)
        self.turn = -1

    def turn_of(self, *events: Event) -> Entry:
        self.turn += 1
        self.state.turn = self.turn
        for event in events:
            self.state.apply(event)
        self.frame = self.teller.frame(self.state, events)
        return self.teller.entry(100.0, self.state, events)


@pytest.fixture
def told() -> Told:
    story = Told()
    story.turn_of(
        TextObserved(text="Hall\nA hall."),
        ScoreChanged(score=0, max_score=50),
        RoomFound(room=HALL, name="Hall"),
        PlayerMoved(room=HALL, how=Movement.START),
        ItemFound(item=LAMP, name="lamp", place=in_room(HALL)),
    )
    return story


def words(entry: Entry) -> list[str]:
    return [note["text"] for note in entry["notes"]]


def test_a_walk_names_where_from_how_and_where_to(told: Told) -> None:
    entry = told.turn_of(
        CommandChosen(command="down", reasoning="It may be dry."),
        TextObserved(text="You slip.\nCellar, on the stairs\nWater."),
        RoomFound(room=CELLAR, name="Cellar"),
        PlayerMoved(room=CELLAR, how=Movement.WALKED, via="down"),
    )
    assert entry["moved"] == {"from": "r1", "via": "down", "to": "r2", "how": "walked"}
    assert entry["title"] == "Cellar, on the stairs"
    assert entry["thoughts"] == [{"agent": "player", "text": "It may be dry.", "did": "down"}]
    assert words(entry) == ["A new room: Cellar."]


def test_a_room_that_is_looked_at_has_its_title_too(told: Told) -> None:
    looked = CommandChosen(command="look"), TextObserved(text="Hall\nIt is cold here.")
    assert told.turn_of(*looked)["title"] == "Hall"
    spoken = CommandChosen(command="wait"), TextObserved(text="Time passes.\nHall\nIs it?")
    assert "title" not in told.turn_of(*spoken)


def test_a_persons_command_is_told_as_theirs(told: Told) -> None:
    entry = told.turn_of(CommandChosen(command="jump", by=By.HUMAN), TextObserved(text="Whee."))
    assert (entry["by"], entry["thoughts"]) == ("human", [])


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ItemMoved(item=LAMP, place=INVENTORY, how=Handling.TAKEN), "Took the lamp."),
        (ItemChanged(item=LAMP, lit=True), "The lamp gives light."),
        (ItemChanged(item=LAMP, open=False), "The lamp is closed."),
        (ScoreChanged(score=5), "Score 5 (+5)."),
        (PlayerDied(command="down", text="Dead."), "The player died."),
        (
            ExitBlocked(room=HALL, direction="north", reason="It is locked"),
            "North of Hall is blocked: It is locked.",
        ),
        (LoopEnded(kind=LoopKind.CAMPING, lasted=1), "Staying on is over after 1 turn."),
        (EpisodeEnded(outcome=Outcome.LIMIT, reason="enough"), "Enough."),
    ],
)
def test_events_become_sentences(told: Told, event: Event, said: str) -> None:
    assert words(told.turn_of(event)) == [said]


def test_the_frame_has_what_the_page_shows(told: Told) -> None:
    told.turn_of(ItemMoved(item=LAMP, place=INVENTORY, how=Handling.TAKEN))
    frame: dict[str, Any] = told.frame
    assert (frame["here"], frame["score"], frame["max_score"]) == ("r1", 0, 50)
    assert (frame["carrying"], frame["around"]) == (["i1"], [])
    assert frame["rooms"]["r1"]["name"] == "Hall"


def test_the_first_score_is_no_point_won() -> None:
    lines = [
        LogLine(0, "score_change", {"score": 0}),
        LogLine(0, "room_found", {"name": "Hall"}),
        LogLine(3, "room_found", {"name": "Cellar"}),
        LogLine(4, "score_change", {"score": 5}),
        LogLine(9, "episode_ended", {"reason": "the player died"}),
    ]
    marks = VIEW.marks(lines)["marks"]
    assert [(mark["turn"], mark["kind"]) for mark in marks] == [
        (3, "room"),
        (4, "score"),
        (9, "end"),
    ]


def test_the_first_points_of_a_story_that_tells_of_none_before_are_a_moment() -> None:
    story = Told()
    story.turn_of(TextObserved(text="Yard"))
    assert words(story.turn_of(ScoreChanged(score=1))) == ["Score 1 (+1)."]
    marks = VIEW.marks([LogLine(1, "score_change", {"score": 1})])["marks"]
    assert [(mark["turn"], mark["text"]) for mark in marks] == [(1, "Score 1 (+1)")]


def test_series_count_what_was_found() -> None:
    lines = [
        LogLine(0, "room_found", {}),
        LogLine(2, "room_found", {}),
        LogLine(2, "room_found", {}),
        LogLine(5, "rooms_merged", {}),
    ]
    series = {each["name"]: each["points"] for each in VIEW.series(lines)}
    assert series["rooms"] == [(0, 1.0), (2, 3.0), (5, 2.0)]


def test_a_game_without_a_view_is_shown_plainly() -> None:
    view = PlainTeller(lambda state: {"score": 3, "place": None})
    state = AdventureState(turn=4)
    assert view.frame(state, []) == {"score": 3}
    entry = view.entry(1.0, state, [EpisodeEnded(outcome=Outcome.ENDED, reason="over")])
    assert entry["notes"] == [{"kind": "end", "text": "Over."}]


def test_a_model_that_is_back_is_no_fault() -> None:
    gone = ModelFailed(role="player", model="a/b", kind=ErrorKind.CONNECTION, reason="away")
    back = ModelReturned(role="player", model="a/b")
    told = Told().turn_of(gone, back)["notes"]
    assert [note["kind"] for note in told] == ["fault", "back"]
