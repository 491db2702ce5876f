"""The game read aloud, by espeak-ng here or by an endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Awaitable
from functools import partial
from pathlib import Path

from ludens.episode.hooks import Hook, Moment
from ludens.hooks.background import Background, OutsideError
from ludens.hooks.outside import ask, checked_url, need_http, secret

LONGEST_TEXT = 4096
"""Characters of a text that are spoken: what the OpenAI endpoint takes at once."""
FEW_WAITING = 4
"""Texts that may wait: speech that lags far behind the game is worth nothing."""


def sound_name(episode: str, turn: int) -> str:
    """Return the file's name of what was spoken in a turn."""
    return f"{episode}-{turn:05}.wav"


class Speech(Hook):
    """Speaks what the story or the table says, turn by turn.

    With `folder`, each turn becomes `FOLDER/EPISODE-TURN.wav` and nothing is heard. With `url`
    (such as https://api.openai.com/v1), the endpoint makes the sound, and a folder is needed.
    """

    def __init__(
        self,
        *,
        folder: str | None = None,
        voice: str | None = None,
        words_per_minute: int = 175,
        url: str | None = None,
        model: str = "gpt-4o-mini-tts",
        key_variable: str = "OPENAI_API_KEY",
        timeout: float = 60.0,
    ) -> None:
        """`voice` is a name that espeak-ng or the endpoint knows; `timeout` is seconds a text."""
        self._folder = None if folder is None else Path(folder)
        self._voice, self._speed, self._timeout, self._model = (
            voice,
            words_per_minute,
            timeout,
            model,
        )
        self._url: str | None = None
        if url is not None:
            if folder is None:
                raise ValueError("the endpoint's sound goes to files: give the option folder")
            need_http()
            self._url = checked_url(url, "url")
            self._key = secret(key_variable)
        elif shutil.which("espeak-ng") is None:
            raise ValueError("espeak-ng is not installed; install it, or give the option url")
        self._work = Background(type(self).__name__, waiting=FEW_WAITING if folder is None else 64)

    def on_turn_end(self, moment: Moment) -> None:
        """Speak the turn's texts."""
        text = "\n".join(
            told for event in moment.events if isinstance(told := getattr(event, "text", ""), str)
        ).strip()
        if text:
            name = sound_name(moment.episode, moment.turn)
            self._work.add(partial(self._speak, text[:LONGEST_TEXT], name))

    def on_episode_end(self, moment: Moment) -> Awaitable[None]:
        """Wait a little for what is still to be said."""
        return self._work.finish_beside()

    def _speak(self, text: str, name: str) -> None:
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        if self._url is not None and self._folder is not None:
            sound = ask(
                f"{self._url}/audio/speech",
                {
                    "model": self._model,
                    "voice": self._voice or "alloy",
                    "input": text,
                    "response_format": "wav",
                },
                headers={"Authorization": f"Bearer {self._key}"},
                timeout=self._timeout,
                stopping=self._work.stopping,
            )
            (self._folder / name).write_bytes(sound)
            return
        command = ["espeak-ng", "--stdin", "-s", str(self._speed)]
        if self._voice:
            command += ["-v", self._voice]
        draft = None if self._folder is None else self._folder / f"{name}.part"
        if draft is not None:
            command += ["-w", str(draft)]
        try:
            subprocess.run(
                command,
                input=text.encode(),
                capture_output=True,
                check=True,
                timeout=self._timeout,
            )
        except subprocess.TimeoutExpired:
            raise OutsideError(f"espeak-ng took longer than {self._timeout:g} s") from None
        except subprocess.CalledProcessError as error:
            told = error.stderr.decode(errors="replace").strip().splitlines()
            raise OutsideError(f"espeak-ng failed: {told[0] if told else 'no reason'}") from None
        if draft is not None and self._folder is not None:
            draft.replace(self._folder / name)  # whoever listens meanwhile gets no half of it
