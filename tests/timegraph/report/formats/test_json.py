"""Reports as JSON: all figures with all their digits, and the same beginning everywhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from timegraph import __version__
from timegraph.report import Column, Report, Table, TableOptions
from timegraph.report.formats import SCHEMA, json_object, json_pieces, render_json

TABLE = Table(
    (Column("name", "system"), Column("answered"), Column("precision", "P")),
    (("A_b", 12, 2 / 3), ("c", 0, None)),
    notes=("by hand",),
    name="systems",
    signatures=("measure:m|version:1",) * 2,
)


def test_json_says_its_schema_and_version_and_null() -> None:
    report = Report((TABLE,), notes=("of all", "by hand"))
    assert json.loads(render_json(report, TableOptions("json"))) == {
        "schema": 2,
        "version": __version__,
        "systems": [
            {"name": "A_b", "answered": 12, "precision": 2 / 3},
            {"name": "c", "answered": 0, "precision": None},
        ],
        "notes": ["signature: measure:m|version:1", "by hand", "of all", "by hand"],
    }
    assert SCHEMA == 2
    assert list(json.loads(json_object({"a": 1}))) == ["schema", "version", "a"]


def test_columns_and_decimals_change_nothing() -> None:
    report = Report((TABLE,))
    chosen = TableOptions("json", columns=("P",), decimals=1, width=20)
    assert render_json(report, chosen) == render_json(report, TableOptions("json"))


def test_a_record_is_printed_as_it_is() -> None:
    report = Report((TABLE,), record={"of": ["a", None]})
    content = json.loads(render_json(report, TableOptions("json")))
    assert content == {"schema": 2, "version": __version__, "of": ["a", None]}


def test_what_is_not_a_number_is_a_fault() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_object({"f1": float("nan")})


@pytest.mark.parametrize("count", [0, 1, 3])
def test_json_in_pieces_is_the_json_of_the_whole(count: int) -> None:
    items = [{"a": "\u00e9\n", "list": ["x", "y"], "none": None, "k": k} for k in range(count)]
    whole = json_object({"first": [1, 2], "items": items})
    assert "".join(json_pieces({"first": [1, 2]}, "items", iter(items))) == whole


texts = st.text(st.characters(codec="utf-8"), max_size=8)
cells = st.one_of(st.none(), texts, st.integers(), st.floats(0, 1))


@given(st.lists(st.tuples(texts, cells), max_size=4))
def test_rows_read_back(rows: list[tuple[str, str | int | float | None]]) -> None:
    table = Table((Column("a"), Column("b")), tuple(rows))
    content = json.loads(render_json(Report((table,)), TableOptions("json")))
    assert content["rows"] == table.records
