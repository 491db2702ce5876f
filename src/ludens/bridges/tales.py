"""What stories came to, as TALES counts it (arXiv 2504.14128): the same metric, game by game.

Its `evaluate` types a number of steps into a story and divides the score that then stands by the
most that there is; an agent's figure is the mean over games. A story is known by the MD5 of its
file, as its list of games has it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import Any

from ludens.bench.measures import Measured
from ludens.episode.events import Outcome
from ludens.episode.store import Store


def tales_results(store: Store, results: Iterable[Measured]) -> dict[str, Any]:
    """Return the episodes of stories as its rows, and for each player the mean over games.

    Where the most is not known there is no share, and the game does not count.
    """
    stories = [one for one in results if one.game == "adventure"]
    is_varied = len({one.variant for one in stories}) > 1
    rows = [
        _row(store, one, f"{one.model}/{one.variant}" if is_varied else one.model)
        for one in stories
    ]
    by_agent: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in rows:
        if row["norm_score"] is not None:
            by_agent[row["agent"]][row["md5"]].append(row["norm_score"])
    agents = {
        agent: {
            "nb_games": len(games),
            "mean_norm_score": fmean(fmean(shares) for shares in games.values()),
        }
        for agent, games in by_agent.items()
    }
    return {"agents": agents, "games": rows}


def _row(store: Store, one: Measured, agent: str) -> dict[str, Any]:
    row = store.episode(one.episode)
    story = store.subject_content(row)
    score = one.curve[-1][1] if one.curve else 0.0
    return {
        "env_name": f"JerichoEnv{one.subject.title()}",
        "md5": None if story is None else hashlib.md5(story, usedforsecurity=False).hexdigest(),
        "agent": agent,
        "game_seed": one.seed,
        "perception": row.headline.get("perception"),
        "lookahead": bool(row.headline.get("searched")),
        "nb_steps": one.turns,
        "nb_invalid_actions": 0,
        "nb_losts": one.deaths or 0,
        "nb_wins": int(one.outcome == Outcome.VICTORY),
        "nb_resets": 0,
        "highscore": score,
        "max_score": one.most,
        "norm_score": score / one.most if one.most else None,
        "duration": one.seconds,
    }
