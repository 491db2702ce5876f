"""A person at the terminal: asked in words, held to a clock, shown their seat's view only."""

from __future__ import annotations

import asyncio
import io
from random import Random

import pytest
from rich.console import Console

from ludens.cli.mafia_person import TerminalPerson, seat_named
from ludens.cli.mafia_view import MafiaView
from ludens.episode.hooks import Moment
from ludens.episode.visibility import View, Viewer
from ludens.mafia.agents.human_player import HumanPlayer
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player, PlayerFailedError
from ludens.mafia.briefing import Briefing, brief
from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.events import DefaultTaken, MindKept, RoleDealt, SpeechGiven
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.seating import NobodyHereError, seat_players
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.table import Table
from mafia.playing import Game, at_day_one, at_night_one


def given(game: Game, ask: Ask, seat: int) -> Briefing:
    return brief(
        game.state.view(SeatId(seat)), ask, dice_seed=1, full_days=2, memory_characters=500
    )


async def asked(briefing: Briefing, typed: str) -> tuple[Decision, str]:
    screen = io.StringIO()
    person = TerminalPerson(Console(file=screen, width=100), io.StringIO(typed))
    return await person.ask(briefing, 30.0), screen.getvalue()


async def test_split_mafia_are_told_in_the_last_round_whose_proposal_stands() -> None:
    game = at_night_one("VMMDPVVV")
    assert "stay split" not in (await asked(given(game, Ask.KILL, 1), "0\n"))[1]
    game.proposals({1: 0, 2: 5})
    own, others = [(await asked(given(game, Ask.KILL, seat), "0\n"))[1] for seat in (1, 2)]
    assert "If you stay split now, your proposal is carried out." in own
    assert "If you stay split now, Player 1's proposal is carried out." in others
    for seat in (1, 2):
        told = render(given(game, Ask.KILL, seat)).situation
        assert "round 2, the last: if you stay split, the proposal of Player 1 is carried" in told


@pytest.mark.parametrize(
    ("ask", "seat", "typed", "decision"),
    [
        (Ask.PLAN, 0, "blame five\n", Plan(strategy="blame five")),
        (Ask.SPEECH, 3, "hello there\n5\n", Speech(speech="hello there", nomination=SeatId(5))),
        (Ask.SPEECH, 3, "hi\nplayer 5\n", Speech(speech="hi", nomination=SeatId(5))),
        (Ask.SPEECH, 3, "hi\n3\n12\n5\n", Speech(speech="hi", nomination=SeatId(5))),
        (Ask.DEFENCE, 3, "not me\n", Statement(speech="not me")),
        (Ask.LAST_WORDS, 3, "\nfarewell\n", Statement(speech="farewell")),
        (Ask.KILL, 0, "skip\n", Proposal(target=None)),
        (Ask.KILL, 0, "1\n3\n", Proposal(target=SeatId(3))),
        (Ask.ACT, 2, "Player 0\n", Act(target=SeatId(0))),
        (Ask.VOTE, 3, "nobody\n", Ballot(choice=None)),
    ],
)
async def test_an_answer_is_taken_when_it_is_valid(
    ask: Ask, seat: int, typed: str, decision: Decision
) -> None:
    game = at_night_one("MMDPVVV") if ask in (Ask.KILL, Ask.ACT) else at_day_one("MMDPVVV")
    taken, _ = await asked(given(game, ask, seat), typed)
    assert taken == decision


async def test_what_cannot_be_chosen_is_refused_with_what_can() -> None:
    game = at_day_one("MMDPVVV").speeches(5)
    decision, screen = await asked(given(game, Ask.VOTE, 3), "Player 99\n5\n")
    assert decision == Ballot(choice=SeatId(5))
    assert "Name one of these: 0 Player 0, 5 Player 5, or skip." in screen


def test_a_name_is_taken_before_a_beginning_and_never_guessed_between_two() -> None:
    game = Game("MDPVVVVVVVVV").plans()
    briefing = given(game, Ask.SPEECH, 0)
    assert seat_named("Player 1", briefing) == 1
    assert seat_named("player 11", briefing) == 11
    with pytest.raises(LookupError, match="Name one of these"):
        seat_named("Player", briefing)


async def test_when_the_time_is_over_the_default_is_taken_and_the_game_goes_on() -> None:
    class Asleep:
        async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
            await asyncio.Event().wait()
            raise AssertionError

    offline = OfflinePlayer(PublicBeliefs())
    players: list[Player] = [offline] * 5
    players[2] = HumanPlayer(Asleep(), 0.001)
    settings = MafiaSettings(seats=5, personas=False)
    state, log = await rehearse(Table(settings, tuple(players)), 1)
    assert state.outcome is not None
    taken = [event for event in log if isinstance(event, DefaultTaken)]
    assert {event.seat for event in taken} == {2}
    assert taken[0].reason == "no decision within 0.001 seconds"


async def test_nobody_at_the_terminal_is_a_failed_player() -> None:
    game = at_day_one("MMDPVVV")
    with pytest.raises(PlayerFailedError, match="nobody is at the terminal"):
        await asked(given(game, Ask.SPEECH, 3), "")


async def test_a_person_is_shown_their_own_seat_and_no_other() -> None:
    for seed in range(6):
        dice = Random(seed)
        seat = dice.randrange(7)
        screen = io.StringIO()
        console = Console(file=screen, width=120)
        lines = io.StringIO("some words\n0\n1\n2\n3\n4\n5\n6\nskip\n" * 40)
        settings = MafiaSettings(seats=7, personas=False, players={seat: Chair.HUMAN})
        table = seat_players(settings, person=TerminalPerson(console, lines))
        view = MafiaView(console, Viewer(View.SEAT, seat))
        _, log = await rehearse(table, seed)
        moment = Moment("e", "mafia", "t", 0, {}, events=tuple(log))  # type: ignore[arg-type]
        view.on_turn_end(moment)
        shown = " ".join(screen.getvalue().split())
        for event in log:
            if isinstance(event, MindKept) and event.seat != seat and event.reasoning:
                assert event.reasoning not in shown
        before_the_end = shown.rsplit("Player 0: ", 1)[0]
        for event in log:
            if isinstance(event, RoleDealt) and event.seat != seat and event.role == "detective":
                assert f"Player {event.seat} is detective" not in before_the_end
        assert any(isinstance(e, SpeechGiven) and e.seat == seat for e in log)


def test_a_human_seat_without_a_person_is_refused_with_what_to_do() -> None:
    settings = MafiaSettings(seats=5, players={3: Chair.HUMAN})
    with pytest.raises(NobodyHereError, match="seat 3 is a person's"):
        seat_players(settings)
