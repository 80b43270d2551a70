"""A folder of pages: written where they belong, with addresses that select entities."""

from __future__ import annotations

from pathlib import Path

import timeml
from timegraph import TimeGraph
from timegraph.pictures.pages.scores import RunPages
from timegraph.pictures.pages.writing import RowWords, names_in, write_page


def test_pages_stand_in_their_folders(tmp_path: Path) -> None:
    write_page(tmp_path / "new", "index.html", "a")
    write_page(tmp_path / "new", "one/two.html", "é\ud800")
    assert (tmp_path / "new" / "index.html").read_text(encoding="utf-8") == "a"
    # What UTF-8 does not have is spelt out.
    assert (tmp_path / "new" / "one" / "two.html").read_text(encoding="utf-8") == "é\\ud800"


def test_names_are_those_of_the_graph() -> None:
    graph = TimeGraph()
    graph.add("e1", "before", "e2")
    resolve = names_in(graph, {"ei7": "e1", "ei8": "e9"})
    assert [resolve(id) for id in ("ei7", "e2", "ei8", "e9")] == ["e1", "e2", None, None]


def test_an_address_selects_the_entities_that_the_timeline_has(tmp_path: Path) -> None:
    words = RowWords("Things", ("a", "b", "c", "d"), (("x", "bad"),), "+ good")
    pages = RunPages(tmp_path, "A run", words, ["a system", "gold"], ["d.tml"], gold=True)
    document = timeml.read(b"<TimeML><TEXT/></TimeML>")
    for side in ("", "a system", "gold"):
        pages.draw(side, "d.tml", TimeGraph(), document, {"e1": "ei1"}.get)
    assert pages.view("a system", "d.tml", ["e1", "e2"]) == "timelines/a%20system/d.html#ei1"
    assert pages.view("a system", "d.tml", ["e2"]) == "timelines/a%20system/d.html"
    assert pages.view("", "d.tml") == "timelines/gold/d.html"
    assert pages.view("gold", "d.tml") == "timelines/gold-2/d.html"
    assert pages.view("other", "d.tml", ["e1"]) is None
