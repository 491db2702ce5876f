"""Perception by the Z-machine's memory as well as the text.

Where the player is, what is held and what the score is are read out of memory and certain. What
only words tell is read in the words: ways out, refusals, darkness, an end.
"""

from __future__ import annotations

from ludens.adventure.events import GameWon, PlayerDied
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.probe import Reading as MemoryReading
from ludens.adventure.perception.commands import (
    brings_back,
    is_answer,
    is_walk,
    kind_of,
    meant,
    names_what_was_meant,
)
from ludens.adventure.perception.deeds import LIGHTING
from ludens.adventure.perception.facts import Ending, PlaceFact
from ludens.adventure.perception.facts import Reading as TextReading
from ludens.adventure.perception.items_text import inventory_in
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.presence import Presence
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.refusals import (
    denies,
    is_refusal,
    may_be_elsewhere,
)
from ludens.adventure.perception.scene import Cast, Scene
from ludens.adventure.perception.state_items import trait_events, whereabouts_events
from ludens.adventure.perception.telling import MENTIONED, described, read
from ludens.adventure.perception.titles import Expectation, Kind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import carries_light
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.map_events import ExitExplored, RoomChanged, RoomFound
from ludens.adventure.world.moves import (
    Evidence,
    events_for_mentions,
    events_for_move,
    events_for_refusal,
    events_for_staying,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import leaves_the_world, walks, way_of
from ludens.episode.events import Event

NOWHERE = RoomId("")
"""Stands for the room while none is known."""
IN_THE_DARK = "Darkness"
"""What a room is called that was never seen by light."""
BY_STATE = Evidence(Source.STATE)


class StatePerception:
    """Reads the world from memory and text; what it proposes depends on state and percept alone."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.presence = Presence(probe)

    def perceive(self, state: AdventureState, percept: Percept) -> list[Event]:
        """Return the changes of the world since `state`, in the order they are to be folded.

        Without memory, or where the memory does not tell the place, the player is thought to be
        where they were.
        """
        memory = self.probe.read(percept.memory) if percept.memory is not None else None
        return _Turn(self, state, percept, memory).events()


class _Turn:
    """One percept in the light of one state."""

    def __init__(
        self,
        senses: StatePerception,
        state: AdventureState,
        percept: Percept,
        memory: MemoryReading | None,
    ) -> None:
        self.state, self.percept, self.memory = state, percept, memory
        self.presence = senses.presence
        self.vocabulary = senses.presence.vocabulary
        self.world = state.map
        self.command = meant(state.recent, percept.command)
        self.things = senses.presence.things(memory) if memory is not None else []
        self.origin = state.map.here
        self.room = self._room()
        looked = kind_of(self.command) is Kind.LOOKING
        begins = all(not command.strip() for command, _ in state.recent)  # nothing but keys so far
        self.arrived = looked or begins or self.room != self.origin
        self.text = self._text()
        self.place = self._place()
        self.died = self.text.ending is Ending.DEATH
        self.restored = (
            self.died
            or leaves_the_world(way_of(self.command))
            or is_answer(state.recent, percept.command)
        )

    def events(self) -> list[Event]:
        """Return everything that happened."""
        events: list[Event] = [*self._outcome()]
        if self.memory is None:
            return events
        return [*events, *self.of_the_map(), *self._items(self.memory)]

    def of_the_map(self) -> list[Event]:
        """Return what happened to the map."""
        if self.memory is None or self.room is None or self.memory.location is None:
            return []
        events: list[Event] = [*self._arrival(self.room, self.memory.location)]
        if self.room == self.origin:
            events += self._stay(self.room)
        return [*events, *self._exits(self.room, events)]

    def _room(self) -> RoomId | None:
        """Return the room of the location that memory names: a known one or a new id."""
        location = self.memory.location if self.memory is not None else None
        if location is None:
            return None
        return self.world.by_location(location) or RoomId(f"r{self.world.found + 1}")

    def _text(self) -> TextReading:
        names = [self.memory.location_name or ""] if self.memory is not None else []
        names += [
            self.world.rooms[id_].name
            for id_ in (self.room, self.origin)
            if id_ in self.world.rooms
        ]
        command = self.command
        expected = Expectation(
            kind=kind_of(command) if command else Kind.OPENING,
            known={plain(name) for name in names if name},
            status=names[0] if names and names[0] else self.percept.observation.status,
        )
        return read(self.percept.observation.text, command, expected)

    def _place(self) -> PlaceFact | None:
        """Return what the text shows of the room where the player is."""
        known = self.world.rooms.get(self.room) if self.room is not None else None
        names = {plain(known.name)} if known is not None else set()
        if self.memory is not None and self.memory.location_name:
            names.add(plain(self.memory.location_name))
        for place in reversed(self.text.places):
            if place.dark or plain(place.title) in names:
                return place
        if self.text.ending is not None:
            return None
        return self.text.places[-1] if self.text.places and self.arrived else None

    @property
    def _dark(self) -> bool:
        return self.place.dark if self.place is not None else self.text.dark

    def _outcome(self) -> list[Event]:
        events: list[Event] = []
        memory, state = self.memory, self.state
        if memory is not None and memory.score is not None:
            known = (state.score, state.max_score)
            maximum = memory.max_score if memory.max_score is not None else state.max_score
            score = self._last_word(memory.score)
            if (score, maximum) != known:
                events.append(state.score_changed(score, memory.max_score))
        if self.died:
            text = self.percept.observation.text
            events.append(PlayerDied(command=self.percept.command, text=text))
        if self.text.ending is Ending.VICTORY:
            events.append(GameWon())
        return events

    def _last_word(self, score: int) -> int:
        """Return the score: memory's, but what a story says at its end counts more.

        What memory holds may be the copy that the status line shows, and none is drawn after the
        last command.
        """
        said = self.text.score.after(self.state.score) if self.text.score is not None else None
        return said if self.text.ending is not None and said is not None else score

    def _arrival(self, room: RoomId, location: int) -> list[Fact]:
        """Tell the room, if it is new or looks different, and how the player came there."""
        events: list[Fact] = []
        if room not in self.world.rooms:
            events.append(
                RoomFound(
                    room=room,
                    name=self._name() or IN_THE_DARK,
                    description=self._body(),
                    location=location,
                    dark=self._dark,
                    source=Source.STATE,
                )
            )
        else:
            events += self._changes(room)
        if room != self.origin or self._is_loop():
            events += events_for_move(
                self.world,
                self.origin,
                self.command,
                room,
                carried=self._is_carried() or None,
                restored=self.restored,
                evidence=BY_STATE,
            )
        return events

    def _is_carried(self) -> bool:
        """Return whether what is told before the place says that the player fell or was carried."""
        before = [*self.text.messages, *(place.body for place in self.text.places[:-1])]
        return bool(self.text.places) and may_be_elsewhere(" ".join(before))

    def _is_loop(self) -> bool:
        """Return whether a walk led back to the room that it began in.

        To go in or out and still be there is to have left a vehicle or a chair, unless another
        place was shown before: then one was thrown out of it.
        """
        inside = way_of(self.command) in ("in", "out") and len(self.text.places) < 2
        turned = is_walk(self.command) and not inside
        return turned and self.place is not None and not self.restored and not self._is_refused()

    def _is_refused(self) -> bool:
        """Return whether a way is refused, though the place be told again after that."""
        return bool(self.text.messages) and is_refusal(self.text.messages[0])

    def _name(self) -> str:
        """Return what the room is called; empty where it is too dark to read its name."""
        if self._dark:
            return ""
        if self.place is not None and self.place.title:
            return self.place.title
        return (self.memory.location_name if self.memory is not None else None) or ""

    def _body(self) -> str:
        return self.place.body if self.place is not None and not self.place.dark else ""

    def _changes(self, room: RoomId) -> list[Fact]:
        """Return what the text tells anew of a known room."""
        known, place = self.world.rooms[room], self.place
        name = description = dark = None
        if self._dark:
            dark = True
        elif place is not None:
            if plain(place.title) != plain(known.name):
                name = self._name() or None
            full = described(place, self.text).described > 0
            if full and (not known.description or kind_of(self.command) is Kind.LOOKING):
                description = place.body
            if known.dark and not self._brings_light():
                dark = False
        changes = {"name": name, "description": description, "dark": dark}
        news = {
            field: value
            for field, value in changes.items()
            if value is not None and value != getattr(known, field)
        }
        return [RoomChanged(room=room, source=Source.STATE, **news)] if news else []

    def _brings_light(self) -> bool:
        """Return whether the player may see by a light of their own."""
        if carries_light(self.state.items) or LIGHTING.match(self.command):
            return True
        return any(thing.carried and thing.traits.get("lit") for thing in self.things)

    def _stay(self, room: RoomId) -> list[Fact]:
        """Return what it says about a way that the player is still there."""
        if self.place is not None and not self._is_refused():
            return []
        if self.restored or self.text.question is not None:
            return []
        if names_what_was_meant(self.state.recent, self.percept.command):
            return []
        way = way_of(self.command)
        known = self.world.exit(room, way)
        if known is not None and known.teleport:
            return events_for_staying(self.world, room, self.command, evidence=BY_STATE)
        reason = self.text.refusal or " ".join(self.text.messages[:1])
        if not walks(way) or not reason or (way in ("in", "out") and not is_refusal(reason)):
            return []
        return events_for_refusal(
            self.world, room, self.command, reason, absent=denies(reason), evidence=BY_STATE
        )

    def _exits(self, room: RoomId, told: list[Event]) -> list[Fact]:
        """Return the exits that the description mentions and nobody knew of."""
        if self.place is None or self.place is not self.text.places[-1]:
            return []
        known = self.world.rooms.get(room)
        changed = any(
            isinstance(event, RoomChanged) and event.description is not None for event in told
        )
        walked = {
            event.direction
            for event in told
            if isinstance(event, ExitExplored) and event.room == room
        }
        return [
            event
            for fact in self.text.exits
            if fact.confidence >= MENTIONED and fact.direction not in walked
            for event in events_for_mentions(
                self.world,
                room,
                [fact.direction],
                changed=changed and known is not None and bool(known.description),
                evidence=Evidence(fact.source, fact.confidence),
            )
        ]

    def _items(self, memory: MemoryReading) -> list[Fact]:
        """Tell what became of the items; of those in the hands alone where the place is unknown."""
        if memory.player is None:
            return []
        placed = self.room is not None
        room = self.room or self.origin or NOWHERE
        vocabulary = self.vocabulary
        scene = Scene(
            command=self.command,
            short={word: vocabulary.truncate(word) for word in self.command.lower().split()[1:]},
            text=self._prose(),
            answer=self.text.answer(self._prose()),
            room=room,
            player=memory.player,
            things=self.things,
            parent=memory.objects.parent,
            is_room=lambda number: self.world.by_location(number) is not None,
            called=self.presence.words_for,
            lit=placed and self._is_lit(room),
            shown=self.arrived and placed and self.place is not None and not self._dark,
            too_much=self.text.too_much,
            listed=tuple(
                fact.name.lower()
                for fact in inventory_in(self.percept.observation.text, self.command) or ()
            ),
            restored=self._earlier(memory)
            if brings_back(self.state.recent, self.percept.command)
            else None,
        )
        cast = Cast(self.state.items, scene)
        return [*whereabouts_events(cast), *trait_events(cast)]

    def _earlier(self, memory: MemoryReading) -> dict[int, RoomId | int]:
        """Return where the known items are that an earlier moment brought back.

        By object number: a known room, or the number of what holds it. What lives may have been
        anywhere, and is left out.
        """
        places: dict[int, RoomId | int] = {}
        for item in self.state.items.known.values():
            if item.number is None or item.alive:
                continue
            holder = memory.objects.parent(item.number)
            places[item.number] = self.world.by_location(holder) or int(holder)
        return places

    def _is_lit(self, room: RoomId) -> bool:
        if self.place is not None or self.text.dark:
            return not self._dark
        known = self.world.rooms.get(room)
        return known is None or not known.dark or self._brings_light()

    def _prose(self) -> str:
        """Return the text without the room's title, which may hold the name of a thing."""
        text = self.percept.observation.text
        return text.replace(self.place.title, "", 1) if self.place is not None else text
