"""The formats together: they say the same, and survive what cells may hold."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, strategies as st

from timegraph.findings import Finding
from timegraph.report import (
    FINDING_FORMATS,
    FORMATS,
    Column,
    FindingFormat,
    FindingsSection,
    Format,
    Report,
    Table,
    TableOptions,
    formats as package,
    render,
)
from timegraph.report.formats import table_html
from timegraph.report.tables import UnknownColumnError

TABLE = Table(
    (Column("name", "system"), Column("answered"), Column("precision", "P")),
    (("A_b", 12, 2 / 3), ("c", 0, None)),
    notes=("signature measure:m|version:1",),
    name="systems",
)


def shown(table: Table, format: str = "text") -> str:
    return render(Report((table,)), TableOptions(format))


def test_every_format_is_listed_once_and_text_comes_first() -> None:
    assert get_args(Format) == FORMATS
    assert FORMATS[0] == "text"
    assert len(set(FORMATS)) == len(FORMATS)
    assert (*FORMATS, "github") == FINDING_FORMATS


@pytest.mark.parametrize("format", FINDING_FORMATS)
def test_a_format_is_a_function_of_its_name(format: FindingFormat) -> None:
    finding = Finding(code="no-dct", severity="note", document="a.tml", message="it has none")
    report = Report((TABLE,), findings=(FindingsSection((finding,), {}),))
    renderer = getattr(package, f"render_{format}")
    assert render(report, TableOptions(format)) == renderer(report, TableOptions(format))
    assert render(report, TableOptions(format)).endswith("\n")
    assert renderer.__module__.startswith("timegraph.report.formats")


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="the formats are text, json, csv, markdown, latex"):
        shown(TABLE, "yaml")


def test_text_is_aligned() -> None:
    assert shown(TABLE) == (
        "system  answered      P\n"
        "A_b           12  0.667\n"
        "c              0      -\n"
        "signature measure:m|version:1\n"
    )


def test_a_table_without_rows_is_its_head() -> None:
    assert shown(Table(TABLE.columns, ())) == "system  answered  P\n"


def test_control_characters_are_spelt_out() -> None:
    table = Table((Column("n"), Column("x")), (("a\x1b[31m\nb\u202e", 1),))
    for format in FORMATS:  # CSV is for programs, and keeps its cells as they are
        assert ("\x1b" in shown(table, format)) == (format == "csv")
    assert "\u202e" not in shown(table) + shown(table, "latex")
    assert "a\\x1b[31m\\nb\\u202e  1" in shown(table)


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(codec="utf-8"), max_size=8)] * 2), min_size=1, max_size=4
    )
)
def test_every_row_is_one_line_of_text(rows: list[tuple[str, str]]) -> None:
    table = Table((Column("a"), Column("b")), tuple(rows))
    assert shown(table).count("\n") == len(rows) + 1
    assert shown(table, "latex").count(r" \\" + "\n") == len(rows) + 1
    assert table_html(table, caption="").count("<tr>") == len(rows) + 1


def test_the_best_cells_stand_out() -> None:
    table = Table(TABLE.columns, (("A", 12, 0.5), ("b", 3, 0.25)), best=frozenset({(0, 2)}))
    assert shown(table).splitlines() == [
        "system  answered       P",
        "A             12  0.500*",
        "b              3  0.250",
        "*: best of the systems",
    ]
    assert "| A | 12 | **0.500** |" in shown(table, "markdown")
    assert r"A & 12 & \textbf{0.500} \\" in shown(table, "latex")
    assert "<b>0.500</b>" in table_html(table, caption="")
    assert "*" not in shown(table, "csv") + shown(table, "json")


def test_tables_share_their_options() -> None:
    report = Report((TABLE, Table(TABLE.columns, TABLE.rows)))
    options = TableOptions(columns=("P",), decimals=1)
    assert render(report, options).splitlines() == [
        "system    P",
        "A_b     0.7",
        "c         -",
        "signature measure:m|version:1",
        "",
        "system    P",
        "A_b     0.7",
        "c         -",
    ]
    for format in FORMATS:
        if format != "json":
            with pytest.raises(UnknownColumnError, match="called X"):
                render(report, TableOptions(format, columns=("X",)))


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "json"])
def test_signatures_stand_in_every_format(format: Format) -> None:
    signed = Table(TABLE.columns, TABLE.rows, signatures=("measure:a", "measure:b"))
    text = shown(signed, format)
    assert "measure:a" in text
    assert "measure:b" in text
