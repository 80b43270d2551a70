"""Reports as text: nothing is wider than it may be, and nothing is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from timegraph.findings import Finding
from timegraph.report import FindingsSection, Report, TableOptions
from timegraph.report.formats import render_text, table_text
from timegraph.report.plain_text import display_width
from timegraph.report.tables import Column, Estimate, Table, shown

COLUMNS = (
    Column("name", "system", kind="key"),
    Column("n"),
    Column("f1", "F1", interval=("f1_low", "f1_high")),
    Column("p"),
)
TABLE = Table(
    COLUMNS,
    (
        ("long-name", 12, Estimate(0.5, 0.25, 0.75), None),
        ("b", 7, Estimate(0.25, None, None), 0.0001),
        ("c", 3, 0.125, 0.25),
    ),
    best=frozenset({(0, 2)}),
    marks={(1, 2): "‡"},
)
SIGNATURE = "signature: measure:" + "|".join(f"field{k}:value" for k in range(12))


def test_figures_marks_and_intervals_are_aligned() -> None:
    assert table_text(TABLE, TableOptions(decimals=3)).splitlines() == [
        "system      n                     F1       p",
        "long-name  12  0.500* [0.250, 0.750]       -",
        "b           7  0.250‡         [-, -]  <0.001",
        "c           3  0.125                   0.250",
        "*: best of the systems",
    ]


def test_decimals_are_those_asked_for() -> None:
    assert "0.5* [0.2, 0.8]" in table_text(TABLE, TableOptions(decimals=1))


def test_a_wide_table_is_split_into_blocks_that_say_what_their_rows_are() -> None:
    assert table_text(TABLE, TableOptions(decimals=3, width=36)).splitlines() == [
        "system      n                     F1",
        "long-name  12  0.500* [0.250, 0.750]",
        "b           7  0.250‡         [-, -]",
        "c           3  0.125",
        "",
        "system          p",
        "long-name       -",
        "b          <0.001",
        "c           0.250",
        "*: best of the systems",
    ]


@pytest.mark.parametrize("width", [1, 5, 10, 20, 24, 30, 40, 60, 80, 200])
def test_no_figure_is_lost_and_no_line_too_wide(width: int) -> None:
    lines = table_text(TABLE, TableOptions(decimals=3, width=width)).splitlines()
    words = " ".join(lines).split()
    for figure in ("12", "0.500*", "[0.250,", "0.750]", "0.250‡", "<0.001", "0.125", "long-name"):
        assert figure in words
    if width >= 24:  # the widest cell fits
        assert max(map(display_width, lines)) <= width


def test_what_follows_a_column_stays_with_it() -> None:
    columns = (Column("a"), Column("first"), Column("p"), Column("Holm", follows=True))
    table = Table(columns, (("x", 1, 0.25, 0.5),))
    assert table_text(table, TableOptions(decimals=2, width=18)).splitlines() == [
        "a  first",
        "x      1",
        "",
        "a     p  Holm",
        "x  0.25  0.50",
    ]


def test_notes_are_wrapped_and_signatures_only_on_a_terminal() -> None:
    noted = Table(COLUMNS[:2], (("a", 1),), notes=(SIGNATURE, "one word after another " * 6))
    for terminal in (False, True):
        lines = table_text(
            noted, TableOptions(decimals=3, width=80, terminal=terminal)
        ).splitlines()
        assert (SIGNATURE in lines) is not terminal
        assert all(len(line) <= 80 for line in lines if line != SIGNATURE)
        signature = [line for line in lines if "field" in line]
        assert "".join(map(str.strip, signature)) == SIGNATURE
    assert SIGNATURE in table_text(noted, TableOptions(decimals=3, terminal=True))


def test_colour_comes_with_a_sign() -> None:
    noted = Table(TABLE.columns, TABLE.rows, ("a note",), best=TABLE.best, marks=TABLE.marks)
    coloured = table_text(noted, TableOptions(decimals=3, width=80, colour=True))
    assert "\x1b[1;32m0.500* [0.250, 0.750]\x1b[0m" in coloured
    assert "\x1b[33m0.250‡         [-, -]\x1b[0m" in coloured
    assert "\x1b[2ma note\x1b[0m" in coloured
    plain = coloured
    for code in ("1", "1;32", "33", "2", "0"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert [line.rstrip() for line in plain.splitlines()] == (
        table_text(noted, TableOptions(decimals=3, width=80)).splitlines()
    )


PLAIN = (Column("name", "system"), Column("answered"), Column("precision", "P"))


def test_rows_wider_than_the_terminal_give_their_name_a_line() -> None:
    long = "a-system-with-a-name-of-much-more-than-thirty-letters"
    table = Table(PLAIN, ((long, 12, 0.5), ("b", 1, 1.0)))
    lines = table_text(table, TableOptions(width=40)).splitlines()
    assert lines == [
        "system  answered      P",
        long,
        "              12  0.500",
        "b",
        "               1  1.000",
    ]
    assert table_text(table, TableOptions(width=200)) == table_text(table, TableOptions())


def test_wide_and_combining_letters_stay_aligned() -> None:
    table = Table((Column("n"), Column("x")), (("日本", 1), ("e\u0301a", 2), ("abcd", 3)))
    lines = table_text(table, TableOptions()).splitlines()
    assert lines == ["n     x", "日本  1", "e\u0301a    2", "abcd  3"]


@pytest.mark.parametrize("width", [20, 30, 35])
def test_a_table_wider_than_two_lines_is_folded_into_more(width: int) -> None:
    columns = tuple(Column(name) for name in ("system", "document", "precision", "recall", "f1"))
    rows = (("a system of a long name", "wsj_0001.tml", 0.5, 0.25, 1.0), ("b", "x.tml", 1, 0, 0.0))
    lines = table_text(Table(columns, rows), TableOptions(width=width)).splitlines()
    assert all(len(line) <= max(width, 23) for line in lines)
    words = " ".join(lines).split()
    assert words[:5] == ["system", "document", "precision", "recall", "f1"]
    assert words[11:14] == ["wsj_0001.tml", "0.500", "0.250"]
    for line in lines:  # a heading ends where its figures end
        if "precision" in line:
            end = line.index("precision") + len("precision")
            assert any(other[:end].endswith(" 0.500") for other in lines)


def test_without_a_width_every_row_is_one_line() -> None:
    long = "a-system-with-a-name-of-much-more-than-eighty-letters" * 2
    lines = table_text(Table(PLAIN, ((long, 12, 0.5),)), TableOptions()).splitlines()
    assert lines[1].split() == [long, "12", "0.500"]


def test_a_report_is_its_parts_in_order() -> None:
    finding = Finding(code="no-dct", severity="note", document="a.tml", message="it has none")
    report = Report(
        tables=(Table(PLAIN[:2], (("a", 1),), notes=("same",)), Table(PLAIN[:1], (("b",),))),
        notes=("last",),
        findings=(FindingsSection((finding,), {}, heading="Findings of a:"),),
        heading=("first words",),
        lines=("last words",),
    )
    text = render_text(report, TableOptions())
    assert text.startswith(
        "first words\nsystem  answered\na              1\nsame\n\n"
        "system\nb\nlast\n\nFindings of a:\n"
    )
    assert "it has none" in text
    assert text.endswith("\nlast words\n")
    first = render_text(replace(report, findings_first=True), TableOptions())
    assert first.index("it has none") < first.index("system  answered")
    narrow = render_text(replace(report, heading=("many words " * 9,)), TableOptions(width=30))
    assert max(map(len, narrow.splitlines())) <= 30


def test_a_note_of_several_tables_stands_below_the_last() -> None:
    table = Table(PLAIN[:1], (("a",),), notes=("of both",), signatures=("measure:m",))
    text = render_text(Report((table, table)), TableOptions())
    assert text == "system\na\n\nsystem\na\nsignature: measure:m\nof both\n"


def test_findings_that_are_hidden_or_too_many_are_left_out() -> None:
    findings = [
        Finding(code=code, severity="note", document=f"{k}.tml", message=f"{code} {k}")
        for code in ("shown", "hidden")
        for k in range(4)
    ]
    section = FindingsSection(findings, {}, most=2, hidden=frozenset({"hidden"}))
    text = render_text(Report(findings=(section,)), TableOptions())
    assert "shown 1" in text
    assert "shown 2" not in text
    assert "hidden" not in text


names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=40)


@given(
    st.lists(st.tuples(names, names, st.floats(0, 1), st.integers(0, 10**6)), min_size=1),
    st.integers(25, 120),
)
def test_whatever_the_names_every_figure_stands_once(
    rows: list[tuple[str, str, float, int]], width: int
) -> None:
    columns = (
        *(Column("system", kind="key"), Column("document", kind="key")),
        *(Column("share"), Column("count")),
    )
    text = table_text(Table(columns, tuple(rows)), TableOptions(decimals=5, width=width))
    words = Counter(text.split())
    expected = Counter(word for *_, count in rows for word in [str(count)])
    expected += Counter(shown(share, 5) for _, _, share, _ in rows)
    assert not expected - words
    widest = max(display_width(name) for row in rows for name in row[:2])
    assert max(map(display_width, text.splitlines())) <= max(width, widest)


def test_a_table_of_texts_that_is_too_wide_has_a_line_for_each_cell() -> None:
    columns = tuple(Column(name, kind="key") for name in ("id", "asked"))
    table = Table(columns, (("q1", "Which of the teams was it?"), ("q2", "When?")))
    assert table_text(table, TableOptions(width=22)).splitlines() == [
        "id: q1", "asked: Which of the", "  teams was it?", "", "id: q2", "asked: When?", "",
    ]  # fmt: skip
