from hypothesis import given
from hypothesis import strategies as st

from ludens.adventure.interpreter.screen import COLUMNS, STATUS_ROWS, UpperWindow


def drawn(height: int, *rows: str) -> UpperWindow:
    window = UpperWindow()
    window.split(height)
    for number, row in enumerate(rows):
        window.move(number, 0)
        window.write(row)
    return window


def test_a_low_window_is_a_status_line() -> None:
    window = drawn(1, " Hall" + " " * 40 + "Score: 3")
    assert window.status() == "Hall" + " " * 40 + "Score: 3"
    assert window.page() == []


def test_a_tall_window_is_a_page_shown_when_it_changes() -> None:
    window = drawn(STATUS_ROWS + 2, "Menu", "", "> one", "  two")
    assert window.status() is None
    assert window.page() == ["Menu", "", "> one", "  two"]
    window.end_turn()
    assert window.page() == []
    window.move(2, 0)
    window.write("  one")
    assert window.page() == ["Menu", "", "  one", "  two"]


def test_rewriting_a_row_with_the_same_words_is_no_change() -> None:
    window = drawn(STATUS_ROWS + 1, "Menu")
    window.end_turn()
    window.move(0, 0)
    window.write("Menu  ")
    assert window.page() == []


def test_lines_that_fall_out_of_a_shrinking_window_are_handed_over_once() -> None:
    window = drawn(6, "status", "", "quoted", "by her")
    assert window.split(1) == ["quoted", "by her"]
    assert window.split(1) == []
    assert window.status() == "status"


def test_lines_that_were_already_shown_are_not_handed_over_again() -> None:
    window = drawn(6, "Menu", "", "entry")
    window.end_turn()
    assert window.split(1) == []


def test_text_is_written_over_and_cut_at_the_right_edge() -> None:
    window = drawn(1, "abcdef")
    window.move(0, 2)
    window.write("XY")
    assert window.status() == "abXYef"
    window.move(0, COLUMNS - 2)
    window.write("edge")
    assert (window.status() or "").endswith("ed")
    window.move(0, 3)
    window.erase_line()
    assert window.status() == "abX"


@given(
    st.lists(
        st.tuples(st.integers(0, 300), st.integers(0, 300), st.text("ab\n ", max_size=120)),
        max_size=8,
    ),
    st.integers(0, 300),
)
def test_a_window_can_be_dumped_and_loaded(writes: list[tuple[int, int, str]], height: int) -> None:
    window = drawn(height)
    for row, column, text in writes:
        window.move(row, column)
        window.write(text)
    other = UpperWindow()
    other.load(*window.dump())
    assert other.dump() == window.dump()
    assert other.status() == window.status()
