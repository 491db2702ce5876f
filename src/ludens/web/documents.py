"""The documents of the API, for its validation, its description and the page's types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, WithJsonSchema

from ludens.episode.control import RequestKind
from ludens.llm.settings import OnModelFailure

Turn = Annotated[int, Field(ge=0, le=2**31 - 1)]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1)]
MOST_FILE_BYTES = 16_000_000
"""The largest file that a form takes: a story in its Blorb, or a book."""
MOST_FILE_LETTERS = (MOST_FILE_BYTES + 2) // 3 * 4
"""The same in base64."""
Seed = Annotated[int, Field(ge=0, le=2**63 - 1)]
"""What a database keeps in eight bytes."""
AskedSeed = Annotated[
    Any, WithJsonSchema(TypeAdapter(Seed | None).json_schema()), Field(title="Seed")
]
"""A seed as it was sent: it is read beside the settings, so that all that is wrong is told."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


class Trouble(_Document):
    """Why a request was not done: one line that says what to do."""

    error: str
    fields: dict[str, str] = {}
    """What is wrong with each field or setting, by its dotted name."""


class EpisodeCard(_Document):
    """An episode as a list shows it."""

    id: str
    game: str
    subject: str
    title: str
    """The name that people know the subject by."""
    model: str
    """Who plays or played it, by name, with commas between."""
    seed: str
    """In decimal: larger than what JavaScript's numbers hold."""
    status: str
    """`playing`, `held` (playing, and waiting for a person), `paused` or `ended`."""
    outcome: str | None
    reason: str | None
    turns: int
    last_seq: int
    score: int | None
    max_score: int | None
    place: str | None
    rooms: int | None
    items: int | None
    perception: str | None
    searches: bool
    """Whether commands are tried on copies of the story before one is typed."""
    parent: str | None
    parent_turn: int | None
    created: float
    """Seconds since 1970, UTC; so is `updated`."""
    updated: float
    seconds: float
    """Wall time played, all runs together."""
    calls: int
    answered: int
    """Calls of those that were answered."""
    away: int
    """Turns of an adventure in which the player's model could not be had, and rules played."""
    tokens: int
    cost: str | None
    """US dollars of the priced calls, in decimal."""
    winner: str | None
    """Of a table that is over: `town`, `mafia`, `alone` or `nobody`."""
    suite: str | None
    """The suite that played it."""
    variant: str | None
    """With which of the suite's settings."""
    tags: list[str]
    """Words that people gave it."""
    sparkline: list[tuple[int, float]]
    """Turn and score at a few points, for a small line."""


class EpisodeList(_Document):
    """Episodes that match a search."""

    episodes: list[EpisodeCard]
    total: int
    """How many match, on all pages."""
    damaged: int
    """How many of the store cannot be read and are not listed."""
    models: list[str]
    """Who played any episode of the store; so are the suites and the tags."""
    suites: list[str]
    tags: list[str]


class Relative(_Document):
    """An episode in the tree of forks that another one belongs to."""

    id: str
    parent: str | None
    parent_turn: int | None
    model: str
    created: float
    """Seconds since 1970."""
    turns: int
    score: int | None
    status: str
    outcome: str | None


class ViewerDocument(_Document):
    """Somebody as whom an episode may be looked at."""

    name: str
    """For `?view=`: `public`, `viewer`, `analysis` or `seat:N`."""
    label: str


class UnusedSetting(_Document):
    """A setting of an imported episode that does not hold when it is played on here."""

    setting: str
    theirs: str
    ours: str


class ImportedDocument(_Document):
    """What playing on an imported episode comes to, told before it is done."""

    unused: list[UnusedSetting]
    """Its servers, keys, folders and the like: the person's own are used instead."""
    models: list[str]
    """Whom it asks, at the person's expense."""
    refused: str | None
    """Why the person's own configuration cannot play it."""


class EpisodeDocument(_Document):
    """One episode."""

    card: EpisodeCard
    settings: dict[str, Any]
    """As in force now; nothing in it is a secret."""
    family: list[Relative]
    """Everything that was forked from the same beginning, itself included; alone if nothing was."""
    trouble: str | None
    """What the process that this server started for it said when it failed."""
    left: bool
    """Whether that was a model that could not be had: rules may play instead."""
    starting: bool
    """Whether a process was started for it that plays nothing yet."""
    viewers: list[ViewerDocument]
    """As whom it may be looked at as it stands, the default first."""
    imported: ImportedDocument | None
    """Null for what was played here, and for whoever may not see everything."""


