"""The sentences that offline players speak in; `{name}` is the one they are about."""

from __future__ import annotations

FIRST_DAY = (
    "I have no case, only a direction: {name}.",
    "Let us not waste the first day on manners. My name for today is {name}.",
    "{name} looked up when the lamp was lit, and then did not look up again. It is little enough.",
    "If I had to leave my purse with one of you, it would not be {name}. That is a start.",
    "A first guess is cheap: {name}. I shall be happy to sell it at a loss.",
    "I slept well, which makes me wonder about whoever did not. {name} looks tired.",
    "No case today. I would still rather hear {name} than myself.",
    "We know nothing yet. I say {name}, and will gladly be told I am wrong.",
    "A coin would do as well. Mine came down on {name}.",
    "There is a draught at that end of the table, and {name} is the one who sits in it.",
)

FIRST_TO_SPEAK = (
    "Somebody has to be asked first. I ask {name} what they make of this table.",
    "It falls to me to begin, and I begin with {name}.",
    "I speak first and know least. {name}, for want of anything better.",
)
"""Where nobody has spoken yet."""

FIRST_HEARD = (
    "{name} has said the least that could be checked. That is all I have.",
    "I listened to all who spoke, and {name} is the one I remember worst. It may mean nothing.",
    "{name} had that sentence ready before the soup. I should like to hear another.",
    "On the first day one can only listen, and I did not like how {name} sounded.",
)
"""Of somebody who has spoken already."""

HUNCH = (
    "If I go through everybody in turn, I keep coming back to {name}.",
    "I suspect {name}, and have no better reason than that it will not go away.",
    "Look at how {name} has voted, all of it together.",
    "{name} agrees with everybody and follows nobody. I find that suspicious.",
    "Take away those I believe, and {name} is left over.",
    "I cannot make an innocent story out of what {name} has done.",
    "There is nothing warm in {name}'s account of things.",
    "{name} waits to hear which way the talk goes. I have begun to wait for {name}.",
    "All this talk, and I could not say what {name} wants.",
    "Ask who has never been in the way of a bad decision. I come to {name}.",
    "I have looked for a reason to leave {name} alone, and have not found one.",
    "{name} is very much at ease for somebody whose neighbours keep dying.",
    "Somebody here is guessing right too seldom for it to be bad luck. I mean {name}.",
)

CALLED_GUILTY = (
    "{other} looked into it, and it fell on {name}. We can stop guessing.",
    "We have been told about {name} by somebody who checks. {name} is lying.",
    "I take {other}'s word. {name} is guilty.",
    "Nobody has said why {other} should have made it up. So: {name}.",
    "{other} has looked, and I have only guessed. {name} is mafia.",
    "If {other} was wrong, I shall be the first to say so. Today it is {name}.",
)

RIVALS = (
    "There cannot be two of them. Of the two, {name} is the one lying.",
    "One of those two claims is false, and {name}'s came when it was useful. {name} is lying.",
    "Two people, one badge. I have listened to both, and {name} is lying.",
    "If both were true, we should all sleep better. {name} is the false one, and lying.",
)

OPPOSED_BY_VICTIM = (
    "{other} spoke against {name}, and did not live through the night. I suspect {name}.",
    "Who gained by the night? {other} had been after {name}.",
    "The dead cannot repeat themselves, so I do it for {other}: it was {name}, they said.",
    "{other} would not let go of {name}, and now {other} cannot.",
    "{other} pointed at {name}. There is one chair less, and it is not {name}'s.",
    "Of all of us they took {other}, who had doubts about {name}. I have inherited them.",
    "{name} sleeps better without {other}, I should think.",
    "I go where {other} was going when the night came: to {name}.",
    "{other} named {name} by day and was dead by morning. I can count to two.",
)

VOTED_AGAINST_INNOCENT = (
    "{name} went after {other}, and the night has told us what {other} was.",
    "Remember who was sure about {other}? {name} was. {other} was one of us.",
    "{other} was no mafia, and {name} was against {other} all the same. I suspect {name}.",
    "I hold it against {name} that {other} had to answer for nothing.",
    "{other} would be useful to us this morning. {name} did what could be done against that.",
    "Somebody owes {other} an apology and can no longer make it. I mean {name}.",
    "{name} was wrong about {other}, or was not wrong at all. I think of the second.",
    "I count who wanted {other} gone, and I get to {name} twice.",
)

