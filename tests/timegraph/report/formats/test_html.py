"""Reports as HTML: a page of tables that needs nothing else."""

from __future__ import annotations

from timegraph.report import Column, Report, Table, TableOptions
from timegraph.report.formats.written import render_html, table_html
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


def test_a_report_is_a_page_of_its_own() -> None:
    html = render_html(Report((TABLE, TABLE), notes=("of <all>",)), TableOptions(decimals=1))
    assert html.startswith("<!DOCTYPE html>")
    assert html.endswith("</html>\n")
    assert html.count("<caption>By document</caption>") == 2
    assert "<b>0.2</b>" in html
    # What both tables share stands below the last of them.
    assert html.count("signature: measure:&lt;m&gt;") == 1
    assert html.index("of &lt;all&gt;") > html.rindex("</table>")
    assert "http" not in html
    chosen = render_html(Report((TABLE,)), TableOptions(columns=("n",)))
    assert "<th" in chosen
    assert ">F1<" not in chosen