class EventDocument(_Document):
    """One line of a log."""

    seq: int
    turn: int
    time: float
    type: str
    data: dict[str, Any]


class EventPage(_Document):
    """Lines of a log, in order."""

    events: list[EventDocument]
    next_seq: int | None
    """Where the next page begins; null when this was the end of the log."""


class StateDocument(_Document):
    """An episode as it was after a turn."""

    turn: int
    headline: dict[str, Any]
    state: dict[str, Any]
    events: list[EventDocument]
    """What happened in the turn."""


class Found(_Document):
    """A turn in which something was found."""

    turn: int
    excerpt: str
    pane: Literal["story", "mind"]
    """Where it stands: with what was said and done, or with what was thought of it."""


class SearchResult(_Document):
    """Where words occur in an episode."""

    found: list[Found]
    next_turn: int | None
    """From which turn on to look for more; null where all has been looked through."""


class StoryChoice(_Document):
    """A story that a new episode can play."""

    name: str
    title: str
    blurb: str


class ModelChoice(_Document):
    """A model that can be named."""

    name: str
    ready: bool
    """Its package is installed and its key is there."""
    note: str


class HouseDocument(_Document):
    """What this server has and allows."""

    version: str
    read_only: bool
    games: list[str]
    stories: list[StoryChoice]
    tales: list[StoryChoice]
    """Tales that a game can be played inside of."""
    models: list[ModelChoice]
    pictures: bool
    """Whether the hooks draw rooms; `speech` whether they speak turns into files."""
    speech: bool
    most_file_bytes: int
    """The largest file that a form takes."""
    settings: dict[str, Any]
    """What a new episode is played with unless told otherwise: limits, llm.models, each game's."""
    settings_schema: dict[str, Any]
    """JSON Schema of what a form may set."""


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Changes(_Request):
    """Settings that differ; each section as in `ludens.toml`."""

    limits: dict[str, Any] = {}
    game: dict[str, Any] = {}
    """The game's own section: `adventure`, `mafia`, ..."""
    models: dict[str, Any] = {}
    """`llm.models`: who plays which role; `default` is for all."""
    on_model_failure: OnModelFailure | None = None
    """`llm.on_model_failure`: who plays where a model cannot be had."""


class NewEpisodeRequest(_Request):
    """A new episode."""

    game: Annotated[str, Field(max_length=32)] = "adventure"
    subject: dict[str, Any] = {}
    """What it is about, as its game has it: for an adventure a `StorySource`."""
    seed: AskedSeed = None
    settings: Changes = Changes()
    hold: bool = False
    """Wait for a person before the first decision."""
    by_hand: bool = False
    """A person plays it from the beginning: it is held, and listed as theirs."""


class HintDocument(_Document):
    """What the company would do now."""

    command: str
    reasoning: str
    episode: str | None
    """The fork in which a model was asked, with the tag `hint`; null where none was."""


class TagsRequest(_Request):
    """Words that people give to an episode."""

    tags: Annotated[
        list[Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]],
        Field(max_length=20),
    ]


class ForkRequest(_Request):
    """A new episode that shares another's turns up to one of them."""

    turn: Turn
    seed: AskedSeed = None
    settings: Changes = Changes()
    hold: bool = False


class ControlRequest(_Request):
    """Something asked of a running episode. If nobody plays it, somebody begins to."""

    kind: RequestKind
    decision: dict[str, Any] = {}
    """What a person decided, as the game has it: for an adventure `{"command": "open door"}`."""
    settings: Changes = Changes()
    """Laid over the episode's when it goes on; for one that nobody plays. A limit that ended it
    must be raised."""
    now: bool = False
    """Wait for no model that is being asked: the turn in hand is dropped and played again. Only a
    game that this server has begun can be told so."""


class Accepted(_Document):
    """A request was taken down; the live messages tell what comes of it."""

    episode: str
