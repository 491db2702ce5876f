"""`ludens book`: a game inside a book."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperGroup

from ludens.bench.lineups import chosen_players
from ludens.cli.console import err, out, write_data
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    SetOption,
    StoreOption,
    assignments,
    end_with,
    opened_store,
    play_episode,
    print_json,
    settings_in_force,
    without_none,
)
from ludens.cli.story_person import TerminalPlayer
from ludens.cli.story_view import StoryView
from ludens.cli.summary import summary
from ludens.cli.terminal import counted, print_hints, to_go_on, to_see_calls
from ludens.episode.calls import seconds_of_calls, usage
from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.history import read_events, state_at
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.writing import write_file
from ludens.games import new_story
from ludens.settings import Settings
from ludens.story.cast.cards import Card, Cards, card_of
from ludens.story.cast.portrait import Portraits
from ludens.story.casting import cache_folder, open_world
from ludens.story.corpus.book import Book
from ludens.story.game import Story
from ludens.story.library import find_book
from ludens.story.referee.prompts import judge_prompt
from ludens.story.referee.replies import judge_answer
from ludens.story.referee.support import Compared
from ludens.story.referee.verdict import Verdict
from ludens.story.retrieval.choice import chosen_embedder
from ludens.story.retrieval.embedding import TokenEmbedder
from ludens.story.settings import Embeddings
from ludens.story.state import turn_response
from ludens.story.world import World


class _CorpusOrCommand(TyperGroup):
    """Takes `ludens book BOOK` for `ludens book play BOOK`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `play` before what is no command of its own."""
        if not args or (args[0] not in self.commands and args[0] not in {"-h", "--help"}):
            args = ["play", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_CorpusOrCommand, no_args_is_help=False)

CorpusArgument = Annotated[
    str | None,
    typer.Argument(
        help="A text (.txt .md .html .epub .pdf .docx .odt .fb2), a folder, or a bundled tale."
    ),
]
EmbeddingsOption = Annotated[
    Embeddings | None,
    typer.Option("--embeddings", help="What compares by meaning: auto, none, minilm, server."),
]
InOption = Annotated[Path, typer.Option("--in", help="JSON lines; - for standard input.")]
OutOption = Annotated[
    str | None,
    typer.Option("--out", metavar="PATH", help="JSON lines; default: the screen."),
]


@app.callback()
def story() -> None:
    """Play inside a book; or use the parts that referee it."""


@app.command("play")
def play(
    corpus: CorpusArgument = None,
    model: Annotated[
        str | None, typer.Option("--model", help="Who plays: offline, random, or provider/model.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same game.")
    ] = None,
    say: Annotated[
        list[str] | None, typer.Option("--say", help="A prompt to give; may be given again.")
    ] = None,
    visitor: Annotated[
        bool, typer.Option("--visitor", help="Let a visitor ask by itself.")
    ] = False,
    max_turns: Annotated[
        int | None, typer.Option("--max-turns", min=1, help="End the game after this many turns.")
    ] = None,
    embeddings: EmbeddingsOption = None,
    sets: SetOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Step into a book and play: the default of `ludens book`."""
    flags: dict[str, Any] = {
        "limits": {"turns": max_turns or (12 if visitor else None)},
        "story": {
            "script": tuple(say) if say else None,
            "embeddings": embeddings,
            "visitor": visitor or None,
        },
    }
    flags = merged(without_none(flags), chosen_players("story", model))
    flags = merged(flags, assignments(sets))
    settings = settings_in_force(flags, store=store, config=config)
    new = new_story(settings, corpus, seed=seed)
    with opened_store(settings) as opened, opened.entered(new) as row:
        watch_story(opened, settings, row, json=json)


def watch_story(
    store: Store,
    settings: Settings,
    row: EpisodeRow,
    *,
    changes: dict[str, Any] | None = None,
    json: bool,
    control: Control | None = None,
) -> None:
    """Play in front of the user: the conversation, or one JSON object.

    A game that the page controls asks nobody at the terminal.
    """
    shown = StoryView(out)
    played = merged(row.settings, changes or {}).get("story", {})
    alone = played.get("visitor") or played.get("script") or control is not None
    person = None if alone else TerminalPlayer(err if json else out, shown)
    if json:
        row = play_episode(
            store, settings, row, changes=changes, game=Story(person), control=control
        )
        print_json(story_summary(store, row))
        end_with(row)
        return
    if row.last_seq >= 0:
        shown.catch_up(event for _, event in read_events(store, Story(), row))
    game = Story(person, on_text=shown.stream, on_phase=shown.phase)
    row = play_episode(
        store, settings, row, changes=changes, game=game, hooks=(shown,), control=control
    )
    out.print(Text(f"\nEpisode {row.id}, {counted(row.turns, 'turn')}.", "dim"))
    asked = to_see_calls(row, usage(store, row.id))
    print_hints(
        out, (*to_go_on(row), *asked, (f"export {row.id} --format transcript", "read it whole"))
    )
    end_with(row)


