"""What is carried and what lies here is asked of a copy, where only the texts tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from adventure.scripted import play_script
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.game import Adventure
from ludens.adventure.picture import picture
from ludens.adventure.state import AdventureState

LOOT = Path(__file__).parent / "perception" / "stories" / "loot.z5"
DONE = (
    "examine hook",
    "take ladder",
    "take rope",
    "take coin",
    "tie rope to hook",
    "put coin in slot",
    "north",
)


def played(folder: Path, *commands: str, perception: str) -> AdventureState:
    typed = [*commands, "wait"]  # in the last turn the score is asked for
    player = {"tries": 3}
    turns = play_script(LOOT, typed, folder, perception=perception, player=player)
    state = Adventure().state()
    for turn, events in turns:
        state.turn = turn
        for event in events:
            state.apply(event)
    chosen = [e.command for _, events in turns for e in events if isinstance(e, CommandChosen)]
    assert chosen[:-1] == [*commands], "none of it is a turn"
    return state


@pytest.mark.parametrize("perception", ["text", "state"])
def test_what_changes_hands_in_the_authors_own_words_is_told_where_it_is(
    perception: str, tmp_path: Path
) -> None:
    state = played(tmp_path, *DONE, perception=perception)
    assert set(picture(state).carried) == {"gold ring", "step ladder"}
    assert picture(state).left_behind == ("coil of rope (Yard, 1)",)


def test_before_the_first_command_what_is_carried_is_known(tmp_path: Path) -> None:
    state = played(tmp_path, "take coin", perception="text")
    assert picture(state).carried == ("silver coin",)
    assert picture(state).here == ("step ladder", "coil of rope")


def test_a_score_that_no_line_shows_is_asked_of_a_copy(tmp_path: Path) -> None:
    first, *others = DONE
    state = played(tmp_path, first, perception="text")
    assert state.score == 0
    (tmp_path / "more").mkdir()
    state = played(tmp_path / "more", first, *others, perception="text")
    assert (state.score, state.max_score) == (5, 5)


def test_a_search_by_text_finds_what_scores_in_silence(tmp_path: Path) -> None:
    search = {"enabled": True, "budget": 4000, "slice": 4000}
    turns = play_script(LOOT, ["wait"] * 6, tmp_path, perception="text", search=search)
    chosen = [e for _, events in turns for e in events if isinstance(e, CommandChosen)]
    found = [one.command for one in chosen if one.by is By.SEARCH]
    assert [one for one in found if "slot" in one]
