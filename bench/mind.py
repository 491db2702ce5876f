"""A mind in the company beside the same mind with a bare transcript: points, calls, tokens, money.

Plays the same stories with the same seeds and the same model in each of the ways that are asked
for: `bare` (the plain transcript, one command a call) and the company with `autonomy` set to
`commands`, `plans` or `goals`. At turns 25, 50, 100 and 200 it prints the true points, the rooms,
the calls, and the tokens of the player's prompts with what they cost, at one table of prices, with
a prefix cache and without; then, for each company, its means beside the bare player's, story by
story and seed by seed paired, with bootstrap intervals.

    python bench/mind.py four_parts_copper --model anthropic/claude-opus-5-5 --turns 100
    python bench/mind.py STORY.z5 OTHER.z5 --players bare plans --seeds 1 2
    python bench/mind.py STORY --players plans --tries 6 --model compatible/some-model \\
        --base-url http://127.0.0.1:8080/v1 --patience 1800
    python bench/mind.py STORY --players bare plans --cassettes FOLDER
    python bench/mind.py --rows rows.jsonl --report

Any provider of the settings can play. So can whoever answers an OpenAI-compatible server by hand:
`--patience` is how many seconds a reply may take. One episode at a time is played; for several
minds run it several times, each with its own `--players`, `--base-url` and the same `--rows`.

`--store` keeps the episodes: the same command goes on with those that were interrupted and asks for
nothing twice. `--rows` keeps the figures, one episode a line. `--cassettes FOLDER` writes what was
asked and answered to FOLDER/STORY-PLAYER-SEED.jsonl, and plays from there what it finds there.

Tokens are estimated alike for all (UTF-8 bytes by 4, the shape of the reply included), and so are
caches: a prompt's tokens are served from the cache up to the last cache point that an earlier
prompt of the episode had too, from a floor of 1,024 tokens on. `billed` is what the provider
counted. The lesser roles have no model, unless `--roles all`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from playing.episode import Episode
from playing.truth import Truth, read, shown

from ludens.adventure.dialogue import NOT_YOURS
from ludens.adventure.events import CommandChosen
from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.plan import MAYBE, Plan, PlanEnded, PlanMade, Step, StepDone
from ludens.adventure.story_library import find_story
from ludens.adventure.world.map_events import RoomFound
from ludens.episode.calls import calls_of
from ludens.episode.errors import LudensError
from ludens.episode.events import Event
from ludens.episode.history import read_events
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.calls import Call
from ludens.llm.cassettes import Cassette
from ludens.llm.schemas import schema_instruction
from ludens.llm.tokens import estimate_tokens
from ludens.settings import load_settings

PLAYERS = ("bare", "commands", "plans", "goals")
MARKS = (25, 50, 100, 200)
FLOOR = 1024
"""Tokens that a prefix must have to be cached: that of most providers."""
RESAMPLES = 10_000
THIRD = 1 / 3
"""What a turn of the company is to cost, by the bare player's."""


@dataclass(frozen=True)
class Prices:
    """US dollars for a million tokens."""

    input: float
    output: float
    cached: float
    write: float


@dataclass(frozen=True)
class Wish:
    """What is to be played."""

    story: str
    player: str
    seed: int


@dataclass
class Mark:
    """What an episode has come to after so many turns."""

    turn: int
    points: int | None
    rooms: int
    calls: int
    input: int = 0
    cached: int = 0
    written: int = 0
    output: int = 0
    dear: float = 0.0
    """US dollars without a cache."""
    cheap: float = 0.0
    """US dollars with one."""
    billed: int = 0
    """Input tokens by the provider's own count."""
    billed_cached: int = 0


@dataclass(frozen=True)
class Row:
    """One episode."""

    story: str
    player: str
    seed: int
    model: str
    perception: str
    tries: int
    played: int
    most: int | None
    outcome: str
    by_rule: int
    """Turns that were played by rule because no answer came."""
    marks: tuple[Mark, ...]
    points_by_cost: tuple[tuple[float, int], ...] = ()
    """For each turn that raised the best score: the money spent until then and the score."""
    stops: int = 0
    """Plans that news stopped, and that were followed by another."""
    stops_in_vain: int = 0
    """Those of them whose follower began with the very step that came next."""
    search: int = 0
    """Steps of search over snapshots that the company was allowed."""

    @property
    def kind(self) -> str:
        """What is compared with the bare player: who plays, and how far they look ahead."""
        tries = f" tries {self.tries}" if self.tries else ""
        return f"{self.player}{tries}" + (f" search {self.search}" if self.search else "")


