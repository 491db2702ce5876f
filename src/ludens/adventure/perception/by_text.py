"""Perception from the text alone: what a person at the keyboard has."""

from __future__ import annotations

from collections.abc import Collection

from ludens.adventure.events import (
    Asked,
    GameWon,
    LookWished,
    PlaceRead,
    PlayerDied,
    RoomChanged,
    RoomFound,
    RoomId,
    ScoreChanged,
    StatusLine,
    Told,
    WayRefused,
)
from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.corrections import corrections, relabel
from ludens.adventure.perception.evidence import may_be_contents
from ludens.adventure.perception.facts import Ending, PlaceFact, Reading
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import lines_of, plain, sentences_of
from ludens.adventure.perception.lexical import read
from ludens.adventure.perception.memory import Description, Step
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.resolver import Beam, Resolver
from ludens.adventure.perception.status import location_in, status_names
from ludens.adventure.perception.titles import Expectation, Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.moves import events_for_mentions, events_for_move, events_for_refusal
from ludens.adventure.world.ways import leaves_the_world, way_of
from ludens.episode.events import Event

MENTIONED = 0.5
"""The confidence from which a mentioned exit is put on the map."""
UNSURE = 0.85
"""Below this a LOOK is worth its turn, where the place was shown without its description."""
IN_THE_DARK = "Darkness"
UNTITLED = "Untitled"


class Perception:
    """Reads the world from observations; what it proposes depends on state and percept alone."""

    def __init__(self, dictionary: Collection[str] = frozenset()) -> None:
        """Take the words that the story understands, if they are known."""
        self.dictionary = dictionary
        self.resolver = Resolver()

    def perceive(self, state: AdventureState, percept: Percept) -> list[Event]:
        """Return the changes of the world since `state`, in the order they are to be folded."""
        reading = reading_of(state, percept)
        events: list[Event] = [*_outcome(state, percept, reading)]
        if reading.places:
            return events + self._shown(state, percept, reading)
        if reading.refusal is not None and state.map.here is not None and reading.ending is None:
            return events + self._refused(state, percept, reading.refusal)
        return events

    def _refused(self, state: AdventureState, percept: Percept, reason: str) -> list[Event]:
        memory, here = state.text_memory, state.map.here
        assert here is not None
        way = way_of(percept.command)
        step = Step(turn=state.turn, room=here, shown=False, way=way)
        beam = self.resolver.after(memory, step, memory.texts)
        events, state, rooms = self._corrected(state, beam)
        here = rooms[beam.best.here]
        events += events_for_refusal(
            state.map, here, percept.command, reason, absent=denies(reason)
        )
        return [*events, WayRefused(room=here, way=way)]

    def _shown(self, state: AdventureState, percept: Percept, reading: Reading) -> list[Event]:
        memory = state.text_memory
        place = reading.places[-1]
        text = described(
            place, tuple(f.direction for f in reading.exits if f.confidence >= MENTIONED)
        )
        number = memory.number_of(text.sentences)
        texts = memory.texts if number is not None else [*memory.texts, text]
        number = number if number is not None else len(memory.texts)
        told = Told.DARK if place.dark else Told.FULL if text.described else Told.BARE
        died = reading.ending is Ending.DEATH
        step = Step(
            turn=state.turn,
            room=RoomId(""),
            asked=asked_by(percept.command, died=died),
            way=way_of(state.command if is_extra_look(state, percept) else percept.command),
            title=plain(place.title),
            text=number,
            told=told,
            things=things_named(state, place.body),
            verbosity=memory.verbosity,
            confidence=place.confidence,
        )
        beam = self.resolver.after(memory, step, texts)
        events, state, rooms = self._corrected(state, beam)
        origin = state.map.here
        room = rooms.get(beam.best.here)
        sure = beam.sure()
        if room is None:
            room = RoomId(f"r{state.map.found + 1}")
            name = place.title or (IN_THE_DARK if place.dark else UNTITLED)
            events.append(
                RoomFound(
                    room=room,
                    name=name,
                    description="" if place.dark else place.body,
                    dark=place.dark,
                    confidence=max(0.01, sure),
                )
            )
        elif not beam.best.denied:
            events += _changed(state, room, place, told)
        if room != origin:
            events += events_for_move(
                state.map,
                origin,
                state.command if is_extra_look(state, percept) else percept.command,
                room,
                restored=step.asked is Asked.RETURN,
            )
        events.append(
            PlaceRead(
                room=room,
                title=place.title,
                text=number,
                sentences=text.sentences if number == len(memory.texts) else (),
                described=text.described if number == len(memory.texts) else 0,
                exits=text.exits if number == len(memory.texts) else (),
                body=text.body if number == len(memory.texts) else "",
                told=told,
                asked=step.asked,
                way=step.way,
                things=step.things,
                confidence=place.confidence,
                denied=beam.best.denied,
                status=status_of(state, percept, place, origin, room),
            )
        )
        if beam.best.denied:
            return events + self._wished(step, text, sure, place)
        events += events_for_mentions(state.map, room, text.exits)
        return events + self._wished(step, text, sure, place)

    def _wished(self, step: Step, text: Description, sure: float, place: PlaceFact) -> list[Event]:
        """Wish for a LOOK where the place is in doubt and was not described."""
        tells_little = step.told is Told.BARE or (step.told is Told.FULL and may_be_contents(text))
        if sure < UNSURE and tells_little and step.asked is not Asked.LOOK:
            return [LookWished(reason=f"{place.title} may be one of several rooms, or none")]
        return []

    def _corrected(
        self, state: AdventureState, beam: Beam
    ) -> tuple[list[Event], AdventureState, dict[int, RoomId]]:
        """Return what the past proves to have been, the state then, and the rooms' ids."""
        memory = state.text_memory
        before = self.resolver.now(memory).best
        label = beam.best.label
        assert label is not None
        if label.before is before.label:
            names = {n: memory.steps[n].room for n in beam.best.places if n < len(memory.steps)}
            return [], state, names
        relabelled = relabel(memory, beam.best.labels()[:-1], state.map.found + 1)
        events: list[Event] = [*corrections(state.map, memory, relabelled.rooms)]
        if events:
            state = state.model_copy(deep=True)
            for event in events:
                state.apply(event)
        return events, state, relabelled.names


