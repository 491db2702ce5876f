"""What a player has heard when it is its turn, what it keeps, what nobody's telling changes."""

from __future__ import annotations

from ludens.episode.events import Event
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.briefing import Briefing, brief
from ludens.mafia.decision import Ask, Ballot, Decision, Plan, Speech
from ludens.mafia.events import MindKept, Narrated, SpeechGiven
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from mafia.playing import Game, at_day_one, at_night_one


def situation(game: Game, seat: int, ask: Ask) -> str:
    view = game.state.view(seat)
    return render(brief(view, ask, dice_seed=1, full_days=2, memory_characters=99)).situation


def test_each_speaker_has_heard_all_who_spoke_before_and_nobody_after() -> None:
    game = at_day_one("MDPVVVV")
    for seat in range(7):
        heard = situation(game, seat, Ask.SPEECH)
        assert [f"words of {other}." in heard for other in range(7)] == [
            other < seat for other in range(7)
        ]
        nominee = next(other for other in range(7) if other != seat)
        game.decide(Speech(speech=f"words of {seat}.", nomination=nominee))


def test_whoever_votes_has_heard_every_speech_and_is_told_who_was_nominated() -> None:
    game = at_day_one("MDPVVVV").speeches({0: 3, 1: 3, 2: 5, 3: 5, 4: 3, 5: 3, 6: 3})
    for seat in range(7):
        told = situation(game, seat, Ask.VOTE)
        assert all(f"words of {other}" in told for other in range(7))
        asked = told.split("## What you are asked")[1]
        nominated = [n for n in (3, 5) if n != seat]
        assert all(f"Player {n}" in asked for n in nominated)
        assert "Player 4" not in asked


def test_memory_and_beliefs_are_given_back_and_to_nobody_else() -> None:
    game = at_day_one("MDPVVVV")
    game.decide(
        Speech(
            speech="Good morning.",
            nomination=3,
            reasoning="secret thought",
            beliefs={3: 0.875},
            memory="Player 3 blinked.",
        )
    )
    mine = situation(game, 0, Ask.VOTE)
    assert "Player 3 blinked." in mine
    assert "Player 3 0.88" in mine or "Player 3 0.87" in mine
    for seat in range(1, 7):
        theirs = situation(game, seat, Ask.SPEECH)
        assert "blinked" not in theirs
        assert "secret thought" not in theirs
    assert "secret thought" not in mine, "reasoning is for the log alone"


def test_a_memory_that_is_not_given_stays_as_it_was() -> None:
    game = at_day_one("MDPVVVV")
    game.decide(Speech(speech="One.", nomination=3, memory="kept"))
    for seat in range(1, 7):
        game.decide(Speech(speech="Two.", nomination=3 if seat != 3 else 4))
    game.decide(Ballot(choice=None))
    assert game.state.view(0).private.memory == "kept"


def test_a_plan_of_night_zero_is_still_known_to_the_mafia_on_a_later_day() -> None:
    game = Game("MMDPVVV")
    game.decide(Plan(strategy="Blame the quiet ones."))
    game.decide(Plan(strategy="Agree with everybody."))
    game.quiet_day().proposals(None).acts({})
    for seat in (0, 1):
        told = situation(game, seat, Ask.SPEECH)
        assert "Blame the quiet ones." in told
        assert "Agree with everybody." in told
    assert "Blame" not in situation(game, 2, Ask.SPEECH)


def test_at_night_nobody_but_the_mafia_learns_that_there_was_a_second_round() -> None:
    views = []
    for targets in ({0: 4, 1: 4}, {0: 4, 1: 5}):
        game = at_night_one("MMDPVVV")
        game.proposals(targets)
        if targets[1] == 5:
            game.proposals({0: 4, 1: 4})
        game.acts({2: 0, 3: 3})
        views.append([situation(game, seat, Ask.SPEECH) for seat in range(2, 7) if seat != 4])
    assert views[0] == views[1]


class Listening:
    """An offline player that keeps what it was given."""

    def __init__(self) -> None:
        self.inner = OfflinePlayer(PublicBeliefs())
        self.given: list[str] = []

    async def decide(self, briefing: Briefing) -> Decision:
        prompt = render(briefing)
        self.given.append(f"{prompt.rules}\n{prompt.character}\n{prompt.situation}")
        return await self.inner.decide(briefing)


async def test_the_narrator_changes_no_byte_of_what_players_are_given() -> None:
    given: list[list[str]] = []
    logs: list[list[Event]] = []
    for narrator in (None, OfflineNarrator()):
        player = Listening()
        settings = MafiaSettings(seats=9, narrator=narrator is not None)
        _, log = await rehearse(Table(settings, (player,) * 9, narrator), 7)
        given.append(player.given)
        logs.append([event for event in log if not isinstance(event, Narrated)])
    assert given[0] == given[1]
    assert logs[0][1:] == logs[1][1:]


async def test_players_are_given_speeches_exactly_as_they_were_said() -> None:
    player = Listening()
    _, log = await rehearse(Table(MafiaSettings(seats=7), (player,) * 7), 3)
    first = next(e for e in log if isinstance(e, SpeechGiven))
    assert sum(first.text in text for text in player.given) >= 7 + 5
    assert all(e.reasoning not in "".join(player.given) for e in log if isinstance(e, MindKept))
