"""Replies of a given shape: ask, read, and ask again with what was wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from types import FrameType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ludens.llm.errors import ErrorKind, ReplyError, StructuredReplyError
from ludens.llm.request import LLMRequest, OutputSchema
from ludens.llm.response import LLMResponse
from ludens.llm.thoughts import split_thoughts
from ludens.writable import writable_json

T = TypeVar("T", bound=BaseModel)

MOST_COMPLAINTS = 8
"""How many faults of one reply are told to the model."""

MOST_OPENINGS = 500
"""Braces and brackets of a reply that are looked at where they open nothing."""

MOST_READINGS = 8
"""How often the length of a reply is read in vain: one that opens within another is read again."""

MOST_REPAIRED = 30_000
"""Characters of a text whose JSON is repaired."""

MOST_LINES = 300
"""Lines of its program for each character after which a repair is given up: a reply that could be
repaired takes 70 to 95, others take them with the square of their length. They are counted, as no
clock decides the same when a reply is read again from the record."""

REPAIRED = "the reply was not valid JSON and was repaired"


class WrongShapeError(ValueError):
    """A text is not the JSON that was asked for; the message says why, for the model to read."""


@cache
def _shape(schema: type[BaseModel]) -> OutputSchema:
    """Return the schema of a class of replies, made once: of every question it is the same."""
    shape = OutputSchema.of(schema)
    _classes[id(shape)] = schema
    return shape


_classes: dict[int, type[BaseModel]] = {}
"""The class of replies by the schema that was made of it."""


def fault_of(response: LLMResponse, request: LLMRequest) -> str | None:
    """Return why a reply to a question of this process has not the shape; None if it has."""
    schema = _classes.get(id(request.output))
    if schema is None:
        return None
    try:
        read_json(response.text, schema)
    except WrongShapeError as error:
        return str(error)
    return None


async def complete_json(
    complete: Callable[[LLMRequest], Awaitable[LLMResponse]],
    request: LLMRequest,
    schema: type[T],
    *,
    retries: int,
) -> tuple[T, LLMResponse]:
    """Ask until the reply has the shape, at most 1 + `retries` times.

    Empty and truncated replies are asked for again like ill-formed ones; a refusal is not.
    """
    question = request.with_output(_shape(schema))
    spent: LLMResponse | None = None
    replies: list[str] = []
    fault = ""
    for _ in range(retries + 1):
        try:
            response = await complete(question)
        except ReplyError as error:
            spent = error.response.after(spent)
            if error.kind not in _ASK_AGAIN:
                error.response = spent
                error.attempts = spent.attempts
                raise
            response, fault = error.response, _ASK_AGAIN[error.kind]
        else:
            spent = response.after(spent)
            try:
                value, repaired = read_json(response.text, schema)
            except WrongShapeError as error:
                fault = str(error)
            else:
                notes = (*spent.notes, REPAIRED) if repaired else spent.notes
                return value, spent.model_copy(update={"notes": notes})
        replies.append(response.text)
        question = question.followed_by(response.text, _complaint(fault))
    assert spent is not None
    raise StructuredReplyError(
        f"no reply had the shape of {schema.__name__}: {fault}",
        response=spent,
        replies=tuple(replies),
    )


_ASK_AGAIN = {
    ErrorKind.EMPTY: "The reply was empty.",
    ErrorKind.TRUNCATED: "The reply was cut off at the token limit; it must be shorter.",
}


def _complaint(fault: str) -> str:
    return (
        f"That reply cannot be used. {fault}\nAnswer again with one JSON object and nothing else."
    )


def read_json(text: str, schema: type[T]) -> tuple[T, bool]:
    """Return the instance a text holds, and whether its JSON had to be repaired.

    Thoughts, prose or a code fence around the object do not matter; of several objects that have
    the shape the last one counts. Raises WrongShapeError.
    """
    try:
        return _read(text, schema)
    except RecursionError:
        raise WrongShapeError("It is nested too deeply.") from None


def _read(text: str, schema: type[T]) -> tuple[T, bool]:
    _, said = split_thoughts(text)
    found = [writable_json(value) for value in _objects(said)]
    for value in reversed(found):
        try:
            return schema.model_validate(value), False
        except ValidationError:
            continue
    repaired = _repaired(_outermost_object(said))
    if repaired is not None:
        try:
            return schema.model_validate(repaired), True
        except ValidationError as error:
            raise WrongShapeError(_faults(error)) from None
    raise WrongShapeError("It is not JSON: there is no object in it.")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of a text, in order; not those inside others."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    in_vain = read = 0
    while at >= 0 and in_vain < MOST_OPENINGS and read <= MOST_READINGS * len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError as error:
            read += getattr(error, "pos", len(text)) - at  # no place is told of a long number
            end = at + 1
            in_vain += 1
        else:
            yield value
        at = text.find("{", end)


def _outermost_object(text: str) -> str:
    start, end = text.find("{"), text.rfind("}")
    if start < 0:
        return text.strip()
    return text[start : end + 1] if end > start else text[start:]


def _repaired(text: str) -> Any:
    """Return what broken JSON most likely meant; None when it holds no object, or is no reply."""
    if "{" not in text or len(text) > MOST_REPAIRED:
        return None
    if text.count("{") + text.count("[") > MOST_OPENINGS:
        return None
    import json_repair  # noqa: PLC0415 - rarely needed, and slow to import

    try:
        found = _within(
            MOST_LINES * (len(text) + 10), "json_repair", lambda: json_repair.loads(text)
        )
    except ValueError:  # nested more deeply than it reads
        return None
    return writable_json(found) if isinstance(found, dict) and found else None


class _TooMuchWorkError(BaseException):
    """Some work took more lines than it may; no program's own `except Exception` stops it."""


def _within(lines: int, package: str, work: Callable[[], Any]) -> Any:
    """Return what some work returns; None if it executes more lines of a package.

    Others do not count: a signal's handler and what tidies memory come in between by chance.
    """
    left = lines

    def counted(frame: FrameType, _event: str, _what: Any) -> Callable[..., Any] | None:
        nonlocal left
        if not frame.f_globals.get("__name__", "").startswith(package):
            return None
        left -= 1
        if left < 0:
            raise _TooMuchWorkError
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        return work()
    except _TooMuchWorkError:
        return None
    finally:
        sys.settrace(before)


def _faults(error: ValidationError) -> str:
    lines = [
        f"{'.'.join(map(str, fault['loc'])) or 'the object'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False)[:MOST_COMPLAINTS]
    ]
    return "It does not have the right shape. " + "; ".join(lines) + "."
