"""Episodes as training data: chats for fine-tuning, decisions with rewards for learning by trying.

Two kinds of rows, both in the chat form that trainers read (`messages`; `prompt`, `completion`):

- `Chat`: a conversation, from its system message to its last reply;
- `Step`: one decision, what led to it, and what it brought.

Of a story the log itself tells both, whoever played: what the story said is the user, what was
typed the assistant. At a table and in a book they are the calls that a model answered, but for the
replies that the game refused: what was asked for again is no example. Rewards are the game's own:
points of a story (paid once for one act), 1 at the end of a table to whoever won, a turn of a book
won (1) or lost (-1).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import By, CommandChosen, TextObserved
from ludens.adventure.state import AdventureState
from ludens.episode.calls import calls_of
from ludens.episode.errors import TransferError
from ludens.episode.events import Event, ModelFailed, Outcome
from ludens.episode.history import read_events
from ludens.episode.store import EpisodeRow, Store
from ludens.games import game_of
from ludens.installing import install_command
from ludens.llm.calls import Call
from ludens.llm.errors import ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.schemas import schema_instruction
from ludens.mafia.events import GameDecided, ReplyRefused
from ludens.mafia.seating import seat_role
from ludens.story.events import TurnResult, TurnSettled

SYSTEM = (
    "You play interactive fiction: a story that answers typed commands. Reply with the next "
    "command, one line and nothing else. Get as far and score as many points as you can."
)
"""How the chat of a story begins."""
LONGEST_PROMPT = 24_000
"""Characters of a conversation that a step repeats, the newest: its length grows no further."""
SILENCE = "(The story says nothing.)"
"""Stands for an empty answer: a chat has no empty messages."""


class Message(BaseModel):
    """What one side says."""

    model_config = ConfigDict(frozen=True)

    role: str = Field(description="`system`, `user` or `assistant`.")
    content: str = Field(description="The words.")


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)

    episode: str = Field(description="The episode's id.")
    game: str = Field(description="`adventure`, `mafia` or `story`.")
    subject: str = Field(description="The story, the table or the book.")
    model: str = Field(description="Who played, as lists show it.")
    seed: int = Field(description="What the episode's dice come from.")
    perception: str | None = Field(description="`state` or `text`, of a story.")


class Chat(_Row):
    """A conversation: a whole story, or a question to an agent and what went on from it."""

    agent: str = Field(
        description="Whose conversation it is: of a story `player`; of a table `seat:0` and up, "
        "`narrator`; of a book the role that was asked, as `referee`."
    )
    turns: int = Field(description="Turns of the episode.")
    outcome: str | None = Field(
        description="How the episode ended: `victory`, `defeat`, `ended` (neither), `limit`, "
        "`stopped` (by a person) or `failed`; null while it has not."
    )
    score: float | None = Field(description="What it came to; null where there is no score.")
    max_score: float | None = Field(description="The most there is, where it is known.")
    total: float = Field(
        description="The sum of the agent's rewards in the episode; the same in all its rows."
    )
    messages: list[Message] = Field(description="The conversation.")


class Step(_Row):
    """One decision."""

    agent: str = Field(description="Who decided; named as in `chats`.")
    turn: int = Field(description="In which turn; several decisions may be of one.")
    prompt: list[Message] = Field(
        description="What led to it: the request as recorded; of a story, what the log tells."
    )
    completion: list[Message] = Field(description="The decision: one message of the assistant.")
    reward: float = Field(description="What it brought at once, in the game's own points.")
    to_go: float = Field(description="The sum of this reward and all that come after it.")
    done: bool = Field(description="Whether the game ended with it.")
    truncated: bool = Field(description="Whether it was cut there, by a limit or a person.")


KINDS: dict[str, type[_Row]] = {"chats": Chat, "steps": Step}
"""The rows that there are, by the name of their file or folder."""


def rows_of(store: Store, row: EpisodeRow) -> Iterator[Chat | Step]:
    """Yield the rows of an episode: its chats, then its steps."""
    told = _of_story(store, row) if row.game == "adventure" else _of_calls(store, row)
    for agent, system, decisions in told:
        yield from _chats(row, agent, system, decisions)
        yield from _steps(row, agent, system, decisions)


class _Decision(BaseModel):
    """A decision between reading the record and writing the rows."""

    turn: int
    before: list[Message]
    """What was said since the decision before it."""
    said: str
    reward: float = 0.0


_Told = Iterator[tuple[str, list[Message], list[_Decision]]]


def _of_story(store: Store, row: EpisodeRow) -> _Told:
    """Yield the player of a story with its decisions, read from the log."""
    game = game_of(row)
    state = AdventureState()
    decisions: list[_Decision] = []
    heard: list[str] = []
    for number, group in groupby(read_events(store, game, row), key=lambda pair: pair[0].turn):
        best = state.tally.best or 0
        state.turn = number
        made = len(decisions)
        for _, event in group:
            state.apply(event)
            if isinstance(event, TextObserved):
                heard.append(event.text.strip() or SILENCE)
            elif isinstance(event, CommandChosen) and event.by is not By.SENSES:
                before = [Message(role="user", content="\n\n".join(heard) or SILENCE)]
                decisions.append(_Decision(turn=number, before=before, said=event.command))
                heard = []
        if len(decisions) > made:
            decisions[-1].reward = float((state.tally.best or 0) - best)
    yield "player", [Message(role="system", content=SYSTEM)], decisions


def _of_calls(store: Store, row: EpisodeRow) -> _Told:
    """Yield every agent that a model played, with what it was asked and answered."""
    game = game_of(row)
    log = [(line.turn, event) for line, event in read_events(store, game, row)]
    rewards = list(_rewards(log))
    found: dict[str, list[_Decision]] = {}
    for turn, call in accepted(calls_of(store, row.id), log):
        if call.response is None:
            continue
        asked = _messages(call.request)
        decision = _Decision(turn=turn, before=asked, said=call.response.text)
        found.setdefault(call.agent, []).append(decision)
    for agent, decisions in sorted(found.items()):
        for turn, whose, reward in rewards:
            if whose is None or agent in whose:
                last = [each for each in decisions if each.turn <= turn][-1:]
                for decision in last:
                    decision.reward += reward
        yield agent, [], decisions


def accepted(
    calls: list[tuple[int, Call]], log: list[tuple[int, Event]]
) -> Iterator[tuple[int, Call]]:
    """Yield the calls whose replies the game took, with their turns.

    At a table a seat decides once in a turn, so as many of its replies as the log says were refused
    are the first. Elsewhere a refused reply is quoted by the next request; of the last one the log
    says that the model failed, but not which it was, so that none of the role's in that turn count.
    A turn that is not on the log took nothing.
    """
    played = {turn for turn, _ in log}
    refused: Counter[tuple[int, str]] = Counter()
    failed: set[tuple[int, str]] = set()
    for turn, event in log:
        match event:
            case ReplyRefused():
                refused[turn, seat_role(event.seat)] += 1
            case ModelFailed(kind=ErrorKind.INVALID):
                failed.add((turn, event.role))
    answers: dict[tuple[int, str], list[Call]] = {}
    for turn, call in calls:
        if call.is_answer and turn in played:
            answers.setdefault((turn, call.agent), []).append(call)
    for place, made in answers.items():
        if place in failed and place not in refused:
            continue
        left = made[refused[place] :]
        for number, call in enumerate(left):
            if call.error is None and not any(
                _asks_again(call, late) for late in left[number + 1 :]
            ):
                yield place[0], call


def _asks_again(call: Call, late: Call) -> bool:
    """Whether a call is the question of another one with a complaint about its reply."""
    if call.request.output is None or call.response is None:
        return False
    complaint = late.request.messages[-1].blocks[-1].text
    return call.request.followed_by(call.response.text, complaint).hash == late.request.hash


def _rewards(log: list[tuple[int, Event]]) -> Iterator[tuple[int, set[str] | None, float]]:
    """Yield rewards with their turn and to whom they go; None: to everybody who decided."""
    for turn, event in log:
        match event:
            case GameDecided() if event.winners:
                yield turn, {seat_role(seat) for seat in event.winners}, 1.0
            case TurnSettled(result=TurnResult.WON):
                yield turn, None, 1.0
            case TurnSettled(result=TurnResult.LOST):
                yield turn, None, -1.0


def _messages(request: LLMRequest) -> list[Message]:
    """Return what was sent, the shape of the reply in the words in which models are told it."""
    told = [block.text for block in request.system]
    if request.output is not None:
        told.append(schema_instruction(request.output.definition))
    system = "\n\n".join(told)
    rest = [
        Message(role=each.role.value, content="\n".join(block.text for block in each.blocks))
        for each in request.messages
    ]
    return [*([Message(role="system", content=system)] if system else []), *rest]


def _common(row: EpisodeRow) -> dict[str, Any]:
    return {
        "episode": row.id,
        "game": row.game,
        "subject": row.subject,
        "model": row.model,
        "seed": row.seed,
        "perception": row.headline.get("perception"),
    }


def _chats(
    row: EpisodeRow, agent: str, system: list[Message], decisions: list[_Decision]
) -> Iterator[Chat]:
    """Yield a row for each conversation."""
    total = sum(decision.reward for decision in decisions)
    for messages in _conversations(system, decisions):
        yield Chat(
            **_common(row),
            agent=agent,
            turns=row.turns,
            outcome=row.outcome.value if row.outcome else None,
            score=row.headline.get("score"),
            max_score=row.headline.get("max_score"),
            total=total,
            messages=messages,
        )


def _conversations(system: list[Message], decisions: list[_Decision]) -> Iterator[list[Message]]:
    """Yield conversations; a request that repeats the one before it and its reply continues it."""
    said: list[Message] = []
    for decision in decisions:
        answer = Message(role="assistant", content=decision.said)
        if system:  # a story: what was heard since
            said = [*(said or system), *decision.before, answer]
            continue
        if said and decision.before[: len(said)] != said:
            yield said
        said = [*decision.before, answer]
    if said:
        yield said


def _steps(
    row: EpisodeRow, agent: str, system: list[Message], decisions: list[_Decision]
) -> Iterator[Step]:
    """Yield a row for each decision; of a story, after the whole conversation before it."""
    to_go = sum(decision.reward for decision in decisions)
    said = list(system)
    has_ended = row.outcome is not None
    was_cut = row.outcome in (Outcome.LIMIT, Outcome.STOPPED)
    for decision in decisions:
        said = [*said, *decision.before] if system else decision.before
        answer = Message(role="assistant", content=decision.said)
        is_last = decision is decisions[-1]
        yield Step(
            **_common(row),
            agent=agent,
            turn=decision.turn,
            prompt=_newest(said),
            completion=[answer],
            reward=decision.reward,
            to_go=to_go,
            done=is_last and has_ended and not was_cut,
            truncated=is_last and was_cut,
        )
        to_go -= decision.reward
        said = [*said, answer]


def _newest(said: list[Message]) -> list[Message]:
    """Return a conversation's system message and the end of the rest."""
    head = [each for each in said[:1] if each.role == "system"]
    kept: list[Message] = []
    left = LONGEST_PROMPT
    for message in reversed(said[len(head) :]):
        left -= len(message.content)
        if kept and left < 0:
            break
        kept.append(message)
    if kept and kept[-1].role == "assistant" and len(kept) > 1:
        kept.pop()  # it begins with what was heard
    return [*head, *reversed(kept)]


