"""What one does with what: `actions.toml`, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from ludens.adventure.knowledge.things import classes_of, things
from ludens.adventure.models import Frozen

State = Annotated[
    str,
    StringConstraints(
        pattern=r"^(?:not )?(?:open|locked|lit|worn|held|fixed|container|alive|obstacle)$"
    ),
]


class Slot(Frozen):
    """What may stand in one place of an action."""

    model_config = ConfigDict(populate_by_name=True)

    classes: tuple[str, ...] = Field((), alias="class")
    unless: tuple[str, ...] = ()
    """Classes of things that it is not for, whatever else they are."""
    state: tuple[State, ...] = ()
    held: bool = False
    optional: bool = False
    """The action can do without it."""

    def fits(self, classes: frozenset[str]) -> bool:
        """Tell whether a thing of these classes is one that the slot is for."""
        if not classes.isdisjoint(self.unless):
            return False
        return not self.classes or not classes.isdisjoint(self.classes)


class Action(Frozen):
    """A row of the table."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z ]*$")]
    say: tuple[str, ...] = Field(min_length=1)
    object: Slot | None = Field(None, alias="O")
    tool: Slot | None = Field(None, alias="T")
    any: bool = False
    once: bool = False
    looks: bool = False
    """It tells whether there is such a thing at all, and is tried with any name."""
    about: bool = False
    """A wording names what is spoken of."""
    where: bool = False
    """What comes of it depends on who and what is there, though the thing is carried along."""
    persist: int = 0
    """How often it is repeated on what is in the way, as long as the story has own words for it."""
    place: bool = False
    """It is done where one is, with nothing."""
    dark: str = ""
    """The name of what anybody reaches for where it is dark, though nothing names it."""
    first: bool = False
    """It is worth a turn at once, wherever a thing that it is for is at hand."""
    grab: tuple[str, ...] = ()
    """Classes of things for which it is worth a turn at once where a text brings one in."""
    spends: bool = False
    """What it is done with is gone afterwards: a long shot."""
    keeper: bool = False
    """It is thought of for a purpose alone, never for itself."""
    makes: str = ""
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> Action:
        """Refuse wordings that name a slot which the row does not have, and unknown classes."""
        for slot in (self.object, self.tool):
            named = {*slot.classes, *slot.unless} if slot else set()
            unknown = {*named, *self.grab} - set(things().classes)
            if unknown:
                raise ValueError(f"{self.id}: unknown classes {', '.join(sorted(unknown))}")
        if self.tool is not None and not any("T" in one.split() for one in self.say):
            raise ValueError(f"{self.id}: no wording names T")
        return self

    def fits(self, thing: str, tool: str | None = None) -> bool:
        """Tell whether things of these names are what the action is for."""
        if self.object is not None and not self.object.fits(classes_of(thing)):
            return False
        if self.object is None and not self.any and not self.place and not self.dark:
            return False
        return self.tool is None or tool is None or self.tool.fits(classes_of(tool))


class Actions(Frozen):
    """The table."""

    action: tuple[Action, ...]

    @model_validator(mode="after")
    def _names_each_once(self) -> Actions:
        """Refuse two rows of one id."""
        ids = [row.id for row in self.action]
        twice = {one for one in ids if ids.count(one) > 1}
        if twice:
            raise ValueError(f"rows of one id: {', '.join(sorted(twice))}")
        return self


@cache
def actions() -> tuple[Action, ...]:
    """Return the rows, in the table's order."""
    source = files("ludens.adventure.knowledge") / "actions.toml"
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    return Actions.model_validate(read).action
