"""Episodes as a list shows them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import Float, case, cast, func, select

from ludens.adventure.agents.player import PLAYER
from ludens.adventure.hinting import TAG as HINT
from ludens.episode.calls import ASKED
from ludens.episode.control import is_held
from ludens.episode.events import EpisodeId, ModelFailed, ModelReturned, Outcome
from ludens.episode.keeping import AT_ONCE, tags_of
from ludens.episode.schema import call, episode, event
from ludens.episode.store import EpisodeRow, Store
from ludens.games import COMMA, GAMES, players_told
from ludens.llm.errors import ErrorKind
from ludens.web.documents import EpisodeCard, EpisodeList, Relative
from ludens.web.views.mafia.sealing import is_sealed, sealed_card
from ludens.web.views.registry import VIEWS, view_of

POINTS = 40
"""Points of a small line."""
REMEMBERED = 5000
"""Cards of episodes that do not change any more."""


class Sort(StrEnum):
    """How a list is ordered; the greatest or newest first."""

    NEWEST = "newest"
    SCORE = "score"
    TURNS = "turns"
    COST = "cost"


class Show(StrEnum):
    """Which episodes are listed."""

    ALL = "all"
    LIVE = "live"
    """Being played now."""
    OPEN = "open"
    """They can go on: playing, paused, or ended by a limit."""
    OVER = "over"
    """The game itself is over."""


@dataclass(slots=True)
class Cards:
    """Makes cards, and remembers those that cannot change."""

    store: Store
    _known: dict[tuple[str, float], EpisodeCard] = field(default_factory=dict)

    def page(
        self,
        *,
        game: str | None,
        words: str,
        model: str | None,
        suite: str | None,
        tag: str | None,
        show: Show,
        sort: Sort,
        limit: int,
        offset: int,
    ) -> EpisodeList:
        """Return one page of the episodes that match, and what can be chosen from."""
        every = self.of(self.store.found(select(episode)))
        wanted = words.casefold().split()
        cards = [
            card
            for card in every
            if game in (None, card.game)
            and (model is None or model in (card.model, *card.model.split(COMMA)))
            and suite in (None, card.suite)
            and (tag in card.tags if tag else HINT not in card.tags)
            and _is_shown(card, show)
            and all(word in text for text in [_told(card)] for word in wanted)
        ]
        cards.sort(key=lambda card: _rank(card, sort), reverse=True)
        return EpisodeList(
            episodes=cards[offset : offset + limit],
            total=len(cards),
            damaged=max(0, self._kept() - len(every)),
            models=sorted({name for card in every for name in card.model.split(COMMA)}),
            suites=sorted({card.suite for card in every if card.suite}),
            tags=sorted({name for card in every for name in card.tags}),
        )

    def _kept(self) -> int:
        """Return how many episodes the store has, also those that cannot be read."""
        with self.store.database.read() as connection:
            return connection.scalar(select(func.count()).select_from(episode)) or 0

    def family(self, row: EpisodeRow) -> list[Relative]:
        """Return everything that was forked from the same beginning, the oldest first.

        A hint's fork is listed only where somebody is in it, or went on from it.
        """
        root: EpisodeRow | None = row
        seen: dict[str, EpisodeRow] = {}
        while root is not None and root.id not in seen:
            seen[root.id] = root
            above = select(episode).where(episode.c.id == root.parent_id)
            root = next(iter(self.store.found(above)), None)
        waiting = list(seen)
        while waiting:
            below = select(episode).where(episode.c.parent_id.in_(waiting[:AT_ONCE]))
            waiting = waiting[AT_ONCE:]
            for found in self.store.found(below):
                if found.id not in seen:
                    seen[found.id] = found
                    waiting.append(found.id)
        cards = self.of(sorted(seen.values(), key=lambda each: (each.created, each.id)))
        gone_on = {row.id, *(card.parent for card in cards)}
        return [
            Relative.model_validate(card.model_dump(include=set(Relative.model_fields)))
            for card in cards
            if HINT not in card.tags or card.id in gone_on
        ]

    def of(self, rows: Sequence[EpisodeRow]) -> list[EpisodeCard]:
        """Return the cards of episodes, in their order."""
        new = [row for row in rows if (row.id, row.updated) not in self._known]
        lines = _sparklines(self.store, new)
        spent = _spent(self.store, new)
        away = _away(self.store, new)
        made = {
            row.id: self._card(row, lines.get(row.id, []), spent.get(row.id), away.get(row.id, 0))
            for row in new
        }
        tags = tags_of(self.store, [row.id for row in rows])
        cards = []
        for row in rows:
            card = made.get(row.id) or self._known[row.id, row.updated]
            if row.status != "playing" and row.id in made:
                self._remember(row, card)
            named = tags.get(row.id)
            cards.append(card.model_copy(update={"tags": named}) if named else card)
        return cards

    def _remember(self, row: EpisodeRow, card: EpisodeCard) -> None:
        if len(self._known) >= REMEMBERED:
            self._known.pop(next(iter(self._known)))
        if row.outcome is not None:
            self._known[row.id, row.updated] = card

    def _card(
        self,
        row: EpisodeRow,
        sparkline: list[tuple[int, float]],
        spent: tuple[int, int, int, float | None] | None,
        away: int,
    ) -> EpisodeCard:
        calls, answered, tokens, cost = spent or (0, 0, 0, None)
        head = row.headline
        suite, variant = suite_of(row)
        status = row.status
        if status == "playing" and is_held(self.store, row):
            status = "held"
        card = EpisodeCard(
            id=row.id,
            game=row.game,
            subject=row.subject,
            title=_title(row),
            model=COMMA.join(players_told(row)),
            seed=str(row.seed),
            status=status,
            outcome=row.outcome,
            reason=row.reason,
            turns=row.turns,
            last_seq=row.last_seq,
            score=head.get("score"),
            max_score=head.get("max_score"),
            place=head.get("place"),
            rooms=head.get("rooms"),
            items=head.get("items"),
            perception=head.get("perception"),
            searches=_searches(row),
            parent=row.parent_id,
            parent_turn=row.parent_turn,
            created=row.created,
            updated=row.updated,
            seconds=row.seconds,
            calls=calls,
            answered=answered,
            away=away,
            tokens=tokens,
            cost=f"{cost:.4f}" if cost is not None else None,
            winner=winner_of(row),
            tags=[],
            suite=suite,
            variant=variant,
            sparkline=sparkline,
        )
        return sealed_card(card) if is_sealed(row) else card


def _searches(row: EpisodeRow) -> bool:
    adventure = row.settings.get("adventure", {})
    return row.game == "adventure" and bool(adventure.get("search", {}).get("enabled"))


def _title(row: EpisodeRow) -> str:
    """Return the name that people know a subject by; of a tournament's game, what it is."""
    if (place := row.settings.get("tournament")) is not None:
        return f"Table of {len(place['models'])}"
    game = GAMES.get(row.game)
    return view_of(game).title(row.subject) if game else row.subject


