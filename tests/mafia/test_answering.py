"""Rules that may differ: bids, answers, rebuttals, the doctor's choices, what deaths reveal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.episode.visibility import PUBLIC
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import InvalidReplyError, Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.briefings import given_briefings
from ludens.mafia.decision import Ask, Bid, Decision, Speech, Statement
from ludens.mafia.events import (
    BidPlaced,
    BidsOpened,
    Phase,
    PhaseBegan,
    PlayerDied,
    SaveReturned,
    SilenceKept,
    Speaking,
    SpeechGiven,
)
from ludens.mafia.game import Mafia
from ludens.mafia.legal import options
from ludens.mafia.loop import briefing_for
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.roles import Team
from ludens.mafia.rules_text import rules_text
from ludens.mafia.settings import Chair, MafiaSettings, Rules
from ludens.mafia.table import Table
from ludens.mafia.telling import transcript
from mafia.playing import Game, at_day_one, at_night_one

ALL = {"bids": True, "replies": 2, "rebuttal": True, "doctor_told": True, "reveal_sides": True}


def test_the_highest_bid_speaks_first_and_equal_bids_by_seat() -> None:
    game = at_day_one("MDPVVVV", bids=True)
    for bid in (0, 4, 2, 4, 0, 1, 2):
        assert game.due.ask is Ask.BID
        game.decide(Bid(bid=bid))
    assert game.last(BidsOpened).bids == {0: 0, 1: 4, 2: 2, 3: 4, 4: 0, 5: 1, 6: 2}
    assert game.last(PhaseBegan).order == (1, 3, 2, 6, 5, 0, 4)


def test_nobody_knows_a_bid_before_all_are_made() -> None:
    game = at_day_one("MDPVVVV", bids=True)
    before = str(game.state.public)
    game.decide(Bid(bid=4))
    assert str(game.state.public) == before


def talked(game: Game, **accuses: tuple[int, ...]) -> Game:
    """Let everybody speak; `accuses` says whom a seat, as s3, accuses."""
    while game.state.phase is Phase.DAY:
        seat = game.due.seat
        named = next(other for other in game.state.living if other != seat)
        blamed = accuses.get(f"s{seat}", ())
        game.decide(Speech(speech=f"words of {seat}", nomination=named, accuses=blamed))
    return game


def test_whoever_is_mentioned_after_they_spoke_may_answer_once_a_round() -> None:
    game = talked(at_day_one("MDPVVVV", replies=2), s0=(4,), s3=(1, 6), s5=(2, 5 - 3 - 2))
    assert game.state.phase is Phase.REPLIES
    assert game.last(PhaseBegan).order == (1, 2, 0), "4 and 6 have spoken since"
    game.decide(Statement(speech="I? Look at 3.", accuses=(3,)))
    game.decide(Statement(speech=""))
    game.decide(Statement(speech="Well."))
    assert [event.seat for event in game.happened(SilenceKept)] == [2]
    assert game.state.phase is Phase.REPLIES
    assert game.last(PhaseBegan).order == (3,), "2 has kept silent to what was said of them"
    while game.state.phase is Phase.REPLIES:
        game.decide(Statement(speech="I answer.", accuses=(0,)))
    assert game.state.phase is Phase.VOTE, "there were two rounds"
    told = briefing_for(MafiaSettings(), game.state, game.due)
    assert "Might have answered and kept silent: Player 2." in render(told).situation


def test_an_answer_is_told_with_whom_it_answers() -> None:
    game = talked(at_day_one("MDPVVVV", replies=1), s3=(1,), s4=(1,), s5=(0,))
    game.decide(Statement(speech="I heard you.", accuses=(5,)))
    game.decide(Statement(speech=""))
    told = list(transcript(game.log, PUBLIC))
    assert "Player 1 (in answer to Player 3 and Player 4): I heard you." in told
    assert "Player 0 does not answer Player 5." in told


def test_without_anybody_mentioned_there_is_no_round_of_answers() -> None:
    assert talked(at_day_one("MDPVVVV", replies=1)).state.phase is Phase.VOTE
    assert talked(at_day_one("MDPVVVV"), s3=(1,)).state.phase is Phase.VOTE


def test_the_tied_answer_each_other_where_there_is_a_rebuttal() -> None:
    game = at_day_one("MDPVVVV", rebuttal=True)
    game.speeches({0: 3, 1: 3, 2: 5, 3: 5, 4: 3, 5: 3, 6: 5})
    game.votes({0: 3, 1: 3, 2: 5, 3: 5, 4: 3, 5: None, 6: 5}).statements("defence")
    assert game.state.phase is Phase.REBUTTAL
    assert game.last(PhaseBegan).order == (3, 5)
    game.decide(Statement(speech="First."))
    game.decide(Statement(speech="Second."))
    assert game.state.phase is Phase.REVOTE
    assert [s.kind for s in game.happened(SpeechGiven)][-2:] == [Speaking.REBUTTAL] * 2


def test_the_doctor_is_barred_from_what_the_rules_bar() -> None:
    game = at_night_one("MDPVVVV", doctor_self=False, doctor_repeats=False).proposals(None)
    assert game.due.seat == 2
    assert 2 not in options(game.state.view(2), Ask.ACT)
    game.acts({2: 4, 1: 3}).quiet_day().proposals(None)
    assert options(game.state.view(2), Ask.ACT) == (0, 1, 3, 5, 6)
    free = at_night_one("MDPVVVV").proposals(None)
    assert 2 in options(free.state.view(2), Ask.ACT)


@pytest.mark.parametrize(("victim", "mattered"), [(4, True), (5, False)])
def test_the_doctor_is_told_alone_whether_it_mattered_where_the_rules_say_so(
    victim: int, mattered: bool
) -> None:
    game = at_night_one("MDPVVVV", doctor_told=True).proposals(victim).acts({2: 4, 1: 3})
    assert [s.mattered for s in game.state.view(2).private.saves] == [mattered]
    assert all(not game.state.view(seat).private.saves for seat in range(7) if seat != 2)
    silent = at_night_one("MDPVVVV").proposals(victim).acts({2: 4, 1: 3})
    assert not silent.happened(SaveReturned)


def test_a_death_reveals_what_the_rules_say() -> None:
    for rules, role, team in (
        ({}, None, None),
        ({"reveal_sides": True}, None, Team.MAFIA),
        ({"reveal_roles": True}, "mafia", Team.MAFIA),
    ):
        died = at_day_one("MMDPVVVVV", **rules).vote_out(1).last(PlayerDied)
        assert (died.role, died.team) == (role, team)


@pytest.mark.parametrize("field", list(Rules.model_fields))
def test_every_rule_that_may_differ_changes_the_rules_text(field: str) -> None:
    plain = at_day_one("MDPVVVV").state.public
    value = getattr(plain.rules, field)
    other = (not value) if isinstance(value, bool) else value + 1
    changed = replace(plain, rules=Rules(**{field: other}))
    assert rules_text(changed) != rules_text(plain)
    if not isinstance(value, bool) and field != "replies":
        assert str(other) in rules_text(changed)


class Faulty:
    """Answers invalidly now and then; keeps each briefing in words."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.given: list[tuple[int, str]] = []

    async def decide(self, briefing: Briefing) -> Decision:
        self.given.append((briefing.seat, render(briefing).situation))
        if briefing.dice().random() < 0.15:
            raise InvalidReplyError("no JSON", "{")
        return await self.inner.decide(briefing)


