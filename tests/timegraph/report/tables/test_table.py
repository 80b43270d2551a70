"""What a table holds: cells with intervals, keys, and figures as people read them."""

from __future__ import annotations

import pytest

from timegraph.report.tables import (
    Column,
    Estimate,
    Table,
    interval_text,
    is_numeric,
    shown,
    with_lines_below,
)

TABLE = Table(
    (Column("name", kind="key"), Column("n"), Column("f1", "F1", interval=("low", "high"))),
    (("a", 1, Estimate(0.5, 0.25, 0.75)), ("b", None, 0.5), ("c", 2, None)),
)


def test_an_interval_is_two_columns_more_for_programs() -> None:
    assert TABLE.plain_columns == ["name", "n", "f1", "low", "high"]
    assert TABLE.records[0] == {"name": "a", "n": 1, "f1": 0.5, "low": 0.25, "high": 0.75}
    assert [row[2:] for row in TABLE.plain_rows()][1:] == [[0.5, None, None], [None, None, None]]


def test_the_first_column_says_what_a_row_is_about_unless_others_do() -> None:
    assert TABLE.keys == [0]
    assert Table((Column("a"), Column("b")), ()).keys == [0]
    assert Table((Column("a"), Column("b", kind="key")), ()).keys == [1]


def test_columns_of_numbers_are_flush_right() -> None:
    assert is_numeric(TABLE) == [False, True, True]
    assert is_numeric(Table(TABLE.columns, ())) == [False] * 3


@pytest.mark.parametrize(
    ("cell", "decimals", "text"),
    [
        (None, 3, "-"),
        (7, 3, "7"),
        ("a\x1b", 3, "a\\x1b"),
        (0.25, 3, "0.250"),
        (0.25, 0, "<1"),
        (0.0004, 3, "<0.001"),
        (0.0005001, 3, "0.001"),
        (0.0, 3, "0.000"),
        (-0.25, 2, "-0.25"),
    ],
)
def test_a_figure_above_nothing_never_looks_like_nothing(
    cell: str | int | float | None, decimals: int, text: str
) -> None:
    assert shown(cell, decimals) == text


def test_an_interval_that_is_not_known_is_dashes() -> None:
    assert interval_text(Estimate(0.5, 0.25, 0.75), 2) == "[0.25, 0.75]"
    assert interval_text(Estimate(0.5, None, None), 2) == "[-, -]"


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="1 cells in a row under 2 columns"):
        Table((Column("a"), Column("b")), (("x",),))


def test_signatures_are_lines_above_the_notes() -> None:
    rows = (("a", 1), ("b", 2), ("c", 3))
    table = Table(TABLE.columns[:2], rows, ("by hand",), signatures=("m:1", "m:1", ""))
    assert table.lines_below == ("signature: m:1", "by hand")
    assert repr(table) == "<Table 'rows': 2 columns, 3 rows>"


def test_a_line_of_several_tables_is_left_to_the_last_of_them() -> None:
    first = Table(TABLE.columns[:2], (("a", 1),), ("of both", "own"), signatures=("m:1",))
    second = Table(TABLE.columns[:2], (("b", 1),), ("of both",), signatures=("m:1",))
    above, below = with_lines_below([first, second], ["of the report", "of both"])
    assert (above.notes, above.signatures) == (("own",), ())
    assert below.notes == ("signature: m:1", "of the report", "of both")
