"""Agents of a user's own: found by name, recorded with the hash of their source, loaded again.

In the settings of models such an agent is `agent:FILE.py`, `agent:FILE.py:Class` or
`agent:module:Class`. An episode records the whole path and the first digits of the source's
SHA-256 (`agent:/home/ada/mine.py:Wanderer@3f2a9c41b07d`), so that whoever resumes or replays it has
the same agent or is told that there is another one.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ludens.episode.errors import LudensError
from ludens.episode.state import merged
from ludens.llm.base import BaseLLM
from ludens.llm.settings import OWN, LLMSettings, is_own

HASH_DIGITS = 12
"""Of the source's SHA-256 that are recorded."""


class OwnAgentError(LudensError):
    """An agent of a user's own cannot be had."""


def own_name(agent: str) -> str:
    """Return the name in the settings of models of an agent: `mine.py` is `agent:mine.py`."""
    return agent if is_own(agent) else OWN + agent


def pinned(name: str) -> str:
    """Return an agent's name with its whole path, its class and its source's hash."""
    cls = _class(name)
    place, _, _ = _parts(name)
    where = str(Path(place).expanduser().resolve()) if place.endswith(".py") else place
    return f"{OWN}{where}:{cls.__name__}@{_hash(cls)}"


def with_pinned(llm: LLMSettings) -> LLMSettings:
    """Return settings of models in which every agent of a user's own is pinned."""
    changes = {
        role: {"models": [pinned(chosen.models[0])]}
        for role, chosen in llm.models.items()
        if chosen.models and is_own(chosen.models[0])
    }
    if not changes:
        return llm
    return LLMSettings.model_validate(merged(llm.model_dump(mode="json"), {"models": changes}))


def short_name(name: str) -> str:
    """Return how lists call a model: an agent of a user's own by its class alone."""
    if not is_own(name):
        return name
    place, cls, _ = _parts(name)
    return OWN + (cls or Path(place).stem)


def load_agent(name: str, ask: Callable[[], BaseLLM] | None = None) -> Any:
    """Return a new agent of the class that a name in the settings means; raises OwnAgentError.

    A class whose constructor takes `llm` is given a model by `ask`.
    """
    cls = _class(name)
    _, _, recorded = _parts(name)
    if recorded and recorded != _hash(cls):
        raise OwnAgentError(
            f"{short_name(name)}: its source has changed since the episode was recorded "
            f"(it was {recorded}, it is {_hash(cls)}); put it back, or play on from a turn with "
            f"the new one: ludens fork EPISODE --turn N --agent {_unpinned(name)}"
        )
    try:
        wants_model = "llm" in inspect.signature(cls).parameters
        return cls(llm=ask()) if wants_model and ask is not None else cls()
    except LudensError:
        raise
    except Exception as error:
        raise OwnAgentError(f"{short_name(name)} could not be made: {error!r}") from error


def _parts(name: str) -> tuple[str, str, str]:
    """Return the file or module, the class and the hash; empty what is not named."""
    rest, at, digits = name.removeprefix(OWN).rpartition("@")
    if not at:
        rest, digits = digits, ""
    if rest.endswith(".py"):
        return rest, "", digits
    place, colon, cls = rest.rpartition(":")
    return (place, cls, digits) if colon else (rest, "", digits)


def _unpinned(name: str) -> str:
    place, cls, _ = _parts(name)
    return f"{place}:{cls}" if cls else place


def _class(name: str) -> type:
    place, wanted, _ = _parts(name)
    try:
        module = _file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except LudensError:
        raise
    except ModuleNotFoundError as error:
        raise OwnAgentError(f"the agent {place!r} cannot be imported: {error}") from error
    except Exception as error:
        raise OwnAgentError(f"the agent {place!r} could not be imported: {error!r}") from error
    if wanted:
        found = getattr(module, wanted, None)
        if not inspect.isclass(found):
            raise OwnAgentError(f"{place} has no class {wanted!r}")
        return found
    own = [
        cls
        for _, cls in inspect.getmembers(module, inspect.isclass)
        if cls.__module__ == module.__name__ and callable(getattr(cls, "decide", None))
    ]
    if len(own) != 1:
        raise OwnAgentError(
            f"{place} has {len(own)} classes with a method `decide`; name one as {place}:Class"
        )
    return own[0]


def _file(path: Path) -> ModuleType:
    path = path.expanduser().resolve()
    if not path.is_file():
        raise OwnAgentError(f"there is no agent's file {path}")
    name = f"ludens_agents_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _hash(cls: type) -> str:
    file = inspect.getsourcefile(cls)
    content = Path(file).read_bytes() if file else b""
    return hashlib.sha256(content).hexdigest()[:HASH_DIGITS]
