"""Cards: what a player has changed of who somebody in a book is. They are kept with the book."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ludens.episode.errors import LudensError
from ludens.story.cast.names import Person
from ludens.story.cast.resolver import plain


class Card(BaseModel):
    """Somebody in a book as the player has them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: str
    """The name that was found in the book."""
    name: str = ""
    """What they are called instead; empty: as in the book."""
    aliases: tuple[str, ...] = ()
    """Names that they are found by too."""
    background: str = ""
    """What is said of them instead of what was gathered; empty: what was."""


_CARDS = TypeAdapter(tuple[Card, ...])


class Cards:
    """The file of a book's cards."""

    def __init__(self, folder: Path | None, sha256: str) -> None:
        self._path = None if folder is None else folder / "cards" / f"{sha256}.json"

    def load(self) -> tuple[Card, ...]:
        """Return the cards; none where nothing was changed. Raises LudensError if damaged."""
        if self._path is None or not self._path.exists():
            return ()
        try:
            return _CARDS.validate_json(self._path.read_bytes())
        except (OSError, ValidationError) as error:
            raise LudensError(f"{self._path} is no file of cards; delete it") from error

    def keep(self, card: Card) -> None:
        """Keep a card in place of the one that its person had; one that says nothing is dropped."""
        if self._path is None:
            raise LudensError("cards are kept with the index; set story.keep_index to true")
        others = [each for each in self.load() if each.of != card.of]
        if card != Card(of=card.of):
            others.append(card)
        partial = self._path.with_suffix(f".{os.getpid()}.part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(_CARDS.dump_json(tuple(others), indent=1))
            partial.replace(self._path)
        except OSError as error:
            raise LudensError(f"{self._path} cannot be written: {error.strerror}") from error


def card_of(name: str, cards: Sequence[Card]) -> Card:
    """Return the card of somebody by either of their names; an empty one if they have none."""
    return next((card for card in cards if name in (card.name, card.of)), Card(of=name))


def as_edited(people: Sequence[Person], cards: Sequence[Card]) -> list[Person]:
    """Return the people of a book as their cards have them; an alias is its card's alone."""
    by_name = {card.of: card for card in cards}
    taken = {plain(alias) for card in cards for alias in (card.name, *card.aliases) if alias}
    edited: list[Person] = []
    for person in people:
        card = by_name.get(person.name)
        own = person.aliases - taken
        if card is not None:
            own |= {plain(alias) for alias in (card.name, *card.aliases) if alias}
            person = person._replace(name=card.name or person.name)  # noqa: PLW2901
        edited.append(person._replace(aliases=own or person.aliases))
    return edited
