"""What is learnt of names, and which commands are worth another try."""

from __future__ import annotations

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.outlook import Outlook, experience, once_more
from ludens.adventure.events import CommandJudged, Effect, Fault, ThingsMentioned
from ludens.adventure.journal import Journal
from ludens.adventure.judgement import fault_in, is_refusal
from ludens.adventure.lookahead.events import Foreseen, Foresight, Prospect
from ludens.adventure.mentions import Standing
from ludens.adventure.world.places import RoomId

CAVE = RoomId("cave")


def judged(command: str, effect: Effect = Effect.NOTHING, **more: object) -> CommandJudged:
    things = tuple(command.split()[1:])
    return CommandJudged.model_validate(
        {"room": CAVE, "command": command, "effect": effect, "things": things, **more}
    )


def journal(*events: object, names: tuple[str, ...] = ("stone", "rock")) -> Journal:
    book = Journal()
    book.apply(ThingsMentioned(room=CAVE, names=names), 1)
    for turn, event in enumerate(events, start=2):
        book.apply(event, turn)  # type: ignore[arg-type]  # events of several kinds
    return book


def test_a_name_the_parser_does_not_know_here_is_absent() -> None:
    book = journal(judged("examine rock", Effect.NOT_UNDERSTOOD, fault=Fault.UNSEEN))
    assert book.mentioned[CAVE]["rock"].standing is Standing.ABSENT


def test_two_names_that_look_the_same_are_one_thing() -> None:
    book = journal(
        judged("examine stone", sight="grey and round"),
        judged("examine rock", sight="grey and round"),
    )
    assert book.mentioned[CAVE]["stone"].standing is Standing.PRESENT
    assert book.mentioned[CAVE]["rock"].standing is Standing.ALIAS


def test_a_name_of_what_one_has_already_is_no_other_thing() -> None:
    book = journal(judged("take rock", had=True))
    assert book.mentioned[CAVE]["rock"].standing is Standing.ALIAS


def test_a_name_of_several_words_that_fails_is_said_plainly() -> None:
    event = CommandJudged(
        room=CAVE,
        command="take old brass lamp",
        effect=Effect.NOT_UNDERSTOOD,
        things=("old brass lamp",),
        fault=Fault.UNSEEN,
    )
    assert "old brass lamp" in journal(event, names=("old brass lamp",)).clumsy


def test_what_did_nothing_is_not_tried_again_until_something_is_gained() -> None:
    failed = judged("push rock", novel=True)
    book = journal(failed)
    assert once_more(book, CAVE, "push rock") == 0
    for turn in range(3, 9):
        book.apply(judged(f"take thing{turn}", Effect.CHANGED, gained=True), turn)
    assert 0 < once_more(book, CAVE, "push rock") < 1


def test_a_barred_way_is_worth_another_try_when_something_happened_in_the_room() -> None:
    book = journal(judged("north", novel=True))
    before = once_more(book, CAVE, "north")
    book.apply(judged("open gate", affirmed=True, novel=True), 5)
    assert before == 0
    assert once_more(book, CAVE, "north") > 0.5


def test_an_act_whose_reply_sounds_like_an_effect_is_repeated() -> None:
    book = journal(judged("push bellows", affirmed=True, novel=True))
    assert once_more(book, CAVE, "push bellows") > 0
    book.apply(judged("push bellows"), 4)
    assert once_more(book, CAVE, "push bellows") < 0.1


def test_a_kind_of_sentence_that_always_fails_is_thought_less_of() -> None:
    book = journal(*(judged(f"lick thing{n}", kind="lick") for n in range(10)))
    assert experience(book, "lick") < 0.4 < experience(book, "take")


def test_moving_what_one_carries_is_no_progress() -> None:
    book = journal(*(judged(f"drop thing{n}", Effect.CHANGED, kind="drop") for n in range(5)))
    assert book.verbs["drop"].hits == 0


def test_what_could_not_be_taken_for_the_load_is_remembered() -> None:
    book = journal(judged("take rock", overloaded=True))
    assert book.overloaded == 2


def test_what_came_into_view_since_is_worth_the_try_that_failed_before() -> None:
    book = journal(judged("take rock", Effect.NOT_UNDERSTOOD, fault=Fault.UNSEEN))
    assert once_more(book, CAVE, "take rock") == 0
    assert once_more(book, CAVE, "take rock", since=9) > 0


