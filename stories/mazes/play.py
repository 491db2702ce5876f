"""A maze story played by the house: a walker stumbles into it, then the solver takes over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from ludens.adventure.agents.player import Decision, Player
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.events import By, CommandChosen, TextObserved
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.loop import AdventureTurn, open_story, play_turn
from ludens.adventure.mazes.events import OVER, MazeArrived, MazeRoomsJoined, Phase
from ludens.adventure.mazes.groups import Mazes
from ludens.adventure.settings import AdventureSettings, PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event
from mazes.spec import WAYS, MazeSpec
from mazes.story import compiled
from mazes.trial import Trial


class NoModels:
    """Stands where the models are: every role is offline, and any other use is an error."""

    def is_offline(self, role: str) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a model was asked for: {name}")


class Walker:
    """Walks through the house into the maze and about in it, at random."""

    def __init__(self, spec: MazeSpec) -> None:
        self.spec = spec
        self.random = Random(f"walker {spec.seed}")
        self.first = ["turn on brass lamp"] if spec.lamp_turns and not spec.plan.unlit else []
        at = spec.start
        while spec.inside and spec.rooms[at].maze is None:
            way, ends = next(iter(spec.rooms[at].ways.items()))
            self.first.append(way)
            at = ends[0]

    async def decide(self, briefing: Briefing) -> Decision:
        if self.first:
            return Decision(reasoning="In.", command=self.first.pop(0))
        return Decision(reasoning="On.", command=self.random.choice(WAYS))


class StoryTrial:
    """One maze story, one perception."""

    def __init__(self, spec: MazeSpec, perception: PerceptionKind, **settings: Any) -> None:
        story = compiled(spec)
        self.spec = spec
        self.interpreter = JerichoInterpreter(story, seed=spec.seed)
        opening = self.interpreter.start()
        found = calibrate(self.interpreter, story.data, opening)
        self.probe = Probe(ZStory(story.data), found)
        self.company = Company(
            AdventureSettings(perception=perception, **settings),
            story,
            Vocabulary(story.data),
            self.interpreter,
            Walker(spec),
            cast(Any, NoModels()),
            cast(Any, None),
            past := Memory(),
        )
        self.past = past
        self.state = AdventureState(seed=spec.seed)
        self.turns: list[list[Event]] = []
        self.trial = Trial(spec, self.state.mazes)
        self.first_room = 0

    def location(self) -> int:
        """Return the true room: its place in the maze's list of rooms."""
        memory = self.interpreter.memory()
        assert memory is not None
        number = self.probe.read(memory).location
        assert number is not None
        return number - self.first_room

    async def play(
        self, most: int = 2500, watch: Callable[[list[Event]], None] | None = None
    ) -> Trial:
        """Play until the maze is mapped or given up."""
        turn = self._turn()
        await open_story(self.company, turn)
        self.past.keep(self.state, self.company.saved)
        self.first_room = self.location() - self.spec.start
        while len(self.turns) < most:
            turn = self._turn()
            phase = self._phase()
            await play_turn(self.company, turn)
            self.past.keep(self.state, self.company.saved)
            self._count(turn, phase)
            if watch is not None:
                watch(turn.events)
            groups = self.state.mazes.groups.values()
            if groups and all(group.phase in OVER for group in groups):
                break
        self.trial.left_behind = self._left_behind()
        self.interpreter.close()
        return self.trial

    def _turn(self) -> AdventureTurn:
        self.state.turn = len(self.turns)
        turn = AdventureTurn(len(self.turns), self.state)
        self.turns.append(turn.events)
        return turn

    def _phase(self) -> Phase | None:
        group = self.state.mazes.groups.get("1")
        return group.phase if group is not None else None

    def _count(self, turn: AdventureTurn, phase: Phase | None) -> None:
        """Take in a turn; where the player is thought to be at its end is held to be there."""
        trial = self.trial
        told = False
        arrived: dict[str, RoomId] = {}
        for event in turn.events:
            told |= isinstance(event, TextObserved)
            match event:
                case CommandChosen(by=By.SOLVER):
                    trial.commands += phase is not Phase.RETRIEVING
                    trial.collecting += phase is Phase.RETRIEVING
                    trial.log.append(f"{event.command}: {event.reasoning}")
                case MazeArrived(group=group, room=room) if room is not None and told:
                    arrived[group] = room
                case MazeRoomsJoined():
                    known = trial.truth.pop(event.room, set())
                    trial.truth.setdefault(event.into, set()).update(known)
            trial.events.append(event)
        for group, id_ in arrived.items():
            known = self.state.mazes.groups[group].resolve(id_)
            if known is not None:
                trial.truth.setdefault(known, set()).add(self.location())

    def _left_behind(self) -> int:
        memory = self.interpreter.memory()
        assert memory is not None
        objects = self.probe.read(memory).objects
        rooms = {self.first_room + n for n in self.spec.inside}
        handled = {name for group in self.state.mazes.groups.values() for name in group.kit}
        names = {*self.spec.markers, *self.spec.spare} & handled
        return sum(
            1
            for number in range(1, len(objects) + 1)
            if objects.parent(number) in rooms and objects.name(number) in names
        )


