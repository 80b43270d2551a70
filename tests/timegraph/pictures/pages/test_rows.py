"""Lines of a run in pieces."""

from __future__ import annotations

import json
import re

import pytest

from timegraph.pictures.pages import writing
from timegraph.pictures.pages.writing import Row, RowWords, row_pages

WORDS = RowWords("Things", ("a", "b", "c", "d"), (("x", "bad"),), "+ good")


def some(number: int) -> list[Row]:
    return [
        Row(str(k), "<d>", f"w{k}", "yes", "+-", ("yes", "no"), "BEFORE", (), f"d.html#q{k}")
        for k in range(number)
    ]


def test_many_lines_are_pages_that_lead_to_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST_ROWS", 4)
    pages = dict(row_pages("<run>", "<p>above</p>", some(10), systems=["a", "b"], words=WORDS))
    assert list(pages) == ["index.html", "rows-2.html", "rows-3.html"]
    shown = []
    for html in pages.values():
        (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html)
        shown += [row[2] for row in json.loads(data)["rows"]]
        assert "&lt;run&gt;" in html
    assert shown == [f"w{k}" for k in range(10)]
    assert "<p>above</p>" in pages["index.html"]
    assert "<p>above</p>" not in pages["rows-2.html"]
    assert "5 to 8 of 10" in pages["rows-2.html"]
    assert 'href="index.html"' in pages["rows-2.html"]
    assert 'href="rows-3.html"' in pages["rows-2.html"]
    assert "the next ones" not in pages["rows-3.html"]


def test_no_lines_are_one_page() -> None:
    ((name, html),) = row_pages("run", "", [], systems=[], words=WORDS)
    assert name == "index.html"
    assert '"rows":[]' in html
