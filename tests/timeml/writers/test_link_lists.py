"""Lists of links: what is written, and what comes back."""

import pytest
from hypothesis import given

from tests.timeml.writers.round_trips import check
from timegraph.testing.strategies import documents
from timeml import Document, Event, Timex3, TLink
from timeml.writers import Loss, write_as

DCT = Timex3("t7", "DATE", "2020", None, None, "")


def test_lines_have_entity_ids_and_t0() -> None:
    document = Document(
        dct=DCT,
        timexes=(DCT, Timex3("t1", None, None, None, None, "")),
        events=(Event("e1", None, None, None, ""),),
        tlinks=(TLink("l1", "b", "e1", "t7"), TLink("l2", "a", "t1", "e1")),
        scheme="tbd",
    )
    files, losses = write_as("link-list", {"storm": document})
    assert files == {"links.tsv": b"storm\te1\tt0\tb\nstorm\tt1\te1\ta\n"}
    assert losses == (Loss("attributes, words and positions of entities", 1, ("storm:t7",)),)


def test_ids_that_would_be_misread_are_lost() -> None:
    document = Document(
        timexes=(Timex3("t0", None, None, None, None, ""), Timex3("x", None, None, None, None, "")),
        events=(Event("t5", None, None, None, ""), Event("e1", None, None, None, "")),
        tlinks=tuple(TLink(f"l{id}", "b", "e1", id) for id in ("t0", "x", "t5")),
        scheme="tbd",
    )
    files, losses = write_as("link-list", {"storm": document})
    assert files == {"links.tsv": b""}
    assert [(loss.what, loss.count) for loss in losses] == [
        ("links with an id that stands for another kind in a list", 3),
        ("entities without links", 4),
    ]


def test_fields_that_would_break_lines_are_lost() -> None:
    events = (Event("e1", None, None, None, ""), Event("e2", None, None, None, ""))
    links = (TLink("l1", "a\tb", "e1", "e2"), TLink("l2", " b", "e1", "e2"))
    files, losses = write_as(
        "link-list", {"storm": Document(events=events, tlinks=links, scheme="tbd")}
    )
    assert files == {"links.tsv": b""}
    assert [(loss.what[:8], loss.count) for loss in losses] == [("links wi", 2), ("entities", 2)]
    fine = Document(events=events, tlinks=(TLink("l1", "b", "e1", "e2"),), scheme="tbd")
    assert write_as("link-list", {"#storm": fine})[0] == {"links.tsv": b""}


@given(documents(allow_faults=True))
def test_links_come_back(document: Document) -> None:
    check("link-list", {"one": document}, places=False)


def test_entities_of_links_that_are_lost_are_counted_as_lost() -> None:
    links = (TLink("l1", "b", "e1", "e2"), TLink("l2", "b", "e1", "t2"))
    events = tuple(Event(id, None, None, None, "went") for id in ("e1", "e2", "t2"))
    _, losses = write_as("link-list", {"d": Document(events=events, tlinks=links, scheme="tbd")})
    assert {loss.what: (loss.count, loss.examples) for loss in losses} == {
        "links with an id that stands for another kind in a list": (1, ("d:l2",)),
        "entities without links": (1, ("d:t2",)),
        "attributes, words and positions of entities": (2, ("d:e1", "d:e2")),
    }


def test_a_list_names_one_scheme() -> None:
    events = (Event("e1", None, None, None, ""), Event("e2", None, None, None, ""))
    links = (TLink("l1", "BEFORE", "e1", "e2"),)
    matres, tcr = (
        Document(events=events, tlinks=links, scheme=scheme) for scheme in ("matres", "tcr")
    )
    files, _ = write_as("link-list", {"d": matres})
    assert files == {"links.tsv": b'# timegraph labels="matres"\nd\te1\te2\tBEFORE\n'}
    with pytest.raises(ValueError, match="labels of one scheme, and these are of matres, tcr"):
        write_as("link-list", {"d": matres, "e": tcr})
