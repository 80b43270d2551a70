"""A report as data."""

from __future__ import annotations

from timegraph.findings import Finding
from timegraph.report import Column, FindingsSection, Report, Table, TableOptions

TABLE = Table((Column("a"),), ((1,),), notes=("same", "own"), name="first")
FINDING = Finding(code="no-dct", severity="note", document="a.tml", message="it has none")


def test_json_has_the_tables_and_notes_unless_a_report_has_a_record() -> None:
    other = Table((Column("b"),), ((2,),), notes=("same",), name="second")
    report = Report((TABLE, other), notes=("last",))
    assert report.content == {
        "first": [{"a": 1}],
        "second": [{"b": 2}],
        "notes": ["same", "own", "last"],
    }
    assert Report((TABLE,), record={"c": 3}).content == {"c": 3}


def test_a_report_is_one_short_line() -> None:
    report = Report((TABLE,), findings=(FindingsSection((FINDING,), {}),))
    assert repr(report) == "<Report: 1 table, 1 finding>"
    assert repr(Report()) == "<Report: 0 tables, 0 findings>"


def test_options_are_those_of_text_unless_they_are_chosen() -> None:
    assert TableOptions() == TableOptions("text", None, (), None, False, False)
