"""Danger: somebody strikes at the player, who strikes back with a weapon or gets away.

Told by the story's own words: a living thing that is here, and in the same sentence what attackers
do. Fights go by chance in most stories, so one blow that misses says little; after many, or where
there is nothing to fight with, the player leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.agents.player import Decision
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.puzzles.needs import WEAPONS
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.routes import nearby

STRIKES = re.compile(
    r"\b(?:swings?|lunges?|slash(?:es)?|stabs?|strikes?|attacks?|attacking|bites?|claws?|charges?"
    r"|punches|thrusts?|pounces?|hits? you|wounds? you|hurls?|shoots?|blow|knocks? you|parry|dodge"
    r"|fends? you off|menacing\w*|threatens?|brandish\w*)\b",
    re.IGNORECASE,
)
"""What attackers do."""
SHARP = ("sword", "spear", "axe", "gun", "pistol", "mace", "dagger", "knife")
"""The better weapons, the best first."""
TIMID, TWICE = 12, 2
"""Going away so often within so many turns is enough: then the player stays and tries."""
BLOWS = 20
"""Blows struck in one room before the fight is given up."""
LATELY = 2
"""Answers back in which a blow still counts."""
DEATHS = 3
AFTERWARDS = 60
"""Deaths within so many turns after which a fight is given up."""
_FIGHTING = ("attack", "kill", "fight", "hit")


def face(
    state: AdventureState, vocabulary: Vocabulary, here: Iterable[Thing], held: Iterable[Thing]
) -> Decision | None:
    """Return what to do about somebody who strikes at the player, if anybody does."""
    room = state.map.here
    if room is None:
        return None
    foes = [thing for thing in here if thing.alive]
    foe = next(iter(_striking(state, foes)), None) if foes else None
    if foe is None:
        return None
    for command in _blows(vocabulary, foe, held):
        attempt = state.journal.attempt(room, command)
        if attempt is None or (attempt.typed <= BLOWS and not _beaten(state)):
            return Decision(reasoning=f"The {foe.name} strikes: strike back.", command=command)
    for route in nearby(state.map, room, travel_costs(state.items)):
        reason = f"The {foe.name} strikes, and there is nothing to fight with: away."
        lately = [command for command, _ in state.recent[-TIMID:]]
        if lately.count(route.commands[0]) < TWICE:
            return Decision(reasoning=reason, command=route.commands[0])
        break
    return None


def _beaten(state: AdventureState) -> bool:
    """Tell whether the player died too often of late to go on like this."""
    return len([turn for turn in state.returns if state.turn - turn < AFTERWARDS]) >= DEATHS


def _striking(state: AdventureState, foes: list[Thing]) -> Iterator[Thing]:
    """Yield who strikes by the last answers in this room, the newest first."""
    for _, answer in reversed(state.recent[-LATELY:]):
        for sentence in sentences_of(answer):
            if STRIKES.search(sentence) is None:
                continue
            said = sentence.lower()
            named = [foe for foe in foes if foe.name.rsplit(" ", 1)[-1] in said]
            yield from named


def _blows(vocabulary: Vocabulary, foe: Thing, held: Iterable[Thing]) -> Iterator[str]:
    """Yield the ways to strike, with the best weapon first."""
    weapons = [thing.name for thing in held if WEAPONS.search(thing.name)]

    def rank(name: str) -> int:
        kind = name.rsplit(" ", 1)[-1]
        return SHARP.index(kind) if kind in SHARP else len(SHARP)

    for weapon in sorted(weapons, key=rank):
        for verb in _FIGHTING:
            if vocabulary.takes(verb, "*", "with", "*"):
                yield f"{verb} {foe.name} with {weapon}"
                break
