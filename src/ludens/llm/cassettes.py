"""Cassettes: what was asked and what came, to be played again with no provider."""

from __future__ import annotations

import difflib
import json
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict

from ludens.llm.base import BaseLLM, OnText, Wrapper
from ludens.llm.calls import Call, CallError
from ludens.llm.errors import CallFailedError, ErrorKind, LLMError
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse

LONGEST_DIFFERENCE = 40
"""Lines of a difference that are shown."""
LONGEST_LINE, SHOWN_BEFORE = 120, 20
"""Characters of a line that are shown, and of those before where two part."""


class Track(BaseModel):
    """One request and how it ended for the one who asked."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    request: LLMRequest
    response: LLMResponse | None = None
    error: CallError | None = None
    attempts: int = 1
    model: str = ""

    def play(self) -> LLMResponse:
        """Return the response, or raise the error."""
        if self.error is not None:
            failure = self.error.as_exception(self.model, self.response)
            failure.took(self.attempts)
            raise failure
        assert self.response is not None
        return self.response


class CassetteError(LLMError):
    """A cassette cannot be read."""


class CassetteMismatchError(LLMError):
    """A request is not on the cassette; `difference` compares it with the nearest one that is."""

    def __init__(self, request: LLMRequest, nearest: LLMRequest | None) -> None:
        self.request = request
        self.nearest = nearest
        who = f"of {request.agent} " if request.agent else ""
        if nearest is None:
            self.difference = ""
            super().__init__(
                f"the request {who}is not on the cassette, which has nothing left to play"
            )
            return
        self.difference = difference(nearest, request)
        super().__init__(
            f"the request {who}is not on the cassette; the nearest one has "
            f"{_where_they_part(nearest, request)}"
        )


class Cassette:
    """Requests with their outcomes, in the order in which they ended."""

    def __init__(self, tracks: Iterable[Track] = ()) -> None:
        self.tracks = list(tracks)
        self._unplayed: dict[str, deque[Track]] = defaultdict(deque)
        for track in self.tracks:
            self._unplayed[track.request.hash].append(track)

    @classmethod
    def from_turns(cls, turns: Iterable[Sequence[Call]]) -> Self:
        """Return the cassette of a recorded episode: the calls of each turn, in their order.

        The last attempt at a request is how it ended; a turn that was interrupted and resumed
        has both its halves. A request that was cancelled for good never ended.
        """
        tracks: list[Track] = []
        for calls in turns:
            ended: dict[tuple[str, int], list[Call]] = {}
            for call in calls:
                ended.setdefault((call.request_hash, call.occurrence), []).append(call)
            tracks += [
                _track(attempts)
                for attempts in ended.values()
                if attempts[-1].error is None or attempts[-1].error.kind is not ErrorKind.CANCELLED
            ]
        return cls(tracks)

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a cassette; raises CassetteError."""
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
            return cls(Track.model_validate_json(line) for line in lines)
        except (OSError, ValueError) as error:  # pydantic's is a ValueError, too
            raise CassetteError(f"{file} is no cassette: {str(error).splitlines()[0]}") from None

    def save(self, file: Path) -> None:
        """Write the cassette, one JSON object a line."""
        lines = [
            json.dumps(track.model_dump(mode="json", exclude_defaults=True), sort_keys=True)
            for track in self.tracks
        ]
        file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def add(self, track: Track) -> None:
        """Record one more outcome."""
        self.tracks.append(track)
        self._unplayed[track.request.hash].append(track)

    def take(self, request: LLMRequest) -> Track:
        """Return the next outcome of a request; raises CassetteMismatchError."""
        waiting = self._unplayed.get(request.hash)
        if not waiting:
            raise CassetteMismatchError(request, self._nearest(request))
        return waiting.popleft()

    @property
    def unplayed(self) -> int:
        """How many outcomes nobody has asked for."""
        return sum(map(len, self._unplayed.values()))

    def _nearest(self, request: LLMRequest) -> LLMRequest | None:
        lines = set(_readable(request))

        def likeness(other: LLMRequest) -> tuple[bool, float]:
            theirs = set(_readable(other))
            return other.agent == request.agent, len(lines & theirs) / len(lines | theirs)

        left = [track.request for tracks in self._unplayed.values() for track in tracks]
        return max(left, key=likeness, default=None)


class CassetteRecorder(Wrapper):
    """Records how each request ends, whatever happens inside."""

    def __init__(self, inner: BaseLLM, cassette: Cassette) -> None:
        super().__init__(inner)
        self.cassette = cassette

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return or raise as the model inside does."""
        try:
            response = await self.inner.complete(request, on_text=on_text)
        except CallFailedError as failure:
            self.cassette.add(
                Track(
                    request=request,
                    response=failure.response,
                    error=CallError.of(failure),
                    attempts=failure.attempts,
                    model=failure.model,
                )
            )
            raise
        self.cassette.add(Track(request=request, response=response))
        return response


class CassettePlayer(BaseLLM):
    """Plays a cassette: no provider, no network, no waiting."""

    def __init__(self, cassette: Cassette, *, name: str = "cassette/player") -> None:
        self.cassette = cassette
        self._name = name

    @property
    def name(self) -> str:
        """The name of the model that is played, as far as it is known."""
        return self._name

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        """Return or raise what was recorded; raises CassetteMismatchError when nothing was."""
        response = self.cassette.take(request).play()
        if on_text is not None:
            on_text(response.text)
        return response


def _track(attempts: Sequence[Call]) -> Track:
    """Return how a request ended: as the last attempt of its last series did."""
    first = max((i for i, call in enumerate(attempts) if call.attempt == 1), default=0)
    last, count = attempts[-1], len(attempts) - first
    response = last.response
    return Track(
        request=last.request,
        response=response.model_copy(update={"attempts": count}) if response else None,
        error=last.error,
        attempts=count,
        model=f"{last.provider}/{last.model}",
    )


def difference(recorded: LLMRequest, asked: LLMRequest) -> str:
    """Return how two requests differ, line by line, for a person."""
    lines = list(
        difflib.unified_diff(
            _readable(recorded), _readable(asked), "recorded", "asked", lineterm="", n=1
        )
    )
    if len(lines) > LONGEST_DIFFERENCE:
        left = len(lines) - LONGEST_DIFFERENCE
        lines = [*lines[:LONGEST_DIFFERENCE], f"… {left} more lines"]
    return "\n".join(lines)


def _where_they_part(recorded: LLMRequest, asked: LLMRequest) -> str:
    """Return in one line the first line that is another."""
    old, new = _readable(recorded), _readable(asked)
    pairs = zip_longest(old, new, fillvalue="")
    one, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    one, other = (text[max(0, same - SHOWN_BEFORE) :] for text in (one, other))
    return f"{one!r:.{LONGEST_LINE}} where this one has {other!r:.{LONGEST_LINE}}"


def _readable(request: LLMRequest) -> list[str]:
    """Return a request as lines: what it is asked with, then each text under its speaker."""
    sampling = request.sampling.model_dump(mode="json", exclude_none=True)
    lines = [f"agent: {request.agent}", *(f"{key}: {value}" for key, value in sampling.items())]
    if request.output is not None:
        shape = json.dumps(request.output.definition, sort_keys=True)
        lines += [f"output: {request.output.name}", f"schema: {shape}"]
    spoken = [("system", request.system), *((m.role.value, m.blocks) for m in request.messages)]
    for speaker, blocks in spoken:
        for block in blocks:
            lines.append(f"[{speaker}]{' (cache point)' if block.cache_point else ''}")
            lines += block.text.splitlines()
    return lines
