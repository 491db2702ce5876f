"""Invented worlds with the troubles of published ones, drawn from a seed.

Rooms that share a name or a description, ways that bend, ways with no return, dark rooms, doors,
silent transport, vehicles, weather, headings that look like titles. Nothing is taken from a story.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from ludens.adventure.directions import OPPOSITE
from worlds.manners import PLAIN, Manners

GRID = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
ADJECTIVES = (
    "damp dusty narrow broad crooked quiet gloomy sunlit abandoned vaulted tiled whitewashed "
    "sagging windy mossy marble flooded smoky painted frozen echoing cluttered shabby splendid"
).split()
NOUNS = (
    "cellar gallery pantry library hall study chapel courtyard stable kitchen attic landing vault "
    "grotto tunnel quay jetty meadow orchard lane tower bakery workshop foundry archive laboratory "
    "office lounge terrace greenhouse cavern ravine bridge mill barn dungeon crypt theatre stage "
    "balcony dormitory infirmary nursery armoury scullery observatory platform waiting-room shed"
).split()
PLACES = "tower mill house church lake cliff well wall gate statue fountain ruin".split()
SHARED = "Corridor Forest Maze Passage Street Cave Beach Tunnel Hallway Swamp Field Deck".split()
FEATURES = (
    "The walls are covered with peeling {} paint.",
    "A {} draught blows from somewhere.",
    "Everything here smells faintly of {}.",
    "Someone has scratched the word {} into the stone.",
    "The floor is strewn with bits of {}.",
    "Overhead, beams of {} cross from wall to wall.",
    "A broken {} lies in one corner, useless.",
    "You feel that you should not linger near so much {}.",
)
STUFFS = (
    "green soot iron vinegar straw oak plaster mint copper wax salt chalk leather amber tar "
    "lavender slate linen brick rust honey coal"
).split()
ITEMS = (
    "coin rope book candle bottle knife basket shovel ring map whistle brush hammer mirror apple "
    "feather bucket glove letter dice spoon bell marble comb"
).split()
WEATHER = (
    "Somewhere far off a dog barks.",
    "It has begun to drizzle.",
    "A crow flaps past overhead.",
    "You hear the ticking of a clock.",
    "The ground trembles for a moment.",
)
MOODS = ("The morning light is thin.", "It is noon, and hot.", "Dusk is falling.")
ASIDES = ("(You are still out of breath.)", "Something scurries out of sight.")
FOLLOWER = "A thin grey cat pads along behind you."
ODD_TITLES = (
    "Dead End",
    "In the {noun}",
    "Mr. {stuff}'s {noun}",
    "{noun}, {side} End",
    "Top of the {noun}",
    "the {noun}",
    "Back of the {noun}",
    "Room {number}",
    "{noun} #{number}",
    "{adjective}-{stuff} {noun}",
    "{noun} (Level {number})",
    "A {adjective} {noun}",
    "Lost in the {noun}",
    "{side} {noun} by the Old {noun}",
)
CUTSCENES = (
    "You put your foot down and there is nothing there.^^The fall takes long enough to think "
    'about it. "Mind the step," says a voice far above.^^You land in something soft.',
    "The floor tilts. For a while you slide past roots and bricks and a surprised mole.^^Then it "
    "is over.",
    "A whirl of wind lifts you off your feet!",
)
DRIFTS = (
    "The current takes hold of you and carries you off.",
    "A porter grabs you by the collar and marches you away.",
    "Everything spins, and you are somewhere else.",
)
REFUSALS = (
    "",
    "There is a wall in the way.",
    "You see no way to go there.",
    "Ouch! Solid rock.",
    "I see nothing of interest over there, so I stay where I am.",
    "No.",
)
"""What is said where there is no way; empty: the usual."""
BANGS = ("BEEEEEP!", "CRASH!", "Ding Dong", "ALL ABOARD", "Tick Tock")


class Verbosity(StrEnum):
    BRIEF = "brief"
    VERBOSE = "verbose"


class Way(StrEnum):
    """What kind of exit."""

    OPEN = "open"
    TOLD = "told"
    """A message is printed on the way."""
    DOOR = "door"
    """Closed until it is opened."""
    BLOCKED = "blocked"
    """Never passable, with a reason."""
    RANDOM = "random"
    """Leads to one of two rooms, at random."""
    DEADLY = "deadly"


@dataclass
class Exit:
    kind: Way
    to: list[int]
    message: str = ""


@dataclass
class RoomSpec:
    title: str
    sentences: list[str]
    dark: bool = False
    changing: list[str] = field(default_factory=list)
    """Two forms of one sentence: before and after a lever was pulled."""
    exits: dict[str, Exit] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)
    button: int | None = None
    """Where pressing the button here takes the player."""
    silent: bool = False
    """The button's transport prints no room."""
    quiet_exits: bool = False
    """The description does not mention the exits."""


