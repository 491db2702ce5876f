"""The words of invented mazes."""

from __future__ import annotations

MARKERS = (
    "coin rope candle bottle knife basket shovel ring whistle brush hammer mirror apple feather "
    "bucket glove letter spoon bell comb marble thimble ladle pebble"
).split()
TREASURE = "chalice"
DEAD_END = "Dead End"
DIFFERENT = (
    "maze of little twisty passages",
    "maze of twisty little passages",
    "little maze of twisty passages",
    "little twisty maze of passages",
    "twisty maze of little passages",
    "twisty little maze of passages",
    "maze of winding little passages",
    "winding maze of little passages",
    "little maze of winding passages",
    "winding little maze of passages",
    "little winding maze of passages",
    "maze of little winding passages",
    "maze of narrow crooked tunnels",
    "narrow maze of crooked tunnels",
    "crooked maze of narrow tunnels",
    "maze of crooked narrow tunnels",
    "narrow crooked maze of tunnels",
    "crooked narrow maze of tunnels",
    "maze of low bending galleries",
    "low maze of bending galleries",
    "bending maze of low galleries",
    "low bending maze of galleries",
)
SURROUNDINGS = (
    (
        "Mouth of the Cave",
        "Daylight falls through brambles onto a sandy floor with many footprints.",
    ),
    ("Walled Garden", "Pear trees stand in rows along old brick walls warm with the sun."),
    ("Boathouse", "Water slaps at the piles below the planks, and a skiff hangs on its chains."),
    ("Bell Loft", "A great bronze bell hangs still above the worn boards, green with age."),
)


HOUSE = (
    (
        "Potting Shed",
        "Clay pots are stacked to the rafters, and the air smells of earth and onions.",
    ),
    ("Cottage Kitchen", "Copper pans hang over a cold range, and crumbs lie on a scrubbed table."),
    ("Garret", "Rain taps on the slates just overhead, and old trunks stand about."),
)
"""Ordinary rooms before the maze, in a row."""

MORE_SURROUNDINGS = (
    ("Dye Works", "Vats of blue and madder stand under a roof of split reeds."),
    ("Toll Bridge", "Planks rattle over a brown river, and a box for coins hangs on a post."),
)
NOISES = (
    "Somewhere far off, water drips.",
    "A bat flutters past your head.",
    "A low moan echoes from afar, and dies away.",
    "Pebbles trickle down behind you.",
    "Far away, a bell rings three times.",
)
REFUSALS = (
    "You bump into solid rock.",
    "There is only a blank wall in that direction.",
    "The crack is far too narrow even for a cat.",
    "You can't go that way.",
)
BARRED = (
    "A rusty grating bars the way.",
    "Rubble has come down and fills the opening from side to side.",
    "The door that was here is nailed shut.",
)
CRAWLS = (
    "You squeeze through a crack on your stomach.",
    "The way winds about so often that you lose all sense of where you are.",
    "You stumble over loose stones as you go.",
)
DEATHS = (
    "You step into thin air, and have a long time to think about it.",
    "The roof comes down with a roar, and you under it.",
)
ENDS = (
    ("Dead End", "You have come to a dead end."),
    ("Dead End", "The passage narrows and stops at a wall of clay. It is a dead end."),
    ("Blind Alley", "This is a dead end: the roof meets the floor here."),
    ("Maze", "You are at a dead end of the maze."),
)
"""Dead ends, each with its own words."""
ALIKE = "You are in a maze of twisty little passages, all alike."
DUNES = ("Desert", "Dunes of red sand rise and fall on every side under an empty sky.")
"""A maze that no word tells of."""
