"""Printing: the five formats say the same, and survive what cells may hold."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph import __version__
from timegraph.report import FORMATS, Column, Table, render, render_json
from timegraph.report.tables import TableOptions, UnknownColumnError, json_pieces, render_tables

TABLE = Table(
    (Column("name", "system"), Column("answered"), Column("precision", "P")),
    (("A_b", 12, 2 / 3), ("c", 0, None)),
    notes=("signature measure:m|version:1",),
    name="systems",
)


def test_text_is_aligned() -> None:
    assert render(TABLE, "text") == (
        "system  answered      P\n"
        "A_b           12  0.667\n"
        "c              0      -\n"
        "signature measure:m|version:1\n"
    )


def test_json_says_its_schema_and_version_and_null() -> None:
    assert json.loads(render(TABLE, "json")) == {
        "schema": 1,
        "version": __version__,
        "systems": [
            {"name": "A_b", "answered": 12, "precision": 2 / 3},
            {"name": "c", "answered": 0, "precision": None},
        ],
        "notes": ["signature measure:m|version:1"],
    }
    assert list(json.loads(render_json({"a": 1}))) == ["schema", "version", "a"]


def test_csv_has_machine_names_and_six_digits() -> None:
    assert render(TABLE, "csv") == "name,answered,precision\nA_b,12,0.666667\nc,0,\n"


def test_markdown_escapes_what_would_break_a_cell() -> None:
    assert render(TABLE, "markdown") == (
        "| system | answered | P |\n"
        "| --- | ---: | ---: |\n"
        "| A\\_b | 12 | 0.667 |\n"
        "| c | 0 | - |\n"
        "\n`signature measure:m|version:1`\n"
    )
    pipes = Table((Column("a|b"),), (("x|y",),))
    assert "x\\|y" in render(pipes, "markdown")


def test_latex_is_a_table_with_booktabs() -> None:
    text = render(TABLE, "latex")
    assert "\\begin{tabular}{lrr}\n\\toprule\nsystem & answered & P \\\\\n\\midrule\n" in text
    assert "A\\_b & 12 & 0.667 \\\\\nc & 0 & - \\\\\n\\bottomrule\n" in text


def test_rows_wider_than_the_terminal_give_their_name_a_line() -> None:
    long = "a-system-with-a-name-of-much-more-than-thirty-letters"
    table = Table(TABLE.columns, ((long, 12, 0.5), ("b", 1, 1.0)))
    lines = render(table, "text", width=40).splitlines()
    assert lines == [
        "system  answered      P",
        long,
        "              12  0.500",
        "b",
        "               1  1.000",
    ]
    assert render(table, "text", width=200) == render(table, "text")


def test_wide_and_combining_letters_stay_aligned() -> None:
    table = Table((Column("n"), Column("x")), (("日本", 1), ("e\u0301a", 2), ("abcd", 3)))
    assert render(table, "text").splitlines() == ["n     x", "日本  1", "e\u0301a    2", "abcd  3"]


def test_control_characters_are_spelt_out() -> None:
    table = Table((Column("n"), Column("x")), (("a\x1b[31m\nb\u202e", 1),))
    for format in FORMATS:  # CSV is for programs, and keeps its cells as they are
        assert ("\x1b" in render(table, format)) == (format == "csv")
    assert "\u202e" not in render(table, "text") + render(table, "latex")
    assert "a\\x1b[31m\\nb\\u202e  1" in render(table, "text")


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="1 cells in a row under 2 columns"):
        Table((Column("a"), Column("b")), (("x",),))


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="known: text, json, csv, markdown, latex"):
        render(TABLE, "html")  # type: ignore[arg-type]


def test_a_table_without_rows_is_its_head() -> None:
    empty = Table(TABLE.columns, ())
    assert render(empty, "text") == "system  answered  P\n"
    assert render(empty, "csv") == "name,answered,precision\n"


texts = st.text(st.characters(codec="utf-8"), max_size=8)
cells = st.one_of(st.none(), texts, st.integers(), st.floats(0, 1))


@given(st.lists(st.tuples(texts, cells), max_size=4))
def test_csv_and_json_read_back(rows: list[tuple[str, str | int | float | None]]) -> None:
    table = Table((Column("a"), Column("b")), tuple(rows))
    assert json.loads(render(table, "json"))["rows"] == table.records
    read = list(csv.reader(io.StringIO(render(table, "csv"), newline="")))[1:]
    for got, (name, cell) in zip(read, rows, strict=True):
        assert got[0] == name
        if not isinstance(cell, float):
            assert got[1] == ("" if cell is None else str(cell))


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_every_row_is_one_line_of_text(rows: list[tuple[str, str]]) -> None:
    table = Table((Column("a"), Column("b")), tuple(rows))
    assert render(table, "text").count("\n") == len(rows) + 1
    assert render(table, "latex").count(r" \\" + "\n") == len(rows) + 1


def test_the_best_cells_stand_out() -> None:
    table = Table(TABLE.columns, (("A", 12, 0.5), ("b", 3, 0.25)), best=frozenset({(0, 2)}))
    assert render(table, "text").splitlines() == [
        "system  answered       P",
        "A             12  0.500*",
        "b              3  0.250",
        "*: best of the systems",
    ]
    assert "| A | 12 | **0.500** |" in render(table, "markdown")
    assert r"A & 12 & \textbf{0.500} \\" in render(table, "latex")
    assert "*" not in render(table, "csv") + render(table, "json")


@pytest.mark.parametrize("width", [20, 30, 35])
def test_a_table_wider_than_two_lines_is_folded_into_more(width: int) -> None:
    columns = tuple(Column(name) for name in ("system", "document", "precision", "recall", "f1"))
    rows = (("a system of a long name", "wsj_0001.tml", 0.5, 0.25, 1.0), ("b", "x.tml", 1, 0, 0.0))
    lines = render(Table(columns, rows), "text", width=width).splitlines()
    assert all(len(line) <= max(width, 23) for line in lines)
    words = " ".join(lines).split()
    assert words[:5] == ["system", "document", "precision", "recall", "f1"]
    assert words[11:14] == ["wsj_0001.tml", "0.500", "0.250"]
    for line in lines:  # a heading ends where its figures end
        if "precision" in line:
            end = line.index("precision") + len("precision")
            assert any(other[:end].endswith(" 0.500") for other in lines)


def test_tables_share_their_options() -> None:
    options = TableOptions(columns=("P",), decimals=1)
    assert render_tables([TABLE, TABLE], options).splitlines() == [
        "system    P",
        "A_b     0.7",
        "c         -",
        "signature measure:m|version:1",
        "",
        "system    P",
        "A_b     0.7",
        "c         -",
        "signature measure:m|version:1",
    ]
    assert render_tables([TABLE], TableOptions("csv", decimals=2)).split(",")[-1] == "\n"
    assert "A_b,12,0.67" in render_tables([TABLE], TableOptions("csv", decimals=2))
    with pytest.raises(UnknownColumnError, match="called X"):
        render_tables([TABLE], TableOptions(columns=("X",)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_json_in_pieces_is_the_json_of_the_whole(count):
    items = [{"a": "\u00e9\n", "list": ["x", "y"], "none": None, "k": k} for k in range(count)]
    whole = render_json({"first": [1, 2], "items": items})
    assert "".join(json_pieces({"first": [1, 2]}, "items", iter(items))) == whole
