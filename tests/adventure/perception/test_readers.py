"""The readers that ask a model: what they ask, and what of the answer is believed."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from adventure.perception.tale import Tale
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.perception.events import TextParsed
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.readers import ITEM_READER, MAP_READER, Readers
from ludens.adventure.perception.reports import (
    ItemReport,
    MapReport,
    exit_facts,
    item_facts,
    quoted,
)
from ludens.adventure.prompting import render
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.fact import Source
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import ExitSeen
from ludens.episode.events import Event
from ludens.llm.errors import CallFailedError, ErrorKind
from ludens.llm.scripted import ScriptedLLM

SHED = (
    "Shed\nA long shed over the water, where the boatman keeps his nets. Some boards are off at "
    "the back, and one could squeeze out.\n"
)


def ways(*exits: tuple[str | None, str], **more: object) -> MapReport:
    return MapReport.model_validate(
        {
            "exits": [{"direction": direction, "quote": quote} for direction, quote in exits],
            "closed": [],
            "carried_by": None,
            **more,
        }
    )


def thing(name: str, quote: str, **known: object) -> dict[str, object]:
    fields = ItemReport.model_json_schema()["$defs"]["ReportedItem"]["properties"]
    return {**dict.fromkeys(fields), "name": name, "quote": quote, **known}


def things(*items: dict[str, object]) -> ItemReport:
    return ItemReport.model_validate({"items": items})


def read(tale: Tale, readers: Readers) -> list[Event]:
    command, answer, status = tale.told[-1]
    percept = Percept(command, Observation(answer, status))
    found = asyncio.run(readers.read(tale.mapping.state, percept))
    tale.mapping.emit(found)
    return found


def test_a_fact_must_quote_the_text() -> None:
    assert quoted("A door  leads\nnorth", "a DOOR leads north.")
    assert quoted("the boatman\u2019s nets", "Past the boatman's nets.")
    assert not quoted("a door leads south", "A door leads north.")
    assert not quoted("", "A door leads north.")


def test_an_exit_must_quote_its_direction() -> None:
    text = "A door leads north. A ladder goes down to the boats."
    report = ways(
        ("north", "A door leads north"),
        ("down", "A ladder goes down"),
        ("south", "A door leads north"),
        ("east", "A door leads east"),
        (None, "A ladder goes down"),
    )
    assert [fact.direction for fact in exit_facts(report.exits, text)] == ["north", "down"]


def test_an_item_must_be_named_by_its_quote() -> None:
    text = "A boatman dozes on a coil of rope."
    report = things(
        thing("boatman", "A boatman dozes", alive=True),
        thing("coil of rope", "a coil of rope"),
        thing("lantern", "A boatman dozes"),
        thing("lantern", "a lantern burns"),
    )
    found = item_facts(report, text)
    assert [(fact.name, properties) for fact, properties in found] == [
        ("boatman", {"alive": True}),
        ("coil of rope", {}),
    ]


def test_a_model_adds_the_ways_that_no_rule_saw() -> None:
    tale = Tale(SHED)
    model = ScriptedLLM.saying(ways(("out", "one could squeeze out")))
    found = read(tale, Readers(map_model=model))
    (seen,) = (event for event in found if isinstance(event, ExitSeen))
    assert seen.source is Source.LLM
    assert tale.way(tale.here, "out").status is ExitStatus.UNEXPLORED


def test_a_model_adds_things_with_what_the_text_tells_of_them() -> None:
    tale = Tale(SHED)
    tale.tell("wait", "The boatman hums a tune and mends his nets by a smoking lantern.")
    report = things(
        thing("boatman", "The boatman hums a tune", alive=True, where="here"),
        thing("lantern", "a smoking lantern", light_source=True, lit=True),
        thing("parrot", "the parrot squawks"),
    )
    found = read(tale, Readers(item_model=ScriptedLLM.saying(report)))
    assert [event.name for event in found if isinstance(event, ItemFound)] == ["boatman", "lantern"]
    assert tale.item("boatman").alive
    assert tale.item("lantern").lit
    assert tale.room_with("boatman") == tale.here


def test_a_text_is_read_once() -> None:
    tale = Tale(SHED)
    model = ScriptedLLM.saying(ways())
    assert [type(event) for event in read(tale, Readers(map_model=model))] == [TextParsed]
    tale.tell("look", SHED)
    assert read(tale, Readers(map_model=model)) == []
    assert len(model.requests) == 1


def test_what_the_rules_are_sure_of_is_not_asked() -> None:
    model = ScriptedLLM.saying(ways())
    tale = Tale("Court\nA paved court with a well. Exits lead north and east.\n")
    read(tale, Readers(map_model=model))
    assert model.requests == []
    items = ScriptedLLM.saying(things())
    for command, answer in (
        ("west", "You can't go that way."),
        ("take lamp", "Taken."),
        ("i", "You are carrying:\n  a lamp\n"),
    ):
        tale.tell(command, answer)
        read(tale, Readers(item_model=items))
    assert items.requests == []


def test_a_model_that_fails_costs_nothing_but_its_facts() -> None:
    tale = Tale(SHED)
    down = ScriptedLLM.saying(CallFailedError(ErrorKind.SERVER, "down", model="scripted/model"))
    assert read(tale, Readers(map_model=down)) == []
    up = ScriptedLLM.saying(ways(("out", "one could squeeze out")))
    assert read(tale, Readers(map_model=up)), "the text is asked about again"


def test_a_model_that_talks_nonsense_is_not_asked_again() -> None:
    tale = Tale(SHED)
    model = ScriptedLLM.saying("I would rather play chess.")
    assert [type(event) for event in read(tale, Readers(map_model=model))] == [TextParsed]
    asked = len(model.requests)
    tale.tell("look", SHED)
    read(tale, Readers(map_model=model))
    assert len(model.requests) == asked


def test_being_carried_makes_the_way_a_teleport() -> None:
    tale = Tale(SHED)
    shed = tale.here
    tale.tell("west", "The planks give way and the current takes you.\n\nWeir\nFoam and noise.\n")
    assert not tale.way(shed, "west").teleport
    report = ways(carried_by="The planks give way and the current takes you.")
    read(tale, Readers(map_model=ScriptedLLM.saying(report)))
    assert tale.way(shed, "west").teleport


@pytest.mark.parametrize("role", [MAP_READER, ITEM_READER])
def test_the_prompts_say_what_is_known_and_nothing_where_nothing_is(role: str) -> None:
    full = render(f"{role}_text", text="A door.", command="north", known=["east", "up"])
    assert "north" in full
    assert "east, up" in full
    bare = render(f"{role}_text", text="A door.", command="", known=[])
    assert bare.strip() == "Text:\nA door."


@pytest.mark.parametrize(("role", "schema"), [(MAP_READER, MapReport), (ITEM_READER, ItemReport)])
def test_the_examples_in_the_rules_pass_the_check_that_they_teach(
    role: str, schema: type[MapReport] | type[ItemReport]
) -> None:
    rules = render(f"{role}_rules")
    examples = re.findall(r"Text:\n((?:(?!Report:)[\s\S])+)\nReport:\n(\{.*\})", rules)
    assert len(examples) >= 3
    for text, reply in examples:
        report = schema.model_validate(json.loads(reply))
        if isinstance(report, MapReport):
            for entries in (report.exits, report.closed):
                assert len(exit_facts(entries, text)) == len(entries)
            assert report.carried_by is None or quoted(report.carried_by, text)
        else:
            assert len(item_facts(report, text)) == len(report.items)


@pytest.mark.parametrize("same", [True, False, None])
@pytest.mark.parametrize("how", ["told at once", "walked"])
def test_a_readers_word_that_a_room_is_renamed_is_weighed(how: str, same: bool | None) -> None:
    tale = Tale("Hall\nA high hall of grey stone, with doors to the north and the south.\n")
    hall = tale.here
    dim = "Beams cross under a high roof. You can make out little of the floor."
    lit = "Beams cross under a high roof. Sacks are piled against every wall."
    granary = tale.tell("north", f"Dark Granary\n{dim}\n")
    if how == "walked":
        tale.tell("south", "Hall")
        tale.tell("north", f"Granary in Lantern Light\n{lit}\n")
    else:
        tale.tell("open shutters", f"Daylight falls in.\n\nLight Granary\n{lit}\n")
    assert len(tale.names) == 3
    model = ScriptedLLM.saying(ways(renamed=same))
    command, answer, _ = tale.told[-1]
    readers = Readers(map_model=model, share=1.0)
    percept = Percept(command, Observation(answer))
    tale.mapping.emit(
        asyncio.run(readers.read(tale.mapping.state, percept, tale.mapping.perception))
    )
    assert "The place before: Dark Granary: Beams" in str(model.requests[-1])
    assert (tale.here == granary) is bool(same)
    assert len(tale.names) == (2 if same else 3)
    if same:
        exits = tale.mapping.state.map.rooms[hall].exits.values()
        assert not any(way.teleport or way.random for way in exits)
        assert tale.tell("south", "Hall") == hall
        name = "Granary in Lantern Light" if how == "walked" else "Light Granary"
        assert tale.tell("north", name) == granary
