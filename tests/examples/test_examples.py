"""Every example runs as it stands, in a folder and a store of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml
from nbclient import NotebookClient

import launching
from ludens.bench.suite import read_suite
from ludens.episode.calls import calls_of
from ludens.episode.store import Store

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A copy of the examples, so that nothing is left beside the real ones."""
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LUDENS_")}
    searching = {"LUDENS_ADVENTURE__SEARCH__BUDGET": "200"}
    return {**kept, **searching, "LUDENS_STORE": str(tmp_path / "store.db"), "NO_COLOR": "1"}


def run(environ: dict[str, str], folder: Path, *command: str | Path) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def stored(environ: dict[str, str]) -> Store:
    return Store.open(environ["LUDENS_STORE"])


def test_a_player_of_ones_own_plays_on_the_record(here: Path, environ: dict[str, str]) -> None:
    printed = run(environ, here, sys.executable, "custom_agent.py")
    store = stored(environ)
    row = store.episode("last")
    said = [line.data for line in store.events(row.id) if line.type == "command_chosen"]
    assert row.turns == 30
    assert f"{row.headline['rooms']} rooms" in printed
    assert any("Nobody went there." in line for line in said)
    store.close()


def test_a_function_plays_as_a_model(here: Path, environ: dict[str, str]) -> None:
    assert "6 calls" in run(environ, here, sys.executable, "scripted_model.py")
    store = stored(environ)
    calls = calls_of(store, store.episode("last").id)
    assert [call.agent for _, call in calls] == ["player"] * 6
    store.close()


def test_a_hook_of_ones_own_is_found_by_its_name(here: Path, environ: dict[str, str]) -> None:
    hooks = ("--set", 'hooks=["postcards"]')
    words = ("play", "--no-web", "--max-turns", "8", "--seed", "3", *hooks)
    done = launching.run(words, cwd=here, env=environ)
    assert done.returncode == 0, done.stderr
    cards = sorted((here / "postcards").iterdir())
    assert cards
    assert all(card.read_text().startswith("Greetings from ") for card in cards)


def test_the_suite_of_the_examples_can_be_played() -> None:
    assert len(list(read_suite(EXAMPLES / "suite.toml").cells())) == 2 * 2 * 2 * 2


def test_the_notebook_runs_from_its_first_cell_to_its_last(
    here: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDENS_STORE", environ["LUDENS_STORE"])
    notebook = nbformat.read(here / "reading_the_store.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without what it printed"
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(here)}}).execute()
    shown = json.dumps([cell.get("outputs", []) for cell in notebook.cells])
    assert "image/png" in shown
    assert "four_parts_copper" in shown or "drowned_clock" in shown


def test_every_file_is_told_of() -> None:
    told = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = [path.relative_to(EXAMPLES) for path in EXAMPLES.rglob("*") if path.is_file()]
    for path in files:
        if path.name != "README.md" and "__pycache__" not in path.parts:
            assert f"`{path}`" in told, path


RAY_FIELDS = {
    "spec": "authOptions autoscalerOptions enableInTreeAutoscaling gcsFaultToleranceOptions "
    "headGroupSpec headServiceAnnotations managedBy networkPolicy rayVersion suspend tlsOptions "
    "upgradeStrategy workerGroupSpecs",
    "head": "enableIngress headService labels rayStartParams resources serviceType template",
    "workers": "groupName idleTimeoutSeconds labels maxReplicas minReplicas numOfHosts "
    "priority rayStartParams replicas resources scaleStrategy suspend template",
    "container": "args command env envFrom image imagePullPolicy lifecycle livenessProbe name "
    "ports readinessProbe resources securityContext startupProbe volumeMounts workingDir",
}
"""The fields that KubeRay's description of a RayCluster (ray.io/v1) and Kubernetes' one of a
container have. Whatever is misspelt would be dropped without a word."""


def fields(value: dict[str, Any], place: str) -> None:
    assert set(value) <= set(RAY_FIELDS[place].split()), place


def containers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = spec["template"]["spec"]["containers"]
    for each in found:
        fields(each, "container")
        for variable in each.get("env", ()):
            assert set(variable) in ({"name", "value"}, {"name", "valueFrom"})
    return found


def test_the_cluster_of_the_examples_has_only_fields_that_kuberay_knows() -> None:
    text = (EXAMPLES / "kuberay.yaml").read_text(encoding="utf-8")
    found = {each["kind"]: each for each in yaml.safe_load_all(text)}
    assert list(found) == ["Service", "StatefulSet", "RayCluster"]
    cluster = found["RayCluster"]
    assert (cluster["apiVersion"], set(cluster)) == (
        "ray.io/v1",
        {"apiVersion", "kind", "metadata", "spec"},
    )
    spec = cluster["spec"]
    fields(spec, "spec")
    fields(spec["headGroupSpec"], "head")
    groups = spec["workerGroupSpecs"]
    for group in groups:
        fields(group, "workers")
        assert group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]
        assert "groupName" in group
    every = [spec["headGroupSpec"], *groups]
    assert all(isinstance(v, str) for g in every for v in g["rayStartParams"].values())
    made = [container for group in every for container in containers(group)]
    assert len({container["image"] for container in made}) == 1, "the same Ludens everywhere"
    store = f"@{found['Service']['metadata']['name']}/"
    for container in made:
        named = {v["name"]: v.get("value", "") for v in container["env"]}
        assert store in named["LUDENS_STORE"]
    pinned = re.search(
        r"^ray==(.+)$", (EXAMPLES.parent / "constraints.txt").read_text(encoding="utf-8"), re.M
    )
    assert pinned is not None
    assert spec["rayVersion"] == pinned.group(1), "Ray's head and workers must be of one version"


def test_the_database_of_the_examples_finds_its_pods_and_its_disk() -> None:
    text = (EXAMPLES / "kuberay.yaml").read_text(encoding="utf-8")
    found = {each["kind"]: each for each in yaml.safe_load_all(text)}
    service, kept = found["Service"]["spec"], found["StatefulSet"]["spec"]
    labels = kept["template"]["metadata"]["labels"]
    assert service["selector"].items() <= labels.items()
    assert kept["selector"]["matchLabels"].items() <= labels.items()
    (container,) = containers(kept)
    claims = {claim["metadata"]["name"] for claim in kept["volumeClaimTemplates"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == claims
    assert service["ports"][0]["port"] == container["ports"][0]["containerPort"]
