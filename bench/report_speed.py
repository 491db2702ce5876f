"""How long a report of 10,000 episodes takes: reading, statistics, each format.

Plays a few real episodes, copies their rows until there are as many as asked for (each copy with
another seed, in four groups), gives each some model calls, times what `ludens bench report` does.
The bar is 10 s for 10,000 episodes, the slowest format but HTML, whose plots are timed beside it.

    python bench/report_speed.py [--episodes 10000] [--turns 50] [--calls 20] [--profile]
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import text

from ludens.bench.formats import Format, written
from ludens.bench.measures import measured
from ludens.bench.suite import Suite
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES

BAR = 10.0
GROUPS = (("offline", "plain"), ("offline", "bold"), ("random", "plain"), ("random", "bold"))


def fill(store: Store, episodes: int, turns: int, calls: int) -> None:
    for model, variant in GROUPS:
        suite = Suite.model_validate(
            {
                "name": "many",
                "seeds": [1],
                "models": [model],
                "variants": {variant: {}},
                "adventure": {"stories": ["four_parts_copper"]},
                "settings": {"limits": {"turns": turns}},
            }
        )
        cell = next(suite.cells())
        row = store.episode(store.create(cell.episode()))
        asyncio.run(Runner(store, GAMES["adventure"]).play(row))
        copy(store, row.id, episodes // len(GROUPS) - 1)
    answer = json.dumps({"text": "look", "model": "m"})
    with store.database.write() as connection:
        connection.execute(
            text(
                "INSERT INTO call (episode_id, turn, inherited, agent, provider, model,"
                " request_hash, occurrence, attempt, request, response, input_tokens,"
                " output_tokens, cached_tokens, cost, latency_ms, started)"
                " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :calls)"
                " SELECT id, i, 0, 'player', 'here', 'm', '0', 0, 1, '{}', :answer, 3000 + i, 60,"
                " 2500, '0.00125', 800.0, 1.0 FROM episode, n"
            ),
            {"calls": calls, "answer": answer},
        )


def copy(store: Store, identity: str, times: int) -> None:
    """Copy an episode's rows, each copy with a seed and a cell of its own."""
    copies = [{"new": f"{identity[:4]}{n:06d}", "seed": n + 2} for n in range(times)]
    with store.database.write() as connection:
        names = [c[1] for c in connection.execute(text("PRAGMA table_info(episode)"))]
        kept = [name for name in names if name not in {"id", "seed", "settings"}]
        connection.execute(
            text(
                f"INSERT INTO episode (id, seed, settings, {', '.join(kept)})"
                f" SELECT :new, :seed, json_set(settings, '$.bench.cell', :new), {', '.join(kept)}"
                " FROM episode WHERE id = :old"
            ),
            [{**each, "old": identity} for each in copies],
        )
        connection.execute(
            text(
                "INSERT INTO event (episode_id, seq, turn, time, type, data)"
                " SELECT e.id, v.seq, v.turn, v.time, v.type, v.data FROM episode e"
                " CROSS JOIN event v WHERE v.episode_id = :old AND e.id LIKE :like AND e.id <> :old"
                " ORDER BY e.id, v.seq"
            ),
            {"old": identity, "like": f"{identity[:4]}%"},
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        store = Store.open(str(path))
        began = time.perf_counter()
        fill(store, given.episodes, given.turns, given.calls)
        with store.database.read() as connection:
            events = connection.scalar(text("SELECT COUNT(*) FROM event"))
        size = path.stat().st_size / 1e6
        print(
            f"{given.episodes} episodes, {events:,} events, {given.episodes * given.calls:,} calls,"
            f" {size:,.0f} MB; made in {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        profile = cProfile.Profile()
        if given.profile:
            profile.enable()
        began, cpu = time.perf_counter(), time.process_time()
        results = measured(store, "many")
        read, read_cpu = time.perf_counter() - began, time.process_time() - cpu
        assert len(results) == given.episodes
        print(f"reading: {read:.2f} s ({read_cpu:.2f} s CPU)")
        slowest = 0.0
        for format_ in (Format.MARKDOWN, Format.JSON, Format.CSV, Format.HTML):
            began = time.perf_counter()
            content = written("many", results, format_)
            taken = time.perf_counter() - began
            if format_ is not Format.HTML:
                slowest = max(slowest, taken)
            print(f"{format_.value}: {taken:.2f} s, {len(content) / 1000:,.0f} kB")
        if given.profile:
            profile.disable()
            pstats.Stats(profile).sort_stats("cumulative").print_stats(25)
        total = read + slowest
        print(
            f"a report: {total:.2f} s (bar: {BAR:.0f} s): " + ("kept" if total < BAR else "MISSED")
        )
        store.close()
    sys.exit(0)


if __name__ == "__main__":
    main()
