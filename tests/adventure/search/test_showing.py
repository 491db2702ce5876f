"""What a search shows to a model: the nearest rooms that nobody has been in."""

from __future__ import annotations

from adventure.agents_stage import stage
from ludens.adventure.plan import Intent
from ludens.adventure.search.playing import unseen
from ludens.adventure.search.search import Find, Found, Kind


def found(*finds: tuple[Kind, str, str]) -> Found:
    made = tuple(
        Find(kind, tuple(typed.split("; ")), (), 0, 1, text=f"\n{title}\nSo it is.")
        for kind, typed, title in finds
    )
    return Found(made, 10, 0, 3, 3)


def test_the_ways_to_rooms_that_nobody_has_been_in_are_tried_the_longest_once() -> None:
    step = unseen(
        found(
            (Kind.SCORE, "take gem", "Vault"),
            (Kind.ROOM, "north; open hatch; down", "Cellar"),
            (Kind.ROOM, "east", "Yard"),
            (Kind.ROOM, "north", "Mill"),
            (Kind.ROOM, "west; west", "Pond"),
        ),
        stage(),
    )
    assert step is not None
    assert step.intent is Intent.TRY
    assert step.chains == (("west", "west"), ("north", "open hatch", "down")), "Yard is known"


def test_nothing_is_tried_where_nothing_is_new() -> None:
    assert unseen(found((Kind.ROOM, "east", "Yard")), stage()) is None


def test_what_no_way_leads_out_of_is_no_room() -> None:
    def shown(text: str, *, leads_on: bool) -> bool:
        find = Find(Kind.ROOM, ("dig",), (), 0, 1, text=text, leads_on=leads_on)
        return unseen(Found((find,), 10, 0, 3, 3), stage()) is not None

    assert shown("Pit\nA pit.", leads_on=True)
    assert shown("Pit\nA pit. A stair leads up.", leads_on=False), "a text names a way"
    assert not shown("[** Programming error **]", leads_on=False)


def test_no_way_longer_than_the_turns_that_are_left_is_shown() -> None:
    ways = found((Kind.ROOM, "west; west", "Pond"), (Kind.ROOM, "up", "Loft"))
    state = stage(turn=9)
    state.settings["limits"] = {"turns": 9}
    step = unseen(ways, state)
    assert step is not None and step.chains == (("up",),)
