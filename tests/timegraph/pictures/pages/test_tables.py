"""The page of a measure that has only tables to show."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from tests.results import result_of
from timegraph.pictures.pages.scores import captioned_tables, matrices_html, write_table_pages
from timegraph.report import Column, Table
from timegraph.scoring import AWARENESS, AwarenessScore, Run
from timegraph.scoring.measure import by_unit

RUN = Run(
    measure=AWARENESS,
    results=(result_of(AWARENESS, "<s>", {"a.tml": AwarenessScore(1, 2, 1, 2)}),),
    warnings=("odd gold",),
    remarks=("few documents",),
)


def test_each_kind_of_groups_has_a_table_with_its_caption() -> None:
    names = [name for name, _ in captioned_tables(RUN, [by_unit(AWARENESS)])]
    assert names == ["Systems", "By document"]
    assert [name for name, _ in captioned_tables(RUN)] == ["Systems"]


def test_the_page_has_the_tables_and_what_is_to_be_known(tmp_path: Path) -> None:
    more = [Table((Column("kind"),), (("x",),), name="more")]
    path = write_table_pages(
        tmp_path / "pages", RUN, [by_unit(AWARENESS)], title="A <run>", tables=more
    )
    assert path == tmp_path / "pages" / "index.html"
    html = path.read_text(encoding="utf-8")
    assert "<title>A &lt;run&gt;</title>" in html
    assert "<s>" not in html
    for text in ("Systems", "By document", "More", "odd gold", "few documents", "signature"):
        assert text in html
    assert "<h2>Questions</h2>" not in html


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
