! What our stories say when the library would speak, how they read what is typed, and what else
! they share before their own objects begin. Include between Parser and VerbLib.
! The words that tell a player how typing works (no such thing, not a verb, say more) stay the
! library's own; the refusals are ours.

System_file;

Object LibraryMessages
  with before [;
        Attack: "Nothing here will be mended by breaking it.";
        Blow: "You blow on ", (the) lm_o, ". It makes no difference.";
        Burn: if (lm_n == 1) "There is no call to set fire to ", (the) lm_o, ".";
        Buy: "Nobody here has that to sell.";
        Climb: if (lm_n == 1) "Climbing ", (the) lm_o, " would get you nowhere.";
        Cut: if (lm_n == 1) "You have no reason to cut ", (the) lm_o, ".";
        Dig: "There is nothing here worth the digging.";
        Drink: "That is not for drinking.";
        Fill: if (lm_n == 1) "There is nothing here to fill ", (the) lm_o, " from.";
        Jump: "You jump, and come down where you were.";
        Kiss: "This is hardly the moment.";
        Listen: if (lm_o == 0) "You stand still and listen. Nothing you did not expect.";
        LookUnder: if (lm_n == 2) "There is nothing to find there.";
        Miscellany:
            if (lm_n == 39) "That is only part of the view; you need do nothing about it.";
        Pray: "You say the words. They do no harm.";
        Search: if (lm_n == 4) "There is nothing to find there.";
        Sing: "You hum a bar or two of something old.";
        Sleep: "There is too much to do before you sleep.";
        Smell: if (lm_o == 0) "The air smells as it should.";
        Squeeze: if (lm_n == 2) "You squeeze ", (the) lm_o, ". Nothing comes of it.";
        Swim: "There is nothing here to swim in.";
        Swing: "There is nothing here to swing on.";
        Taste: if (lm_n == 1) "You would rather not.";
        Think: "You turn it over in your mind. What have you not tried, and what have you not read?";
        ThrowAt: if (lm_n == 1) "Throwing ", (the) noun, " would help nobody.";
        Tie: if (lm_n == 1) "There is no use in tying ", (the) lm_o, " there.";
        Wait: "You wait a while.";
        Wake: "You are as awake as you will ever be.";
        WakeOther: "No need: nobody here is asleep.";
        ];

Include ">numbers.h";

! Chance without the machine's dice, so that the same commands get the same answers: true once in
! `sides`, on the whole. A story that uses it also calls ChanceTurns once a turn.
Global chance_state = 2611;
[ Chance sides;
    ChanceTurns();
    return (chance_state / 64) % sides == 0;
];
[ ChanceTurns;
    chance_state = (chance_state * 73 + 41) & $7FFF;
];

! A room has names too, for what is only seen from it. The library looks for the first word typed
! among them; we look for any, when something is looked at.
[ ParserError kind  word;
    if (kind ~= CANTSEE_PE || location == thedark) rfalse;
    if (verb_word ~= 'examine' or 'x//' or 'look' or 'l//' or 'describe' or 'check') rfalse;
    for (word = 2 : word <= num_words : word++)
        if (IsAmong(WordValue(word), real_location, name)) { L__M(##Miscellany, 39); rtrue; }
    rfalse;
];

! True when `word` is among the words of a property of `thing`.
[ IsAmong word thing property  i;
    if (word == 0 || thing.&property == 0) rfalse;
    for (i = 0 : i < thing.#property / WORDSIZE : i++)
        if (thing.&property-->i == word) rtrue;
    rfalse;
];
! A thing whose `adjectives` are understood before its names, but never alone: "cold range" is the
! range, and "cold" is nothing.
Class Qualified
  with adjectives 0,
       parse_name [ word matched named;
            if (parser_action == ##TheSame) return -2;
            for (word = NextWord() : : word = NextWord()) {
                if (IsAmong(word, self, name)) named = true;
                else if (~~IsAmong(word, self, adjectives)) break;
                matched++;
            }
            if (named) return matched;
            return 0;
       ];
! Part of a room.
Class Scene class Qualified,
  has  scenery;
