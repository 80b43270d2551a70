"""The confusion of labels as a matrix."""

from __future__ import annotations

from lxml import etree

from timegraph.pictures.pages.matrix import matrices_html
from timegraph.report import Column, Table

COLUMNS = (
    Column("name", "system", kind="key"),
    Column("gold", kind="key"),
    Column("predicted_label", "predicted", kind="key"),
    Column("count"),
)


def test_each_system_has_a_matrix_with_the_most_frequent_label_first() -> None:
    rows = (
        ("<s>", "A", "A", 1),
        ("<s>", "B", "B", 5),
        ("<s>", "B", "(none)", 2),
        ("t", "A", "B", 1),
    )
    html = etree.fromstring(matrices_html(Table(COLUMNS, rows, name="confusion")))
    first, second = html.iter("table")
    lines = [[cell.text or "" for cell in line] for line in first.iter("tr")]
    assert lines == [["", "B", "A", "(none)"], ["B", "5", "", "2"], ["A", "", "1", ""]]
    assert [cell.get("class") for cell in first.iter("td") if cell.text] == [
        "right vr",
        "right vw",
        "right vr",
    ]
    assert "<s>" in first.findtext("caption")
    assert [cell.text for cell in second.iter("td") if cell.text] == ["1"]


def test_without_labels_there_is_none() -> None:
    assert matrices_html(Table(COLUMNS, (), name="confusion")) == ""