def _told(card: EpisodeCard) -> str:
    """Return all that words are looked for in."""
    parts = (card.id, card.title, card.subject, card.model, card.reason, card.winner)
    of_suite = (card.suite, card.variant)
    return " ".join([*filter(None, parts + of_suite), *card.tags, card.seed]).casefold()


def _is_shown(card: EpisodeCard, show: Show) -> bool:
    can_go_on = card.outcome in (None, Outcome.LIMIT)
    return {
        Show.ALL: True,
        Show.LIVE: card.status in ("playing", "held"),
        Show.OPEN: can_go_on,
        Show.OVER: not can_go_on,
    }[show]


def winner_of(row: EpisodeRow) -> str | None:
    """Return who won a table that is over."""
    if row.game != "mafia" or row.outcome in (None, Outcome.LIMIT, Outcome.STOPPED):
        return None
    return row.headline.get("winner") or "nobody"


def suite_of(row: EpisodeRow) -> tuple[str | None, str | None]:
    """Return the suite or the tournament that an episode was played for, and its place in it."""
    if (suite := row.settings.get("bench")) is not None:
        return suite["suite"], suite["variant"]
    if (place := row.settings.get("tournament")) is not None:
        return place["name"], f"block {place['block']}, game {place['number']}"
    return None, None


