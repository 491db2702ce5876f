"""The truth about The Drowned Clock: where its exits lead, and what its rooms mention."""

EXITS: dict[str, dict[str, str]] = {
    "Crest of the Dam": {"north": "Warden's Hut", "west": "Foot of the Steps"},
    "Warden's Hut": {"south": "Crest of the Dam"},
    "Foot of the Steps": {
        "east": "Crest of the Dam",
        "west": "Sallow Lane",
        "south": "Edge of the Slake",
    },
    "Edge of the Slake": {"north": "Foot of the Steps", "south": "Gauge Post"},
    "Gauge Post": {"north": "Edge of the Slake"},
    "Sallow Lane": {
        "east": "Foot of the Steps",
        "west": "Market Cross",
        "north": "Grinding Floor",
    },
    "Grinding Floor": {"south": "Sallow Lane", "west": "Bakehouse", "down": "Bakehouse"},
    "Bakehouse": {"south": "Market Cross"},
    "Market Cross": {
        "north": "Bakehouse",
        "south": "Clockmaker's Shop",
        "southwest": "Schoolroom",
        "east": "Sallow Lane",
        "west": "Churchyard",
    },
    "Schoolroom": {"northeast": "Market Cross"},
    "Clockmaker's Shop": {"north": "Market Cross"},
    "Churchyard": {"east": "Market Cross", "west": "Nave", "down": "Undercroft"},
    "Nave": {"east": "Churchyard"},
    "Undercroft": {"up": "Churchyard", "southwest": "Weight Pit"},
    "Weight Pit": {"northeast": "Undercroft", "up": "Ringing Chamber"},
    "Ringing Chamber": {"north": "Nave", "down": "Weight Pit", "up": "Clock Room"},
    "Clock Room": {"down": "Ringing Chamber", "up": "Bell Loft"},
    "Bell Loft": {"down": "Clock Room"},
}

# Every noun of every room's description, and of what is first seen in the room, by hand.
NOUNS: dict[str, list[str]] = {
    "Crest of the Dam": [
        *("road", "dam", "wall", "walls", "ground", "valley", "water", "mud", "lines", "old walls"),
        *("tower", "church tower", "church", "clock", "flight", "steps", "hut", "warden's hut"),
        *("door", "leaves", "stovepipe", "car", "hillside", "sky", "me", "letter", "watch"),
    ],
    "Warden's Hut": [
        *("room", "cot", "blanket", "stove", "chair", "window", "tower", "desk", "drawer", "row"),
        *("hooks", "door", "floor", "dish", "tin dish", "logbook", "log", "ash", "lamp"),
    ],
    "Foot of the Steps": [
        *("steps", "hillside", "line", "weed", "dam", "water", "ground", "clay", "lane", "walls"),
        *("roofs", "path", "stakes", "tower", "village", "tick", "light"),
    ],
    "Edge of the Slake": [
        *("path", "stake", "board", "slake", "mud", "post", "dog", "old sheepdog", "moss", "coat"),
        *("sledge", "nose", "pockets", "tower", "water"),
    ],
    "Gauge Post": [
        *("post", "feet", "inches", "mud", "bracket", "wire", "disc", "sledge", "edge", "slake"),
        *("bob", "pendulum bob", "tower"),
    ],
    "Sallow Lane": [
        *("lane", "walls", "hillside", "village", "middle", "weed", "copings", "cottages"),
        *("corners", "chimneys", "silt", "sills", "mill", "roof", "door", "eel", "hearth"),
    ],
    "Grinding Floor": [
        *("weed", "flour", "boards", "light", "hopper", "millstones", "grain", "sack", "spout"),
        *("miller", "door", "chute", "wall", "lane", "stones", "can", "oil", "lamp oil"),
    ],
    "Bakehouse": [
        *("warmth", "smell", "bread", "oven", "brick oven", "wall", "light", "line", "door"),
        *("iron door", "table", "flour", "slate", "prices", "counter", "mouth", "chute"),
        *("street door", "peel", "loaf", "fire"),
    ],
    "Market Cross": [
        *("village", "cross", "stone cross", "steps", "trough", "notice board", "notice", "light"),
        *("air", "bakehouse", "heat", "shop", "sign", "yard", "school", "lane", "gate"),
        *("churchyard", "tower", "clock", "water", "people", "walls"),
    ],
    "Schoolroom": [
        *("rows", "desks", "slates", "map", "county", "wall", "room", "air", "people", "desk"),
        *("master's desk", "platform", "blackboard", "yard", "door", "bell", "handbell", "lid"),
        *("children", "chalk", "writing", "crank", "register"),
    ],
    "Clockmaker's Shop": [
        *("room", "bench", "window", "tools", "clocks", "walls", "ledger", "street", "door"),
        *("cloth", "bird", "tin bird", "winder", "tag"),
    ],
    "Churchyard": [
        *("headstones", "silt", "weed", "lettering", "yew", "stump", "church", "porch", "tower"),
        *("slit", "grate", "iron grate", "stair", "gate", "market place", "lock", "rust", "clock"),
    ],
    "Nave": [
        *("whitewash", "oak", "wax", "pews", "altar", "step", "candle", "flame", "pew", "old man"),
        *("man", "shirtsleeves", "hat", "knees", "wall", "door", "low door", "tower", "porch"),
        *("numbers", "warden"),
    ],
    "Undercroft": [
        *("vault", "church", "lamp", "piers", "shelves", "walls", "name", "chalk", "coffin"),
        *("coffer", "lead coffer", "passage", "stair", "grate", "mug", "lid"),
    ],
    "Weight Pit": [
        *("tower", "shaft", "brick shaft", "weight", "driving weight", "clock", "floor", "cable"),
        *("hook", "ladder", "wall", "passage", "eye"),
    ],
    "Ringing Chamber": [
        *("room", "tower", "ropes", "board", "names", "slit", "window", "trunk", "corner"),
        *("weight", "door", "wall", "bolt", "stair", "ladder", "trap", "ceiling"),
    ],
    "Clock Room": [
        *("clock", "floor", "frame", "dial", "wall", "shadows", "hands", "pendulum", "rod", "slot"),
        *("wire", "bell", "stair", "ladder", "bob", "wheels", "square", "hammer", "light"),
    ],
    "Bell Loft": [
        *("tower", "louvres", "light", "slats", "bell", "hammer", "beam", "cord", "knot"),
        *("ladder", "village", "dam", "inscription"),
    ],
}

# What the last run home mentions, once the clock is going: each room with the way to it.
DUSK: dict[str, list[str]] = {
    "Ringing Chamber": ["door", "bolt", "stair", "light"],
    "Nave": ["candle", "flame", "old man", "door", "pews", "porch"],
    "Churchyard": [
        "headstones",
        "yew",
        "tree",
        "porch",
        "tower",
        "clock",
        "stair",
        "gate",
        "water",
    ],
    "Market Cross": [
        *("people", "bakehouse", "shop", "yard", "school", "water", "lane", "dam", "churchyard"),
        *("tower", "clock", "lamplight", "windows"),
    ],
    "Sallow Lane": [
        *("cottages", "roofs", "curtains", "lamps", "water", "stream", "lane", "mill", "door"),
        *("lights", "dam"),
    ],
    "Foot of the Steps": ["water", "windows", "steps", "lane", "path", "dam"],
}
