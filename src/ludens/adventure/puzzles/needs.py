"""What obstacles need and what things are good for: which kind of tool goes with which words.

General knowledge, as a reader of such stories has it; no word of any particular story. A row says:
where the words of a puzzle match `asked`, a thing whose name matches `tool` may help, by one of the
sentences, the first that the story's grammar takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Need:
    """One kind of obstacle and what helps."""

    name: str
    asked: re.Pattern[str]
    tool: re.Pattern[str]
    sentences: tuple[tuple[str, ...], ...]
    """With `T` for the tool and `O` for the obstacle."""
    chance: float
    """How often it helps, when both match."""
    named: re.Pattern[str] | None = None
    """What names alone speak of such a need; None: those that match `asked`."""
    alive: bool | None = None
    """Whether the obstacle must be a creature, must not be one; None: either."""

    def asks(self, words: str) -> bool:
        """Tell whether the words of a puzzle speak of such a need."""
        return self.asked.search(words) is not None

    def suits(self, name: str) -> bool:
        """Tell whether a thing's name alone speaks of such a need."""
        return (self.named or self.asked).search(name) is not None

    def helps(self, name: str) -> bool:
        """Tell whether a thing of this name is such a tool."""
        return self.tool.search(name) is not None


def _need(
    name: str,
    chance: float,
    asked: str,
    tool: str,
    sentences: str,
    *,
    alive: bool | None = None,
    named: str = "",
) -> Need:
    shapes = tuple(tuple(shape.split()) for shape in sentences.split(", "))
    return Need(
        name,
        re.compile(rf"\b(?:{asked})\b", re.IGNORECASE),
        re.compile(rf"\b(?:{tool})(?:$| of\b)", re.IGNORECASE),
        shapes,
        chance,
        re.compile(rf"\b(?:{named})\b", re.IGNORECASE) if named else None,
        alive,
    )


FOOD = (
    "food|lunch|sandwich|bread|loaf|cake|biscuit|cookie|meat|bone|fish|cheese|apple|fruit|carrot"
    "|honey|honeycomb|nuts?|berr(?:y|ies)|egg|pie|sausage|ham|steak|banana|sugar|candy|sweets?"
    "|chocolate|garlic|mushroom|oats|hay|grain|corn|milk|peanuts?|dates?|figs?"
)
LAIR = (
    "(?:mouse|rat|rabbit|fox|badger|mole|snake)(?:'?s|s'?)? ?holes?|mousehole|foxhole|burrow"
    "|warren|den|lair|kennel|hutch"
)
"""Where some creature may come out for food."""
DRINK = "water|bottle|flask|cup|jug|skin|bucket|pail|canteen|wine|beer|ale|milk|tea|glass"
BLADE = (
    "knife|axe|sword|blade|shears|scissors|saw|sickle|machete|dagger|hatchet|razor|scythe|billhook"
    "|cleaver|cutlass|sabre|scimitar|rapier|bayonet|clippers|secateurs|chainsaw|hacksaw|penknife"
    "|pocketknife|tomahawk"
)
WEAPON = "sword|knife|axe|dagger|spear|gun|pistol|club|staff|mace|bow|stick|poker|rod"

