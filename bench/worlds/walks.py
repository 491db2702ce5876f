"""Walkers that play a story without knowing it: at random, and exploring."""

from __future__ import annotations

from collections import deque
from random import Random

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.items_text import items_in
from worlds.truth import TruePlay

OTHER_COMMANDS = (
    "look",
    "inventory",
    "take all",
    "wait",
    "score",
    "examine me",
    "drop all",
    "jump",
)


def random_walk(game: TruePlay, random: Random, turns: int) -> None:
    """Walk at random, with other commands between."""
    for _ in range(turns):
        if game.over:
            return
        if game.turns[-1].observation.wants is Wants.KEY:
            game.send(" ")
        elif random.random() < 0.8:
            game.send(random.choice(DIRECTIONS))
        else:
            game.send(random.choice(OTHER_COMMANDS))


def exploring_walk(game: TruePlay, random: Random, turns: int) -> None:
    """Try what is mentioned first, then some of what is not; take things; fail and die at times.

    Only the walker knows the true rooms, as a careful player with a pencil would.
    """
    tried: dict[tuple[int, str], int] = {}
    mentioned: dict[int, list[str]] = {}
    handled: set[tuple[int, str]] = set()
    while len(game.turns) <= turns and not game.over:
        turn = game.turns[-1]
        if turn.observation.wants is Wants.KEY:
            game.send(" ")
            continue
        here = turn.location
        if here is None:
            game.send(random.choice(DIRECTIONS))
            continue
        exits = mentioned.setdefault(here, [])
        for fact in exits_in(turn.observation.text):
            if fact.direction not in exits:
                exits.append(fact.direction)
        items = [
            fact.name
            for fact in items_in(turn.observation.text)
            if (here, fact.name) not in handled
        ]
        if items and random.random() < 0.5:
            handled.add((here, items[0]))
            game.send(
                f"{random.choice(['take', 'examine', 'open', 'enter', 'push', 'pull'])} {items[0]}"
            )
            continue
        if random.random() < 0.06:
            game.send(random.choice(OTHER_COMMANDS))
            continue
        way = _next_way(here, mentioned, tried, random)
        before = here
        after = game.send(way).location
        if after is not None:
            tried[before, way] = after


def _next_way(
    here: int, mentioned: dict[int, list[str]], tried: dict[tuple[int, str], int], random: Random
) -> str:
    fresh = [way for way in mentioned[here] if (here, way) not in tried]
    if fresh:
        return random.choice(fresh)
    if random.random() < 0.15:
        return random.choice(DIRECTIONS)
    queue = deque([(here, "")])
    seen = {here}
    while queue:
        room, first = queue.popleft()
        if first and any((room, way) not in tried for way in mentioned.get(room, [])):
            return first
        for (origin, way), to in tried.items():
            if origin == room and to not in seen:
                seen.add(to)
                queue.append((to, first or way))
    return random.choice(DIRECTIONS)
