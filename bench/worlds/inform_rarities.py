"""Rarer manners as Inform source: a lift, a river, dreams, deaths that are survived."""

from __future__ import annotations

from worlds.inform_text import quoted
from worlds.manners import Manners
from worlds.spec import Exit, WorldSpec

FLOORS = 3
REACHES = 4
"""Rooms of the river."""
DREAMS = (
    "Every door is a mouth.",
    "Everybody who sits here has your face.",
)
LANDSCAPE = ("between high banks", "under the willows", "by a broken pier", "near the weir")
BANNER = "^    *** You have died ***^^Or so it seems. A while later you wake up."

GLOBALS = "Global lift_floor = 0; Global raft_time = 0; Global slept_at = 0; Global asleep = 0;"


def floors(world: WorldSpec) -> list[int]:
    """Return the rooms where the lift stops."""
    free = [number for number, room in enumerate(world.rooms) if "in" not in room.exits]
    return free[:: max(1, len(free) // FLOORS)][:FLOORS] if world.manners.lift else []


def landings(world: WorldSpec) -> list[int]:
    """Return the rooms at the river, the first of them where the raft lies."""
    if not world.manners.river:
        return []
    free = [n for n, room in enumerate(world.rooms) if {"east", "west"} - room.exits.keys()]
    return free[1 : 1 + REACHES] if len(free) > REACHES else []


def ways(world: WorldSpec, number: int) -> list[str]:
    """Return the exits that lead to the lift and to the river."""
    lines: list[str] = []
    if number in floors(world):
        lines.append(f"  in_to [; lift_floor = R{number}; return Lift; ],")
    ashore = landings(world)
    if number in ashore:
        way = "e_to" if "east" not in world.rooms[number].exits else "w_to"
        reach = ashore.index(number)
        lines.append(
            f"  {way} [; if (player in raft) return River{reach}; "
            'print "You would get wet.^"; rtrue; ],'
        )
    return lines


def things(world: WorldSpec) -> list[str]:
    """Return the rooms and things of the manners, and what drives them."""
    return [*_lift(world), *_river(world), *_dream(world)]


def _lift(world: WorldSpec) -> list[str]:
    stops = floors(world)
    if not stops:
        return []
    words = ("one", "two", "three")
    parts = [
        f"Object Lift {quoted('Lift')} with short_name [; print {quoted('Lift')}; rtrue; ], "
        'description "It has buttons one, two and three. '
        'The way is out.", out_to [; return lift_floor; ], has light;',
    ]
    for word, room in zip(words, stops, strict=False):
        parts.append(
            f"Object -> button_{word} \"button {word}\" with name 'button' '{word}', "
            f'before [; Push: if (lift_floor == R{room}) "Nothing happens."; '
            f'lift_floor = R{room}; "The lift hums for a while and stops."; ], has scenery;'
        )
    return parts


def _river(world: WorldSpec) -> list[str]:
    ashore = landings(world)
    if not ashore:
        return []
    parts = [
        f"Object raft \"raft\" R{ashore[0]} with name 'raft', "
        "before [; Go: return 1; ], has enterable container open static;",
    ]
    for reach, room in enumerate(ashore):
        text = f"The river runs {LANDSCAPE[reach % len(LANDSCAPE)]}. There is land to the west."
        parts.append(
            f"Object River{reach} {quoted('On the River')} with short_name "
            f"[; print {quoted('On the River')}; rtrue; ], description {quoted(text)}, "
            f"w_to R{room}, has light;"
        )
    drift = " ".join(
        f"if (location == River{reach}) {{ move raft to River{reach + 1}; "
        'print "^The current carries you on.^^"; PlayerTo(raft); rtrue; }'
        for reach in range(len(ashore) - 1)
    )
    parts.append(
        "[ Float; if (player notin raft || ++raft_time % 3) rfalse; " + drift + " rfalse; ];"
    )
    return parts


def _dream(world: WorldSpec) -> list[str]:
    if not world.manners.dream:
        return []
    titles = ("Corridor of Doors", "At the Long Table")
    rooms = [
        f"Object Dream{n} {quoted('Dream')} with short_name [; print {quoted(title)}; rtrue; ], "
        f"description {quoted(text)}, n_to Dream{1 - n}, s_to Dream{1 - n}, has light;"
        for n, (title, text) in enumerate(zip(titles, DREAMS, strict=True))
    ]
    return [
        *rooms,
        "[ Wake; if (slept_at == 0 || ++asleep < 5) rfalse; asleep = 0; "
        'print "^You wake up.^^"; PlayerTo(slept_at); slept_at = 0; rtrue; ];',
    ]


def voices(world: WorldSpec) -> list[str]:
    """Return what happens after each turn."""
    says = ["Float();"] if landings(world) else []
    return [*says, *(["Wake();"] if world.manners.dream else [])]


def grammar(world: WorldSpec) -> list[str]:
    """Return the verbs of the manners."""
    if not world.manners.dream:
        return []
    return [
        '[ DozeSub; if (slept_at) "You are asleep already."; slept_at = real_location; '
        'print "You nod off.^^"; PlayerTo(Dream0); ];',
        "Extend only 'sleep' replace * -> Doze;",
    ]


def death(way: Exit) -> str:
    """Return a way that kills, after which one is somewhere again."""
    return f"[; print {quoted(way.message)}, {quoted('^' + BANNER + '^^')}; PlayerTo(R0); rtrue; ]"


def status_line(manners: Manners) -> str:
    """Return a status line of our own: a text, the room alone, or nothing."""
    if not manners.status:
        return "[ DrawStatusLine; ];"
    shown = f"print {quoted(manners.status)};"
    return (
        "[ DrawStatusLine; @split_window 1; @set_window 1; @set_cursor 1 1; style reverse; "
        f"spaces (0->33) - 1; @set_cursor 1 2; {shown} "
        "@set_cursor 1 1; style roman; @set_window 0; ];"
    )
