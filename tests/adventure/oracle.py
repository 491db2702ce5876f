"""An oracle behind the OpenAI wire: knows a story's walkthrough, and of the play only its prompts.

For the player it finds the place in the walkthrough from what the briefing says (room, score, the
last commands) and goes on from there; the other roles get a sensible answer of their shape.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from random import Random

from adventure.playthrough import Playthrough, walkthrough
from llm.servers.replies import Answer, Asked, Hang, Reply

ROLES = {
    "You play interactive fiction": "player",
    "You judge commands": "critic",
    "You are the strategist": "puzzle_agent",
    "You judge what a text": "judge",
    "You keep the notes": "keeper",
}
_COMMAND = re.compile(r"^> (.*?)(?:   \[.*\])?$", re.MULTILINE)
_ROOM = re.compile(r"^You are in: (.*?)(?: \(dark\))?$", re.MULTILINE)
_SCORE = re.compile(r"^=== Now: turn .*?, score (-?\d+)", re.MULTILINE)


def role_of(asked: Asked) -> str:
    """Return who asks, by the rules it sends."""
    found = next((role for begins, role in ROLES.items() if begins in asked.system), None)
    if found is not None:
        return found
    properties = (asked.schema or {}).get("properties", {})
    return "item_reader" if "items" in properties else "map_reader"


@dataclass
class Oracle:
    """Answers every role of the company well."""

    story: str
    foresees: int = 3
    """Commands of the walkthrough that a plan has."""
    calls: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # The senses may LOOK between two commands, so a LOOK tells nothing of the place.
        self.commands = [command for command in walkthrough(self.story) if command != "look"]
        play = Playthrough(self.story)
        self.before = []
        for command in self.commands:
            self.before.append((play.room, play.score))
            play.do(command)

    def __call__(self, asked: Asked) -> Answer:
        role = role_of(asked)
        self.calls[role] = self.calls.get(role, 0) + 1
        return Reply(json.dumps(self.answer(role, asked)))

    def answer(self, role: str, asked: Asked) -> dict[str, object]:
        text = asked.messages[-1][1]
        match role:
            case "player" if "You see the transcript so far" in asked.system:
                said = [command for who, command in asked.messages if who == "assistant"]
                place = min(len(said), len(self.commands) - 1)
                return {"reasoning": "It comes next.", "command": self.commands[place]}
            case "player":
                told = "\n".join(words for who, words in asked.messages if who == "user")
                steps = self.next_steps(told, text)
                return {"reasoning": "It comes next.", "goal": "", "notes": None, "steps": steps}
            case "critic":
                return {"reason": "It makes sense here.", "score": 0.9}
            case "puzzle_agent":
                return {"puzzles": [], "ideas": [], "abandon": []}
            case "judge":
                return {"reason": "Play goes on.", "quote": "", "verdict": "normal"}
            case "keeper":
                return {"lines": ["What is needed lies elsewhere."]}
            case "item_reader":
                return {"items": []}
        return {"exits": [], "closed": [], "carried_by": None}

    def next_steps(self, told: str, now: str) -> list[str]:
        """Return what the walkthrough does next, as far as the prompt tells the place."""
        room = self._found(_ROOM, now)
        score = self._found(_SCORE, now)
        recent = [c for c in _COMMAND.findall(told) if c != "look"]
        best, fit = 0, (-1, -1, -1)
        for place, (where, points) in enumerate(self.before):
            aligned = 0
            while aligned < min(place, len(recent)) and (
                recent[-1 - aligned] == self.commands[place - 1 - aligned]
            ):
                aligned += 1
            here = int(where.lower() == room.lower())
            same = int(score == "" or str(points) == score)
            if (aligned, here + same, here) > fit:
                best, fit = place, (aligned, here + same, here)
        where = self.before[best][0]
        back = [] if where.lower() == room.lower() else [f"go to {where}"]
        return [*back, *self.commands[best : best + self.foresees]]

    @staticmethod
    def _found(pattern: re.Pattern[str], text: str) -> str:
        found = pattern.search(text)
        return found.group(1).strip() if found else ""


@dataclass
class Wretch:
    """Answers badly: a fifth each of broken JSON, refusals, nonsense, silence, and sense."""

    oracle: Oracle
    dice: Random = field(default_factory=lambda: Random(7))

    def __call__(self, asked: Asked) -> Answer:
        match self.dice.randrange(5):
            case 0:
                return Reply('{"reasoning": "so", "comm')
            case 1:
                return Reply("I cannot help with that.", finish="refusal")
            case 2:
                nonsense = self.dice.choice(
                    ["\x07\n\nquit\nsave", "x" * 5000, "save", "purloin everything", "🜂 frob"]
                )
                return Reply(json.dumps({"reasoning": "why not", "steps": [nonsense]}))
            case 3:
                return Hang()
        return self.oracle(asked)