def test_a_thing_whose_taking_scored_is_prized() -> None:
    book = journal(judged("take rock", Effect.SCORED), judged("open stone", Effect.SCORED))
    assert list(book.prized) == ["rock"]


def test_what_was_foreseen_to_do_nothing_costs_no_turn() -> None:
    book = journal(Foreseen(room=CAVE, steps=2, idle=(judged("push rock"),)))
    assert once_more(book, CAVE, "push rock") == 0


def test_a_foreseen_score_is_worth_more_than_anything_and_a_death_nothing() -> None:
    sights = {
        "pull lever": Foresight(command="pull lever", prospect=Prospect.SCORES),
        "jump": Foresight(command="jump", prospect=Prospect.KILLS),
    }
    outlook = Outlook(journal(), foreseen={CAVE: sights}, here=CAVE)
    lever = outlook.prospect(CAVE, Opportunity("pull lever", 0.01, ""))
    assert lever > outlook.prospect(CAVE, Opportunity("north", 2.0, ""))
    assert outlook.prospect(CAVE, Opportunity("jump", 1.0, "")) == 0


def test_a_command_refused_this_turn_is_not_proposed_again() -> None:
    outlook = Outlook(journal(), refused=frozenset({"push rock"}))
    assert outlook.prospect(CAVE, Opportunity("push rock", 1.0, "")) == 0


def test_parsers_of_all_makes_say_what_they_miss() -> None:
    assert fault_in("You can't see any such thing.") is Fault.UNSEEN
    assert fault_in('I don\'t know the word "frob".') is Fault.UNSEEN
    assert fault_in("Which door do you mean, the oak door or the gate?") is Fault.AMBIGUOUS
    assert fault_in("That's not a verb I recognise.") is Fault.GRAMMAR
    assert fault_in("(Please rephrase that.)") is Fault.GRAMMAR
    assert fault_in("(I found more than two nouns in that sentence!)") is Fault.GRAMMAR
    assert fault_in('(You can\'t use the word "dial" in that sense.)') is Fault.UNSEEN
    assert fault_in("You see no bucket here.") is Fault.UNSEEN
    assert fault_in("It goes round and round; you see no beginning or end to it.") is None
    assert fault_in("The gate swings open.") is None


def test_refusals_are_told_from_effects() -> None:
    assert is_refusal("You can't reach it.")
    assert is_refusal("It is locked.")
    assert not is_refusal("The wheel turns with a groan, and water pours from the pipe.")


def test_two_things_that_share_a_short_name_are_two_again() -> None:
    book = journal(names=("trap door", "wooden door", "door"))
    for name in ("trap door", "wooden door"):
        book.mentioned[CAVE][name].standing = Standing.ALIAS
    vague = judged("open door", Effect.NOT_UNDERSTOOD, fault=Fault.AMBIGUOUS)
    book.apply(vague, 3)
    standings = {name: known.standing for name, known in book.mentioned[CAVE].items()}
    assert standings["trap door"] is standings["wooden door"] is Standing.UNTRIED
    assert standings["door"] is Standing.ABSENT


def test_what_comes_to_light_is_tried_anew() -> None:
    unseen = CommandJudged(
        room=CAVE,
        command="open trap door",
        effect=Effect.NOT_UNDERSTOOD,
        things=("trap door",),
        fault=Fault.UNSEEN,
    )
    book = journal(unseen, names=("trap door",))
    assert book.attempt(CAVE, "open trap door") is not None
    book.apply(ThingsMentioned(room=CAVE, names=(), listed=("trap door",)), 4)
    assert book.attempt(CAVE, "open trap door") is None
    assert book.mentioned[CAVE]["trap door"].standing is Standing.UNTRIED


def test_a_deed_in_vain_on_a_snapshot_is_worth_less_elsewhere() -> None:
    tie = judged("tie rope")
    book = journal(Foreseen(room=CAVE, steps=1, idle=(tie, judged("examine rope"))))
    there = RoomId("there")
    assert once_more(book, there, "tie rope") < once_more(book, there, "climb rope") == 1.0
    assert once_more(book, there, "examine rope") == 1.0
