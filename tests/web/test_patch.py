"""A patch turns one document into the next and leaves the rest alone."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludens.web.patch import difference, patched

leaves = st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)
keys = st.text(max_size=3)
documents: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(keys, leaves, max_size=4),
    lambda inner: st.dictionaries(keys, leaves | inner, max_size=4),
    max_leaves=20,
)


@given(documents, documents)
def test_a_patch_leads_from_one_document_to_the_other(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert patched(before, difference(before, after)) == after


@given(documents)
def test_equal_documents_differ_in_nothing(document: dict[str, Any]) -> None:
    assert difference(document, document) == {}
    assert difference(document, dict(document)) == {}


def test_what_a_patch_leaves_alone_is_shared() -> None:
    before = {"rooms": {"hall": {"name": "Hall"}, "attic": {"name": "Attic"}}, "score": 1}
    after = patched(before, {"rooms": {"attic": {"dark": True}}, "score": None})
    assert after == {"rooms": {"hall": {"name": "Hall"}, "attic": {"name": "Attic", "dark": True}}}
    assert after["rooms"]["hall"] is before["rooms"]["hall"]  # type: ignore[index]  # seen above
    assert before["score"] == 1
