"""Trackers of experiments: an episode is a run, its figures are metrics by the turn."""

from __future__ import annotations

from typing import Any

from ludens.episode.hooks import Hook, Moment
from ludens.installing import install_command


def figures(moment: Moment) -> dict[str, float]:
    """Return what a tracker is told of a turn: the headline's numbers, and what calls have used."""
    told = {
        name: float(value)
        for name, value in moment.headline.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    used = moment.used
    told |= {"calls": used.calls, "input_tokens": used.input_tokens}
    told |= {"output_tokens": used.output_tokens, "cached_tokens": used.cached_tokens}
    if used.cost is not None:
        told["cost"] = float(used.cost)
    return told


def about(moment: Moment) -> dict[str, str]:
    """Return what names a run."""
    return {"episode": moment.episode, "game": moment.game, "subject": moment.subject}


def outcome_of(moment: Moment) -> str:
    """Return how an episode ended."""
    return str(getattr(moment.event, "outcome", None) or "unknown")


class MLflow(Hook):
    """Logs each episode as a run of MLflow; a resumed one goes on in a run of its own."""

    def __init__(self, experiment: str = "ludens", uri: str | None = None) -> None:
        try:
            from mlflow.tracking import MlflowClient  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ValueError(f"it needs a package: {install_command('mlflow')}") from error
        self._client: Any = MlflowClient(tracking_uri=uri)
        found = self._client.get_experiment_by_name(experiment)
        self._experiment = (
            found.experiment_id if found else self._client.create_experiment(experiment)
        )
        self._run: str | None = None

    def on_turn_end(self, moment: Moment) -> None:
        """Log the figures of the turn; the first one begins the run."""
        if self._run is None:
            run = self._client.create_run(
                self._experiment, tags=about(moment), run_name=moment.episode
            )
            self._run = run.info.run_id
        for name, value in figures(moment).items():
            self._client.log_metric(self._run, name, value, step=moment.turn)

    def on_episode_end(self, moment: Moment) -> None:
        """End the run, with how the episode ended."""
        if self._run is not None:
            self._client.set_tag(self._run, "outcome", outcome_of(moment))
            self._client.set_terminated(self._run)
            self._run = None


class WandB(Hook):
    """Logs each episode as a run of Weights & Biases."""

    def __init__(self, project: str = "ludens", mode: str = "online") -> None:
        try:
            import wandb  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ValueError(f"it needs a package: {install_command('wandb')}") from error
        self._wandb: Any = wandb
        self._project, self._mode = project, mode
        self._run: Any = None

    def on_turn_end(self, moment: Moment) -> None:
        """Log the figures of the turn; the first one begins the run."""
        if self._run is None:
            self._run = self._wandb.init(
                project=self._project,
                name=moment.episode,
                config=about(moment),
                mode=self._mode,
                reinit="create_new",
            )
        self._run.log(figures(moment), step=moment.turn)

    def on_episode_end(self, moment: Moment) -> None:
        """End the run, with how the episode ended."""
        if self._run is not None:
            self._run.summary["outcome"] = outcome_of(moment)
            self._run.finish()
            self._run = None
