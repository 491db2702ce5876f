"""The API does what its description says, whatever it is asked (schemathesis)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ludens.episode.store import Store
from ludens.web.app import create_app
from ludens.web.security import Access
from web.conftest import house_settings

NOT_OURS = [positive_data_acceptance]
"""Whether a story is one, or a setting fits another, is more than a schema can say: such requests
are answered 422 with the field."""
PATIENCE = 120
"""Seconds for one answer: a busy machine is no fault of the API."""
OPERATIONS = 14
"""What the API can be asked; a new one is tried here without being named."""


@pytest.fixture(scope="module")
def schema(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("contract") / "ludens.db"
    shutil.copy(played, path)
    store = Store.open(str(path))
    # Games that are begun end at once: what is tried here is the API, not the stories.
    app = create_app(store, house_settings(path), Access(), command=(sys.executable, "-c", "pass"))
    yield (
        schemathesis.openapi.from_asgi("/api/openapi.json", app),
        [row.id for row in store.episodes()],
    )
    app.state.house.children.close()
    store.close()


def answers_as_described(schema: Any, episodes: list[str], examples: int) -> None:
    """Ask each operation so many questions; the first answer that is not as described fails.

    Most are about episodes that there are: of every game, and a fork.
    """
    dice = Random(1)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= OPERATIONS
    for operation in operations:

        @hypothesis.settings(
            max_examples=examples,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            if "episode" in case.path_parameters and dice.random() < 0.8:
                case.path_parameters["episode"] = dice.choice(episodes)
            case.call_and_validate(excluded_checks=NOT_OURS, timeout=PATIENCE)

        ask()


def test_every_address_answers_as_described(schema: Any) -> None:
    answers_as_described(*schema, 4)


@pytest.mark.long
def test_every_address_answers_as_described_to_many_questions(schema: Any) -> None:
    answers_as_described(*schema, 300)
