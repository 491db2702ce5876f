"""The load: when the hands are full, what is put down to take up something else."""

from __future__ import annotations

import re

from ludens.adventure.agents.player import Decision
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.journal import HANDS
from ludens.adventure.methods import METHODS
from ludens.adventure.puzzles.needs import LIGHTS, WEAPONS, needs_met_by
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import droppable
from ludens.adventure.world.places import INVENTORY, ItemId

CLEARING = re.compile(r"^(?:drop|put|inventory)\b")
OFTEN = 3
"""Times that something is tried to be taken for which there is no room."""
LOOK_AT = 2
"""The time after which one looks at what one carries."""
TWICE = 2
"""The time a way is refused for the load at which it is put down."""
LIGHT_LOAD = 2
"""Things that one keeps to get through where one cannot with all."""
LADEN = re.compile(
    r"\b(?:(?:with|for) (?:all |everything )?(?:what|that|which)? ?you(?:'re| are)? "
    r"(?:carrying|carry|holding|hold)|your (?:load|burden|baggage)|too (?:laden|loaded|encumbered"
    r"|burdened)|carrying (?:too|so) much|so much (?:to carry|stuff|baggage|luggage)"
    r"|(?:hands|arms) (?:are |so )?full"
    r"|(?:won't|will not|wouldn't|would not|can't|cannot) (?:bear|hold|carry|support|take) "
    r"(?:you\b[^.]*\b(?:carry\w*|load|weight|burden)|(?:all )?(?:that|your) weight|so much|as much)"
    r"|all (?:that |of )?(?:you(?:'re| are)|your) (?:carrying|holding|load|things)"
    r"|too heavy (?:a load|for (?:it|the bridge|the rope|the ice|the raft)))\b",
    re.IGNORECASE,
)
"""What says that one cannot go there for what one carries."""
LIKELY = 0.25
"""The confidence of an idea from which what it wants is kept."""
NEW = 25
"""Turns for which a thing is new: its use may still turn up."""
POCKETS = re.compile(r"\bpockets?\b", re.IGNORECASE)
READABLE = re.compile(
    r"\b(?:book|logbook|note|notes|letter|papers?|leaflet|scroll|page|map|diary|journal|card|manual"
    r"|guide|newspaper|tablet|poster|ledger|register|list|message|envelope|pamphlet|booklet|document"
    r"|photograph|photo|picture|postcard|telegram|memo|magazine|brochure|receipt)$"
)
"""Names of what is done with once it is read, as English has them."""
BAGS = ("bag", "sack", "satchel", "backpack", "rucksack", "knapsack", "pouch", "pocket", "basket")
"""Names of what is made to carry things in, as English has them."""


