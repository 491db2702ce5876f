"""Who may see what: declared on each event's fields, and read by every view of a log.

A game whose players must not know everything makes its events of `VisibleEvent` and says on each
field who may see it:

    class BallotCast(VisibleEvent):
        seat: Public[SeatId]
        choice: Own[SeatId | None]

A field without a declaration is refused when the class is made, so nothing is shown by
oversight. An event is seen by whoever may see one of its fields; the hidden fields are not blanked
but absent, so that code reading one fails instead of learning it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, ClassVar, ParamSpec, TypeVar, cast

from ludens.episode.events import EpisodeEnded, EpisodeStarted, Event

Value = TypeVar("Value")
EventT = TypeVar("EventT", bound=Event)
Fields = ParamSpec("Fields")

_set = object.__setattr__
"""Sets what is frozen."""


class Circle(StrEnum):
    """Whom a field is for, from the widest circle to the narrowest."""

    EVERYONE = "everyone"
    """Every seat and every onlooker."""
    ONLOOKERS = "onlookers"
    """Whoever watches the show; no seat."""
    MEMBERS = "members"
    """The seats that a field of the same event names, and who may look into every head."""
    BACKSTAGE = "backstage"
    """Only the analysis of the episode."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may see a field of an event."""

    circle: Circle
    members: str = ""
    """The field that names the seats, or a tuple of them, when the circle is MEMBERS."""


EVERYONE = Audience(Circle.EVERYONE)
ONLOOKERS = Audience(Circle.ONLOOKERS)
BACKSTAGE = Audience(Circle.BACKSTAGE)

Public = Annotated[Value, EVERYONE]
"""A field that everybody may see."""
Shown = Annotated[Value, ONLOOKERS]
"""A field for those who watch: no seat is told."""
Own = Annotated[Value, Audience(Circle.MEMBERS, "seat")]
"""A field for the one seat that the event's `seat` names."""
Shared = Annotated[Value, Audience(Circle.MEMBERS, "audience")]
"""A field for the seats that the event's `audience` names."""
Backstage = Annotated[Value, BACKSTAGE]
"""A field for the analysis of the episode alone."""


class View(StrEnum):
    """Through whose eyes a log is read."""

    __hash__ = str.__hash__  # Enum's own is a Python function; views are looked up for each event

    SEAT = "seat"
    TABLE = "table"
    """What every seat sees: a seat's view without anything of its own."""
    PUBLIC = "public"
    """What the table sees, and what is said to those who watch."""
    VIEWER = "viewer"
    """Everything that happened in the game, private reasoning included."""
    ANALYSIS = "analysis"
    """Everything on the log."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A view, and the seat whose it is."""

    view: View
    seat: int | None = None

    def __str__(self) -> str:
        return self.view.value if self.seat is None else f"seat:{self.seat}"


TABLE = Viewer(View.TABLE)
PUBLIC = Viewer(View.PUBLIC)
VIEWER = Viewer(View.VIEWER)
ANALYSIS = Viewer(View.ANALYSIS)

COMMON_FIELDS: dict[type[Event], frozenset[str]] = {
    EpisodeStarted: frozenset({"game", "subject", "version"}),
    EpisodeEnded: frozenset({"outcome", "reason"}),
}
"""What everybody may see of the events of every episode; of the others nothing (a seed or the
settings of a fork would tell who was dealt what)."""


@lru_cache(maxsize=64)
def seat_viewer(seat: int) -> Viewer:
    """Return the viewer in a seat."""
    return Viewer(View.SEAT, seat)


def parse_viewer(text: str) -> Viewer:
    """Return the viewer that `public`, `viewer`, `analysis` or `seat:N` names; or ValueError."""
    name, _, number = text.partition(":")
    if name == View.SEAT and number.isdigit():
        return Viewer(View.SEAT, int(number))
    if not number and name in (View.PUBLIC, View.VIEWER, View.ANALYSIS):
        return Viewer(View(name))
    raise ValueError(f"there is no view {text!r}; use public, viewer, analysis or seat:N")


class UndeclaredFieldError(TypeError):
    """An event's field does not say who may see it, or says it wrongly."""


@dataclass(frozen=True, slots=True)
class Declarations:
    """What an event's class declares, sorted so that a view takes no search."""

    audiences: dict[str, Audience]
    """By field."""
    for_table: frozenset[str]
    """The fields that everybody may see."""
    shown: dict[View, frozenset[str]]
    """The fields of each view; of a seat's, those that any seat may see."""
    members: tuple[tuple[str, frozenset[str]], ...]
    """For each field that names seats, what those seats may see besides."""
    is_whole: bool
    """Whether those whom the only such field names see all there is."""
    is_public: bool
    """Whether everybody sees all there is."""

    @classmethod
    def of(cls, audiences: dict[str, Audience]) -> Declarations:
        """Sort the audiences of an event's fields."""

        def named(*circles: Circle) -> frozenset[str]:
            return frozenset(name for name, a in audiences.items() if a.circle in circles)

        naming = dict.fromkeys(a.members for a in audiences.values() if a.members)
        everyones = named(Circle.EVERYONE)
        return cls(
            audiences=audiences,
            for_table=everyones,
            is_whole=len(naming) == 1
            and len(named(Circle.EVERYONE, Circle.MEMBERS)) == len(audiences),
            is_public=len(everyones) == len(audiences),
            shown={
                View.SEAT: everyones,
                View.TABLE: everyones,
                View.PUBLIC: named(Circle.EVERYONE, Circle.ONLOOKERS),
                View.VIEWER: named(Circle.EVERYONE, Circle.ONLOOKERS, Circle.MEMBERS),
                View.ANALYSIS: named(*Circle),
            },
            members=tuple(
                (field, frozenset(name for name, a in audiences.items() if a.members == field))
                for field in naming
            ),
        )


