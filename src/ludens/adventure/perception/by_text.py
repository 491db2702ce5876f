"""Perception from the text alone: what a person at the keyboard has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ludens.adventure.events import GameWon, PlayerDied
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.counters import read_status
from ludens.adventure.perception.commands import is_answer, is_walk, kind_of, meant, parts_of
from ludens.adventure.perception.corrections import corrections, relabel
from ludens.adventure.perception.deeds import lights_a_lamp
from ludens.adventure.perception.events import (
    Asked,
    LookWished,
    PlaceJudged,
    PlaceRead,
    Told,
    WayRefused,
)
from ludens.adventure.perception.evidence import may_be_contents
from ludens.adventure.perception.facts import Ending, PlaceFact, Reading
from ludens.adventure.perception.layout import plain, sentences_of
from ludens.adventure.perception.memory import Description, Step, StepKind, last_shown
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.refusals import denies, may_be_elsewhere
from ludens.adventure.perception.resolver import Beam, Resolver
from ludens.adventure.perception.telling import (
    asked_by,
    described,
    is_refused_in_the_dark,
    meant_by,
    reading_of,
    status_of,
)
from ludens.adventure.perception.text_items import TextAnswer, item_events
from ludens.adventure.perception.titles import Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import carries_light
from ludens.adventure.world.map_events import RoomChanged, RoomFound
from ludens.adventure.world.moves import (
    events_for_mentions,
    events_for_move,
    events_for_refusal,
    events_for_staying,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

UNSURE = 0.9
"""Below this a LOOK is worth its turn, where the place was shown without its description."""
IN_THE_DARK = "Darkness"
"""What a room is called that was never seen by light."""
CARRIED = "the player may have been carried off"
"""Why a LOOK is wished for where no place was shown."""
UNTITLED = "Untitled"
"""What a room is called in a story that prints no titles."""


class TextPerception:
    """Reads the world from observations; what it proposes depends on state and percept alone."""

    def __init__(self, dictionary: Collection[str] = frozenset()) -> None:
        """Take the words that the story understands, if they are known."""
        self.dictionary = dictionary
        self.resolver = Resolver()

    def perceive(self, state: AdventureState, percept: Percept) -> list[Event]:
        """Return the changes of the world since `state`, in the order they are to be folded."""
        percept = replace(
            percept,
            command=meant(state.recent, percept.command),
            severed=percept.severed or is_answer(state.recent, percept.command),
        )
        reading = reading_of(state, percept)
        outcome = _outcome(state, percept, reading)
        if percept.room is not None:
            events: list[Event] = []
            room = percept.room
        elif (refusal := _refusal(state, percept, reading)) and state.map.here is not None:
            events, state, room = self._refused(state, percept, refusal)
        elif _went_dark(state, percept, reading) and state.map.here is not None:
            events, room = [RoomChanged(room=state.map.here, dark=True)], state.map.here
        elif reading.places and not _turns_pages(state, percept):
            events, state, room = self._shown(state, percept, reading)
        elif state.map.here is not None:
            events, room = _unshown(percept, reading), state.map.here
            way = state.map.exit(room, way_of(percept.command))
            if way is not None and way.teleport:
                events = [*events, *events_for_staying(state.map, room, percept.command)]
        else:
            return [*outcome, *_lost(percept, reading)]
        return [*outcome, *events, *item_events(state.items, _answer(percept, reading, room))]

    def renamed(self, state: AdventureState) -> list[Event]:
        """Return what follows from a reader's word that the place shown last is the one before."""
        memory = state.text_memory
        number = last_shown(memory)
        if number is None:
            return []
        step = Step(
            turn=state.turn, room=memory.steps[-1].room, kind=StepKind.JUDGED, judged=number
        )
        revised = self._revised(state, step, memory.texts)
        room = revised.rooms[revised.beam.best.here]
        title = memory.names.get(memory.steps[number].room, "")
        known = revised.state.map.rooms[room].name
        named: list[Event] = [RoomChanged(room=room, name=title)] if title != known else []
        return [*revised.events, *named, PlaceJudged(room=room, step=number)]

    def _refused(
        self, state: AdventureState, percept: Percept, reason: str
    ) -> tuple[list[Event], AdventureState, RoomId]:
        """A direction was tried and no place was shown."""
        here = state.map.here
        assert here is not None
        way = way_of(percept.command)
        step = Step(turn=state.turn, room=here, kind=StepKind.REFUSED, way=way)
        revised = self._revised(state, step, state.text_memory.texts)
        state, events = revised.state, revised.events
        here = revised.rooms[revised.beam.best.here]
        events += events_for_refusal(
            state.map, here, percept.command, reason, absent=denies(reason)
        )
        return [*events, WayRefused(room=here, way=way)], state, here

    def _shown(
        self, state: AdventureState, percept: Percept, reading: Reading
    ) -> tuple[list[Event], AdventureState, RoomId]:
        """A place was shown: a known room or a new one, or what only looked like a place."""
        place, memory = reading.places[-1], state.text_memory
        text = described(place, reading)
        number = memory.number_of(text.sentences)
        new = number is None
        step = Step(
            turn=state.turn,
            room=RoomId(""),
            asked=asked_by(
                percept.command,
                died=percept.severed or reading.ending is Ending.DEATH,
                carried=_is_carried(reading) or _is_taken_along(state, percept, place),
                further=len(reading.places) > 1,
                same_title=plain(place.title) == plain(_title(state)),
                hinted=state.text_memory.wish == CARRIED,
            ),
            way=way_of(meant_by(state, percept)),
            title=plain(place.title),
            text=len(memory.texts) if number is None else number,
            told=_told(place, text),
            lamp=lights_a_lamp(percept.command) or carries_light(state.items),
            confidence=place.confidence,
            back=memory.back,
        )
        revised = self._revised(state, step, [*memory.texts, text] if new else memory.texts)
        state, events, beam = revised.state, revised.events, revised.beam
        origin = state.map.here
        known = revised.rooms.get(beam.best.here)
        sure = beam.sure()
        room = known if known is not None else RoomId(f"r{state.map.found + 1}")
        if known is None:
            events.append(_found(room, place, sure))
        elif not beam.best.denied:
            events += _changed(state, room, place, step.told)
        if room != origin or (step.asked is Asked.WALK and not beam.best.denied):
            events += events_for_move(
                state.map,
                origin,
                meant_by(state, percept),
                room,
                carried=True if step.asked is Asked.CARRIED else None,
                restored=step.asked is Asked.RETURN,
            )
        events.append(
            PlaceRead(
                room=room,
                title=place.title,
                text=step.text,
                **(text.model_dump() if new else {}),
                apart=place.apart,
                titled=place.titled,
                told=step.told,
                lamp=step.lamp,
                asked=step.asked,
                way=step.way,
                confidence=place.confidence,
                back=step.back,
                denied=beam.best.denied,
                status=status_of(state, percept, place, origin, room),
            )
        )
        if not beam.best.denied:
            events += events_for_mentions(state.map, room, text.exits)
        wishes = _wishes(step, text, place, sure) if reading.ending is None else []
        return [*events, *wishes], state, room

    def _revised(self, state: AdventureState, step: Step, texts: list[Description]) -> _Revised:
        """Weigh one more step, and set right what it proves of the steps before."""
        memory = state.text_memory
        before = self.resolver.now(memory).best
        beam = self.resolver.after(memory, step, texts)
        label = beam.best.label
        assert label is not None
        if label.before is before.label:
            steps = memory.steps
            rooms = {n: steps[n].room for n in beam.best.places if n < len(steps)}
            return _Revised(beam, state, rooms, [])
        relabelled = relabel(memory, beam.best.labels()[:-1], state.map.found + 1)
        events: list[Event] = [*corrections(state.map, memory, relabelled.rooms)]
        if events:
            state = _foreseen(state, events)
        return _Revised(beam, state, relabelled.names, events)


