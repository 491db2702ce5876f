"""What one can do with things: sentences worth trying, and how often each does something.

The numbers are rough chances that a sentence gains something when nothing else is known; what
the episode teaches about each verb scales them (`journal.VerbRecord`). They are about interactive
fiction at large and hold no word of any particular story.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Sentence:
    """A way to act: a verb with prepositions, and `*` where a thing stands."""

    words: tuple[str, ...]
    chance: float

    @property
    def verb(self) -> str:
        """The word it begins with."""
        return self.words[0]

    def say(self, *things: str) -> str:
        """Return the command about these things, in order."""
        rest = iter(things)
        return " ".join(next(rest) if word == "*" else word for word in self.words)


def _sentences(table: str) -> tuple[Sentence, ...]:
    lines = (line.split() for line in table.strip().splitlines())
    return tuple(Sentence(tuple(words[1:]), float(words[0])) for words in lines)


ON_LISTED = _sentences("""
    2.10 take *
    0.25 examine *
    0.05 open *
    0.03 read *
    0.03 look in *
    0.02 push *
    0.02 pull *
    0.02 turn *
    0.02 enter *
    0.015 look under *
    0.01 move *
    0.01 climb *
""")
"""With a thing that the story lists as lying there and nobody took yet.

Taking it now costs one turn, and later the way back as well: so it comes before any way out.
"""

ON_LEFT = _sentences("""
    0.02 take *
""")
"""With a thing that the player put there."""

ON_SCENERY = _sentences("""
    0.06 examine *
    0.03 take *
    0.02 open *
    0.025 search *
    0.01 look in *
    0.012 push *
    0.012 pull *
    0.01 turn *
    0.012 move *
    0.012 look under *
    0.008 enter *
    0.006 climb *
    0.008 look behind *
    0.008 read *
    0.003 knock on *
    0.004 touch *
    0.002 unlock *
    0.002 light *
    0.002 dig *
    0.002 ring *
    0.002 press *
    0.002 break *
    0.002 cut *
    0.002 wear *
    0.002 wind *
    0.002 drink *
    0.002 turn on *
""")
"""With a thing that a description mentions."""

ON_CARRIED = _sentences("""
    0.15 examine *
    0.015 open *
    0.012 read *
    0.008 look in *
    0.01 turn on *
    0.008 wear *
    0.006 turn *
    0.006 wind *
    0.008 shake *
    0.008 rub *
    0.006 wave *
    0.004 push *
    0.003 pull *
    0.002 light *
    0.002 ring *
    0.002 blow *
    0.002 play *
    0.002 eat *
    0.002 drink *
    0.002 break *
""")
"""With a thing in the player's hands."""

ON_ALIVE = _sentences("""
    0.08 examine *
    0.05 talk to *
    0.02 attack *
    0.02 touch *
    0.01 wake *
    0.008 kiss *
    0.01 push *
    0.01 take *
""")
"""With a creature."""

ON_UNPROVEN_LISTED = _sentences("""
    0.50 take *
    0.20 examine *
""")
"""With such a name, where it is listed like something that lies there."""

ON_UNPROVEN_ALIVE = _sentences("""
    0.30 examine *
    0.10 talk to *
""")
"""With the name of somebody who was not spoken to yet."""

WITH_FIXED = _sentences("""
    0.016 unlock * with *
    0.015 put * in *
    0.008 put * on *
    0.005 open * with *
    0.012 use * on *
    0.004 tie * to *
    0.004 break * with *
    0.003 dig * with *
    0.003 cut * with *
    0.003 turn * with *
    0.003 light * with *
    0.002 fill * with *
    0.002 attach * to *
""")
"""With a thing that stays where it is and one that is carried; see `carried_first`."""

WITH_ALIVE = _sentences("""
    0.06 give * to *
    0.03 show * to *
    0.02 attack * with *
    0.01 throw * at *
""")
"""With a creature and a thing that is carried."""

