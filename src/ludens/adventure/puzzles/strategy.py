"""What a player who goes round in circles may do instead (seed 000, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from ludens.adventure.puzzles.book import pressing_first
from ludens.adventure.puzzles.timing import WINDOW, seems_stuck
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.watching import nearest_untried
from ludens.adventure.world.belongings import heads, travel_costs
from ludens.adventure.world.places import INVENTORY, RoomId, in_room
from ludens.adventure.world.routes import nearby

LONG = 30
"""Turns after which a room was not visited lately."""
THINGS, ROOMS, NAME, SUMMARY = 5, 3, 60, 90
"""Things and rooms that are named, and the letters of each and of a puzzle."""


def strategy(state: AdventureState) -> list[str]:
    """Return other things to do, one of each kind; none while the player does not seem stuck."""
    if not seems_stuck(state):
        return []
    kinds = (_explore, _another_thing, _long_not_seen, _not_touched)
    return [line for kind in kinds for line in kind(state)]


def _explore(state: AdventureState) -> Iterator[str]:
    """Yield the nearest way that nobody has gone, where it is not here: those are told as hints."""
    goal = nearest_untried(state)
    if goal is not None and goal.route.commands:
        far = f"in {_name(state, goal.room)}, {len(goal.route.commands)} away"
        yield f"explore: nobody has gone {goal.direction} {far}"


def _another_thing(state: AdventureState) -> Iterator[str]:
    """Yield what is carried and was not tried on the puzzle that was worked at last."""
    here = state.map.here
    said = [command for command, _ in state.recent]
    for puzzle in pressing_first(state.puzzles.open(), here):
        if puzzle.room not in (here, None):
            continue
        tried = " ".join([*said, *(attempt.command for attempt in puzzle.attempts)]).lower()
        items = (state.items.known[id_].name for id_ in state.items.at(INVENTORY))
        other = [name for name in items if not any(head in tried for head in heads(name))]
        if other:
            summary = shorten(puzzle.summary, SUMMARY, placeholder=" …")
            yield f"use another thing on this: {summary} Not tried: {', '.join(other[:THINGS])}"
            return


def _long_not_seen(state: AdventureState) -> Iterator[str]:
    """Yield the rooms that were not visited for the longest, of those that can be reached."""
    if state.map.here is None:
        return
    routes = nearby(state.map, state.map.here, travel_costs(state.items))
    seen = ((state.map.rooms[route.rooms[-1]].last_seen, route) for route in routes)
    long_ago = sorted(
        ((turn, route) for turn, route in seen if state.turn - turn >= LONG),
        key=lambda one: (one[0], one[1].cost),
    )
    if long_ago:
        rooms = (
            f"{_name(state, route.rooms[-1])} (turn {turn}, {len(route.commands)} away)"
            for turn, route in long_ago[:ROOMS]
        )
        yield f"go where nobody was lately: {', '.join(rooms)}"


def _not_touched(state: AdventureState) -> Iterator[str]:
    """Yield what is here and no command of late was about: to look under, push, pull or turn."""
    here = state.map.here
    if here is None:
        return
    page = state.memory.attempts.get(here, {})
    said = " ".join([*page, *(command for command, _ in state.recent[-WINDOW:])]).lower()
    things = (state.items.known[id_].name for id_ in state.items.at(in_room(here)))
    left = [name for name in things if not any(head in said for head in heads(name))]
    if left:
        yield f"do something unusual with what nobody has touched: {', '.join(left[:THINGS])}"


def _name(state: AdventureState, room: RoomId) -> str:
    return shorten(state.map.rooms[room].name, NAME, placeholder="…")