def log_of(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.type, event.line()) for event in events[1:]]


@pytest.mark.parametrize("player", [RandomPlayer(), OfflinePlayer(PublicBeliefs())])
async def test_asking_everybody_at_once_changes_nothing_but_the_turns(player: Player) -> None:
    for seed in range(2):
        logs, turns = [], []
        for at_once in (False, True):
            settings = MafiaSettings(seats=7, rules=Rules(**ALL), at_once=at_once)
            faulty = Faulty(player)
            told: list[tuple[int, Event]] = []

            def hear(turn: Any, event: Event, told: list[tuple[int, Event]] = told) -> None:
                told.append((turn.number, event))

            state, log = await rehearse(Table(settings, (faulty,) * 7), seed, hear)
            logs.append(log_of(log))
            turns.append(state.turn)
            again = [(int(g.agent[5:]), g.user) for g in given_briefings(told)]
            assert sorted(again) == sorted(faulty.given)
        assert logs[0] == logs[1]
        assert turns[1] < turns[0]
        kinds = {kind for kind, _ in logs[0]}
        assert {BidPlaced.type, BidsOpened.type} <= kinds


async def test_who_watches_is_told_of_a_round_as_it_is_decided() -> None:
    told: list[str] = []
    table = Table(MafiaSettings(seats=7, at_once=True), (RandomPlayer(),) * 7)
    await rehearse(replace(table, on_decided=told.append), 1)
    votes = [said.split("\n") for said in told if " votes for " in said]
    assert [len(said) for said in votes[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert votes[6][:6] == votes[5]


def test_nobody_is_told_what_is_decided_where_a_person_plays_too() -> None:
    calls: Any = SimpleNamespace(is_watched=True, show_words=str)
    for players in ({}, {"2": Chair.HUMAN}):
        settings = {"mafia": MafiaSettings(seats=7, players=players).model_dump()}
        stage = Stage(seed=1, subject="", settings=settings, content=None, calls=calls, past=Any)
        table = Mafia(person=Any).open(stage).table
        assert (table.on_decided is None) == bool(players)


class Crowd:
    """Decides by lot, and notes how many were being asked with it."""

    def __init__(self) -> None:
        self.asked: dict[int, Ask] = {}
        self.together: dict[Ask, int] = {}

    async def decide(self, briefing: Briefing) -> Decision:
        self.asked[briefing.seat] = briefing.ask
        await asyncio.sleep(0)  # whoever else is asked now comes in
        assert set(self.asked.values()) == {briefing.ask}
        self.together[briefing.ask] = max(self.together.get(briefing.ask, 0), len(self.asked))
        await asyncio.sleep(0)
        del self.asked[briefing.seat]
        return await RandomPlayer().decide(briefing)


@pytest.mark.parametrize("at_once", [True, False])
async def test_votes_bids_plans_and_proposals_are_asked_for_at_once_where_that_is_set(
    at_once: bool,
) -> None:
    crowd = Crowd()
    settings = MafiaSettings(seats=9, personas=False, rules=Rules(bids=True), at_once=at_once)
    await rehearse(Table(settings, (crowd,) * 9), 3)
    sizes = {Ask.VOTE: 9, Ask.BID: 9, Ask.PLAN: 2, Ask.KILL: 2}
    assert {ask: crowd.together[ask] for ask in sizes} == (
        sizes if at_once else dict.fromkeys(sizes, 1)
    )
    assert crowd.together[Ask.SPEECH] == crowd.together[Ask.ACT] == 1
