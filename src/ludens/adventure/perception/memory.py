"""What text perception remembers: every place shown, as it was told, and the story's habits."""

from __future__ import annotations

from copy import copy
from enum import StrEnum
from hashlib import blake2b
from itertools import pairwise

from pydantic import Field

from ludens.adventure.events import CommandChosen, StoryRestored, TextObserved
from ludens.adventure.models import Frozen, Part
from ludens.adventure.perception.events import (
    Asked,
    LookWished,
    PlaceJudged,
    PlaceRead,
    StatusLine,
    TextParsed,
    Told,
    WayRefused,
)
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.titles import Style, settled_style
from ludens.adventure.world.item_events import Handling, ItemMoved
from ludens.adventure.world.map_events import RoomChanged, RoomsMerged, VisitReassigned
from ludens.adventure.world.places import RoomId, room_of
from ludens.episode.events import Event

LASTING = 4
"""Titled places after which a story is not taken any more for one that prints no titles."""


class Description(Frozen):
    """What stood below a title, sentence by sentence in plain form."""

    sentences: tuple[str, ...] = ()
    described: int = 0
    """How many of them, the first ones, describe the place; the others list what is there."""
    exits: tuple[str, ...] = ()
    """The directions it mentions."""
    listed: tuple[str, ...] = ()
    """The sentences that list things, in plain form."""
    body: str = ""
    """As it was printed."""


class StepKind(StrEnum):
    """What a step tells."""

    SHOWN = "shown"
    """A place was shown."""
    REFUSED = "refused"
    """A way was tried, and no place was shown."""
    JUDGED = "judged"
    """A reader judged that a place shown is one that was known, under another name."""
    HANDLED = "handled"
    """The player put something down or took something up: the room lists other things now."""


class Step(Frozen):
    """One thing that tells where the player is: a place shown, or a way refused."""

    turn: int
    room: RoomId
    """Where the player is taken to be after it."""
    kind: StepKind = StepKind.SHOWN
    asked: Asked = Asked.WALK
    way: str = ""
    title: str = ""
    text: int = 0
    told: Told = Told.FULL
    lamp: bool = False
    """The player has a light, as far as is known."""
    confidence: float = 1.0
    denied: bool = False
    """It was judged to be no place."""
    back: int | None = None
    """Of a return: how many steps there were at the moment that was brought back, if it is known."""
    judged: int | None = None
    """Of a judgement: the number of the step that showed the place."""
    chain: str = ""
    """A digest of all steps up to this one, rooms left out: the same steps give the same."""


