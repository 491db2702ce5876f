"""What a model answers: a plan in a few fields, its steps as lines, read leniently.

A step is a line as one would type it, or one of the intents' sayings. Several commands in one line
become steps of their own, so that each is a turn that is read and mapped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from ludens.adventure.directions import direction_of
from ludens.adventure.interpreter.commands import LONGEST_COMMAND
from ludens.adventure.plan import ALL_AT_ONCE, GOING, NEXT, Intent, Step
from ludens.adventure.vocabulary import Named, Vocabulary
from ludens.adventure.world.belongings import heads

MOST_STEPS = 30
"""Steps of one reply; more than anybody foresees."""
MOST_CHOICES = 10
"""Commands of which the first that does something is wanted; each costs a turn."""
NOTES, GOAL = 1600, 240
"""Characters of the notes and of a goal that are kept and given back."""
ANEW = re.compile(r"^instead:\s*", re.IGNORECASE)
"""How notes begin that stand in the place of all before them."""

WAITING = re.compile(r"^wait (?:for|until) (.+)$", re.IGNORECASE)
TIMES = re.compile(r"^(\d{1,2}) times:? (.+)$", re.IGNORECASE)
REPEATING = re.compile(r"^repeat:? (.+?) until (.+)$", re.IGNORECASE)
PURSUING = re.compile(r"^pursue:? (.+)$", re.IGNORECASE)
MAYBE = re.compile(r"^(?:maybe|perhaps)[:,]? (.+)$", re.IGNORECASE)
GIVEN = re.compile(r"^if (?:it says:? )?(.+?): (.+)$", re.IGNORECASE)
NO_QUOTES = str.maketrans("", "", '"“”')
TRYING = re.compile(r"^try:\s*(.+)$", re.IGNORECASE)
CHOOSING = re.compile(r"^first of:\s*(.+)$", re.IGNORECASE)
ALONE = {
    "explore": Intent.EXPLORE,
    "look over": Intent.LOOK_OVER,
    "take all": Intent.TAKE_ALL,
    "take all that is worth it": Intent.TAKE_ALL,
    "take everything": Intent.TAKE_ALL,
}
"""The sayings of intents that stand alone."""
TAKE = "take"
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'(?!\w)')
PARTED = re.compile(r"\s*(?:[.;]\s+|;|,?\s+then\s+|\.(?=[a-z]))\s*", re.IGNORECASE)
"""What may part two commands of one line."""
NUMBERED = re.compile(r"^\s*(?:\d+[.)]|[-*>•])\s*")


def _as_lines(value: Any) -> Any:
    """Take steps as text, as objects of a step's own fields, or one alone."""
    if isinstance(value, str | dict):
        value = [value]
    if not isinstance(value, list | tuple):
        return value
    return tuple(_line(one) if isinstance(one, dict) else one for one in value)


def _line(step: dict[str, Any]) -> str:
    """Return the line that an object of a step's fields means."""
    command = next((step[k] for k in ("command", "step", "action", "cmd") if step.get(k)), "")
    if command:
        return str(command)
    try:
        return str(Step.model_validate({k: v for k, v in step.items() if v is not None}))
    except ValueError:
        return json.dumps(step)


def _bare_shape(shape: dict[str, Any]) -> None:
    """Leave out of a schema what the rules say, and make it the one that providers enforce.

    A model reads both at every call, and where they differed it read two.
    """
    shape.pop("description", None)
    shape.pop("title", None)
    fields = shape.get("properties", {})
    for field in fields.values():
        field.pop("title", None)
        field.pop("default", None)
    shape["required"], shape["additionalProperties"] = list(fields), False


class MindReply(BaseModel):
    """A player's plan; the prompt's rules say what its fields are."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", defer_build=True, json_schema_extra=_bare_shape
    )

    reasoning: str
    goal: str | None = None
    """The new goal; None: as it is."""
    notes: str | None = None
    """What is new to note; None: nothing."""
    steps: Annotated[tuple[str, ...], BeforeValidator(_as_lines)]

    @model_validator(mode="before")
    @classmethod
    def _take_other_words(cls, value: Any) -> Any:
        """Take a single `command`, and leave out nothing but what is not asked for."""
        if not isinstance(value, dict):
            return value
        found = dict(value)
        for other in ("command", "commands", "plan"):
            if not found.get("steps") and found.get(other):
                found["steps"] = found[other]
        found["reasoning"] = found.get("reasoning") or ""
        return found

    @model_validator(mode="after")
    def _says_something(self) -> MindReply:
        if not any(line.strip() for line in self.steps) and not self._has_an_aim():
            raise ValueError("give at least one step")
        return self

    def _has_an_aim(self) -> bool:
        """Tell whether there is something to do without a step."""
        return False


class GoalReply(MindReply):
    """A strategist's goal."""

    until: str | None = None
    """What ends it: `have THING`, `in ROOM`, `score`, or words of the story."""

    def _has_an_aim(self) -> bool:
        return bool((self.goal or "").strip())