@dataclass(frozen=True, slots=True)
class _Revised:
    """What one more step made of the past."""

    beam: Beam
    state: AdventureState
    """The state with the corrections folded."""
    rooms: dict[int, RoomId]
    """The room that each room of the best hypothesis is."""
    events: list[Event]


def _foreseen(state: AdventureState, events: Sequence[Event]) -> AdventureState:
    """Return a state with events folded that are not told yet; what grows with every turn is shared."""
    world, memory = state.map.model_copy(deep=True), state.text_memory.copied()
    items = state.items.model_copy(deep=True)
    for event in events:
        world.apply(event, state.turn)
        items.apply(event, state.turn)
        memory.apply(event, state.turn)
    return state.model_copy(update={"map": world, "items": items, "text_memory": memory})


def _title(state: AdventureState) -> str:
    here = state.map.here
    return state.text_memory.names.get(here, "") if here is not None else ""


def _turns_pages(state: AdventureState, percept: Percept) -> bool:
    """Say whether a page of the opening is shown, a title or a menu, and no place was yet."""
    return state.map.here is None and percept.observation.wants is Wants.KEY


def _refusal(state: AdventureState, percept: Percept, reading: Reading) -> str | None:
    """Return why a way was refused; some stories show the place again below that."""
    if not reading.places or not reading.messages or len(reading.places) > 1:
        return reading.refusal
    first = sentences_of(reading.messages[0])[0]
    again = plain(reading.places[0].title) == plain(_title(state)) and is_walk(percept.command)
    return first if again and denies(first) and not _is_carried(reading) else None