class VisibleEvent(Event):
    """An event each of whose fields declares who may see it."""

    declared: ClassVar[Declarations] = Declarations.of({})

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Read the declarations; raises UndeclaredFieldError where one is missing."""
        super().__pydantic_init_subclass__(**kwargs)
        audiences: dict[str, Audience] = {}
        for name, field in cls.model_fields.items():
            marks = [mark for mark in field.metadata if isinstance(mark, Audience)]
            if len(marks) != 1:
                raise UndeclaredFieldError(
                    f"{cls.__name__}.{name} must declare exactly one audience, not {len(marks)}"
                )
            members = marks[0].members
            if members and members not in cls.model_fields:
                raise UndeclaredFieldError(
                    f"{cls.__name__}.{name} is for the seats that {members!r} names, "
                    "and there is no such field"
                )
            audiences[name] = marks[0]
        cls.declared = Declarations.of(audiences)


def insiders(event: Event) -> tuple[int, ...]:
    """Return the seats that may see more of the event than the table does, in order."""
    if not isinstance(event, VisibleEvent):
        return ()
    members = event.declared.members
    if not members:
        return ()
    if len(members) == 1:
        seats = _seats(getattr(event, members[0][0]))
        if len(seats) == 1:
            return seats
    return tuple(sorted({seat for field, _ in members for seat in _seats(getattr(event, field))}))


def visible_fields(event: Event, viewer: Viewer) -> frozenset[str]:
    """Return the names of the event's fields that the viewer may see."""
    if not isinstance(event, VisibleEvent):
        if viewer.view in (View.VIEWER, View.ANALYSIS):
            return frozenset(type(event).model_fields)
        return COMMON_FIELDS.get(type(event), frozenset())
    seen = event.declared.shown[viewer.view]
    if viewer.view is View.SEAT:
        for field, names in event.declared.members:
            if viewer.seat in _seats(getattr(event, field)):
                seen = seen | names
    return seen


def project(event: EventT, viewer: Viewer) -> EventT | None:
    """Return the event as the viewer sees it, or None if it is not for them at all.

    What may not be seen is absent from the result: reading it raises AttributeError.
    """
    if not (seen := visible_fields(event, viewer)):
        return None
    if len(seen) == len(event.__dict__):
        return event
    return _part(event, seen)


def shares(event: VisibleEvent) -> tuple[Event | None, Sequence[tuple[int, Event]]]:
    """Return what the table sees of the event, and what each seat sees that may see more.

    The same as `project` for the table and for each of the insiders, all at once.
    """
    declared = event.declared
    if declared.is_public:
        return event, ()
    members = declared.members
    if not members:
        return project(event, TABLE), ()
    seen = declared.for_table
    table = _part(event, seen) if seen else None
    if declared.is_whole:
        seat = event.__dict__[members[0][0]]
        if isinstance(seat, int):
            return table, ((seat, event),)
        return table, [(seat, event) for seat in insiders(event)]
    parts = ((seat, project(event, seat_viewer(seat))) for seat in insiders(event))
    return table, [(seat, part) for seat, part in parts if part is not None]


def seen_as_data(event: Event, viewer: Viewer) -> dict[str, Any] | None:
    """Return what the viewer sees as JSON values, its `type` first; None for nothing."""
    fields = visible_fields(event, viewer)
    if not fields:
        return None
    return {"type": event.type, **event.model_dump(mode="json", include=set(fields))}


def _seats(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _part(event: EventT, fields: frozenset[str]) -> EventT:
    """Return a copy that has only these fields; model_construct would fill in defaults."""
    kept = {name: value for name, value in event.__dict__.items() if name in fields}
    return _holding(type(event), kept, fields)


def _holding(cls: type[EventT], values: dict[str, Any], fields: frozenset[str]) -> EventT:
    event = cls.__new__(cls)
    _set(event, "__dict__", values)
    _set(event, "__pydantic_fields_set__", fields)
    _set(event, "__pydantic_extra__", None)
    _set(event, "__pydantic_private__", None)
    return event


def unchecked(cls: Callable[Fields, EventT]) -> Callable[Fields, EventT]:
    """Return what makes events of the class without checking their values.

    For what rules bring about out of decisions that were checked and a state that was folded from
    checked events. What is read, or comes from anybody else, is made by the class itself.
    """
    made = cast("type[EventT]", cls)
    names = frozenset(made.model_fields)
    defaults = {name: field.get_default() for name, field in made.model_fields.items()}

    def make(*_: Fields.args, **values: Fields.kwargs) -> EventT:
        return _holding(made, defaults | values, names)

    return make
