"""What a refusal names is dealt with where it is, or looked for where texts tell that it may be."""

from __future__ import annotations

from adventure.agents_stage import HERE, item, stage
from ludens.adventure.agents.offline.concerns import CONCERNED, LOOKED_FOR, Concerns
from ludens.adventure.agents.offline.counsel import MEANS, SOUGHT, needed
from ludens.adventure.agents.offline.light import refilled
from ludens.adventure.agents.offline.opportunities import Opportunities
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import WET, Outlook
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.events import CommandJudged, Effect, TextObserved, ThingsMentioned
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.puzzles.noticing import new_puzzles
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemMoved
from ludens.adventure.world.map_events import ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId, in_room
from ludens.episode.events import Event

WORDS = Vocabulary(find_story("drowned_clock").data)
POST, PIT = RoomId("r2"), RoomId("r3")
ROOMS: tuple[Event, ...] = (
    RoomFound(room=POST, name="Gauge Post"),
    RoomFound(room=PIT, name="Weight Pit"),
    ExitExplored(room=HERE, direction="south", to=POST),
    ExitExplored(room=HERE, direction="down", to=PIT),
)


def refused(quote: str, *things: str, command: str = "push pendulum") -> PuzzleFound:
    return PuzzleFound(
        puzzle=PuzzleId("p1"),
        kind=PuzzleKind.REFUSED,
        summary=quote,
        room=HERE,
        quote=quote,
        things=things,
        command=command,
    )


def concerns(*events: Event) -> Concerns:
    return Concerns.of(stage(*ROOMS, *events), WORDS, None)


def test_what_a_refusal_names_is_dealt_with_where_texts_name_it() -> None:
    page = ThingsMentioned(room=PIT, names=("driving weight", "tower"))
    quote = "The weight must still be at the bottom of the tower."
    found = concerns(page, refused(quote, "crank", command="wind clock"))
    assert "weight" in found.names
    assert not found.places
    assert found.among([Thing("driving weight"), Thing("shelf")]) == {"driving weight"}
    assert not concerns(page, refused("The weight looks on.", "crank")).names


def test_what_nobody_has_seen_is_looked_for_where_a_text_tells_of_it() -> None:
    told = ThingsMentioned(room=PIT, names=("ledger",), clues=("board bob @hang water gauge",))
    missing = refused("There is no bob on it.", "pendulum")
    assert concerns(told, missing).places == {POST}
    assert not concerns(missing).places
    seen = ThingsMentioned(room=PIT, names=("bob",))
    assert not concerns(told, missing, seen).places, "it is known where one is"


def test_such_things_are_worth_more_than_others_and_no_experience_speaks_against_them() -> None:
    chances = [
        Opportunity("examine disc", 0.1, "", "disc", "examine"),
        Opportunity("put mug on disc", 0.05, "", "disc", "put on", things=("mug", "disc")),
    ]
    weigh = Concerns().weigh
    assert weigh(chances, dealt_with=False, place=False) is chances
    look, put = weigh(chances, dealt_with=True, place=False)
    assert (look.worth, look.kind) == (0.1 * CONCERNED, "")
    assert put.worth == 0.05 * CONCERNED
    look, put = weigh(chances, dealt_with=False, place=True)
    assert (look.worth, put.worth) == (0.1 * LOOKED_FOR, 0.05)


def test_the_player_thinks_more_of_a_room_in_which_something_is_looked_for() -> None:
    page = ThingsMentioned(room=POST, names=("heavy disc",), new=("heavy disc",))
    told = ThingsMentioned(room=PIT, names=("ledger",), clues=("board bob @hang water gauge",))
    missing = refused("There is no bob on it.", "pendulum")
    without = worth(stage(*ROOMS, page, told))
    assert worth(stage(*ROOMS, page, told, missing)) > 2 * without > 0


def worth(state: AdventureState) -> float:
    offers = Opportunities(WORDS).ranked(state, POST)
    return next(one.worth for one in offers if one.command == "examine heavy disc")


def test_what_a_way_takes_is_fetched_first_where_something_is_looked_for_beyond() -> None:
    gone = CommandJudged(room=HERE, command="south", effect=Effect.MOVED, means=("sledge",))
    state = stage(*ROOMS, gone, carried=("wooden sledge",))
    left = ItemMoved(item=item("wooden sledge"), place=in_room(HERE), how=Handling.DROPPED)
    state.apply(left)
    assert not list(needed(state)), "the way has not failed"
    ((room, fetch),) = needed(state, frozenset({POST}))
    assert (room, fetch.command, fetch.worth) == (HERE, "take sledge", SOUGHT)
    assert SOUGHT > MEANS


def test_a_refusal_that_says_what_is_missing_is_a_puzzle() -> None:
    judged = CommandJudged(
        room=HERE,
        command="push pendulum",
        effect=Effect.NOTHING,
        things=("pendulum",),
        novel=True,
    )
    text = "You push the rod. It wags twice and stops. There is no bob on it."
    (found,) = new_puzzles(stage(text=text), WORDS, [judged, TextObserved(text=text)])
    assert (found.quote, found.command) == ("There is no bob on it.", "push pendulum")
    text = "There is no lock on the desk."
    assert not list(new_puzzles(stage(text=text), WORDS, [judged, TextObserved(text=text)]))


def test_a_room_where_much_came_to_nothing_promises_less_until_something_is_gained() -> None:
    state = stage()
    chance = Opportunity("knock on stove", 0.1, "", "stove", "knock")
    advised = Opportunity("oil stove", 0.1, "", "stove")

    def prospects() -> tuple[float, float]:
        outlook = Outlook(state.journal)
        return outlook.prospect(HERE, chance), outlook.prospect(HERE, advised)

    fresh = prospects()
    for number in range(3 * WET):
        state.apply(CommandJudged(room=HERE, command=f"take {number}", effect=Effect.NOTHING))
    dry = prospects()
    assert dry[0] < fresh[0]
    assert dry[1] == fresh[1], "what something speaks for is worth as much"
    state.apply(CommandJudged(room=HERE, command="take mug", effect=Effect.SCORED, gained=True))
    assert prospects()[0] > dry[0]


def test_a_lamp_that_was_filled_is_not_filled_again_for_what_it_looked_like() -> None:
    empty = ItemChanged(item=item("storm lamp"), description="There is no oil in it.")
    state = stage(empty, carried=("storm lamp", "oil"))
    assert list(refilled(state, WORDS, (Thing("oil"),)))
    state.turn += 1
    filled = {"command": "fill storm lamp", "things": ("storm lamp",), "affirmed": True}
    judged = CommandJudged.model_validate({"room": HERE, "effect": Effect.NOTHING, **filled})
    state.apply(judged)
    assert not list(refilled(state, WORDS, (Thing("oil"),)))