class Wanderer:
    """Goes wherever the dice say."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    async def decide(self, briefing: Briefing) -> Decision:
        return Decision(reasoning="On.", command=self.random.choice(WAYS))


class Follower:
    """Types given commands in their order, then what another player says; waits without one."""

    def __init__(self, commands: Iterable[str], then: Player | None = None) -> None:
        self.commands = list(commands)
        self.then = then

    async def decide(self, briefing: Briefing) -> Decision:
        if self.commands:
            return Decision(reasoning="As it is written.", command=self.commands.pop(0))
        if self.then is not None:
            return await self.then.decide(briefing)
        return Decision(reasoning="It is done.", command="wait")


class Memory:
    """Every earlier turn, kept at hand, for a company that goes back after a death."""

    def __init__(self) -> None:
        self._states: list[str] = []
        self._engines: list[bytes] = []

    def keep(self, state: AdventureState, engine: bytes) -> None:
        """Keep the turn that has just been played."""
        self._states.append(state.model_dump_json())
        self._engines.append(engine)

    def state(self, turn: int) -> AdventureState:
        """Return the state after a turn."""
        return AdventureState.model_validate_json(self._states[turn])

    def engine(self, turn: int) -> bytes:
        """Return the interpreter's snapshot after a turn."""
        return self._engines[turn]


@dataclass
class Played:
    """What came of a story that was played for its mazes."""

    state: AdventureState
    turns: list[list[Event]]

    @property
    def mazes(self) -> Mazes:
        """The mazes that the house believes to have found."""
        return self.state.mazes

    @property
    def solving(self) -> int:
        """How many commands the solver gave."""
        chosen = (event for turn in self.turns for event in turn)
        return sum(isinstance(e, CommandChosen) and e.by is By.SOLVER for e in chosen)


async def played(
    story: StoryFile,
    player: Player,
    turns: int,
    perception: PerceptionKind = PerceptionKind.TEXT,
) -> Played:
    """Let somebody play any story, the solver at hand, until it ends or the turns are over."""
    interpreter = JerichoInterpreter(story, seed=1)
    company = Company(
        AdventureSettings(perception=perception),
        story,
        Vocabulary(story.data),
        interpreter,
        player,
        cast(Any, NoModels()),
        cast(Any, None),
        past := Memory(),
    )
    state = AdventureState(seed=1)
    log: list[list[Event]] = []
    try:
        for number in range(turns):
            state.turn = number
            turn = AdventureTurn(number, state)
            log.append(turn.events)
            await (play_turn(company, turn) if number else open_story(company, turn))
            if state.outcome is not None:
                break
            past.keep(state, company.saved)
    finally:
        interpreter.close()
    return Played(state, log)