class TextMemory(Part):
    """Everything the resolver goes by; changed by events only."""

    steps: list[Step] = Field(default_factory=list)
    texts: list[Description] = Field(default_factory=list)
    """Every description once, in the order of first sight."""
    untitled: int = 0
    """How many of the last places, up to LASTING, were told without a title."""
    together: int = 0
    """How often a description stood right below its title."""
    apart: int = 0
    """How often a blank line stood between them."""
    titles: dict[str, str] = Field(default_factory=dict)
    """Titles seen, in plain form, with their style; empty where one word fits two styles."""
    printed: dict[str, str] = Field(default_factory=dict)
    """The same titles as they were printed first."""
    names: dict[RoomId, str] = Field(default_factory=dict)
    """The title that each room bore last."""
    status: dict[StatusLine, int] = Field(default_factory=dict)
    parsed: dict[str, int] = Field(default_factory=dict)
    """Digests of the sentences that a model has read, with the turn of its reading."""
    readings: int = 0
    """How often a model was asked."""
    looks: int = 0
    """How often a LOOK was wished for."""
    wish: str = ""
    """Why a LOOK is wished for now; empty when it is not."""
    back: int | None = None
    """How many steps there were at the moment that was just brought back."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case StoryRestored():
                self.back = sum(step.turn <= event.to_turn for step in self.steps)
            case CommandChosen():
                self.back = None
            case TextObserved():
                self.wish = ""
            case LookWished():
                self.wish = event.reason
                self.looks += 1
            case TextParsed():
                self.parsed.update(dict.fromkeys(event.digests, turn))
                self.readings += 1
            case PlaceRead():
                self._read(event, turn)
            case WayRefused():
                self._add(Step(turn=turn, room=event.room, kind=StepKind.REFUSED, way=event.way))
            case PlaceJudged():
                judged = Step(turn=turn, room=event.room, kind=StepKind.JUDGED, judged=event.step)
                self._add(judged)
            case ItemMoved():
                self._handle(event, turn)
            case RoomChanged() if event.name is not None and event.room in self.names:
                self._name(event.room, event.name)
            case RoomsMerged():
                self._relabel(event.room, event.into, 0, None)
                self._forget_title(event.room)
            case VisitReassigned():
                self._relabel(event.room, event.to, event.since, event.until)

    def copied(self) -> TextMemory:
        """Return a copy that can go its own way; what is frozen is shared."""
        kept = {name: copy(getattr(self, name)) for name in type(self).model_fields}
        return self.model_copy(update=kept)

    def number_of(self, sentences: tuple[str, ...]) -> int | None:
        """Return the number of the description with these sentences, or None if it is new."""
        known = (n for n, text in enumerate(self.texts) if text.sentences == sentences)
        return next(known, None)

    @property
    def chain(self) -> str:
        """A digest of all steps; empty before the first."""
        return self.steps[-1].chain if self.steps else ""

    @property
    def styles(self) -> frozenset[Style]:
        """How the titles so far were written."""
        return frozenset(Style(style) for style in self.titles.values() if style)

    def _read(self, event: PlaceRead, turn: int) -> None:
        self.wish = ""
        if event.text == len(self.texts):
            self.texts.append(
                Description(
                    sentences=event.sentences,
                    described=event.described,
                    exits=event.exits,
                    listed=event.listed,
                    body=event.body,
                )
            )
        if event.title and not event.denied:
            self._name(event.room, event.title)
        if event.told is Told.FULL and event.titled and not event.denied:
            self.apart += event.apart
            self.together += not event.apart
        if event.told in (Told.FULL, Told.BARE):
            self.untitled = min(LASTING, max(0, self.untitled + (-1 if event.titled else 1)))
        if event.status is not None:
            self.status[event.status] = self.status.get(event.status, 0) + 1
        self._add(
            Step(
                turn=turn,
                room=event.room,
                asked=event.asked,
                way=event.way,
                title=plain(event.title),
                text=event.text,
                told=event.told,
                lamp=event.lamp,
                confidence=event.confidence,
                denied=event.denied,
                back=event.back,
            )
        )

    def _handle(self, event: ItemMoved, turn: int) -> None:
        """Remember where the player put something down or took it up.

        What is put down in a room that is told by other means, as in a maze, lies in none of these.
        """
        if event.how in (Handling.DROPPED, Handling.TAKEN) and self.steps:
            here = self.steps[-1].room
            if event.how is Handling.TAKEN or room_of(event.place) == here:
                self._add(Step(turn=turn, room=here, kind=StepKind.HANDLED))

    def _add(self, step: Step) -> None:
        self.steps.append(step.model_copy(update={"chain": chained(self.chain, step)}))

    def _name(self, room: RoomId, title: str) -> None:
        """Know a title as a room's."""
        style = settled_style(title)
        self.titles.setdefault(plain(title), style.value if style is not None else "")
        self.printed.setdefault(plain(title), title)
        self.names[room] = title

    def _forget_title(self, room: RoomId) -> None:
        """Know a title no more that was a room's which proved to be none, and no other's."""
        title = plain(self.names.pop(room, ""))
        if title not in map(plain, self.names.values()):
            self.titles.pop(title, None)

    def _relabel(self, room: RoomId, to: RoomId, since: int, until: int | None) -> None:
        for place, step in enumerate(self.steps):
            inside = step.turn >= since and (until is None or step.turn <= until)
            if step.room == room and inside:
                self.steps[place] = step.model_copy(update={"room": to})
        if room in self.names:
            self.names.setdefault(to, self.names[room])


def chained(chain: str, step: Step) -> str:
    """Return the digest of a chain of steps with one more."""
    line = step.model_dump_json(exclude={"room", "turn", "denied", "chain"})
    return blake2b((chain + line).encode(), digest_size=8).hexdigest()


def last_shown(memory: TextMemory) -> int | None:
    """Return the number of the step that showed a place last; None before any did."""
    numbers = range(len(memory.steps) - 1, -1, -1)
    return next((n for n in numbers if memory.steps[n].kind is StepKind.SHOWN), None)


def other_name(memory: TextMemory) -> RoomId | None:
    """Return the room of which the place that was just shown may be another name.

    A place that is new and was shown where nobody walked, or by a way that led elsewhere before.
    """
    now = last_shown(memory)
    if now is None or not memory.steps[now].title:
        return None
    step, before = memory.steps[now], memory.steps[:now]
    if any(one.room == step.room for one in before) or not before:
        return None
    origin = before[-1].room
    if step.asked in (Asked.LOOK, Asked.LOOK_AFTER, Asked.OTHER):
        return origin
    walked = [
        after.room
        for earlier, after in pairwise(before)
        if earlier.room == origin and after.kind is StepKind.SHOWN and after.way == step.way
    ]
    return walked[-1] if walked and step.asked is Asked.WALK else None
