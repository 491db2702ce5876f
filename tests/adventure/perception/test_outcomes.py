"""What a text says of the game itself."""

from __future__ import annotations

import pytest

from ludens.adventure.agents.judge import Verdict, judge
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Ending, Question, ScoreFact
from ludens.adventure.perception.outcomes import ending_in, number_of, question_in, score_in

ASKED = "\n\nWould you like to RESTART, RESTORE a saved game, give the FULL score or QUIT?"


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("The rope breaks.\n\n    *** You have died ***", Ending.DEATH),
        ("The rope breaks.\n\n****  You have died  ****\n\nYou may try again.", Ending.DEATH),
        ("*** You are dead ***", Ending.DEATH),
        ("The pot boils over!\n\n*** You lost! ***", Ending.DEATH),
        (
            "*** The End ***\n\nYou scored 3 out of a possible 3, in 9 turns.\n\n"
            "Would you like to RESTART, RESTORE a saved game or QUIT?",
            Ending.VICTORY,
        ),
        (
            "*** The End ***\n\nYou scored 2 out of a possible 3, in 9 turns.\n\n"
            "Would you like to RESTART, RESTORE a saved game or QUIT?",
            Ending.OVER,
        ),
        ("The bells ring.\n\n    *** You have won ***", Ending.VICTORY),
        ("*** Congratulations! You have solved the mystery ***", Ending.VICTORY),
        (f"*** Your quest is over ***\n\nYou scored 3 out of a possible 3.{ASKED}", Ending.VICTORY),
        (f"*** Your quest is over ***\n\nYou scored 2 out of a possible 3.{ASKED}", Ending.DEATH),
        (f"*** You have died ***\n\nYou scored 3 out of a possible 3.{ASKED}", Ending.DEATH),
        ("*** The End ***", Ending.OVER),
        (f"The curtain falls.\n\n*** A quiet evening ***{ASKED}", Ending.OVER),
        (f"The bear kills you.{ASKED}", Ending.DEATH),
        ("It strikes you on the head.\n\nYou are dead.", Ending.DEATH),
        ("Oh dear. You're dead.\n\nYou have scored 0 points out of 300.", Ending.DEATH),
        ("Oh, no! You have been eaten by a grue!", Ending.DEATH),
        ("You have been eaten by a grue", Ending.DEATH),
        ("You have won", Ending.VICTORY),
        ("The boulder rolls on. You are killed.", Ending.DEATH),
        ("I'm afraid you are dead.", Ending.DEATH),
        ("The bear hugs you. It appears that you have been killed.", Ending.DEATH),
        ("You are dead.\n\nDo you want me to try to reincarnate you?", Ending.DEATH),
        ("The dragon bows.\n\nYou have won!\n\nYour score is 9.", Ending.VICTORY),
        ("Everybody goes home.\n\nThe End", Ending.OVER),
        ("You are likely to be eaten by a grue.", None),
        ('The stone reads "You are dead."', None),
        ("You are dead tired.", None),
        ("You are dead. Or so they think: you open an eye.", None),
        ("You have won a teapot.", None),
        ("The End", None),
        ("The sign says *** NO ENTRY ***", None),
        ("He died in 1804, it says here.", None),
        ("Taken.", None),
        ("You ring the bell.\n\n[You won't see this message again.]", None),
    ],
)
def test_an_end_is_known_by_its_banner_or_by_the_question_after_it(
    text: str, ending: Ending | None
) -> None:
    assert ending_in(text) is ending


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Your score is 10 (total of 350 points), in 12 moves.", ScoreFact(10, 350)),
        ("You have so far scored 3 out of a possible 40, in 12 turns.", ScoreFact(3, 40)),
        ("In that game you scored 3 out of a possible 40, in 12 turns.", ScoreFact(3, 40)),
        ("Your score would be 25 out of 100.", ScoreFact(25, 100)),
        ("[Your score has just gone up by five points.]", ScoreFact(change=5)),
        ("[Your score has gone down by 10 points.]", ScoreFact(change=-10)),
        ("Your score has just gone up by twenty-five points.", ScoreFact(change=25)),
        (
            "Your score has just gone up by one point.\n\n*** The End ***\n\n"
            "You scored 3 out of a possible 3, in 7 turns.",
            ScoreFact(3, 3),
        ),
        ("The score of the opera lies open.", None),
    ],
)
def test_a_score_is_read_in_figures_and_in_words(text: str, score: ScoreFact | None) -> None:
    assert score_in(text) == score


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Are you sure you want to quit?", Question.YES_NO),
        ("Do you wish to leave the game? (Y is affirmative): >", Question.YES_NO),
        ("Which do you mean, the red door or the blue door?", Question.WHICH),
        ("What do you want to unlock?", Question.WHICH),
        (ASKED, Question.RESTART),
        ('"Who goes there?" says the guard.', None),
        ("You can't go that way.", None),
        ("[Please type YES or NO.]", Question.YES_NO),
        ('"Did you say your name is Crusoe?"', Question.YES_NO),
        ('"Halt!" says the porter. "What is your name?"', Question.NAME),
        (
            "State your rank -- Mr. or Mrs. -- and your first and last names.",
            Question.NAME,
        ),
        ('The guard asks "Where is your name written?" and laughs. You stand by.', None),
        ("What next? Would you like to RESTART or QUIT?", Question.RESTART),
    ],
)
def test_a_question_of_the_story_is_no_answer(text: str, question: Question | None) -> None:
    assert question_in(text) is question


def test_numbers_are_read_in_digits_and_in_words() -> None:
    assert [number_of(word) for word in ("7", "-3", "seven", "Forty-two", "many")] == [
        7,
        -3,
        7,
        42,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "wants", "verdict"),
    [
        ("Everybody goes home.\n\nThe End", Wants.LINE, Verdict.ENDED),
        ("Everybody goes home.\n\n*** The End ***", Wants.LINE, Verdict.ENDED),
        ("The End", Wants.LINE, Verdict.NORMAL),  # a room may be called so
        ("The End", Wants.NOTHING, Verdict.ENDED),
        ("You enter.\n\nThe End\nHere the road ends.", Wants.LINE, Verdict.NORMAL),
        ("You are dead.", Wants.LINE, Verdict.DEATH),
        ("You have won", Wants.LINE, Verdict.VICTORY),
        (
            "A light shines.\n\nYour score is 350 (total of 350 points), in 394 moves.",
            Wants.NOTHING,
            Verdict.VICTORY,
        ),
    ],
)
def test_an_end_that_no_asterisks_frame_ends_the_story(
    text: str, wants: Wants, verdict: Verdict
) -> None:
    assert judge(text, wants) is verdict