def story_summary(store: Store, row: EpisodeRow) -> dict[str, Any]:
    """Return what `ludens book --json` prints: the episode, and its last turn."""
    common = summary(store, row)
    if row.last_seq < 0:
        return common
    state = state_at(store, Story(), row, row.turns)
    seconds = seconds_of_calls(store, row.id, row.turns)
    return {
        **{key: common[key] for key in common if key not in {"score", "rooms", "items"}},
        "title": state.title,
        "wins": state.wins,
        "losses": state.losses,
        "met": sorted(state.personas),
        "turn": turn_response(state, row.id, seconds) if state.exchanges else None,
    }


@app.command("index")
def index(
    corpus: CorpusArgument = None,
    embeddings: EmbeddingsOption = None,
    json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Read a corpus and keep its index, so that playing begins at once."""
    book, world = _opened(corpus, embeddings, config, loud=not json)
    embedder = world.retriever.embedder
    facts = {
        "title": book.title,
        "sha256": book.sha256,
        "words": book.words,
        "chapters": len(book.chapters),
        "passages": len(world.passages),
        "embedder": embedder.name if embedder is not None else None,
        "people": [person.name for person in world.people[:12]],
    }
    if json:
        print_json(facts)
        return
    for key, value in facts.items():
        shown = ", ".join(value) if isinstance(value, list) else value
        out.print(Text.assemble((f"{key:>9}  ", "dim"), str(shown)), soft_wrap=True)


@app.command("referee")
def referee(
    corpus: CorpusArgument,
    in_: InOption,
    out_: OutOption = None,
    embeddings: EmbeddingsOption = None,
    config: ConfigOption = None,
) -> None:
    """Referee prompts, {id, prompt} a line, against a corpus."""
    _, world = _opened(corpus, embeddings, config, loud=True)
    _write(
        (
            _line(each, judge_prompt(_text(each, "prompt"), world))
            for each in _lines(in_, ("id", "prompt"))
        ),
        out_,
    )


@app.command("check")
def check(
    in_: InOption,
    out_: OutOption = None,
    embeddings: EmbeddingsOption = None,
    config: ConfigOption = None,
) -> None:
    """Check answers against what they should stand on. A line each: {id, knowledge, answer}."""
    settings = settings_in_force({"story": {"embeddings": embeddings}}, config=config)
    embedder = chosen_embedder(settings.story)

    def judged(answer: str, text: str) -> Verdict:
        compared = None
        if isinstance(embedder, TokenEmbedder):
            compared = Compared(embedder, embedder.embed_words([text]))
        return judge_answer(answer, [text], compared=compared)

    _write(
        (
            _line(each, judged(_text(each, "answer"), _text(each, "knowledge")))
            for each in _lines(in_, ("id", "knowledge", "answer"))
        ),
        out_,
    )


@app.command("who")
def who(
    corpus: Annotated[str, typer.Argument(help="The corpus.")],
    name: Annotated[str, typer.Argument(help="Somebody in it.")],
    json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show somebody in a corpus: words, traits, relations, places."""
    _, world = _opened(corpus, Embeddings.NONE, config, loud=False)
    persona = Portraits(world).draw(name)
    if json:
        print_json(
            {
                **persona.model_dump(mode="json"),
                "quotes": [
                    {
                        **line.model_dump(mode="json"),
                        "chapter_title": world.book.chapters[line.chapter].title,
                    }
                    for line in persona.quotes
                ],
            }
        )
        return
    out.print(Text(persona.name, "bold"))
    out.print(persona.speaking_style, style="dim")
    for trait in persona.traits[:4]:
        out.print(f"  {trait.text}")
    for line in persona.quotes[:12]:
        out.print(Text.assemble(("  “" + line.text + "”", "italic")))
    met = ", ".join(f"{r.name} ({r.passages})" for r in persona.relations)
    out.print(Text.assemble(("with  ", "dim"), met or "nobody"))


@app.command("edit")
def edit(
    corpus: Annotated[str, typer.Argument(help="The corpus.")],
    person: Annotated[str, typer.Argument(help="Somebody in it.")],
    name: Annotated[str, typer.Option("--name", help="What they are called.")] = "",
    alias: Annotated[
        list[str] | None, typer.Option("--alias", help="Another name; may be given again.")
    ] = None,
    background: Annotated[str, typer.Option("--background", help="Who they are.")] = "",
    config: ConfigOption = None,
) -> None:
    """Change somebody's card: it is kept with the book. With nothing to change, undo what was."""
    settings = settings_in_force({}, config=config)
    book, world = _opened(corpus, Embeddings.NONE, config, loud=False)
    found = Portraits(world).find(person).name
    cards = Cards(cache_folder(settings.story), book.sha256)
    was = card_of(found, world.cards)
    card = Card(of=was.of)
    if name or alias or background:
        card = Card(
            of=was.of,
            name=name or was.name,
            aliases=tuple(dict.fromkeys((*was.aliases, *(alias or ())))),
            background=background or was.background,
        )
    cards.keep(card)
    called = card.name or card.of
    also = f", also {', '.join(card.aliases)}" if card.aliases else ""
    out.print(f"{called}{also}{': ' * bool(card.background)}{card.background}")


def _opened(
    corpus: str | None, embeddings: Embeddings | None, config: Path | None, *, loud: bool
) -> tuple[Book, World]:
    settings = settings_in_force({"story": {"embeddings": embeddings}}, config=config)
    book = find_book(corpus)

    def progress(done: int, total: int) -> None:
        if loud and err.is_terminal:
            err.print(f"\rembedding {done}/{total}", end="" if done < total else "\n")

    return book, open_world(book, settings.story, progress)


def _lines(path: Path, keys: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON lines; raises LudensError naming the line.

    Empty lines are passed over, and so are fields that are not asked for. Everything is read
    before anything is judged, so that a mistake at the end costs nothing.
    """
    name = "standard input" if str(path) == "-" else str(path)
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise LudensError(f"{name} cannot be read: {error.strerror}") from error
    found = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            each = json_module.loads(line.decode("utf-8"))
        except UnicodeDecodeError:
            raise LudensError(f"{name}, line {number}: this is not UTF-8") from None
        except (ValueError, RecursionError):
            raise LudensError(f"{name}, line {number}: this is not JSON") from None
        if not isinstance(each, dict) or any(key not in each for key in keys):
            raise LudensError(f"{name}, line {number}: give an object with {', '.join(keys)}")
        for key in keys:
            if key != "id" and not _is_text(each[key]):
                raise LudensError(f"{name}, line {number}: {key} must be a text or a list of texts")
        found.append(each)
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(part, str) for part in value)
    )


def _text(each: dict[str, Any], key: str) -> str:
    value = each[key]
    return "\n".join(value) if isinstance(value, list) else str(value)


def _line(each: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
    return {
        "id": each["id"],
        "verdict": verdict.decision.value,
        "confidence": verdict.confidence,
        "score": round(verdict.score, 6),
        "ground": verdict.ground.value,
        "reason": verdict.reason,
        "passages": list(verdict.passages),
        "claims": [claim.model_dump(mode="json") for claim in verdict.claims],
    }


def _write(lines: Iterator[dict[str, Any]], path: str | None) -> None:
    if path is None and out.is_terminal:
        for line in lines:
            _print_verdict(line)
        return
    written = (json_module.dumps(line, ensure_ascii=False) for line in lines)
    if path is None or path == "-":
        write_data(written)
    else:
        write_file(written, path)


VERDICTS = {"approved": "green", "rejected": "red", "undecided": "yellow"}
"""The colour of each verdict on a terminal."""


def _print_verdict(line: dict[str, Any]) -> None:
    """Print a verdict to be read: what it is, and why."""
    verdict, confidence = line["verdict"], line["confidence"]
    out.print(
        Text.assemble((f"{line['id']}  "), (verdict, VERDICTS[verdict]), f" {confidence:.2f}")
    )
    out.print(Text(f"  {line['reason']}"))
    for claim in line["claims"]:
        out.print(Text(f"  {claim['decision']}: {claim['text']}", "dim"))
