"""The lines of a run."""

from __future__ import annotations

import json
import re
from typing import Any

from timegraph.pictures.pages.writing import Row, RowWords, row_page

WORDS = RowWords("Things", ("a", "b", "c", "d"), (("x", "bad"),), "+ good")


def some(number: int) -> list[Row]:
    return [
        Row(str(k), "<d>", f"w{k}", "yes", "+-", ("yes", "no"), "BEFORE", (), f"d.html#q{k}")
        for k in range(number)
    ]


def data_of(html: str) -> dict[str, Any]:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html)
    data_block: dict[str, Any] = json.loads(data)
    return data_block


def test_all_lines_are_one_page() -> None:
    html = row_page("<run>", "<p>above</p>", some(10), systems=["a", "b"], words=WORDS)
    assert [row[2] for row in data_of(html)["rows"]] == [f"w{k}" for k in range(10)]
    assert "&lt;run&gt;" in html
    assert "<p>above</p>" in html


def test_no_lines_are_a_page() -> None:
    assert data_of(row_page("run", "", [], systems=[], words=WORDS))["rows"] == []
