! Points that are given once for each step of a story. Include after VerbLib.

System_file;

Global steps_done;           ! a bit for each step that has been rewarded

[ Earn step points;
    if (steps_done & step) rfalse;
    steps_done = steps_done | step;
    score = score + points;
    rtrue;
];

! Two properties that verbs.h asks about, for stories in which nothing has them.
Class Spoken
  with small_talk 0,
       use_on 0;