ALONE = _sentences("""
    0.02 listen
    0.015 smell
    0.006 jump
    0.02 dig
    0.02 swim
    0.015 climb
    0.01 pray
    0.01 shout
    0.01 sing
    0.01 sleep
    0.01 wait
""")
"""With nothing but oneself."""

TABLES = (ON_LISTED, ON_SCENERY, ON_CARRIED, ON_ALIVE, WITH_FIXED, WITH_ALIVE)
"""All sentences about things, the wording that is liked best first."""

USUAL_VERBS = frozenset(
    sentence.verb
    for table in (ON_LISTED, ON_SCENERY, ON_CARRIED, ON_ALIVE, WITH_FIXED, WITH_ALIVE, ALONE)
    for sentence in table
) | frozenset(
    (
        "get carry hold pick drop leave go walk run look l x inspect describe close shut "
        "cover switch set rotate twist press drag shift insert place discard throw toss "
        "hurl feed offer hand present display ask tell say answer speak consult lock kiss "
        "hug hit kill fight murder strike punch kick smash destroy crack wreck burn "
        "ignite buy purchase squeeze squash swing think taste feel hear clean dust polish "
        "rub scrub sweep wipe fasten attach untie sip swallow devour chop prune slice hop "
        "skip empty sit stand lie exit out in enter cross scale awake awaken wake yes y "
        "no n inventory i inv z sorry curse damn shit fuck bother drat strip remove "
        "disrobe doff don shed transfer shine adjust report fix free stay hide where who "
        "what find count follow lift raise lower jump leap dive bathe wade pour spill "
        "kiss make molest rape chase come send swear hello hi wish win zork blast mumble "
        "sigh scream yell peer gaze stare scan search"
    ).split()
)
"""Verbs that nearly every story has; the others are what a story has of its own."""

OPENING = frozenset({"unlock", "undo", "uncover", "understand"})
"""Verbs like those that undo something, and that nearly every story has."""

OWN_VERB_CHANCE = 0.02
"""The chance of a verb that few stories have: it was put there for a reason."""


def carried_first(sentence: Sentence) -> bool:
    """Tell whether the carried thing is named first: `put lamp in chest`, `give egg to man`."""
    return sentence.words[2] in ("in", "on", "to", "at")


