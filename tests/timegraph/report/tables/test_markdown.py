"""Tables as Markdown."""

from __future__ import annotations

from timegraph.report.tables import Column, Estimate, Table
from timegraph.report.tables.markdown import table_markdown

TABLE = Table(
    (Column("name", "system"), Column("f1", "F1", interval=("low", "high"))),
    (("a|b*`<", Estimate(0.5, 0.25, 0.75)), ("c", 0.125)),
    notes=("signature: a|b `c`",),
    best=frozenset({(0, 1)}),
    marks={(1, 1): "†"},
)


def test_the_best_is_bold_beside_its_interval() -> None:
    assert table_markdown(TABLE, decimals=2).splitlines() == [
        "| system | F1 |",
        "| --- | ---: |",
        "| a\\|b\\*\\`&lt; | **0.50** [0.25, 0.75] |",
        "| c | 0.12† |",
        "",
        "`bold: best of the systems`",
        "",
        "`signature: a|b 'c'`",
    ]
