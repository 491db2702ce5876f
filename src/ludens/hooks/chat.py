"""Summaries of a game for a channel of Slack or Discord, by an incoming webhook.

The webhook's address is a secret: whoever has it can post. It is read from the environment or
.env and is in no setting, so it is never on the record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import Any, ClassVar

from ludens.episode.hooks import Hook, Moment
from ludens.hooks.background import Background
from ludens.hooks.outside import TIMEOUT_SECONDS, ask, checked_url, need_http, secret


class ChatHook(Hook, ABC):
    """Posts how the game stands every few turns, and when it is won, lost or over."""

    variable: ClassVar[str]
    """Where the webhook's address is, unless the options name another variable."""

    def __init__(
        self, every: int = 25, variable: str | None = None, timeout: float = TIMEOUT_SECONDS
    ) -> None:
        """Post every `every` turns (0: only what matters); `timeout` is in seconds."""
        if every < 0:
            raise ValueError(f"every is a number of turns from 0, not {every}")
        need_http()
        name = variable or self.variable
        self._url = checked_url(secret(name), name)
        self._every, self._timeout = every, timeout
        self._work = Background(type(self).__name__)

    @abstractmethod
    def payload(self, text: str) -> dict[str, Any]:
        """Return the message as the service wants it."""

    def on_turn_end(self, moment: Moment) -> None:
        """Post how the game stands, now and then."""
        if self._every and moment.turn and moment.turn % self._every == 0:
            self._post(summary(moment))

    def on_death(self, moment: Moment) -> None:
        """Post that somebody died."""
        self._post(f"{summary(moment)} · a death")

    def on_victory(self, moment: Moment) -> None:
        """Post that the game is won."""
        self._post(f"{summary(moment)} · won")

    def on_episode_end(self, moment: Moment) -> Awaitable[None]:
        """Post how it ended, and wait a little for what is still to be posted."""
        reason = getattr(moment.event, "reason", "")
        self._post(f"{summary(moment)} · over{f': {reason}' if reason else ''}")
        return self._work.finish_beside()

    def _post(self, text: str) -> None:
        body = self.payload(text)
        stopping = self._work.stopping
        self._work.add(
            lambda: _sent(ask(self._url, body, timeout=self._timeout, stopping=stopping))
        )


class Slack(ChatHook):
    """Posts to a channel of Slack."""

    variable = "LUDENS_SLACK_WEBHOOK"

    def payload(self, text: str) -> dict[str, Any]:
        """Return Slack's form: three characters are escaped, so a story pings nobody."""
        for plain, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            text = text.replace(plain, escaped)
        return {"text": text}


class Discord(ChatHook):
    """Posts to a channel of Discord."""

    variable = "LUDENS_DISCORD_WEBHOOK"
    LONGEST = 2000
    """Characters of a message."""

    def payload(self, text: str) -> dict[str, Any]:
        """Return Discord's form: nobody is pinged, whatever a story says."""
        return {"content": text[: self.LONGEST], "allowed_mentions": {"parse": []}}


def summary(moment: Moment) -> str:
    """Return how the game stands, in one line."""
    line = dict(moment.headline)
    score, highest = line.pop("score", None), line.pop("max_score", None)
    parts = [f"{moment.game}: {moment.subject} ({moment.episode})", f"turn {moment.turn}"]
    if score is not None:
        parts.append(f"score {score}/{highest}" if highest else f"score {score}")
    parts += [
        f"{name.replace('_', ' ')} {value}"
        for name, value in line.items()
        if isinstance(value, int | str) and value != "" and not isinstance(value, bool)
    ]
    if moment.used.cost is not None:
        parts.append(f"${moment.used.cost:.4f}")
    return " · ".join(parts)


def _sent(_answer: bytes) -> None:
    """Services answer `ok` or nothing; a refusal has raised."""