def kind_of(row: Chat | Step) -> str:
    """Return the name of a row's kind."""
    return next(name for name, cls in KINDS.items() if isinstance(row, cls))


def as_lines(rows: Iterable[Chat | Step]) -> Iterator[str]:
    """Yield rows as JSON lines, each with its `kind`."""
    for row in rows:
        yield json.dumps({"kind": kind_of(row), **row.model_dump(mode="json")}, ensure_ascii=False)


def write_dataset(rows: Iterable[Chat | Step], folder: Path) -> dict[str, int]:
    """Write rows as a folder that `datasets.load_dataset` reads; return how many of each kind.

    Parquet is written by DuckDB. Raises TransferError.
    """
    try:
        import duckdb  # noqa: PLC0415 - an extra
    except ImportError:
        raise TransferError(f"Parquet needs DuckDB: {install_command('analytics')}") from None
    counts = dict.fromkeys(KINDS, 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        parts = {name: folder / f"{name}.jsonl.part" for name in KINDS}
        files = {name: part.open("w", encoding="utf-8") for name, part in parts.items()}
        for row in rows:
            kind = kind_of(row)
            files[kind].write(row.model_dump_json() + "\n")
            counts[kind] += 1
        for file in files.values():
            file.close()
        with duckdb.connect(":memory:") as database:
            for name, part in parts.items():
                into = folder / name / "train-00000-of-00001.parquet"
                into.parent.mkdir(exist_ok=True)
                database.execute(
                    "CREATE OR REPLACE TABLE rows AS SELECT * FROM read_json($part, "
                    "columns = $columns, format = 'newline_delimited', "
                    "maximum_object_size = 1073741824)",
                    {"part": str(part), "columns": columns(KINDS[name])},
                )
                quoted = str(into).replace("'", "''")
                database.execute(f"COPY rows TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")
                part.unlink()
        (folder / "README.md").write_text(card(counts), encoding="utf-8")
    except OSError as error:
        raise TransferError(f"{folder} cannot be written: {error.strerror}") from error
    return counts


_TYPES = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "array": "STRUCT(role VARCHAR, content VARCHAR)[]",
}


