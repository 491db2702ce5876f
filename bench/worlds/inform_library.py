"""Invented worlds as Inform stories: Inform 6 with its standard library, version 5 or 8."""

from __future__ import annotations

from worlds import inform_rarities
from worlds.inform_text import quoted
from worlds.manners import INTERLUDES, PLAIN, SIGN
from worlds.spec import (
    ASIDES,
    BANGS,
    DRIFTS,
    FOLLOWER,
    MOODS,
    WEATHER,
    Exit,
    Verbosity,
    Way,
    WorldSpec,
    exits_told,
)

PROPERTY = {
    "north": "n_to",
    "northeast": "ne_to",
    "east": "e_to",
    "southeast": "se_to",
    "south": "s_to",
    "southwest": "sw_to",
    "west": "w_to",
    "northwest": "nw_to",
    "up": "u_to",
    "down": "d_to",
    "in": "in_to",
    "out": "out_to",
}


FIRST = "A bell somewhere has just struck {}."
"""What is told at a first visit alone."""


def source(world: WorldSpec) -> str:
    """Return the Inform 6 source of a world."""
    doors = _doors(world)
    parts = [
        f'Constant Story "Invented World {world.seed}";',
        'Constant Headline "^An exercise in mapping.^";',
        *(["Replace DrawStatusLine;"] if _own_status(world) else []),
        'Include "Parser";',
        'Include "VerbLib";',
        *_levers(world),
        inform_rarities.GLOBALS,
    ]
    for number, room in enumerate(world.rooms):
        parts.append(_room(world, number, doors))
        parts += [
            f"Object -> {item}_{number} {quoted(item)} with name '{item}', "
            f'article "{"an" if item[0] in "aeiou" else "a"}";'
            for item in room.items
        ]
        parts += _manner_things(world, number)
        if room.button is not None:
            stays = ", 1" if room.silent else ""
            parts.append(
                f"Object -> button_{number} \"button\" with name 'button', before [; Push: "
                f'print "Everything goes black for a moment.^"; PlayerTo(R{room.button}{stays}); '
                f"rtrue; ], has static;"
            )
        if room.changing:
            parts.append(
                f"Object -> lever_{number} \"lever\" with name 'lever', before [; Pull, Push: "
                f'lever{number}_flag = 1 - lever{number}_flag; "It moves with a clunk."; ], '
                "has scenery;"
            )
    for (low, high), name in doors.items():
        parts.append(
            f"Object {name} \"oak door\" with name 'oak' 'door', found_in R{low} R{high}, "
            "has scenery openable;"
        )
    if world.vehicle is not None:
        parts.append(
            f"Object cart \"cart\" R{world.vehicle} with name 'cart', before [; Go: return 1; ], "
            "has enterable container open static;"
        )
    parts.append(
        "Object lamp \"lamp\" R0 with name 'lamp', after [; SwitchOn: give self light; "
        "SwitchOff: give self ~light; ], has switchable;"
    )
    parts += inform_rarities.things(world)
    parts.append(_voices(world))
    mode = 1 if world.verbosity is Verbosity.BRIEF else 2
    parts.append(
        f"[ Initialise; location = R0; lookmode = {mode}; "
        'print "^^Once more you wake in a place you have never seen.^^"; ];'
    )
    if _own_status(world):
        parts.append(inform_rarities.status_line(world.manners))
    parts.append('Include "Grammar";')
    parts += inform_rarities.grammar(world)
    return "\n".join(parts) + "\n"


def _own_status(world: WorldSpec) -> bool:
    return world.statusless or bool(world.manners.status)


def _doors(world: WorldSpec) -> dict[tuple[int, int], str]:
    pairs = {
        (min(number, way.to[0]), max(number, way.to[0]))
        for number, room in enumerate(world.rooms)
        for way in room.exits.values()
        if way.kind is Way.DOOR
    }
    return {pair: f"door_{pair[0]}_{pair[1]}" for pair in sorted(pairs)}


def _levers(world: WorldSpec) -> list[str]:
    return [
        f"Global lever{number}_flag = 0;"
        for number, room in enumerate(world.rooms)
        if room.changing
    ]


