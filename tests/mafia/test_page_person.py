"""A person at a page: asked and answered through the database, whatever becomes of the process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludens.episode.asking import give, posed
from ludens.episode.control import Control
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.mafia.agents import page_person
from ludens.mafia.agents.page_person import (
    PagePerson,
    PersonAwayError,
    decision_from_page,
    details_of,
    place_of,
)
from ludens.mafia.briefing import brief
from ludens.mafia.decision import (
    Act,
    Ask,
    Ballot,
    Bid,
    Plan,
    Proposal,
    Speech,
    Statement,
)
from ludens.mafia.events import DefaultTaken, SpeechGiven
from ludens.mafia.game import Mafia
from ludens.mafia.settings import Chair, MafiaSettings
from mafia.playing import at_day_one, at_night_one

SEAT = 2


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_person, "POLL_SECONDS", 0.0)


def begun(store: Store, **table: Any) -> EpisodeRow:
    settings = MafiaSettings(seats=5, players={SEAT: Chair.HUMAN}, **table)
    return store.episode(
        store.create(
            NewEpisode(
                game="mafia",
                subject="t",
                seed=4,
                model="human",
                settings={"mafia": settings.model_dump(mode="json")},
            )
        )
    )


async def browse(store: Store, row: EpisodeRow, asked: list[str]) -> None:
    """Answer everything that the seat is asked, for ever."""
    while True:
        question = posed(store, row.id, f"seat:{SEAT}")
        if question is not None and question.place not in asked:
            asked.append(question.place)
            options = question.details["options"]
            choice = options[0] if options else None
            answer = {"words": f"My words on {question.place}.", "choice": choice}
            give(store, row.id, question.agent, question.place, answer)
        await asyncio.sleep(0)


async def play(store: Store, row: EpisodeRow, control: Control | None = None) -> EpisodeRow:
    person = PagePerson(store, row.id, control or Control())
    return await Runner(store, Mafia(person)).play(row)


async def test_a_person_plays_a_whole_game_through_the_database(sqlite_store: Store) -> None:
    row = begun(sqlite_store, human_seconds=None)
    asked: list[str] = []
    browser = asyncio.create_task(browse(sqlite_store, row, asked))
    row = await play(sqlite_store, row)
    browser.cancel()
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    assert "1 speech 0" in asked
    assert "1 vote 0" in asked
    assert posed(sqlite_store, row.id, f"seat:{SEAT}") is None
    assert not [event for event in log if isinstance(event, DefaultTaken)]
    mine = [e.text for e in log if isinstance(e, SpeechGiven) and e.seat == SEAT]
    assert mine[0] == "My words on 1 speech 0."


async def test_what_was_answered_before_the_process_died_is_not_asked_again(
    sqlite_store: Store,
) -> None:
    row = begun(sqlite_store, human_seconds=None)
    control = Control()
    waiting = asyncio.create_task(play(sqlite_store, row, control))
    while posed(sqlite_store, row.id, f"seat:{SEAT}") is None:
        await asyncio.sleep(0)
    control.pause = True
    with pytest.raises(PersonAwayError, match=f"waits for the person in seat {SEAT}"):
        await waiting
    assert posed(sqlite_store, row.id, f"seat:{SEAT}") is None
    answer = {"words": "Said while nobody listened.", "choice": 0}
    give(sqlite_store, row.id, f"seat:{SEAT}", "1 speech 0", answer)
    browser = asyncio.create_task(browse(sqlite_store, row, ["1 speech 0"]))
    row = await play(sqlite_store, sqlite_store.episode(row.id))
    browser.cancel()
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    mine = [e.text for e in log if isinstance(e, SpeechGiven) and e.seat == SEAT]
    assert mine[0] == "Said while nobody listened."


async def test_whoever_does_not_answer_in_time_loses_the_decision_and_not_the_game(
    sqlite_store: Store,
) -> None:
    row = await play(sqlite_store, begun(sqlite_store, human_seconds=0.001))
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    taken = [event for event in log if isinstance(event, DefaultTaken)]
    assert row.outcome == "ended"
    assert {event.seat for event in taken} == {SEAT}


def test_every_ask_takes_words_and_a_choice() -> None:
    day, night = at_day_one("MMDPVVV"), at_night_one("MMDPVVV")
    wanted = {
        Ask.PLAN: Plan(strategy="w"),
        Ask.SPEECH: Speech(speech="w", nomination=3),
        Ask.BID: Bid(bid=3),
        Ask.REPLY: Statement(speech="w"),
        Ask.REBUTTAL: Statement(speech="w"),
        Ask.DEFENCE: Statement(speech="w"),
        Ask.LAST_WORDS: Statement(speech="w"),
        Ask.VOTE: Ballot(choice=3),
        Ask.REVOTE: Ballot(choice=3),
        Ask.KILL: Proposal(target=3, message="w"),
        Ask.ACT: Act(target=3),
    }
    assert set(wanted) == set(Ask)
    for ask, decision in wanted.items():
        game, seat = (night, 2) if ask is Ask.ACT else (day, 0)
        briefing = brief(game.state.view(seat), ask, dice_seed=1, full_days=2, memory_characters=99)
        assert decision_from_page(briefing, {"words": "w", "choice": 3}) == decision
        details = details_of(briefing)
        assert details["options"] == list(briefing.options)
        assert ("verb" in details) == (ask is Ask.ACT)


def test_the_two_rounds_of_a_council_are_two_places() -> None:
    game = at_night_one("MMDPVVV")

    def place() -> str:
        return place_of(
            brief(game.state.view(0), Ask.KILL, dice_seed=1, full_days=2, memory_characters=99)
        )

    first = place()
    game.proposals({0: 4, 1: 5})
    assert first != place()


def test_a_person_is_told_whose_proposal_stands_in_the_last_round_of_a_council() -> None:
    game = at_night_one("MMDPVVV")

    def decider() -> object:
        view = game.state.view(1)
        return details_of(
            brief(view, Ask.KILL, dice_seed=1, full_days=2, memory_characters=99)
        ).get("decider")

    assert decider() is None
    game.decide(Proposal(target=3))
    game.decide(Proposal(target=4))
    assert decider() == 0
