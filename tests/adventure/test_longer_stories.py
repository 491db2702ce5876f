"""The middle and the long story warn before they kill and lose nothing; no story breaks."""

from __future__ import annotations

import random
import re

import pytest

from adventure.playthrough import SOURCES, Playthrough, walkthrough

MIDDLE = "four_parts_copper"
LONG = "lastwell"
STORIES = [MIDDLE, LONG]
EVERY_STORY = ["drowned_clock", *STORIES]

# Words that end, save or record a game, as a dictionary of nine letters keeps them; a shaken story
# is played, not filed.
FILING = frozenset(
    {
        *("quit", "q", "die", "restart", "restore", "save", "verify"),
        *("script", "noscript", "unscript", "transcrip", "recording", "replay"),
        *("undo", "oops", "o", "again", "g", "full", "fullscore"),
    }
)
DIRECTIONS = ("n", "s", "e", "w", "ne", "nw", "se", "sw", "u", "d", "in", "out")
SPELT = {
    **{"n": "north", "s": "south", "e": "east", "w": "west"},
    **{"ne": "northeast", "nw": "northwest", "se": "southeast", "sw": "southwest"},
    **{"u": "up", "d": "down", "in": "in", "out": "out"},
}


def played(story: str, *commands: str, seed: int = 1) -> Playthrough:
    """Return a story after these commands."""
    play = Playthrough(story, seed)
    play.all(commands)
    return play


def played_until(story: str, command: str) -> Playthrough:
    """Return a story as its walkthrough has it just before a command is typed the first time."""
    steps = walkthrough(story)
    return played(story, *steps[: steps.index(command)])


def shake(story: str, commands: int, seed: int) -> None:
    """Play at random, from random points of the walkthrough, with the story's own words.

    Raises AssertionError when the story reports an error of its own or says nothing at all.
    """
    rng = random.Random(seed)
    play = Playthrough(story)
    words = [word for word in play.words if word[0] not in FILING]
    verbs = [word for word, is_verb, _ in words if is_verb]
    links = [word for word, _, is_prep in words if is_prep]
    nouns = [w for w, is_verb, is_prep in words if not is_verb and not is_prep and w.isalpha()]
    moments = [play.mark()]
    for command in walkthrough(story)[:-1]:
        play.do(command)
        moments.append(play.mark())
    typed = 0
    while typed < commands:
        play.back_to(rng.choice(moments))
        seen = play.do("look") + play.do("inventory")
        for _ in range(rng.choice([20, 60, 150])):
            spoken = set(re.findall(r"[a-z]+", seen.lower()))
            near = [noun for noun in nouns if noun in spoken] or nouns
            some = [rng.choice(near if rng.random() < 0.8 else nouns) for _ in range(2)]
            verb = rng.choice(verbs)
            command = rng.choice(
                [
                    f"{verb} {some[0]}",
                    f"{verb} {some[0]} {rng.choice(links)} {some[1]}",
                    rng.choice(DIRECTIONS),
                    rng.choice(["take all", "drop all", "wait", f"{some[0]}, {verb} {some[1]}"]),
                ]
            )
            answer = play.do(command)
            typed += 1
            assert "** Programming error" not in answer, (command, answer)
            assert "** Library error" not in answer, (command, answer)
            assert answer, command
            seen = (seen + answer)[-3000:]
            if play.ended or typed >= commands:
                break


@pytest.mark.parametrize("story", EVERY_STORY)
def test_no_command_breaks_a_story(story: str) -> None:
    shake(story, commands=500, seed=3)


@pytest.mark.long
@pytest.mark.parametrize("story", EVERY_STORY)
def test_no_command_breaks_a_story_in_twenty_thousand(story: str) -> None:
    shake(story, commands=20_000, seed=5)


@pytest.mark.parametrize("story", EVERY_STORY)
def test_a_number_in_a_command_does_not_stop_the_machine(story: str) -> None:
    """Library 6.12.6 halts the Z-machine at "put one in the box"; our stories guard against it."""
    commands = ("put one in bag", "put one in letter", "put 2 on floor", "take three", "one")
    play = played(story, *commands, "drop one in me")
    assert not play.ended
    assert play.do("look")


def description(play: Playthrough) -> str:
    """Return a room's name and what the story says of it, without what lies about in it."""
    return "\n".join(play.do("look").split("\n")[:2])


# Words of the rooms that some thing elsewhere answers to, but that name nothing where they stand:
# the little words, what describes another word, and figures of speech. (What a source calls
# `adjectives` is no name anywhere.)
NOT_THINGS = frozenset(
    {
        *("a", "an", "and", "but", "his", "its", "one", "two", "four", "six", "nine", "twelve"),
        *("the", "their", "then", "these", "this", "those", "back", "black", "casting", "dry"),
        *("great", "half", "lit", "low", "near", "painted", "square", "way", "wet"),
        *("air", "bed", "can", "end", "foot", "man", "pattern", "pony", "something", "trees"),
        *("water",),
    }
)


