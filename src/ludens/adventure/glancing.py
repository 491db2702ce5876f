"""What is carried, what lies here and the score, asked of a copy of the story: no turn is spent.

Where only the texts tell, a story says in its own words that something was taken, tied or given:
"You shoulder it." A company that may try on copies for a mind need not guess what came of it, nor
pay a turn for an INVENTORY.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.player import PLAYER
from ludens.adventure.company import Company
from ludens.adventure.events import ScoreChanged
from ludens.adventure.idling import on_a_copy
from ludens.adventure.interpreter.protocol import Interpreter, Wants
from ludens.adventure.interpreter.zmachine.counters import read_status
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Perception
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item_events import ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.map_events import PlayerMoved, RoomFound
from ludens.episode.events import Event
from ludens.episode.game import Turn

ASKED = ("inventory", "look")
"""What is asked: the hands first, as what lies here is read in the light of them."""
SCORE = "score"
"""Asked after every turn, where no status line shows the score: all that the search is told."""


def may_glance(company: Company) -> bool:
    """Tell whether a company reads but the texts, and plays for a mind that may try on copies."""
    settings = company.settings
    by_text = settings.perception is PerceptionKind.TEXT
    searches = settings.search.enabled and not company.models.is_offline(PLAYER)
    looks_ahead = settings.player.tries > 0 or searches
    return by_text and looks_ahead and not company.player_is_alone


def glance(company: Company, turn: Turn[AdventureState]) -> None:
    """Note what a copy tells of the things and of the score after a turn, whatever was typed.

    Also a look may put something into the hands, and a walk may lose it.
    """
    state = turn.state
    waits = state.wants is Wants.LINE and question_in(state.text) is None
    # in a maze nobody may know which room it is
    in_a_maze = state.mazes.group_of(state.map.here) is not None
    if not may_glance(company) or not waits or in_a_maze or state.outcome is not None:
        return
    assert company.senses is not None
    for event in asked(
        company.senses, state, company.interpreter, company.saved, company.vocabulary
    ):
        turn.emit(event)


def asked(
    senses: Perception,
    state: AdventureState,
    interpreter: Interpreter,
    here: bytes,
    words: Vocabulary,
) -> Iterator[Event]:
    """Yield what a copy tells; each event is to be folded before the next is asked for.

    `here` is a snapshot of now.
    """
    is_shown = state.status is not None and read_status(state.status).score is not None
    for command in (*ASKED, *(() if is_shown else (SCORE,))):
        if words.any_verb(command) is None:
            continue
        found = on_a_copy(interpreter, here, words, command)
        if found is None:
            return
        seen = senses.perceive(state, found)
        if any(isinstance(event, PlayerMoved | RoomFound) for event in seen):
            return  # this is another place than the senses thought
        for event in seen:
            if isinstance(event, ItemFound | ItemMoved | ItemChanged | ScoreChanged):
                yield event
