"""Tables as Markdown."""

from __future__ import annotations

from timegraph.report import Report, TableOptions
from timegraph.report.formats import render_markdown
from timegraph.report.tables import Column, Estimate, Table

TABLE = Table(
    (Column("name", "system"), Column("f1", "F1", interval=("low", "high"))),
    (("a|b*`<", Estimate(0.5, 0.25, 0.75)), ("c", 0.125)),
    notes=("signature: a|b `c`",),
    best=frozenset({(0, 1)}),
    marks={(1, 1): "†"},
)


def test_the_best_is_bold_beside_its_interval() -> None:
    assert render_markdown(Report((TABLE,)), TableOptions(decimals=2)).splitlines() == [
        "| system | F1 |",
        "| --- | ---: |",
        "| a\\|b\\*\\`&lt; | **0.50** [0.25, 0.75] |",
        "| c | 0.12† |",
        "",
        "`bold: best of the systems`",
        "",
        "`signature: a|b 'c'`",
    ]


def test_markdown_escapes_what_would_break_a_cell() -> None:
    columns = (Column("name", "system"), Column("answered"), Column("precision", "P"))
    table = Table(
        columns, (("A_b", 12, 2 / 3), ("c", 0, None)), signatures=("measure:m|version:1",) * 2
    )
    assert render_markdown(Report((table,)), TableOptions()) == (
        "| system | answered | P |\n"
        "| --- | ---: | ---: |\n"
        "| A\\_b | 12 | 0.667 |\n"
        "| c | 0 | - |\n"
        "\n`signature: measure:m|version:1`\n"
    )
    pipes = Table((Column("a|b"),), (("x|y",),))
    assert "x\\|y" in render_markdown(Report((pipes,)), TableOptions())


def test_a_note_of_several_tables_stands_below_the_last() -> None:
    text = render_markdown(Report((TABLE, TABLE), notes=("of all",)), TableOptions())
    assert text.count("`signature: a|b 'c'`") == 1
    assert text.endswith("\n`of all`\n")
