"""The list of pages."""

from __future__ import annotations

from timegraph.pictures.pages.writing import index_of


def test_names_are_escaped_and_quoted():
    html = index_of([("a<b.tml", "a b&c.html", 0), ("x", "x.html", 2)])
    assert 'href="a%20b%26c.html"' in html
    assert "a&lt;b.tml" in html
    assert "2 links left out" in html