_KINDS: tuple[tuple[str, str, float], ...] = (
    (r"\b(?:key|keys|keycard|lamp|lantern|torch|candle|matches|matchbook|matchbox|rope|knife|sword"
     r"|dagger|axe|hammer|shovel|spade|pick|pickaxe|screwdriver|wrench|saw|crowbar|bottle|flask|jug"
     r"|bucket|pail|cup|mug|glass|bowl|kettle|pot|pan|tin|jar|box|bag|sack|basket|book|note|letter"
     r"|paper|scroll|map|envelope|card|photograph|photo|postcard|coin|coins|purse|wallet|ring|jewel"
     r"|gem|diamond|ruby|emerald|pearl|necklace|bracelet|crown|medal|badge|coat|cloak|hat|gloves"
     r"|boots|scarf|bread|loaf|apple|cheese|cake|food|fish|meat|egg|flower|rose|feather|stick|staff"
     r"|wand|rod|stone|crystal|bell|whistle|horn|flute|mirror|lens|magnet|battery|fuse|wire|string"
     r"|thread|needle|nail|bolt|screw|crank|lever|doll|toy|ball|dice|pen|pencil|ink|chalk|brush|comb"
     r"|soap|towel|blanket|umbrella|spectacles|glasses|watch|statuette|figurine|idol|chalice|goblet"
     r"|vase|bone|skull|garlic|spoon|fork|plate|net|spear|bow|arrow|shield|helmet|mask|ticket)$",
     "take", 0.12),
    (r"\b(?:key|keys|keycard|pass|crowbar|lockpick|picklock)$", r"unlock", 0.3),
    (r"\b(?:lamp|lantern|torch|candle|candles|flashlight|match|matches|lighter|brazier)$",
     "light|turn on", 0.2),
    (r"\b(?:book|note|letter|paper|papers|leaflet|sign|scroll|page|map|diary|journal|inscription"
     r"|label|plaque|notice|card|manual|guide|newspaper|tablet|poster|writing|words|blackboard|board"
     r"|slate|ledger|logbook|register|list|message|envelope|pamphlet|booklet|document|recipe"
     r"|instructions|engraving|carving|runes|headstone|gravestone|tombstone|memo|telegram|ticket)$",
     "read|examine", 0.25),
    (r"\b(?:door|doors|gate|window|hatch|trapdoor|trap door|grate|grating|lid|curtain|curtains"
     r"|shutter|shutters|panel|portcullis)$", "open", 0.4),
    (r"\b(?:door|doors|gate|hatch|trapdoor|trap door|grate|grating|padlock|lock)$", "unlock", 0.05),
    (r"\b(?:chest|box|case|crate|drawer|drawers|cupboard|cabinet|bag|sack|envelope|locker|safe"
     r"|desk|wardrobe|fridge|mailbox|coffin|jar|bottle|basket|trunk|closet|dresser|refrigerator"
     r"|toolbox|package|parcel|coffer|oven|casket|purse|wallet|pouch|barrel|bin|suitcase|satchel"
     r"|urn|tin|briefcase|sarcophagus|tomb|crypt|stove|microwave|freezer|hive|bureau|sideboard|carton"
     r"|hamper|canister|knapsack|rucksack|backpack|haversack|pack|valise|holdall|tub|cask|keg|vault|till"
     r"|pantry|larder|commode|armoire|reliquary|shrine|tabernacle|locket|kit|footlocker|dustbin)$",
     "open|look in|search", 0.3),
    (r"\b(?:shelf|shelves|bookcase|bookshelf|table|bench|workbench|counter|mantelpiece|altar"
     r"|rubbish|debris|rubble|heap|pile|hay|straw|leaves|bushes|bush|nest|pocket|pockets|ashes"
     r"|coat|clothes|body|corpse|skeleton|bed|mattress|pillow|cushion|sofa|couch|trash|garbage"
     r"|ferns?|reeds?|rushes|undergrowth|hedge|shrubs?|nettles|weeds|ivy|seaweed|litter|rags|junk|refuse"
     r"|wreckage|stack|hearth|grate|armchair|sawdust|shavings|jacket|raincoat|overcoat|trousers)$",
     "search|look in|examine", 0.12),
    (r"\b(?:lever|handle|rope|cord|chain|bellpull|knob|string|thread|tap)$", "pull", 0.25),
    (r"\b(?:lever|handle|switch|bellows|pendulum|boulder|wardrobe|cart|trolley|slab)$",
     "push", 0.2),
    (r"\b(?:button|switch|bell|doorbell|buzzer|panel|brick)$", "push|press", 0.3),
    (r"\b(?:bell|doorbell|buzzer)$", "ring", 0.3),
    (r"\b(?:switch|radio|machine|computer|television|tv|fan|engine|motor|pump|generator|stove|oven"
     r"|cooker|heater|boiler|microwave|toaster|projector|recorder|console|terminal|device|mechanism"
     r"|apparatus|beacon|transmitter|dishwasher|blender|printer|copier|laser)$", "turn on", 0.2),
    (r"\b(?:wheel|dial|valve|knob|crank|tap|faucet|screw|handle|windlass|winch|capstan|spigot)$",
     "turn", 0.25),
    (r"\b(?:rug|carpet|mat|tapestry|leaves|pile|bed|rock|boulder|bookcase|statue|painting|picture"
     r"|curtain|curtains|stone|crate|barrel|trapdoor|portrait|flagstone|flowerpot)$",
     "move|look under|look behind|push|pull", 0.1),
    (r"\b(?:rug|carpet|mat|doormat|tapestry)$", "move|look under|look behind|push|pull", 0.25),
    (r"\b(?:tree|ladder|stairs|staircase|rope|cliff|vine|ivy|pole|steps|fence|scaffold|wall)$",
     "climb", 0.2),
    (r"\b(?:coat|cloak|hat|ring|boots|gloves|shoes|robe|mask|goggles|suit|helmet|necklace|amulet"
     r"|cap|scarf|jacket|gown|glasses|spectacles|crown|belt|armor|armour|bracelet|apron|uniform|veil|glove"
     r"|gauntlets?|mittens?|livery|costume|disguise|tunic|shirt|blouse|trousers|breeches|dress|skirt|shawl"
     r"|wig|sandals|slippers|socks|stockings|bonnet|hood|overalls|oilskins?|mackintosh|raincoat|overcoat"
     r"|waistcoat|cape|kimono|toga|sash|habit|cassock|snorkel|flippers|wetsuit|lifejacket|snowshoes|skates"
     r"|skis|visor|blindfold|earplugs|earmuffs|garland|tiara|pendant|medallion|locket|brooch|earrings?)$",
     "wear", 0.2),
    (r"\b(?:clock|watch|toy|crank|musicbox|music box|gramophone)$", "wind", 0.15),
    (r"\b(?:bell|gong|chime|handbell)$", "ring|strike|hit", 0.2),
    (r"\b(?:horn|whistle|trumpet|bugle|bellows|conch)$", "blow|play", 0.2),
    (r"\b(?:flute|piano|harp|guitar|violin|organ|drum|lute|fiddle|lyre|pipes?|bagpipes?|panpipes"
     r"|ocarina|recorder|clarinet|spinet|harpsichord|accordion|harmonica|gramophone|jukebox)$",
     "play", 0.2),
    (r"\b(?:wand|sceptre|scepter|flag|fan|banner)$", "wave", 0.15),
    (r"\b(?:dust|grime|dirt|tarnish|plaque)$", "rub|clean|wipe", 0.1),
    (r"\b(?:pin|plug|cork|stopper|trigger|bung|peg)$", "pull", 0.15),
    (r"\b(?:bolt|latch|bar)$", "draw|slide|pull|push|open|lift|move", 0.15),
    (r"\b(?:cord|knot|rope|string|ribbon)$", "untie|unfasten|cut", 0.12),
    (r"\b(?:sword|knife|axe|dagger|spear|gun|club|hammer|pickaxe|mattock|sledgehammer|machete|saw"
     r"|scissors|shears)$", "attack|cut|break|hit", 0.1),
    (r"\b(?:rope|string|cord|vines|web|cobweb|ropes|bonds|branch|thicket)$", "cut", 0.1),
    (r"\b(?:shovel|spade)$", "dig", 0.3),
    (r"\b(?:sand|earth|ground|soil|dirt|grave|mud|mound|silt|clay|snow|dune)$", "dig", 0.15),
    (r"\b(?:boat|car|carriage|cart|bed|chair|booth|cage|lift|elevator|portal|raft|canoe|tent|hut"
     r"|house|tunnel|cave|hole|opening|doorway|passage|gap|archway|arch|chute|slide|pipe|pool)$",
     "enter|board", 0.12),
    (r"\b(?:bottle|bucket|cup|flask|glass|pail|jug|can|kettle|bowl|canteen|jar|mug)$", "fill", 0.2),
    (r"\b(?:well|pool|stream|river|spring|fountain|pond|lake|trough|sink|water)$", "fill", 0.05),
    (r"\b(?:hook|nail|peg|post|ring|railing|bar|stake|pole)$", "tie|attach|hang", 0.05),
    (r"\b(?:rope|cord|chain|string)$", "tie|attach", 0.2),
    (r"\b(?:fire|furnace|fireplace|hearth|stove|candle|torch|lamp|kindling|wood|fuse)$",
     "light|burn", 0.1),
    (r"\b(?:match|matches|lighter|tinderbox|torch|flint|candle)$", "light|burn|strike", 0.15),
    (r"\b(?:chest|box|case|cabinet|basket|altar|hole|rack|stand|tray|bowl|holder|hook"
     r"|machine)$",
     "put|insert", 0.05),
    (r"\b(?:pedestal|slot|socket|trough|crucible|furnace|pit|scales?|spindle|rod|cauldron|mould|mold"
     r"|hopper|niche|recess|bracket|basin|kiln|vat|cradle|funnel|receptacle)$",
     "put|insert", 0.2),
    (r"\b(?:coin|coins|money|gold|silver|ticket|token|bribe)$", "give|put|insert|pay", 0.1),
    (r"\b(?:food|sandwich|lunch|apple|bread|loaf|cake|cheese|meal|fruit|meat|bone|fish|carrot"
     r"|biscuit|honey|milk|sugar|salt|beer|wine|ale)$", "give", 0.1),
)  # fmt: skip
"""What names of things promise: a pattern, the verbs it favours, and the chance of those."""