@dataclass
class WorldSpec:
    seed: int
    rooms: list[RoomSpec]
    verbosity: Verbosity
    capitals: bool
    weather: bool
    bangs: bool
    vehicle: int | None
    """The room where the cart stands."""
    dies_for_good: bool
    gap: bool
    """A blank line stands between title and description."""
    exits_line: str
    """What a line of exits below the description begins with; empty: there is none."""
    refusal: str
    follower: bool
    drifts: list[tuple[int, int]]
    """Rooms in which the player cannot stay: where from, where to, with no command."""
    asides: bool
    """A remark is printed between title and description now and then."""
    moods: bool
    """One sentence of every description changes with the time of day."""
    statusless: bool
    """The status line does not name the room."""
    manners: Manners = PLAIN


def invent(seed: int) -> WorldSpec:
    """Return the world of a seed."""
    random = Random(f"world {seed}")
    size = random.choice([6, 10, 15, 20, 30, 40])
    rooms = [RoomSpec("", []) for _ in range(size)]
    cells = _lay(random, size)
    _join(random, rooms, cells)
    _name(random, rooms)
    _trouble(random, rooms)
    _describe(random, rooms)
    voice = Random(f"voice {seed}")
    _oddly_name(voice, rooms)
    _fall(voice, rooms)
    return WorldSpec(
        seed=seed,
        rooms=rooms,
        verbosity=random.choice([Verbosity.BRIEF, Verbosity.BRIEF, Verbosity.VERBOSE]),
        capitals=random.random() < 0.12,
        weather=random.random() < 0.35,
        bangs=random.random() < 0.2,
        vehicle=random.randrange(size) if random.random() < 0.3 else None,
        dies_for_good=random.random() < 0.5,
        gap=voice.random() < 0.15,
        exits_line=voice.choice(["", "", "", "Obvious exits: ", "You can go ", "[Exits: "]),
        refusal=voice.choice(REFUSALS),
        follower=voice.random() < 0.12,
        drifts=_drifts(voice, size) if voice.random() < 0.25 else [],
        asides=random.random() < 0.15,
        moods=random.random() < 0.15,
        statusless=random.random() < 0.3,
    )


def _drifts(random: Random, size: int) -> list[tuple[int, int]]:
    """Return one or two rooms that throw the player out, and where to."""
    rooms = random.sample(range(1, size), min(size - 1, random.choice([2, 3])))
    return list(zip(rooms[:-1], rooms[1:], strict=True))[:2]


def _oddly_name(random: Random, rooms: list[RoomSpec]) -> None:
    """Give some rooms titles of unusual shapes."""
    share = random.choice([0.0, 0.1, 0.3, 0.6])
    used = {room.title for room in rooms}
    for room in rooms:
        if random.random() >= share or room.title in SHARED:
            continue
        title = random.choice(ODD_TITLES).format(
            noun=random.choice(NOUNS).capitalize(),
            side=random.choice(["North", "South", "East", "West"]),
            stuff=random.choice(STUFFS).capitalize(),
            adjective=random.choice(ADJECTIVES).capitalize(),
            number=random.randrange(1, 40),
        )
        if title not in used or title == "Dead End":
            used.add(title)
            room.title = title


