"""The tournament on the page, played, and its report counted again from the log's bare lines."""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ludens.episode.calls import calls_of
from ludens.episode.game import Stage
from ludens.episode.generators import generator
from ludens.episode.store import Store
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError
from ludens.llm.models import Models
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage
from ludens.llm.scripted import Scripted, ScriptedLLM
from ludens.llm.settings import LLMSettings
from ludens.mafia.agents.llm_player import LLMPlayer
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.game import Mafia
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.mafia.tournament.plan import Lineup, read_tournament
from ludens.mafia.tournament.run import TournamentRun
from ludens.mafia.tournament.standings import report
from mafia.playing import reply_to

PAGE = Path(__file__).parents[2] / "docs" / "mafia.md"


PATIENT = LLMSettings.model_validate(
    {"retries": {"attempts": 1}, "circuit": {"failures": 99}, "on_model_failure": "offline"}
)


class Standing(Mafia):
    """Seats an offline player for `offline`, a random one for one provider's model, and for the
    other's a model that now and then says no JSON, refuses or fails."""

    asked = 0

    def unsteady(self, request: LLMRequest) -> Scripted:
        self.asked += 1
        usage = Usage(input_tokens=1000, cached_tokens=self.asked, output_tokens=70)
        said = LLMResponse(text="Well.", model="m", usage=usage, cost=Decimal("0.002"))
        if self.asked % 7 == 0:
            return said
        if self.asked % 11 == 0:
            return ReplyError(ErrorKind.REFUSED, "it refuses", response=said)
        if self.asked % 13 == 0:
            return CallFailedError(ErrorKind.SERVER, "it fell over", model="m")
        assert request.output is not None
        task = request.messages[-1].blocks[-1].text.split("## What you are asked")[1]
        reply = json.dumps(reply_to(request.output.definition, task))
        return said.model_copy(update={"text": reply})

    def open(self, stage: Stage) -> MafiaSession:
        beliefs, names = PublicBeliefs(), stage.settings["tournament"]["models"]
        models = Models(
            PATIENT,
            log=stage.calls,
            rng=generator(stage.seed, "retries"),
            stand_ins={
                f"seat:{seat}": ScriptedLLM(self.unsteady, name=name)
                for seat, name in enumerate(names)
            },
        )

        def seated(seat: int, name: str) -> Player:
            if name == "offline":
                return OfflinePlayer(beliefs)
            if name.startswith("openai"):
                return RandomPlayer()
            return LLMPlayer(models.for_agent(f"seat:{seat}"))

        players = tuple(seated(seat, name) for seat, name in enumerate(names))
        settings = MafiaSettings.model_validate(stage.settings["mafia"])
        return MafiaSession(Table(settings, players), models)


