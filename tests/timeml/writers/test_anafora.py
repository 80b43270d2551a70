"""Anafora XML: what is written, and what comes back."""

from hypothesis import given

from tests.timeml.writers.round_trips import check, there_and_back
from timegraph.testing.strategies import documents
from timeml import ALink, Document, Event, Timex3, TLink
from timeml.writers import write_as

LAYER = (("layer", "DocTimeRel"),)
DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "")
DOCUMENT = Document(
    text="It rained on Monday",
    dct=DCT,
    timexes=(
        DCT,
        Timex3("t1", "DATE", "2020-W19-1", 10, 19, "on Monday", mod="APPROX", quant="N/A"),
    ),
    events=(
        Event("e1", "STATE", 3, 9, "rained", extra=(("Degree", "LITTLE"), ("span", "3,5;7,9"))),
        Event(" e2", None, None, None, ""),
    ),
    tlinks=(
        TLink("l1", "BEFORE", "e1", "t1", extra=(("layer", "TLINK"),)),
        TLink("l1", "AFTER", "e1", "t0", extra=LAYER),
        TLink("l1", "", "t0", "e1"),
        TLink("l4", " x", "t0", "e1"),
        TLink("l5", "AFTER", "e1", " e2"),
    ),
    scheme="thyme",
    alinks=(ALink("l9", "INITIATES", "e1", "t1"),),
)


def test_entities_links_and_properties_come_back() -> None:
    back, losses = there_and_back("anafora", {"rain": DOCUMENT})
    read = back["rain"]
    event, timex = read.entity("e1"), read.entity("t1")
    assert isinstance(timex, Timex3)
    assert (timex.type, timex.value, timex.mod) == ("DATE", "2020-W19-1", "APPROX")
    assert (event.start, event.end) == (3, 9)
    assert dict(event.extra) == {
        **{"Class": "STATE", "Degree": "LITTLE"},
        **{"DocTimeRel": "AFTER", "span": "3,5;7,9"},
    }
    assert read.dct is not None
    assert (read.dct.tid, read.dct.value) == ("t0", "2020-05-04")
    assert [(k.lid, k.rel_type, k.source, k.target) for k in read.tlinks] == [
        ("l1", "BEFORE", "e1", "t1"),
        ("l2", "", "t0", "e1"),
        ("e1@DocTimeRel", "AFTER", "e1", "t0"),
    ]
    assert len(read.linked) == 3
    assert read.alinks == DOCUMENT.alinks
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("links whose label has outer blanks or is not allowed in XML", ("rain:l4",)),
        ("links with an entity whose id XML does not allow", ("rain:l5",)),
        ("entities whose id has characters that XML does not allow", ("rain: e2",)),
        ("attributes whose name or value Anafora does not allow (quant)", ("rain:t1",)),
    ]


def test_a_document_without_text_has_no_text_file() -> None:
    event = Event("e1", None, None, None, "", extra=(("span", "3,9"),))
    files, losses = write_as("anafora", {"rain": Document(events=(event,))})
    assert list(files) == ["rain.Temporal-Relation.gold.completed.xml"]
    assert b"<span>3,9</span>" in files["rain.Temporal-Relation.gold.completed.xml"]
    assert losses == ()


@given(documents(allow_faults=True))
def test_entities_and_links_come_back(document: Document) -> None:
    check("anafora", {"one": document})


def test_words_outside_the_text_are_counted_as_lost() -> None:
    events = (Event("e1", None, None, None, "went"), Event("e2", None, None, None, ""))
    _, losses = write_as("anafora", {"d": Document(events=events)})
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("words of entities that are not in the text", ("d:e1",))
    ]
