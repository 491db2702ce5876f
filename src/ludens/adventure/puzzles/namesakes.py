"""What a thing is for by the first part of its name.

A cork puller is for a cork, a dog lead for a dog.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.english import SAID_OF_THINGS
from ludens.adventure.experience import STORAGE
from ludens.adventure.mentions import Standing
from ludens.adventure.puzzles.naming import COMMON, head
from ludens.adventure.puzzles.thinking import FAR, Idea, Thinking
from ludens.adventure.world.places import RoomId, in_room

MEANT = 0.5
"""Using such a thing with what it is called after."""
_SHAPES = (
    (("use", "T", "on", "O"), 1.0),
    (("put", "T", "on", "O"), 0.9),
    (("clean", "O", "with", "T"), 0.5),
    (("put", "T", "in", "O"), 0.5),
)
_ALIVE = (("put", "T", "on", "O"), 1.0), (("use", "T", "on", "O"), 0.8)
NAMESAKE = "namesake"
"""The kind of these ideas."""


def namesakes(thinking: Thinking) -> Iterator[Idea]:
    """Yield the uses of things with what the first words of their names say that they are for."""
    for tool in thinking.tools:
        whole = tool.item.name.lower()
        before = whole.partition(" of ")[0].split()[-2:-1]
        if not before or before[0] in COMMON or before[0] in SAID_OF_THINGS:
            continue
        if tool.item.container or STORAGE.search(whole) or whole.endswith(("key", "keys")):
            continue  # what it holds; and keys are for locks
        for room, name, alive in _called(thinking, before[0], tool.item.name):
            if not alive and before[0] in thinking.state.journal.achieved:
                continue
            solved = thinking.state.journal.solved.get(room, -1)
            for shape, likely in _ALIVE if alive else _SHAPES:
                command = thinking.sentence((shape,), tool.name, name)
                if command is None:
                    continue
                chance = MEANT * likely * (1.0 if tool.held else FAR)
                reason = f"The {tool.item.name} is called after the {name}."
                items = (tool.item.name,)
                yield Idea(command, room, items, chance, reason, NAMESAKE, renewed=solved)


def _called(thinking: Thinking, after: str, tool: str) -> Iterator[tuple[RoomId, str, bool]]:
    """Yield where something is called by a word, how in full, and whether it lives."""
    state = thinking.state
    for room, page in state.journal.mentioned.items():
        if room not in state.map.rooms or not thinking.reachable(room):
            continue
        for name, said in page.items():
            there = said.standing is Standing.PRESENT or (
                said.standing is Standing.UNTRIED and not said.bare
            )
            if there and not said.dull and not said.listed and head(name) == after:
                yield room, name, thinking.lives(name)
                break
        else:
            for id_ in state.items.visible_at(in_room(room)):
                item = state.items.known[id_]
                if head(item.name.lower()) == after and item.name != tool and not item.portable:
                    yield room, after, thinking.lives(item.name, item)
                    break