def counted(store: Store) -> dict[str, dict[str, list[float]]]:
    """Return every outcome of every model from the log's lines, by what it is an outcome of."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in store.episodes():
        models = row.settings["tournament"]["models"]
        lines = [(line.type, json.loads(line.data)) for line in store.events(row.id)]
        (end,) = (data for kind, data in lines if kind == "game_decided")
        roles, winners = end["roles"], end["winners"]
        dead = {data["seat"] for kind, data in lines if kind == "player_died"}
        for side in ("mafia", "town"):
            for model in set(models):
                ours = [s for s, r in enumerate(roles) if (r == "mafia") is (side == "mafia")]
                held = [seat in winners for seat in ours if models[seat] == model]
                if held:
                    found[model][f"wins as {side}"].append(sum(held) / len(held))
        for ours, theirs in product(range(len(roles)), repeat=2):
            if roles[ours] != "mafia" and roles[theirs] == "mafia":
                found[models[ours]][f"town against {models[theirs]}"].append(ours in winners)
        for seat, (model, role) in enumerate(zip(models, roles, strict=True)):
            found[model]["seats"].append(1)
            found[model][f"{role} lives"].append(seat not in dead)
        places = list(zip(roles, models, strict=True))
        for role, model in sorted(set(places)):
            held = [seat in winners for seat, one in enumerate(places) if one == (role, model)]
            found[model][f"wins of a {role}"].append(sum(held) / len(held))
        last: dict[int, dict[str, float]] = {}
        for kind, data in lines:
            guilty = [role == "mafia" for role in roles]
            if kind == "ballot_cast" and not guilty[data["seat"]] and data["choice"] is not None:
                found[models[data["seat"]]]["votes"].append(guilty[data["choice"]])
            if kind == "mind_kept" and not guilty[data["seat"]]:
                last[data["seat"]] = data.get("beliefs") or last.get(data["seat"], {})
                for other, chance in data.get("beliefs", {}).items():
                    if int(other) != data["seat"]:
                        error = (chance - guilty[int(other)]) ** 2
                        found[models[data["seat"]]]["brier"].append(error)
                        found[models[data["seat"]]]["true"].append(guilty[int(other)])
                        tenth = f"said {min(9, math.floor(10 * chance))}"
                        found[models[data["seat"]]][tenth].append(chance)
                        found[models[data["seat"]]][f"{tenth}, true"].append(guilty[int(other)])
            if kind in ("reply_refused", "default_taken"):
                found[models[data["seat"]]][kind].append(1)
        for _, call in calls_of(store, row.id):
            ours = found[models[int(call.agent.removeprefix("seat:"))]]
            ours["calls"].append(1)
            if call.error is not None:
                ours[call.error.kind].append(1)
            if call.response is not None:
                ours["in"].append(call.response.usage.input_tokens)
                ours["cached"].append(call.response.usage.cached_tokens)
                ours["out"].append(call.response.usage.output_tokens)
                ours["cost"].append(float(call.response.cost or 0))
        for seat, beliefs in last.items():
            held = sorted((c for s, c in beliefs.items() if int(s) != seat), reverse=True)
            named = held[: roles.count("mafia")]
            for level in set(named):  # of those believed alike, each counts as a part
                alike = [int(s) for s, c in beliefs.items() if c == level and int(s) != seat]
                share = named.count(level) / len(alike)
                found[models[seat]]["identified"] += [share * guilty[s] for s in alike]
            found[models[seat]]["named"] += named
    return found


async def test_the_report_of_the_pages_tournament_says_what_the_log_says(
    tmp_path: Path, sqlite_store: Store
) -> None:
    text = re.findall(r"```toml\n(name = .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "spring.toml"
    file.write_text(text[0], encoding="utf-8")
    plan = read_tournament(file)
    assert (len(plan.models), plan.mafia.seats) == (3, 9)
    assert (plan.lineup, plan.games_a_block()) == (Lineup.SIDES, 9)
    plan = plan.model_copy(update={"blocks": 1})
    run = TournamentRun(sqlite_store, plan, game=Standing())
    await run.play()
    found, by_hand = report(run.results()), counted(sqlite_store)
    assert found.games == len(sqlite_store.episodes()) == 9
    for row in found.standings:
        hand = by_hand[row.model]
        assert row.seats == len(hand["seats"]) == 3 * 9

        def mean(what: str, hand: dict[str, list[float]] = hand) -> Any:
            return pytest.approx(sum(hand[what]) / len(hand[what]))

        for team, rate in row.wins.items():
            assert (rate.value, rate.count) == (
                mean(f"wins as {team}"),
                len(hand[f"wins as {team}"]),
            )
        for role, lived in row.survival.items():
            assert (lived.value, lived.count) == (mean(f"{role} lives"), len(hand[f"{role} lives"]))
        assert row.votes is not None
        assert (row.votes.value, row.votes.count) == (mean("votes"), len(hand["votes"]))
        for other, won in found.matrix[row.model].items():
            assert won.value == mean(f"town against {other}")
        assert (row.identified is None) == (not hand["named"])
        if row.identified is not None:
            assert row.identified.value == pytest.approx(
                sum(hand["identified"]) / len(hand["named"])
            )
        for role, won in row.roles.items():
            assert (won.value, won.count) == (
                mean(f"wins of a {role}"),
                len(hand[f"wins of a {role}"]),
            )
        assert set(row.roles) == {"mafia", "detective", "doctor", "villager"}
        for value, what in (
            (row.refused, "reply_refused"),
            (row.defaults, "default_taken"),
            (row.refusals, "refused"),
            (row.failed, "server"),
            (row.calls, "calls"),
            (row.input_tokens, "in"),
            (row.cached_tokens, "cached"),
            (row.output_tokens, "out"),
            (row.cost, "cost"),
        ):
            assert float(value or 0) == pytest.approx(sum(hand[what]) / row.seats)
            assert (value or 0) == 0 or row.model.startswith("anthropic")
            assert (value or 0) > 0 or not row.model.startswith("anthropic")
        assert (row.brier is None) == (not hand["brier"])
        if row.brier is not None:
            assert (row.brier.value, row.brier.count) == (mean("brier"), len(hand["brier"]))
            base = sum(hand["true"]) / len(hand["true"])
            assert row.base == pytest.approx(base * (1 - base))
            tenths = [hand[f"said {tenth}"] for tenth in range(10) if hand[f"said {tenth}"]]
            truths = [hand[f"said {tenth}, true"] for tenth in range(10) if hand[f"said {tenth}"]]
            assert [part.said for part in row.curve] == pytest.approx(
                [sum(tenth) / len(tenth) for tenth in tenths]
            )
            assert [(part.true.value, part.true.count) for part in row.curve] == [
                (pytest.approx(sum(tenth) / len(tenth)), len(tenth)) for tenth in truths
            ]
