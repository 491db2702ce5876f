"""What is news to a search, and what trying has taught it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.search.candidates import Candidate, Reach, naming
from ludens.adventure.search.experience import ROWS, WAY, Experience, Situation
from ludens.adventure.search.facts import SLOT, Noise, Thing, View
from ludens.adventure.search.novelty import Level, Novelty
from ludens.adventure.search.simulator import Outcome
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary

HALL, CELLAR = "hall", "cellar"
DOOR_OPEN, TROLL_GONE = 1 << SLOT | 1, 2 << SLOT | 1
EAST = Candidate("east", ("go", "east"), is_way=True)
TROLL = Thing("troll", "troll", likeness=0)
ATTACK = naming("attack troll", "attack", (TROLL,))


NOTHING_DONE = Situation()


def standing(around: str, *done: int) -> Situation:
    return Situation(frozenset({around}), frozenset(done))


def at(place: str, score: int, *facts: int, held: frozenset[int] = frozenset()) -> View:
    return View(place, score, frozenset(facts), held=held)


def fresh() -> tuple[Novelty, Experience]:
    novelty = Novelty(Noise(lambda _slot: False, lambda _slot: False))
    return novelty, Experience(novelty)


def test_what_a_higher_score_has_had_is_no_news_at_a_lower_one() -> None:
    novelty, _ = fresh()
    assert novelty.take(at(HALL, 0)) is Level.SCORE
    assert novelty.take(at(HALL, 5, DOOR_OPEN)) is Level.SCORE
    assert novelty.take(at(HALL, 0, DOOR_OPEN)) is Level.KNOWN
    assert novelty.take(at(CELLAR, 0)) is Level.UNHEARD
    assert novelty.take(at(CELLAR, 5)) is Level.PLACE, "what only a lower one had is news"


def test_what_is_carried_together_for_the_first_time_is_news() -> None:
    novelty, _ = fresh()
    for held in ({1, 2}, {2, 3}):
        novelty.take(at(HALL, 0, held=frozenset(held)))
    assert novelty.take(at(HALL, 0, held=frozenset({1, 3}))) is Level.PAIR
    assert novelty.take(at(HALL, 0, held=frozenset({1, 3}))) is Level.KNOWN


def test_a_way_that_is_barred_is_tried_again_where_something_is_done_that_was_not() -> None:
    novelty, experience = fresh()
    barred, slain = at(HALL, 0), at(HALL, 0, TROLL_GONE)
    troll_is_gone = standing("no troll", TROLL_GONE)
    assert experience.worth(barred, NOTHING_DONE, EAST) == WAY
    novelty.take(barred)
    experience.learn_nothing(barred, NOTHING_DONE, EAST, "He bars your way.")
    assert experience.worth(barred, NOTHING_DONE, EAST) == 0
    experience.learn(barred, NOTHING_DONE, slain, ATTACK, "He dies.", novelty.take(slain))
    experience.learn_nothing(barred, NOTHING_DONE, EAST, "He bars your way.")
    assert experience.worth(slain, troll_is_gone, EAST) > 0
    experience.learn_nothing(slain, troll_is_gone, EAST, "It is too narrow.")
    assert experience.worth(slain, troll_is_gone, EAST) == 0


def test_what_did_nothing_may_do_something_at_a_higher_score() -> None:
    _, experience = fresh()
    experience.learn_nothing(at(HALL, 0), NOTHING_DONE, ATTACK, "Nothing happens.")
    experience.learn_nothing(at(HALL, 0), NOTHING_DONE, ATTACK, "Nothing happens.")
    assert experience.worth(at(HALL, 0), NOTHING_DONE, ATTACK) == 0
    assert experience.worth(at(HALL, 5), NOTHING_DONE, ATTACK) > 0


def test_what_is_answered_otherwise_each_time_is_worth_repeating_a_few_times() -> None:
    _, experience = fresh()
    here = at(HALL, 0)
    experience.learn_nothing(here, NOTHING_DONE, ATTACK, "You miss.")
    assert not experience.may_repeat(here, ATTACK), "nothing tells yet that it is chance"
    experience.learn_nothing(here, NOTHING_DONE, ATTACK, "He parries.")
    assert [experience.may_repeat(here, ATTACK) for _ in range(ROWS + 1)] == [True] * ROWS + [False]


def test_an_answer_that_meant_full_hands_is_known_by_its_words_ever_after() -> None:
    _, experience = fresh()
    lamp, loaf = (Thing(name, name, likeness=0) for name in ("lamp", "loaf"))
    take_lamp, take_loaf = (naming(f"take {one.name}", "take", (one,)) for one in (lamp, loaf))
    full, free = at(HALL, 0, held=frozenset({1, 2})), at(HALL, 0, held=frozenset({1}))
    experience.learn_nothing(full, NOTHING_DONE, take_lamp, "No.")
    assert experience.worth(free, NOTHING_DONE, take_lamp) < experience.worth(
        free, NOTHING_DONE, take_loaf
    )
    experience.learn_hindrance(full, take_lamp, "No.")
    assert experience.worth(free, NOTHING_DONE, take_lamp) > 0
    assert experience.worth(full, NOTHING_DONE, take_lamp) == 0
    assert experience.is_hindered(full, take_loaf, "No.")
    assert not experience.is_hindered(full, take_loaf, "No."), "once at a place and score"


def test_what_came_to_light_is_called_by_its_whole_name_then() -> None:
    reach = Reach(Vocabulary(find_story(None).data), Random(1))
    hidden = Thing(7, "storm lamp", likeness="hidden")
    known = {"lamp": "A brass lamp."}

    def ask(commands: Sequence[str]) -> list[Outcome]:
        return [Outcome(one, known.get(one.partition(" ")[2], "Unseen."), wants=Wants.LINE)
                for one in commands]  # fmt: skip

    assert [thing.name for thing in reach.of(HALL, [hidden], "", ask)] == ["lamp"]
    known["storm lamp"] = "A storm lamp."
    seen = Thing(7, "storm lamp", likeness="seen")
    assert [thing.name for thing in reach.of(HALL, [seen], "", ask)] == ["storm lamp"]
