"""Walkers: at random, exploring, as people type, and on tours such as walkthroughs make."""

from __future__ import annotations

from collections import deque
from random import Random

from ludens.adventure import directions
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.items_text import items_in
from worlds.measure import true_edges
from worlds.truth import TruePlay, TrueTurn

SHORT = {full: short for short, full in directions.SHORT.items() if len(short) < 3} | {
    "in": "in",
    "out": "out",
}
MODES = ("verbose", "brief", "brief", "verbose", "brief", "verbose", "brief", "superbrief")
OTHER_COMMANDS = (
    "look",
    "inventory",
    "take all",
    "wait",
    "score",
    "examine me",
    "drop all",
    "jump",
    "sleep",
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


def typed_walk(game: TruePlay, random: Random, turns: int) -> None:
    """Explore as people type: in words of their own, with AGAIN, UNDO, BRIEF and the like."""
    exploring_walk(game, random, turns, Typist(game, random))


class Typist:
    """Puts ways into words, and does now and then what has nothing to do with the way."""

    def __init__(self, game: TruePlay, random: Random) -> None:
        self.game, self.random = game, random
        self.last = ""

    def walk(self, way: str) -> TrueTurn:
        """Go a way."""
        if self.random.random() < 0.08:
            self._aside()
        worded = self.random.choice([way, SHORT[way], f"go {way}", f"walk {way}", f"GO {way}."])
        if way in ("in", "out"):
            worded = way
        command = "g" if way == self.last and self.random.random() < 0.7 else worded
        self.last = way
        return self.game.send(command, way)

    def _aside(self) -> None:
        """Type a line to the interpreter, or one of several commands."""
        kind = self.random.choice(["mode", "undo", "again", "several", "restart"])
        match kind:
            case "mode":
                self.game.send(self.random.choice(MODES), "")
            case "undo":
                self.game.send("undo", "")
            case "again":
                self.game.send("wait")
                self.game.send("again", "wait")
            case "several":
                ways = self.random.choices(DIRECTIONS[:8], k=2)
                self.game.send(self.random.choice([". ", " then "]).join(ways), "")
            case "restart" if self.random.random() < 0.15:
                self.game.send("restart", "")
                self.game.send("yes", "")
        self.last = ""


def exploring_walk(
    game: TruePlay, random: Random, turns: int, typist: Typist | None = None
) -> None:
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
        text = turn.observation.text
        if "buttons" in text and random.random() < 0.4:
            game.send(f"push button {random.choice(['one', 'two', 'three'])}")
            continue
        if " raft" in text and random.random() < 0.3:
            game.send(random.choice(["enter raft", "enter raft", "wait", "out"]))
            continue
        if random.random() < 0.06:
            game.send(random.choice(OTHER_COMMANDS))
            continue
        way = _next_way(here, mentioned, tried, random)
        turn = typist.walk(way) if typist is not None else game.send(way)
        before, after = game.turns[-2].location, turn.location
        if before is None:
            continue
        if after is not None:
            tried[before, way] = after


def tour_walk(game: TruePlay, random: Random, turns: int) -> None:
    """Visit every room by ways that a scout found, with little strayed and much done between.

    Walkthroughs walk so: they know the way, and most of their commands are about things.
    """
    ways = _scouted(game, random, turns)
    unseen = {to for leads in ways.values() for to in leads.values()}
    while len(game.turns) <= turns and not game.over:
        turn = game.turns[-1]
        unseen.discard(turn.location or 0)
        if turn.observation.wants is Wants.KEY:
            game.send(" ")
            continue
        items = items_in(turn.observation.text)
        if items and random.random() < 0.6:
            game.send(f"{random.choice(['take', 'examine', 'open'])} {items[0].name}")
        if random.random() < 0.25:
            game.send(random.choice(OTHER_COMMANDS))
        if game.over:
            return
        here = game.turns[-1].location
        way = _way_to(unseen, here, ways) if here is not None else None
        if way is None and here is not None and ways.get(here):
            way = random.choice(list(ways[here]))
        game.send(way or random.choice(DIRECTIONS))
        if way is not None and game.turns[-1].location == here:
            ways.get(here or 0, {}).pop(way, None)


def _scouted(game: TruePlay, random: Random, turns: int) -> dict[int, dict[str, int]]:
    """Return where the ways led that an exploring walk of the same story took."""
    scout = TruePlay(game.story)
    ways: dict[int, dict[str, int]] = {}
    try:
        exploring_walk(scout, random, 2 * turns)
        for origin, way, to in sorted(true_edges(scout.turns), key=str):
            if origin is not None and to is not None and way in DIRECTIONS:
                ways.setdefault(origin, {})[way] = to
    finally:
        scout.close()
    return ways


def _way_to(goals: set[int], here: int, ways: dict[int, dict[str, int]]) -> str | None:
    """Return the first way of the shortest path to the nearest goal, or None without a path."""
    queue = deque([(here, "")])
    seen = {here}
    while queue:
        room, first = queue.popleft()
        if first and room in goals:
            return first
        for way, to in ways.get(room, {}).items():
            if to not in seen:
                seen.add(to)
                queue.append((to, first or way))
    return None


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
