"""Finding the hooks that the settings name."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from ludens.episode.errors import LudensError
from ludens.episode.hooks import Hook
from ludens.episode.settings import HookChoice

ENTRY_POINTS = "ludens.hooks"
"""The entry-point group under which packages offer hooks."""


class HookError(LudensError):
    """A hook could not be found, imported or made."""


def load_hooks(choices: Iterable[str | HookChoice], folder: Path = Path("hooks")) -> list[Hook]:
    """Return the hooks in order; raises HookError naming the one that cannot be had."""
    return [
        load_hook(HookChoice(use=choice) if isinstance(choice, str) else choice, folder)
        for choice in choices
    ]


def load_hook(choice: HookChoice, folder: Path) -> Hook:
    """Return one hook; raises HookError."""
    name = choice.use
    cls = _find(name, folder)
    try:
        return cls(**choice.options)
    except (Exception, SystemExit) as error:
        raise HookError(f"the hook {name!r} could not be made: {error}") from error


def _find(name: str, folder: Path) -> type[Hook]:
    module_name, _, class_name = name.partition(":")
    if not class_name:
        for point in entry_points(group=ENTRY_POINTS, name=name):
            found = point.load()
            if isinstance(found, type) and issubclass(found, Hook):
                return found
    try:
        module = _local(folder / f"{module_name}.py") or importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and not module_name.startswith(error.name):
            raise HookError(f"the hook {name!r} needs a package: {error}") from error
        raise HookError(
            f"there is no hook {name!r}: not a module, not {folder / module_name}.py, "
            f"not an entry point of the group {ENTRY_POINTS}"
        ) from error
    except (Exception, SystemExit) as error:
        raise HookError(f"the hook {name!r} could not be imported: {error!r}") from error
    return _class_in(module, class_name, name)


def _local(path: Path) -> ModuleType | None:
    if not path.is_file():
        return None
    name = f"ludens_hooks_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _class_in(module: ModuleType, class_name: str, name: str) -> type[Hook]:
    if class_name:
        found = getattr(module, class_name, None)
        if isinstance(found, type) and issubclass(found, Hook):
            return found
        raise HookError(f"the hook {name!r}: {module.__name__} has no Hook class {class_name!r}")
    own = [
        cls
        for _, cls in inspect.getmembers(module, inspect.isclass)
        if issubclass(cls, Hook) and cls is not Hook and cls.__module__ == module.__name__
    ]
    if len(own) == 1:
        return own[0]
    raise HookError(f"the hook {name!r} holds {len(own)} Hook classes; name one as {name}:Class")