def noted(before: str, new: str | None) -> str | None:
    """Return the notes with what is new; None where nothing is. The oldest lines go first."""
    new = (new or "").strip()
    if not new:
        return None
    anew = ANEW.match(new)
    lines = [] if anew is not None else before.splitlines()
    lines += new[anew.end() if anew is not None else 0 :].splitlines()
    kept = list(dict.fromkeys(line.strip() for line in lines if line.strip()))
    while len(kept) > 1 and sum(map(len, kept)) + len(kept) > NOTES:
        kept.pop(0)
    return "\n".join(kept)[:NOTES]


def are_full(notes: str) -> bool:
    """Tell whether one more line, as long as those that there are, takes the place of the first."""
    lines = notes.splitlines()
    return len(lines) > 1 and len(notes) * (len(lines) + 1) > NOTES * len(lines)


def steps_of(lines: Iterable[str], words: Vocabulary, *, tries: int = 0) -> tuple[Step, ...]:
    """Return the steps that the lines of a reply mean; none for lines that cannot be typed.

    `tries` is how many chains of commands a `try:` may name; 0: there is none, and it is left out.
    """
    found: list[Step] = []
    for line in lines:
        for part in line.splitlines():
            text = bare_line(part)
            times = TIMES.match(text)
            if times is not None:
                marks = "[,;]" if ":" in times[2] else "[,;|]"
                meant = [bare_line(one) for one in re.split(marks, times[2])]
                once = [
                    step.model_copy(update={"maybe": step.intent is Intent.TAKE_ALL or step.maybe})
                    for one in meant
                    if one
                    for step in _steps(one, words, tries)
                ]
                found += once * min(int(times[1]), MOST_STEPS)
            elif text:
                found += _steps(text, words, tries)
    return tuple(found[:MOST_STEPS])


def _steps(text: str, words: Vocabulary, tries: int) -> Iterator[Step]:
    given = ""
    answered = GIVEN.match(text)
    said = MAYBE.sub(r"\1", answered[2] if answered is not None else text)
    for pattern, intent, most in (
        (TRYING, Intent.TRY, tries),
        (CHOOSING, Intent.FIRST_OF, MOST_CHOICES),
    ):
        if (found := pattern.match(said)) is None:
            continue
        wanted = [MAYBE.sub(r"\1", bare_line(one)) for one in found[1].split("|")]
        if intent is Intent.TRY:
            usable = [chain for one in wanted if (chain := chained(one, words))]
        else:
            firsts = (next(iter(parted(one, words)), "") for one in wanted)  # each is a turn
            usable = [one for one in firsts if _can_be_typed(one)]
            known = [one for one in usable if "," in one or words.knows(one.split()[0].lower())]
            usable = known or usable  # of a trial, that costs no turn, the answer says why
        usable = usable[:most]
        if answered is not None:
            given = answered[1].translate(NO_QUOTES).strip()
        if usable:
            yield Step(intent=intent, target=" | ".join(usable), given=given)
        return
    for part in parted(text, words):
        command = part
        if (answered := GIVEN.match(part)) is not None:  # the rest of the line goes with it
            given, command = answered[1].translate(NO_QUOTES).strip(), answered[2]
        doubtful = MAYBE.match(command)
        text = doubtful[1] if doubtful is not None else command
        step = _intent(text)
        if step is not None:
            target = ALL_AT_ONCE if _is_at_once(step, words) else step.target
            yield step.model_copy(update={"target": target, "given": given})
        elif _can_be_typed(text):
            yield Step(command=text, maybe=doubtful is not None, given=given)


