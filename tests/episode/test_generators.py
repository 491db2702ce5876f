"""Dice are derived from the episode's seed and a name."""

from hypothesis import given
from hypothesis import strategies as st

from ludens.episode.generators import derive_seed, generator


def test_a_derived_seed_is_the_same_on_every_machine() -> None:
    assert derive_seed(7, "player", 3) == 16587163596052281420


@given(st.integers(0, 2**64), st.text(), st.integers(0, 10**6))
def test_names_and_turns_give_dice_of_their_own(seed: int, name: str, turn: int) -> None:
    first = generator(seed, name, turn)
    assert first.random() == generator(seed, name, turn).random()
    assert derive_seed(seed, name, turn) != derive_seed(seed, name, turn + 1)
    assert derive_seed(seed, name, turn) != derive_seed(seed + 1, name, turn)
