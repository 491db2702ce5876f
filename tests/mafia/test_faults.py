"""Invalid replies, providers that fail, defaults: the game goes on, and alike each time."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest

from ludens.llm.errors import CallFailedError, ErrorKind, ModelFailedError
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import InvalidReplyError, Player, PlayerFailedError
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.default import GENERIC_SPEECH, default_decision
from ludens.mafia.events import DefaultTaken, NightActed, ReplyRefused, SpeechGiven
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table


class Faulty:
    """A player whose replies are invalid, or who cannot be reached, now and then."""

    def __init__(self, inner: Player, invalid: float, failing: float) -> None:
        self.inner, self.invalid, self.failing = inner, invalid, failing

    async def decide(self, briefing: Briefing) -> Decision:
        dice = Random(briefing.dice_seed + 1)
        if dice.random() < self.failing:
            raise PlayerFailedError("the provider is down")
        if dice.random() < self.invalid:
            if dice.random() < 0.5:
                raise InvalidReplyError("the reply was no JSON")
            return Ballot(choice=SeatId(99))
        return await self.inner.decide(briefing)


class Stubborn:
    """Answers invalidly, and keeps what it was given."""

    def __init__(self, *, only: Ask | None = None, valid_after: int = 99) -> None:
        self.only, self.valid_after = only, valid_after
        self.given: list[Briefing] = []

    async def decide(self, briefing: Briefing) -> Decision:
        if self.only not in (None, briefing.ask):
            return await RandomPlayer().decide(briefing)
        self.given.append(briefing)
        if len(briefing.problems) >= self.valid_after:
            return await RandomPlayer().decide(briefing)
        raise InvalidReplyError(f"fault {len(briefing.problems) + 1}")


def table(seats: int, player: Player, *others: tuple[int, Player], retries: int = 3) -> Table:
    players = [player] * seats
    for seat, other in others:
        players[seat] = other
    return Table(MafiaSettings(seats=seats, personas=False, retries=retries), tuple(players))


async def pairs_are_identical(count: int) -> None:
    for seed in range(count):
        logs = []
        for _ in range(2):
            player = Faulty(OfflinePlayer(PublicBeliefs()), 0.3, 0.1)
            _, log = await rehearse(table(5 + seed % 11, player), seed)
            logs.append([(event.type, event.line()) for event in log])
        assert logs[0] == logs[1]
        assert any(type_ == "reply_refused" for type_, _ in logs[0])


async def test_the_same_seed_gives_the_same_game_with_invalid_replies() -> None:
    await pairs_are_identical(6)


@pytest.mark.long
async def test_a_hundred_pairs_of_games_with_invalid_replies_are_identical() -> None:
    await pairs_are_identical(100)


async def test_no_game_is_voided_by_failing_providers() -> None:
    for seed in range(11):  # once at each size
        player = Faulty(RandomPlayer(), 0.0, 0.1)
        state, _ = await rehearse(table(5 + seed % 11, player), seed)
        assert state.reason.endswith(("wins", "days"))


async def test_a_failing_provider_costs_its_own_seat_its_turns_and_no_other() -> None:
    failing = Faulty(RandomPlayer(), 0.0, 1.0)
    for seed in range(6):
        _, log = await rehearse(table(7, RandomPlayer(), (3, failing)), seed)
        hit = {event.seat for event in log if isinstance(event, DefaultTaken)}
        assert hit == {3}
        assert not [event for event in log if isinstance(event, ReplyRefused)]


async def test_what_was_wrong_is_fed_back_and_at_most_three_retries_are_made() -> None:
    stubborn = Stubborn(only=Ask.SPEECH)
    _, log = await rehearse(table(5, RandomPlayer(), (0, stubborn)), 1)
    first = stubborn.given[:4]
    assert [tuple(r.problem for r in b.problems) for b in first] == [
        (),
        ("fault 1",),
        ("fault 1", "fault 2"),
        ("fault 1", "fault 2", "fault 3"),
    ]
    days = sum(isinstance(e, DefaultTaken) for e in log)
    assert len(stubborn.given) == 4 * days
    refused = [e for e in log if isinstance(e, ReplyRefused)]
    assert [e.attempt for e in refused[:4]] == [1, 2, 3, 4]
    speech = next(e for e in log if isinstance(e, SpeechGiven) and e.seat == 0)
    assert speech.text == GENERIC_SPEECH


async def test_a_valid_retry_is_taken_and_the_default_is_not() -> None:
    stubborn = Stubborn(only=Ask.SPEECH, valid_after=3)
    _, log = await rehearse(table(5, RandomPlayer(), (0, stubborn)), 1)
    assert not [e for e in log if isinstance(e, DefaultTaken)]
    assert [e for e in log if isinstance(e, ReplyRefused)]


async def test_a_target_that_cannot_be_chosen_is_an_invalid_reply() -> None:
    class Suicidal:
        async def decide(self, briefing: Briefing) -> Decision:
            if briefing.ask is Ask.VOTE:
                return Ballot(choice=briefing.seat)
            return await RandomPlayer().decide(briefing)

    _, log = await rehearse(table(5, RandomPlayer(), (2, Suicidal())), 1)
    refused = [e for e in log if isinstance(e, ReplyRefused)]
    assert refused[0].problem.startswith("seat 2 cannot be chosen; choose from: Player")


@pytest.mark.parametrize("ask", list(Ask))
def test_the_default_is_what_the_seed_says(ask: Ask) -> None:
    options = (SeatId(1), SeatId(4), SeatId(10))
    chosen: Counter[object] = Counter()
    for seed in range(200):
        decision = default_decision(ask, options, False, Random(seed))
        match decision:
            case Speech():
                assert decision.speech == GENERIC_SPEECH
                chosen[decision.nomination] += 1
            case Ballot():
                assert decision.choice is None
            case Statement():
                assert decision.speech == ("" if ask is Ask.REPLY else GENERIC_SPEECH)
            case Plan():
                assert decision.strategy == ""
            case Proposal() | Act():
                chosen[decision.target] += 1
    if chosen:
        assert set(chosen) == set(options), "any valid target, by lot"


def test_a_power_that_need_not_be_used_is_not_used_by_default() -> None:
    assert default_decision(Ask.ACT, (SeatId(1),), True, Random(1)) == Act(target=None)


async def test_a_game_of_nothing_but_failures_comes_to_an_end() -> None:
    state, log = await rehearse(table(9, Faulty(RandomPlayer(), 0.0, 1.0)), 5)
    assert state.outcome is not None
    acted = [e for e in log if isinstance(e, NightActed)]
    assert all(e.target is not None for e in acted)


class Gone:
    """Plays, but its model cannot be had for a vote, and nobody is to play in its place."""

    async def decide(self, briefing: Briefing) -> Decision:
        if briefing.ask is Ask.VOTE:
            raise ModelFailedError("seat:1", CallFailedError(ErrorKind.SERVER, "down"), ends=False)
        return await RandomPlayer().decide(briefing)


class Slow:
    """Takes its time over a vote."""

    def __init__(self) -> None:
        self.begun = self.answered = 0

    async def decide(self, briefing: Briefing) -> Decision:
        self.begun += 1
        if briefing.ask is Ask.VOTE:
            for _ in range(20):
                await asyncio.sleep(0)
        self.answered += 1
        return await RandomPlayer().decide(briefing)


async def test_a_round_that_is_dropped_for_one_model_lets_the_others_answer_first() -> None:
    slow = Slow()
    settings = MafiaSettings(seats=5, personas=False, at_once=True)
    with pytest.raises(ModelFailedError):
        await rehearse(Table(settings, (slow, Gone(), slow, slow, slow)), 1)
    assert slow.begun == slow.answered > 4, "what they are asked is paid for"