def _rank(card: EpisodeCard, sort: Sort) -> tuple[float, float]:
    value = {
        Sort.NEWEST: card.created,
        Sort.SCORE: float(card.score) if card.score is not None else float("-inf"),
        Sort.TURNS: float(card.turns),
        Sort.COST: float(card.cost) if card.cost is not None else -1.0,
    }[sort]
    return value, card.created


def _sparklines(
    store: Store, rows: Iterable[EpisodeRow]
) -> dict[EpisodeId, list[tuple[int, float]]]:
    scoring = {name: view.scoring.type for name, view in VIEWS.items() if view.scoring}
    wanted = [row.id for row in rows if row.game in scoring]
    turns = {row.id: row.turns for row in rows}
    found: dict[EpisodeId, list[tuple[int, float]]] = {}
    with store.database.read() as connection:
        for start in range(0, len(wanted), 500):
            query = (
                select(event.c.episode_id, event.c.turn, event.c.data)
                .where(
                    event.c.type.in_(set(scoring.values())),
                    event.c.episode_id.in_(wanted[start : start + 500]),
                )
                .order_by(event.c.episode_id, event.c.seq)
            )
            for identity, turn, data in connection.execute(query):
                found.setdefault(identity, []).append((turn, float(json.loads(data)["score"])))
    return {
        identity: thinned([*points, (turns[identity], points[-1][1])])
        for identity, points in found.items()
    }


def thinned(points: list[tuple[int, float]], most: int = POINTS) -> list[tuple[int, float]]:
    """Return at most so many of the points, the first and the last among them."""
    if len(points) <= most:
        return points
    return [points[round(index * (len(points) - 1) / (most - 1))] for index in range(most)]


def _spent(
    store: Store, rows: Iterable[EpisodeRow]
) -> dict[EpisodeId, tuple[int, int, int, float | None]]:
    ids = [row.id for row in rows]
    found: dict[EpisodeId, tuple[int, int, int, float | None]] = {}
    with store.database.read() as connection:
        for start in range(0, len(ids), 500):
            query = (
                select(
                    call.c.episode_id,
                    func.count(),
                    func.sum(case((call.c.error.is_(None), 1), else_=0)),
                    func.coalesce(func.sum(call.c.input_tokens), 0)
                    + func.coalesce(func.sum(call.c.output_tokens), 0),
                    func.sum(cast(call.c.cost, Float)),
                )
                .where(call.c.episode_id.in_(ids[start : start + 500]))
                .where(call.c.inherited.is_(False), ASKED)
                .group_by(call.c.episode_id)
            )
            for identity, calls, answered, tokens, cost in connection.execute(query):
                found[identity] = (calls, int(answered), int(tokens), cost)
    return found


def _away(store: Store, rows: Iterable[EpisodeRow]) -> dict[EpisodeId, int]:
    """Return in how many turns of each adventure the player's model could not be had."""
    played = {row.id: row for row in rows if row.game == "adventure"}
    ids, found = list(played), dict.fromkeys(played, 0)
    since: dict[EpisodeId, int] = {}
    with store.database.read() as connection:
        for start in range(0, len(ids), 500):
            query = (
                select(event.c.episode_id, event.c.turn, event.c.type, event.c.data)
                .where(event.c.type.in_({ModelFailed.type, ModelReturned.type}))
                .where(event.c.episode_id.in_(ids[start : start + 500]))
                .order_by(event.c.episode_id, event.c.seq)
            )
            for identity, turn, kind, data in connection.execute(query):
                told = json.loads(data)
                if told["role"] != PLAYER:
                    continue
                if kind == ModelReturned.type:
                    found[identity] += turn - since.pop(identity, turn)
                elif ErrorKind(told["kind"]).is_reply:
                    found[identity] += 1
                else:
                    since.setdefault(identity, turn)
    for identity, turn in since.items():
        found[identity] += played[identity].turns - turn + 1
    return found
