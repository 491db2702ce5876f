"""What the offline narrator says: for each sentence, ways to say it."""

from __future__ import annotations

OPENING = (
    "{count} chairs, one lamp, and a door that has just been bolted from the inside.",
    "The rain keeps the rest of the town at home. {count} have come all the same, from {first} "
    "to {last}.",
    "They take their places without being shown to them: {first} first, {last} last, {count} in "
    "all.",
    "The landlord's clock stops, as it does on such evenings. {count} people look up at it.",
)

OPENING_SECRET = (
    "Before the soup is cold {them} agreed on something the others will never hear.",
    "By morning {them} exchanged a look that nobody else could read.",
    "In the dark {them} found each other, or found that there was nobody to find.",
)

OPENING_END = (
    "Tomorrow they will talk.",
    "Everybody wishes everybody a good night. It is the last time that all of them will.",
    "Sleep well, as they say here, and lock nothing: it does not help.",
)

FIRST_DAY = (
    "Grey light, weak tea, and {count} people who slept badly or not at all. Nobody is missing.",
    "The first morning. All {count} are there, and look at each other for a little longer than "
    "yesterday.",
    "Gulls, a bell, the bolt still in its place: the night took nobody. It was only the first.",
)

FIRST_DAY_END = (
    "Somebody has to begin. It falls to {first}.",
    "They turn to {first}, who would rather have gone last.",
    "{first} clears a throat, and the talking begins.",
)

DAWN = (
    "The kettle sings, and nobody takes it off. {names} has not come down, and will not.",
    "{names}'s chair is pushed in as tidily as it was left. {names} is not in it.",
    "They find {names} when the tide goes out. {left} of them stand there, counting the rest.",
    "Day {day} begins with a door that will not open and ends the question of {names}.",
)

DAWN_OF_MANY = (
    "Two knocks at two doors, and no answer at either: {names} are dead.",
    "The night took more than its share. {names} are gone, and {left} are left to explain it.",
)

DAWN_END = (
    "The dead keep their opinions to themselves.",
    "Whoever did it slept, or did not, and has breakfast like the rest.",
    "Somebody says a few kind words. Somebody means them.",
    "It is going to be a long day, and a short one for somebody.",
)

QUIET_DAWN = (
    "All of them are there. They count twice.",
    "Morning, and nobody missing. It takes a while for anyone to trust it.",
    "Day {day}: nobody fewer than last night. The relief lasts about as long as the bread.",
)

QUIET_DAWN_END = (
    "Either somebody was kept from dying, or somebody decided to wait.",
    "A quiet night has a reason, and the reason is sitting at this table.",
    "Good luck and a change of plan look just alike from here.",
)

CLEAR_VOTE = (
    "It is not close. {votes} slips of {voters}, and {name} stands up before being asked.",
    "{votes} of {voters}: the table has made up its mind about {name}.",
    "The slips are unfolded one by one, and before the last of them nobody listens. {name}.",
    "Somebody reads the slips aloud: {name}, and {name} again. It comes to {votes} of {voters}.",
    "{votes} of {voters}. {name} counts along, and is done before the reader is.",
)

CLOSE_VOTE = (
    "It hangs by a slip of paper. {votes} votes are enough, and they are for {name}.",
    "One slip more than the next pile: {votes}, and {name} stands up.",
    "They count the two tallest piles again. It stays at {votes}, and it stays with {name}.",
)

PLURALITY = (
    "Nobody has a majority, but {name} has the most: {votes}. That will do. It has to.",
    "{votes} of {voters} is not half the table, and it is enough for {name}.",
)

VOTE_END = (
    "There is time for a few words.",
    "The door is unbolted, and the cold comes in first.",
    "Nobody looks at the empty chair, though it is not empty yet.",
    "Whoever wrote the name has both hands under the table now.",
    "A coat is held out. It takes two tries to find the sleeve.",
)

TIE = (
    "A tie. {names} look at each other as people do who have just been introduced.",
    "The slips make equal piles. {names} will have to say something good.",
)