def _went_dark(state: AdventureState, percept: Percept, reading: Reading) -> bool:
    """Tell whether all that happened to the place is that its light went out."""
    here = state.map.rooms.get(state.map.here) if state.map.here is not None else None
    if here is None or here.dark or reading.ending is not None:
        return False
    if not reading.places or not reading.places[-1].dark:
        return False
    if plain(reading.places[-1].title) not in ("", plain(_title(state))):
        return False
    asked = asked_by(percept.command, died=percept.severed, carried=_is_carried(reading))
    return asked is Asked.OTHER or (asked is Asked.WALK and is_refused_in_the_dark(reading))


def _lost(percept: Percept, reading: Reading) -> list[Event]:
    """Wish for a LOOK where the story waits for commands and has shown no place yet."""
    waits = percept.observation.wants is Wants.LINE and reading.ending is None
    return [LookWished(reason="no place was shown yet")] if waits else []


def _unshown(percept: Percept, reading: Reading) -> list[Event]:
    """Wish for a LOOK where the player may have been carried off to a place not shown."""
    reads = kind_of(percept.command) is Kind.READING or reading.inventory
    if reads or reading.ending is not None or reading.question is not None:
        return []
    carried = may_be_elsewhere(percept.observation.text)
    return [LookWished(reason=CARRIED)] if carried else []


def _is_carried(reading: Reading) -> bool:
    """Say whether what was told before the last place hints at the player's being carried off."""
    before = [*reading.messages, *(place.body for place in reading.places[:-1])]
    return may_be_elsewhere(" ".join(before))


def _is_taken_along(state: AdventureState, percept: Percept, place: PlaceFact) -> bool:
    """Say whether who waited is shown a place: in a vehicle, or another one than before."""
    elsewhere = place.vehicle is not None or plain(place.title) != plain(_title(state))
    return way_of(percept.command) == "wait" and elsewhere and bool(place.title) and not place.dark


def _told(place: PlaceFact, text: Description) -> Told:
    if place.dark:
        return Told.DARK
    if not place.printed:
        return Told.NAMED
    return Told.FULL if text.described else Told.BARE


def _found(room: RoomId, place: PlaceFact, sure: float) -> RoomFound:
    return RoomFound(
        room=room,
        name=place.title or (IN_THE_DARK if place.dark else UNTITLED),
        description="" if place.dark else place.body,
        dark=place.dark,
        confidence=max(0.01, sure),
    )


def _changed(state: AdventureState, room: RoomId, place: PlaceFact, told: Told) -> list[Event]:
    """Return what a place shown tells anew of a known room."""
    known = state.map.rooms[room]
    name = place.title if place.title and place.title != known.name else None
    dark = place.dark if place.dark != known.dark else None
    fresh = told is Told.FULL and not known.description
    if name is None and dark is None and not fresh:
        return []
    return [RoomChanged(room=room, name=name, dark=dark, description=place.body if fresh else None)]


def _wishes(step: Step, text: Description, place: PlaceFact, sure: float) -> list[Event]:
    """Wish for a LOOK where the place is in doubt and was not described."""
    undescribed = step.told is Told.FULL and may_be_contents(text)
    if sure >= UNSURE or step.asked in (Asked.LOOK, Asked.LOOK_AFTER):
        return []
    if step.told not in (Told.BARE, Told.NAMED) and not undescribed:
        return []
    return [LookWished(reason=f"{place.title} may be one of several rooms, or none")]


def _answer(percept: Percept, reading: Reading, room: RoomId) -> TextAnswer:
    place = reading.places[-1] if reading.places else None
    seen = place is not None and not place.dark
    return TextAnswer(
        command=percept.command if len(parts_of(percept.command)) < 2 else "",
        text=percept.observation.text,
        reading=reading,
        room=room,
        body=place.body if place is not None and seen else None,
        full=place is not None and seen and described(place, reading).described > 0,
    )


def _outcome(state: AdventureState, percept: Percept, reading: Reading) -> list[Event]:
    """Return what became of the game itself: the score, an end."""
    events: list[Event] = []
    fact = reading.score
    if fact is not None:
        score = fact.after(state.score)
        maximum = fact.maximum if fact.maximum is not None else state.max_score
        if score is not None and (score, maximum) != (state.score, state.max_score):
            events.append(state.score_changed(score, fact.maximum))
    elif percept.observation.status:
        shown = read_status(percept.observation.status).score
        if shown is not None and shown != (state.score or 0):
            events.append(state.score_changed(shown, None))
    if reading.ending is Ending.DEATH:
        events.append(PlayerDied(command=percept.command, text=percept.observation.text))
    if reading.ending is Ending.VICTORY:
        events.append(GameWon())
    return events