def in_its_words(step: Step, things: Iterable[Named], words: Vocabulary) -> Step:
    """Return a step that calls things as the story's parser does, where it would not know a name.

    "take scrap of paper", "take scrap": "take paper", where the parser has no word for a scrap, or
    the scrap's object has not that one. `things` are those that were met.
    """
    said = step.target if step.choices else step.command
    met = sorted(things, key=lambda one: len(one.name), reverse=True)
    for thing in met:
        if thing.name.lower() not in said.lower() or words.takes_name(thing):
            continue
        if " " not in thing.name and words.knows(thing.name):
            continue  # "it", "door": it may be meant of anything
        if called := words.called(thing):
            said = _renamed(said, thing.name, called)
    spoken = {word for word in re.findall(r"[a-z'-]+", said.lower()) if not words.knows(word)}
    for word in spoken:
        meant = [thing for thing in met if word in heads(thing.name)]
        if len({thing.name for thing in meant}) == 1 and (called := words.called(meant[0])):
            said = _renamed(said, word, called)
    return step.model_copy(update={"target" if step.choices else "command": said})


def _renamed(said: str, name: str, called: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", called, said, flags=re.IGNORECASE)


def _is_at_once(step: Step, words: Vocabulary) -> bool:
    return step.intent is Intent.TAKE_ALL and words.takes_all(TAKE)


def _intent(text: str) -> Step | None:
    plain = text.rstrip(" .!")
    alone = ALONE.get(plain.lower())
    if alone is not None:
        return Step(intent=alone)
    going = GOING.match(plain)
    if going is not None:
        way = direction_of(f"go {going[1]}")
        return Step(command=way) if way else Step(intent=Intent.GO_TO, target=going[1])
    waiting = WAITING.match(plain)
    if waiting is not None:
        return Step(intent=Intent.WAIT_FOR, target=waiting[1])
    repeating = REPEATING.match(plain)
    if repeating is not None and _can_be_typed(repeating[1]):
        return Step(command=repeating[1], until=repeating[2])
    pursuing = PURSUING.match(plain)
    return Step(intent=Intent.PURSUE, target=pursuing[1], most=20) if pursuing is not None else None


def parted(text: str, words: Vocabulary) -> list[str]:
    """Return the commands of one line: parted where a verb, a way or an intent follows.

    What stands in quotation marks is left whole, and so is a name with a full stop in it.
    """
    masked = QUOTED.sub(lambda found: "\x00" * len(found[0]), text)
    commands, start = [], 0
    for mark in PARTED.finditer(masked):
        rest = text[mark.end() :].strip()
        if rest and not _begins(rest, words):
            continue
        commands.append(text[start : mark.start()])
        start = mark.end()
    commands.append(text[start:])
    return [one.strip().rstrip(".").strip() for one in commands if one.strip(" .")]


def chained(text: str, words: Vocabulary) -> str:
    """Return the commands of a line that are tried one after another, as a step has them.

    A semicolon parts them, whatever follows. A comma does where a verb or a way stands on both
    sides of it: in "take lamp, sword" and "troll, go away" it does not.
    """
    commands: list[str] = []
    for part in (one for piece in text.split(NEXT) for one in parted(piece, words)):
        masked = QUOTED.sub(lambda found: "\x00" * len(found[0]), part)
        start = 0
        for at in [at for at, letter in enumerate(masked) if letter == ","]:
            before, after = part[start:at].strip(), part[at + 1 :].strip()
            if before and after and _begins(before, words) and _begins(after, words):
                commands.append(before)
                start = at + 1
        commands.append(part[start:].strip())
    return f"{NEXT} ".join(one for one in commands if _can_be_typed(one) and NEXT not in one)


def _begins(rest: str, words: Vocabulary) -> bool:
    """Tell whether a command begins with these words."""
    first = re.split(r"[\s,.;]", rest, maxsplit=1)[0].lower()
    if direction_of(first) is not None or words.any_verb(first) is not None:
        return True
    if MAYBE.match(rest) is not None or GIVEN.match(rest) is not None:
        return True
    return _intent(PARTED.split(rest, maxsplit=1)[0]) is not None


def bare_line(line: str) -> str:
    """Return a line without a prompt sign, a number, a bullet or quotes around it."""
    text = NUMBERED.sub("", line.replace("`", "")).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
    return text


def _can_be_typed(text: str) -> bool:
    return bool(text) and len(text) <= LONGEST_COMMAND and text.isprintable()
