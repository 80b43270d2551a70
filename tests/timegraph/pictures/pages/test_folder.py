"""A folder of pages: written where they belong, with addresses that select entities."""

from __future__ import annotations

from pathlib import Path

from timegraph import TimeGraph
from timegraph.pictures.pages.writing import Timelines, names_in, write_pages


def test_pages_stand_in_their_folders(tmp_path: Path) -> None:
    write_pages(tmp_path / "new", [("index.html", "a"), ("one/two.html", "é\ud800")])
    assert (tmp_path / "new" / "index.html").read_text(encoding="utf-8") == "a"
    # What UTF-8 does not have is spelt out.
    assert (tmp_path / "new" / "one" / "two.html").read_text(encoding="utf-8") == "é\\ud800"


def test_names_are_those_of_the_graph() -> None:
    graph = TimeGraph()
    graph.add("e1", "before", "e2")
    resolve = names_in(graph, {"ei7": "e1", "ei8": "e9"})
    assert [resolve(id) for id in ("ei7", "e2", "ei8", "e9")] == ["e1", "e2", None, None]


def test_an_address_selects_the_entities_that_the_timeline_has() -> None:
    timelines = Timelines()
    timelines.add(("a system", "d.tml"), "timelines/a system/d.html", {"e1": "ei1"}.get)
    assert timelines.view(("a system", "d.tml"), ["e1", "e2"]) == (
        "timelines/a%20system/d.html#ei1"
    )
    assert timelines.view(("a system", "d.tml"), ["e2"]) == "timelines/a%20system/d.html"
    assert timelines.view(("other", "d.tml"), ["e1"]) is None