_FAVOURS = [(re.compile(thing), re.compile(rf"^(?:{verbs})\b"), by) for thing, verbs, by in _KINDS]


_BASES = frozenset(
    word for thing, _, _ in _KINDS for word in re.findall(r"(?<=[(|])[a-z]{4,}(?=[|)])", thing)
)
"""The plain words among those names, of which other names may be compounds."""
LONG_ENOUGH = 3
"""Letters before such a word that make a compound of it: a beehive, a bookcase."""


@lru_cache(maxsize=20_000)
def plain_name(name: str) -> str:
    """Return a name whose last word is one of many, or a compound, with the word that it is a kind
    of instead: buttons are like a button, a beehive is a hive.
    """
    head = name.rsplit(" ", 1)[-1]
    if head in _BASES:
        return name
    for ending in ("s", "es"):
        if head.endswith(ending) and head.removesuffix(ending) in _WORKED:
            return name.removesuffix(ending)
    bases = (head[place:] for place in range(LONG_ENOUGH, len(head) - 3))
    base = next((base for base in bases if base in _BASES), None)
    return name[: len(name) - len(head)] + base if base is not None else name


_WORKED = frozenset(
    "button lever switch dial knob valve hive box chest crate locker cupboard barrel urn".split()
)
"""What is worked or opened one by one where there are many of it."""
_LIFELESS = frozenset({"fill", "dig", "give", "pay", "tie", "attach", "hang"})
"""Verbs that promise something only together with another thing, and that of any such thing."""


