"""The maze solver: which command next, from what is known of the maze and nothing else.

It goes on the classic technique (drop a different thing in each room, try every way), and plans:
each time it goes to the nearest place where something is still unknown, through what is known.
With fewer things than rooms it moves them: a marker is left in a room on trial, and the rooms that
it may be are looked into, until it is proved to be one of them or none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ludens.adventure.mazes.collecting import (
    FADING,
    LOST,
    collect,
    leave,
    retrieve,
    towards,
    way_out,
)
from ludens.adventure.mazes.events import Phase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions, resolved
from ludens.adventure.mazes.light import is_short
from ludens.adventure.mazes.patience import why_break_off, why_stop
from ludens.adventure.mazes.routes import Routes
from ludens.adventure.mazes.steps import Onward, Step
from ludens.adventure.mazes.tasks import (
    doubts_to_settle,
    errands_to_run,
    last_resort,
    markers_to_use,
    spare_ones,
    thefts_to_prove,
    ways_to_try,
)
from ludens.adventure.world.places import RoomId

TO_COLLECT = 3
"""Commands that collecting takes for each marker; light is kept for them."""
COUNTING = "What is there to mark rooms with?"


def next_step(
    group: MazeGroup, trips: Mapping[RoomId, float] = {}, waiting: Collection[RoomId] = ()
) -> Step | Onward:
    """Return the solver's next command, or the phase that it goes on to.

    `trips` tells what it costs to go and fetch something to mark rooms with from a room outside;
    in the rooms `waiting`, another maze is to be gone on with.
    """
    broken_off = why_break_off(group)
    if broken_off:
        return Onward(Phase.GIVEN_UP, broken_off)
    if group.dark:
        return _make_light(group)
    if group.phase in (Phase.EXPLORING, Phase.PREPARING, Phase.OUTSIDE):
        reason = why_stop(group)
        if reason:
            return _stop(group, reason)
    if group.phase is Phase.EXPLORING:
        return _explore(group, trips)
    if group.phase is Phase.LEAVING:
        return leave(group, waiting)
    return retrieve(group) if group.phase is Phase.RETRIEVING else _prepare(group)


def _stop(group: MazeGroup, reason: str) -> Onward:
    """Return the end of the exploring before all is known; markers are collected."""
    if group.here is None:
        return Onward(Phase.GIVEN_UP, reason)
    return Onward(Phase.RETRIEVING, reason, collect(group).tour)


def _make_light(group: MazeGroup) -> Step | Onward:
    """Return a try to make light, and the look that shows what came of it."""
    tries = [f"{words} {light}" for light in group.lights for words in ("turn on", "light")]
    attempt, looks = divmod(group.light_tries, 2)
    if looks:
        return Step("look", "Is there light now?")
    if attempt < len(tries):
        return Step(tries[attempt], "It is too dark to see.")
    return Onward(Phase.GIVEN_UP, "it is dark, and nothing at hand gives light")


def _prepare(group: MazeGroup) -> Step | Onward:
    if group.spent == 0:
        return Step("verbose", "Every room is to be described every time.")
    if not group.counted:
        return Step("inventory", COUNTING)
    return Onward(Phase.EXPLORING)


def _explore(group: MazeGroup, trips: Mapping[RoomId, float]) -> Step | Onward:
    here = group.here
    if here is None:
        return Step("look", LOST)
    routes = Routes(group, here)
    if is_short(group, way_out(group, routes)[0] + TO_COLLECT * len(group.markers)):
        return _stop(group, FADING)
    open_ = questions(group)
    own = set(resolved(group, open_))
    marked = group.markers
    trials = [
        id_
        for id_ in routes.distances
        if id_ not in own and id_ not in marked and not group.rooms[id_].outside
    ]
    at_hand = _at_hand(group, here, trials, trips)
    if at_hand is not None:
        return at_hand
    tasks = ways_to_try(group, routes, own)
    if tasks and not trials:
        tasks += spare_ones(group, routes, open_)
    tasks += markers_to_use(group, routes, open_, trials)
    tasks += thefts_to_prove(group, routes)
    tasks += errands_to_run(group, routes, trials, trips)
    tasks = tasks or doubts_to_settle(group, routes) or last_resort(group, routes, own)
    if tasks:
        return towards(routes, min(tasks, key=lambda task: task.cost))
    if group.rooms[here].outside and _left_unknown(group):
        return Onward(Phase.OUTSIDE, "no way back into the maze is known from here")
    return collect(group)


def _at_hand(
    group: MazeGroup, here: RoomId, trials: list[RoomId], trips: Mapping[RoomId, float]
) -> Step | Onward | None:
    """Return what is to be done with things before going anywhere."""
    if group.numbered:
        return None
    if not group.counted:
        return Step("inventory", COUNTING)
    if here in trips and trials and not group.in_hand:
        return Onward(Phase.OUTSIDE, "more things to mark rooms with are wanted")
    return _take_here(group, here) or _mark_here(group, here, trials)


def _take_here(group: MazeGroup, here: RoomId) -> Step | None:
    """Return the taking of a thing that lies here and may serve for a marker."""
    room = group.rooms[here]
    if not group.wants_more:
        return None
    thing = next((thing for thing in room.things if group.may_try(thing)), None)
    return Step(f"take {thing}", "It can mark a room.") if thing is not None else None


def _mark_here(group: MazeGroup, here: RoomId, trials: list[RoomId]) -> Step | None:
    """Return the dropping of a marker, or a look at the first one, to see that it can be seen.

    While rooms on trial wait for a marker, none is left in another room.
    """
    room = group.rooms[here]
    if room.outside:
        return None
    if here in group.markers:
        if not any(marker.seen for marker in group.kit.values()):
            return Step("look", "Can a marker be seen where it lies?")
        return None
    wanted = here in trials
    if group.in_hand and (wanted or (not trials and group.untried(here))):
        return Step(f"drop {group.in_hand[0]}", f"To know {here} again.")
    return None


def _left_unknown(group: MazeGroup) -> bool:
    """Return whether there is anything left to find out in the maze."""
    return bool(questions(group)) or any(group.untried(id_) for id_ in group.room_ids)
