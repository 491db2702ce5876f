"""Typing a list of commands into a story and giving back the world that perception made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ludens.adventure.events import CommandChosen, PlayerDied, TextObserved
from ludens.adventure.interpreter.protocol import Interpreter, Observation, Wants
from ludens.adventure.interpreter.story_text import KEYS
from ludens.adventure.perception.protocol import Percept, Perception
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import PlayerMoved, RoomFound, RoomsMerged, VisitReassigned
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

LOOK = "look"
LOOK_BUDGET = 0.05
"""The share of turns at which a wished LOOK is granted."""
FIRST_LOOKS = 3
"""Wished LOOKs that are granted however short the walk is so far."""

KEY = " "
"""What is pressed where a story waits for a key and the next line is no key."""
MOST_KEYS = 24
"""Pressed in a row; then the next line is typed all the same."""


class Keys(StrEnum):
    """What becomes of a key that a story waits for in the midst of a list of commands."""

    WORDS = "words"  # it is pressed where the next line is a word, which is no key
    ALWAYS = "always"  # it is pressed, unless the next line is empty: the list holds commands
    STRICT = "strict"  # the next line is the key


@dataclass(slots=True)
class Mapping:
    """A walk in the making: folds what perception makes of each answer."""

    perception: Perception
    state: AdventureState = field(default_factory=AdventureState)
    turns: list[list[Event]] = field(default_factory=list)
    """The events of each turn; turn 0 is the story's opening."""
    looks: int = 0

    def observe(self, command: str, observation: Observation, memory: bytes | None = None) -> None:
        """Take in the answer to one command; the opening has an empty command."""
        self.state.turn = len(self.turns)
        self.turns.append([])
        self.answered(command, observation, memory)

    def answered(self, command: str, observation: Observation, memory: bytes | None) -> None:
        """Take in an answer as part of the turn that is under way."""
        if command:
            self.emit([CommandChosen(command=command)])
        self.emit(
            [
                TextObserved(
                    text=observation.text, status=observation.status, wants=observation.wants
                )
            ]
        )
        self.perceive(Percept(command, observation, memory))

    def perceive(self, percept: Percept) -> None:
        """Fold what perception makes of an answer into the turn."""
        self.emit(self.perception.perceive(self.state, percept))

    def emit(self, events: Iterable[Event]) -> None:
        """Fold events and keep them with the turn."""
        for event in events:
            self.state.apply(event)
            self.turns[-1].append(event)

    @property
    def may_look(self) -> bool:
        """Whether a LOOK is wished for and within the budget."""
        allowed = max(FIRST_LOOKS, LOOK_BUDGET * len(self.turns))
        return bool(self.state.text_memory.wish) and self.looks < allowed


def map_story(
    interpreter: Interpreter,
    commands: Sequence[str],
    perception: Perception,
    *,
    keys: Keys = Keys.WORDS,
    watch: Callable[[Mapping], None] | None = None,
) -> Mapping:
    """Type commands, one after another, and return what became of the world.

    A LOOK that perception wishes for is tried on a snapshot and taken back, so that the story
    takes the course that the commands alone give it; where it kills, it tells nothing. Ends early
    when the story does. Keys that are pressed by themselves (see `Keys`) belong to the turn before
    them, so that every command is one turn. `watch` is called after every turn, the opening
    included.
    """
    mapping = Mapping(perception)
    observation = interpreter.start()
    mapping.observe("", observation, interpreter.memory())
    _look_if_wished(mapping, interpreter, observation)
    if watch is not None:
        watch(mapping)
    for command in commands:
        for _ in range(MOST_KEYS):
            if observation.wants is not Wants.KEY or not _presses(keys, command):
                break
            observation = interpreter.send(KEY)
            mapping.answered(KEY, observation, interpreter.memory())
        if observation.wants is Wants.NOTHING:
            break
        observation = interpreter.send(command)
        mapping.observe(command, observation, interpreter.memory())
        _look_if_wished(mapping, interpreter, observation)
        if watch is not None:
            watch(mapping)
    return mapping


def _presses(keys: Keys, command: str) -> bool:
    """Say whether a waiting key is pressed before a command is typed."""
    if keys is Keys.ALWAYS:
        return command != ""
    return keys is Keys.WORDS and len(command) > 1 and command not in KEYS


def _look_if_wished(mapping: Mapping, interpreter: Interpreter, observation: Observation) -> None:
    if mapping.may_look and observation.wants is Wants.LINE:
        here = interpreter.snapshot()
        answer = interpreter.send(LOOK)
        mapping.looks += 1
        told = mapping.perception.perceive(
            mapping.state, Percept(LOOK, answer, interpreter.memory())
        )
        if not any(isinstance(event, PlayerDied) for event in told):
            mapping.emit(told)
        interpreter.restore(here)


def rooms_by_turn(turns: Sequence[Sequence[Event]]) -> list[RoomId | None]:
    """Return the room of each turn as it is known at the end of the log, turn 0 first."""
    rooms: list[RoomId | None] = []
    aliases: dict[RoomId, RoomId] = {}
    here: RoomId | None = None
    for events in turns:
        rooms.append(here)
        for event in events:
            match event:
                case PlayerMoved():
                    here = event.room
                case RoomFound():
                    aliases.pop(event.room, None)
                case RoomsMerged():
                    aliases[event.room] = event.into
                case VisitReassigned():
                    until = len(rooms) - 1 if event.until is None else event.until
                    for turn in range(event.since, until + 1):
                        if _final(rooms[turn], aliases) == event.room:
                            rooms[turn] = event.to
                    if event.until is None and _final(here, aliases) == event.room:
                        here = event.to
            rooms[-1] = here
    return [_final(room, aliases) for room in rooms]


def _final(room: RoomId | None, aliases: dict[RoomId, RoomId]) -> RoomId | None:
    while room in aliases:
        room = aliases[room]
    return room
