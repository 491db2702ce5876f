"""The narrator: when it speaks, of what, and to whom (seed 003)."""

from __future__ import annotations

import pytest

from ludens.episode.events import Event
from ludens.episode.visibility import PUBLIC, VIEWER, View, Viewer, project
from ludens.mafia.agents import narration
from ludens.mafia.agents.narrator import Scene
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.heard import heard
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.decision import Speech
from ludens.mafia.events import (
    DawnBroke,
    GameDecided,
    Moment,
    Narrated,
    Phase,
    PhaseBegan,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.finale import (
    Hidden,
    Seer,
    TurningPoint,
    finale_of,
    first_to_name,
    least_suspected,
    turning_point,
    voted_out_for_nothing,
)
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render_scene
from ludens.mafia.roles import Team
from ludens.mafia.seats import SeatId
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.mafia.telling import Teller
from ludens.mafia.view import Day, PublicRecord
from mafia.playing import at_day_one


class Keeping(OfflineNarrator):
    """Keeps what it was given."""

    scenes: list[Scene] = []  # noqa: RUF012  # emptied by the fixture

    async def narrate(self, scene: Scene) -> str:
        self.scenes.append(scene)
        return await super().narrate(scene)


@pytest.fixture
async def log() -> list[Event]:
    Keeping.scenes.clear()
    players = (OfflinePlayer(PublicBeliefs()),) * 9
    settings = MafiaSettings(seats=9, narrator=True)
    _, log = await rehearse(Table(settings, players, Keeping()), 5)
    return log


def told_after(log: list[Event], kind: type[Event]) -> list[Narrated | None]:
    """Return what was narrated right after each event of a kind."""
    followed = zip(log, [*log[1:], None], strict=True)
    return [
        after if isinstance(after, Narrated) else None
        for event, after in followed
        if isinstance(event, kind)
    ]


async def test_the_narrator_introduces_the_game_before_anybody_has_spoken(log: list[Event]) -> None:
    first = next(i for i, e in enumerate(log) if isinstance(e, Narrated))
    assert log[first].moment is Moment.INTRODUCTION
    assert not any(isinstance(event, SpeechGiven) for event in log[:first])


async def test_the_narrator_announces_the_first_day_on_which_nobody_has_died(
    log: list[Event],
) -> None:
    days = [e for e in log if isinstance(e, PhaseBegan) and e.phase is Phase.DAY]
    told = [e for e in log if isinstance(e, Narrated) and e.moment is Moment.FIRST_DAY]
    assert len(days) > 1
    assert len(told) == 1
    assert log[log.index(told[0]) - 1] is days[0]
    (scene,) = [scene for scene in Keeping.scenes if scene.moment is Moment.FIRST_DAY]
    assert "Nobody has died" in render_scene(scene)[1]


async def test_the_narrator_announces_every_night_by_who_is_dead(log: list[Event]) -> None:
    told = told_after(log, DawnBroke)
    names = next(event.names for event in log if event.type == "table_laid")
    dawns = [event for event in log if isinstance(event, DawnBroke)]
    assert any(dawn.killed for dawn in dawns)
    for dawn, narrated in zip(dawns, told, strict=True):
        assert narrated is not None
        assert narrated.moment is Moment.DAWN
        assert all(names[seat] in narrated.text for seat in dawn.killed)


async def test_the_narrator_of_a_vote_is_not_told_that_nobody_is_out_when_somebody_is() -> None:
    told: list[str] = []

    class Reading(OfflineNarrator):
        async def narrate(self, scene: Scene) -> str:
            if scene.moment is Moment.VOTE:
                told.append(render_scene(scene)[1])
            return await super().narrate(scene)

    players = (OfflinePlayer(PublicBeliefs()),) * 7
    await rehearse(Table(MafiaSettings(seats=7, narrator=True), players, Reading()), 5)
    assert any(" is voted out.\n" in text for text in told)
    for text in told:
        assert ("Nobody was voted out." in text) is ("Nobody is voted out." in text)


async def test_the_narrator_announces_every_vote_and_the_end(log: list[Event]) -> None:
    votes = told_after(log, VotesCounted)
    assert len(votes) > 1
    assert all(told is not None and told.moment is Moment.VOTE for told in votes)
    (ending,) = told_after(log, GameDecided)
    assert ending is not None
    assert ending.moment is Moment.ENDING


async def test_the_narrator_remarks_on_a_role_that_is_claimed(log: list[Event]) -> None:
    claimed = [e for e in log if isinstance(e, SpeechGiven) and e.claims not in (None, "villager")]
    told = [e for e in log if isinstance(e, Narrated) and e.moment is Moment.KEY_MOMENT]
    assert claimed
    assert 1 <= len(told) <= len(claimed)


async def test_the_narrator_is_heard_by_those_who_watch_and_by_no_player(log: list[Event]) -> None:
    for event in log:
        if isinstance(event, Narrated):
            assert project(event, PUBLIC) is not None
            assert project(event, VIEWER) is not None
            assert all(project(event, Viewer(View.SEAT, seat)) is None for seat in range(9))


async def test_without_a_narrator_the_same_game_is_played() -> None:
    logs = []
    for narrator in (None, OfflineNarrator()):
        settings = MafiaSettings(seats=7, narrator=narrator is not None)
        _, log = await rehearse(Table(settings, (RandomPlayer(),) * 7, narrator), 3)
        logs.append([event for event in log[1:] if not isinstance(event, Narrated)])
    assert logs[0] == logs[1]


async def test_no_way_to_tell_a_thing_comes_again_before_all_have_come() -> None:
    told: list[str] = []
    for day in (2, 3, 4):
        record = PublicRecord(names=tuple("abcde"), living=[0, 1, 2, 3, 4], day=day)
        dawn = DawnBroke(killed=(), day=3)
        scene = Scene(Moment.DAWN, record, dawn, 7, tuple(told))
        told.append(await OfflineNarrator().narrate(scene))
    first = {text.partition(" ")[0] for text in told}
    assert len(first) == len(set(told)) == 3


async def test_a_way_to_end_a_vote_comes_once_however_the_votes_went() -> None:
    votes: list[VotesCounted] = []
    told: list[str] = []
    for for_out in (4, 3, 4, 3, 3):
        voters = [SeatId(seat) for seat in range(1, 6)]
        ballots = {seat: SeatId(0 if seat <= for_out else 1) for seat in voters}
        votes.append(VotesCounted(ballots=ballots, out=SeatId(0)))
        record = PublicRecord(names=tuple("abcdef"), days=[Day(number=1, votes=list(votes))])
        scene = Scene(Moment.VOTE, record, votes[-1], 7, tuple(told))
        told.append(await OfflineNarrator().narrate(scene))
    said = "\n".join(told)
    assert all(heard(way, said) == 1 for way in narration.VOTE_END)


async def test_a_narrator_that_is_a_model_reads_what_it_has_told() -> None:
    record = PublicRecord(names=tuple("abc"), living=[0, 1, 2], day=2, days=[Day(number=1)])
    scene = Scene(Moment.DAWN, record, DawnBroke(killed=(), day=2), 7, ("A gull.", "Rain."))
    asked = render_scene(scene)[1]
    assert '"A gull."\n"Rain."\n' in asked
    first = render_scene(Scene(Moment.DAWN, record, DawnBroke(killed=(), day=2), 7))[1]
    assert "What you have told" not in first


async def test_a_mafia_who_drew_more_slips_than_there_are_seats_is_told_of_like_any_other() -> None:
    votes = [VotesCounted(ballots={SeatId(seat): SeatId(0) for seat in range(1, 5)})] * 9
    day = Day(number=1, votes=votes)
    record = PublicRecord(names=tuple("abcde"), living=[0, 1], day=1, days=[day])
    ending = GameDecided(team=Team.MAFIA, winners=(0,), roles=("mafia", *("villager",) * 4))
    text = await OfflineNarrator().narrate(Scene(Moment.ENDING, record, ending, 1))
    assert "36 slips" in text


def test_a_vote_that_the_losers_won_is_no_turning_point() -> None:
    game = at_day_one("MMDPVVVVV")
    game.speeches({0: 4, 1: 4, 2: 1, 3: 1, 4: 1, 5: 1, 6: 4, 7: 1, 8: 1})
    game.votes({0: 4, 1: 4, 2: 1, 3: 1, 4: 1, 5: 1, 6: 4, 7: 1, 8: None}).statements()
    record, roles = game.state.public, ("mafia", "mafia", "detective", "doctor", *["villager"] * 5)
    assert (turned := turning_point(record, roles)) is not None
    assert turned.out_is_mafia
    record.team = Team.TOWN
    assert turning_point(record, roles) == turned
    record.team = Team.MAFIA
    assert turning_point(record, roles) is None


async def test_the_ending_tells_who_was_wronged_who_hid_who_saw_and_what_it_hung_on() -> None:
    game = at_day_one("MMDPVVVVV")
    game.speeches({0: 4, 1: 4, 2: 4, 3: 4, 4: 1, 5: 1, 6: 4, 7: 1, 8: 1})
    game.votes({0: 4, 1: 4, 2: 4, 3: 4, 4: 1, 5: 1, 6: 4, 7: 1, 8: None}).statements()
    game.proposals(5).acts({2: 3, 3: 3})
    game.vote_out(6).proposals(7).acts({2: 3, 3: 3})
    assert game.state.team is None
    game.vote_out(8)
    assert game.state.team is Team.MAFIA
    record, roles = game.state.public, game.last(GameDecided).roles
    assert voted_out_for_nothing(record, roles) == (4, 6, 8)
    assert least_suspected(record, roles) == Hidden(0, 0)
    assert first_to_name(record, roles) == Seer(4, 1, 1)
    assert turning_point(record, roles) == TurningPoint(1, 4, False, 5, 1, 3)
    scene = Scene(Moment.ENDING, record, game.last(GameDecided), 1)
    text = await OfflineNarrator().narrate(scene)
    for who in (0, 1, 4, 6, 8):
        assert f"Player {who}" in text
    assert 5 <= text.count(". ") + 1 <= 8


def test_who_is_fooled_trusts_a_mafia_and_who_sees_through_one_is_surer_than_not() -> None:
    game = at_day_one("MDPVV")
    for chance in (0.0, 0.24, 0.12, 0.5, 0.51):  # of the four others one is mafia: 0.25 is even
        seat = game.due.seat
        named, held = SeatId(0 if seat else 1), {SeatId(0): chance} if seat else {}
        game.decide(Speech(speech="words", nomination=named, beliefs=held))
    game.votes(0).statements()
    assert game.state.team is Team.TOWN
    finale = finale_of(game.state.public, game.state.private)
    assert finale.fooled == ("Player 2 trusted Player 0 to the last: 12% mafia.",)
    assert finale.saw == ("Player 4 saw through Player 0: 51% mafia.",)


def test_nobody_saw_through_a_mafia_whose_side_they_had_been_shown() -> None:
    game = at_day_one("MMDPVVVVV", reveal_sides=True)

    def day(out: int) -> None:
        while game.state.phase is Phase.DAY:
            seat, held = game.due.seat, {SeatId(m): 0.9 for m in (0, 1)}
            named = SeatId(out if seat != out else 2)
            kept = held if seat in (3, 4) else {}
            game.decide(Speech(speech="words", nomination=named, beliefs=kept))
        game.votes(out).statements()

    day(0)
    game.proposals(4).acts({2: 5, 3: 3})
    day(1)
    assert game.state.team is Team.TOWN
    # Player 4 died before anything new was said; Player 3 spoke again, and knew of Player 0.
    assert set(finale_of(game.state.public, game.state.private).saw) == {
        "Player 4 saw through Player 1: 90% mafia.",
        "Player 3 saw through Player 1: 90% mafia.",
    }


def test_whoever_investigated_a_mafia_did_not_see_through_it() -> None:
    game = at_day_one("MMDPVVVVV")
    held = {SeatId(1): 0.9}

    def day(out: int) -> None:
        while game.state.phase is Phase.DAY:
            seat = game.due.seat
            named = SeatId(out if seat != out else 2)
            kept = held if seat in (2, 6) else {}
            game.decide(Speech(speech="words", nomination=named, beliefs=kept))
        game.votes(out).statements()

    day(4)
    game.proposals(5).acts({2: 1, 3: 3})
    day(7)
    game.proposals(8).acts({2: 0, 3: 3})
    day(3)
    assert game.state.team is Team.MAFIA
    assert finale_of(game.state.public, game.state.private).saw == (
        "Player 6 saw through Player 1: 90% mafia.",
    )


def claims_detective(seat: int) -> SpeechGiven:
    return SpeechGiven(seat=SeatId(seat), kind="speech", text="I am.", claims="detective")


@pytest.mark.parametrize(
    ("living", "detectives", "told"),
    [
        ([0, 1, 2, 3, 4], 1, narration.RIVAL_CLAIM),
        ([1, 2, 3, 4], 1, narration.CLAIM_AFTER_THE_DEAD),
        ([0, 1, 2, 3, 4], 2, narration.CLAIM),
    ],
)
async def test_a_role_that_another_claimed_is_told_by_who_is_left_to_claim_it(
    living: list[int], detectives: int, told: tuple[str, ...]
) -> None:
    first, second = claims_detective(0), claims_detective(1)
    record = PublicRecord(
        names=("Ann", "Bo", "Cy", "Di", "Ed"),
        composition={"mafia": 1, "detective": detectives},
        living=[SeatId(seat) for seat in living],
        days=[Day(number=1, speeches=[first]), Day(number=2, speeches=[second])],
    )
    text = await OfflineNarrator().narrate(Scene(Moment.KEY_MOMENT, record, second, 7))
    values = {"name": "Bo", "rival": "Ann", "role": "detective"}
    assert text.lower() in [way.format(**values).lower() for way in told]


def test_an_ending_tells_who_was_what_the_mafia_first() -> None:
    teller = Teller(PUBLIC, names=("Ann", "Bo", "Cy", "Di"))
    roles = ("villager", "mafia", "detective", "mafia")
    (told,) = teller.tell(GameDecided(team=Team.MAFIA, winners=(1, 3), roles=roles))
    assert told.text == "mafia: Bo, Di; detective: Cy; villager: Ann."
