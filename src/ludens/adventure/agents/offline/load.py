"""The load: when the hands are full, what is put down to take up something else."""

from __future__ import annotations

import re

from ludens.adventure.agents.player import Decision
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.puzzles.needs import WEAPONS
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import droppable
from ludens.adventure.world.places import INVENTORY

PUT_AWAY = re.compile(r"^(?:drop|put)\b")
OFTEN = 2
"""Times that something is tried to be taken for which there is no room."""
LIGHT_LOAD = 2
"""Things that one keeps to get through where one cannot with all."""
LADEN = re.compile(
    r"\b(?:(?:with|for) (?:all |everything )?(?:what|that|which)? ?you(?:'re| are)? "
    r"(?:carrying|carry|holding|hold)|your (?:load|burden|baggage)|too (?:laden|loaded|encumbered"
    r"|burdened)|carrying (?:too|so) much|so much (?:to carry|stuff|baggage|luggage)"
    r"|(?:hands|arms) (?:are |so )?full)\b",
    re.IGNORECASE,
)
"""What says that one cannot go there for what one carries."""
BAGS = ("bag", "sack", "satchel", "backpack", "rucksack", "knapsack", "pouch", "pocket", "basket")
"""Names of what is made to carry things in, as English has them."""


def make_room(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return what to put away when something could not be taken, and then the taking again."""
    last = state.turn - 1
    if state.journal.overloaded == last:
        return _put_away(state, vocabulary)
    if state.journal.overloaded == last - 1 and len(state.recent) > 1:
        (wanted_, _), (done, _) = state.recent[-2:]
        if PUT_AWAY.match(done):
            return Decision(reasoning="There is room for it now.", command=wanted_)
    return None


def _put_away(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    tried = state.journal.attempt(state.map.here, state.command)
    if tried is not None and tried.times > OFTEN:
        return None
    for id_ in droppable(state.items, wanted(state)):
        name = vocabulary.name(state.items.known[id_].name)
        for command, reason in _ways_to_put_away(state, vocabulary, name) if name else ():
            attempt = state.journal.attempt(state.map.here, command)
            if attempt is None or attempt.effect is Effect.CHANGED:
                return Decision(reasoning=reason, command=command)
    return None


def squeeze(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return what to put down where a way is refused for the load, and then the way again.

    Only the second time: at first there is more to be done elsewhere.
    """
    here, since = state.map.here, len(state.recent)
    while since and state.recent[since - 1][0].startswith("drop "):
        since -= 1
    way, answer = state.recent[since - 1] if since else ("", "")
    if way not in DIRECTIONS or LADEN.search(answer) is None:
        return None
    tried = state.journal.attempt(here, way)
    if tried is None or not OFTEN <= tried.times <= OFTEN + 1:
        return None
    most = LIGHT_LOAD if tried.times == OFTEN else 1
    if len(state.items.at(INVENTORY)) > most:
        for id_ in droppable(state.items, wanted(state)):
            name = vocabulary.name(state.items.known[id_].name)
            tried = state.journal.attempt(here, f"drop {name}")
            if name and (tried is None or tried.effect is Effect.CHANGED):
                reason = "The way is too narrow for all this."
                return Decision(reasoning=reason, command=f"drop {name}")
    if since == len(state.recent):
        return None
    return Decision(reasoning="With less to carry it may go.", command=way)


def wanted(state: AdventureState) -> list[str]:
    """Return the words of what is still to be done: what is named by them is kept."""
    carried = [state.items.known[id_].name for id_ in state.items.at(INVENTORY)]
    return [
        *(name for name in carried if WEAPONS.search(name)),
        *state.journal.prized,
        *(step.command for plan in state.plans.known for _, step in plan.left),
        *(f"{puzzle.summary} {' '.join(puzzle.things)}" for puzzle in state.puzzles.open()),
        *(" ".join(idea.items) for idea in state.puzzles.suggestions.values()),
    ]


def _ways_to_put_away(
    state: AdventureState, vocabulary: Vocabulary, name: str
) -> list[tuple[str, str]]:
    ways: list[tuple[str, str]] = []
    for bag in state.items.at(INVENTORY):
        item = state.items.known[bag]
        called = vocabulary.name(item.name)
        holds = item.container or called.split(" ")[-1] in BAGS
        if called and called != name and item.open is not False and holds:
            ways.append((f"put {name} in {called}", "There is room in there."))
    ways.append((f"drop {name}", "The hands are full; this is needed least."))
    return ways