NEEDS = (
    _need(
        "key",
        0.8,
        "locked|locks?|keyhole|padlock(?:ed)?|unlock|keys?",
        "keys?|keycard|passkey|lock ?picks?|picklocks?",
        "unlock O with T, open O with T, put T in O",
        alive=False,
    ),
    _need(
        "oil",
        0.6,
        "rust(?:y|ed)?|stiff|stuck|seized|squeaks?|shrieks?|won't (?:budge|turn|move)|grease|oil",
        "oil|oilcan|oil can|grease|fat|butter|lard|soap|wax|tallow",
        "oil O with T, grease O with T, put T on O, pour T on O, rub T on O, oil O",
        alive=False,
    ),
    _need(
        "fuel",
        0.6,
        "wants? (?:oil|fuel|coal|wood|water)|(?:no|out of|needs?|without) (?:more )?(?:oil|fuel"
        "|petrol|power|coal|batter(?:y|ies))|won't (?:light|start|burn)"
        "|(?:is|are|runs?|running|burning) (?:empty|dry|dead|flat|low)",
        "oil|oilcan|fuel|petrol|gasoline|kerosene|paraffin|batter(?:y|ies)|coal|charcoal|fuse",
        "fill O with T, refill O with T, pour T in O, put T in O, put T on O",
        alive=False,
        named="lamp|lantern|stove|engine|generator|motor|burner|heater|tank|furnace|torch",
    ),
    _need(
        "digging",
        0.6,
        "dig|digging|dug|buried|sand|earth|soil|clay|mud|rubble|mound|grave|snow|turf|dirt|peat",
        "spade|shovel|trowel|pickaxe|mattock|hoe",
        "dig O with T, dig in O with T, dig O",
        alive=False,
    ),
    _need(
        "cutting",
        0.5,
        "ropes?|cobwebs?|webs?|vines?|brambles?|thorns?|branch(?:es)?|cords?|nets?|overgrown|tangled?"
        "|hedge|cut|strings?|bound|tied|straps?|ivy|cloth|canvas",
        BLADE,
        "cut O with T, cut O, attack O with T",
    ),
    _need(
        "breaking",
        0.4,
        "seam|ore|rocks?|stones?|bricks?|glass|ice|wall|crack(?:ed)?|brittle|break|smash|boards?",
        "pick|pickaxe|mattock|hammer|sledgehammer|chisel|axe|crowbar|mallet",
        "break O with T, hit O with T, attack O with T, dig O with T",
        alive=False,
    ),
    _need(
        "levering",
        0.45,
        "won't (?:budge|move|open|shift)|stuck|jammed|nailed|heavy|pry|prise|prize|lever|wedged|lid"
        "|stiff|loose",
        "crowbar|bar|lever|pole|rod|iron|chisel|spade|shovel|screwdriver|pick|wrench",
        "pry O with T, prise O with T, lever O with T, open O with T, move O with T, push O with T",
        alive=False,
    ),
    _need(
        "climbing",
        0.4,
        "too high|reach|chasm|pit|well|shaft|cliff|ledge|climb|steep|descend|abyss|hole|gap|drop",
        "rope|ladder|cord|line|hook|grapple|grappling hook|chain|pole",
        "tie T to O, hang T on O, throw T at O, put T on O, put T in O",
        alive=False,
        named="chasm|pit|well|shaft|cliff|ledge|abyss|hole|gap|drop|railings?|rail|banisters?"
        "|balustrade|parapet|hook|post|stake|stump|pillar|beam|tree|branch",
    ),
    _need(
        "turning",
        0.6,
        "bolts?|nuts?|screws?|screwed|bolted",
        "wrench|spanner|screwdriver|pliers",
        "turn O with T, unscrew O with T, loosen O with T, open O with T, remove O with T",
        alive=False,
    ),
    _need(
        "fire",
        0.55,
        "unlit|light|candles?|lamp|lantern|wick|fire|fireplace|furnace|stove|wood|burn|kindle|torch"
        "|charcoal|fuse|kindling|hearth|brazier|coals?",
        "match|matches|matchbook|tinderbox|lighter|flint|torch|candle|taper|ember",
        "light O with T, burn O with T, light O",
        alive=False,
    ),
    _need(
        "food",
        0.6,
        "hungry|hungrily|starving|eat|eats|food|sniffs?|growls?|drools?|thin|famished|feed|mouth",
        FOOD,
        "give T to O, feed T to O, feed O with T, show T to O, throw T to O",
        alive=True,
    ),
    _need(
        "bait",
        0.6,
        "lures?|bait|coax|tempt",
        FOOD,
        "drop T",
        alive=False,
        named=LAIR,
    ),
    _need("luring", 0.3, "lures?|bait|coax|tempt", FOOD, "put T in O", alive=False, named=LAIR),
    _need(
        "cooking",
        0.5,
        "cook|roast|bake|fry|melt|heat|boil|thaw|raw|frozen",
        FOOD,
        "put T in O, put T on O, cook T on O, cook T in O",
        alive=False,
        named="oven|microwave|toaster",
    ),
    _need(
        "frying",
        0.5,
        "cook|roast|fry|grill|melt|heat|boil|thaw|raw|frozen",
        FOOD,
        "put T on O, put T in O, cook T on O, cook T in O",
        alive=False,
        named="stove|cooker|grill|frying pan|griddle|hob|spit|campfire",
    ),
    _need(
        "drink",
        0.45,
        "thirsty|parched|drink|dry|water|wilt(?:s|ed|ing)?|withered|dusty",
        DRINK,
        "give T to O, pour T on O, pour T in O, water O with T, fill O with T",
        named="plants?|flowers?|seeds?|seedlings?|sapling|camel|horse|pony|mule|traveller|trough",
    ),
    _need(
        "filling",
        0.4,
        "empty|fill|water|well|pump|spring|trough|fountain|tap|stream|river|pool",
        "bucket|bottle|flask|jug|cup|skin|pail|canteen|can|bowl|waterskin|vessel",
        "fill T from O, fill T with O, fill T",
        alive=False,
    ),
    _need(
        "kindling",
        0.3,
        "embers?|bonfire|campfire|brazier|naked flame",
        "torch|candle|taper|brand|lantern|lamp",
        "light T with O, light T in O, light T, burn T with O, burn T",
        alive=False,
        named="fire|flames?|embers?|bonfire|campfire|brazier|hearth|furnace|forge|glowing coals",
    ),
    _need(
        "dousing",
        0.6,
        "fire|flames?|ablaze|blaz(?:e|es|ing)|embers?|bonfire|put out|extinguish|douse|red.hot",
        "water|bucket|pail|jug|hose|extinguisher|watering can|waterskin|sand|wet blanket",
        "douse O with T, extinguish O with T, pour T on O, pour T over O, throw T on O"
        ", empty T on O, throw T at O",
        alive=False,
        named="fire|flames?|embers?|bonfire|campfire|blaze",
    ),
    _need(
        "throwing",
        0.45,
        "out of (?:your )?reach|clang|look the other way|distract\\w*|gong|target|bull'?s.?eye",
        "stone|pebble|rock|brick|cobble|ball|snowball|dart|boomerang",
        "throw T at O, break O with T",
        alive=False,
        named="gong|target|skylight|bull'?s.?eye",
    ),
    _need(
        "payment",
        0.55,
        "coins?|money|pay|payment|price|fee|toll|tickets?|buy|sell|silver|gold|cost|fare|trade|bribe",
        "coins?|money|purse|gold|silver|ticket|token|penny|pennies|dollar|note|jewel|gem|ring",
        "give T to O, show T to O, pay O with T, put T in O, pay T to O",
    ),
    _need(
        "papers",
        0.5,
        "pass|passport|permit|papers?|badge|identif(?:y|ication)|invitation|letter|authori[sz]ed",
        "pass|passport|permit|papers?|badge|card|invitation|letter|seal|warrant|uniform",
        "show T to O, give T to O",
    ),
    _need(
        "fighting",
        0.3,
        "attacks?|attacking|blocks?|guards?|threatens?|snarls?|growls?|hisses|fights?|menac\\w+|lunges?",
        WEAPON,
        "attack O with T, kill O with T",
        alive=True,
    ),
    _need(
        "shelter",
        0.4,
        "hot|burns?|burning|sting|stings|thorns?|sharp|cold|smoke|gas|fumes?|acid|freezing|steam",
        "gloves?|mask|tongs|cloth|coat|boots|goggles|apron|cloak|blanket|suit|gauntlets?",
        "wear T, cover O with T, take O with T, put T on O",
    ),
    _need(
        "smoke",
        0.5,
        "bees?|wasps?|hornets?|swarm|hive|sting",
        "smoker|torch|smoke|censer|incense",
        "smoke O with T, light T, show T to O",
    ),
    _need(
        "missing part",
        0.5,
        "wheel|crank|shaft|spindle|valve|axle|machine|pump|mechanism|winch|clock",
        "crank|handle|wrench|spanner|lever|gear|cog|cogwheel|winding key|wheel",
        "put T on O, put T in O, attach T to O, turn O with T, wind O with T",
        alive=False,
    ),
    _need(
        "slot",
        0.35,
        "slot|socket|recess|niche|groove|indentation|bracket|hook|peg|pedestal|altar|shaped|scales?",
        "coin|disc|disk|gem|crystal|stone|statue|statuette|medallion|token|cylinder|orb|card|ring",
        "put T in O, put T on O, hang T on O",
        alive=False,
    ),
    _need(
        "mending",
        0.35,
        "leak(?:s|ing)?|crack(?:ed)?|torn|broken|hole|tear",
        "glue|tape|gum|putty|tar|patch|needle|thread|clay|wax|cloth|rag|plug",
        "repair O with T, fix O with T, put T on O, put T in O, plug O with T",
        alive=False,
    ),
    _need(
        "sound",
        0.3,
        "asleep|sleeps?|sleeping|listens?|music|deaf|sings?|lullaby|dances?",
        "horn|flute|harp|lute|whistle|bell|drum|trumpet|fiddle|music box",
        "play T, blow T, ring T, play T to O",
    ),
)