TIE_WITH_NOBODY = (
    "As many for {names} as for letting it rest. {names} is asked to speak.",
    "{names}, or nobody: the table cannot tell which it wants.",
)

NOBODY_OUT = (
    "They fold the slips together again. Nobody goes today.",
    "No name has enough. The evening comes as if nothing had been decided, and nothing has.",
    "Mercy, or cowardice; in this light it is hard to tell. All of them stay.",
)

CLAIM = (
    "A cup is put down very carefully. {name} has said a word that cannot be taken back: {role}.",
    "It goes quiet. {name}, the {role}. It is true or it is not, and by tomorrow it will matter.",
    "So that is what {name} wishes to be: the {role}.",
)

RIVAL_CLAIM = (
    "There were not going to be two of them. {rival} was the {role}; now {name} is the {role}. One "
    "of them is very good at this.",
    "{name} looks straight at {rival} and claims the same chair. The {role} has become two people, "
    "and one of them is a lie.",
)

CLAIM_AFTER_THE_DEAD = (
    "{rival} was the {role} once, and is dead. Now it is {name}, who can still be asked.",
    "The dead are quoted often here, and never so exactly: {name} claims what {rival} claimed, to "
    "be the {role}.",
    "{name}, the {role}. So was {rival}, and look where that led.",
)

TOWN_WINS = (
    "And that was the last of them. It leaves {left} in a room that is only a room again.",
    "It is over. The bolt is drawn, the window opened, and the town breathes out.",
    "Somebody laughs, which nobody has done since they came. {left} are left, and none of them "
    "need be afraid of another.",
    "The last slip is burnt in the ashtray with the others. {left} may go home, and will not quite "
    "trust the road.",
)

MAFIA_WINS = (
    "Nobody is left to outvote them. They stop pretending, and pour themselves a drink.",
    "It ends without a shout. There is simply a moment when the honest understand that they are "
    "too few.",
    "The counting stops, since it no longer helps. {left} are left, and the wrong ones smile.",
    "Somebody bolts the door again, from the inside, and this time everybody knows why.",
)

JESTER_WINS = (
    "{names} begins to laugh, and does not stop until it is outside. They have done exactly what "
    "was wanted.",
    "The table has voted for the one person who was hoping for it. {names} bows.",
)

NOBODY_WINS = (
    "After {days} days they have talked themselves into a draw. Nobody has won, and everybody is "
    "tired.",
)

UNMASKED = (
    "It was {mafia}.",
    "For the record: {mafia}.",
    "Every head turns at last, and turns to {mafia}.",
)

WRONGED = (
    "They had the wrong door opened for {wronged}, and thanked each other for it.",
    "By their own hands went {wronged}, who had done nothing.",
    "Nobody here will talk much about {wronged}, who went for nothing.",
)

HID = (
    "In all those days {hidden} drew {slips}, and showed clean hands each time.",
    "{hidden} sat through it all for the price of {slips}.",
)

HID_FROM_ALL = (
    "Nobody ever wrote {hidden} on a slip. Not once.",
    "{hidden} was asked about the weather, and voted for by nobody at all.",
)

SAW = (
    "{seer} said {seen} on day {seen_on}, before anybody else of the town did, and did not live to "
    "hear it.",
    "It was {seer} who first had the right name, {seen}, on day {seen_on}; the chair is empty now.",
)

SAW_AND_LIVED = (
    "{seer} had said {seen} on day {seen_on}, first of the town, and is kind enough not to repeat "
    "it.",
    "It was {seer} who first had the right name: {seen}, on day {seen_on}.",
)

TURNED_RIGHT = (
    "It hung on day {turned_on}: {for_out} for {out}, and {for_rival} for {rival}, who had done "
    "nothing.",
    "Day {turned_on} might have gone the other way. {rival} had {for_rival}; {out}, at last, had "
    "{for_out}.",
)

TURNED_WRONG = (
    "It turned on day {turned_on}, when {out} went out with {for_out} and {rival} stayed with "
    "{for_rival}.",
    "If they would have one day back it is day {turned_on}: {for_out} for {out}, and only "
    "{for_rival} for {rival}.",
)

PAUSE = ("The lamp flickers.",)
