"""Reading one moment of play out of memory: where the player is, what is held, how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.evidence import Frame
from ludens.adventure.interpreter.zmachine.header import Compiler, signed
from ludens.adventure.interpreter.zmachine.names import Names
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber, ObjectTree
from ludens.adventure.interpreter.zmachine.whereabouts import room_above
from ludens.adventure.interpreter.zmachine.zstory import ZStory, read_zstory


@dataclass(frozen=True, slots=True)
class Reading:
    """What one memory image says. None is "unknown", never "none"."""

    location: ObjectNumber | None
    """The room that the player is in, also from inside a vehicle, and also in the dark."""
    location_name: str | None
    """Its short name; the story may print another."""
    player: ObjectNumber | None
    inventory: tuple[ObjectNumber, ...] | None
    """What the player holds directly, in the story's order, without what is concealed."""
    score: int | None
    """May be negative."""
    max_score: int | None
    objects: ObjectTree
    """Everything else: who is in whom, with names, attributes and properties."""


class Probe:
    """Reads the memory of one story. Pure: the same memory always reads the same."""

    def __init__(self, story: bytes | ZStory, calibration: Calibration) -> None:
        self.story: Final = story if isinstance(story, ZStory) else read_zstory(story)
        self.calibration: Final = calibration
        self._names = Names(self.story, calibration.text_mark)
        self._concealed = self.story.symbols.attribute("concealed")

    def read(self, memory: bytes) -> Reading:
        """Read an image of dynamic memory. What the calibration leaves open is None."""
        return self.read_frame(Frame(self.story, memory))

    def read_frame(self, frame: Frame) -> Reading:
        """Read an image that has been opened already."""
        tree = frame.tree
        player = self._player(frame)
        location = self._location(frame, player)
        score = self._value(frame, self.calibration.score) if self._has_begun(frame) else None
        return Reading(
            location=location,
            location_name=(self._names.name(tree, location) or None) if location else None,
            player=player,
            inventory=self._held(tree, player) if player else None,
            score=None if score is None else signed(score),
            max_score=self.calibration.max_score,
            objects=tree,
        )

    def name(self, tree: ObjectTree, number: int) -> str:
        """The name of an object, also where Inform 7 keeps it out of the object table."""
        return self._names.name(tree, number)

    def _player(self, frame: Frame) -> ObjectNumber | None:
        """The player's object, also in another body.

        All variables that named the player must name one object, which must be where the story
        says that the player is; where they differ, only one of the objects may be there.
        """
        bodies = self._bodies(frame)
        if self.calibration.location_globals:
            bodies = [body for body in bodies if self._is_stated(frame, body)]
        return bodies[0] if len(bodies) == 1 else None

    def _bodies(self, frame: Frame) -> list[ObjectNumber]:
        opening = self.calibration.player
        if opening is None:
            return []
        named = {int(frame.globals[number]) for number in self.calibration.player_globals}
        return [ObjectNumber(number) for number in named or {opening} if number in frame.tree]

    def _has_begun(self, frame: Frame) -> bool:
        """Whether the player is anywhere. Before that the score may not be set yet."""
        if self.calibration.player:
            return any(frame.tree.parent(body) for body in self._bodies(frame))
        return not self.calibration.location_globals or self._stated(frame) is not None

    def _location(self, frame: Frame, player: ObjectNumber | None) -> ObjectNumber | None:
        """The room around the player, as the tree and the story's own variables agree on it."""
        if self.story.header.version == 3 and self.calibration.compiler is not Compiler.INFORM:
            return self._stated(frame)
        if player:
            return self._room(frame, player)
        stated = self._stated(frame)
        occupied = stated and frame.tree.children(stated)
        return stated if occupied or not self.story.may_be_dark else None

    def _room(self, frame: Frame, player: ObjectNumber) -> ObjectNumber | None:
        return room_above(frame.tree, player, self.calibration.room_parent)

    def _stated(self, frame: Frame) -> ObjectNumber | None:
        """The room that all of the story's variables name."""
        named = {int(frame.globals[number]) for number in self.calibration.location_globals}
        room = named.pop() if len(named) == 1 else 0
        return ObjectNumber(room) if room in frame.tree else None

    def _is_stated(self, frame: Frame, body: ObjectNumber) -> bool:
        """Whether the story's variables name what a body is in, or hide it.

        The first may name what the body is in within the room: some stories move whole rooms
        about. In the dark the first of Inform's libraries names a place that nothing is ever in,
        and another names the room, unless all that are known follow the first.
        """
        room = self._room(frame, body)
        first, *others = (int(frame.globals[n]) for n in self.calibration.location_globals)
        hides = self.story.may_be_dark and first in frame.tree and not frame.tree.children(first)
        hidden = hides and set(others) <= {first}
        return room is not None and (
            room in others or first in frame.tree.ancestors(body) or hidden
        )

    def _held(self, tree: ObjectTree, player: ObjectNumber) -> tuple[ObjectNumber, ...]:
        held = tree.children(player)
        if self._concealed is None:
            return held
        return tuple(n for n in held if not tree.has_attribute(n, self._concealed))

    @staticmethod
    def _value(frame: Frame, number: int | None) -> int | None:
        """A global variable; None if it is unknown or the memory does not reach it."""
        value = -1 if number is None else int(frame.globals[number])
        return None if value < 0 else value
