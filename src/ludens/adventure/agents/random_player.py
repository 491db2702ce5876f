"""The random player: a direction or a verb with something in sight, whatever was tried before.

It is the floor of every comparison, and has the offline player's eyes: the story's own verbs, and
the things that its texts name and that are at hand.
"""

from __future__ import annotations

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY, in_room


class RandomPlayer:
    """Types a direction half the time, else a verb with a thing in sight."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.verbs = [v.words[0] for v in vocabulary.verbs if vocabulary.takes(v.words[0], "*")]

    async def decide(self, briefing: Briefing) -> Decision:
        """Return anything at all."""
        state, dice = briefing.state, briefing.dice
        here = state.map.here
        things = [state.items.known[i].name for i in state.items.at(INVENTORY)]
        if here is not None:
            things += [state.items.known[i].name for i in state.items.at(in_room(here))]
            things += list(state.memory.sightings.get(here, ()))
        if not things or dice.random() < 0.5:
            return Decision(reasoning="", command=dice.choice(DIRECTIONS))
        verb = dice.choice(("take", "open", "examine", dice.choice(self.verbs or ["look"])))
        return Decision(reasoning="", command=f"{verb} {dice.choice(things)}")