def adjectives(story: str) -> set[str]:
    """Return the words that a story's source says are understood only before a name."""
    source = (SOURCES / f"{story}.inf").read_text(encoding="utf-8")
    lists = re.findall(r"adjectives ((?:'[a-z^]+'\s*)+),", source)
    return {word for words in lists for word in re.findall("[a-z]+", words)}


@pytest.mark.parametrize("story", STORIES)
def test_whatever_a_room_mentions_is_understood_there(story: str) -> None:
    play = Playthrough(story)
    nouns = {word for word, is_verb, is_prep in play.words if not is_verb and not is_prep}
    nouns -= adjectives(story)
    seen: set[str] = set()
    for command in ["look", *walkthrough(story)[:-1]]:
        play.do(command)
        here = play.mark()
        described = description(play)
        play.back_to(here)
        if described in seen or "Darkness" in described:
            continue
        seen.add(described)
        for word in set(re.findall(r"[a-z]+", described.lower())) - NOT_THINGS:
            if word[:9] in nouns:
                assert "any such thing" not in play.do(f"examine {word}"), (word, described)
                play.back_to(here)


@pytest.mark.parametrize("story", STORIES)
def test_every_way_that_leads_somewhere_is_named_in_its_room(story: str) -> None:
    """Words such as IN or DOWN may stand for a direction that the room does name."""
    play = Playthrough(story)
    seen: set[str] = set()
    for command in ["look", *walkthrough(story)[:-1]]:
        play.do(command)
        here = play.mark()
        described = description(play)
        play.back_to(here)
        if described in seen or "Darkness" in described:
            continue
        seen.add(described)
        leads: dict[str, set[str]] = {}
        for direction in DIRECTIONS:
            play.back_to(here)
            play.do(direction)
            there = description(play)
            if there != described:
                leads.setdefault(there, set()).add(SPELT[direction])
        play.back_to(here)
        named = set(re.findall(r"[a-z]+", described.lower()))
        unnamed = {there: ways for there, ways in leads.items() if not ways & named}
        assert not unnamed, described


# ---- Four Parts Copper --------------------------------------------------------------------------


def test_the_thimble_can_be_traded_away_and_bought_back() -> None:
    play = played_until(MIDDLE, "give honeycomb to marl")
    assert "bar of tin" in play.do("give thimble to marl")
    assert "gives you back your mother's thimble" in play.do("give honeycomb to marl")
    assert "silver thimble" in play.do("inventory")


def test_the_tap_stays_shut_until_the_silver_is_in() -> None:
    play = played_until(MIDDLE, "put thimble in crucible")
    assert "Silver last" in play.do("pull tap")
    play.do("put thimble in crucible")
    assert "Full to the lip" in play.do("pull tap")


def test_nothing_can_be_dropped_where_it_could_not_be_found_again() -> None:
    play = played_until(MIDDLE, "take hoof pick")
    play.do("put out lamp")
    assert "You keep hold of it" in play.do("drop mine key")
    assert "mine key" in play.do("inventory")


def test_only_the_pony_finds_the_road_in_the_fog() -> None:
    play = played_until(MIDDLE, "give apple to cinder")
    lost = play.all(["east", "south", "west", "north", "north"])
    assert "there is no road, only grey" in lost
    assert "Pass Gate" in play.do("look")


def test_the_chute_goes_one_way_and_the_world_stays_whole() -> None:
    play = played_until(MIDDLE, "slide down")
    play.do("slide down")
    assert "come back" in play.do("up")
    play.all(["open door", "west", "north", "north", "north", "north"])
    assert "Chute Head" in play.do("look")


def test_an_apple_that_is_eaten_is_followed_by_another() -> None:
    play = played(MIDDLE, "east", "east", "take apple", "eat apple")
    assert "windfall apple" in play.do("look")


# ---- Lastwell -----------------------------------------------------------------------------------

TO_THE_MARKET = ["take spade", "east", "east", "east", "east"]


def left_bright_in_the_market(play: Playthrough) -> list[str]:
    """Dig up the brass pan, leave it lying, and return what each turn said until it is gone."""
    play.all(TO_THE_MARKET)
    answers = [play.do("dig brass")]
    while "brass pan is gone" not in answers[-1]:
        answers.append(play.do("wait"))
        assert len(answers) < 60
    return answers


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_fox_is_seen_two_turns_before_she_steals(seed: int) -> None:
    answers = left_bright_in_the_market(Playthrough(LONG, seed))
    assert "a small fox" in " ".join(answers[:-2])
    assert "looking at the brass pan" in answers[-2]


