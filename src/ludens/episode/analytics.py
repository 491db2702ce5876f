"""A hook that writes one line a turn to a JSONL or CSV file, for spreadsheets and notebooks."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import IO, Any, Literal

from ludens.episode.hooks import Hook, Moment

COLUMNS = ("episode", "game", "subject", "turn", "events")


class Analytics(Hook):
    """Writes `FOLDER/EPISODE.jsonl` or `.csv`: a row a turn with the headline's values.

    A resumed episode goes on in the same file. The CSV's columns are those of the first turn it
    writes; what a later turn adds goes into the JSONL form only.
    """

    def __init__(self, folder: str = "analytics", form: Literal["jsonl", "csv"] = "jsonl") -> None:
        if form not in ("jsonl", "csv"):
            raise ValueError(f"form is jsonl or csv, not {form!r}")
        self._folder = Path(folder)
        self._format = form
        self._file: IO[str] | None = None
        self._columns: list[str] = []

    def on_turn_end(self, moment: Moment) -> None:
        """Write the turn's row."""
        row: dict[str, Any] = {
            "episode": moment.episode,
            "game": moment.game,
            "subject": moment.subject,
            "turn": moment.turn,
            "events": len(moment.events),
            **moment.headline,
        }
        file = self._file or self._open(moment, row)
        if self._format == "jsonl":
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        else:
            csv.DictWriter(file, self._columns, extrasaction="ignore").writerow(row)
        file.flush()

    def on_episode_end(self, moment: Moment) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, moment: Moment, row: dict[str, Any]) -> IO[str]:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{moment.episode}.{self._format}"
        if path.exists() and path.stat().st_size and self._format == "csv":
            with path.open(newline="", encoding="utf-8") as old:
                self._columns = next(csv.reader(old))
            new = False
        else:
            self._columns = list(row)
            new = True
        self._file = path.open("a", newline="", encoding="utf-8")
        if new and self._format == "csv":
            csv.DictWriter(self._file, self._columns).writeheader()
        return self._file
