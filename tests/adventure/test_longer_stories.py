"""The middle and the long story: they can be won, they warn before they kill, nothing breaks."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = ROOT / "src" / "ludens" / "adventure" / "stories"
SOURCES = ROOT / "stories"
LIBRARY = Path("/usr/share/inform6/library")


@dataclass(frozen=True)
class Story:
    """One story of the house: where it lies and what it promises."""

    name: str
    suffix: str
    max_score: int

    @property
    def compiled(self) -> Path:
        return COMPILED / f"{self.name}{self.suffix}"

    @property
    def walkthrough(self) -> list[str]:
        text = (SOURCES / f"{self.name}.walkthrough").read_text(encoding="utf-8")
        lines = (line.split("#")[0].strip() for line in text.splitlines())
        return [line for line in lines if line]


MIDDLE = Story("four_parts_copper", ".z5", 100)
LONG = Story("lastwell", ".z8", 200)
STORIES = [MIDDLE, LONG]

# Words that end, save or record a game; a shaken story is played, not filed.
FILING = frozenset(
    {
        *("quit", "q", "die", "restart", "restore", "save", "verify"),
        *("script", "noscript", "unscript", "transcript", "recording", "replay"),
        *("undo", "oops", "o", "again", "g", "full", "fullscore"),
    }
)
DIRECTIONS = ("n", "s", "e", "w", "ne", "nw", "se", "sw", "u", "d", "in", "out")


class Play:
    """A story being played, with the transcript of what it answered."""

    def __init__(self, story: Story, seed: int = 1) -> None:
        from jericho import FrotzEnv

        self._env = FrotzEnv(str(story.compiled), seed=seed)
        self.opening: str = self._env.reset()[0]
        self.answers: list[str] = []

    def __call__(self, command: str) -> str:
        answer: str = self._env.step(command)[0]
        self.answers.append(answer)
        return answer

    def all(self, commands: Iterable[str]) -> str:
        """Type the commands; return the last answer."""
        answer = ""
        for command in commands:
            answer = self(command)
        return answer

    def until(self, commands: Iterable[str], last: str) -> str:
        """Type the commands up to and with the first that is `last`."""
        for command in commands:
            answer = self(command)
            if command == last:
                return answer
        raise AssertionError(f"{last!r} is not among the commands")

    @property
    def dictionary(self) -> list[tuple[str, bool, bool]]:
        """Each word with whether it is a verb and whether a preposition."""
        return [(w.word, w.is_verb, w.is_prep) for w in self._env.get_dictionary()]

    def snapshot(self) -> object:
        return self._env.get_state()

    def restore(self, snapshot: object) -> None:
        self._env.set_state(snapshot)

    @property
    def score(self) -> int:
        """What the story says when asked (asking takes no turn)."""
        here = self.snapshot()
        answer = self._env.step("score")[0]
        self.restore(here)
        told = re.search(r"scored (-?\d+) out of", answer)
        assert told, answer
        return int(told.group(1))

    @property
    def ended(self) -> bool:
        """The machine has stopped, or the story asks what to do after its end."""
        over = bool(self._env.game_over() or self._env.victory())
        return over or bool(self.answers and "Would you like to RESTART" in self.answers[-1])

    def close(self) -> None:
        self._env.close()


@pytest.fixture
def middle() -> Iterator[Play]:
    play = Play(MIDDLE)
    yield play
    play.close()


@pytest.fixture
def long() -> Iterator[Play]:
    play = Play(LONG)
    yield play
    play.close()


def final_score(answer: str) -> tuple[int, int]:
    """The score a story tells at its end, and its maximum."""
    told = re.search(r"you scored (-?\d+) out of a possible (\d+)", answer)
    assert told, answer
    return int(told.group(1)), int(told.group(2))


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
@pytest.mark.parametrize("seed", [1, 2, 77])
def test_the_walkthrough_wins_every_point_whatever_the_seed(story: Story, seed: int) -> None:
    play = Play(story, seed)
    ending = play.all(story.walkthrough)
    assert "*** You have won ***" in ending
    assert final_score(ending) == (story.max_score, story.max_score)
    assert not any("You can't see any such thing" in answer for answer in play.answers)


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
def test_the_packaged_story_is_what_its_source_compiles_to(story: Story, tmp_path: Path) -> None:
    if shutil.which("inform6") is None or not LIBRARY.is_dir():
        pytest.skip("the Inform 6 compiler and library are not installed (apt: inform6-compiler)")
    built = tmp_path / story.compiled.name
    subprocess.run(
        ["inform6", f"+include_path={LIBRARY}", f"{story.name}.inf", str(built)],
        cwd=SOURCES,
        check=True,
        capture_output=True,
    )
    assert built.read_bytes() == story.compiled.read_bytes()


def shake(story: Story, commands: int, seed: int) -> None:
    """Play at random, from random points of the walkthrough, with the story's own words.

    Raises AssertionError when the story reports an error of its own or says nothing at all.
    """
    rng = random.Random(seed)
    play = Play(story)
    words = [w for w in play.dictionary if w[0] not in FILING]
    verbs = [word for word, is_verb, _ in words if is_verb]
    links = [word for word, _, is_prep in words if is_prep]
    nouns = [w for w, is_verb, is_prep in words if not is_verb and not is_prep and w.isalpha()]
    places = [play.snapshot()]
    for command in story.walkthrough:
        play(command)
        if play.ended:
            break
        places.append(play.snapshot())
    typed = 0
    while typed < commands:
        play.restore(rng.choice(places))
        seen = play("look") + play("inventory")
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
            answer = play(command)
            typed += 1
            assert "Programming error" not in answer, (command, answer)
            assert "** Library error" not in answer, (command, answer)
            assert answer.strip(), command
            seen = (seen + answer)[-3000:]
            if play.ended or typed >= commands:
                break
    play.close()


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
def test_no_command_breaks_a_story(story: Story) -> None:
    shake(story, commands=1500, seed=3)


@pytest.mark.long
@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
def test_no_command_breaks_a_story_in_twenty_thousand(story: Story) -> None:
    shake(story, commands=20_000, seed=5)


# ---- Four Parts Copper --------------------------------------------------------------------------


def test_the_thimble_can_be_traded_away_and_bought_back(middle: Play) -> None:
    play = middle
    play.until(MIDDLE.walkthrough, last="ask marl about honey")
    assert "bar of tin" in play("give thimble to marl")
    assert "gives you back your mother's thimble" in play("give honeycomb to marl")
    assert "silver thimble" in play("inventory")


def test_the_tap_stays_shut_until_the_silver_is_in(middle: Play) -> None:
    play = middle
    steps = MIDDLE.walkthrough
    play.all(steps[: steps.index("put thimble in crucible")])
    assert "Silver last" in play("pull tap")
    play("put thimble in crucible")
    assert "Full to the lip" in play("pull tap")


def test_nothing_can_be_dropped_where_it_could_not_be_found_again(middle: Play) -> None:
    play = middle
    play.until(MIDDLE.walkthrough, last="take hoof pick")
    play("put out lamp")
    assert "You keep hold of it" in play("drop mine key")
    assert "mine key" in play("inventory")


def test_only_the_pony_finds_the_road_in_the_fog(middle: Play) -> None:
    play = middle
    steps = MIDDLE.walkthrough
    play.all(steps[: steps.index("give apple to cinder")])
    lost = play.all(["east", "south", "west", "north", "north"])
    assert "there is no road, only grey" in lost
    assert "Pass Gate" in play("look")


def test_the_chute_goes_one_way_and_the_world_stays_whole(middle: Play) -> None:
    play = middle
    play.until(MIDDLE.walkthrough, last="slide down")
    assert "come back" in play("up")
    play.all(["open door", "west", "north", "north", "north", "north"])
    assert "Chute Head" in play("look")


def test_an_apple_that_is_eaten_is_followed_by_another(middle: Play) -> None:
    play = middle
    play.all(["east", "east", "take apple", "eat apple"])
    assert "windfall apple" in play("look")


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.name)
def test_a_number_in_a_command_does_not_stop_the_machine(story: Story) -> None:
    """Library 6.12.6 halts the Z-machine at "put one in the box"; our stories guard against it."""
    play = Play(story)
    for command in ["put one in bag", "put 2 on floor", "take three", "drop one in me"]:
        play(command)
    assert not play.ended
    assert play("look").strip()


# ---- Lastwell -----------------------------------------------------------------------------------

TO_THE_MARKET = ["take spade", "east", "east", "east", "east"]


def left_bright_in_the_market(play: Play) -> list[str]:
    """Dig up the brass pan, leave it lying, and return what each turn said until it is gone."""
    play.all([*TO_THE_MARKET, "dig brass"])
    answers = [play.answers[-1]]
    while "brass pan is gone" not in answers[-1]:
        answers.append(play("wait"))
        assert len(answers) < 60
    return answers


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_fox_is_seen_two_turns_before_she_steals(seed: int) -> None:
    answers = left_bright_in_the_market(Play(LONG, seed))
    assert "a small fox" in " ".join(answers[:-2])
    assert "looking at the brass pan" in answers[-2]


def test_what_the_fox_took_is_found_again_by_whoever_wins_her_over(long: Play) -> None:
    play = long
    left_bright_in_the_market(play)
    play.all(["north", "take salt", "south", "west", "west", "west", "west", "give salt to ibb"])
    play.all(["east", "east"])
    assert "begins to wash" in play("give cheese to fox")
    there = play.all(["east", "east", "east", "north", "north", "north", "north", "west"])
    assert "brass pan" in there
    assert "Taken" in play("take pan")


def test_a_burrow_whose_fox_is_not_won_over_keeps_what_it_has(long: Play) -> None:
    play = long
    play.all([*TO_THE_MARKET, "east", "north", "north", "north", "north", "west"])
    assert "Lone Acacia" in play("look")
    assert "won over" in play("look in burrow")
    assert "comb" not in play("look")


def test_the_wind_opens_one_house_and_buries_the_other(long: Play) -> None:
    play = long
    steps = LONG.walkthrough
    play.all(steps[: steps.index("turn wheel")])
    play.all(["down", "down", "down", "west", "west"])
    assert "somewhere under that drift" in play("southeast")
    play.all(["north", "south", "east", "east", "up", "up", "up", "turn wheel"])
    play.all(["down", "down", "down", "west", "west"])
    assert "under a drift" in play("north")
    assert "Stepwell" in play("southeast")


def test_the_red_wind_warns_and_then_kills_whoever_stays_out(long: Play) -> None:
    play = long
    play.all(["east", "east"])
    told = ""
    while not play.ended:
        told += play("wait")
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


def test_any_roof_is_enough_in_the_red_wind_and_the_world_is_changed_by_it(long: Play) -> None:
    play = long
    play.all(["east", "east", "north"])
    told = ""
    while "The red wind has gone over" not in told:
        told = play("wait")
        assert not play.ended
    assert "that way is gone" in play.all(["south", "east"])
    assert "Granary Roof" in play.all(["south", "south"])


def test_the_gate_is_not_opened_while_there_is_no_way_out(long: Play) -> None:
    play = long
    play.until(LONG.walkthrough, last="fill lamp")
    play.all(
        ["light lamp", "down", "east", "east", "east", "up", "untie rope", "west", "drop rope"]
    )
    play.all(["east"])
    assert "a rope tied to it" in play("down")
    play.all(["west", "west", "up", "up", "up", "northwest", "west", "west", "west", "west"])
    play.all(["down", "east", "east", "east", "east", "south", "take warden's key"])
    play.all(["unlock padlock with warden's key", "put wheel on spindle"])
    assert "opening your own grave" in play("turn wheel")


def opened_gate(play: Play) -> None:
    """Play up to the moment when the gate has just been lifted."""
    steps = LONG.walkthrough
    play.all(steps[: steps.index("put wheel on spindle") + 2])
    assert "It is time you were elsewhere" in play.answers[-1]


def test_whoever_lingers_below_drowns_after_being_told(long: Play) -> None:
    play = long
    opened_gate(play)
    told = ""
    while not play.ended:
        told += play("wait")
    warnings = ["at your knees", "at your thighs"]
    assert all(warning in told for warning in warnings)
    assert "You have died" in told


def test_what_is_left_below_comes_out_at_the_trough(long: Play) -> None:
    play = long
    opened_gate(play)
    play.all(["drop warden's key", "north", "west", "up"])
    play.all(["wait"] * 6)
    play.all(["west", "west", "up", "up", "up", "northwest", "west", "west", "west", "west"])
    assert "warden's key" in play("look")


def test_the_lamp_burns_down_and_the_jar_runs_dry_but_there_is_always_fat(long: Play) -> None:
    play = long
    for filling in ["two fillings left", "one filling left", "last of the oil", "mutton fat"]:
        play("light lamp")
        burned = [play("wait") for _ in range(62)]
        assert any("gutters" in answer for answer in burned)
        assert filling in play("fill lamp")


def test_only_the_way_back_can_be_found_in_the_dark(long: Play) -> None:
    play = long
    steps = LONG.walkthrough
    play.all(steps[: steps.index("tie rope to ring")])
    play.all(["put out lamp", "west"])
    assert "grope your way west" in play("east")
    assert "Darkness" in play("west")
    play.all(["up", "up"])
    assert "Stepwell Landing" in play("look")


def test_large_things_must_be_carried_in_the_hands(long: Play) -> None:
    play = long
    play("take spade")
    assert "too big for the satchel" in play("put spade in satchel")
    play.all(["east", "east", "east", "south", "west", "take crank", "take jug"])
    play.all(["east", "east", "east", "push vat", "light lamp", "down"])
    assert "carrying too many things" in play("take cloth")