def _fall(random: Random, rooms: list[RoomSpec]) -> None:
    """Let some ways be falls: told at length, and with no way back."""
    for room in random.sample(rooms, len(rooms) // 8):
        free = [direction for direction in ("down", *GRID) if direction not in room.exits]
        if free and random.random() < 0.6:
            to = random.randrange(len(rooms))
            message = random.choice(CUTSCENES)
            room.exits[random.choice(free)] = Exit(Way.TOLD, [to], message)


def exits_told(world: WorldSpec, number: int) -> str:
    """Return the line of exits below a room's description."""
    room = world.rooms[number]
    ways = [way for way, known in room.exits.items() if known.kind is not Way.DEADLY]
    if world.exits_line == "You can go ":
        return f"You can go {' and '.join(ways) or 'nowhere'} from here."
    if world.exits_line == "[Exits: ":
        return f"[Exits: {', '.join(ways) or 'none'}]"
    short = {"northeast": "NE", "northwest": "NW", "southeast": "SE", "southwest": "SW"}
    return world.exits_line + (
        ", ".join(short.get(way, way[0].upper() if way in GRID else way) for way in ways) or "none"
    )


def _lay(random: Random, size: int) -> list[tuple[int, int]]:
    """Grow a connected patch of cells."""
    cells = [(0, 0)]
    while len(cells) < size:
        x, y = random.choice(cells[-6:] if random.random() < 0.6 else cells)
        weights = [4 if 0 in step else 1 for step in GRID.values()]
        dx, dy = random.choices(list(GRID.values()), weights)[0]
        if (x + dx, y + dy) not in cells:
            cells.append((x + dx, y + dy))
    return cells


def _join(random: Random, rooms: list[RoomSpec], cells: list[tuple[int, int]]) -> None:
    at = {cell: number for number, cell in enumerate(cells)}
    joined = {0}
    for number, (x, y) in enumerate(cells):
        for direction, (dx, dy) in GRID.items():
            other = at.get((x + dx, y + dy))
            if other is None or direction in rooms[number].exits:
                continue
            bridge = other not in joined or number not in joined
            if not bridge and random.random() > (0.45 if 0 in (dx, dy) else 0.15):
                continue
            joined |= {number, other}
            _exit(random, rooms, number, direction, other)
    for _ in range(max(1, len(rooms) // 8)):
        number, other = random.randrange(len(rooms)), random.randrange(len(rooms))
        direction = random.choice(["up", "down", "in", "up", "down", *GRID])
        if number != other and direction not in rooms[number].exits:
            _exit(random, rooms, number, direction, other)


def _exit(random: Random, rooms: list[RoomSpec], number: int, direction: str, other: int) -> None:
    luck = random.random()
    kind = Way.OPEN if luck < 0.86 else Way.TOLD if luck < 0.94 else Way.DOOR
    message = random.choice(
        ["You squeeze through a gap.", "You climb over the rubble.", "Mind your head!"]
    )
    rooms[number].exits[direction] = Exit(kind, [other], message if kind is Way.TOLD else "")
    back = OPPOSITE[direction]
    luck = random.random()
    if luck < 0.07:
        return
    if luck < 0.16:
        back = random.choice([d for d in GRID if d != back])
    if back not in rooms[other].exits:
        rooms[other].exits[back] = Exit(kind, [number], message if kind is Way.TOLD else "")


def _name(random: Random, rooms: list[RoomSpec]) -> None:
    used: set[str] = set()
    for room in rooms:
        while not room.title or room.title in used:
            noun = random.choice(NOUNS).capitalize()
            room.title = random.choice(
                [
                    noun,
                    f"{random.choice(ADJECTIVES).capitalize()} {noun}",
                    f"{random.choice(['North', 'South', 'East', 'West'])} of "
                    f"{random.choice(PLACES).capitalize()}",
                    f"At the {random.choice(PLACES).capitalize()}",
                    f"{noun} of {random.choice(STUFFS).capitalize()}",
                ]
            )
        used.add(room.title)
    groups = random.choice([0, 1, 1, 2, 3])
    for _ in range(groups):
        title = random.choice(SHARED)
        start = random.randrange(len(rooms))
        count = random.randint(2, max(2, min(7, len(rooms) // 4)))
        for room in rooms[start : start + count]:
            room.title = title


def _trouble(random: Random, rooms: list[RoomSpec]) -> None:
    if random.random() < 0.5:
        for room in random.sample(rooms[1:], max(1, len(rooms) // 10)):
            room.dark = True
    for room in rooms:
        free = [d for d in GRID if d not in room.exits]
        if free and random.random() < 0.2:
            room.exits[random.choice(free)] = Exit(
                Way.BLOCKED,
                [],
                random.choice(
                    [
                        "A heavy portcullis bars your path.",
                        "The brambles are too thick there.",
                        "You would only fall into the river.",
                        'The guard pushes you back. "Not today," he says.',
                    ]
                ),
            )
        if random.random() < 0.25:
            room.items = random.sample(ITEMS, random.choice([1, 1, 2]))
        if random.random() < 0.08:
            room.changing = [
                "A lever on the wall points to the left.",
                "A lever on the wall points to the right.",
            ]
        room.quiet_exits = random.random() < 0.15
    if random.random() < 0.35:
        for room in random.sample(rooms, max(1, len(rooms) // 15)):
            room.button = random.randrange(len(rooms))
            room.silent = random.random() < 0.5
    if random.random() < 0.3:
        room = random.choice(rooms)
        ways = [d for d, way in room.exits.items() if way.kind is Way.OPEN]
        if ways:
            way = room.exits[random.choice(ways)]
            way.kind = Way.RANDOM
            way.to = [*way.to, random.randrange(len(rooms))]
    if random.random() < 0.25:
        room = random.choice(rooms)
        free = [d for d in GRID if d not in room.exits]
        if free:
            room.exits[random.choice(free)] = Exit(
                Way.DEADLY, [], "The planks give way and you fall a very long way."
            )


def _describe(random: Random, rooms: list[RoomSpec]) -> None:
    shared: dict[str, list[str]] = {}
    for room in rooms:
        sentences = [
            random.choice(
                [
                    f"This is a {random.choice(ADJECTIVES)} {random.choice(NOUNS)}.",
                    f"You are in a {random.choice(ADJECTIVES)} part of the {random.choice(NOUNS)}.",
                    f"You are standing beside a {random.choice(ADJECTIVES)} "
                    f"{random.choice(NOUNS)}.",
                    f"A {random.choice(ADJECTIVES)} {random.choice(NOUNS)} opens around you.",
                ]
            )
        ]
        for feature in random.sample(FEATURES, random.choice([0, 1, 1, 2, 3])):
            sentences.append(feature.format(random.choice(STUFFS)))
        namesakes = sum(1 for other in rooms if other.title == room.title)
        if namesakes > 1 and room.title not in shared and random.random() < 0.5:
            shared[room.title] = sentences
        if room.title in shared and (random.random() < 0.8 or room.title == "Maze"):
            room.sentences = list(shared[room.title])
            room.changing = []
            if random.random() < 0.5:
                continue
        else:
            room.sentences = sentences
        if not room.quiet_exits:
            room.sentences += _exits_told(random, room)


def _exits_told(random: Random, room: RoomSpec) -> list[str]:
    sentences: list[str] = []
    named = [d for d, way in room.exits.items() if way.kind is not Way.DEADLY]
    compass = [d for d in named if d in GRID]
    if compass and random.random() < 0.5:
        return [f"Exits lead {' and '.join(compass)}."]
    for direction in named:
        door = room.exits[direction].kind is Way.DOOR
        if direction in GRID:
            what = "door" if door else random.choice(["path", "passage", "doorway", "track"])
            sentences.append(
                random.choice(
                    [
                        f"A {what} leads {direction}.",
                        f"To the {direction} is a {what}.",
                        f"You can see a {what} to the {direction}.",
                    ]
                )
            )
        elif direction in ("up", "down"):
            sentences.append(f"A stair leads {direction}.")
    return sentences
