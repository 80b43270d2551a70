"""Documents without the links of a repair: what is left agrees, and nothing else is gone."""

from __future__ import annotations

from hypothesis import given

from timegraph import build
from timegraph.document_repair import without_links
from timegraph.repairs import smallest_repair
from timegraph.testing.strategies import documents
from timeml import read, write


@given(documents(max_events=4, max_timexes=2, allow_faults=True))
def test_what_is_left_agrees_and_nothing_else_is_gone(document):
    graph = build(document, on_conflict="drop-link")
    repair = smallest_repair(graph, time_limit=5.0)
    repaired = without_links(document, repair.links)
    assert len(repaired.tlinks) == len(document.tlinks) - len(repair.links)
    assert not build(read(write(repaired)), on_conflict="drop-link").conflicts
    assert repaired.events == document.events


def test_of_equal_links_the_one_that_is_meant_goes():
    link = '<TLINK lid="" relType="{}" eventID="e1" relatedToEvent="e2"/>\n'
    document = read(
        (
            '<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>\n'
            + link.format("BEFORE")
            + link.format("AFTER")
            + link.format("BEFORE")
            + "</TimeML>"
        ).encode()
    )
    graph = build(document, on_conflict="drop-link")
    second = [one for one in graph.links if one.source.line == 3]
    assert [one.line for one in without_links(document, second).tlinks] == [2, 4]