class Meter:
    """Counts the tokens of an episode's prompts, and what a prefix cache would serve of them."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.kept: set[str] = set()

    def count(self, mark: Mark, call: Call) -> None:
        """Add a call to a mark."""
        request, price = call.request, self.prices
        shape = request.output.definition if request.output is not None else None
        extra = estimate_tokens(schema_instruction(shape)) if shape is not None else 0
        texts = [block.text for block in request.system]
        texts += [block.text for message in request.messages for block in message.blocks]
        total = extra + sum(map(estimate_tokens, texts))
        points = [p for p in request.cache_points() if p.tokens + extra >= FLOOR]
        served = max((p.tokens for p in points if p.digest in self.kept), default=0)
        served += extra if served else 0
        stored = points[-1].tokens + extra if points else 0
        self.kept.update(p.digest for p in points)
        output = call.response.usage.output_tokens if call.response is not None else 0
        mark.calls += 1
        mark.input += total
        mark.cached += served
        mark.written += max(0, stored - served)
        mark.output += output
        fresh = total - served - max(0, stored - served)
        mark.dear += (total * price.input + output * price.output) / 1e6
        mark.cheap += (
            fresh * price.input
            + served * price.cached
            + max(0, stored - served) * price.write
            + output * price.output
        ) / 1e6
        if call.response is not None:
            mark.billed += call.response.usage.input_tokens
            mark.billed_cached += call.response.usage.cached_tokens


class Progress(Hook):
    """Says on standard error how far an episode is."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish

    def on_turn_end(self, moment: Moment) -> None:
        wish = self.wish
        line = f"{wish.story} {wish.player} seed {wish.seed}: turn {moment.turn}"
        print(line, file=sys.stderr, flush=True)


