"""The scenarios of seeds 001 and 002, told anew, under the presets that have their numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from adventure.stuck.tale import Tale
from adventure.stuck.test_analysis import the_dam, the_plateau
from ludens.adventure.lessons.drawing import lessons
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.adjusting import adjusted, adjustments
from ludens.adventure.stuck.advice import advice, tried_lately
from ludens.adventure.stuck.analysis import analyse
from ludens.adventure.stuck.events import (
    Adjustment,
    LoopDetected,
    StuckNoticed,
    StuckTermination,
    StuckWarning,
)
from ludens.adventure.stuck.settings import OnStuck, Progress, StuckPreset, StuckSettings
from ludens.adventure.stuck.watching import watch
from ludens.adventure.world.map_events import ExitExplored
from ludens.adventure.world.places import RoomId
from ludens.episode.events import EpisodeEnded, Event
from ludens.games import new_adventure
from ludens.settings import check_settings

DESIGNED = StuckSettings.model_validate({"preset": "designed"})
SHIPPED = StuckSettings.model_validate({"preset": "shipped"})
WAYS = (
    ("lobby", "south", "dam"),
    ("lobby", "north", "maintenance"),
    ("lobby", "west", "canyon"),
    ("maintenance", "south", "lobby"),
    ("maintenance", "down", "dam"),
    ("dam", "north", "lobby"),
    ("dam", "down", "base"),
    ("base", "north", "dam"),
)
THRESHOLD = check_settings({}).adventure.review.threshold


@dataclass(slots=True)
class Watched:
    """A tale as loop-breaking watches it: what a turn is, as far as it asks."""

    settings: StuckSettings
    state: AdventureState = field(default_factory=AdventureState)
    number: int = 0
    told: list[tuple[int, Event]] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.told.append((self.number, event))
        self.state.apply(event)

    def play(self, tale: Tale) -> Watched:
        for number, events in tale.turns:
            self.number = self.state.turn = number
            for event in events:
                self.state.apply(event)
            for origin, way, to in WAYS if number == len(tale.turns) else ():
                if {origin, to} <= self.state.map.rooms.keys():
                    self.state.apply(
                        ExitExplored(room=RoomId(origin), direction=way, to=RoomId(to))
                    )
            watch(cast(Any, self), self.settings)
            if self.state.outcome is not None:
                break
        return self

    def of(self, kind: type[Event]) -> list[tuple[int, Any]]:
        return [(turn, event) for turn, event in self.told if isinstance(event, kind)]

    def score(self, base: float, command: str) -> float:
        return round(adjusted(base, adjustments(self.state, self.settings, command)), 2)


GAINS = {turn: 40 - (105 - turn) // 10 for turn in range(5, 106, 20)}
"""Points every twenty turns, and from turn 105 on none."""


def stalled(turns: int = 340) -> Tale:
    tale = Tale()
    for turn in range(1, turns + 1):
        tale.turn("dam base", f"act {turn}", score=GAINS.get(turn))
    return tale


def walked(rooms: str) -> Tale:
    tale = Tale()
    tale.walk([*{room: None for _, _, room in WAYS}, *rooms.split()])
    return tale


@pytest.mark.parametrize(("by_episode", "ends"), [(True, 140), (False, 135)])
def test_first_scenario_noticed_at_ten_turns_warned_at_twenty_ended_at_thirty(
    by_episode: bool, ends: int
) -> None:
    """The seed looks at every tenth turn of the episode, and ends its example at turn 135."""
    settings = StuckSettings.model_validate(
        {"preset": "designed", "velocity": {"by_episode": by_episode}}
    )
    play = Watched(settings).play(stalled())
    assert [turn for turn, _ in play.of(StuckNoticed) if turn > 105] == [115]
    first = next((turn, one.idle) for turn, one in play.of(StuckWarning) if turn > 105)
    assert first == (125, 20)
    [(turn, ended)] = play.of(StuckTermination)
    assert (turn, ended.idle, ended.score) == (ends, ends - 105, 40)
    assert play.of(EpisodeEnded)[0][0] == ends


def test_second_scenario_pacing_is_punished_and_leaving_rewarded() -> None:
    play = Watched(DESIGNED).play(walked("lobby maintenance lobby maintenance"))
    assert play.of(LoopDetected)[-1][1].what == "to and fro between Lobby and Maintenance"
    assert play.score(0.9, "south") == 0.1 < THRESHOLD
    assert play.score(0.6, "down") == 1.0
    assert play.score(0.8, "examine lamp") == 0.8
    assert play.score(0.2, "south") == 0.0


def test_third_scenario_camping_is_punished_and_leaving_is_as_good_as_it_was() -> None:
    play = Watched(DESIGNED).play(walked("lobby dam dam dam base dam dam dam canyon lobby"))
    assert play.of(LoopDetected)[-1][1].what == "most of the last turns in Dam"
    assert play.score(0.85, "south") == 0.25 < THRESHOLD
    assert play.score(0.7, "west") == 0.7


def test_fourth_scenario_loops_are_broken_and_the_velocity_is_the_net_below() -> None:
    tale = stalled(105)
    tale.known.update(("lobby", "maintenance"))
    tale.walk(["lobby", *["dam base"] * 13, *["lobby", "maintenance"] * 4])
    tale.walk([f"canyon {number}" for number in range(20)])
    exact = StuckSettings.model_validate({"preset": "designed", "velocity": {"by_episode": False}})
    found = analyse(tale.turns, exact)
    assert {"camping", "oscillation"} <= {action.kind for action in found.actions}
    assert found.termination == 135


def test_adjustments_are_made_one_after_another_each_within_the_scale() -> None:
    def change(amount: float) -> Adjustment:
        return Adjustment(mechanism="m", amount=amount, reason="r")

    assert round(adjusted(0.9, (change(0.5), change(-0.6))), 2) == 0.4
    assert round(adjusted(0.3, (change(-0.8), change(-0.6))), 2) == 0.0


def test_under_the_shipped_seed_three_turns_in_a_room_cost_three_fifths() -> None:
    play = Watched(SHIPPED).play(walked("maintenance dam dam dam lobby"))
    assert play.score(0.9, "south") == 0.3
    assert play.score(0.9, "west") == 0.9


@pytest.mark.parametrize(
    ("preset", "first", "second"), [("designed", 140, 50), ("shipped", 150, 60)]
)
def test_both_stuck_episodes_are_ended_under_both_seeds(
    preset: str, first: int, second: int
) -> None:
    settings = StuckSettings.model_validate({"preset": preset})
    assert analyse(the_dam().turns, settings).termination == first
    assert analyse(the_plateau().turns, settings).termination == second


def test_a_change_of_the_score_tells_the_old_one_and_how_long_nothing_changed() -> None:
    state = Watched(SHIPPED).play(stalled(4)).state
    changed = state.score_changed(45, None)
    assert (changed.old_score, changed.was_stuck_for) == (None, 4)
    state = Watched(SHIPPED).play(stalled(120)).state
    changed = state.score_changed(45, None)
    assert (changed.old_score, changed.was_stuck_for) == (40, 15)


def test_a_proposal_that_was_typed_lately_is_told_to_be_that() -> None:
    state = Watched(SHIPPED).play(stalled(130)).state
    assert tried_lately(state, SHIPPED, f"act {state.turn}")
    assert tried_lately(state, SHIPPED, f"act {state.turn - 14}")
    assert not tried_lately(state, SHIPPED, f"act {state.turn - 15}")
    assert not tried_lately(state, SHIPPED, "sing")
    quiet = StuckSettings.model_validate({"preset": "shipped", "hints": {"enabled": False}})
    assert not tried_lately(state, quiet, f"act {state.turn}")


def chosen(**settings: Any) -> StuckSettings:
    """Return what a new episode records of loop-breaking."""
    new = new_adventure(check_settings(settings), "drowned_clock", seed=1)
    return StuckSettings.model_validate(new.settings["adventure"]["stuck"])


def test_where_a_model_plays_the_shipped_seed_is_in_force() -> None:
    by_model: dict[str, Any] = {"llm": {"models": {"default": {"models": ["openai/gpt-4.1-mini"]}}}}
    settings = chosen(**by_model)
    assert settings == SHIPPED
    assert settings.on_stuck is OnStuck.TERMINATE
    assert settings.velocity.max_turns == 40
    assert settings.velocity.progress == (Progress.CHANGES,)
    longer = chosen(**by_model, adventure={"stuck": {"velocity": {"max_turns": 60}}})
    assert (longer.preset, longer.velocity.max_turns) == (StuckPreset.SHIPPED, 60)
    ours = chosen(**by_model, adventure={"stuck": {"preset": "house"}})
    assert ours.on_stuck is OnStuck.EXPLORE


def test_where_no_model_plays_the_house_preset_is_in_force() -> None:
    assert chosen() == StuckSettings.model_validate({"preset": "house"})


def test_another_preset_chosen_later_takes_the_place_of_the_first_but_not_of_what_was_set() -> None:
    first = chosen(adventure={"stuck": {"camping": {"turns": 7}}}).model_dump(mode="json")
    later = StuckSettings.model_validate({**first, "preset": "designed"})
    assert (later.velocity.max_turns, later.on_stuck) == (30, OnStuck.TERMINATE)
    assert later.camping.turns == 7


def test_where_the_company_got_stuck_is_a_lesson() -> None:
    play = Watched(DESIGNED).play(stalled())
    assert dict(play.state.stuck.stalls) == {"dam base": 35}
    assert "Got stuck, and gained nothing for long, at: Dam Base (35 turns)." in lessons(play.state)
    fresh = Watched(DESIGNED).play(stalled(115))
    assert not any("Got stuck" in line for line in lessons(fresh.state))


def test_nothing_is_threatened_that_comes_after_the_last_turn() -> None:
    state = Watched(DESIGNED).play(stalled(126)).state
    told = " ".join(advice(state, DESIGNED))
    assert "nothing was gained for 21 turns" in told
    assert "turns the episode ends." in told
    state.settings = {"limits": {"turns": 130}}
    told = " ".join(advice(state, DESIGNED))
    assert "nothing was gained for 21 turns" in told
    assert "the episode ends" not in told