SPARED_GUILTY = (
    "When it was {other}'s turn to be voted on, {name} looked elsewhere.",
    "{name} had the chance to vote on {other} and did not take it. That looks guilty.",
    "Read the slips that had {other} on them. None of them was {name}'s.",
    "Others saw to {other}, and it is no thanks to {name}. I find that suspicious.",
    "Somebody was kind to {other} in the only way that counts. {name} was. I suspect {name}.",
)

AGREED = (
    "{other} has said it, and I have only a vote to add: {name}.",
    "What {other} says of {name} I had thought before it was said.",
    "I waited for somebody to answer {other}. Nobody has, so: {name}.",
    "I do not always follow {other}. Today I do, to {name}.",
    "{other} is right, or {name} is very unlucky.",
    "I came with another name. {other} has talked me round to {name}.",
    "Put me down beside {other}. It is {name}.",
)
"""Of somebody against whom others have told the reason today."""

TRUSTED = (
    "Leave {name} alone, by the way. I have watched, and there is nothing there.",
    "I would sit next to {name} in the dark, and there are not many here of whom I would say it.",
    "{name} has been straight with us so far.",
    "Whatever else we do today, it should not be {name}.",
    "{name} I believe. You may hold me to that.",
    "If we come for {name}, we do somebody's work for them.",
    "I have been wrong before, but I do not think I am wrong in trusting {name}.",
    "I have looked at {name} from every side, and it is the same face.",
    "Nobody need count {name} on my account.",
    "If {name} is one of them, I have learnt nothing at this table.",
    "Were I to leave the room now, I should want {name} to have my vote.",
    "For {name} I would put in a word, and this is it.",
)

TRUSTED_SINCE = (
    "Say what you like of {name}, the words and the votes have been of one piece.",
    "{name} has had chances to do us harm, and has let them go by.",
)
"""Once there were votes."""

DETECTIVE_CLAIM = (
    "I am the detective.",
    "I kept this for as long as I could: I am the detective.",
    "You should know that I am the detective.",
    "It does me no good to say it, so believe it: I am the detective.",
)

DETECTIVE_AGAIN = (
    "I am the detective, as I told you.",
    "As I said, I am the detective.",
    "I am the detective still, and have used the night.",
)

DOCTOR_CLAIM = (
    "I am the doctor. Vote me out and nobody guards the door tonight.",
    "I am the doctor, and I have been up every night for you.",
)

VIGILANTE_CLAIM = (
    "I am the vigilante, and my one shot is for them, not for you.",
    "I am the vigilante. Let me be of use tonight.",
)

VILLAGER_CLAIM = (
    "I am a villager, nothing more and nothing less.",
    "I am a villager. I have no trick to show you, only my votes.",
    "I am a villager. There are more of us than of them, for as long as you count me.",
    "Plain as bread: I am a villager.",
)

FOUND = "I investigated {name}: {name} is mafia."
CLEARED = "I investigated {name}: {name} is innocent."

ACCUSED = (
    "{other}, I heard my name. You will want it back later.",
    "I noticed who named me, {other}, and how easily.",
    "{other} names me and moves on. I am still here.",
    "{other} had to name somebody, and I was sitting nearest.",
    "Ask {other} why it is me. I should like to hear the end of that sentence.",
    "I would have named me too, {other}, had I wanted to look busy.",
    "So {other} thinks so. Then let it be said to my face, and with a reason.",
    "{other}, you have pointed. Now show us at what.",
    "That makes {other} wrong about me, and not the last to be, I dare say.",
)

DEFENCE = (
    "Look at my votes, not at my face.",
    "If I am out, count tomorrow who was in a hurry.",
    "You may be wrong about me today; you can only be sorry tomorrow.",
    "I ask for one thing: write down who votes now.",
)