def make_room(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return what to put away when something could not be taken, and then the taking again.

    Where putting away did not help, a look at what there is to put away comes first.
    """
    since = 0
    while since < len(state.recent) and CLEARING.match(state.recent[-1 - since][0]):
        since += 1
    if state.journal.overloaded != state.turn - 1 - since or since == len(state.recent):
        return None
    last, wanted_ = state.recent[-1][0], state.recent[-1 - since][0]
    tried = state.journal.attempt(state.map.here, wanted_)
    times = tried.times if tried is not None else 0
    if last == wanted_ and times == LOOK_AT:
        return Decision(reasoning="What do I carry?", command="inventory")
    if last in (wanted_, "inventory"):
        return _put_away(state, vocabulary) if times <= OFTEN else None
    return Decision(reasoning="There is room for it now.", command=wanted_)


def _put_away(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    for id_ in least_needed(state, vocabulary):
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
    if tried is None or tried.times < TWICE:
        return None
    in_vain = since > 1 and state.recent[since - 2][0].startswith("drop ")
    most = 1 if in_vain else LIGHT_LOAD
    if len(state.items.at(INVENTORY)) > most:
        parted = least_needed(state, vocabulary)
        for id_ in sorted(parted, key=lambda id_: _stays(state, vocabulary, id_)):
            name = vocabulary.name(state.items.known[id_].name)
            tried = state.journal.attempt(here, f"drop {name}")
            if name and (tried is None or tried.effect is Effect.CHANGED):
                reason = "The way is too narrow for all this."
                return Decision(reasoning=reason, command=f"drop {name}")
    if since == len(state.recent):
        return None
    return Decision(reasoning="With less to carry it may go.", command=way)


def _stays(state: AdventureState, vocabulary: Vocabulary, id_: ItemId) -> bool:
    """Tell whether something is kept where a way lets one through with hardly anything.

    A bag is no use there: what lights the way is, and what scored when it was taken.
    """
    item = state.items.known[id_]
    light = bool(item.light_source or LIGHTS.search(item.name))
    return light or vocabulary.name(item.name).rsplit(" ", 1)[-1] in state.journal.prized


def least_needed(state: AdventureState, vocabulary: Vocabulary) -> list[ItemId]:
    """Return what is carried and may be put down, what is needed least first.

    What was read or has done its work is needed less than what is new, than tools and weapons, than
    what scored when it was taken, and than what a plan or an idea wants; bags and the only light
    come last.
    """
    safest = droppable(state.items)
    wished = {
        name
        for idea in state.puzzles.suggestions.values()
        if idea.confidence >= LIKELY
        for name in idea.items
    }

    steps = {step.command for plan in state.plans.known if plan.left for step in plan.steps}
    planned = {frozenset(name.split()) for step in steps for name in vocabulary.phrases(step)}
    left = {step.command.partition(" ")[0] for plan in state.plans.known for _, step in plan.left}
    means = [METHODS[verb].means for verb in left if verb in METHODS]

    def need(id_: ItemId) -> tuple[bool, bool, float]:
        item = state.items.known[id_]
        name = vocabulary.name(item.name)
        light = bool(item.light_source or LIGHTS.search(item.name))
        words = frozenset(name.split())
        named = bool(words) and any(words <= one or one <= words for one in planned)
        asked = named or any(one.search(item.name.lower()) for one in means)
        worth = 1.0 * bool(needs_met_by(item.name)) + max(2.5 * asked, 1.5 * (item.name in wished))
        worth += 1.0 * bool(WEAPONS.search(item.name))
        worth += 2.0 * (name.rsplit(" ", 1)[-1] in state.journal.prized)
        worth += 0.5 * (state.turn - item.last_seen < NEW)
        worth -= 1.0 * bool(READABLE.search(name) and is_read(state, name))
        done = state.journal.served.get(name, -1) >= 0 and not WEAPONS.search(item.name)
        worth -= 0.8 * done
        bag = is_bag(state, vocabulary, id_) and not _is_full(state, name)
        return bag, light, worth

    return sorted(safest, key=need)


def is_read(state: AdventureState, name: str) -> bool:
    """Tell whether something was looked at or read."""
    commands = (f"examine {name}", f"read {name}")
    return any(state.journal.attempt(state.map.here, command) for command in commands)


def is_bag(state: AdventureState, vocabulary: Vocabulary, id_: ItemId) -> bool:
    """Tell whether other things can be carried in something: it is put down last of all."""
    item = state.items.known[id_]
    named = vocabulary.name(item.name).split(" ")[-1] in BAGS
    return bool(item.container) or named or POCKETS.search(item.description) is not None


def _is_full(state: AdventureState, bag: str) -> bool:
    """Tell whether nothing went into a bag the last time, since when nothing was done with it."""
    tries = [
        attempt
        for command, attempt in state.journal.attempts.get(HANDS, {}).items()
        if command.startswith("put ") and command.endswith(f" in {bag}")
    ]
    last = max(tries, key=lambda attempt: attempt.turn, default=None)
    since = state.journal.touched.get(bag, -1)
    return last is not None and last.effect is Effect.NOTHING and last.turn > since


def _ways_to_put_away(
    state: AdventureState, vocabulary: Vocabulary, name: str
) -> list[tuple[str, str]]:
    ways: list[tuple[str, str]] = []
    for bag in state.items.at(INVENTORY):
        item = state.items.known[bag]
        called = vocabulary.name(item.name)
        holds = is_bag(state, vocabulary, bag)
        if (
            called
            and called != name
            and item.open is not False
            and holds
            and not _is_full(state, called)
        ):
            pocket = POCKETS.search(item.description)
            inside = pocket[0].lower() if pocket and vocabulary.knows(pocket[0]) else called
            ways.append((f"put {name} in {inside}", "There is room in there."))
    ways.append((f"drop {name}", "The hands are full; this is needed least."))
    return ways