def settings_of(wish: Wish, options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of an episode."""
    bare = wish.player == "bare"
    player: dict[str, Any] = {"kind": "bare"} if bare else {"autonomy": wish.player}
    player["tries"] = options.tries
    given = json.loads(options.set)
    adventure = {
        "perception": options.perception,
        **given,
        "player": {**given.get("player", {}), **player},
    }
    provider = options.model.partition("/")[0]
    own: dict[str, Any] = {"base_url": options.base_url} if options.base_url else {}
    if options.patience:
        own |= {"deadline": options.patience, "silence": options.patience}
    return {
        "limits": {"turns": options.turns},
        "adventure": adventure,
        "llm": {
            "models": {"default" if options.roles == "all" else "player": options.model},
            "providers": {provider: own} if own else {},
            "on_model_failure": "pause",
        },
    }


def entered(store: Store, story: StoryFile, wish: Wish, options: argparse.Namespace) -> EpisodeRow:
    """Return the episode of a wish: the one that was begun, or a new one."""
    with tempfile.TemporaryDirectory() as folder:
        flags = settings_of(wish, options)
        loaded = load_settings(flags, environ=None, folder=Path(folder))
    settings = loaded.model_dump(mode="json", include={"limits", "adventure", "llm"})
    for row in store.episodes():
        same = (row.subject_hash, row.seed, row.model) == (story.sha256, wish.seed, options.model)
        if same and row.settings.get("adventure") == settings["adventure"]:
            return row
    new = NewEpisode(
        game="adventure",
        subject=story.name,
        subject_hash=story.sha256,
        subject_content=story.data,
        seed=wish.seed,
        model=options.model,
        settings=settings,
    )
    return Runner(store, Adventure()).create(new)


def played(store: Store, wish: Wish, options: argparse.Namespace) -> Row:
    """Play an episode to its end, or take it as it is, and measure it."""
    story = find_story(wish.story)
    row = entered(store, story, wish, options)
    file = _cassette_file(wish, options)
    cassette = Cassette.load(file) if file is not None and file.is_file() else None
    if row.outcome is None or (row.outcome == "limit" and row.turns < options.turns):
        hooks = Hooks.of([Progress(wish)] if options.verbose else [])
        runner = Runner(store, Adventure(), hooks=hooks, cassette=cassette)
        row = asyncio.run(runner.play(row, {"limits": {"turns": options.turns}}))
    if file is not None and cassette is None:
        calls = calls_of(store, row.id)
        turns = sorted({turn for turn, _ in calls})
        by_turn = ([call for at, call in calls if at == turn] for turn in turns)
        file.parent.mkdir(parents=True, exist_ok=True)
        Cassette.from_turns(by_turn).save(file)
    return measured(store, story, row, wish, options)


def _cassette_file(wish: Wish, options: argparse.Namespace) -> Path | None:
    if options.cassettes is None:
        return None
    name = f"{Path(wish.story).stem}-{wish.player}-{wish.seed}.jsonl"
    found: Path = options.cassettes / name
    return found


def measured(
    store: Store, story: StoryFile, row: EpisodeRow, wish: Wish, options: argparse.Namespace
) -> Row:
    """Return the figures of an episode."""
    truth = Truth.of(story)
    events = [(e.turn, e.type, json.loads(e.data)) for e in store.events(row.id)]
    scores = dict((read if truth.probe else shown)(Episode(story, store, row, events), truth))
    log = read_events(store, Adventure(), row)
    rooms = [line.turn for line, event in log if isinstance(event, RoomFound)]
    by_rule = sum("(In the place of the model" in _reasoning(event) for _, event in log)
    calls = [(turn, call) for turn, call in calls_of(store, row.id) if call.response is not None]
    meter, so_far = Meter(options.prices), Mark(0, None, 0, 0)
    marks: list[Mark] = []
    curve: list[tuple[float, int]] = []
    last, best = min(row.turns, options.turns), None
    for turn in range(last + 1):
        for _, call in (one for one in calls if one[0] == turn and one[1].agent == "player"):
            meter.count(so_far, call)
        score = scores.get(turn)
        if score is not None and (best is None or score > best):
            best = score
            curve.append((so_far.cheap, score))
        if turn in MARKS or turn == last:
            told = asdict(so_far) | {"turn": turn, "points": best}
            marks.append(Mark(**told | {"rooms": sum(found <= turn for found in rooms)}))
    return Row(
        story=Path(story.name).stem,
        player=wish.player,
        seed=wish.seed,
        model=options.model,
        perception=options.perception,
        tries=options.tries,
        played=row.turns,
        most=truth.most,
        outcome=row.outcome or "unfinished",
        by_rule=by_rule,
        marks=tuple(marks),
        points_by_cost=tuple(curve),
        search=_searched(row),
        **dict(zip(("stops", "stops_in_vain"), stops_of(event for _, event in log), strict=True)),
    )


def _searched(row: EpisodeRow) -> int:
    search = row.settings.get("adventure", {}).get("search", {})
    return int(search.get("budget", 0)) if search.get("enabled") else 0


def stops_of(events: Iterable[Event]) -> tuple[int, int]:
    """Return how many plans were stopped by news, and how many of them were merely typed again."""
    plan: Plan | None = None
    step, typed, stops, in_vain = 0, False, 0, 0
    rest: tuple[Step, ...] | None = None
    for event in events:
        match event:
            case PlanMade():
                if rest is not None:
                    stops += 1
                    following = event.plan.steps[0]
                    in_vain += bool(rest) and _plain(following) == _plain(rest[0])
                plan, step, typed, rest = event.plan, 0, False, None
            case CommandChosen():
                typed = event.plan is not None
            case StepDone():
                step, typed = event.step + 1, False
            case PlanEnded(done=False) if plan is not None and event.why not in NOT_YOURS:
                rest = plan.steps[step + typed :]
    return stops, in_vain


def _plain(step: Step) -> str:
    """Return a step as it is written, be it a long shot or not."""
    return str(step).removeprefix(MAYBE)


def _reasoning(event: object) -> str:
    return event.reasoning if isinstance(event, CommandChosen) else ""


def lines(row: Row) -> Iterator[str]:
    """Yield an episode's figures, a line a mark."""
    yield (
        f"{row.story} {row.kind} seed {row.seed} ({row.model}, {row.perception}): "
        f"{row.played} turns, {row.outcome}"
        + (f", {row.by_rule} by rule" if row.by_rule else "")
        + (f", {row.stops} stops, {row.stops_in_vain} of them in vain" if row.stops else "")
    )
    yield (
        "   turn  points  rooms  calls  a turn   input  cached  output   $ bare of cache  $ cached"
        "  $ a turn"
    )
    for mark in row.marks:
        points = "-" if mark.points is None else mark.points
        turns = max(1, mark.turn)
        share = mark.cached / max(1, mark.input)
        yield (
            f"  {mark.turn:5}  {points:>6}  {mark.rooms:5}  {mark.calls:5}  "
            f"{mark.calls / turns:6.2f}  {mark.input:6}  {share:6.0%}  {mark.output:6}  "
            f"{mark.dear:16.4f}  {mark.cheap:8.4f}  {mark.cheap / turns:8.5f}"
        )


def interval(values: Sequence[float]) -> str:
    """Return a mean with its bootstrap interval at 95 %."""
    dice = np.random.default_rng(0)
    drawn = dice.choice(np.array(values), (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return f"{statistics.mean(values):.2f} [{low:.2f}, {high:.2f}]"


def at(row: Row, turn: int) -> Mark | None:
    """Return the figures of a turn, or those of an episode that was over before."""
    found = next((mark for mark in row.marks if mark.turn == turn), None)
    ended = row.outcome not in ("unfinished", "limit") and row.marks and row.marks[-1].turn < turn
    return row.marks[-1] if found is None and ended else found


def report(rows: Sequence[Row], output: float) -> Iterator[str]:
    """Yield what each company comes to beside the bare player, in pairs of story and seed.

    `output` is the price of a million tokens that a model writes.
    """
    bare = {(row.story, row.seed, row.tries): row for row in rows if row.player == "bare"}
    for kind in sorted({row.kind for row in rows if row.player != "bare"}):
        its = [row for row in rows if row.kind == kind]
        keys = [(row, (row.story, row.seed, row.tries)) for row in its]
        pairs = [(row, bare[key]) for row, key in keys if key in bare]
        for turn in (*MARKS, *sorted({m.turn for row in rows for m in row.marks} - {*MARKS})):
            both = [(at(one, turn), at(other, turn)) for one, other in pairs]
            known = [(one, other) for one, other in both if one is not None and other is not None]
            if not known:
                continue
            yield f"{kind}, turn {turn}, {len(known)} pairs:"
            points = [((one.points or 0), (other.points or 0)) for one, other in known]
            mine, theirs = ([pair[side] for pair in points] for side in (0, 1))
            yield f"   points {interval(mine)}, bare {interval(theirs)}"
            yield f"   points by bare's {_ratio(points)}"
            asked = [one.calls / max(1, one.turn) for one, _ in known]
            yield f"   calls a turn {interval(asked)}"
            money = [(one.cheap, other.cheap) for one, other in known]
            yield f"   money, both cached, by bare's {_ratio(money)}"
            yield f"   money, none cached, by bare's {_ratio([(a.dear, b.dear) for a, b in known])}"
            yield f"   {_thinking(known, output)}"
        same = [found for one, other in pairs if (found := _for_the_same_money(one, other))]
        if same:
            yield f"{kind}: points for the money of the cheaper one, by bare's {_ratio(same)}"


def _ratio(pairs: Sequence[tuple[float, float]]) -> str:
    """Return the ratio of two sums with its bootstrap interval over the pairs."""
    values = np.array(pairs, dtype=float)
    if not values[:, 1].sum():
        return "- (bare has none)"
    dice = np.random.default_rng(0)
    drawn = values[dice.integers(0, len(values), (RESAMPLES, len(values)))].sum(axis=1)
    usable = drawn[drawn[:, 1] > 0]
    low, high = np.quantile(usable[:, 0] / usable[:, 1], (0.025, 0.975))
    one, other = values.sum(axis=0)
    return f"{one / other:.2f} [{low:.2f}, {high:.2f}]"


def _thinking(pairs: Sequence[tuple[Mark, Mark]], output: float) -> str:
    """Return from how much thinking on a turn of the company costs at most a third of a bare one's.

    Minds that answer by hand are billed for what they write alone. A model that reasons is billed
    for its reasoning too, as output, at each call.
    """
    mine, theirs = (sum(pair[side].cheap for pair in pairs) for side in (0, 1))
    asked, alone = (sum(pair[side].calls for pair in pairs) for side in (0, 1))
    over, saved = mine - theirs * THIRD, (alone * THIRD - asked) * output / 1e6
    if over <= 0:
        return "a third of the money, however little is thought"
    if saved <= 0:
        return "never a third of the money: too many calls"
    return f"a third of the money from {over / saved:.0f} tokens of thinking a call on"


def _for_the_same_money(one: Row, other: Row) -> tuple[float, float] | None:
    """Return both scores when each had spent what the cheaper one spent in all."""
    if not one.marks or not other.marks:
        return None
    money = min(one.marks[-1].cheap, other.marks[-1].cheap)
    return _score_for(one, money), _score_for(other, money)


def _score_for(row: Row, money: float) -> float:
    return max((score for spent, score in row.points_by_cost if spent <= money), default=0)


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a file, the last of each cell."""
    found: dict[tuple[Any, ...], Row] = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        plain = json.loads(text)
        plain["marks"] = tuple(Mark(**mark) for mark in plain["marks"])
        plain["points_by_cost"] = tuple((a, b) for a, b in plain["points_by_cost"])
        row = Row(**plain)
        found[row.story, row.kind, row.seed, row.model, row.perception] = row
    return list(found.values())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stories", nargs="*", help="files, or names of bundled stories")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=list(PLAYERS))
    parser.add_argument("--model", default="compatible/mind", help="provider/model")
    parser.add_argument("--base-url", help="the address of a server that is not its provider's own")
    parser.add_argument("--patience", type=float, help="seconds that a reply may take")
    parser.add_argument("--roles", choices=("player", "all"), default="player")
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--perception", choices=("state", "text"), default="state")
    parser.add_argument("--tries", type=int, default=0, help="commands that may be tried at once")
    parser.add_argument("--set", default="{}", help="JSON laid over the adventure's settings")
    parser.add_argument("--prices", type=float, nargs=4, default=[3.0, 15.0, 0.3, 3.75],
                        metavar=("INPUT", "OUTPUT", "CACHED", "WRITE"))  # fmt: skip
    parser.add_argument("--store", type=Path, help="where episodes are kept")
    parser.add_argument("--rows", type=Path, help="where figures are kept")
    parser.add_argument("--cassettes", type=Path, help="a folder of what was asked and answered")
    parser.add_argument("--report", action="store_true", help="only print what --rows has")
    parser.add_argument("--verbose", action="store_true", help="say each turn on standard error")
    options = parser.parse_args()
    options.prices = Prices(*options.prices)
    return options


def main() -> None:
    options = arguments()
    rows: list[Row] = []
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(options.store or Path(folder) / "store.db"))
        for story in [] if options.report else options.stories:
            for seed in options.seeds:
                for player in options.players:
                    try:
                        row = played(store, Wish(story, player, seed), options)
                    except LudensError as error:  # the others go on: this one can be taken up
                        failed += 1
                        said = " ".join(str(error).split())
                        print(f"{story} {player} seed {seed} failed: {said}", file=sys.stderr)
                        continue
                    rows.append(row)
                    if options.rows is not None:
                        with options.rows.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(asdict(row)) + "\n")
                    print(*lines(row), sep="\n", flush=True)
        store.close()
    if options.rows is not None:
        rows = read_rows(options.rows)
        if options.report:
            for row in rows:
                print(*lines(row), sep="\n")
    print(*report(rows, options.prices.output), sep="\n")
    if failed:
        again = "the same command goes on with them" if options.store else "keep them with --store"
        sys.exit(f"{failed} episodes failed: {again}.")


if __name__ == "__main__":
    main()
