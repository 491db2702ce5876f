"""The readers that ask a model: ways out and things, where the rule-based reader is not sure.

They read each sentence once, and only what nobody has read before; what they report must quote the
text (reports.py). They propose events on top of what perception found, under either perception.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.commands import kind_of
from ludens.adventure.perception.events import TextParsed
from ludens.adventure.perception.exits_text import LIKELY, LISTED
from ludens.adventure.perception.facts import ItemFact, PlaceFact, Reading
from ludens.adventure.perception.items_text import is_listing
from ludens.adventure.perception.layout import plain, sentences_of
from ludens.adventure.perception.memory import TextMemory, other_name
from ludens.adventure.perception.protocol import Percept, Perception
from ludens.adventure.perception.reports import (
    CONFIDENCE,
    ItemReport,
    MapReport,
    exit_facts,
    item_facts,
    quoted,
    speaks_of,
)
from ludens.adventure.perception.telling import reading_of
from ludens.adventure.perception.text_items import placed_events, same_thing
from ludens.adventure.perception.titles import Kind
from ludens.adventure.prompting import render
from ludens.adventure.state import AdventureState
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import ItemChanged
from ludens.adventure.world.map_events import ExitExplored
from ludens.adventure.world.moves import Evidence, events_for_closing, events_for_mentions
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, in_room
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event
from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError, ReplyError
from ludens.llm.models import Models
from ludens.llm.request import Block, LLMRequest, Message
from ludens.llm.settings import RoleClass

LEAST_PROSE = 20
"""Characters of prose below which there is nothing to ask about."""
ALWAYS = 4
"""Calls that are allowed however short the episode is so far."""
UNDERSTOOD = phrase("readers_understood")
"""Answers whose meaning the rules have whole, or that tell nothing of any thing."""


def digest_of(reader: str, sentence: str) -> str:
    """Return what a sentence is remembered by, for one reader."""
    return blake2b(f"{reader}\n{plain(sentence)}".encode(), digest_size=8).hexdigest()


def prose_of(text: str) -> list[str]:
    """Return the sentences of a text that are prose: no lists of what lies about."""
    return [s for s in sentences_of(" ".join(text.split())) if not is_listing(s)]


def unread(memory: TextMemory, reader: str, sentences: Sequence[str]) -> list[str]:
    """Return the sentences that a reader has not read, or none where they tell too little."""
    fresh = [s for s in sentences if digest_of(reader, s) not in memory.parsed]
    return fresh if len(" ".join(fresh)) >= LEAST_PROSE else []


def within_budget(readings: int, turn: int, share: float) -> bool:
    """Say whether after so many calls one more keeps to `share` calls a turn, on average."""
    return readings < ALWAYS + share * turn


def unsure_ways(reading: Reading, body: str) -> list[str]:
    """Return the sentences of a description that may name ways which no rule is sure of.

    A way is only believed where the words quoted name its direction, so sentences without any
    direction are not asked about.
    """
    prose = prose_of(body)
    if any(LISTED.search(sentence) for sentence in prose):
        return []
    settled = {fact.quote for fact in reading.exits if fact.confidence >= LIKELY}
    return [
        sentence
        for sentence in prose
        if sentence not in settled and any(speaks_of(way, sentence) for way in DIRECTIONS)
    ]


def unsure_things(percept: Percept, reading: Reading, text: str) -> list[str]:
    """Return the sentences of an answer that may name things which no rule reads."""
    if reading.inventory or reading.refusal is not None or reading.question is not None:
        return []
    if kind_of(percept.command) is Kind.OPENING or UNDERSTOOD.match(text.strip()):
        return []
    return prose_of(text)


ReportT = TypeVar("ReportT", MapReport, ItemReport)

MAP_READER = "map_reader"
ITEM_READER = "item_reader"
SHARE = 0.05
"""Calls a turn, on average, that the readers make at most unless told otherwise."""
BY_MODEL = Evidence(Source.LLM, CONFIDENCE)


@dataclass(frozen=True, slots=True)
class Readers:
    """Models that read for the map and for the items; None where a role is offline."""

    map_model: BaseLLM | None = None
    item_model: BaseLLM | None = None
    share: float = SHARE
    """Calls a turn, on average, that both together make at most."""

    async def read(
        self, state: AdventureState, percept: Percept, senses: Perception | None = None
    ) -> list[Event]:
        """Return what models find in an answer, beyond what `state` already knows of it.

        `state` is that after perception's own events. A model that fails costs its facts and
        nothing else; `senses` weigh a reader's word that a room has another name; a text whose reading failed on the way is asked about again another time.
        """
        here = state.map.here
        if here is None:
            return []
        reading = reading_of(state, percept)
        place = reading.places[-1] if reading.places else None
        if place is not None and place.dark:
            return []
        events: list[Event] = []
        if self.map_model is not None and place is not None and self._may_ask(state):
            events += await self._ways(self.map_model, state, percept, reading, place, senses)
        if self.item_model is not None and self._may_ask(state, events):
            events += await self._things(self.item_model, state, percept, reading, here)
        return events

    def _may_ask(self, state: AdventureState, events: Sequence[Event] = ()) -> bool:
        readings = state.text_memory.readings + sum(isinstance(e, TextParsed) for e in events)
        return within_budget(readings, state.turn, self.share)

    async def _ways(
        self,
        model: BaseLLM,
        state: AdventureState,
        percept: Percept,
        reading: Reading,
        place: PlaceFact,
        senses: Perception | None,
    ) -> list[Event]:
        """Ask for the ways out of a place, and how the player came there."""
        here = state.map.here
        assert here is not None
        on_the_way = prose_of("\n".join(reading.messages)) if _just_walked(state, percept) else []
        shown = state.text_memory.steps[-1:] and state.text_memory.steps[-1].turn == state.turn
        other = other_name(state.text_memory) if shown else None
        told = prose_of(place.body) if other is not None else unsure_ways(reading, place.body)
        fresh = unread(state.text_memory, MAP_READER, [*on_the_way, *told])
        if not fresh:
            return []
        text = _told(reading, place)
        sure = [fact.direction for fact in reading.exits if fact.confidence >= 0.9]
        report = await _asked(
            model,
            MAP_READER,
            MapReport,
            text=text,
            command=percept.command,
            known=sure,
            before=_before(state, other),
        )
        if report is None:
            return []
        found = exit_facts(report.exits, text)
        events: list[Event] = [_parsed(MAP_READER, fresh)]
        ways = [fact.direction for fact in found]
        events += events_for_mentions(state.map, here, ways, evidence=BY_MODEL)
        for fact in exit_facts(report.closed, text):
            events += events_for_closing(
                state.map, here, fact.direction, fact.quote, evidence=BY_MODEL
            )
        events += _carried(state, percept, report, text)
        if report.renamed and other is not None and isinstance(senses, TextPerception):
            events += senses.renamed(state)
        return events

    async def _things(
        self,
        model: BaseLLM,
        state: AdventureState,
        percept: Percept,
        reading: Reading,
        here: RoomId,
    ) -> list[Event]:
        """Ask for the things in a text. Where memory tells which there are, only their traits."""
        place = reading.places[-1] if reading.places else None
        text = _told(reading, place) if place is not None else percept.observation.text
        fresh = unread(state.text_memory, ITEM_READER, unsure_things(percept, reading, text))
        if not fresh:
            return []
        known = [fact.name for fact in reading.items]
        report = await _asked(
            model, ITEM_READER, ItemReport, text=text, command=percept.command, known=known
        )
        if report is None:
            return []
        found = [entry for entry in item_facts(report, text) if entry[0].name not in known]
        placed, ids = _placed(state, here, [fact for fact, _ in found])
        events: list[Event] = [_parsed(ITEM_READER, fresh), *placed]
        for (_, properties), id_ in zip(found, ids, strict=True):
            events += _described(state, id_, properties) if id_ is not None else []
        return events


def readers_for(models: Models, share: float = SHARE) -> Readers | None:
    """Return the readers whose roles have a model; None when both are offline or silenced."""
    found = {
        role: None
        if models.is_offline(role, RoleClass.PARSER)
        else models.for_agent(role, RoleClass.PARSER)
        for role in (MAP_READER, ITEM_READER)
    }
    if share <= 0 or not any(found.values()):
        return None
    return Readers(found[MAP_READER], found[ITEM_READER], share)


def _parsed(reader: str, sentences: Sequence[str]) -> TextParsed:
    return TextParsed(
        reader=reader, digests=tuple(digest_of(reader, sentence) for sentence in sentences)
    )


def _told(reading: Reading, place: PlaceFact) -> str:
    return "\n".join([*reading.messages, place.title, place.body]).strip()


def _just_walked(state: AdventureState, percept: Percept) -> bool:
    """Say whether the last command led into this room, so that its words tell how."""
    way = way_of(percept.command)
    entries = state.map.entries(state.map.here) if way and state.map.here is not None else ()
    return any(
        (known := state.map.exit(origin, direction)) is not None and known.turn == state.turn
        for origin, direction in entries
        if direction == way
    )


def _before(state: AdventureState, room: RoomId | None) -> tuple[str, str] | None:
    """Return the name and the words of the room of which a place may be another name."""
    known = state.map.rooms.get(state.map.resolve(room)) if room is not None else None
    return (known.name, known.description) if known is not None else None


def _placed(
    state: AdventureState, here: RoomId, facts: Sequence[ItemFact]
) -> tuple[list[Fact], list[ItemId | None]]:
    """Return where the reported things are, and the item that each is; None for no item."""
    if state.calibration is None:
        events, ids = placed_events(state.items, here, facts)
        return events, list(ids)
    about = [*state.items.at(in_room(here)), *state.items.at(INVENTORY)]
    return [], [
        next((id_ for id_ in about if same_thing(state.items.known[id_].name, fact.name)), None)
        for fact in facts
    ]


def _described(
    state: AdventureState, id_: ItemId, properties: Mapping[str, bool]
) -> list[ItemChanged]:
    """Return what a report tells anew of an item."""
    item = state.items.known.get(id_)
    news = {
        name: value
        for name, value in properties.items()
        if item is None or getattr(item, name) is None
    }
    if not news:
        return []
    return [ItemChanged(item=id_, source=Source.LLM, confidence=CONFIDENCE, **news)]


def _carried(
    state: AdventureState, percept: Percept, report: MapReport, text: str
) -> Sequence[Fact]:
    """Mark the way just gone as a teleport, where the text says that the player was carried."""
    if report.carried_by is None or not quoted(report.carried_by, text):
        return []
    way = way_of(percept.command)
    for origin, direction in state.map.entries(state.map.here) if state.map.here else []:
        known = state.map.exit(origin, direction)
        just_gone = known is not None and known.turn == state.turn and known.to is not None
        if direction == way and just_gone and known is not None and not known.teleport:
            assert known.to is not None
            return [
                ExitExplored(
                    room=origin,
                    direction=direction,
                    to=known.to,
                    teleport=True,
                    source=Source.LLM,
                    confidence=CONFIDENCE,
                )
            ]
    return []


async def _asked(
    model: BaseLLM, role: str, schema: type[ReportT], **facts: object
) -> ReportT | None:
    """Return a model's report; None when it gave none. A reply of no use is an empty report."""
    request = LLMRequest(
        system=(Block(text=render(f"{role}_rules"), cache_point=True),),
        messages=(Message(blocks=render(f"{role}_text", **facts)),),
    )
    try:
        report, _ = await model.complete_json(request, schema)
    except ReplyError:
        return schema.model_validate({name: _EMPTY[name] for name in schema.model_fields})
    except CallFailedError:
        return None
    return report


_EMPTY: dict[str, object] = {
    **{"exits": [], "closed": [], "items": []},
    **{"carried_by": None, "renamed": None},
}
