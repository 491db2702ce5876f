"""What the player is told: everything that matters, in bounded space, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adventure.agents_stage import HERE, brief, stage
from ludens.adventure.events import (
    CommandChosen,
    CommandJudged,
    Effect,
    PlayerDied,
    ScoreChanged,
    StoryRestored,
    TextObserved,
    ThingsMentioned,
)
from ludens.adventure.game import Adventure
from ludens.adventure.lessons.drawing import lessons
from ludens.adventure.lessons.events import LINE, MOST_LINES, LessonsCarried, LessonsDrawn
from ludens.adventure.prompting import render
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import (
    ExitExplored,
    ExitSeen,
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import ItemId, RoomId, in_room
from ludens.episode.history import state_at
from ludens.episode.store import Store


def told(state: AdventureState) -> str:
    return render("player_briefing", **brief(state).facts())


def test_an_empty_state_has_a_briefing_too() -> None:
    assert "Which command do you type?" in told(AdventureState())


def test_puzzles_suggestions_lessons_and_deaths_are_told() -> None:
    cellar = RoomId("r2")
    state = stage(
        RoomFound(room=cellar, name="Cellar"),
        ExitExplored(room=HERE, direction="down", to=cellar),
        PuzzleFound(
            puzzle=PuzzleId("p1"), kind=PuzzleKind.LOCKED, summary="locked: the hatch", room=cellar
        ),
        SuggestionMade(
            suggestion=SuggestionId("s1"),
            puzzle=PuzzleId("p1"),
            command="unlock hatch with key",
            room=cellar,
            confidence=0.9,
            reason="It fits.",
        ),
        SuggestionMade(
            suggestion=SuggestionId("s2"),
            puzzle=None,
            command="kick hatch",
            confidence=0.2,
            reason="Who knows.",
        ),
        LessonsDrawn(lines=("Verbs that did something: open (3).",)),
        LessonsCarried(lines=("Deadly: 'jump'.",)),
        PlayerDied(command="drink tar", text="You have died."),
        StoryRestored(to_turn=3, command="drink tar", reason="the player died"),
    )
    text = told(state)
    assert "- [high] unlock hatch with key (at Cellar: down). It fits." in text
    assert "- [speculative] kick hatch. Who knows." in text
    assert "- locked: the hatch (at Cellar)" in text
    assert "- Verbs that did something: open (3)." in text
    assert "- Deadly: 'jump'." in text
    assert "It was deadly: 'drink tar' at Yard" in text
    assert "You died attempting 'drink tar'" in text


def test_a_refused_proposal_is_told_with_its_reason() -> None:
    from dataclasses import replace

    briefing = replace(brief(stage()), refusals={"push wall": "It did nothing at turn 3."})
    text = render("player_briefing", **briefing.facts())
    assert 'You proposed "push wall", which was refused: It did nothing at turn 3.' in text


def busy(turns: int) -> AdventureState:
    """A long episode, made up: every ten turns a room, things, a puzzle, now and then a death."""
    state = stage(turn=1)
    for turn in range(1, turns + 1):
        state.turn = turn
        room = RoomId(f"r{turn // 10 + 1}")
        command = f"turn the {turn}th brass wheel"
        state.apply(CommandChosen(command=command))
        state.apply(TextObserved(text=f"The {turn}th wheel won't budge. " * 12))
        state.apply(CommandJudged(room=room, command=command, effect=Effect.NOTHING, novel=True))
        if turn % 10 == 0:
            before = state.map.here
            state.apply(RoomFound(room=room, name=f"The {turn}th Hall of the Long House"))
            if before is not None:
                state.apply(ExitExplored(room=before, direction="north", to=room))
            state.apply(PlayerMoved(room=room, how=Movement.WALKED, via="north"))
            for number in range(5):
                name = f"copper kettle number {turn} {number}"
                found = ItemFound(item=ItemId(name), name=name, place=in_room(room))
                state.apply(found)
            for way in ("east", "west", "south", "up"):
                state.apply(ExitSeen(room=room, direction=way))
            state.apply(ThingsMentioned(room=room, names=(f"wheel {turn}",)))
            puzzle = PuzzleId(f"p{turn}")
            summary = f"did not work yet: the {turn}th wheel won't budge, whatever one tries"
            kind = PuzzleKind.REFUSED
            state.apply(PuzzleFound(puzzle=puzzle, kind=kind, summary=summary, room=room))
            state.apply(
                SuggestionMade(
                    suggestion=SuggestionId(f"s{turn}"),
                    puzzle=puzzle,
                    command=f"oil the {turn}th brass wheel",
                    room=room,
                    confidence=0.5,
                    reason="The oil may help.",
                )
            )
            state.apply(ScoreChanged(score=turn, max_score=10_000))
        if turn % 25 == 0:
            state.apply(PlayerDied(command=command, text="The wheel falls on you. " * 20))
            state.apply(LessonsDrawn(lines=lessons(state)))
    return state


def test_the_briefing_of_turn_1000_is_hardly_longer_than_that_of_turn_50() -> None:
    early, late = (len(told(busy(turns))) for turns in (50, 1000))
    assert late <= 1.25 * early, f"{early} characters at turn 50, {late} at turn 1000"


def test_lessons_are_bounded_and_drawn_from_what_happened() -> None:
    lines = lessons(busy(300))
    assert 0 < len(lines) <= MOST_LINES
    assert all(len(line) <= LINE for line in lines)
    assert any(line.startswith("Deadly: 'turn the 300th brass wheel'") for line in lines)


@pytest.mark.long
def test_the_briefing_of_a_real_long_episode_is_bounded(tmp_path: Path) -> None:
    from adventure.test_survival import new
    from ludens.episode.runner import Runner

    store = Store.open(str(tmp_path / "store.db"))
    runner = Runner(store, Adventure())
    limits = {"turns": 1000}
    stuck = {"velocity": {"enabled": False}}
    row = runner.create(new(tmp_path, "lastwell", limits=limits, adventure={"stuck": stuck}))
    row = asyncio.run(runner.play(row))
    early = max(len(told(state_at(store, Adventure(), row, turn))) for turn in range(40, 101, 5))
    assert row.turns == 1000
    for turn in range(500, 1001, 50):
        assert len(told(state_at(store, Adventure(), row, turn))) <= 1.25 * early, turn
