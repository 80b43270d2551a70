"""Documents without the links of a repair: what is left agrees, and nothing else is gone."""

from __future__ import annotations

from hypothesis import given

from timegraph import build
from timegraph.documents.closure import file_without_links, without_links
from timegraph.links import name_of
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
    second = [link for link in graph.links if link.source.line == 3]
    assert [link.line for link in without_links(document, second).tlinks] == [2, 4]


LINK = b'  <TLINK relType="%s" timeID="t1" lid="%s" relatedToTime="t2"/>'
FILE = (
    b"""<?xml version='1.0'?>\n<TimeML><TEXT><TIMEX3 value="2001" tid="t1">a</TIMEX3> """
    b"""<TIMEX3 value="2002" tid="t2">b</TIMEX3></TEXT>\n"""
)


def removed(data: bytes, lid: str) -> bytes:
    document = read(data)
    link = next(
        link for link in build(document, on_conflict="drop-link").links if name_of(link) == lid
    )
    return file_without_links(document, [link], data)


def test_a_file_without_links_differs_in_nothing_else():
    first, second, third = (
        LINK % pair for pair in ((b"BEFORE", b"l1"), (b"BEFORE", b"l2"), (b"BEFORE", b"l3"))
    )
    data = FILE + b"\r\n".join((first, second + b"<!-- here -->", third, b"</TimeML>\n"))
    assert removed(data, "l1") == data.replace(first + b"\r\n", b"")
    assert removed(data, "l2") == data.replace(second, b"  ")
    open_and_closed = data.replace(third, third[:-2] + b">why ></TLINK >")
    assert removed(open_and_closed, "l3") == data.replace(third + b"\r\n", b"")


def test_a_file_that_cannot_be_cut_is_written_anew():
    commented = FILE + LINK % (b"BEFORE", b"l1") + b"<!-- <TLINK/> --></TimeML>"
    wide = (FILE + LINK % (b"BEFORE", b"l1") + b"</TimeML>").decode().encode("utf-16")
    for data in (commented, wide):
        document = read(data)
        repaired = without_links(document, build(document).links)
        assert removed(data, "l1") == write(repaired) != data
        assert repaired.tlinks == ()


@given(documents(max_events=4, max_timexes=2, allow_faults=True))
def test_every_file_reads_as_the_document_without_the_links(document):
    data = write(document)
    document = read(data)
    links = smallest_repair(build(document, on_conflict="drop-link"), time_limit=5.0).links
    assert read(file_without_links(document, links, data)) == without_links(document, links)