def _room(world: WorldSpec, number: int, doors: dict[tuple[int, int], str]) -> str:
    room = world.rooms[number]
    title = room.title.upper() if world.capitals else room.title
    title = title.capitalize() if world.manners.sentence_case else title
    body = f"print {quoted(' '.join(room.sentences))};"
    if world.manners.firsts and number % 2:
        body += f" if (self hasnt visited) print {quoted(' ' + FIRST.format(number + 3))};"
    if world.asides:
        body = f'if (turns % 5 == 3) print {quoted(ASIDES[number % 2])}, "^"; {body}'
    if world.moods:
        moods = " ".join(f"{n}: print {quoted(' ' + mood)};" for n, mood in enumerate(MOODS))
        body += f" switch ((turns / 20) % {len(MOODS)}) {{ {moods} }}"
    if room.changing:
        one, other = (quoted(" " + sentence) for sentence in room.changing)
        body += f" if (lever{number}_flag) print {other}; else print {one};"
    if world.gap:
        body = f"new_line; {body}"
    if world.exits_line:
        body += f" print {quoted('^' + exits_told(world, number))};"
    lines = [
        f"Object R{number} {quoted(title)}",
        f"  with short_name [; {_title(world, title, number)} rtrue; ],"
        if world.manners is not PLAIN
        else "  with",
        f"  description [; {body} new_line; rtrue; ],",
    ]
    if world.refusal:
        lines.append(f"  cant_go {quoted(world.refusal)},")
    for direction, way in room.exits.items():
        resurrected = way.kind is Way.DEADLY and world.manners.resurrection
        led = inform_rarities.death(way) if resurrected else _way(number, way, doors)
        lines.append(f"  {PROPERTY[direction]} {led},")
    lines += inform_rarities.ways(world, number)
    light = "" if room.dark else "light"
    lines.append(f"  has {light};" if light else "  has ~light;")
    return "\n".join(lines)


def _title(world: WorldSpec, title: str, number: int) -> str:
    """Return the statements that print a title as the manners want it."""
    manners = world.manners
    if manners.renamed and number % 4 == 3:
        later = quoted(manners.renamed.format(title))
        return f"if (turns > 60) print {later}; else print {quoted(title)};"
    return f"print {quoted(manners.title.format(title))};"


def _manner_things(world: WorldSpec, number: int) -> list[str]:
    """Return chairs and signs, where the manners want them."""
    things: list[str] = []
    if world.manners.chair and number % 3 == 1:
        things.append(
            f"Object -> chair_{number} \"armchair\" with name 'armchair' 'chair', article \"an\", "
            "has enterable supporter static;"
        )
    if world.manners.sign and number % 3 == 2:
        things.append(
            f"Object -> sign_{number} \"sign\" with name 'sign', description {quoted(SIGN)}, "
            "has static;"
        )
    return things


def _way(number: int, way: Exit, doors: dict[tuple[int, int], str]) -> str:
    match way.kind:
        case Way.OPEN:
            return f"R{way.to[0]}"
        case Way.TOLD:
            return f'[; print {quoted(way.message)}, "^"; return R{way.to[0]}; ]'
        case Way.BLOCKED:
            return quoted(way.message)
        case Way.RANDOM:
            return f"[; if (random(2) == 1) return R{way.to[0]}; return R{way.to[1]}; ]"
        case Way.DEADLY:
            return f'[; deadflag = 1; print {quoted(way.message)}, "^"; rtrue; ]'
        case Way.DOOR:
            pair = (min(number, way.to[0]), max(number, way.to[0]))
            return (
                f"[; if ({doors[pair]} has open) return R{way.to[0]}; "
                'print "The oak door is closed.^"; rtrue; ]'
            )


def _voices(world: WorldSpec) -> str:
    says: list[str] = []
    if world.weather:
        cases = " ".join(
            f'{n}: print {quoted("^" + line)}, "^";' for n, line in enumerate(WEATHER, 1)
        )
        says.append(f"switch (random({len(WEATHER) * 4})) {{ {cases} }}")
    if world.bangs:
        cases = " ".join(
            f'{n}: print {quoted("^" + line)}, "^";' for n, line in enumerate(BANGS, 1)
        )
        says.append(f"switch (random({len(BANGS) * 6})) {{ {cases} }}")
    manners = world.manners
    if manners.interludes:
        cases = " ".join(
            f'{n}: print {quoted("^" + line)}, "^";' for n, line in enumerate(INTERLUDES, 1)
        )
        says.append(f"switch (random({len(INTERLUDES) * 6})) {{ {cases} }}")
    if manners.score:
        says.append(f'if (random(12) == 1) print {quoted("^" + manners.score)}, "^";')
    if world.follower:
        says.append(
            "if (location ~= follower_at && location has light) "
            f'{{ follower_at = location; print {quoted("^" + FOLLOWER)}, "^"; }}'
        )
    for origin, to in world.drifts:
        says.append(
            f"if (location == R{origin}) {{ if (++drift > 2) {{ drift = 0; "
            f'print {quoted("^" + DRIFTS[origin % len(DRIFTS)])}, "^"; PlayerTo(R{to}); }} }}'
        )
    says += inform_rarities.voices(world)
    if manners.question:
        says.append(f'print {quoted("^" + manners.question)}, "^";')
    return f"Global follower_at = 0; Global drift = 0;\n[ TimePasses; {' '.join(says)} rfalse; ];"
