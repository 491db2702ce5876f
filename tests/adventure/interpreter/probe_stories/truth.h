! Verbs that tell where everything really is, so that tests can compare the probe with it.
! They are meta: asking costs no turn. Everything else they change is undone by the tests.

[ TruthSub o;
    print "#location ", real_location, "^";
    print "#player ", player, "^";
    print "#score ", score, "^";
    print "#moves ", turns, "^";
    print "#time ", the_time, "^";
    print "#held";
    for (o = child(player) : o : o = sibling(o))
        if (o hasnt concealed) print " ", o;
    print "^#objects ", top_object, "^";
];

! Objects in pages of fifty: number, parent, sibling, child, name.
[ TreeSub o;
    for (o = noun : o < noun + 50 && o <= top_object : o++)
        print "#object ", o, " ", parent(o), " ", sibling(o), " ", child(o), " ", (object) o, "^";
];

Verb meta 'truth' * -> Truth;
Verb meta 'tree' * number -> Tree;