LAST_WORDS = (
    "Then that is that. Keep an eye on {name} for me.",
    "No hard feelings. It was {name} all along, I think.",
    "I go quietly. {name} should not.",
    "You have spent a day on me, and {name} has had it for nothing.",
)

LAST_WORDS_UNSHOWN = ("You will see what I was. After that, look at {name}.",)
"""Where the table is not shown what the dead were."""

UNMASKED = (
    "So you can read me after all. Sleep well, while you can.",
    "One of us, and you think you can count the rest. Count again tonight.",
    "I lied as well as I could. You will find that it runs in the family.",
    "You have me. Whether you have enough is another matter.",
)
"""Of one of the mafia, when the table has just been shown that they are."""

LAST_OF_US = (
    "That was all of us. You took your time.",
    "There is nobody after me. You may sleep.",
    "It was a good table. I should have liked it to myself.",
)
"""Of the last of them."""

SHARED_PLAN = (
    "By day we are strangers. Vote with the crowd, and if one of us is lost, help to push.",
    "Name whoever the table is already looking at. At night, take those they believe.",
    "Let me be the loud one. Nobody defends a partner; we take who speaks against us first.",
    "If a detective comes forward, the one they name claims to be the real one. The rest keep out.",
)

KILL_MESSAGES = (
    "{name} sees too much.",
    "They listen to {name}.",
    "{name} is nobody's suspect, so {name} is of no use to us.",
    "Of those who are left, {name} is the one I should miss least.",
    "{name} has begun to count, and counts well.",
    "The morning is easier without {name}.",
    "If {name} is what I think, we cannot wait.",
    "Nobody will ask why it was {name}.",
)

OPEN_MIND = (
    "Nothing to go by yet. I take {choice} by feel.",
    "They are all alike to me so far. {choice}, then.",
    "I could as well draw a name out of a hat: {choice}.",
    "No more than a hunch: {choice}.",
)
"""This and the next four: what one of the town thinks. Here of people who look about as likely, on
the first day."""

STILL_ALIKE = (
    "Nobody stands out. {choice}, since it has to be somebody.",
    "It could be any of them. I say {choice}.",
    "I am no surer than on the first day. {choice}.",
    "Too little lies between {first} and {rest}. I take {choice}.",
)
"""The same later."""

LIKELIEST = (
    "By my count {first}, then {rest}. I stay with {choice}.",
    "Most of it points to {first}. After that, {rest}.",
    "{first} for me; behind, {rest}. It has to be {choice}.",
    "If I am right it is {first}. If not, {rest}.",
)
"""Of the likeliest."""

NOT_THE_LIKELIEST = (
    "I should sooner have {first}. Today it is to be {choice} ({chance}).",
    "{first} is likelier, but {choice} ({chance}) is whom I can have.",
    "Not {choice} before {first}, if it went by me. It does not.",
)

LET_IT_REST = (
    "Likeliest is {first}, and that is not enough. I let it rest.",
    "Nobody whom they named looks guilty. I would ask {first}.",
)

THEY_SUSPECT = (
    "They look at {first}, then {rest}. {choice} will do for me.",
    "The table is after {first}. My vote looks well on {choice}.",
    "What they hold against {first} serves us. {choice}, then.",
    "Let them weigh {first}. I say {choice}, and look worried.",
)
"""This and the next three: what one of the mafia thinks, of what the table thinks."""

NOTHING_AGAINST_ANYBODY = (
    "They have nobody yet. {choice} is as good as any.",
    "Nothing holds their eye. I point at {choice}.",
    "While they look nowhere, they may as well look at {choice}.",
    "Somebody has to be the first whom they doubt: {choice}.",
)

ONE_OF_US = (
    "{choice} is one of us, and I cannot be seen to care.",
    "I give them {choice}. Whoever pushed will be trusted tomorrow.",
    "They hold {choice} at {chance}. Better that I helped.",
)
"""Of a vote against a partner."""

NONE_OF_THEM = (
    "No name of theirs is any use to us. I let it rest.",
    "I keep my hands clean today.",
)

HOLD_ME = (
    "The table holds me at {me}.",
    "I am at {me} with them. That is too much.",
    "And me they hold at {me}.",
)
"""Of somebody whom the table suspects more than most."""
