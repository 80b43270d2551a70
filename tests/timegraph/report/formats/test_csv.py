"""Reports as CSV: rows for programs, with the signature in each of them."""

from __future__ import annotations

import csv
import io

from hypothesis import given, strategies as st

from timegraph.report import Column, Report, Table, TableOptions
from timegraph.report.formats import render_csv
from timegraph.report.tables import Estimate

COLUMNS = (Column("name", "system"), Column("answered"), Column("precision", "P"))
TABLE = Table(COLUMNS, (("A_b", 12, 2 / 3), ("c", 0, None)), notes=("by hand",))


def csv_of(*tables: Table, decimals: int | None = None) -> str:
    return render_csv(Report(tables), TableOptions("csv", decimals=decimals))


def test_csv_has_machine_names_and_six_digits() -> None:
    assert csv_of(TABLE) == "name,answered,precision\nA_b,12,0.666667\nc,0,\n"
    assert "A_b,12,0.67\n" in csv_of(TABLE, decimals=2)


def test_a_table_without_rows_is_its_head() -> None:
    assert csv_of(Table(COLUMNS, ())) == "name,answered,precision\n"


def test_each_row_bears_its_signature() -> None:
    signed = Table(COLUMNS[:2], (("a", 1), ("b", 2), ("c", 3)), signatures=("s:a", "s:b", ""))
    assert csv_of(signed) == "name,answered,signature\na,1,s:a\nb,2,s:b\nc,3,\n"
    none = Table(COLUMNS[:2], (("a", 1),), signatures=("",))
    assert csv_of(none) == "name,answered\na,1\n"


def test_totals_are_left_out_since_rows_add_up() -> None:
    totalled = Table(
        COLUMNS[:2], (("a", 1), ("b", 2), ("all", 3)), signatures=("s",) * 3, totals=frozenset({2})
    )
    assert csv_of(totalled) == "name,answered,signature\na,1,s\nb,2,s\n"


def test_an_interval_is_two_columns() -> None:
    column = Column("f1", "F1 [95% interval]", interval=("f1_low", "f1_high"))
    table = Table((COLUMNS[0], column), (("a", Estimate(0.5, 0.25, 0.75)), ("b", None)))
    assert csv_of(table) == "name,f1,f1_low,f1_high\na,0.500000,0.250000,0.750000\nb,,,\n"


def test_several_tables_are_parted_by_an_empty_line() -> None:
    assert csv_of(TABLE, TABLE) == f"{csv_of(TABLE)}\n{csv_of(TABLE)}"


def test_rows_of_their_own_stand_in_place_of_the_tables() -> None:
    report = Report((TABLE,), rows=(Table((Column("a"),), ((1,),)),))
    assert render_csv(report, TableOptions("csv")) == "a\n1\n"


def test_columns_are_chosen() -> None:
    report = Report((TABLE,))
    assert render_csv(report, TableOptions("csv", columns=("P",))) == (
        "name,precision\nA_b,0.666667\nc,\n"
    )


texts = st.text(st.characters(codec="utf-8"), max_size=8)
cells = st.one_of(st.none(), texts, st.integers(), st.floats(0, 1))


@given(st.lists(st.tuples(texts, cells), max_size=4))
def test_csv_reads_back(rows: list[tuple[str, str | int | float | None]]) -> None:
    table = Table((Column("a"), Column("b")), tuple(rows))
    read = list(csv.reader(io.StringIO(csv_of(table), newline="")))[1:]
    for got, (name, cell) in zip(read, rows, strict=True):
        assert got[0] == name
        if not isinstance(cell, float):
            assert got[1] == ("" if cell is None else str(cell))