@lru_cache(maxsize=10_000)
def promise(name: str) -> float:
    """Return the most that a thing's name promises of anything done with it alone."""
    name = plain_name(name)
    return max(
        (
            by
            for (thing, _, by), (_, verbs, _) in zip(_FAVOURS, _KINDS, strict=True)
            if not _LIFELESS.issuperset(verbs.split("|")) and thing.search(name)
        ),
        default=0.0,
    )


@lru_cache(maxsize=20_000)
def favour(command_start: str, *things: str) -> float:
    """Return the chance that the names of the things give a sentence; 0 if they say nothing."""
    kinds = frozenset().union(*map(_kinds_of, things))
    return max([by for number, by in _favoured(command_start) if number in kinds], default=0.0)


@lru_cache(maxsize=20_000)
def _kinds_of(name: str) -> frozenset[int]:
    """Return the numbers of the kinds of things that a name is one of."""
    name = plain_name(name)
    return frozenset(n for n, (thing, _, _) in enumerate(_FAVOURS) if thing.search(name))


@lru_cache(maxsize=5_000)
def _favoured(command_start: str) -> tuple[tuple[int, float], ...]:
    """Return the numbers of the kinds of things that a sentence is done with, each with the chance
    that they give it.
    """
    return tuple(
        (n, by) for n, (_, verbs, by) in enumerate(_FAVOURS) if verbs.search(command_start)
    )
