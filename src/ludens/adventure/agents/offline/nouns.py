"""Nouns: how likely a word in a text names something that one may lay hands on.

General English, and no word of any particular story: what a sentence is built with (an end, a
side, a moment), what a view is made of (sky, hills, walls), and what is worth a closer look.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.agents.offline.affordances import promise

VAGUE = frozenset(
    (
        "act again age air answer back bit bottom breath business care case center centre chance "
        "change circle color colour copy corner couple course crack crowd dark darkness day days "
        "deal direction distance dozen drop echo edge effort eight eleven end ends evening "
        "everything expanse eye eyes face fact feeling feet few finger fingers five foot four "
        "front full game glance gloom go half hand hands head heart heat height help home hour "
        "hours idea inch inches inside kind knee knees lap leg legs length less level life line "
        "lines lip lips look lot low luck man matter men middle mile miles mind minute minutes "
        "moment month morning mouth name names night nine noise none nose nothing number one "
        "order others outline outside pace part parts pattern people person piece pieces place "
        "places point presence quiet reach rest ribs right room row run scent season second sense "
        "set seven shade shadow shadows shape shapes shoulder shoulders side sides sight sign "
        "silence six size skin sleep sleeve smell somebody someone something sort sound sounds "
        "space spot stand step story strength stretch style summer surface sweep swing tale talk "
        "taste teeth ten thin thing things thought three throat tick time times top touch tune "
        "turn twelve twist two use view voice voices waist walk warmth way ways weather width "
        "wind winter word work world wrist year years yesterday youth"
    ).split()
)
"""Words by which sentences are built; seldom a thing, though stories often know them."""
BACKGROUND = frozenset(
    (
        "area avenue bank banks beach beam beams bluff bridge building buildings ceiling "
        "cellar chamber church churchyard city clearing cliff cliffs cloud clouds coast "
        "cobbles corridor cottage cottages country courtyard crag dam dust farm field fields "
        "fire flame floor floors fog forest forests garden grass ground hall hallway hill "
        "hills hillside horizon house houses ice island kitchen land landscape lane lawn "
        "ledge light lobby marsh meadow mist moon moor moss mountain mountains mud ocean "
        "orchard parlour passage passages path paths plain plateau rain ravine ridge river "
        "road roads rock rocks roof roofs ruins sand school sea shed shop shore sky slope "
        "smoke snow soot square stable star stars stone stones stream street sun sunlight "
        "terrace tower towers town track trail trees tunnel turf valley village wall walls "
        "water waves wood woods yard"
    ).split()
)
"""What a view is made of: there, but seldom of use except by what its name promises."""

FURNITURE = frozenset(
    (
        "altar arch archway bath bed bench bookcase bookshelf bunk cabinet cage ceiling chest "
        "chimney closet coffin couch counter cupboard desk door doors doorway dresser fireplace "
        "floor fountain furnace gate grate grating hatch hearth hole house machine "
        "manhole mantel mantelpiece oven pedestal pillar pit platform railing ramp roof safe sink "
        "sofa staircase stairs stairway statue steps stove table throne trapdoor tree wall walls "
        "wardrobe well window windows"
    ).split()
)
"""What stands where it stands, even where a text lists it like what lies there."""
STANDS = 0.1
"""What is left of the chance that such a thing can be taken."""
NOTED = 0.16
"""The chance that looking at something is worth a turn where its name promises most."""
WRITTEN = 0.5
"""The same, where something is written: that tells more than anything else."""
PLAIN = 0.055
"""The same, for a thing whose name says nothing."""
SEEN = 0.02
"""The same, for what a view is made of."""
SAID = 0.004
"""The same, for a word by which sentences are built."""
BY_PROMISE = 0.5
"""How much of what a name promises is the worth of a look at it."""


READABLE = re.compile(
    r"\b(?:book|logbook|note|notes|letter|papers?|leaflet|sign|scroll|pages?|diary|journal"
    r"|inscription|label|plaque|notice|notice board|card|manual|guide|newspaper|tablet|poster"
    r"|writing|blackboard|slate|ledger|register|list|message|pamphlet|booklet|document|recipe"
    r"|instructions|engraving|runes|headstone|gravestone|tombstone|memo|telegram|magazine|calendar"
    r"|almanac|bulletin|placard|receipt|lettering|graffiti)$"
)
"""Names of what is there to be read."""


@lru_cache(maxsize=20_000)
def substance(name: str) -> float:
    """Return how much of a thing a name speaks of: 1 a thing, less scenery, least a mere word."""
    head = name.rsplit(" ", 1)[-1]
    if head in VAGUE:
        return SAID / PLAIN
    return SEEN / PLAIN if head in BACKGROUND else 1.0


@lru_cache(maxsize=20_000)
def liftable(name: str) -> float:
    """Return what is left of the chance that a thing of this name can be taken: 1 or STANDS."""
    return STANDS if name.rsplit(" ", 1)[-1] in FURNITURE else 1.0


_PRECIOUS = re.compile(
    r"^(?:golden|gold|silver|jewell?ed|bejewell?ed|jewel-encrusted|gem-encrusted|platinum|ivory|jade"
    r"|crystal|diamond|emerald|ruby|sapphire|pearl|priceless|valuable|precious) "
    r"(?!.*\b(?:light|glow|sky|water|sun|moon|wall|walls|ceiling|floor|door|doors|gate|letters|lettering|inscription"
    r"|hair|eyes?|leaves)$)"
    r"|\b(?:treasures?|jewels?|jewelry|jewellery|gems?|gemstones?|diamonds?|emeralds?|rub(?:y|ies)"
    r"|sapphires?|pearls?|opals?|topaz|amethysts?|nuggets?|ingots?|coins?|doubloons?|chalice|goblet"
    r"|crown|tiara|sceptre|scepter|necklace|bracelet|brooch|pendant|medallion|amulet|talisman|idol"
    r"|statuette|figurine|painting|orb|trophy|trinket|bauble)$"
)
"""What is worth having in most stories that tell of such a thing, by its name."""


@lru_cache(maxsize=20_000)
def is_precious(name: str) -> bool:
    """Tell whether a thing of this name is worth having."""
    return _PRECIOUS.search(name) is not None and liftable(name) == 1.0


@lru_cache(maxsize=20_000)
def notice(name: str) -> float:
    """Return the chance that examining a thing of this name is worth a turn."""
    if READABLE.search(name):
        return WRITTEN
    promised = PLAIN + BY_PROMISE * promise(name)
    return min(NOTED, promised) * substance(name)
