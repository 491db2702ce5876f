"""What the player remembers from turn to turn is what weighing everything anew would give."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.affordances import WITH_ALIVE, WITH_FIXED
from ludens.adventure.agents.offline.hints import Hints
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.pairing import pair_worth, parts_with_need
from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import CommandJudged, Effect, ThingsMentioned
from ludens.adventure.game import Adventure
from ludens.adventure.session import AdventureSession
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.game import Stage
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.settings import check_settings

WORDS = Vocabulary(find_story("drowned_clock").data)
ELSEWHERE = RoomId("r2")


@dataclass
class Doubting:
    """A player who weighs everything anew each turn and compares."""

    player: OfflinePlayer
    differing: list[tuple[int, RoomId]] = field(default_factory=list)

    async def decide(self, briefing: Briefing) -> Decision:
        """Decide as the player does."""
        state, anew = briefing.state, Opportunities(self.player.vocabulary)
        for room in state.map.rooms:
            remembered = self.player.opportunities.left(state, room)
            if list(remembered) != list(anew.left(state, room)):
                self.differing.append((state.turn, room))
        return await self.player.decide(briefing)


class Doubted(Adventure):
    """The adventure with that player."""

    player: Doubting

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together and change the player."""
        session = super().open(stage)
        assert isinstance(session.company.player, OfflinePlayer)
        self.player = session.company.player = Doubting(session.company.player)
        return session


def test_what_is_remembered_of_each_room_is_what_weighing_it_anew_gives(tmp_path: Path) -> None:
    story, game = find_story("four_parts_copper"), Doubted()
    settings = check_settings({"limits": {"turns": 30}, "adventure": {"perception": "text"}})
    store = Store.open(str(tmp_path / "store.db"))
    runner = Runner(store, game)
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=story.name,
            subject_hash=story.sha256,
            subject_content=story.data,
            seed=1,
            model="offline",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )
    asyncio.run(runner.play(row))
    store.close()
    assert not game.player.differing


def test_what_came_to_nothing_elsewhere_counts_where_things_were_weighed_before() -> None:
    bell = ThingsMentioned(room=HERE, names=("bell",))
    state = stage(RoomFound(room=ELSEWHERE, name="Loft"), bell)
    opportunities = Opportunities(WORDS)

    def worth() -> float:
        return next(most for one, most in opportunities.left(state, HERE) if one.command == "jump")

    before = worth()
    judged = CommandJudged(room=ELSEWHERE, command="jump", effect=Effect.NOTHING, things=("jump",))
    state.apply(judged)
    assert worth() < before


def test_a_sentence_that_says_nothing_new_of_a_thing_changes_nothing() -> None:
    hints = Hints(WORDS)
    clues = {"bell rope": 1}
    hints.learn(clues)
    assert hints.about("bell") == {"rope": 1.0}
    for number, (clue, changes) in enumerate({"rope bell": 0, "stove": 0, "bell tower": 1}.items()):
        clues[clue] = number
        hints.learn(clues)
        assert (hints.version("bell"), len(hints.changed)) == (changes, changes)
    assert hints.about("bell") == {"rope": 1.0, "tower": 1.0}


def test_whether_a_lamp_burns_says_nothing_of_what_it_is_used_with() -> None:
    lit, out = Thing("brass lamp", lit=True, seen=7), Thing("brass lamp", lit=False)
    oven = Thing("oven", holds=True, seen=3, shut=4)
    assert lit.as_tool() == out.as_tool()
    for sentence in (*WITH_FIXED, *WITH_ALIVE):
        for lamp in (lit, out):
            tool, target = lamp.as_tool(), oven.as_target()
            assert parts_with_need(sentence, tool, target) == parts_with_need(sentence, lamp, oven)
            assert pair_worth(sentence, tool, target) == pair_worth(sentence, lamp, oven)
