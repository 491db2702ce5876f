"""An episode is a run of a tracker, its figures metrics by the turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens


def test_mlflow_has_the_score_of_every_turn(tmp_path: Path) -> None:
    tracking = pytest.importorskip("mlflow.tracking", reason="needs ludens[mlflow]")
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    hook = {"use": "mlflow", "options": {"uri": uri}}
    store = str(tmp_path / "store.db")
    episode = ludens.play(turns=5, settings={"hooks": [hook]}, store=store)
    client = tracking.MlflowClient(tracking_uri=uri)
    experiment = client.get_experiment_by_name("ludens")
    (run,) = client.search_runs([experiment.experiment_id])
    assert run.data.tags["episode"] == episode.id
    assert (run.data.tags["outcome"], run.info.status) == ("limit", "FINISHED")
    steps = [metric.step for metric in client.get_metric_history(run.info.run_id, "rooms")]
    assert steps == list(range(6))


def test_weights_and_biases_has_a_run_for_an_episode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wandb", reason="needs ludens[wandb]")
    monkeypatch.setenv("WANDB_DIR", str(tmp_path))
    hook = {"use": "wandb", "options": {"mode": "offline"}}
    ludens.play(turns=3, settings={"hooks": [hook]}, store=str(tmp_path / "store.db"))
    assert list(tmp_path.glob("wandb/offline-run-*/*.wandb"))
