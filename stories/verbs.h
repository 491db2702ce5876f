! The verbs our stories understand beyond the library's, and what they do where a thing has no
! answer of its own. Include after Grammar.

System_file;

! Two properties that the stories' things may have:
!   use_on      what using it on something comes to; gets the target (or nothing) and returns true
!               when it has dealt with the matter
!   small_talk  what somebody says who is addressed without a subject

! True when one of the words typed as a topic is `word`.
[ TopicHas word  i kept found;
    kept = wn;
    for (i = 0 : i < consult_words : i++) {
        wn = consult_from + i;
        if (NextWord() == word) found = true;
    }
    wn = kept;
    return found;
];

! The library lets a thing be dropped out of a box or a creature's hands, past every rule about
! taking it. To be called from GamePreRoutine; true when it has refused.
[ DropsWhatIsNotHeld;
    if (action ~= ##Drop || noun == 0 || IndirectlyContains(player, noun)) rfalse;
    print "You are not holding ", (the) noun, ".^";
    rtrue;
];

[ TalkToSub;
    if (noun == player) "You have heard all you have to say.";
    if (noun provides small_talk) { PrintOrRun(noun, small_talk); rtrue; }
    print_ret (The) noun, " listens, but has nothing to say to that.";
];
[ GreetSub; "There is no answer."; ];
[ UseSub;
    if (noun provides use_on && noun.use_on(second)) rtrue;
    if (second && second provides use_on && second.use_on(noun)) rtrue;
    "Say what you would do with ", (the) noun,
        ": light it, turn it, give it to someone, put it somewhere.";
];
[ ExtinguishSub; print_ret (The) noun, " ", (IsOrAre) noun, " not burning."; ];
[ PourSub;
    if (noun notin player) "You are not holding ", (the) noun, ".";
    "You cannot pour ", (the) noun, ".";
];
[ RingSub; "That is nothing that rings."; ];
[ MixSub; "There is nothing to mix there."; ];
[ FollowSub;
    if (noun in location) "You are as close to ", (the) noun, " as you need be.";
    "That leads nowhere.";
];
[ LeadSub; print_ret (The) noun, " will not be led."; ];
[ KnockSub; "You knock. Nobody answers."; ];
[ UntieSub; print_ret (The) noun, " ", (IsOrAre) noun, " not tied to anything."; ];
[ LiftSub; <<Take noun>>; ];
[ ShakeSub; "You shake ", (the) noun, ". Nothing comes of it."; ];
[ PumpSub; <<Push noun>>; ];
[ DigHereSub; <<Dig d_obj>>; ];
[ GoUpSub; <<Go u_obj>>; ];
[ GoDownSub; <<Go d_obj>>; ];
[ VagueClimbSub; <<Go u_obj>>; ];
[ TradeSub; "Give it to whoever you would trade with, and see what they say."; ];
[ UnlockBareSub;
    if (noun hasnt lockable) "There is no lock on ", (the) noun, ".";
    if (noun hasnt locked) print_ret (The) noun, " ", (IsOrAre) noun, " not locked.";
    if (noun.with_key && IndirectlyContains(player, noun.with_key)) {
        print "(with ", (the) noun.with_key, ")^";
        <<Unlock noun noun.with_key>>;
    }
    print_ret (The) noun, " ", (IsOrAre) noun, " locked, and you are not holding the key.";
];
[ MakeSub; "That is done a step at a time: put things where they belong, and see what comes of it."; ];
[ HelpSub;
    print "You play by typing short commands: LOOK, EXAMINE THE DESK, NORTH (or N), TAKE THE LAMP,
        OPEN THE BOX, UNLOCK THE CHEST WITH THE KEY, PUT THE PEN IN THE DRAWER, GIVE SOMETHING TO SOMEBODY, ASK
        SOMEBODY ABOUT SOMETHING. INVENTORY (or I) tells what you carry, SCORE and FULL SCORE how you are doing;
        SAVE, RESTORE and UNDO do what they say.^^";
    StoryHelp();
];

Verb 'talk' 'chat'
    * 'to'/'with' creature                      -> TalkTo
    * creature                                  -> TalkTo;
Verb 'greet' 'hello' 'hi' 'hail'
    *                                           -> Greet
    * creature                                  -> TalkTo;
Extend 'ask'
    * creature 'for' topic                      -> Ask
    * creature                                  -> TalkTo;
Extend 'tell'
    * creature                                  -> TalkTo;
Verb 'use' 'apply'
    * noun                                      -> Use
    * noun 'on'/'with'/'to' noun                -> Use;
Verb 'extinguish' 'douse' 'snuff' 'quench'
    * noun                                      -> Extinguish
    * 'out' noun                                -> Extinguish;
Extend 'put' first
    * 'out' noun                                -> Extinguish
    * noun 'out'                                -> Extinguish;
Extend 'blow'
    * 'out' noun                                -> Extinguish
    * noun 'out'                                -> Extinguish;
Verb 'pour' 'spill' 'tip'
    * noun                                      -> Pour
    * 'out' noun                                -> Pour
    * noun 'in'/'into'/'on'/'onto'/'over'/'to' noun -> Pour;
Extend 'empty'
    * noun 'in' noun                            -> EmptyT;
Extend 'fill'
    * noun 'with'/'at'/'in' noun                -> Fill;
Verb 'refill'
    * noun                                      -> Fill
    * noun 'from'/'with'/'at' noun              -> Fill;
Verb 'ring' 'toll' 'sound'
    * noun                                      -> Ring;
Verb 'pump' 'work' 'operate'
    * noun                                      -> Pump;
Verb 'mix' 'stir' 'knead'
    * noun                                      -> Mix
    * noun 'with'/'in'/'into' noun              -> Mix;
Verb 'follow' 'chase'
    * noun                                      -> Follow;
Verb 'lead' 'ride' 'harness' 'saddle'
    * noun                                      -> Lead
    * noun 'to'/'with' noun                     -> Lead;
Verb 'knock' 'rap'
    * noun                                      -> Knock
    * 'on'/'at' noun                            -> Knock;
Verb 'untie' 'unfasten' 'detach' 'unhook' 'release'
    * noun                                      -> Untie
    * noun 'from' noun                          -> Untie;
Verb 'unbar' 'unbolt'
    * noun                                      -> Open;
Verb 'lift' 'raise' 'hoist'
    * noun                                      -> Lift
    * 'up' noun                                 -> Lift;
Verb 'shake' 'rattle'
    * noun                                      -> Shake;
Verb 'slide'
    *                                           -> GoDown
    * 'down'                                    -> GoDown
    * 'down'/'into'/'in' noun                   -> Enter
    * noun                                      -> Push;
Verb 'hang' 'mount' 'install' 'fit' 'place' 'lay' 'load' 'stow'
    * multiexcept 'on'/'onto'/'to'/'over' noun  -> PutOn
    * multiexcept 'in'/'into'/'inside' noun     -> Insert;
Extend 'put'
    * multiexcept 'over'/'round'/'around' noun  -> PutOn
    * multiexcept 'against' noun                -> PutOn;
Extend 'set' first
    * noun 'on' noun                            -> PutOn
    * noun 'in' noun                            -> Insert;
Verb 'grease' 'oil' 'lubricate' 'smear'
    * noun                                      -> Rub
    * noun 'with' held                          -> Rub;
Extend 'rub'
    * noun 'with' held                          -> Rub;
Extend 'attack'
    * noun 'with' held                          -> Attack;
Verb 'strike' 'hammer'
    * noun                                      -> Attack
    * noun 'with' held                          -> Attack;
Extend 'cut'
    * noun 'with' held                          -> Cut;
Extend 'push'
    * noun 'with' held                          -> Push;
Extend 'pull'
    * noun 'with' held                          -> Pull
    * 'on' noun                                 -> Pull;
Verb 'tug' 'haul' 'heave'
    * noun                                      -> Pull
    * 'on' noun                                 -> Pull;
Extend 'turn'
    * noun 'with' held                          -> Turn;
Verb 'spin' 'wind' 'crank'
    * noun                                      -> Turn
    * noun 'with' held                          -> Turn;
Verb 'kick' 'stab' = 'attack';
Verb 'steal' 'grab' = 'take';
Verb 'pat' 'pet' 'stroke' 'brush' = 'touch';
Verb 'crawl' 'head' = 'go';
Extend 'go'
    * 'up'/'down' noun                          -> Climb;
Extend 'climb' first
    *                                           -> VagueClimb
    * 'up'                                      -> GoUp
    * 'down'                                    -> GoDown
    * 'down'/'on'/'onto'/'into'/'through' noun  -> Climb;
Verb 'descend'
    *                                           -> GoDown
    * noun                                      -> Climb;
Verb 'ascend'
    *                                           -> GoUp
    * noun                                      -> Climb;
Extend 'dig' first
    *                                           -> DigHere
    * 'here'                                    -> DigHere
    * 'up'/'out'/'through'/'into'/'for'/'under' noun -> Dig
    * 'up'/'out'/'through'/'into' noun 'with' held   -> Dig;
Verb 'shovel' 'excavate'
    * noun                                      -> Dig
    * noun 'with' held                          -> Dig;
Extend 'look'
    * 'behind'/'beneath'/'below' noun           -> LookUnder;
Extend 'search'
    * 'in'/'inside'/'through' noun              -> Search;
Extend 'drink'
    * 'from' noun                               -> Drink;
Extend 'buy'
    * noun 'from' creature                      -> Buy
    * noun 'with'/'for' held                    -> Buy;
Verb 'trade' 'swap' 'exchange' 'barter'
    * held 'with'/'to' creature                 -> Give
    * held 'for' noun                           -> Trade;
Extend 'take'
    * 'out' noun                                -> Take
    * noun 'with' held                          -> Take;
Extend 'remove'
    * noun 'with' held                          -> Take;
Extend 'pry'
    * noun                                      -> Pull
    * 'out'/'up'/'off' noun                     -> Pull;
Verb 'make' 'build' 'cast' 'melt' 'forge' 'mould'
    * topic                                     -> Make;
Extend 'unlock' first
    * noun                                      -> UnlockBare;
Extend 'wait'
    * 'for' topic                               -> Wait;
Verb meta 'help' 'hint' 'hints' 'about' 'info'
    *                                           -> Help;
