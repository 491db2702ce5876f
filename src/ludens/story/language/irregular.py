"""Irregular English forms, which no stemmer knows: `sold` is a form of `sell`, `wolves` of `wolf`.

Each line holds a base form and its other forms. Regular forms are the stemmer's.
"""

from __future__ import annotations

_VERBS = """
arise arose arisen
awake awoke awoken
be am is are was were been being
bear bore borne born
beat beaten
become became
beget begot begotten
begin began begun
behold beheld
bend bent
bereave bereft
beseech besought
bet
bid bade bidden
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
burst
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do does did done
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
dwell dwelt
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
forsake forsook forsaken
freeze froze frozen
get got gotten
give gave given
go goes went gone
grind ground
grow grew grown
hang hung
have has had
hear heard
hew hewn
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
let
lie lay lain lying
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
pay paid
plead pled
prove proven
put
read
rend rent
rid
ride rode ridden
ring rang rung
rise rose risen
run ran
saw sawn
say said
see saw seen
seek sought
sell sold
send sent
set
sew sewn
shake shook shaken
shear shorn
shed
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk sunken
sit sat
slay slew slain
sleep slept
slide slid
sling slung
smite smote smitten
sow sown
speak spoke spoken spake
spell spelt
spend spent
spill spilt
spin spun span
spit spat
split
spoil spoilt
spread
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
stink stank stunk
strew strewn
stride strode
strike struck stricken
string strung
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
thrive throve
throw threw thrown
thrust
tread trod trodden
understand understood
undertake undertook undertaken
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
withdraw withdrew withdrawn
withstand withstood
wring wrung
write wrote written
"""

_NOUNS = """
calf calves
child children
die dice
elf elves
foot feet
goose geese
half halves
hoof hooves
knife knives
leaf leaves
life lives
loaf loaves
louse lice
man men
mouse mice
ox oxen
penny pence
person people
self selves
shelf shelves
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
"""

_OTHERS = """
good better best well
bad worse worst badly
far farther further furthest
old elder eldest
marry marriage
die dead death died dying
live life alive
angry anger angrily
hungry hunger hungrily
thirsty thirst
strong strength
long length
high height
wide width
deep depth
true truth
wise wisdom
poor poverty
proud pride
think thought
choose choice
speak speech
sell sale
fly flight
give gift
grow growth
lose loss
burn fire
wed wedding
"""

_AMBIGUOUS = frozenset(
    {"lay", "saw", "ground", "found", "wound", "left", "lives", "leaves", "bore"}
)
"""Forms of two words. They stand for the commoner one, below."""

_COMMONER = {
    "lay": "lie",
    "saw": "see",
    "ground": "ground",
    "found": "find",
    "wound": "wound",
    "left": "leave",
    "lives": "live",
    "leaves": "leave",
    "bore": "bear",
}


def _read() -> dict[str, str]:
    bases: dict[str, str] = {}
    for table in (_VERBS, _NOUNS, _OTHERS):
        for line in table.strip().splitlines():
            base, *forms = line.split()
            for form in forms:
                if form not in _AMBIGUOUS:
                    bases.setdefault(form, bases.get(base, base))
    return {**bases, **_COMMONER}


BASES = _read()
"""The base form of each irregular form, all in lower case."""

PASTS = {
    base: forms[0]
    for base, *forms in (line.split() for line in _VERBS.strip().splitlines())
    if forms
}
"""The past of each irregular verb: `married` is none of them, `caught` is."""


def past_of(verb: str) -> str:
    """Return the past form of a verb's base form."""
    if verb in PASTS:
        return PASTS[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ied"
    # `stop`, `stopped`: one short syllable that ends in one consonant.
    short = sum(letter in "aeiou" for letter in verb) == 1
    if short and len(verb) > 2 and verb[-2] in "aeiou" and verb[-1] not in "aeiouwxy":
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"