@lru_cache(maxsize=4_000)
def needs_in(words: str) -> tuple[Need, ...]:
    """Return the needs that the words of a puzzle speak of."""
    return tuple(need for need in NEEDS if need.asks(words))


@lru_cache(maxsize=20_000)
def needs_met_by(name: str) -> tuple[Need, ...]:
    """Return the needs that a thing of this name helps with."""
    return tuple(need for need in NEEDS if need.helps(name))


OF_OTHERS = frozenset({"filling", "dousing", "fire", "drink"})
"""Needs whose words most often name something else than what is in need: the fire that warms it."""
_UNLIT = re.compile(
    r"\b(?:unlit|lit|kindle[ds]?|set (?:fire|light) to|wants? (?:only )?(?:a )?(?:light|lighting)"
    r"|to (?:burn|light))\b",
    re.IGNORECASE,
)
_THIRSTY = re.compile(r"\b(?:thirst\w*|parched|wilt\w*|withered|dried|drooping)\b", re.IGNORECASE)
_SAID = {"fire": _UNLIT, "drink": _THIRSTY}
"""What says such a need of anything."""


def is_meant(need: Need, quote: str, target: str) -> bool:
    """Tell whether the words of a puzzle speak of a need of what it is about, and of no other."""
    if need.name not in OF_OTHERS or need.suits(target):
        return True
    said = _SAID.get(need.name)
    return said is not None and said.search(quote) is not None


WEAPONS = re.compile(rf"\b(?:{WEAPON})$", re.IGNORECASE)
"""What one fights with, by its name."""
LIGHTS = re.compile(
    r"\b(?:lamp|lantern|torch|candles?|flashlight|matches|match|glow\w*|taper)\b", re.IGNORECASE
)
"""What may give light, by its name."""
LAMPS = re.compile(r"\b(?:lamp|lantern|flashlight|headlamp)$", re.IGNORECASE)
"""What is lit to see by, and for nothing else."""