def test_what_the_fox_took_is_found_again_by_whoever_wins_her_over() -> None:
    play = Playthrough(LONG)
    left_bright_in_the_market(play)
    play.all(["north", "take salt", "south", "west", "west", "west", "west", "give salt to ibb"])
    play.all(["east", "east"])
    assert "begins to wash" in play.do("give cheese to fox")
    there = play.all(["east", "east", "east", "north", "north", "north", "north", "west"])
    assert "brass pan" in there
    assert "Taken" in play.do("take pan")


def test_a_burrow_whose_fox_is_not_won_over_keeps_what_it_has() -> None:
    play = Playthrough(LONG)
    play.all([*TO_THE_MARKET, "east", "north", "north", "north", "north", "west"])
    assert "Lone Acacia" in play.do("look")
    assert "won over" in play.do("look in burrow")
    assert "comb" not in play.do("look")


def test_the_wind_opens_one_house_and_buries_the_other() -> None:
    play = played_until(LONG, "turn wheel")
    play.all(["down", "down", "down", "west", "west"])
    assert "somewhere under that drift" in play.do("southeast")
    play.all(["north", "south", "east", "east", "up", "up", "up", "turn wheel"])
    play.all(["down", "down", "down", "west", "west"])
    assert "under a drift" in play.do("north")
    assert "Stepwell" in play.do("southeast")


def test_the_red_wind_warns_and_then_kills_whoever_stays_out() -> None:
    play = Playthrough(LONG)
    play.all(["east", "east"])
    told = ""
    while not play.ended:
        told += play.do("wait")
    warnings = [
        "colour of milk",
        "red line",
        "under a roof, and stay",
        "Under a roof!",
        "last breath",
    ]
    places = [told.index(warning) for warning in warnings]
    assert places == sorted(places)
    assert "You have died" in told


def test_any_roof_is_enough_in_the_red_wind_and_the_world_is_changed_by_it() -> None:
    play = Playthrough(LONG)
    play.all(["east", "east", "north"])
    told = ""
    while "The red wind has gone over" not in told:
        told = play.do("wait")
        assert not play.ended
    assert "that way is gone" in play.all(["south", "east"])
    assert "Granary Roof" in play.all(["south", "south"])


def test_the_gate_is_not_opened_while_there_is_no_way_out() -> None:
    play = played_until(LONG, "fill lamp")
    play.do("fill lamp")
    play.all(
        ["light lamp", "down", "east", "east", "east", "up", "untie rope", "west", "drop rope"]
    )
    play.all(["east"])
    assert "a rope tied to it" in play.do("down")
    play.all(["west", "west", "up", "up", "up", "northwest", "west", "west", "west", "west"])
    play.all(["down", "east", "east", "east", "east", "south", "take warden's key"])
    play.all(["unlock padlock with warden's key", "put wheel on spindle"])
    assert "opening your own grave" in play.do("turn wheel")


def opened_gate() -> Playthrough:
    """Return the long story at the moment when the gate has just been lifted."""
    play = played_until(LONG, "put wheel on spindle")
    play.do("put wheel on spindle")
    assert "It is time you were elsewhere" in play.do("turn wheel")
    return play


def test_whoever_lingers_below_drowns_after_being_told() -> None:
    play = opened_gate()
    told = ""
    while not play.ended:
        told += play.do("wait")
    warnings = ["at your knees", "at your thighs"]
    assert all(warning in told for warning in warnings)
    assert "You have died" in told


def test_what_is_left_below_comes_out_at_the_trough() -> None:
    play = opened_gate()
    play.all(["drop warden's key", "north", "west", "up"])
    play.all(["wait"] * 6)
    play.all(["west", "west", "up", "up", "up", "northwest", "west", "west", "west", "west"])
    assert "warden's key" in play.do("look")


def test_the_lamp_burns_down_and_the_jar_runs_dry_but_there_is_always_fat() -> None:
    play = Playthrough(LONG)
    for filling in ["two fillings left", "one filling left", "last of the oil", "mutton fat"]:
        play.do("light lamp")
        burned = [play.do("wait") for _ in range(62)]
        assert any("gutters" in answer for answer in burned)
        assert filling in play.do("fill lamp")


def test_only_the_way_back_can_be_found_in_the_dark() -> None:
    play = played_until(LONG, "tie rope to ring")
    play.all(["put out lamp", "west"])
    assert "grope your way west" in play.do("east")
    assert "Darkness" in play.do("west")
    play.all(["up", "up"])
    assert "Stepwell Landing" in play.do("look")


def test_large_things_must_be_carried_in_the_hands() -> None:
    play = Playthrough(LONG)
    play.do("take spade")
    assert "too big for the satchel" in play.do("put spade in satchel")
    play.all(["east", "east", "east", "south", "west", "take crank", "take jug"])
    play.all(["east", "east", "east", "push vat", "light lamp", "down"])
    assert "carrying too many things" in play.do("take cloth")