def columns(kind: type[BaseModel]) -> dict[str, str]:
    """Return the columns of a kind of rows with their types in SQL."""
    return {name: _TYPES[_plain_type(field)] for name, field in _fields(kind).items()}


def _fields(kind: type[BaseModel]) -> dict[str, dict[str, Any]]:
    fields: dict[str, dict[str, Any]] = kind.model_json_schema()["properties"]
    return fields


def _plain_type(field: dict[str, Any]) -> str:
    options = field.get("anyOf", [field])
    return next(str(each["type"]) for each in options if each["type"] != "null")


def schema_tables() -> str:
    """Return what every column means, as Markdown: it stands in the docs and in each data set."""
    parts = []
    for name, kind in KINDS.items():
        parts.append(f"### `{name}`\n\n{(kind.__doc__ or '').strip()}\n")
        parts.append("| column | type | what it is |\n|---|---|---|")
        for column, field in _fields(kind).items():
            type_ = _plain_type(field)
            shown = "list of {role, content}" if type_ == "array" else type_
            parts.append(f"| `{column}` | {shown} | {field['description']} |")
        parts.append("")
    return "\n".join(parts).strip() + "\n"


def card(counts: dict[str, int]) -> str:
    """Return a data set's README: how it is loaded, and what its columns are."""
    configs = "\n".join(
        f"- config_name: {name}\n  data_files: {name}/*.parquet{'  # empty' if not count else ''}"
        for name, count in counts.items()
    )
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    return (
        f"---\nconfigs:\n{configs}\n---\n# Episodes of Ludens\n\n{told}.\n\n"
        '    from datasets import load_dataset\n\n    load_dataset("FOLDER", "steps")\n\n'
        f"{schema_tables()}"
    )