def reading_of(state: AdventureState, percept: Percept) -> Reading:
    """Return what the lexical reader makes of an observation in the light of the state."""
    memory = state.text_memory
    current = memory.status.get(StatusLine.CURRENT, 0)
    lagging = memory.status.get(StatusLine.LAGGING, 0)
    other = memory.status.get(StatusLine.OTHER, 0)
    usable = current >= lagging
    here = memory.names.get(state.map.here, "") if state.map.here is not None else ""
    expected = Expectation(
        kind=kind_of(percept.command) if percept.command else Kind.OPENING,
        known=memory.titles.keys(),
        styles=memory.styles,
        status=percept.observation.status if usable else None,
        status_trusted=usable and current > 2 * other,
    )
    return read(percept.observation.text, percept.command, expected, here)


def is_extra_look(state: AdventureState, percept: Percept) -> bool:
    """Say whether a LOOK was typed on top of the turn's command, to see what came of it."""
    return kind_of(percept.command) is Kind.LOOKING and kind_of(state.command) is not Kind.LOOKING


def described(place: PlaceFact, exits: tuple[str, ...]) -> Description:
    """Return what stands below a title in plain form: the description, and what follows it."""
    description: list[str] = []
    rest: list[str] = []
    for number, line in enumerate(lines_of(place.body)):
        sentences = sentences_of(line.text)
        plain_ones = [plain(sentence) for sentence in sentences]
        if number == 0 and not is_listing(sentences[0]):
            description += plain_ones
        else:
            rest += plain_ones
    return Description(
        sentences=(*description, *rest), described=len(description), exits=exits, body=place.body
    )


def asked_by(command: str, *, died: bool = False) -> Asked:
    """Return what a command asked for."""
    if died or leaves_the_world(way_of(command)):
        return Asked.RETURN
    if is_walk(command):
        return Asked.WALK
    kind = kind_of(command) if command else Kind.OPENING
    if kind is Kind.MOVING:
        return Asked.MOVE
    return Asked.LOOK if kind is Kind.LOOKING else Asked.OTHER


def things_named(state: AdventureState, body: str) -> tuple[str, ...]:
    """Return which things that the player dropped somewhere a text names."""
    return ()


def status_of(
    state: AdventureState, percept: Percept, place: PlaceFact, origin: RoomId | None, room: RoomId
) -> StatusLine | None:
    """Say what the status line names, where the room before had another title."""
    status = percept.observation.status
    if not location_in(status) or not place.title or origin == room:
        return None
    before = state.text_memory.names.get(origin, "") if origin is not None else ""
    if plain(before) == plain(place.title):
        return None
    if status_names(status, place.title):
        return StatusLine.CURRENT
    if before and status_names(status, before):
        return StatusLine.LAGGING
    return StatusLine.OTHER


def denies(reason: str) -> bool:
    """Say whether a refusal denies that there is any way, rather than names what stands in it."""
    words = plain(reason)
    return any(phrase in words for phrase in DENIALS)


DENIALS = (
    "cant go that way",
    "cannot go that way",
    "no exit",
    "no way to go",
    "cant go in that direction",
    "nothing in that direction",
    "there is no way",
    "not an exit",
    "cant go there",
    "no such direction",
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


def _outcome(state: AdventureState, percept: Percept, reading: Reading) -> list[Event]:
    """Return what became of the game itself: the score, an end."""
    events: list[Event] = []
    fact = reading.score
    if fact is not None:
        score = fact.score
        if fact.change is not None:
            score = (state.score or 0) + fact.change
        maximum = fact.maximum if fact.maximum is not None else state.max_score
        if score is not None and (score, maximum) != (state.score, state.max_score):
            events.append(ScoreChanged(score=score, max_score=fact.maximum))
    if reading.ending is Ending.DEATH:
        events.append(PlayerDied(command=percept.command, text=percept.observation.text))
    if reading.ending is Ending.VICTORY:
        events.append(GameWon())
    return events
