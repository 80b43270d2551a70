"""The columns that a user chooses."""

from __future__ import annotations

import re

import pytest

from timegraph.report.tables import Column, Table, UnknownColumnError, choose_columns, machine_name

SYSTEM = Column("name", "system", kind="key")
SCORES = Table(
    (SYSTEM, Column("precision", "P"), Column("f1", "F1"), Column("signature", kind="provenance")),
    (("a", 0.5, 0.25, "s"),),
    best=frozenset({(0, 1)}),
    marks={(0, 2): "†"},
)
LISTS = Table((SYSTEM, Column("macro_f1", "macro F1")), (("a", 0.75),))
P = Column("p_holm", "p")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        *(("P", "precision"), ("p", "p_holm"), ("Precision", "precision")),
        *(("system", "name"), ("NAME", "name"), ("Macro F1", "macro_f1")),
    ],
)
def test_columns_have_a_name_and_a_heading(name: str, found: str) -> None:
    assert machine_name(name, [*SCORES.columns, P, *LISTS.columns]) == found


def test_an_unknown_column_lists_those_there_are_and_the_options_that_some_need() -> None:
    columns = [*SCORES.columns, Column("p_holm", "p", needs="--against")]
    known = re.escape(
        "Columns: name, precision, f1, p_holm (with --against); by their headings: system"
    )
    with pytest.raises(UnknownColumnError, match=f"no column is called foo. {known}, .*F1$"):
        machine_name("foo", columns)


def test_a_heading_is_named_without_its_interval() -> None:
    columns = [SYSTEM, Column("precision", "P [95% interval]"), Column("f1", "F1"), P]
    assert machine_name("P", columns) == "precision"  # and not p, the p value
    assert machine_name("P [95% interval]", columns) == "precision"
    assert machine_name("p", columns) == "p_holm"


def test_chosen_columns_come_in_the_order_of_the_user() -> None:
    (table,) = choose_columns([SCORES], ["F1", "precision", "F1"])
    assert [column.name for column in table.columns] == ["name", "f1", "precision", "signature"]
    assert table.rows == (("a", 0.25, 0.5, "s"),)
    assert table.best == {(0, 2)}
    assert table.marks == {(0, 1): "†"}
    (table,) = choose_columns([SCORES], ["F1", "system"])
    assert [column.name for column in table.columns] == ["f1", "name", "signature"]
    assert choose_columns([SCORES], []) == [SCORES]


def test_a_table_without_a_figure_of_them_stays_whole() -> None:
    assert choose_columns([SCORES, LISTS], ["name", "f1"])[1] == LISTS
    scores, lists = choose_columns([SCORES, LISTS], ["name"])
    assert [column.name for column in scores.columns] == ["name", "signature"]
    assert [column.name for column in lists.columns] == ["name"]


def test_an_unknown_name_is_refused_with_the_one_it_resembles() -> None:
    with pytest.raises(UnknownColumnError, match="called presicion; did you mean precision"):
        choose_columns([SCORES], ["presicion"])
    with pytest.raises(
        UnknownColumnError, match=r"called xyz\. Columns: name, precision, f1; by their.*P, F1$"
    ):
        choose_columns([SCORES], ["xyz"])


def test_a_heading_of_several_columns_is_refused_with_their_names() -> None:
    columns = [Column("a_holm", "Holm"), Column("b_holm", "Holm")]
    with pytest.raises(UnknownColumnError, match="several columns are called Holm: a_holm, b_holm"):
        machine_name("Holm", columns)
