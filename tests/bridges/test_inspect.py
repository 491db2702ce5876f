"""inspect runs Ludens' games as tasks, with its own mock model."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="needs ludens[inspect]")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from ludens.bridges.inspect import STORE, adventure, mafia

SCRIPT = Path(__file__).parents[2] / "stories" / "drowned_clock.walkthrough"


def saying(text: str) -> ModelOutput:
    """Return an output that says how long it is: counting would have inspect fetch a tokenizer."""
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def test_a_story_is_scored_by_the_share_of_its_points(tmp_path: Path) -> None:
    commands = [
        line.strip()
        for line in SCRIPT.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    model = get_model("mockllm/model", custom_outputs=[saying(each) for each in commands])
    (log,) = evaluate(
        adventure(turns=len(commands), seeds=1),
        model=model,
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    assert log.results is not None and log.samples
    assert log.results.scores[0].metrics["mean"].value == 1.0
    assert log.samples[0].store[STORE]["won"] is True


def test_a_seat_is_played_by_the_model_and_scored_by_who_won(tmp_path: Path) -> None:
    model = get_model("mockllm/model", custom_outputs=[saying("I say nothing.")] * 500)
    (log,) = evaluate(mafia(seats=5, games=2), model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    assert log.samples
    for sample in log.samples:
        told = sample.store[STORE]
        assert sample.scores is not None
        assert sample.scores["has_won"].value == float(told["won"])
        assert any(message.role == "assistant" for message in sample.messages)
