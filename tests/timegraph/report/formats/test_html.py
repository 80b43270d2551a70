"""Reports as HTML: a page of tables that needs nothing else."""

from __future__ import annotations

from timegraph.report import Column, Table
from timegraph.report.formats import table_html
from timegraph.report.tables import Estimate

TABLE = Table(
    (Column("name", "<system>"), Column("f1", "F1", interval=("low", "high")), Column("n")),
    (("a&b", Estimate(0.25, 0.1, 0.4), 3), ("c", None, None)),
    ("note <x>",),
    name="by_document",
    best=frozenset({(0, 1)}),
    marks={(0, 2): "†"},
    signatures=("measure:<m>",) * 2,
)


def test_cells_are_escaped_rounded_and_marked() -> None:
    html = table_html(TABLE, caption="A <caption>")
    assert "&lt;system&gt;" in html
    assert "<td>a&amp;b</td>" in html
    assert "<b>0.250</b> <small>[0.100, 0.400]</small>" in html
    assert '<td class="right">3†</td>' in html
    assert '<td class="right">-</td>' in html
    assert "note &lt;x&gt;" in html
    assert "bold: best of the systems" in html
    assert "<caption>A &lt;caption&gt;</caption>" in html
